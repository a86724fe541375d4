//! Values as private properties of a node: those of Sabaki, Lizzie, LizzieYzy and KaTrain.

use super::{
    game::{ReviewGame, ReviewPosition},
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

/// Lizzie: the values of a node with a move, and of the root of a game.
const LIZZIE: [&str; 2] = ["LZ", "LZOP"];

/// KaTrain: the values of a node, and the version of the format in the root.
const KATRAIN: [&str; 2] = ["KT", "KTV"];

/// The board and the analysis that the values of a position belong to.
pub(super) struct Context<'c> {
    pub(super) size: Size,
    /// The name of the engine that evaluated the position.
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
    for (name, value) in sabaki(values) {
        notes.set(name, &[value])?;
    }
    if let Some(name) = lizzie_name(notes.collection(), notes.node()) {
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

/// Writes the values of a node as Sabaki and Lizzie have them, without comments and marks. `engine`
/// is the name of the engine that evaluated the position.
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
    for (name, value) in sabaki(values) {
        editor.set_property(node, name, &[value])?;
    }
    match lizzie_name(editor.collection(), node) {
        Some(name) => {
            editor.set_property(node, name, &[escape(&lizzie::property(values, size, engine))])
        }
        None => editor.remove_property(node, LIZZIE[0]),
    }
}

/// Sabaki's properties with their values.
fn sabaki(values: &PositionValues) -> [(&'static str, String); 2] {
    let percent = rounded(100.0 * values.win_rate, 2);
    [(SABAKI[0], number(percent)), (SABAKI[1], number(values.score))]
}

/// The name of Lizzie's property of a node; `None` without a move, where LizzieYzy takes LZ for the
/// form of an older version.
fn lizzie_name(collection: &Collection, node: NodeId) -> Option<&'static str> {
    if collection.parent(node) == Some(NodeId::COLLECTION) {
        return Some(LIZZIE[1]);
    }
    let has_move = ["B", "W"].iter().any(|name| collection.property(node, name).is_some());
    has_move.then_some(LIZZIE[0])
}

/// Reads the values of a node from the properties of Sabaki, Lizzie, LizzieYzy and KaTrain that it
/// has. `to_move` is the player to move.
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
    Some(values.clamped())
}

/// The values of each position of a game, as [`read_values`] reads them.
#[must_use]
pub fn known_values(collection: &Collection, game: &ReviewGame) -> Vec<Option<PositionValues>> {
    let read = |position: &ReviewPosition| {
        read_values(collection, position.node, game.size(), position.to_move)
    };
    game.positions.iter().map(read).collect()
}

fn number(value: f64) -> String {
    value.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::testing::{document, nine, texts, values};

    #[test]
    fn only_the_root_and_moves_have_the_values_of_lizzie() {
        let mut editor = Editor::new(document("(;SZ[9];B[aa];AB[bb]LZ[old])").collection);
        let root = editor.collection().games().next().expect("a game");
        let nodes: Vec<NodeId> = editor.collection().main_variation(root).collect();
        for node in nodes {
            write_values(&mut editor, node, &values(0.5, 1.0), nine(), "net").expect("room");
        }
        let texts = texts(editor.collection());
        assert!(texts[0].contains("SBKV[50]SBKS[1]LZOP[net"), "{}", texts[0]);
        assert!(texts[1].contains("SBKV[50]SBKS[1]LZ[net"), "{}", texts[1]);
        assert_eq!(texts[2], "AB[bb]SBKV[50]SBKS[1]");
    }

    #[test]
    fn a_lead_beyond_that_of_any_game_was_taken() {
        let document = document("(;SZ[9]SBKV[50]SBKS[-1e300])");
        let root = document.collection.games().next().expect("a game");
        let read = read_values(&document.collection, root, nine(), Color::Black).expect("values");
        assert_eq!((read.win_rate, read.score), (0.5, -2000.0));
    }
}
