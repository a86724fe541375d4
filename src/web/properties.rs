//! Properties of nodes: moves, texts, marks and annotations.

use crate::{
    board::{Color, Move, Point, PointSet, Size},
    sgf::{Collection, EditError, Editor, NodeId, Value, escape, move_property, point_name},
};

/// The properties of marks on points, with the kinds that the page names.
pub(super) const MARKS: [(&str, &str); 9] = [
    ("TR", "triangle"),
    ("SQ", "square"),
    ("CR", "circle"),
    ("MA", "cross"),
    ("SL", "selected"),
    ("DD", "dim"),
    ("TB", "territory-black"),
    ("TW", "territory-white"),
    ("LB", "label"),
];

/// Marks of old files, with the property that each becomes: labels by their order, and crosses.
pub(super) const OLD_MARKS: [(&str, &str); 2] = [("L", "LB"), ("M", "MA")];

/// The annotations of positions.
const POSITION_ANNOTATIONS: [&str; 4] = ["GB", "GW", "DM", "UC"];

/// The annotations of moves, and HO.
pub(super) const HOTSPOTS: [&str; 5] = ["HO", "BM", "DO", "IT", "TE"];

/// The flags of FG, of which a figure has a sum.
pub(super) mod figure_flags {
    pub(in crate::web) const NO_COORDINATES: u32 = 1;
    pub(in crate::web) const NO_NAME: u32 = 2;
    pub(in crate::web) const NO_LIST: u32 = 4;
    pub(in crate::web) const KEEPS_CAPTURED: u32 = 256;
    pub(in crate::web) const NO_STARS: u32 = 512;
    /// The application's own settings hold in place of the other flags.
    pub(in crate::web) const APPLICATION_DEFAULTS: u32 = 32768;
    pub(in crate::web) const ALL: u32 =
        NO_COORDINATES | NO_NAME | NO_LIST | KEEPS_CAPTURED | NO_STARS | APPLICATION_DEFAULTS;
}

/// The values of PM: how the numbers of moves are printed.
pub(super) mod print_modes {
    pub(in crate::web) const NO_NUMBERS: i64 = 0;
    pub(in crate::web) const NUMBERS: i64 = 1;
    /// The hundreds of the first number are left out.
    pub(in crate::web) const NUMBERS_MODULO_100: i64 = 2;
}

/// Whether a property is an annotation of nodes and moves: it has a value of 1 or 2, or none.
pub(super) fn is_annotation(name: &str) -> bool {
    POSITION_ANNOTATIONS.contains(&name) || HOTSPOTS.contains(&name)
}

/// Whether a node has a move of either player.
pub(super) fn has_move(collection: &Collection, node: NodeId) -> bool {
    Color::ALL.into_iter().any(|color| collection.property(node, move_property(color)).is_some())
}

/// The move of a node.
pub(super) fn node_move(
    collection: &Collection,
    node: NodeId,
    size: Size,
) -> Option<(Color, Move)> {
    Color::ALL.into_iter().find_map(|color| {
        let property = collection.property(node, move_property(color))?;
        Some((color, property.value().mv(size)?))
    })
}

/// The player to move by PL of a node, before a move in the same node.
pub(super) fn written_turn(collection: &Collection, node: NodeId) -> Option<Color> {
    collection.property(node, "PL")?.value().color()
}

/// The values of a property; none without it.
fn values_of<'c>(
    collection: &'c Collection,
    node: NodeId,
    name: &str,
) -> impl Iterator<Item = Value<'c>> {
    collection.property(node, name).into_iter().flat_map(|property| property.values())
}

/// The values of a property as they are written.
pub(super) fn written_values(collection: &Collection, node: NodeId, name: &str) -> Vec<String> {
    values_of(collection, node, name).map(|value| value.raw().to_owned()).collect()
}

/// The points of a list in order, each once: a short file can repeat all points of a board often.
pub(super) fn distinct_points<'c>(
    values: impl Iterator<Item = Value<'c>>,
    size: Size,
) -> impl Iterator<Item = Point> {
    let mut seen = PointSet::EMPTY;
    let points = values.filter_map(move |value| value.points(size)).flatten();
    points.filter(move |&point| seen.insert(point))
}

/// The names of the points of a list, each once.
pub(super) fn points_of(
    collection: &Collection,
    node: NodeId,
    name: &str,
    size: Size,
) -> Vec<String> {
    let points = distinct_points(values_of(collection, node, name), size);
    points.map(|point| point_name(size, point)).collect()
}

/// The values of a list of points or labels, with rectangles as single points, each once. Other values
/// stay as they are written.
pub(super) fn expanded_values(
    collection: &Collection,
    node: NodeId,
    name: &str,
    size: Size,
) -> Vec<String> {
    let (mut names, mut seen) = (Vec::new(), PointSet::EMPTY);
    for value in values_of(collection, node, name) {
        match value.points(size).filter(|_| name != "LB") {
            Some(points) => {
                let points = points.filter(|&point| seen.insert(point));
                names.extend(points.map(|point| point_name(size, point)));
            }
            None if value.raw().is_empty() => {}
            None => names.push(value.raw().to_owned()),
        }
    }
    names
}

/// The text of the first value of a property.
pub(super) fn text_of(collection: &Collection, node: NodeId, name: &str) -> Option<String> {
    let text = collection.property(node, name)?.value().text().into_owned();
    (!text.is_empty()).then_some(text)
}

/// Sets a text, or removes the property if it is empty.
///
/// # Errors
/// The name is invalid, or the record is full.
pub(super) fn set_text(
    editor: &mut Editor,
    node: NodeId,
    name: &str,
    text: &str,
) -> Result<(), EditError> {
    if text.is_empty() {
        editor.remove_property(node, name)
    } else {
        editor.set_property(node, name, &[escape(text)])
    }
}

/// Sets the values of a property, or removes it if there are none.
///
/// # Errors
/// As [`set_text`].
pub(super) fn set_values(
    editor: &mut Editor,
    node: NodeId,
    name: &str,
    values: &[String],
) -> Result<(), EditError> {
    if values.is_empty() {
        editor.remove_property(node, name)
    } else {
        editor.set_property(node, name, values)
    }
}

/// The name of a property and its value as it is written; `None` to remove it.
pub(super) type NewProperty = (&'static str, Option<String>);

/// Sets or removes properties.
///
/// # Errors
/// As [`set_text`].
pub(super) fn set_properties(
    editor: &mut Editor,
    node: NodeId,
    properties: &[NewProperty],
) -> Result<(), EditError> {
    properties.iter().try_for_each(|(name, value)| match value {
        Some(value) => editor.set_property(node, name, &[value]),
        None => editor.remove_property(node, name),
    })
}
