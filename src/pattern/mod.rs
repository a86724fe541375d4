//! Patterns around a point: 3×3 patterns for playouts, and the move predictor.
//!
//! A move has *features*: patterns of stones around it, captures, distances and so on. The
//! [`PatternExtractor`] passes them to a [`FeatureSink`]; the [`Predictor`] adds up their weights.

mod chains;
mod features;
mod grid;
mod key;
mod position;
mod predictor;
mod shape3;
mod shapes;
mod table;
mod threats;

pub use self::{
    features::{FeatureSink, PatternExtractor},
    key::{FeatureKey, FeatureKind},
    position::Position,
    predictor::Predictor,
    shape3::matches_shape,
    table::{WeightTable, WeightTableError, decode_weights, encode_weights},
};
