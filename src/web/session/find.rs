//! Finding nodes of the record.

use std::time::Instant;

use super::{Outcome, Refused, Session, positions};
use crate::{
    board::Vertex,
    sgf::{Collection, NodeId},
    web::properties::{HOTSPOTS, node_move, text_of},
};

impl Session {
    /// Goes to the next node that fits, after the cursor, wrapping around:
    /// - `move`: a move on a point, or the move of a number on the line of the cursor;
    /// - `comment`: a text in comment or name;
    /// - `player`: a text in the names of the players;
    /// - `hotspot`: an annotation of a move, or HO;
    /// - `position`: the position at the cursor, turned, mirrored or with the colors exchanged.
    pub(super) fn find(&mut self, kind: &str, text: &str, now: Instant) -> Outcome {
        let text = text.trim();
        let found = match kind {
            "move" => match text.parse() {
                Ok(number) => self.numbered(number),
                Err(_) => {
                    let (mv, size) = (self.read_vertex(text)?, self.tree.size());
                    self.next_node(|collection, node| {
                        node_move(collection, node, size).is_some_and(|(_, played)| played == mv)
                    })
                }
            },
            "comment" => {
                let text = text.to_lowercase();
                self.next_node(|collection, node| searchable_text(collection, node).contains(&text))
            }
            "player" => {
                let text = text.to_lowercase();
                self.next_node(|collection, node| {
                    ["PB", "PW"].iter().any(|name| {
                        text_of(collection, node, name)
                            .is_some_and(|name| name.to_lowercase().contains(&text))
                    })
                })
            }
            "hotspot" => self.next_node(|collection, node| {
                HOTSPOTS.iter().any(|name| collection.property(node, name).is_some())
            }),
            "position" => self.same_position(),
            _ => {
                let message = "kind: expected move, comment, player, hotspot or position";
                return Err(Refused::invalid(message));
            }
        };
        let found = found.ok_or_else(|| Refused::conflict("found", "nothing was found"))?;
        self.go_to(found, now)
    }

    /// The first node that fits, after the cursor, wrapping around.
    fn next_node(&self, fits: impl Fn(&Collection, NodeId) -> bool) -> Option<NodeId> {
        let (collection, cursor) = (self.tree.collection(), self.tree.cursor());
        let nodes: Vec<NodeId> = collection.descendants(NodeId::COLLECTION).skip(1).collect();
        let at = nodes.iter().position(|&node| node == cursor)?;
        let (before, after) = nodes.split_at(at + 1);
        let mut around = after.iter().chain(before);
        around.find(|&&node| fits(collection, node)).copied()
    }

    /// The next other node with the position at the cursor.
    fn same_position(&self) -> Option<NodeId> {
        let collection = self.tree.collection();
        let found = positions::equal_to(collection, self.tree.game().board());
        self.next_node(|_, node| found.contains(&node)).filter(|&node| node != self.tree.cursor())
    }

    /// The node of a move on the line of the cursor, by its number from 1; the root for 0.
    fn numbered(&self, number: usize) -> Option<NodeId> {
        let (collection, cursor) = (self.tree.collection(), self.tree.cursor());
        let line = collection.full_line(cursor);
        if number == 0 {
            return line.first().copied();
        }
        let is_move = |node: &NodeId| node_move(collection, *node, self.tree.size()).is_some();
        line.into_iter().filter(is_move).nth(number - 1)
    }

    /// The vertex of a node's move.
    pub(in crate::web) fn vertex_of(&self, node: NodeId) -> Option<(crate::board::Color, String)> {
        let (color, mv) = node_move(self.tree.collection(), node, self.tree.size())?;
        Some((color, Vertex::new(self.tree.size(), mv).to_string()))
    }
}

/// Comment and name of a node in lower case.
fn searchable_text(collection: &Collection, node: NodeId) -> String {
    let texts = ["C", "N"].into_iter().filter_map(|name| text_of(collection, node, name));
    texts.collect::<Vec<_>>().join("\n").to_lowercase()
}
