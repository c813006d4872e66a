//! Ratings with their error bars, strongest on top.

use plotters::prelude::*;

use super::figure::{ACCENT, Align, Axis, Figure, INK, PlotError, bold, short, text_style, width_of};
use crate::report::Report;

const ROW: i32 = 34;
const TOP: i32 = 64;

pub(crate) fn ladder(report: &Report) -> Result<Figure, PlotError> {
    let rows = report.ratings.len() as i32;
    let bottom = TOP + ROW * rows;
    let names = width_of(report.ratings.iter().map(|bot| bot.bot.as_str()), 14);
    let left = 32 + names as i32;
    let size = (left.unsigned_abs() + 680, bottom.unsigned_abs() + 56);
    Figure::draw(size, |canvas| {
        let (width, _) = canvas.dim_in_pixel();
        let right = width as i32 - 170;
        canvas.draw(&Text::new("Ratings", (16, 24), bold(18, INK, Align::Left)))?;
        let bounds = report.ratings.iter().flat_map(|bot| [bot.interval.low, bot.interval.high]);
        let axis = Axis::new(bounds, left, right);
        axis.draw(canvas, TOP - 8, bottom, "Elo, with 95 % intervals")?;
        for (row, bot) in (0..).zip(&report.ratings) {
            let y = TOP + ROW * row + ROW / 2;
            canvas.draw(&Text::new(short(&bot.bot), (left - 14, y), text_style(14, INK, Align::Right)))?;
            let (low, high) = (axis.at(bot.interval.low), axis.at(bot.interval.high));
            canvas.draw(&PathElement::new(vec![(low, y), (high, y)], ACCENT.stroke_width(2)))?;
            for end in [low, high] {
                canvas.draw(&PathElement::new(vec![(end, y - 6), (end, y + 6)], ACCENT.stroke_width(2)))?;
            }
            canvas.draw(&Circle::new((axis.at(bot.elo), y), 5, ACCENT.filled()))?;
            let value = format!("{:.0}  ({:.0} to {:.0})", bot.elo, bot.interval.low, bot.interval.high)
                .replace('-', "−");
            canvas.draw(&Text::new(value, (right + 12, y), text_style(13, INK, Align::Left)))?;
        }
        Ok(())
    })
}
