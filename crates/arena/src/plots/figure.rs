//! A picture: drawn once as SVG, and made a PNG from that, with a font that is part of the program.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::register_font;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use resvg::{tiny_skia, usvg};

use crate::log::write_whole;
use crate::output::OutputError;

/// What SVG files ask for; readers have some such font.
const FONT: &str = "sans-serif";
/// Pixels of the PNG for each of the SVG.
const SCALE: f32 = 2.0;

pub(super) const INK: RGBColor = RGBColor(38, 36, 31);
pub(super) const FAINT: RGBColor = RGBColor(110, 106, 98);
pub(super) const GRID: RGBColor = RGBColor(222, 218, 208);
pub(super) const PAPER: RGBColor = RGBColor(255, 255, 255);
pub(super) const ACCENT: RGBColor = RGBColor(42, 80, 191);

#[derive(Debug, thiserror::Error)]
#[error("a plot cannot be drawn: {0}")]
pub struct PlotError(String);

impl PlotError {
    fn new(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// Hands the font to the drawing library, once. Nothing can be measured or drawn before.
fn has_font() -> bool {
    static REGISTERED: OnceLock<bool> = OnceLock::new();
    *REGISTERED.get_or_init(|| {
        register_font(FONT, FontStyle::Normal, dejavu::sans::regular()).is_ok()
            && register_font(FONT, FontStyle::Bold, dejavu::sans::bold()).is_ok()
    })
}

pub(super) type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type DrawResult<'a> = Result<(), Box<dyn std::error::Error>>;

#[derive(Debug)]
pub(crate) struct Figure {
    svg: String,
}

impl Figure {
    pub(super) fn draw(
        size: (u32, u32),
        draw: impl FnOnce(&Canvas<'_>) -> Result<(), Box<dyn std::error::Error>>,
    ) -> Result<Self, PlotError> {
        if !has_font() {
            return Err(PlotError::new("the font of the program cannot be read"));
        }
        let mut svg = String::new();
        {
            let canvas = SVGBackend::with_string(&mut svg, size).into_drawing_area();
            canvas.fill(&PAPER).map_err(PlotError::new)?;
            draw(&canvas).map_err(PlotError::new)?;
            canvas.present().map_err(PlotError::new)?;
        }
        Ok(Self { svg })
    }

    fn png(&self) -> Result<Vec<u8>, PlotError> {
        let mut options = usvg::Options::default();
        let fonts = Arc::make_mut(&mut options.fontdb);
        fonts.load_font_data(dejavu::sans::regular().to_vec());
        fonts.load_font_data(dejavu::sans::bold().to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        let tree = usvg::Tree::from_str(&self.svg, &options).map_err(PlotError::new)?;
        let size = tree.size().to_int_size().scale_by(SCALE);
        let size = size.ok_or_else(|| PlotError::new("it has no size"))?;
        let mut picture = tiny_skia::Pixmap::new(size.width(), size.height())
            .ok_or_else(|| PlotError::new("it has no size"))?;
        let transform = tiny_skia::Transform::from_scale(SCALE, SCALE);
        resvg::render(&tree, transform, &mut picture.as_mut());
        picture.encode_png().map_err(PlotError::new)
    }

    /// Writes `name.svg` and `name.png`.
    pub(crate) fn save(&self, directory: &Path, name: &str) -> Result<(), OutputError> {
        write_whole(&directory.join(format!("{name}.svg")), self.svg.as_bytes())?;
        write_whole(&directory.join(format!("{name}.png")), &self.png()?)?;
        Ok(())
    }
}

/// Where text stands by its point.
#[derive(Clone, Copy, Debug)]
pub(super) enum Align {
    Left,
    Middle,
    Right,
}

pub(super) fn text_style<'a>(size: u32, color: RGBColor, align: Align) -> TextStyle<'a> {
    let horizontal = match align {
        Align::Left => HPos::Left,
        Align::Middle => HPos::Center,
        Align::Right => HPos::Right,
    };
    (FONT, size).into_font().color(&color).pos(Pos::new(horizontal, VPos::Center))
}

pub(super) fn bold<'a>(size: u32, color: RGBColor, align: Align) -> TextStyle<'a> {
    let TextStyle { pos, .. } = text_style(size, color, align);
    (FONT, size, FontStyle::Bold).into_font().color(&color).pos(pos)
}

/// A name that fits beside a plot: the middle of a long one is left out.
pub(super) fn short(name: &str) -> String {
    const MOST: usize = 26;
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= MOST {
        return name.to_owned();
    }
    let start: String = letters[..12].iter().collect();
    let end: String = letters[letters.len() - 13..].iter().collect();
    format!("{start}…{end}")
}

/// Room that the longest of some names needs, in pixels.
pub(super) fn width_of<'n>(names: impl IntoIterator<Item = &'n str>, size: u32) -> u32 {
    if !has_font() {
        return 0;
    }
    let style = text_style(size, INK, Align::Left);
    let width = |name: &str| {
        let box_of_text = style.font.layout_box(&short(name));
        box_of_text.map_or(0, |((left, _), (right, _))| right.abs_diff(left))
    };
    names.into_iter().map(width).max().unwrap_or(0)
}

/// Round numbers that cover a range: where axis labels stand.
pub(super) fn ticks(low: f64, high: f64, about: f64) -> Vec<f64> {
    let rough = ((high - low) / about).max(1e-9);
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= rough);
    let step = step.unwrap_or(power * 10.0);
    let mut ticks = Vec::new();
    let mut tick = (low / step).ceil() * step;
    while tick <= high + step * 1e-6 && ticks.len() < 100 {
        ticks.push(tick);
        tick += step;
    }
    ticks
}

/// A horizontal axis: from values to pixels, with lines and labels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) left: i32,
    pub(super) right: i32,
}

impl Axis {
    /// For these values, with some air on either side.
    pub(super) fn new(values: impl IntoIterator<Item = f64>, left: i32, right: i32) -> Self {
        let (mut low, mut high) = (f64::MAX, f64::MIN);
        for value in values {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let air = ((high - low) * 0.04).max(1.0);
        Self { low: low - air, high: high + air, left, right }
    }

    pub(super) fn at(&self, value: f64) -> i32 {
        let share = (value - self.low) / (self.high - self.low);
        self.left + (share * f64::from(self.right - self.left)).round() as i32
    }

    pub(super) fn draw(
        &self,
        canvas: &Canvas<'_>,
        top: i32,
        bottom: i32,
        title: &str,
    ) -> DrawResult<'static> {
        for tick in ticks(self.low, self.high, 7.0) {
            let x = self.at(tick);
            canvas.draw(&PathElement::new(vec![(x, top), (x, bottom)], GRID))?;
            let label = format!("{tick:.0}").replace('-', "−");
            canvas.draw(&Text::new(label, (x, bottom + 12), text_style(12, FAINT, Align::Middle)))?;
        }
        let middle = i32::midpoint(self.left, self.right);
        canvas.draw(&Text::new(
            title.to_owned(),
            (middle, bottom + 32),
            text_style(12, FAINT, Align::Middle),
        ))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(-0.5, 10.2, 5.0), [0.0, 5.0, 10.0]);
        assert_eq!(ticks(880.0, 1420.0, 6.0), [900.0, 1000.0, 1100.0, 1200.0, 1300.0, 1400.0]);
    }

    #[test]
    fn names_are_given_room() {
        assert!(width_of(["greedy"], 14) > 40);
        assert!(width_of(["greedy", "planner"], 14) > width_of(["greedy"], 14));
    }

    #[test]
    fn long_names_keep_their_ends() {
        assert_eq!(short("mcts@100ms"), "mcts@100ms");
        let long = short("cmd:python3 examples/python/whistlestop_bot.py --careful");
        assert_eq!(long, "cmd:python3 ….py --careful");
        assert_eq!(long.chars().count(), 26);
    }
}
