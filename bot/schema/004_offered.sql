-- 1 while its owner looks for a substitute: until the seat is taken over or its owner plays on.
ALTER TABLE seats ADD COLUMN offered INTEGER NOT NULL DEFAULT 0;
