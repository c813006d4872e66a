-- Who is connected to a table, by node; the ids of the players one after another.
CREATE TABLE presences (
    table_id $BYTES NOT NULL,
    node $BYTES NOT NULL,
    players $BYTES NOT NULL,
    PRIMARY KEY (table_id, node)
) $CLUSTERED;

-- Ratings by contender: 'player:' and an id, or 'bot:' and a name.
CREATE TABLE ratings (
    contender TEXT NOT NULL PRIMARY KEY,
    mean DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX ratings_by_mean ON ratings (mean);

-- What each rated game did to them. The primary key is the fence: a game counts once.
CREATE TABLE rating_changes (
    table_id $BYTES NOT NULL,
    contender TEXT NOT NULL,
    mean_before DOUBLE PRECISION NOT NULL,
    deviation_before DOUBLE PRECISION NOT NULL,
    mean_after DOUBLE PRECISION NOT NULL,
    deviation_after DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, contender)
) $CLUSTERED;
