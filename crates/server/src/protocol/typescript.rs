//! The types of the protocol in TypeScript.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};

use ts_rs::{Config, TS, TypeVisitor};

use super::{rest, socket};

const HEADER: &str = "// Generated from crates/server/src/protocol by `cargo test -p whistlestop-server --test protocol`.\n\
                      // Do not edit: UPDATE=1 with that command writes it anew.\n";

/// The whole of web/src/protocol.ts: every type a client can meet, in alphabetical order.
pub fn declarations() -> String {
    let config = Config::default().with_large_int("number");
    let mut types = Types { config: &config, seen: HashSet::new(), declared: BTreeMap::new() };
    types.visit::<socket::ClientMessage>();
    types.visit::<socket::ServerMessage>();
    types.visit::<rest::NewSession>();
    types.visit::<rest::Rename>();
    types.visit::<rest::Credentials>();
    types.visit::<rest::NewToken>();
    types.visit::<rest::CreatedToken>();
    types.visit::<rest::TokenInfo>();
    types.visit::<rest::NewTable>();
    types.visit::<rest::SeatChange>();
    types.visit::<rest::Found>();
    types.visit::<rest::Tables>();
    types.visit::<rest::EditionSummary>();
    types.visit::<rest::Edition>();
    types.visit::<rest::BotInfo>();
    types.visit::<rest::PlayerInfo>();
    types.visit::<rest::RatedPlayer>();
    types.visit::<rest::RatingChangeInfo>();
    types.visit::<rest::BotAnswer>();
    types.visit::<rest::BotDone>();
    types.visit::<rest::Uploaded>();
    types.visit::<rest::History>();
    types.visit::<rest::NewPassword>();
    types.visit::<rest::Replay>();
    types.visit::<rest::ReplayViews>();
    types.visit::<super::table::TableState>();
    types.visit::<super::refusal::Refused>();
    let mut text = HEADER.to_owned();
    for declaration in types.declared.values() {
        text.push('\n');
        text.push_str(declaration);
        text.push('\n');
    }
    text
}

struct Types<'c> {
    config: &'c Config,
    seen: HashSet<TypeId>,
    declared: BTreeMap<String, String>,
}

impl TypeVisitor for Types<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            self.declared.insert(T::ident(self.config), format!("{docs}export {}", T::decl(self.config)));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}
