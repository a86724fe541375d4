//! Edits of the record, each of which is one step of undo.

use std::time::Instant;

use super::{Outcome, Refused, Session};
use crate::{
    board::{Color, Move, Point, Vertex},
    sgf::{
        Collection, Document, EditError, Editor, NodeId, escape, move_property, move_value,
        point_name,
    },
    web::{
        action::Action,
        files::MAX_NODES,
        properties::{expanded_values, has_move, is_annotation, set_text, set_values},
        tree::{EditStep, Scope},
    },
};

/// Further properties of a node that can be set.
const NODE_PROPERTIES: [&str; 5] = ["FG", "PM", "MN", "VW", "V"];

/// The properties of the game information that can be set.
const INFO: [&str; 25] = [
    "AN", "AP", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "HA", "KM", "ON", "OT", "PB", "PC", "PW",
    "RE", "RO", "RU", "SO", "ST", "TM", "US", "WR", "WT",
];

impl Session {
    /// Makes an edit.
    pub(super) fn edit_record(&mut self, action: Action, now: Instant) -> Outcome {
        let cursor = self.tree.cursor();
        match action {
            Action::Comment { node, text } => {
                let node = node.map_or(Ok(cursor), |node| self.read_node(node))?;
                self.set_node_text(node, "C", &text)
            }
            Action::NodeName { text } => self.set_node_text(cursor, "N", &text),
            Action::Mark { point, kind, text } => self.mark(&point, &kind, text.as_deref()),
            Action::Line { from, to, arrow } => self.draw_line(&from, &to, arrow),
            Action::Figure { on, flags, name } => self.set_figure(on, flags, &name),
            Action::View { points } => self.set_view(points.as_deref()),
            Action::Annotate { property, value } => self.annotate(&property, value.as_deref()),
            Action::Info { property, value } => self.set_info(&property, value.as_deref()),
            Action::SetUp { points, color } => self.set_up(&points, color),
            Action::ToMove { color } => self.set_to_move(color),
            Action::Copy => self.copy(),
            Action::Cut => {
                let clipboard = self.clipboard.clone();
                self.copy()?;
                self.delete(now).inspect_err(|_| self.clipboard = clipboard)
            }
            Action::DeleteNode => self.delete(now),
            Action::Paste => self.paste(now),
            Action::MakeMain => Ok(self.tree.edit_position(|editor| editor.make_main(cursor))?),
            Action::UndoEdit => self.step_edits(EditStep::Undo, now),
            Action::RedoEdit => self.step_edits(EditStep::Redo, now),
            Action::AddLine { moves } => self.add_line(&moves),
            _ => Err(Refused::invalid("unknown action")),
        }
    }

    /// Makes edits of the terms of evaluations from a node on, such as rules, komi and set-up stones, as
    /// one step. The values that were found under other terms are dropped.
    pub(super) fn edit_terms(
        &mut self,
        node: NodeId,
        edits: impl FnOnce(&mut Editor) -> Result<(), EditError>,
    ) -> Result<(), String> {
        let version = self.tree.position_version();
        self.tree.edit_terms(node, edits)?;
        if self.tree.position_version() != version {
            self.drop_values(node);
        }
        Ok(())
    }

    /// Drops the values that were found under other terms than those that hold from a node on.
    fn drop_values(&mut self, node: NodeId) {
        self.values.clear();
        self.outdated.extend(self.tree.collection().descendants(node));
        self.restart_review(node);
    }

    fn step_edits(&mut self, step: EditStep, now: Instant) -> Outcome {
        let editor = self.tree.editor();
        match step {
            EditStep::Undo if editor.steps() == 0 => {
                return Err(Refused::conflict("undo", "there is no edit to take back"));
            }
            EditStep::Redo if !editor.can_redo() => {
                return Err(Refused::conflict("redo", "there is no edit to make again"));
            }
            EditStep::Undo | EditStep::Redo => {}
        }
        self.interrupt_game(self.tree.cursor(), now);
        let handicap_left = self.handicap_left();
        if let Some(Scope::Terms(node)) = self.tree.step_edits(step) {
            self.drop_values(node);
        }
        if self.handicap_left() != handicap_left {
            self.start_turn(now);
        }
        Ok(())
    }

