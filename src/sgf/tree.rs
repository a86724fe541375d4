//! The nodes of a file as an arena.
//!
//! Nodes are linked by indices, and no method recurses, so that neither 100,000 nodes nor 50,000
//! levels need a large stack. The properties of a node are a span of one text buffer. An edit
//! appends the new text and changes the span, so that undo has only the span to restore.

use std::iter;

use super::property::{Properties, Property};

/// No node, in the links between nodes.
const NONE: u32 = u32::MAX;

/// A node of a [`Collection`].
///
/// It is valid for the collection that returned it. Methods given a node of another collection may
/// panic; [`Collection::node`] turns an untrusted number into a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The parent of all games: a node without properties that is not written.
    pub const COLLECTION: NodeId = NodeId(0);

    /// The number of the node, for [`Collection::node`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    fn from_link(link: u32) -> Option<NodeId> {
        (link != NONE).then_some(NodeId(link))
    }

    fn to_link(node: Option<NodeId>) -> u32 {
        node.map_or(NONE, |node| node.0)
    }
}

/// The part of the text buffer that holds the properties of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    start: u32,
    len: u32,
}

/// The position of a node among its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) parent: NodeId,
    /// The sibling after the node; `None` if it is the last.
    pub(super) next: Option<NodeId>,
}

#[derive(Clone, Debug)]
struct Node {
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    text: Span,
}

/// All games of a file with their variations, every property of every node in order.
///
/// The games are the children of [`NodeId::COLLECTION`]. Two collections are equal if their games,
/// variations and properties are the same and in the same order.
#[derive(Clone, Debug)]
pub struct Collection {
    nodes: Vec<Node>,
    text: String,
}

impl Collection {
    /// Maximum length of the text of all nodes, in bytes.
    pub const MAX_LEN: usize = NONE as usize - 1;

    /// Returns a collection without games.
    #[must_use]
    pub fn new() -> Collection {
        let mut collection = Collection { nodes: Vec::new(), text: String::new() };
        collection.push_node();
        collection
    }

    /// The node with this number, if there is one. It may have been removed.
    #[must_use]
    pub fn node(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then_some(NodeId(index as u32))
    }

    /// The root nodes of the games.
    pub fn games(&self) -> impl Iterator<Item = NodeId> {
        self.children(NodeId::COLLECTION)
    }

