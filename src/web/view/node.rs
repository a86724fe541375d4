//! The contents of a node: texts, marks, lines and annotations.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    figure::{NumberedMove, inherited, numbered_moves},
    vertex,
};
use crate::{
    board::{Move, Point, PointSet, Size},
    sgf::{Collection, NodeId, Value},
    web::properties::{MARKS, distinct_points, is_annotation},
};

/// A mark on a point.
#[derive(Clone, Debug, Serialize)]
pub(super) struct MarkView {
    point: String,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// A line or an arrow.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LineView {
    from: String,
    to: String,
    arrow: bool,
}

/// Maximum length of a label that is sent, in characters.
const MAX_LABEL_LEN: usize = 40;

/// Maximum number of lines that are sent, and of arrows.
const MAX_LINES: usize = 1000;

/// The properties besides annotations that are notes on a node or its move.
const NOTES: [&str; 6] = ["V", "KO", "FG", "PM", "MN", "VW"];

/// The kind of the marks of a property. L and M are properties of old files.
fn mark_kind(name: &str) -> Option<&'static str> {
    match name {
        "L" => Some("label"),
        "M" => Some("cross"),
        _ => MARKS.iter().find(|(property, _)| *property == name).map(|&(_, kind)| kind),
    }
}

/// The marks at a node, at most one of each kind on a point.
pub(super) fn marks(collection: &Collection, node: NodeId, size: Size) -> Vec<MarkView> {
    let (mut marks, mut marked) = (Vec::new(), BTreeMap::new());
    let dimmed = inherited(collection, node, "DD").filter(|&dimmed| dimmed != node);
    let dimmed = dimmed.and_then(|node| collection.property(node, "DD"));
    for property in collection.properties(node).chain(dimmed) {
        let Some(kind) = mark_kind(property.name()) else { continue };
        let marked = marked.entry(kind).or_insert(PointSet::EMPTY);
        let mut add = |point: Point, text: Option<String>| {
            if marked.insert(point) {
                marks.push(MarkView { point: vertex(size, point), kind, text });
            }
        };
        let points = distinct_points(property.values(), size);
        match property.name() {
            "LB" => {
                let labels = property.values().filter_map(|value| label(value, size));
                labels.for_each(|(point, text)| add(point, Some(text)));
            }
            "L" => {
                let labels = points.zip('A'..='Z');
                labels.for_each(|(point, letter)| add(point, Some(letter.to_string())));
            }
            _ => points.for_each(|point| add(point, None)),
        }
    }
    marks
}

fn label(value: Value<'_>, size: Size) -> Option<(Point, String)> {
    let (point, text) = value.composed()?;
    let text = text.simple_text().chars().take(MAX_LABEL_LEN).collect();
    Some((point.point(size)?, text))
}

pub(super) fn lines(collection: &Collection, node: NodeId, size: Size) -> Vec<LineView> {
    let mut lines = Vec::new();
    for (name, arrow) in [("LN", false), ("AR", true)] {
        let values = collection.property(node, name).into_iter().flat_map(|p| p.values());
        let found = values.filter_map(|value| {
            let (from, to) = value.composed()?;
            let name = |value: Value<'_>| value.point(size).map(|point| vertex(size, point));
            Some(LineView { from: name(from)?, to: name(to)?, arrow })
        });
        lines.extend(found.take(MAX_LINES));
    }
    lines
}

pub(super) fn notes(collection: &Collection, node: NodeId) -> BTreeMap<String, String> {
    let properties = collection.properties(node);
    let is_note = |name: &str| is_annotation(name) || NOTES.contains(&name);
    let notes = properties.filter(|property| is_note(property.name()));
    notes.map(|note| (note.name().to_owned(), note.value().simple_text().into_owned())).collect()
}

/// The game information of a root: all its properties that are texts, less the charset, which is
/// that of a file.
pub(super) fn info(collection: &Collection, root: NodeId) -> BTreeMap<String, String> {
    const OTHERS: [&str; 10] = ["AB", "AW", "AE", "B", "W", "PL", "C", "LN", "AR", "CA"];
    let properties = collection.properties(root);
    let texts = properties.filter(|property| {
        !OTHERS.contains(&property.name()) && mark_kind(property.name()).is_none()
    });
    texts.map(|text| (text.name().to_owned(), text.value().text().into_owned())).collect()
}

/// The numbers of the moves whose stones are on the board; MN sets the number of its move.
pub(super) fn move_numbers(
    collection: &Collection,
    node: NodeId,
    board: &crate::board::Board,
) -> Vec<(String, usize)> {
    let size = board.size();
    let line = collection.line_to(node);
    let mut numbers = BTreeMap::new();
    for NumberedMove { color, mv, number, .. } in numbered_moves(collection, &line, size) {
        if let Move::Play(point) = mv {
            numbers.insert(point.index(), (point, color, number));
        }
    }
    let shown =
        numbers.into_values().filter(|(point, color, _)| board.stone(*point) == Some(*color));
    shown.map(|(point, _, number)| (vertex(size, point), number)).collect()
}
