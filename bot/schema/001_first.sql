-- A match is its record: what was dealt and the append-only list of what was done.
CREATE TABLE matches (
    id            TEXT PRIMARY KEY,           -- the short code that people see
    game          TEXT NOT NULL,
    options       BLOB NOT NULL,              -- JSON, as in the match record
    deal          BLOB NOT NULL,              -- JSON, as in the match record
    -- 'aside': does not replay; left alone until a version of the bot reads it again
    status        TEXT NOT NULL CHECK (status IN ('running', 'over', 'ended', 'aside')),
    version       INTEGER NOT NULL DEFAULT 0, -- the number of actions
    guild         INTEGER NOT NULL,
    home          INTEGER NOT NULL,           -- the channel that the lobby stood in
    place         INTEGER NOT NULL,           -- the channel or thread that the table stands in
    thread        TEXT NOT NULL CHECK (thread IN ('wanted', 'made', 'none')),
    computer_due  INTEGER NOT NULL DEFAULT 0, -- 1 while a computer seat may act
    waiting       REAL,                       -- since when a person has had to decide; or NULL
    created_at    REAL NOT NULL,              -- seconds since 1970, as every time here
    ended_at      REAL,
    commitment    TEXT NOT NULL,              -- to the secret in `secrets`, shown from the lobby on
    contributions BLOB NOT NULL               -- JSON: what the joins have added to the deal
) STRICT;
CREATE INDEX matches_running ON matches (status) WHERE status = 'running';
CREATE INDEX matches_by_home ON matches (home);
CREATE INDEX matches_by_place ON matches (place);

CREATE TABLE seats (
    match   TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat    INTEGER NOT NULL,
    user    INTEGER,                          -- NULL: the computer; 0: deleted by its owner
    name    TEXT NOT NULL,
    locale  TEXT NOT NULL,                    -- what the person's Discord client said last
    dms     TEXT NOT NULL DEFAULT 'open' CHECK (dms IN ('open', 'closed')),
    pinged  INTEGER NOT NULL DEFAULT -1,      -- the decision this seat was last pinged for
    reminded INTEGER NOT NULL DEFAULT -1,     -- the decision it was last reminded of
    missed  INTEGER NOT NULL DEFAULT 0,       -- how often in a row its time ran out
    away    TEXT CHECK (away IN ('late', 'left')), -- why the computer plays for the person
    tenancy INTEGER NOT NULL DEFAULT 0,       -- how often the seat has changed hands
    since   INTEGER NOT NULL DEFAULT 0,       -- the match's version when it did so last
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_user ON seats (user);

CREATE TABLE actions (
    match   TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,                 -- the number of actions before this one
    seat    INTEGER NOT NULL,
    action  BLOB NOT NULL,                    -- JSON, as in the match record, without the seat
    at      REAL NOT NULL,
    PRIMARY KEY (match, version)
) STRICT, WITHOUT ROWID;

-- The matches that their rules have ended, in the order in which they count.
CREATE TABLE finished (
    number INTEGER PRIMARY KEY,               -- given when the match ends, whatever the clock says
    match  TEXT NOT NULL UNIQUE REFERENCES matches (id) ON DELETE CASCADE,
    how    TEXT NOT NULL                      -- a key of the game's: what decided it
) STRICT;

-- How each seat came off. All of it follows from the matches (python -m bot ratings), but for the
-- strength of a seat whose owner has been deleted.
CREATE TABLE results (
    match    TEXT NOT NULL REFERENCES finished (match) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    team     INTEGER NOT NULL,
    place    INTEGER NOT NULL,                -- 1: has won
    cards    BLOB NOT NULL,                   -- JSON: how often the team has used each card
    strength BLOB,                            -- JSON of bot.ratings.Strength; NULL: unrated
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE ratings (
    game    TEXT NOT NULL,
    guild   INTEGER NOT NULL,                 -- 0: everywhere
    user    INTEGER NOT NULL,
    mu      REAL NOT NULL,
    sigma   REAL NOT NULL,
    matches INTEGER NOT NULL,                 -- how many it comes from
    PRIMARY KEY (game, guild, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_by_user ON ratings (user);

-- What a team is about to decide together; one a match, for the decision it names.
CREATE TABLE proposals (
    match    TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    decision INTEGER NOT NULL,
    seat     INTEGER NOT NULL,                -- who proposed it
    acting   INTEGER NOT NULL,                -- who is to carry it out
    action   BLOB NOT NULL,
    at       REAL NOT NULL,
    agreed   INTEGER NOT NULL                 -- 1: settled, its seat resolves it privately
) STRICT;

CREATE TABLE lobbies (
    id         TEXT PRIMARY KEY,
    version    INTEGER NOT NULL,
    body       BLOB NOT NULL,                 -- JSON of bot.lobby.Lobby
    created_at REAL NOT NULL
) STRICT;

-- What deals are derived from (docs/fair-deal.md). Apart from everything else, because nobody may
-- see one before its match is over.
CREATE TABLE secrets (
    owner  TEXT PRIMARY KEY,                  -- the id of the lobby, which becomes the match's
    secret BLOB NOT NULL
) STRICT;

-- One match or lobby per channel or thread.
CREATE TABLE places (
    channel INTEGER PRIMARY KEY,
    owner   TEXT NOT NULL UNIQUE              -- the id of the match or lobby
) STRICT;

-- Where each message of a match is, and which state of the match it shows.
CREATE TABLE surfaces (
    owner   TEXT NOT NULL,                    -- the id of the match or lobby
    kind    TEXT NOT NULL CHECK (kind IN ('lobby', 'table', 'hand', 'peek', 'ping', 'reminder')),
    seat    INTEGER NOT NULL,                 -- -1: everybody's
    page    INTEGER NOT NULL,
    channel INTEGER,                          -- NULL: not known yet
    message INTEGER,                          -- NULL: perhaps being posted
    shown   INTEGER NOT NULL DEFAULT -1,      -- the version it shows
    digest  TEXT NOT NULL DEFAULT '',         -- of what it shows, to leave out equal edits
    token   TEXT,                             -- of an ephemeral message
    expires REAL,                             -- when the token does
    PRIMARY KEY (owner, kind, seat, page)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
    guild INTEGER PRIMARY KEY,
    body  BLOB NOT NULL                       -- JSON of bot.store.Settings
) STRICT;

CREATE TABLE people (
    user   INTEGER PRIMARY KEY,
    body   BLOB NOT NULL                      -- JSON of bot.store.Preferences
) STRICT;
