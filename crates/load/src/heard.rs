//! What a playing client needs of the server's messages. Everything else is skipped unread, so that the clients leave
//! the processor to the server.

use std::borrow::Cow;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use whistlestop_server::protocol::Refusal;

/// A message of the server.
#[derive(Debug, Deserialize)]
pub(crate) struct Heard<'m> {
    #[serde(rename = "type")]
    pub(crate) kind: Kind,
    #[serde(borrow)]
    pub(crate) table: Option<Cow<'m, str>>,
    pub(crate) seq: Option<u32>,
    #[serde(borrow)]
    pub(crate) id: Option<Cow<'m, str>>,
    #[serde(borrow)]
    pub(crate) game: Option<Position<'m>>,
    pub(crate) code: Option<Refusal>,
    #[serde(borrow)]
    pub(crate) text: Option<Cow<'m, str>>,
    /// Of a `pong`.
    pub(crate) n: Option<u32>,
}

impl<'m> Heard<'m> {
    pub(crate) fn read(text: &'m str) -> serde_json::Result<Self> {
        Self::glance(text).map_or_else(|| serde_json::from_str(text), Ok)
    }

    /// A position that asks nothing of who is shown it, in the shape this server gives it: every other message is one, and
    /// there is nothing in it to play by.
    fn glance(text: &'m str) -> Option<Self> {
        let (table, rest) = text.strip_prefix(r#"{"type":"game","table":""#)?.split_once('"')?;
        let (seq, rest) = rest.strip_prefix(r#","seq":"#)?.split_once(',')?;
        let asks = [r#""now":"turn""#, r#""now":"second_card""#, r#""now":"tickets""#];
        if asks.into_iter().any(|asked| rest.contains(asked)) || !rest.contains(r#""score":null"#) {
            return None;
        }
        Some(Self {
            kind: Kind::Game,
            table: Some(Cow::Borrowed(table)),
            seq: Some(seq.parse().ok()?),
            id: None,
            game: Some(Position { own: Vec::new(), score: None }),
            code: None,
            text: None,
            n: None,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    Game,
    Done,
    Refused,
    Pong,
    Closing,
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Position<'m> {
    #[serde(borrow)]
    pub(crate) own: Vec<OwnSeat<'m>>,
    pub(crate) score: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct OwnSeat<'m> {
    pub(crate) seat: u8,
    pub(crate) asked: Asked,
    /// A list of [`Claims`], read only when one is to be made.
    #[serde(borrow)]
    pub(crate) claims: &'m RawValue,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    pub(crate) now: Now,
    #[serde(default)]
    pub(crate) slots: Vec<u8>,
    #[serde(default)]
    pub(crate) blind: bool,
    #[serde(default)]
    pub(crate) tickets: bool,
    #[serde(default)]
    pub(crate) claim: bool,
    #[serde(default)]
    pub(crate) offer: Vec<Offered>,
    #[serde(default)]
    pub(crate) least: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Now {
    Wait,
    Turn,
    SecondCard,
    Tickets,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Offered {
    pub(crate) ticket: u8,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Claims<'m> {
    pub(crate) routes: Vec<u8>,
    #[serde(borrow)]
    pub(crate) payments: Vec<&'m RawValue>,
}

/// What a client does, in the words of the protocol; a payment is sent back as it came.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Choice<'m> {
    DrawBlind {},
    TakeFromRow { slot: u8 },
    ClaimRoute { route: u8, payment: &'m RawValue },
    DrawTickets {},
    KeepTickets { returned: Vec<u8> },
    Pass {},
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_that_asks_nothing_is_not_read_through() {
        let message = |asked: &str, score: &str| {
            format!(
                r#"{{"type":"game","table":"0f","seq":43,"continues":true,"events":[],"game":{{"own":[{{"seat":1,"asked":{asked},"claims":[]}}],"score":{score}}}}}"#
            )
        };
        let read = |text: &str| {
            let heard = Heard::read(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((heard.table.as_deref(), heard.seq), (Some("0f"), Some(43)), "{text}");
            heard.game.map_or((0, false), |position| (position.own.len(), position.score.is_some()))
        };
        assert_eq!(read(&message(r#"{"now":"wait"}"#, "null")), (0, false));
        assert_eq!(read(&message(r#"{"now":"wait"}"#, "{}")), (1, true));
        for asked in ["turn", "second_card", "tickets"] {
            assert_eq!(read(&message(&format!(r#"{{"now":"{asked}"}}"#), "null")), (1, false));
        }
    }

    #[test]
    fn of_a_message_the_choices_are_read() {
        let message = r#"{"type": "game", "table": "0f", "seq": 43, "continues": true, "events": [{"n": 1}], "game": {
            "n": 3, "own": [{"seat": 1, "hand": {"red": 3}, "asked": {"now": "turn", "slots": [0, 2], "blind": true,
            "tickets": false, "claim": true, "pass": false}, "claims": [{"routes": [3, 4], "payments": [{"red": 3}]}],
            "barred": []}], "score": null}}"#;
        let heard: Heard = serde_json::from_str(message).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((heard.kind, heard.seq), (Kind::Game, Some(43)));
        let position = heard.game.unwrap_or_else(|| panic!("there is a position"));
        assert!(position.score.is_none());
        let own = &position.own[0];
        assert_eq!((own.asked.now, own.asked.slots.as_slice()), (Now::Turn, [0, 2].as_slice()));
        let claims: Vec<Claims> = serde_json::from_str(own.claims.get()).unwrap_or_default();
        let claim = Choice::ClaimRoute { route: claims[0].routes[1], payment: claims[0].payments[0] };
        let text = serde_json::to_string(&claim).unwrap_or_default();
        assert_eq!(text, r#"{"type":"claim_route","route":4,"payment":{"red": 3}}"#);
    }
}
