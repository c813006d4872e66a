//! How the scores of each bot are spread.

use plotters::prelude::*;

use super::figure::{ACCENT, Align, Axis, Figure, GRID, INK, PlotError, bold, short, text_style, width_of};

const ROW: i32 = 64;
const TOP: i32 = 56;
/// Columns of the histograms.
const BINS: usize = 60;

/// `bots` are names with sorted scores.
pub(crate) fn scores(bots: &[(&str, Vec<i32>)]) -> Result<Figure, PlotError> {
    let bottom = TOP + ROW * bots.len() as i32;
    let left = 32 + width_of(bots.iter().map(|(name, _)| *name), 14) as i32;
    let size = (left.unsigned_abs() + 720, bottom.unsigned_abs() + 56);
    Figure::draw(size, |canvas| {
        let (width, _) = canvas.dim_in_pixel();
        let right = width as i32 - 120;
        canvas.draw(&Text::new("Scores", (16, 24), bold(18, INK, Align::Left)))?;
        let ends = bots.iter().flat_map(|(_, scores)| scores.first().into_iter().chain(scores.last()));
        let axis = Axis::new(ends.map(|score| f64::from(*score)), left, right);
        axis.draw(canvas, TOP - 8, bottom, "points at the end of the game; the line is the median")?;
        for (row, (name, scores)) in (0..).zip(bots) {
            let base = TOP + ROW * (row + 1) - 8;
            let label = (left - 14, base - 16);
            canvas.draw(&Text::new(short(name), label, text_style(14, INK, Align::Right)))?;
            canvas.draw(&PathElement::new(vec![(left, base), (right, base)], GRID))?;
            let Some(median) = scores.get(scores.len() / 2) else { continue };
            let step = (axis.high - axis.low) / BINS as f64;
            let bin = |score: i32| ((f64::from(score) - axis.low) / step) as i64;
            let count = |at: i64| scores.iter().filter(|score| bin(**score) == at).count();
            let counts: Vec<usize> = (0..BINS as i64).map(count).collect();
            let most = counts.iter().copied().max().unwrap_or(1).max(1);
            for (at, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let x = |at: usize| axis.at(axis.low + at as f64 * step);
                let height = (*count * (ROW as usize - 16)).div_ceil(most) as i32;
                let bar = [(x(at), base - height), (x(at + 1) - 1, base)];
                canvas.draw(&Rectangle::new(bar, ACCENT.mix(0.45).filled()))?;
            }
            let x = axis.at(f64::from(*median));
            canvas.draw(&PathElement::new(vec![(x, base - ROW + 14), (x, base)], INK.stroke_width(2)))?;
            let value = format!("median {median}").replace('-', "−");
            canvas.draw(&Text::new(value, (right + 12, base - 16), text_style(13, INK, Align::Left)))?;
        }
        Ok(())
    })
}
