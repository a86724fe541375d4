//! Shapes around a point, and what players make of them: the move predictor.

mod chains;
mod features;
mod grid;
mod key;
mod predictor;
mod shape3;
mod shapes;
mod situation;
mod table;
mod threats;

pub use self::{
    features::{Extractor, Sink},
    key::{Key, Kind},
    predictor::Predictor,
    shape3::matches_shape,
    situation::Situation,
    table::{Table, TableError, encode},
};
