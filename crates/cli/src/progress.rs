//! Shows on a terminal how far the work is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Does the work under a bar. `games` tells how many are over and how many there will be.
pub(crate) fn watched<T>(games: impl Fn() -> (u64, u64) + Sync, work: impl FnOnce() -> T) -> T {
    const STYLE: &str = "{wide_bar} {human_pos} of {human_len} games, {eta} left";
    let bar = ProgressBar::new(games().1);
    if bar.is_hidden() {
        return work();
    }
    if let Ok(style) = ProgressStyle::with_template(STYLE) {
        bar.set_style(style);
    }
    let finished = AtomicBool::new(false);
    thread::scope(|scope| {
        let painter = scope.spawn(|| {
            while !finished.load(Ordering::Relaxed) {
                let (done, planned) = games();
                bar.set_length(planned);
                bar.set_position(done);
                thread::park_timeout(Duration::from_millis(100));
            }
            bar.finish_and_clear();
        });
        let result = work();
        finished.store(true, Ordering::Relaxed);
        painter.thread().unpark();
        result
    })
}
