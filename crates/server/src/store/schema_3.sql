-- Where entries wait, in the order of their arrival, to be moved to those of their tables: many at a time, because with
-- SQLite every table that is written to costs a page. Postgres has it and leaves it empty.
CREATE TABLE journal (
    place INTEGER NOT NULL PRIMARY KEY,
    table_id $BYTES NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    entry TEXT NOT NULL
);
