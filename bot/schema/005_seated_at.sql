-- When the seat has changed hands last, in seconds since 1970; 0: never.
ALTER TABLE seats ADD COLUMN seated_at REAL NOT NULL DEFAULT 0;
