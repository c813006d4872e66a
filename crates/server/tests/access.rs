//! Who may do what, and how often.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::num::NonZeroU32;

use support::{TestServer, new_table, options, test_config};
use whistlestop_server::client::{Client, Method};
use whistlestop_server::protocol::rest::{
    CreatedToken, Credentials, Me, NewPassword, NewToken, Tables, TokenInfo,
};
use whistlestop_server::protocol::{ClientMessage, Refusal, ServerMessage, TableState};
use whistlestop_server::{Config, Limits};

fn credentials(name: &str, password: &str) -> Credentials {
    Credentials { name: name.to_owned(), password: password.to_owned() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_signs_up_and_keeps_the_games() {
    let server = TestServer::start().await;
    let ann = server.guest("Ann").await;
    assert_eq!(server.guest("ann").await.me.name, "ann 2", "names differ in more than case");
    let table = ann.make(&new_table(options("toy", 2))).await;
    let short = ann.client.post::<Me>("/api/v1/accounts", &credentials("Ann", "short")).await.unwrap_err();
    assert_eq!(short.refused().unwrap().code, Refusal::Invalid);
    let me: Me = ann.client.post("/api/v1/accounts", &credentials("Ann", "correct horse")).await.unwrap();
    assert_eq!((me.name.as_str(), me.account, me.player), ("Ann", true, ann.me.player));

    let mut elsewhere = Client::new(server.address);
    for (name, password) in [("Ann", "wrong horse"), ("Nobody", "correct horse"), ("ann 2", "correct horse")]
    {
        let error = elsewhere.begin("/api/v1/session/login", &credentials(name, password)).await.unwrap_err();
        let refused = error.refused().unwrap();
        assert_eq!(
            (refused.code, refused.text.as_str()),
            (Refusal::Unauthorized, "the name or the password is wrong")
        );
    }
    elsewhere.begin("/api/v1/session/login", &credentials("ANN", "correct horse")).await.unwrap();
    let mine: Tables = elsewhere.get("/api/v1/my/tables").await.unwrap();
    assert_eq!(mine.tables[0].id, table.id);

    let token: CreatedToken =
        elsewhere.post("/api/v1/tokens", &NewToken { label: "my bot".to_owned() }).await.unwrap();
    let program = Client::with_token(server.address, &token.secret);
    assert_eq!(program.get::<Me>("/api/v1/session").await.unwrap().player, ann.me.player);
    assert!(program.socket().await.is_ok());
    let tokens: Vec<TokenInfo> = elsewhere.get("/api/v1/tokens").await.unwrap();
    assert_eq!(tokens[0].label, "my bot");
    let gone = elsewhere
        .request(Method::DELETE, &format!("/api/v1/tokens/{}", token.id), &[], String::new())
        .await
        .unwrap();
    assert_eq!(gone.status, 204);
    assert_eq!(
        program.get::<Me>("/api/v1/session").await.unwrap_err().refused().unwrap().code,
        Refusal::Unauthorized
    );
    // Neither the cookie's secret, nor the token's, nor the password stands in the database.
    let stored = std::fs::read(server.database()).unwrap();
    let stored_later = std::fs::read(server.database().with_extension("db-wal")).unwrap_or_default();
    for secret in [token.secret.as_str(), "correct horse"] {
        for file in [&stored, &stored_later] {
            assert!(!file.windows(secret.len()).any(|bytes| bytes == secret.as_bytes()));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_password_signs_out_everywhere_else() {
    let server = TestServer::start().await;
    let ann = server.guest("Ann").await;
    let new = |old: &str, new: &str| NewPassword { old: old.to_owned(), new: new.to_owned() };
    let path = "/api/v1/accounts/password";
    let guest = ann.client.call::<Me>(Method::PUT, path, &new("", "correct horse")).await.unwrap_err();
    assert_eq!(guest.refused().unwrap().code, Refusal::WrongTime);
    let _: Me = ann.client.post("/api/v1/accounts", &credentials("Ann", "correct horse")).await.unwrap();
    let mut elsewhere = Client::new(server.address);
    elsewhere.begin("/api/v1/session/login", &credentials("Ann", "correct horse")).await.unwrap();

    let wrong =
        ann.client.call::<Me>(Method::PUT, path, &new("wrong horse", "battery staple")).await.unwrap_err();
    assert_eq!(wrong.refused().unwrap().code, Refusal::Unauthorized);
    let short = ann.client.call::<Me>(Method::PUT, path, &new("correct horse", "short")).await.unwrap_err();
    assert_eq!(short.refused().unwrap().code, Refusal::Invalid);
    assert!(elsewhere.get::<Me>("/api/v1/session").await.is_ok(), "what was refused changed something");

    let _: Me = ann.client.call(Method::PUT, path, &new("correct horse", "battery staple")).await.unwrap();
    assert!(ann.client.get::<Me>("/api/v1/session").await.is_ok());
    let gone = elsewhere.get::<Me>("/api/v1/session").await.unwrap_err();
    assert_eq!(gone.refused().unwrap().code, Refusal::Unauthorized);
    assert!(
        elsewhere.begin("/api/v1/session/login", &credentials("Ann", "correct horse")).await.is_err(),
        "the old password opens nothing any more"
    );
    elsewhere.begin("/api/v1/session/login", &credentials("Ann", "battery staple")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_other_origins_are_refused() {
    let server = TestServer::start_with(test_config()).await;
    let ann = server.guest("Ann").await;
    let own = format!("http://{}", server.address);
    assert!(ann.client.socket_from(Some(&own)).await.is_ok());
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", ""] {
        assert!(ann.client.socket_from(Some(origin)).await.is_err(), "{origin}");
        let body = r#"{"options": {"edition": "toy"}}"#.to_owned();
        let made =
            ann.client.request(Method::POST, "/api/v1/tables", &[("origin", origin)], body).await.unwrap();
        assert_eq!(made.status, 403, "{origin}");
    }
    let form = ann
        .client
        .request(
            Method::POST,
            "/api/v1/tables",
            &[("content-type", "text/plain")],
            r#"{"options": {"edition": "toy"}}"#.to_owned(),
        )
        .await
        .unwrap();
    assert_eq!(form.status, 400, "a form cannot send JSON");
    let nobody = Client::new(server.address);
    assert!(nobody.socket().await.is_err());

    let allowed = Config { origins: vec!["https://play.example.org".to_owned()], ..test_config() };
    let server = TestServer::start_with(allowed).await;
    let bob = server.guest("Bob").await;
    assert!(bob.client.socket_from(Some("https://play.example.org")).await.is_ok());
    assert!(bob.client.socket_from(Some("https://play.example.org.evil.example")).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_has_the_headers_that_protect_its_reader() {
    let server = TestServer::start().await;
    let nobody = Client::new(server.address);
    for path in ["/", "/api/v1/editions", "/api/v1/nothing", "/healthz", "/readyz", "/metrics", "/table/abc"]
    {
        let answer = nobody.request(Method::GET, path, &[], String::new()).await.unwrap();
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{path}: {policy}");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers["x-frame-options"], "DENY");
        assert_eq!(answer.headers["referrer-policy"], "no-referrer");
    }
    let session = nobody.request(Method::POST, "/api/v1/session", &[], "{}".to_owned()).await.unwrap();
    let cookie = session.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let described = nobody.get::<serde_json::Value>("/api/openapi.json").await.unwrap();
    for path in
        ["/api/v1/tables/{table}/seats/{seat}", "/api/v1/records", "/api/v1/socket", "/api/v1/session"]
    {
        assert!(described["paths"][path].is_object(), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_asks_too_much_is_told_to_wait() {
    let few = |number: u32| NonZeroU32::new(number).unwrap();
    let limits = Limits {
        sockets_per_session: 2,
        watched_per_socket: 1,
        messages_per_second: few(5),
        tables_per_minute: few(2),
        logins_per_minute: few(3),
        codes_per_minute: few(3),
        sessions_per_minute: few(2),
        ..Limits::none()
    };
    let server = TestServer::start_with(Config { limits, ..test_config() }).await;
    let ann = server.guest("Ann").await;
    let bob = server.guest("Bob").await;
    let third = Client::guest(server.address, "Cid").await.unwrap_err();
    assert_eq!(third.refused().unwrap().code, Refusal::TooMany);

    let first = ann.make(&new_table(options("toy", 2))).await.id;
    let second = ann.make(&new_table(options("toy", 2))).await.id;
    let refused =
        ann.client.post::<TableState>("/api/v1/tables", &new_table(options("toy", 2))).await.unwrap_err();
    assert_eq!(refused.refused().unwrap().code, Refusal::TooMany);

    for attempt in 0..4 {
        let error =
            bob.client.post::<Me>("/api/v1/session/login", &credentials("Ann", "guess")).await.unwrap_err();
        let expected = if attempt < 3 { Refusal::Unauthorized } else { Refusal::TooMany };
        assert_eq!(error.refused().unwrap().code, expected);
        let error = bob.client.get::<serde_json::Value>("/api/v1/codes/AAAAAAAA").await.unwrap_err();
        let expected = if attempt < 3 { Refusal::NotFound } else { Refusal::TooMany };
        assert_eq!(error.refused().unwrap().code, expected);
    }

    let mut socket = ann.client.socket().await.unwrap();
    let _second = ann.client.socket().await.unwrap();
    assert!(ann.client.socket().await.is_err(), "two sockets are enough");
    let refusal = |message| match message {
        ServerMessage::Refused { refused, .. } => Some(refused.code),
        _ => None,
    };
    socket.send(&ClientMessage::Watch { table: first, from: None }).await.unwrap();
    socket.send(&ClientMessage::Watch { table: second, from: None }).await.unwrap();
    assert_eq!(socket.wait_for(refusal).await.unwrap(), Refusal::TooMany);
    for text in ["", "{", "[]", "{\"type\":\"ping\",\"n\":-1}", "{\"type\":\"fly\"}"] {
        socket.send_text(text.to_owned()).await.unwrap();
        assert_eq!(socket.wait_for(refusal).await.unwrap(), Refusal::Malformed);
    }
    for n in 0..40 {
        socket.send(&ClientMessage::Ping { n }).await.unwrap();
    }
    assert_eq!(socket.wait_for(refusal).await.unwrap(), Refusal::TooMany);
    let long = format!("{{\"type\":\"say\",\"text\":\"{}\"}}", "x".repeat(9000));
    let _ = socket.send_text(long).await;
    while let Ok(Some(_)) = socket.next().await {}
    // The one that sent too much is cut off; everybody else goes on.
    assert_eq!(bob.client.get::<Me>("/api/v1/session").await.unwrap().name, "Bob");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_table_is_seen_by_those_at_it_alone() {
    let server = TestServer::start().await;
    let (ann, eve) = (server.guest("Ann").await, server.guest("Eve").await);
    let mut private = options("toy", 2);
    private.spectators = whistlestop_server::protocol::Spectators::Nobody {};
    let mut new = new_table(private);
    new.bots = vec!["random".to_owned()];
    new.start = true;
    let table = ann.make(&new).await.id;
    let listed: Tables = eve.client.get("/api/v1/tables").await.unwrap();
    assert!(listed.tables.is_empty());
    let hidden = eve.client.get::<TableState>(&format!("/api/v1/tables/{table}")).await.unwrap_err();
    let absent =
        eve.client.get::<TableState>("/api/v1/tables/00000000000000000000000000000000").await.unwrap_err();
    assert_eq!(
        hidden.refused().unwrap(),
        absent.refused().unwrap(),
        "no difference to one that does not exist"
    );
    let mut socket = eve.watch(table, None).await;
    let refused = socket
        .wait_for(|message| match message {
            ServerMessage::Refused { refused, .. } => Some(refused.code),
            ServerMessage::Table { .. } | ServerMessage::Game(_) => Some(Refusal::Internal),
            _ => None,
        })
        .await
        .unwrap();
    assert_eq!(refused, Refusal::NotFound);
}
