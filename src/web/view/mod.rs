//! The state as pages receive it, as data for JSON.

mod analysis;
mod catalog;
mod count;
mod figure;
mod games;
mod node;
mod position;
mod state;
mod tree;

pub(super) use self::{
    analysis::{AnalysisView, SearchedPosition},
    catalog::catalog,
    figure::inherited,
    games::games,
    state::{LargeParts, state},
    tree::tree,
};
use crate::board::{Point, Size, Vertex};

/// The name of a point.
fn vertex(size: Size, point: Point) -> String {
    Vertex::of(size, point).to_string()
}

/// The names of points.
fn vertices(size: Size, points: impl IntoIterator<Item = Point>) -> Vec<String> {
    points.into_iter().map(|point| vertex(size, point)).collect()
}
