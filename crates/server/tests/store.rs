//! What a store promises, the same for both engines.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "support/postgres.rs"]
mod postgres;

use std::path::Path;
use std::time::Duration;

use postgres::Postgres;
use sqlx::{Connection as _, Executor as _, Row as _, SqliteConnection};
use whistlestop_server::protocol::table::TableSummary;
use whistlestop_server::protocol::{PlayerId, RecordId, TableId, TableOptions, TableStatus, TokenId};
use whistlestop_server::ratings::Contender;
use whistlestop_server::store::{
    Append, AppendError, Database, NewPerson, SCHEMA, Store, StoreError, TableIndex,
};

fn index(table: TableId, code: Option<&str>, players: &[PlayerId], changed_at: i64) -> TableIndex {
    let status = if code.is_some() { TableStatus::Open } else { TableStatus::Playing };
    TableIndex {
        code: code.map(str::to_owned),
        status,
        listed: true,
        created_at: 1,
        changed_at,
        wake_at: (status == TableStatus::Playing).then_some(0),
        owner: None,
        players: players.to_vec(),
        summary: TableSummary {
            id: table,
            status,
            options: TableOptions::new("toy", 2),
            seats: Vec::new(),
            created_at: 1,
            changed_at,
        },
    }
}

fn append(table: TableId, number: u32, text: &str) -> Append {
    Append { table, number, at: i64::from(number) * 10, text: text.to_owned(), index: None }
}

async fn conforms(store: &Store) {
    entries_have_numbers_without_gaps(store).await;
    racing_appends_are_stored_once(store).await;
    tables_stand_in_lists(store).await;
    tables_are_looked_after_by_one_node(store).await;
    games_are_rated_once(store).await;
    names_are_given_once(store).await;
    sessions_open_and_end(store).await;
    other_things_come_back_as_they_were(store).await;
}

async fn entries_have_numbers_without_gaps(store: &Store) {
    let table = TableId([1; 16]);
    assert!(store.entries(table, 0).await.unwrap().is_empty());
    store.append(append(table, 1, "one")).await.unwrap();
    store.append(append(table, 2, "zwei\n„drei“ ' \\ \u{1f682}")).await.unwrap();
    let taken = store.append(append(table, 2, "another two")).await;
    assert!(matches!(taken, Err(AppendError::Conflict)), "{taken:?}");
    let gap = store.append(append(table, 4, "four")).await;
    assert!(matches!(gap, Err(AppendError::Conflict)), "{gap:?}");
    let nothing_before = store.append(append(TableId([2; 16]), 2, "two")).await;
    assert!(matches!(nothing_before, Err(AppendError::Conflict)), "{nothing_before:?}");
    let entries = store.entries(table, 0).await.unwrap();
    let told: Vec<_> = entries.iter().map(|entry| (entry.number, entry.at, entry.text.as_str())).collect();
    assert_eq!(told, [(1, 10, "one"), (2, 20, "zwei\n„drei“ ' \\ \u{1f682}")]);
    assert_eq!(store.entries(table, 1).await.unwrap().len(), 1);
}

async fn racing_appends_are_stored_once(store: &Store) {
    let table = TableId([3; 16]);
    for number in 1..=20 {
        let racers: Vec<_> = (0..8)
            .map(|racer| {
                let store = store.clone();
                tokio::spawn(
                    async move { (racer, store.append(append(table, number, &racer.to_string())).await) },
                )
            })
            .collect();
        let mut winners = Vec::new();
        for racer in racers {
            match racer.await.unwrap() {
                (racer, Ok(())) => winners.push(racer.to_string()),
                (_, Err(error)) => assert!(matches!(error, AppendError::Conflict), "{error}"),
            }
        }
        let stored = store.entries(table, number - 1).await.unwrap();
        assert_eq!(winners, [stored[0].text.clone()]);
    }
    // Many tables at once, as one commit or a few.
    let many: Vec<_> = (0..300u32)
        .map(|i| {
            let store = store.clone();
            let mut id = [4; 16];
            id[..4].copy_from_slice(&i.to_le_bytes());
            tokio::spawn(async move { store.append(append(TableId(id), 1, "first")).await })
        })
        .collect();
    for one in many {
        one.await.unwrap().unwrap();
    }
}

