//! The routes of a map, coloured by how often they are claimed.

use plotters::prelude::*;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::ids::{CityId, RouteId};

use super::figure::{Align, FAINT, Figure, INK, PAPER, PlotError, bold, text_style};

const WIDTH: f64 = 1200.0;
const MARGIN: f64 = 70.0;
const TOP: f64 = 96.0;
/// Half the distance between the two sides of a double route.
const APART: f64 = 4.5;

/// What is told about an edition's routes.
#[derive(Debug)]
pub(crate) struct HeatMap<'a> {
    pub(crate) edition: &'a Edition,
    /// By route, between 0 and 1.
    pub(crate) claimed: &'a [f64],
    pub(crate) subtitle: String,
}

/// Places of the cities in a drawing of their own, and how large it is.
///
/// Those of the map's drawing; else from latitude and longitude; else on a circle.
fn places(edition: &Edition) -> Vec<(f64, f64)> {
    let cities = &edition.spec().cities;
    let drawn: Option<Vec<_>> = cities.iter().map(|city| city.x.zip(city.y)).collect();
    let mercator = |(lat, lon): (f64, f64)| {
        let lat = lat.clamp(-85.0, 85.0).to_radians();
        (lon.to_radians(), -(lat.tan() + 1.0 / lat.cos()).ln())
    };
    let located: Option<Vec<_>> = cities.iter().map(|city| city.lat.zip(city.lon).map(mercator)).collect();
    let circle = || {
        let angle = |city: usize| city as f64 / cities.len() as f64 * std::f64::consts::TAU;
        (0..cities.len()).map(|city| (angle(city).sin() * 1.5, -angle(city).cos())).collect()
    };
    drawn.or(located).unwrap_or_else(circle)
}

/// Moves and scales places into the picture; tells its height too.
fn fitted(places: &[(f64, f64)]) -> (Vec<(f64, f64)>, f64) {
    let bound = |pick: fn(&(f64, f64)) -> f64| {
        let values = places.iter().map(pick);
        values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (left, right) = bound(|place| place.0);
    let (top, bottom) = bound(|place| place.1);
    let span = (right - left).max((bottom - top) / 1.2).max(1e-9);
    let scale = (WIDTH - 2.0 * MARGIN) / span;
    let shift = (WIDTH - (right - left) * scale) / 2.0;
    let fit = |(x, y): &(f64, f64)| ((x - left) * scale + shift, (y - top) * scale + TOP);
    (places.iter().map(fit).collect(), (bottom - top) * scale + TOP + MARGIN)
}

const COLD: (f64, f64, f64) = (214.0, 222.0, 240.0);
const WARM: (f64, f64, f64) = (240.0, 170.0, 60.0);
const HOT: (f64, f64, f64) = (160.0, 14.0, 30.0);

#[expect(clippy::cast_sign_loss, reason = "between two colours")]
fn heat(rate: f64) -> RGBColor {
    let (from, to, share) = if rate < 0.5 { (COLD, WARM, 2.0 * rate) } else { (WARM, HOT, 2.0 * rate - 1.0) };
    let mix = |from: f64, to: f64| (from + (to - from) * share.clamp(0.0, 1.0)).round() as u8;
    RGBColor(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

fn pixel((x, y): (f64, f64)) -> (i32, i32) {
    (x.round() as i32, y.round() as i32)
}

pub(crate) fn heat_map(map: &HeatMap<'_>) -> Result<Figure, PlotError> {
    let edition = map.edition;
    let board = edition.board();
    let (places, height) = fitted(&places(edition));
    #[expect(clippy::cast_sign_loss, reason = "there is always room for the title")]
    let size = (WIDTH as u32, height.ceil() as u32);
    Figure::draw(size, |canvas| {
        let title = format!("{}: how often routes are claimed", edition.name());
        canvas.draw(&Text::new(title, (24, 26), bold(18, INK, Align::Left)))?;
        canvas.draw(&Text::new(map.subtitle.clone(), (24, 50), text_style(12, FAINT, Align::Left)))?;
        legend(canvas)?;
        for (number, rate) in map.claimed.iter().enumerate() {
            let route = RouteId(number as u8);
            let [a, b] = board.ends(route).map(|city: CityId| places[city.index()]);
            let length = (b.0 - a.0).hypot(b.1 - a.1).max(1e-9);
            let side = match board.twin(route) {
                None => 0.0,
                Some(twin) if twin.index() < number => APART,
                Some(_) => -APART,
            };
            let (dx, dy) = (-(b.1 - a.1) / length * side, (b.0 - a.0) / length * side);
            let line = vec![pixel((a.0 + dx, a.1 + dy)), pixel((b.0 + dx, b.1 + dy))];
            canvas.draw(&PathElement::new(line, heat(*rate).stroke_width(7)))?;
            let share = 0.5;
            let middle = (a.0 + (b.0 - a.0) * share + 3.2 * dx, a.1 + (b.1 - a.1) * share + 3.2 * dy);
            let percent = format!("{:.0}", rate * 100.0);
            canvas.draw(&Circle::new(pixel(middle), 9, PAPER.mix(0.85).filled()))?;
            canvas.draw(&Text::new(percent, pixel(middle), text_style(10, INK, Align::Middle)))?;
        }
        for (city, place) in edition.spec().cities.iter().zip(&places) {
            canvas.draw(&Circle::new(pixel(*place), 6, INK.filled()))?;
            canvas.draw(&Circle::new(pixel(*place), 4, PAPER.filled()))?;
            let label = pixel((place.0, place.1 - 16.0));
            // A border of paper keeps names readable above routes.
            for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)] {
                let halo = (label.0 + dx, label.1 + dy);
                canvas.draw(&Text::new(city.name.clone(), halo, text_style(13, PAPER, Align::Middle)))?;
            }
            canvas.draw(&Text::new(city.name.clone(), label, text_style(13, INK, Align::Middle)))?;
        }
        Ok(())
    })
}

fn legend(canvas: &super::figure::Canvas<'_>) -> super::figure::DrawResult<'static> {
    const LEFT: i32 = 900;
    const STEPS: i32 = 50;
    const STEP: i32 = 5;
    for step in 0..STEPS {
        let x = LEFT + step * STEP;
        let color = heat(f64::from(step) / f64::from(STEPS - 1));
        canvas.draw(&Rectangle::new([(x, 20), (x + STEP, 32)], color.filled()))?;
    }
    let ends = [
        (LEFT, "0 %", Align::Left),
        (LEFT + STEPS * STEP / 2, "of games", Align::Middle),
        (LEFT + STEPS * STEP, "100 %", Align::Right),
    ];
    for (x, label, align) in ends {
        canvas.draw(&Text::new(label, (x, 46), text_style(12, FAINT, align)))?;
    }
    Ok(())
}
