use serde_json::{Value, json};

use crate::{
    sgf::{Collection, NodeId},
    web::session::Session,
};

/// Flags of a node.
const COMMENT: u8 = 1;
const MARKS: u8 = 2;
const SET_UP: u8 = 4;
const ANNOTATION: u8 = 8;

/// The tree of the game that is shown: `[id, parent, color, vertex, flags]` of each node, before its
/// children.
pub(in crate::web) fn tree(session: &Session) -> Value {
    let collection = session.tree.collection();
    let rows = collection.descendants(session.tree.root()).map(|node| {
        let parent = collection.parent(node).filter(|&parent| parent != NodeId::COLLECTION);
        let (color, vertex) = match session.vertex_of(node) {
            Some((color, vertex)) => (color.letter(), vertex),
            None => ('-', String::new()),
        };
        let parent = parent.map(NodeId::index);
        json!([node.index(), parent, color.to_string(), vertex, flags(collection, node)])
    });
    let rows: Vec<Value> = rows.collect();
    json!({"version": session.tree.version(), "nodes": rows})
}

fn flags(collection: &Collection, node: NodeId) -> u8 {
    collection.properties(node).fold(0, |flags, property| {
        flags
            | match property.name() {
                "C" | "N" => COMMENT,
                "TR" | "SQ" | "CR" | "MA" | "SL" | "LB" | "LN" | "AR" | "DD" | "TB" | "TW" => MARKS,
                "AB" | "AW" | "AE" => SET_UP,
                "GB" | "GW" | "DM" | "UC" | "HO" | "BM" | "DO" | "IT" | "TE" => ANNOTATION,
                _ => 0,
            }
    })
}
