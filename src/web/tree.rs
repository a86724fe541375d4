//! The record that is shown: its tree, the cursor in it, and the game at the cursor.

use crate::{
    board::{Color, Move, Size},
    game::Game,
    rules::Rules,
    sgf::{Collection, EditError, Editor, NodeId, Step, move_value},
};

use super::properties::{move_name, node_move};

/// The record with a cursor.
#[derive(Clone, Debug)]
pub(super) struct GameTree {
    editor: Editor,
    cursor: NodeId,
    position: Position,
    /// Number of edits so far.
    version: u64,
    /// Number of edits that concern more than texts and marks.
    position_version: u64,
    /// The version that was saved or opened last.
    saved: u64,
}

/// The game at a node.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) game: Game,
    /// Number of moves on the way to the node. The game has fewer if stones were set up in between.
    pub(super) moves: usize,
}

impl Position {
    /// Replays the variation that leads to a node.
    ///
    /// # Errors
    /// The variation has a fault, described for people.
    pub(super) fn at(collection: &Collection, node: NodeId) -> Result<Position, String> {
        let record = collection.record_to(node).map_err(|error| error.to_string())?;
        let defaults = Game::new(record.size, Rules::default());
        let game = record.replay(&defaults, None).map_err(|error| error.to_string())?;
        let is_move = |step: &&Step| matches!(step, Step::Turn(..));
        Ok(Position { moves: record.steps.iter().filter(is_move).count(), game })
    }

    /// The number on the record of a move of the game, both from 1; 0 stays 0 for the start.
    pub(super) fn recorded_number(&self, number: usize) -> usize {
        if number == 0 { 0 } else { number + self.moves - self.game.turns().len() }
    }
}

impl GameTree {
    /// The tree of a collection, with the cursor at the root of its first game.
    ///
    /// # Errors
    /// There is no game, or the root cannot be shown.
    pub(super) fn new(collection: Collection) -> Result<GameTree, String> {
        let cursor = collection.games().next().ok_or("the file has no game")?;
        let position = Position::at(&collection, cursor)?;
        let (version, position_version, saved) = (0, 0, 0);
        let editor = Editor::new(collection);
        Ok(GameTree { editor, cursor, position, version, position_version, saved })
    }

    pub(super) const fn collection(&self) -> &Collection {
        self.editor.collection()
    }

    pub(super) const fn editor(&self) -> &Editor {
        &self.editor
    }

    pub(super) const fn cursor(&self) -> NodeId {
        self.cursor
    }

    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    pub(super) const fn game(&self) -> &Game {
        &self.position.game
    }

    pub(super) const fn size(&self) -> Size {
        self.position.game.size()
    }

    pub(super) const fn version(&self) -> u64 {
        self.version
    }

    pub(super) const fn position_version(&self) -> u64 {
        self.position_version
    }

    /// Goes on counting the versions where another record left off, so that findings about that
    /// record do not fit this one.
    pub(super) const fn continue_versions(&mut self, other: &GameTree) {
        self.position_version = other.position_version + 1;
        self.version = other.version + 1;
        self.saved = self.version;
    }

    /// Whether there are edits that were not saved.
    pub(super) const fn is_dirty(&self) -> bool {
        self.version != self.saved
    }

    /// Notes that the record was saved.
    pub(super) const fn mark_saved(&mut self) {
        self.saved = self.version;
    }

    /// Notes that the record differs from the saved one.
    pub(super) const fn mark_dirty(&mut self) {
        self.version += 1;
    }

    /// The root of the game that is shown.
    pub(super) fn root(&self) -> NodeId {
        self.collection().ancestors(self.cursor).last().unwrap_or(self.cursor)
    }

    /// The node with this number, if it is in the tree.
    pub(super) fn node(&self, index: usize) -> Option<NodeId> {
        let node = self.collection().node(index)?;
        (node != NodeId::COLLECTION && self.collection().contains(node)).then_some(node)
    }

    /// Moves the cursor.
    ///
    /// # Errors
    /// The node cannot be shown; the cursor stays.
    pub(super) fn go_to(&mut self, node: NodeId) -> Result<(), String> {
        if node != self.cursor {
            self.position = Position::at(self.collection(), node)?;
            self.cursor = node;
        }
        Ok(())
    }

    /// Makes edits of texts and marks as one step.
    ///
    /// # Errors
    /// The edits are refused; nothing is changed then.
    pub(super) fn edit<T>(
        &mut self,
        edits: impl FnOnce(&mut Editor) -> Result<T, EditError>,
    ) -> Result<T, String> {
        let steps = self.editor.steps();
        match self.editor.step(edits) {
            Ok(result) => {
                self.version += u64::from(self.editor.steps() != steps);
                Ok(result)
            }
            Err(error) => {
                self.editor.roll_back(steps);
                Err(error.to_string())
            }
        }
    }

