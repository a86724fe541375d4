//! The tree of the game as pages show it.

use serde::{Serialize, Serializer};

use crate::{
    sgf::{Collection, NodeId},
    web::{
        properties::{is_annotation, text_of},
        session::Session,
    },
};

/// Flags of a node.
const COMMENT: u8 = 1;
const SET_UP: u8 = 4;
const ANNOTATION: u8 = 8;
const RIGHT: u8 = 16;
const WRONG: u8 = 32;
const FIGURE: u8 = 64;

/// The tree of the game that is shown. It is written node by node: a list of all nodes would take
/// many times the memory of the record.
#[derive(Serialize)]
pub(in crate::web) struct TreeView<'s> {
    version: u64,
    nodes: Nodes<'s>,
}

/// The nodes of the tree, each before its children.
struct Nodes<'s>(&'s Session);

/// `[id, parent, color, vertex, flags]` of a node, and the seconds that its move took, if they are
/// known.
#[derive(Serialize)]
#[serde(untagged)]
enum NodeRow {
    Timed(usize, Option<usize>, char, String, u8, f64),
    Untimed(usize, Option<usize>, char, String, u8),
}

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Nodes(session) = *self;
        let nodes = session.tree.collection().descendants(session.tree.root());
        serializer.collect_seq(nodes.map(|node| row(session, node)))
    }
}

fn row(session: &Session, node: NodeId) -> NodeRow {
    let collection = session.tree.collection();
    let parent = collection.parent(node).filter(|&parent| parent != NodeId::COLLECTION);
    let (color, vertex) = match session.vertex_of(node) {
        Some((color, vertex)) => (color.letter(), vertex),
        None => ('-', String::new()),
    };
    let (id, parent, flags) = (node.index(), parent.map(NodeId::index), flags(collection, node));
    match session.time_used(node) {
        Some(used) => NodeRow::Timed(id, parent, color, vertex, flags, used),
        None => NodeRow::Untimed(id, parent, color, vertex, flags),
    }
}

/// The tree of the game that is shown.
pub(in crate::web) fn tree(session: &Session) -> TreeView<'_> {
    TreeView { version: session.tree.version(), nodes: Nodes(session) }
}

fn flags(collection: &Collection, node: NodeId) -> u8 {
    collection.properties(node).fold(solution(collection, node), |flags, property| {
        flags
            | match property.name() {
                "C" | "N" => COMMENT,
                "AB" | "AW" | "AE" => SET_UP,
                "FG" => FIGURE,
                name if is_annotation(name) => ANNOTATION,
                _ => 0,
            }
    })
}

/// The flag of a node of a problem whose move is right or wrong; 0 for any other node.
fn solution(collection: &Collection, node: NodeId) -> u8 {
    let has = |name| collection.property(node, name).is_some();
    let comment = text_of(collection, node, "C").unwrap_or_default();
    if has("BM") || has("WV") || says_wrong(&comment) {
        WRONG
    } else if has("TE") || says_right(&comment) {
        RIGHT
    } else {
        0
    }
}

fn says_right(comment: &str) -> bool {
    let is_word = |word: &str| word == "RIGHT" || word.eq_ignore_ascii_case("correct");
    words(comment).any(is_word) || comment.contains("正解")
}

fn says_wrong(comment: &str) -> bool {
    let is_word = |word: &str| word == "WRONG" || word.eq_ignore_ascii_case("incorrect");
    let negated = words(comment).zip(words(comment).skip(1)).any(|(first, second)| {
        first.eq_ignore_ascii_case("not") && second.eq_ignore_ascii_case("correct")
    });
    negated || words(comment).any(is_word) || comment.contains("失敗")
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::Document;

    #[test]
    fn right_and_wrong_moves_of_problems_are_marked_in_the_usual_ways() {
        let solution_of = |properties: &str| {
            let text = format!("(;SZ[9];B[aa]{properties})");
            let collection = Document::read(text.as_bytes()).expect("a file").collection;
            let root = collection.games().next().expect("a game");
            solution(&collection, collection.first_child(root).expect("a node"))
        };
        for right in ["C[RIGHT]", "C[Correct!]", "TE[1]", "C[That is correct.]", "C[正解です]"]
        {
            assert_eq!(solution_of(right), RIGHT, "{right}");
        }
        for wrong in ["BM[1]", "WV[]", "C[WRONG]", "C[Incorrect]", "C[not correct]", "C[失敗]"] {
            assert_eq!(solution_of(wrong), WRONG, "{wrong}");
        }
        for open in ["", "C[the right side]", "C[to the right]"] {
            assert_eq!(solution_of(open), 0, "{open}");
        }
    }
}
