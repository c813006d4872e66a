-- $BYTES and $CLUSTERED stand for what each engine calls them.
CREATE TABLE tables (
    id $BYTES NOT NULL PRIMARY KEY,
    -- What to type to join, while people take seats.
    code TEXT,
    status TEXT NOT NULL,
    listed BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    -- When somebody has to look after the table although nobody watches it.
    wake_at BIGINT,
    -- The node that plays its bots and keeps its time.
    owner $BYTES,
    summary TEXT NOT NULL
);
CREATE UNIQUE INDEX tables_by_code ON tables (code) WHERE code IS NOT NULL;
CREATE INDEX tables_listed ON tables (changed_at) WHERE listed = 1;
CREATE INDEX tables_to_wake ON tables (wake_at) WHERE wake_at IS NOT NULL;

-- The truth. The primary key is the fence: a number is given once.
CREATE TABLE entries (
    table_id $BYTES NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) $CLUSTERED;

CREATE TABLE table_players (
    player $BYTES NOT NULL,
    table_id $BYTES NOT NULL,
    PRIMARY KEY (player, table_id)
) $CLUSTERED;

CREATE TABLE players (
    id $BYTES NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    -- An argon2 hash; NULL for a guest.
    password TEXT,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);

-- Cookies and API tokens, known only by their SHA-256.
CREATE TABLE sessions (
    secret_hash $BYTES NOT NULL PRIMARY KEY,
    player $BYTES NOT NULL,
    -- NULL for a cookie.
    token_id $BYTES,
    label TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_player ON sessions (player);

CREATE TABLE editions (
    hash TEXT NOT NULL PRIMARY KEY,
    spec TEXT NOT NULL
);

CREATE TABLE records (
    id $BYTES NOT NULL PRIMARY KEY,
    player $BYTES NOT NULL,
    created_at BIGINT NOT NULL,
    record TEXT NOT NULL
);

CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    secret $BYTES NOT NULL
);

CREATE TABLE nodes (
    id $BYTES NOT NULL PRIMARY KEY,
    beat_at BIGINT NOT NULL
);
