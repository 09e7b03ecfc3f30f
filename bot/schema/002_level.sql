-- How well the computer plays in a seat; for a seat of a person it says nothing.
ALTER TABLE seats ADD COLUMN level TEXT NOT NULL DEFAULT 'normal'
    CHECK (level IN ('easy', 'normal', 'hard'));