async fn tables_stand_in_lists(store: &Store) {
    let (ann, bob) = (PlayerId([1; 16]), PlayerId([2; 16]));
    let table = TableId([5; 16]);
    let first = Append { index: Some(index(table, Some("AAAA"), &[ann], 100)), ..append(table, 1, "made") };
    store.append(first).await.unwrap();
    assert_eq!(store.table_with_code("AAAA").await.unwrap(), Some(table));
    assert_eq!(store.tables_of(bob, 10).await.unwrap().len(), 0);
    let refused =
        Append { index: Some(index(table, Some("BBBB"), &[bob], 300)), ..append(table, 1, "again") };
    assert!(store.append(refused).await.is_err());
    assert_eq!(store.table_with_code("BBBB").await.unwrap(), None, "what is not stored is not listed");
    let second = Append { index: Some(index(table, None, &[ann, bob], 200)), ..append(table, 2, "started") };
    store.append(second).await.unwrap();
    assert_eq!(store.table_with_code("AAAA").await.unwrap(), None);
    assert_eq!(store.tables_of(bob, 10).await.unwrap()[0].id, table);
    assert_eq!(store.listed_tables(10).await.unwrap()[0].changed_at, 200);
}

async fn tables_are_looked_after_by_one_node(store: &Store) {
    let table = TableId([5; 16]);
    assert_eq!(store.tables_to_wake(1000, 0, 10).await.unwrap(), [table]);
    store.beat(1000).await.unwrap();
    assert!(store.own_table(table, 500).await.unwrap());
    assert!(store.own_table(table, 500).await.unwrap());
    assert_eq!(store.tables_to_wake(1000, 500, 10).await.unwrap(), []);
    assert_eq!(store.wake_at(table).await.unwrap(), None, "whoever is awake need not be woken");
    store.disown(table, Some(5000)).await.unwrap();
    assert_eq!(store.wake_at(table).await.unwrap(), Some(5000));
    assert_eq!(store.tables_to_wake(4999, 500, 10).await.unwrap(), []);
    assert_eq!(store.tables_to_wake(5000, 500, 10).await.unwrap(), [table]);
    store.put_aside(table).await.unwrap();
    assert_eq!(store.tables_to_wake(9000, 500, 10).await.unwrap(), []);
}

async fn games_are_rated_once(store: &Store) {
    let ann = Contender::Player(PlayerId([31; 16]));
    let (bob, greedy) = (Contender::Player(PlayerId([32; 16])), Contender::Bot("greedy".to_owned()));
    assert_eq!(store.rating(&ann).await.unwrap(), None);
    let (first, second) = (TableId([31; 16]), TableId([32; 16]));
    let results = [(ann.clone(), 1), (bob.clone(), 3), (greedy.clone(), 2), (greedy.clone(), 4)];
    // Two nodes may notice the end at the same time, and either may notice it again.
    let (once, twice) = tokio::join!(store.rate(first, &results, 10), store.rate(first, &results, 11));
    once.or(twice).unwrap();
    store.rate(first, &results, 12).await.unwrap();
    let rating = async |who: &Contender| store.rating(who).await.unwrap().unwrap();
    assert!(rating(&ann).await.points() > rating(&greedy).await.points());
    assert!(rating(&greedy).await.points() > rating(&bob).await.points(), "with the better of its two seats");
    assert_eq!(rating(&ann).await.games, 1);
    let changes = store.rating_changes(first).await.unwrap();
    assert_eq!(changes.len(), 3);
    let of_ann = changes.iter().find(|change| change.contender == ann).unwrap();
    assert_eq!((of_ann.before.points(), of_ann.after.points()), (1500, rating(&ann).await.points()));
    store.rate(second, &[(ann.clone(), 2), (bob.clone(), 1)], 20).await.unwrap();
    assert_eq!((rating(&ann).await.games, rating(&bob).await.games), (2, 2));
    store.rate(TableId([33; 16]), &[(ann.clone(), 1)], 30).await.unwrap();
    assert_eq!(rating(&ann).await.games, 2, "nobody gains by playing alone");
    let best = store.best_ratings(2).await.unwrap();
    assert_eq!(best.len(), 2);
    assert!(best[0].2.points() >= best[1].2.points());
}

async fn names_are_given_once(store: &Store) {
    let mut names = Vec::new();
    for number in 0..4 {
        let new = NewPerson { player: PlayerId([10 + number; 16]), name: "Zoë".to_owned() };
        names.push(store.add_guest(&new, 1).await.unwrap().name);
    }
    assert_eq!(names, ["Zoë", "Zoë 2", "Zoë 3", "Zoë 4"]);
    let zoe = PlayerId([10; 16]);
    assert_eq!(store.rename(zoe, "ZOË", None).await.unwrap(), "ZOË", "the own name in other letters");
    assert_eq!(store.rename(zoe, "zoë 2", None).await.unwrap(), "zoë 2 2");
    assert!(store.account("zoë 2 2").await.unwrap().is_none());
    assert_eq!(store.rename(zoe, "Zoe", Some("hash")).await.unwrap(), "Zoe");
    let (person, hash) = store.account("zoe").await.unwrap().unwrap();
    assert_eq!((person.player, person.account, hash.as_str()), (zoe, true, "hash"));
    assert_eq!(store.rename(zoe, "Zoe Z", None).await.unwrap(), "Zoe Z");
    assert_eq!(store.account("zoe z").await.unwrap().unwrap().1, "hash", "a new name keeps the password");
}

