//! Values as private properties of a node: those of Sabaki, Lizzie, LizzieYzy and KaTrain.

use super::{
    katrain, lizzie,
    marks::NodeNotes,
    values::{PositionValues, rounded},
};
use crate::{
    board::{Color, Move, Size},
    sgf::{Collection, EditError, Editor, NodeId, Property, Value, escape},
};

/// Sabaki: Black's win rate in percent, and Black's lead in points.
const SABAKI: [&str; 2] = ["SBKV", "SBKS"];

/// Lizzie: the values of a node with a move, and of the root.
const LIZZIE: [&str; 2] = ["LZ", "LZOP"];

/// KaTrain: the values of a node, and the version of the format in the root.
const KATRAIN: [&str; 2] = ["KT", "KTV"];

/// What surrounds the values of a position.
pub(super) struct Context<'c> {
    pub(super) size: Size,
    /// The name of what evaluated the position.
    pub(super) engine: &'c str,
    pub(super) is_root: bool,
    /// Whether KT is written, which is the largest property.
    pub(super) has_katrain: bool,
    /// The move of the game, and the values after it.
    pub(super) next: Option<(Move, &'c PositionValues)>,
}

/// Adds the values to a node, in place of those of an earlier analysis.
pub(super) fn write(
    notes: &mut NodeNotes<'_>,
    values: &PositionValues,
    context: &Context<'_>,
) -> Result<(), EditError> {
    let Context { size, engine, is_root, has_katrain, next } = *context;
    // FF[4] has V for the estimated score, positive for Black.
    notes.set_unless(&["V"], "V", &[number(values.score)])?;
    notes.set(SABAKI[0], &[number(rounded(100.0 * values.win_rate, 2))])?;
    notes.set(SABAKI[1], &[number(values.score)])?;
    let has_move = |name| notes.collection().property(notes.node(), name).is_some();
    // LizzieYzy takes LZ before the first move for the form of an older version.
    let lizzie = match is_root {
        true => Some(LIZZIE[1]),
        false => (has_move("B") || has_move("W")).then_some(LIZZIE[0]),
    };
    if let Some(name) = lizzie {
        notes.set(name, &[escape(&lizzie::property(values, size, engine))])?;
    }
    if has_katrain {
        if is_root {
            notes.set(KATRAIN[1], &[katrain::VERSION])?;
        }
        notes.set(KATRAIN[0], &katrain::property(values, size, next))?;
    }
    Ok(())
}

/// Writes the values of a node as Sabaki and Lizzie have them, without comments and marks. `engine` is
/// the name of what evaluated the position.
///
/// # Errors
/// The node is not in the tree.
pub fn write_values(
    editor: &mut Editor,
    node: NodeId,
    values: &PositionValues,
    size: Size,
    engine: &str,
) -> Result<(), EditError> {
    editor.set_property(node, SABAKI[0], &[number(rounded(100.0 * values.win_rate, 2))])?;
    editor.set_property(node, SABAKI[1], &[number(values.score)])?;
    let is_root = editor.collection().parent(node) == Some(NodeId::COLLECTION);
    let lizzie = if is_root { LIZZIE[1] } else { LIZZIE[0] };
    editor.set_property(node, lizzie, &[escape(&lizzie::property(values, size, engine))])
}

/// Reads the values of a node: those of Sabaki, Lizzie, LizzieYzy and KaTrain, as far as they are
/// there. `to_move` is the player to move.
#[must_use]
pub fn read_values(
    collection: &Collection,
    node: NodeId,
    size: Size,
    to_move: Color,
) -> Option<PositionValues> {
    let property = |name: &str| collection.property(node, name);
    let text = |name: &str| property(name).map(|property| property.value().text().into_owned());
    let by_lizzie = || {
        let text = text(LIZZIE[0]).or_else(|| text(LIZZIE[1]))?;
        lizzie::read(&text, size, to_move)
    };
    let by_katrain = || {
        let parts: Vec<&str> = property(KATRAIN[0])?.values().map(Value::raw).collect();
        katrain::read(&parts, size, to_move)
    };
    let real = |name: &str| property(name).and_then(|found: Property<'_>| found.value().real());
    let win_rate = real(SABAKI[0]).filter(|percent| (0.0..=100.0).contains(percent));
    let mut values = by_lizzie().or_else(by_katrain).or_else(|| {
        win_rate.is_some().then(|| PositionValues {
            to_move,
            visits: 0,
            win_rate: 0.5,
            score: 0.0,
            deviation: 0.0,
            candidates: Vec::new(),
            ownership: Vec::new(),
            policy: Vec::new(),
        })
    })?;
    if let Some(percent) = win_rate {
        values.win_rate = rounded(percent / 100.0, 4);
    }
    if let Some(score) = real(SABAKI[1]) {
        values.score = rounded(score, 2);
    }
    Some(values)
}

fn number(value: f64) -> String {
    value.to_string()
}