    fn set_node_text(&mut self, node: NodeId, name: &'static str, text: &str) -> Outcome {
        Ok(self.tree.edit(|editor| set_text(editor, node, name, text))?)
    }

    /// Reads a point of the board.
    pub(super) fn read_point(&self, vertex: &str) -> Result<Point, Refused> {
        let point = self.read_vertex(vertex)?.point();
        point.ok_or_else(|| Refused::invalid("expected a point, not a pass"))
    }

    /// Reads points of the board.
    pub(super) fn read_points(&self, vertices: &[String]) -> Result<Vec<Point>, Refused> {
        vertices.iter().map(|vertex| self.read_point(vertex)).collect()
    }

    fn annotate(&mut self, name: &str, value: Option<&str>) -> Outcome {
        let cursor = self.tree.cursor();
        let is_annotation = is_annotation(name);
        if !is_annotation && !NODE_PROPERTIES.contains(&name) {
            return Err(Refused::invalid(format!("{name} is no annotation of a node")));
        }
        if is_annotation && value.is_some_and(|value| !["", "1", "2"].contains(&value)) {
            return Err(Refused::invalid(format!("{name}: expected 1 or 2")));
        }
        Ok(self.tree.edit(|editor| match value {
            Some(value) => editor.set_property(cursor, name, &[escape(value)]),
            None => editor.remove_property(cursor, name),
        })?)
    }

    fn set_info(&mut self, name: &str, value: Option<&str>) -> Outcome {
        if !INFO.contains(&name) {
            return Err(Refused::invalid(format!("{name} is no game information")));
        }
        let (root, value) = (self.tree.root(), value.unwrap_or_default().trim());
        let edits = |editor: &mut Editor| set_text(editor, root, name, value);
        match name {
            "KM" | "RU" | "HA" => Ok(self.edit_terms(root, edits)?),
            _ => Ok(self.tree.edit(edits)?),
        }
    }

    /// Sets stones up at the cursor, or in a new node after a move; `None` makes points empty.
    fn set_up(&mut self, vertices: &[String], color: Option<Color>) -> Outcome {
        let size = self.tree.size();
        let points = self.read_points(vertices)?;
        let names: Vec<String> = points.into_iter().map(|point| point_name(size, point)).collect();
        let cursor = self.tree.cursor();
        let collection = self.tree.collection();
        let has_move = has_move(collection, cursor);
        let own = match color {
            Some(Color::Black) => "AB",
            Some(Color::White) => "AW",
            None => "AE",
        };
        let lists = ["AB", "AW", "AE"].map(|name| {
            let mut list =
                if has_move { Vec::new() } else { expanded_values(collection, cursor, name, size) };
            list.retain(|name| !names.contains(name));
            // The board is empty before the root: there is nothing to remove.
            let is_needed = name != "AE" || has_move || cursor != self.tree.root();
            if name == own && is_needed {
                list.extend(names.iter().cloned());
            }
            (name, list)
        });
        let edits = |editor: &mut Editor| -> Result<NodeId, EditError> {
            let node = if has_move { editor.add_node(cursor)? } else { cursor };
            for (name, list) in &lists {
                set_values(editor, node, name, list)?;
            }
            Ok(node)
        };
        match has_move {
            // Nothing follows a new node.
            true => self.tree.edit_position_and_go(edits)?,
            false => self.edit_terms(cursor, |editor| edits(editor).map(drop))?,
        }
        Ok(())
    }

    /// Sets the player to move: at the cursor, or after a move, beside which FF[4] allows no set-up, in a
    /// node of its own. Without a color, the property is removed.
    fn set_to_move(&mut self, color: Option<Color>) -> Outcome {
        let cursor = self.tree.cursor();
        match color {
            Some(color) if has_move(self.tree.collection(), cursor) => {
                if color != self.tree.game().to_move() {
                    self.go_to_turn(color)?;
                }
            }
            Some(color) => self.edit_terms(cursor, |editor| {
                editor.set_property(cursor, "PL", &[color.letter().to_string()])
            })?,
            None => self.edit_terms(cursor, |editor| editor.remove_property(cursor, "PL"))?,
        }
        Ok(())
    }