    /// Makes edits of moves, stones or rules as one step.
    ///
    /// # Errors
    /// The edits are refused, or would make the position at the cursor impossible; nothing is
    /// changed then.
    pub(super) fn edit_position<T>(
        &mut self,
        edits: impl FnOnce(&mut Editor) -> Result<T, EditError>,
    ) -> Result<T, String> {
        let steps = self.editor.steps();
        let result = self.edit(edits)?;
        match Position::at(self.collection(), self.cursor) {
            Ok(position) => {
                self.position = position;
                self.position_version += 1;
                Ok(result)
            }
            Err(reason) => {
                self.editor.roll_back(steps);
                Err(reason)
            }
        }
    }

    /// Takes back the last edit, or makes it again. The cursor stays, or goes to the nearest node
    /// that is still there. Returns whether there was one.
    pub(super) fn step_edits(&mut self, is_redo: bool) -> bool {
        let line = self.collection().line_to(self.cursor);
        let is_done = if is_redo { self.editor.redo() } else { self.editor.undo() };
        if is_done {
            self.version += 1;
            self.position_version += 1;
            self.find_cursor(&line);
        }
        is_done
    }

    /// Puts the cursor on the last node of a line that is in the tree and can be shown.
    fn find_cursor(&mut self, line: &[NodeId]) {
        let games = self.collection().games();
        let nodes = line.iter().rev().copied().chain(games.take(1));
        let found = nodes.filter(|&node| self.collection().contains(node));
        let positions = found.map(|node| (node, Position::at(self.collection(), node)));
        let found = positions.into_iter().find_map(|(node, position)| Some((node, position.ok()?)));
        if let Some((node, position)) = found {
            (self.cursor, self.position) = (node, position);
        }
    }

    /// The child of the cursor that has this move.
    pub(super) fn child_with(&self, color: Color, mv: Move) -> Option<NodeId> {
        let collection = self.collection();
        collection
            .children(self.cursor)
            .find(|&child| node_move(collection, child, self.size()) == Some((color, mv)))
    }

    /// Adds a move after the cursor, with further properties, and goes there. If the move is
    /// already there, its node gets the properties, and loses those without a value. With
    /// `is_main`, the move becomes the main variation, and RE is removed. The caller has checked
    /// that the move is legal.
    ///
    /// # Errors
    /// The record is full.
    pub(super) fn play(
        &mut self,
        color: Color,
        mv: Move,
        properties: &[(&'static str, Option<String>)],
        is_main: bool,
    ) -> Result<(), String> {
        let (cursor, root, existing) = (self.cursor, self.root(), self.child_with(color, mv));
        let value = move_value(self.size(), mv);
        let node = self.edit(|editor| {
            let node = match existing {
                Some(child) => child,
                None => {
                    let node = editor.add_node(cursor)?;
                    editor.set_property(node, move_name(color), &[value])?;
                    node
                }
            };
            if is_main {
                editor.make_main(node)?;
                editor.remove_property(root, "RE")?;
            }
            for (name, value) in properties {
                match value {
                    Some(value) => editor.set_property(node, name, &[value])?,
                    None => editor.remove_property(node, name)?,
                }
            }
            Ok(node)
        })?;
        self.position_version += 1;
        self.go_to(node)
    }

    /// Adds a node after the cursor that sets the player to move, and goes there. With `is_main`,
    /// it becomes the main variation.
    ///
    /// # Errors
    /// The record is full.
    pub(super) fn add_turn(&mut self, color: Color, is_main: bool) -> Result<(), String> {
        let cursor = self.cursor;
        let node = self.edit(|editor| {
            let node = editor.add_node(cursor)?;
            editor.set_property(node, "PL", &[color.letter().to_string()])?;
            if is_main {
                editor.make_main(node)?;
            }
            Ok(node)
        })?;
        self.position_version += 1;
        self.go_to(node)
    }

    /// Adds a variation beside the cursor that begins with the same move, and goes there.
    ///
    /// # Errors
    /// There is no move at the cursor, or the record is full.
    pub(super) fn branch_off(&mut self) -> Result<(), String> {
        let (collection, cursor) = (self.collection(), self.cursor);
        let parent = collection.parent(cursor).filter(|&parent| parent != NodeId::COLLECTION);
        let turn = node_move(collection, cursor, self.size());
        let (parent, (color, mv)) =
            parent.zip(turn).ok_or("there is no move to branch off from")?;
        let value = move_value(self.size(), mv);
        let node = self.edit(|editor| {
            let node = editor.add_node(parent)?;
            editor.set_property(node, move_name(color), &[value])?;
            Ok(node)
        })?;
        self.position_version += 1;
        self.go_to(node)
    }
}
