//! Properties of nodes: moves and texts.

use crate::{
    board::{Color, Move, Size},
    sgf::{Collection, EditError, Editor, NodeId, escape, point_name},
};

/// The name of the property of a player's moves.
pub(super) const fn move_name(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// The value of a move in a record. A pass is empty.
pub(super) fn move_value(size: Size, mv: Move) -> String {
    mv.point().map(|point| point_name(size, point)).unwrap_or_default()
}

/// The move of a node.
pub(super) fn node_move(
    collection: &Collection,
    node: NodeId,
    size: Size,
) -> Option<(Color, Move)> {
    Color::ALL.into_iter().find_map(|color| {
        let property = collection.property(node, move_name(color))?;
        Some((color, property.value().mv(size)?))
    })
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
