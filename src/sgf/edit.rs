//! Edits of a collection, with undo.

use std::mem;

use thiserror::Error;

use super::{
    parser::push_value,
    property::{is_name, value_end},
    tree::{Collection, NodeId, Place, Span},
};

/// The reason why an edit is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EditError {
    /// The node does not exist or was removed.
    #[error("there is no node {0}")]
    NoNode(usize),
    /// The node stands for the whole collection.
    #[error("the node of the collection has no properties and cannot be moved")]
    WholeCollection,
    /// The name of a property is invalid.
    #[error("invalid property name {0:?}: expected capital letters")]
    Name(String),
    /// A property has no value, or one that has to be escaped.
    #[error("invalid value of {0}: expected one or more values with escaped ] and \\")]
    Value(String),
    /// The collection is too large.
    #[error("the collection is full: it holds at most {max} bytes", max = Collection::MAX_LEN)]
    Full,
}

/// A change, or the change that takes it back.
#[derive(Clone, Copy, Debug)]
enum Change {
    Text(NodeId, Span),
    Place(NodeId, Option<Place>),
}

/// A collection that is edited, with one stack for undo.
///
/// A refused edit changes nothing.
///
/// ```
/// use shusaku::sgf::{Document, Editor};
///
/// let mut editor = Editor::new(Document::read(b"(;SZ[9];B[ee])")?.collection);
/// let root = editor.collection().games().next().unwrap();
/// editor.set_property(root, "KM", &["6.5"])?;
/// assert_eq!(editor.collection().text(root), "SZ[9]KM[6.5]");
/// editor.undo();
/// assert_eq!(editor.collection().text(root), "SZ[9]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Editor {
    collection: Collection,
    /// Steps, the last one on top. Each is the changes that take it back.
    undo: Vec<Vec<Change>>,
    redo: Vec<Vec<Change>>,
    /// Whether further changes belong to the step on top.
    is_joined: bool,
}

impl Editor {
    /// Returns an editor of this collection, with nothing to undo.
    #[must_use]
    pub fn new(collection: Collection) -> Editor {
        Editor { collection, ..Editor::default() }
    }

    /// The collection as edited.
    #[must_use]
    pub const fn collection(&self) -> &Collection {
        &self.collection
    }

    /// Makes one step of all edits in `edits`, which undo takes back together.
    pub fn step<T>(&mut self, edits: impl FnOnce(&mut Editor) -> T) -> T {
        let is_outermost = !mem::replace(&mut self.is_joined, true);
        if is_outermost {
            self.undo.push(Vec::new());
        }
        let result = edits(self);
        if is_outermost {
            self.is_joined = false;
            if self.undo.pop_if(|step| step.is_empty()).is_none() {
                self.redo.clear();
            }
        }
        result
    }

    /// Makes one step of all edits in `edits`, or changes nothing if they fail.
    ///
    /// # Errors
    /// That of the edits.
    pub fn try_step<T, E>(
        &mut self,
        edits: impl FnOnce(&mut Editor) -> Result<T, E>,
    ) -> Result<T, E> {
        self.step(|editor| {
            let start = editor.undo.last().map_or(0, Vec::len);
            let result = edits(editor);
            if result.is_err() {
                let step = editor.undo.last_mut();
                let failed = step.map_or_else(Vec::new, |step| step.split_off(start));
                editor.take_back(&failed);
            }
            result
        })
    }

