//! Moves and turns that are added after the cursor.

use super::GameTree;
use crate::{
    board::{Color, Move},
    sgf::{NodeId, move_property, move_value},
    web::properties::{NewProperty, node_move, set_properties},
};

impl GameTree {
    /// The child of the cursor that has this move.
    fn child_with(&self, color: Color, mv: Move) -> Option<NodeId> {
        let collection = self.collection();
        collection
            .children(self.cursor)
            .find(|&child| node_move(collection, child, self.size()) == Some((color, mv)))
    }

    /// Adds a move after the cursor, with further properties of its node and of the root, and goes
    /// there. If the move is already there, its node gets the properties; those without a value are
    /// removed. With `is_main`, the move becomes the main variation. The caller has checked that the
    /// move is legal.
    ///
    /// # Errors
    /// The record is full, or the node that has this move cannot be shown.
    pub(in crate::web) fn play(
        &mut self,
        color: Color,
        mv: Move,
        properties: &[NewProperty],
        of_root: &[NewProperty],
        is_main: bool,
    ) -> Result<(), String> {
        let (cursor, root, existing) = (self.cursor, self.root(), self.child_with(color, mv));
        let value = move_value(self.size(), mv);
        self.edit_position_and_go(|editor| {
            let node = match existing {
                Some(child) => child,
                None => {
                    let node = editor.add_node(cursor)?;
                    editor.set_property(node, move_property(color), &[value])?;
                    node
                }
            };
            if is_main {
                editor.make_main(node)?;
            }
            set_properties(editor, node, properties)?;
            set_properties(editor, root, of_root)?;
            Ok(node)
        })
    }

    /// Adds a node after the cursor that sets the player to move, and goes there. With `is_main`,
    /// it becomes the main variation.
    ///
    /// # Errors
    /// The record is full.
    pub(in crate::web) fn add_turn(&mut self, color: Color, is_main: bool) -> Result<(), String> {
        let cursor = self.cursor;
        self.edit_position_and_go(|editor| {
            let node = editor.add_node(cursor)?;
            editor.set_property(node, "PL", &[color.letter().to_string()])?;
            if is_main {
                editor.make_main(node)?;
            }
            Ok(node)
        })
    }

    /// Adds a variation beside the cursor that begins with the same move, and goes there.
    ///
    /// # Errors
    /// There is no move at the cursor, or the record is full.
    pub(in crate::web) fn branch_off(&mut self) -> Result<(), String> {
        let (collection, cursor) = (self.collection(), self.cursor);
        let parent = collection.parent(cursor).filter(|&parent| parent != NodeId::COLLECTION);
        let turn = node_move(collection, cursor, self.size());
        let (parent, (color, mv)) =
            parent.zip(turn).ok_or("there is no move to branch off from")?;
        let value = move_value(self.size(), mv);
        self.edit_position_and_go(|editor| {
            let node = editor.add_node(parent)?;
            editor.set_property(node, move_property(color), &[value])?;
            Ok(node)
        })
    }
}
