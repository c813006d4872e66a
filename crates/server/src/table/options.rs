//! What a host may choose.

use whistlestop_bots::BotName;
use whistlestop_bots::table::BadBotName;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::ids::MAX_SEATS;

use super::text::{BadText, clean_nonce};
use crate::protocol::table::FirstSeat;
use crate::protocol::{Clock, Spectators, TableOptions};

const MOST_BOT_PACE_MS: u16 = 10_000;
const MOST_DELAY_S: u16 = 3600;
const MOST_CLOCK_S: u32 = 24 * 60 * 60;
const MOST_DAYS: u32 = 30;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOptions {
    #[error("{edition} is for {least} to {most} players, not {asked}")]
    Seats { edition: String, least: usize, most: usize, asked: u8 },
    #[error("seat {seat} cannot start: the seats are 0 to {last}")]
    FirstSeat { seat: u8, last: u8 },
    #[error("{what} can be {least} to {most}, not {asked}")]
    Range { what: &'static str, least: u32, most: u32, asked: u32 },
    #[error(transparent)]
    Bot(#[from] BadBotName),
    #[error("the deal code: {0}")]
    Deal(BadText),
    #[error("a rated game is played with cards nobody has seen before, so it has no deal code")]
    RatedDeal,
    #[error("a rated game has somebody of their own on every seat, so it is not for hot-seat")]
    RatedHotSeat,
}

/// Whether a table can be like this.
pub fn check_options(options: &TableOptions, edition: &Edition) -> Result<(), BadOptions> {
    let players = edition.players();
    if !players.contains(&usize::from(options.seats)) || usize::from(options.seats) > MAX_SEATS {
        return Err(BadOptions::Seats {
            edition: edition.name().to_owned(),
            least: *players.start(),
            most: *players.end(),
            asked: options.seats,
        });
    }
    if options.rated && options.deal.is_some() {
        return Err(BadOptions::RatedDeal);
    }
    if options.rated && options.hot_seat {
        return Err(BadOptions::RatedHotSeat);
    }
    if let FirstSeat::Chosen { seat } = options.first_seat
        && seat >= options.seats
    {
        return Err(BadOptions::FirstSeat { seat, last: options.seats - 1 });
    }
    let within = |what: &'static str, least: u32, most: u32, asked: u32| {
        if (least..=most).contains(&asked) {
            Ok(())
        } else {
            Err(BadOptions::Range { what, least, most, asked })
        }
    };
    within("the pace of bots in milliseconds", 0, MOST_BOT_PACE_MS.into(), options.bot_pace_ms.into())?;
    if let Spectators::Anybody { delay_s } = options.spectators {
        within("the delay of spectators in seconds", 0, MOST_DELAY_S.into(), delay_s.into())?;
    }
    match options.clock {
        Clock::None => {}
        Clock::PerTurn { seconds } => within("the seconds of a turn", 5, MOST_CLOCK_S, seconds)?,
        Clock::Bank { seconds, increment_s } => {
            within("the seconds of a clock", 10, MOST_CLOCK_S, seconds)?;
            within("the seconds added after a turn", 0, MOST_CLOCK_S, increment_s)?;
        }
        Clock::Correspondence { days } => within("the days of a turn", 1, MOST_DAYS, days)?,
    }
    if let Some(after) = options.stand_in.after_s {
        within("the seconds until a bot stands in", 5, MOST_CLOCK_S, after)?;
    }
    options.stand_in.bot.parse::<BotName>()?;
    if let Some(deal) = &options.deal {
        clean_nonce(deal).map_err(BadOptions::Deal)?;
    }
    Ok(())
}