    /// Takes back the last step; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.undo.pop() else { return false };
        let inverse = self.take_back(&step);
        self.redo.push(inverse);
        true
    }

    /// Makes the step again that was taken back last; returns whether there was one. An edit ends
    /// the steps that can be made again.
    pub fn redo(&mut self) -> bool {
        let Some(step) = self.redo.pop() else { return false };
        let inverse = self.take_back(&step);
        self.undo.push(inverse);
        true
    }

    /// Number of steps that can be taken back.
    #[must_use]
    pub const fn steps(&self) -> usize {
        self.undo.len()
    }

    /// Whether a step can be made again.
    #[must_use]
    pub const fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Adds a node without properties as the last child of another, and returns it. A child of
    /// [`NodeId::COLLECTION`] is a new game.
    ///
    /// # Errors
    /// The parent does not exist, or the collection is full.
    pub fn add_node(&mut self, parent: NodeId) -> Result<NodeId, EditError> {
        self.check_exists(parent)?;
        self.check_room(0, 1)?;
        let node = self.collection.push_node();
        self.change(Change::Place(node, Some(Place { parent, next: None })));
        Ok(node)
    }

    /// Adds copies of the games of another collection as the last children of a node: variations
    /// that are pasted, or new games.
    ///
    /// # Errors
    /// The parent does not exist, or the collection is full.
    pub fn add_copies(&mut self, parent: NodeId, from: &Collection) -> Result<(), EditError> {
        self.check_exists(parent)?;
        let nodes = from.descendants(NodeId::COLLECTION).skip(1);
        let lens = nodes.map(|node| from.text(node).len());
        let (len, count) = lens.fold((0, 0), |(len, count), more| (len + more, count + 1));
        self.check_room(len, count)?;
        let roots = self.collection.add_copies(from);
        self.step(|editor| {
            for root in roots {
                editor.change(Change::Place(root, Some(Place { parent, next: None })));
            }
        });
        Ok(())
    }

    /// Removes a node with its descendants.
    ///
    /// # Errors
    /// The node does not exist or is the whole collection.
    pub fn remove_node(&mut self, node: NodeId) -> Result<(), EditError> {
        self.parent_of(node)?;
        self.change(Change::Place(node, None));
        Ok(())
    }

    /// Makes the variation that leads to a node the main variation of its game, as one step.
    ///
    /// # Errors
    /// The node does not exist or is the whole collection.
    pub fn make_main(&mut self, node: NodeId) -> Result<(), EditError> {
        self.parent_of(node)?;
        let line: Vec<NodeId> = self.collection.ancestors(node).collect();
        self.step(|editor| {
            for (&node, &parent) in line.iter().zip(&line[1..]) {
                let first = editor.collection.first_child(parent);
                if first != Some(node) {
                    editor.change(Change::Place(node, Some(Place { parent, next: first })));
                }
            }
        });
        Ok(())
    }

    /// Sets the values of a property, as they are written: [`escape`](super::escape) and
    /// [`compose`](super::compose) make values of texts. A new property is added at the end.
    ///
    /// # Errors
    /// The node does not exist, the name or a value is invalid, or the collection is full.
    pub fn set_property(
        &mut self,
        node: NodeId,
        name: &str,
        values: &[impl AsRef<str>],
    ) -> Result<(), EditError> {
        if !is_name(name) {
            return Err(EditError::Name(name.to_owned()));
        }
        if values.is_empty() || !values.iter().all(|value| is_value(value.as_ref())) {
            return Err(EditError::Value(name.to_owned()));
        }
        let mut written = name.to_owned();
        for value in values {
            push_value(&mut written, value.as_ref());
        }
        self.replace_property(node, name, &written)
    }

    /// Removes a property, wherever it stands in the node.
    ///
    /// # Errors
    /// The node does not exist, or the collection is full.
    pub fn remove_property(&mut self, node: NodeId, name: &str) -> Result<(), EditError> {
        self.replace_property(node, name, "")
    }

    fn replace_property(
        &mut self,
        node: NodeId,
        name: &str,
        written: &str,
    ) -> Result<(), EditError> {
        self.parent_of(node)?;
        let mut text = String::new();
        let mut written = Some(written);
        for property in self.collection.properties(node) {
            if property.name() == name {
                text += written.take().unwrap_or_default();
            } else {
                property.write(&mut text);
            }
        }
        text += written.unwrap_or_default();
        if text != self.collection.text(node) {
            self.check_room(text.len(), 0)?;
            let span = self.collection.push_text(&text);
            self.change(Change::Text(node, span));
        }
        Ok(())
    }

    fn check_exists(&self, node: NodeId) -> Result<(), EditError> {
        let exists = self.collection.contains(node);
        if exists { Ok(()) } else { Err(EditError::NoNode(node.index())) }
    }

    fn check_room(&self, len: usize, nodes: usize) -> Result<(), EditError> {
        if self.collection.has_room(len, nodes) { Ok(()) } else { Err(EditError::Full) }
    }

    /// The parent of a node that can be moved.
    fn parent_of(&self, node: NodeId) -> Result<NodeId, EditError> {
        self.check_exists(node)?;
        self.collection.parent(node).ok_or(EditError::WholeCollection)
    }

    fn change(&mut self, change: Change) {
        let inverse = self.apply(change);
        match self.undo.last_mut().filter(|_| self.is_joined) {
            Some(step) => step.push(inverse),
            None => {
                self.undo.push(vec![inverse]);
                self.redo.clear();
            }
        }
    }

    fn take_back(&mut self, step: &[Change]) -> Vec<Change> {
        step.iter().rev().map(|&change| self.apply(change)).collect()
    }

    /// Makes a change and returns its inverse.
    fn apply(&mut self, change: Change) -> Change {
        match change {
            Change::Text(node, span) => Change::Text(node, self.collection.set_span(node, span)),
            Change::Place(node, place) => {
                Change::Place(node, self.collection.set_place(node, place))
            }
        }
    }
}

/// Whether this is a value as it is written, without its brackets.
fn is_value(value: &str) -> bool {
    let mut closed = value.to_owned();
    closed.push(']');
    value_end(&closed) == Some(value.len())
}