    /// Goes to the node after the cursor that only sets the player to move, which is added if there is
    /// none.
    fn go_to_turn(&mut self, color: Color) -> Result<(), String> {
        let (collection, value) = (self.tree.collection(), color.letter().to_string());
        let known = collection.children(self.tree.cursor()).find(|&child| {
            let others = ["B", "W", "AB", "AW", "AE"];
            collection.property(child, "PL").is_some_and(|turn| turn.raw() == value)
                && others.iter().all(|name| collection.property(child, name).is_none())
        });
        match known {
            Some(child) => self.tree.go_to(child),
            None => self.tree.add_turn(color, false),
        }
    }

    fn copy(&mut self) -> Outcome {
        let text = self.tree.collection().write_branch(self.tree.cursor());
        let document = Document::read(text.as_bytes());
        self.clipboard =
            Some(document.map_err(|error| Refused::invalid(error.to_string()))?.collection);
        Ok(())
    }

    /// Deletes the node at the cursor with its variations, and goes to its parent.
    fn delete(&mut self, now: Instant) -> Outcome {
        let (cursor, root) = (self.tree.cursor(), self.tree.root());
        if cursor == root {
            return Err(Refused::conflict("root", "the root of the game cannot be deleted"));
        }
        let parent = self.tree.collection().parent(cursor).unwrap_or(root);
        self.go_to(parent, now)?;
        Ok(self.tree.edit_position(|editor| editor.remove_node(cursor))?)
    }

    fn paste(&mut self, now: Instant) -> Outcome {
        let empty = || Refused::conflict("clipboard", "nothing was cut or copied");
        let clipboard = self.clipboard.clone().ok_or_else(empty)?;
        let nodes = |collection: &Collection| collection.descendants(NodeId::COLLECTION).count();
        if nodes(self.tree.collection()) + nodes(&clipboard) > MAX_NODES {
            let message = format!("the record would have more than {MAX_NODES} nodes");
            return Err(Refused::conflict("record", message));
        }
        let cursor = self.tree.cursor();
        self.tree.edit_position(|editor| editor.add_copies(cursor, &clipboard))?;
        let pasted = self.tree.collection().last_child(cursor).unwrap_or(cursor);
        // A pasted variation may have moves on stones; it can still be deleted.
        if let Err(Refused { message, .. }) = self.go_to(pasted, now) {
            self.show_error(&format!("the pasted variation cannot be shown: {message}"));
        }
        Ok(())
    }

    /// Adds a line of legal moves as a variation, without going there.
    fn add_line(&mut self, vertices: &[String]) -> Outcome {
        let cursor = self.tree.cursor();
        let mut game = self.tree.game().clone();
        let mut line: Vec<(Color, Move)> = Vec::new();
        for vertex in vertices {
            let (mv, color) = (self.read_vertex(vertex)?, game.to_move());
            game.play(color, mv).map_err(|reason| {
                let vertex = Vertex::new(game.size(), mv);
                Refused::conflict("illegal", format!("{vertex}: {reason}"))
            })?;
            line.push((color, mv));
        }
        let size = self.tree.size();
        self.tree.edit_position(|editor| {
            let mut node = cursor;
            for &(color, mv) in &line {
                let value = move_value(size, mv);
                let name = move_property(color);
                node = match child_with(editor.collection(), node, name, &value) {
                    Some(child) => child,
                    None => {
                        let child = editor.add_node(node)?;
                        editor.set_property(child, name, &[value])?;
                        child
                    }
                };
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Whether something was cut or copied.
    pub(in crate::web) fn has_clipboard(&self) -> bool {
        self.clipboard.is_some()
    }
}

/// The child with a move as it is written.
fn child_with(collection: &Collection, parent: NodeId, name: &str, value: &str) -> Option<NodeId> {
    collection.children(parent).find(|&child| {
        collection.property(child, name).is_some_and(|property| property.raw() == value)
    })
}
