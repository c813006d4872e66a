//! Bots think on threads of their own, never on those that serve connections.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng as _;
use tokio::sync::Semaphore;
use whistlestop_bots::BotName;
use whistlestop_bots::bot::Bot;
use whistlestop_rules::game::{Action, Game};
use whistlestop_rules::ids::Seat;
use whistlestop_rules::view::Viewer;

/// Bots that think for a time share the processor rather than queue: so many for each thread.
const THINKERS_PER_THREAD: usize = 8;

/// Bots that answer at once have a queue of their own, so that no thinker is in their way.
#[derive(Clone, Debug)]
pub struct BotPool {
    thinkers: Arc<Semaphore>,
    quick: Arc<Semaphore>,
}

/// A bot that thinks and what it has learned about its game: it is to be asked again for the next decision.
pub(crate) struct Thinker {
    name: String,
    /// Nobody ever waits for the lock: it lets the table be shared that the bot belongs to, which a bot alone cannot be.
    bot: Mutex<Box<dyn Bot>>,
}

impl std::fmt::Debug for Thinker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thinker").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What a bot does, and the bot if it is to be asked again.
#[derive(Debug, Default)]
pub(super) struct Choice {
    pub(super) action: Option<Action>,
    pub(super) thinker: Option<Thinker>,
}

/// Whether a bot of this name learns from one decision to the next.
pub(super) fn thinks(name: &str) -> bool {
    name.parse::<BotName>().is_ok_and(|named| named.entry.thinking_ms > 0)
}

impl BotPool {
    pub fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        Self {
            thinkers: Arc::new(Semaphore::new(threads * THINKERS_PER_THREAD)),
            quick: Arc::new(Semaphore::new(threads)),
        }
    }

    /// What a bot does with a seat; nothing when the game does not wait for it. `thinker` is who was asked before; if that
    /// is nobody, the bot is shown the `past`, the game at each decision of the seat so far.
    pub(super) async fn choose(
        &self,
        name: String,
        thinker: Option<Thinker>,
        past: Vec<Game<'static>>,
        game: &Game<'static>,
        seat: Seat,
    ) -> Choice {
        let game = *game;
        let fallback = game.legal_actions(seat).get(0);
        let Ok(named) = name.parse::<BotName>() else {
            // A bot of another version of this program: the game must go on.
            tracing::warn!(bot = name, "there is no such bot; the first legal action is played");
            return Choice { action: fallback, thinker: None };
        };
        let thinks = named.entry.thinking_ms > 0;
        let pool = if thinks { &self.thinkers } else { &self.quick };
        let asked = Instant::now();
        metrics::gauge!("whistlestop_bot_queue").increment(1.0);
        let place = pool.clone().acquire_owned().await;
        metrics::gauge!("whistlestop_bot_queue").decrement(1.0);
        let Ok(_place) = place else { return Choice::default() };
        metrics::histogram!("whistlestop_bot_wait_seconds").record(asked.elapsed());
        let seed = crate::random::bytes();
        let known =
            thinker.filter(|thinker| thinker.name == name).and_then(|thinker| thinker.bot.into_inner().ok());
        let is_new = known.is_none();
        let mut bot = known.unwrap_or_else(|| named.make());
        let thought = tokio::task::spawn_blocking(move || {
            let legal = game.legal_actions(seat);
            let view = game.view(Viewer::Seat(seat));
            let mut generator = ChaCha12Rng::from_seed(seed);
            if is_new {
                let past: Vec<_> = past.iter().map(|game| game.view(Viewer::Seat(seat))).collect();
                bot.catch_up(&past, &mut generator);
            }
            let choice = bot.choose(&view, &legal, &mut generator);
            (legal.get(choice), bot)
        });
        let thought = thought.await;
        metrics::histogram!("whistlestop_bot_seconds").record(asked.elapsed());
        match thought {
            Ok((action, bot)) => {
                let thinker = thinks.then(|| Thinker { name, bot: Mutex::new(bot) });
                Choice { action: action.or(fallback), thinker }
            }
            Err(error) => {
                tracing::error!(%error, bot = name, "a bot broke; the first legal action is played");
                Choice { action: fallback, thinker: None }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use whistlestop_rules::chance::{FastDealer, Seed};
    use whistlestop_rules::edition::Library;
    use whistlestop_rules::game::Silence;

    #[tokio::test]
    async fn a_bot_that_thinks_is_kept_for_its_next_decision_and_no_other() {
        let edition = Library::builtin().get("toy").unwrap();
        let mut chance = FastDealer::new(&Seed([1; 32]));
        let mut game = Game::new(edition, 2, Seat::S0, &mut chance, &mut Silence).unwrap();
        let pool = BotPool::new(1);
        let first = pool.choose("mcts@4it".into(), None, Vec::new(), &game, Seat::S0).await;
        game.play(Seat::S0, &first.action.unwrap(), &mut chance, &mut Silence).unwrap();
        let thinker = first.thinker.unwrap();
        assert_eq!(thinker.name, "mcts@4it");

        let quick = pool.choose("planner".into(), None, Vec::new(), &game, Seat::S1).await;
        assert!(quick.action.is_some() && quick.thinker.is_none());
        game.play(Seat::S1, &quick.action.unwrap(), &mut chance, &mut Silence).unwrap();

        let address = |thinker: &Thinker| &raw const **thinker.bot.lock().unwrap();
        let asked_before = address(&thinker);
        let again = pool.choose("mcts@4it".into(), Some(thinker), Vec::new(), &game, Seat::S0).await;
        let kept = again.thinker.unwrap();
        assert!(std::ptr::addr_eq(address(&kept), asked_before));
        let other = pool.choose("expert@4it".into(), Some(kept), Vec::new(), &game, Seat::S0).await;
        assert_eq!(other.thinker.unwrap().name, "expert@4it");
    }
}