    /// The parent of a node: [`NodeId::COLLECTION`] for the root of a game, `None` for that node
    /// itself and for a removed node.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        NodeId::from_link(self.get(node).parent)
    }

    /// The first child of a node, which continues the main variation.
    #[must_use]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        NodeId::from_link(self.get(node).first_child)
    }

    /// The last child of a node.
    #[must_use]
    pub fn last_child(&self, node: NodeId) -> Option<NodeId> {
        NodeId::from_link(self.get(node).last_child)
    }

    /// The next variation of a node's parent.
    #[must_use]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        NodeId::from_link(self.get(node).next_sibling)
    }

    /// The children of a node: its variations.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        iter::successors(self.first_child(node), |&child| self.next_sibling(child))
    }

    /// Whether a node has more than one child.
    #[must_use]
    pub fn is_branch(&self, node: NodeId) -> bool {
        self.first_child(node) != self.last_child(node)
    }

    /// A node and its first children down to the end of the variation.
    pub fn main_variation(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        iter::successors(Some(node), |&node| self.first_child(node))
    }

    /// A node and its ancestors up to the root of the game.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let is_in_game = |node: &NodeId| *node != NodeId::COLLECTION;
        iter::successors(Some(node).filter(is_in_game), move |&node| {
            self.parent(node).filter(is_in_game)
        })
    }

    /// A node and all its descendants, each before its children.
    pub fn descendants(&self, top: NodeId) -> impl Iterator<Item = NodeId> {
        iter::successors(Some(top), move |&node| self.next_in_preorder(node, top))
    }

    fn next_in_preorder(&self, node: NodeId, top: NodeId) -> Option<NodeId> {
        self.first_child(node).or_else(|| {
            let up = iter::successors(Some(node), |&node| self.parent(node));
            up.take_while(|&node| node != top).find_map(|node| self.next_sibling(node))
        })
    }

    /// Whether a node belongs to the collection: removed nodes do not.
    #[must_use]
    pub fn contains(&self, node: NodeId) -> bool {
        node.index() < self.nodes.len()
            && iter::successors(Some(node), |&node| self.parent(node)).last()
                == Some(NodeId::COLLECTION)
    }

    /// The properties of a node, in order.
    pub fn properties(&self, node: NodeId) -> impl Iterator<Item = Property<'_>> {
        Properties::new(self.text(node))
    }

    /// The first property of a node with this name.
    #[must_use]
    pub fn property(&self, node: NodeId, name: &str) -> Option<Property<'_>> {
        self.properties(node).find(|property| property.name() == name)
    }

    /// The properties of a node as they are written.
    #[must_use]
    pub fn text(&self, node: NodeId) -> &str {
        let Span { start, len } = self.get(node).text;
        &self.text[start as usize..][..len as usize]
    }

    /// Whether the text of a node and its descendants is ASCII. Text that edits have replaced is kept.
    pub(super) fn is_ascii(&self, from: NodeId) -> bool {
        self.text.is_ascii() || self.descendants(from).all(|node| self.text(node).is_ascii())
    }

    fn get(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }

    fn get_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node.index()]
    }

    /// Adds a node without properties that has no place yet. The caller keeps their number below
    /// [`Collection::MAX_LEN`].
    pub(super) fn push_node(&mut self) -> NodeId {
        let (index, start) = (self.nodes.len() as u32, self.text.len() as u32);
        self.nodes.push(Node {
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            text: Span { start, len: 0 },
        });
        NodeId(index)
    }

    /// The buffer, to append to the text of the last node. [`end_text`](Self::end_text) follows.
    pub(super) const fn buffer(&mut self) -> &mut String {
        &mut self.text
    }

    /// Extends the text of the last node to the end of the buffer.
    pub(super) fn end_text(&mut self) {
        let end = self.text.len() as u32;
        if let Some(node) = self.nodes.last_mut() {
            node.text.len = end - node.text.start;
        }
    }

    /// Whether texts of this length and this number of nodes can be added.
    pub(super) const fn has_room(&self, len: usize, nodes: usize) -> bool {
        len <= Self::MAX_LEN - self.text.len() && nodes <= Self::MAX_LEN - self.nodes.len()
    }

    /// Appends a text, for which there must be room, for [`set_span`](Self::set_span).
    pub(super) fn push_text(&mut self, text: &str) -> Span {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        Span { start, len: text.len() as u32 }
    }

    /// Adds copies of all games of another collection, for which there must be room. Their roots,
    /// which are returned, have no place yet.
    pub(super) fn add_copies(&mut self, from: &Collection) -> Vec<NodeId> {
        let mut roots = Vec::new();
        // The copies of the last node's ancestors, by level.
        let mut line: Vec<(NodeId, NodeId)> = Vec::new();
        for node in from.descendants(NodeId::COLLECTION).skip(1) {
            let copy = self.push_node();
            let span = self.push_text(from.text(node));
            self.set_span(copy, span);
            while line.last().is_some_and(|&(original, _)| Some(original) != from.parent(node)) {
                line.pop();
            }
            match line.last() {
                Some(&(_, parent)) => self.append(copy, parent),
                None => roots.push(copy),
            }
            line.push((node, copy));
        }
        roots
    }

    /// Replaces the text of a node and returns the previous one.
    pub(super) fn set_span(&mut self, node: NodeId, span: Span) -> Span {
        std::mem::replace(&mut self.get_mut(node).text, span)
    }

    /// Adds a node with this text as the last child of another.
    pub(super) fn add_with(&mut self, parent: NodeId, text: &str) -> NodeId {
        let node = self.push_node();
        self.text.push_str(text);
        self.end_text();
        self.append(node, parent);
        node
    }

    /// Makes a node without a place the last child of another.
    pub(super) fn append(&mut self, node: NodeId, parent: NodeId) {
        self.link(node, Place { parent, next: None });
    }

    /// The place of a node; `None` if it is removed.
    pub(super) fn place(&self, node: NodeId) -> Option<Place> {
        Some(Place { parent: self.parent(node)?, next: self.next_sibling(node) })
    }

    /// Moves a node with its descendants to a place, or removes it, and returns its previous place.
    ///
    /// The place must not be among the node's descendants, nor next to the node itself.
    pub(super) fn set_place(&mut self, node: NodeId, place: Option<Place>) -> Option<Place> {
        let previous = self.place(node);
        if let Some(Place { parent, next }) = previous {
            self.unlink(node, parent, next);
        }
        if let Some(place) = place {
            self.link(node, place);
        }
        previous
    }

    /// The sibling before a place.
    fn before(&self, place: Place) -> Option<NodeId> {
        if place.next.is_none() {
            return self.last_child(place.parent);
        }
        self.children(place.parent).find(|&child| self.next_sibling(child) == place.next)
    }

    fn link(&mut self, node: NodeId, place: Place) {
        let Place { parent, next } = place;
        match self.before(place) {
            Some(before) => self.get_mut(before).next_sibling = node.0,
            None => self.get_mut(parent).first_child = node.0,
        }
        if next.is_none() {
            self.get_mut(parent).last_child = node.0;
        }
        let linked = self.get_mut(node);
        linked.parent = parent.0;
        linked.next_sibling = NodeId::to_link(next);
    }

    fn unlink(&mut self, node: NodeId, parent: NodeId, next: Option<NodeId>) {
        let before = self.children(parent).take_while(|&child| child != node).last();
        match before {
            Some(before) => self.get_mut(before).next_sibling = NodeId::to_link(next),
            None => self.get_mut(parent).first_child = NodeId::to_link(next),
        }
        if next.is_none() {
            self.get_mut(parent).last_child = NodeId::to_link(before);
        }
        let unlinked = self.get_mut(node);
        unlinked.parent = NONE;
        unlinked.next_sibling = NONE;
    }
}

impl Default for Collection {
    fn default() -> Collection {
        Collection::new()
    }
}

impl PartialEq for Collection {
    fn eq(&self, other: &Collection) -> bool {
        let top = NodeId::COLLECTION;
        let shape = |of: &Collection, node| {
            (of.first_child(node).is_some(), of.next_sibling(node).is_some())
        };
        let is_same = |(a, b)| self.text(a) == other.text(b) && shape(self, a) == shape(other, b);
        self.descendants(top).zip(other.descendants(top)).all(is_same)
    }
}

impl Eq for Collection {}
