//! Bots think on threads of their own, never on those that serve connections.

use std::sync::Arc;
use std::time::Instant;

use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng as _;
use tokio::sync::Semaphore;
use whistlestop_bots::BotName;
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

impl BotPool {
    pub fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        Self {
            thinkers: Arc::new(Semaphore::new(threads * THINKERS_PER_THREAD)),
            quick: Arc::new(Semaphore::new(threads)),
        }
    }

    /// What a bot does with a seat; `None` when the game does not wait for it.
    pub(super) async fn choose(&self, bot: String, game: &Game<'static>, seat: Seat) -> Option<Action> {
        let game = *game;
        let fallback = game.legal_actions(seat).get(0);
        let Ok(named) = bot.parse::<BotName>() else {
            // A bot of another version of this program: the game must go on.
            tracing::warn!(bot, "there is no such bot; the first legal action is played");
            return fallback;
        };
        let pool = if named.entry.thinking_ms == 0 { &self.quick } else { &self.thinkers };
        let asked = Instant::now();
        metrics::gauge!("whistlestop_bot_queue").increment(1.0);
        let place = pool.clone().acquire_owned().await;
        metrics::gauge!("whistlestop_bot_queue").decrement(1.0);
        let _place = place.ok()?;
        metrics::histogram!("whistlestop_bot_wait_seconds").record(asked.elapsed());
        let seed = crate::random::bytes();
        let thought = tokio::task::spawn_blocking(move || {
            let legal = game.legal_actions(seat);
            let view = game.view(Viewer::Seat(seat));
            let mut generator = ChaCha12Rng::from_seed(seed);
            let choice = named.make().choose(&view, &legal, &mut generator);
            legal.get(choice)
        });
        let thought = thought.await;
        metrics::histogram!("whistlestop_bot_seconds").record(asked.elapsed());
        match thought {
            Ok(Some(action)) => Some(action),
            Ok(None) => fallback,
            Err(error) => {
                tracing::error!(%error, bot, "a bot broke; the first legal action is played");
                fallback
            }
        }
    }
}