async fn sessions_open_and_end(store: &Store) {
    let zoe = PlayerId([10; 16]);
    assert!(store.session([7; 32]).await.unwrap().is_none());
    store.add_session([7; 32], zoe, None, 5).await.unwrap();
    store.add_session([8; 32], zoe, Some((TokenId([1; 16]), "bot")), 6).await.unwrap();
    assert_eq!(store.session([7; 32]).await.unwrap().unwrap().name, "Zoe Z");
    assert!(store.session([8; 32]).await.unwrap().unwrap().account);
    let tokens = store.tokens_of(zoe).await.unwrap();
    assert_eq!((tokens.len(), tokens[0].label.as_str(), tokens[0].created_at), (1, "bot", 6));
    assert!(!store.remove_token(PlayerId([11; 16]), TokenId([1; 16])).await.unwrap());
    assert!(store.remove_token(zoe, TokenId([1; 16])).await.unwrap());
    assert!(store.session([8; 32]).await.unwrap().is_none());
    store.end_session([7; 32]).await.unwrap();
    assert!(store.session([7; 32]).await.unwrap().is_none());
}

async fn other_things_come_back_as_they_were(store: &Store) {
    store.save_edition("abc", "{\"x\": 1}").await.unwrap();
    store.save_edition("abc", "{\"x\": 2}").await.unwrap();
    assert_eq!(store.edition("abc").await.unwrap().as_deref(), Some("{\"x\": 1}"));
    assert_eq!(store.edition("abd").await.unwrap(), None);
    store.save_record(RecordId([1; 16]), PlayerId([10; 16]), 1, "line\n").await.unwrap();
    assert_eq!(store.record(RecordId([1; 16])).await.unwrap().as_deref(), Some("line\n"));
    let secret = store.secret("deals").await.unwrap();
    assert_eq!(store.secret("deals").await.unwrap(), secret);
    assert_ne!(store.secret("others").await.unwrap(), secret);
    store.check().await.unwrap();
}

