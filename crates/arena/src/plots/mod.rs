//! Pictures of results, as SVG and PNG.

mod figure;
mod heat_map;
mod ladder;
mod matrix;
mod scores;

pub use figure::PlotError;
pub(crate) use heat_map::{HeatMap, heat_map};
pub(crate) use ladder::ladder;
pub(crate) use matrix::matrix;
pub(crate) use scores::scores;
