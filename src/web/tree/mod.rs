//! The record that is shown: its tree, the cursor in it, and the game at the cursor.

mod moves;

use crate::{
    board::{Color, Size},
    game::Game,
    rules::Rules,
    sgf::{Collection, EditError, Editor, NodeId, Step},
    web::properties::{node_move, written_turn},
};

/// The record with a cursor.
#[derive(Clone, Debug)]
pub(super) struct GameTree {
    editor: Editor,
    /// The scopes of the editor's steps, with those that can be made again, in order.
    scopes: Vec<Scope>,
    cursor: NodeId,
    position: Position,
    /// Number of edits so far.
    version: u64,
    /// Number of edits that concern more than [`Scope::Texts`].
    position_version: u64,
    /// The version that was saved or opened last.
    saved: u64,
}

/// A step through the edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EditStep {
    /// The last edit is taken back.
    Undo,
    /// The edit that was taken back last is made again.
    Redo,
}

/// The part of a record that a step of the editor concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Texts and marks.
    Texts,
    /// Moves, variations and set-ups.
    Positions,
    /// The terms of evaluations from a node on: rules, komi, set-up stones, the player to move.
    Terms(NodeId),
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
        let (editor, scopes) = (Editor::new(collection), Vec::new());
        Ok(GameTree { editor, scopes, cursor, position, version, position_version, saved })
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

    /// The nodes from the root to the cursor, each with the player to move there.
    pub(super) fn turns(&self) -> Vec<(NodeId, Color)> {
        let (collection, size) = (self.collection(), self.size());
        let start = Position::at(collection, self.root());
        let mut to_move = start.map_or(Color::Black, |position| position.game.to_move());
        // To replay the line to each node would take time that is quadratic in its length.
        let turn = |node| {
            let after_move = node_move(collection, node, size).map(|(color, _)| color.opponent());
            to_move = after_move.or_else(|| written_turn(collection, node)).unwrap_or(to_move);
            (node, to_move)
        };
        collection.line_to(self.cursor).into_iter().map(turn).collect()
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
        self.make_step(Scope::Texts, edits)
    }

    /// Makes edits of moves, variations or set-ups as one step.
    ///
    /// # Errors
    /// The edits are refused, or would make the position at the cursor impossible; nothing is
    /// changed then.
    pub(super) fn edit_position(
        &mut self,
        edits: impl FnOnce(&mut Editor) -> Result<(), EditError>,
    ) -> Result<(), String> {
        let cursor = self.cursor;
        self.edit_position_and_go(|editor| edits(editor).map(|()| cursor))
    }

    /// Makes edits of moves, variations or set-ups as one step, and moves the cursor to the node that
    /// they return.
    ///
    /// # Errors
    /// The edits are refused, or would make the position at that node impossible; nothing is changed
    /// then.
    pub(super) fn edit_position_and_go(
        &mut self,
        edits: impl FnOnce(&mut Editor) -> Result<NodeId, EditError>,
    ) -> Result<(), String> {
        self.make_possible_step(Scope::Positions, edits)
    }

    /// Makes edits of the terms of evaluations from a node on as one step.
    ///
    /// # Errors
    /// As [`edit_position`](Self::edit_position).
    pub(super) fn edit_terms(
        &mut self,
        node: NodeId,
        edits: impl FnOnce(&mut Editor) -> Result<(), EditError>,
    ) -> Result<(), String> {
        let cursor = self.cursor;
        self.make_possible_step(Scope::Terms(node), |editor| edits(editor).map(|()| cursor))
    }

    /// Makes edits as one step, and moves the cursor to the node that they return, if the position
    /// there is possible.
    fn make_possible_step(
        &mut self,
        scope: Scope,
        edits: impl FnOnce(&mut Editor) -> Result<NodeId, EditError>,
    ) -> Result<(), String> {
        (self.cursor, self.position) = self.make_step(scope, |editor| {
            let node = edits(editor).map_err(|error| error.to_string())?;
            Ok::<_, String>((node, Position::at(editor.collection(), node)?))
        })?;
        Ok(())
    }

    /// Makes edits as one step. Edits that change nothing are none.
    fn make_step<T, E: ToString>(
        &mut self,
        scope: Scope,
        edits: impl FnOnce(&mut Editor) -> Result<T, E>,
    ) -> Result<T, String> {
        let steps = self.editor.steps();
        let result = self.editor.try_step(edits).map_err(|error| error.to_string())?;
        if self.editor.steps() != steps {
            self.scopes.truncate(steps);
            self.scopes.push(scope);
            self.count_edit(scope);
        }
        Ok(result)
    }

    fn count_edit(&mut self, scope: Scope) {
        self.version += 1;
        self.position_version += u64::from(scope != Scope::Texts);
    }

    /// Takes back the last edit, or makes it again. The cursor stays, or goes to the nearest node
    /// that is still there. Returns the scope of the edit; `None` if there was none.
    pub(super) fn step_edits(&mut self, step: EditStep) -> Option<Scope> {
        let steps = self.editor.steps();
        let index = match step {
            EditStep::Undo => steps.checked_sub(1)?,
            EditStep::Redo => steps,
        };
        let line = self.collection().line_to(self.cursor);
        let is_done = match step {
            EditStep::Undo => self.editor.undo(),
            EditStep::Redo => self.editor.redo(),
        };
        let scope = *self.scopes.get(index).filter(|_| is_done)?;
        self.count_edit(scope);
        self.find_cursor(&line);
        Some(scope)
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
}