fn sqlite(folder: &Path) -> Database {
    Database::Sqlite { path: folder.join("a database.db") }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_conforms() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(sqlite(folder.path())).await.unwrap();
    conforms(&store).await;
    let backup = folder.path().join("backup.db");
    store.backup(backup.to_str().unwrap()).await.unwrap();
    let copy = Store::open(Database::Sqlite { path: backup }).await.unwrap();
    assert_eq!(copy.entries(TableId([1; 16]), 0).await.unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_conforms_and_tells_other_nodes() {
    let postgres = Postgres::start();
    let database = Database::Postgres { url: postgres.url() };
    let store = Store::open(database.clone()).await.unwrap();
    conforms(&store).await;
    let other = Store::open(database).await.unwrap();
    let (mut own_hints, mut hints) = (store.hints(), other.hints());
    let table = TableId([9; 16]);
    // Listening begins a moment after opening; a hint that is missed is no fault, so it is asked for again.
    let mut number = 0;
    let hint = loop {
        number += 1;
        store.append(append(table, number, "entry")).await.unwrap();
        if let Ok(hint) = tokio::time::timeout(Duration::from_millis(500), hints.recv()).await {
            break hint.unwrap();
        }
        assert!(number < 40, "no hint came");
    };
    assert_eq!(hint.table(), table);
    assert!(own_hints.try_recv().is_err(), "a node does not tell itself");
    let taken = other.append(append(table, number, "too late")).await;
    assert!(matches!(taken, Err(AppendError::Conflict)), "{taken:?}");
    other.append(append(table, number + 1, "next")).await.unwrap();
    // The first node is silent; the second takes its table over.
    let owned = TableId([6; 16]);
    let made = Append { index: Some(index(owned, None, &[], 1)), ..append(owned, 1, "made") };
    store.append(made).await.unwrap();
    store.beat(1000).await.unwrap();
    other.beat(1000).await.unwrap();
    assert!(store.own_table(owned, 900).await.unwrap());
    assert!(!other.own_table(owned, 900).await.unwrap());
    other.beat(5000).await.unwrap();
    assert_eq!(other.tables_to_wake(5000, 4000, 10).await.unwrap(), [owned]);
    assert!(other.own_table(owned, 4000).await.unwrap());
    // Who is connected to which node, as far as the nodes are alive.
    let (ann, bob) = (PlayerId([1; 16]), PlayerId([2; 16]));
    other.say_present(owned, &[ann, bob]).await.unwrap();
    assert_eq!(store.present_elsewhere(owned, 4000).await.unwrap(), [ann, bob]);
    assert_eq!(other.present_elsewhere(owned, 4000).await.unwrap(), [], "what one knows oneself is not news");
    assert_eq!(store.present_elsewhere(owned, 6000).await.unwrap(), [], "the dead are nowhere");
    other.say_present(owned, &[bob]).await.unwrap();
    assert_eq!(store.present_elsewhere(owned, 4000).await.unwrap(), [bob]);
    store.forget_nodes(4000).await.unwrap();
    assert_eq!(store.present_elsewhere(owned, 4000).await.unwrap(), [bob], "the living are not forgotten");
    other.say_present(owned, &[]).await.unwrap();
    assert_eq!(store.present_elsewhere(owned, 4000).await.unwrap(), []);
    store.beat(5000).await.unwrap();
    assert!(!store.own_table(owned, 4000).await.unwrap(), "whoever wakes up late has lost it");
}

/// How many entries wait in the journal, and how many lie where they belong.
async fn waiting_and_moved(folder: &Path) -> (i64, i64) {
    let url = format!("sqlite://{}", folder.join("a database.db").display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    let sql = "SELECT (SELECT COUNT(*) FROM journal), (SELECT COUNT(*) FROM entries)";
    let row = connection.fetch_one(sql).await.unwrap();
    (row.get(0), row.get(1))
}

async fn whole(store: &Store, tables: u8, entries: u32) {
    for table in 0..tables {
        let stored = store.entries(TableId([table; 16]), 0).await.unwrap();
        let numbers: Vec<u32> = stored.iter().map(|entry| entry.number).collect();
        assert_eq!(numbers, (1..=entries).collect::<Vec<_>>(), "table {table}");
        let rest = store.entries(TableId([table; 16]), entries - 1).await.unwrap();
        assert_eq!(rest[0].text, format!("{table} {entries}"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn entries_wait_in_the_journal_and_are_read_from_wherever_they_are() {
    const TABLES: u8 = 100;
    const ENTRIES: u32 = 130;
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(sqlite(folder.path())).await.unwrap();
    let entry = |table: u8, number| append(TableId([table; 16]), number, &format!("{table} {number}"));
    for number in 1..=ENTRIES {
        let appends = (0..TABLES).map(|table| store.append(entry(table, number)));
        futures_util::future::try_join_all(appends).await.unwrap();
        // In the middle of being moved, too.
        if number % 9 == 0 {
            whole(&store, TABLES, number).await;
        }
        if number % 40 == 0 {
            store.close().await;
            drop(store);
            store = Store::open(sqlite(folder.path())).await.unwrap();
            let taken = store.append(entry(7, number)).await;
            assert!(matches!(taken, Err(AppendError::Conflict)), "{taken:?}");
        }
    }
    let (waiting, moved) = waiting_and_moved(folder.path()).await;
    assert!(waiting > 0 && moved > 0, "{waiting} {moved}");
    whole(&Store::open_for_reading(sqlite(folder.path())).await.unwrap(), TABLES, ENTRIES).await;
    // When nothing is stored for a while, all is moved.
    let began = std::time::Instant::now();
    let all = i64::from(ENTRIES) * i64::from(TABLES);
    while waiting_and_moved(folder.path()).await != (0, all) {
        assert!(began.elapsed() < Duration::from_secs(20), "it is not moved");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    whole(&store, TABLES, ENTRIES).await;
    let gap = store.append(entry(7, ENTRIES + 2)).await;
    assert!(matches!(gap, Err(AppendError::Conflict)), "{gap:?}");
    store.append(entry(7, ENTRIES + 1)).await.unwrap();
}

#[tokio::test]
async fn a_database_is_used_by_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let _store = Store::open(sqlite(folder.path())).await.unwrap();
    let second = Store::open(sqlite(folder.path())).await;
    assert!(matches!(second, Err(StoreError::InUse { .. })), "{second:?}");
}

#[tokio::test]
async fn a_newer_database_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(sqlite(folder.path())).await.unwrap();
    store.append(append(TableId([1; 16]), 1, "one")).await.unwrap();
    store.set_schema_version(SCHEMA + 1).await.unwrap();
    store.close().await;
    drop(store);
    let error = Store::open(sqlite(folder.path())).await.unwrap_err();
    assert!(matches!(error, StoreError::NewerSchema { .. }));
    assert!(error.to_string().contains("start the newer version"), "{error}");
}
