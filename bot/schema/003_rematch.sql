-- The match that this one is a rematch of; '' if it is none. A match has one rematch.
ALTER TABLE matches ADD COLUMN rematch TEXT NOT NULL DEFAULT '';
CREATE INDEX matches_by_rematch ON matches (rematch) WHERE rematch != '';
