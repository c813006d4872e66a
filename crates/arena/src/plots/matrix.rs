//! Who beats whom how often.

use plotters::prelude::*;

use super::figure::{Align, FAINT, Figure, GRID, INK, PAPER, PlotError, bold, short, text_style, width_of};
use crate::report::Report;

const CELL: i32 = 96;
const HEIGHT: i32 = 56;
const TOP: i32 = 92;

const LOSES: (f64, f64, f64) = (219.0, 124.0, 13.0);
const EVEN: (f64, f64, f64) = (250.0, 248.0, 242.0);
const WINS: (f64, f64, f64) = (42.0, 80.0, 191.0);

/// From orange over paper to blue.
#[expect(clippy::cast_sign_loss, reason = "between two colours")]
fn color(rate: f64) -> RGBColor {
    let (end, share) = if rate < 0.5 { (LOSES, 1.0 - 2.0 * rate) } else { (WINS, 2.0 * rate - 1.0) };
    let mix = |from: f64, to: f64| (from + (to - from) * share * 0.85).round() as u8;
    RGBColor(mix(EVEN.0, end.0), mix(EVEN.1, end.1), mix(EVEN.2, end.2))
}

pub(crate) fn matrix(report: &Report) -> Result<Figure, PlotError> {
    let names: Vec<&str> = report.ratings.iter().map(|bot| bot.bot.as_str()).collect();
    let left = 32 + width_of(names.iter().copied(), 14) as i32;
    let cell = CELL.max(width_of(names.iter().copied(), 13) as i32 + 16);
    let count = names.len() as i32;
    let size = (left + cell * count + 24, TOP + HEIGHT * count + 24);
    // The title may be wider than the matrix of two bots.
    let size = (size.0.unsigned_abs().max(440), size.1.unsigned_abs());
    Figure::draw(size, |canvas| {
        canvas.draw(&Text::new(
            "Wins of the row against the column",
            (16, 24),
            bold(18, INK, Align::Left),
        ))?;
        let subtitle = "share of games finished ahead, with 95 % intervals";
        canvas.draw(&Text::new(subtitle, (16, 48), text_style(12, FAINT, Align::Left)))?;
        for (place, name) in (0..).zip(&names) {
            let across = (left + cell * place + cell / 2, TOP - 14);
            canvas.draw(&Text::new(short(name), across, text_style(13, INK, Align::Middle)))?;
            let down = (left - 14, TOP + HEIGHT * place + HEIGHT / 2);
            canvas.draw(&Text::new(short(name), down, text_style(14, INK, Align::Right)))?;
        }
        for (row, bot) in (0..).zip(&names) {
            for (column, opponent) in (0..).zip(&names) {
                let corner = (left + cell * column, TOP + HEIGHT * row);
                let middle = (corner.0 + cell / 2, corner.1 + HEIGHT / 2);
                let area = [corner, (corner.0 + cell - 2, corner.1 + HEIGHT - 2)];
                let Some((rate, interval)) = report.pair(bot, opponent) else {
                    canvas.draw(&Rectangle::new(area, GRID.mix(0.4).filled()))?;
                    continue;
                };
                canvas.draw(&Rectangle::new(area, color(rate).filled()))?;
                // Dark blue wants light letters; orange never gets too dark for ink.
                let ink = if rate > 0.72 { PAPER } else { INK };
                let value = format!("{:.1} %", rate * 100.0);
                canvas.draw(&Text::new(
                    value,
                    (middle.0, middle.1 - 8),
                    text_style(15, ink, Align::Middle),
                ))?;
                let bounds = format!("{:.1} to {:.1}", interval.low * 100.0, interval.high * 100.0);
                canvas.draw(&Text::new(
                    bounds,
                    (middle.0, middle.1 + 12),
                    text_style(11, ink, Align::Middle),
                ))?;
            }
        }
        Ok(())
    })
}
