//! Writes a collection as text.

use super::{
    property::Property,
    tree::{Collection, NodeId},
};

/// Number of nodes on one line of a file.
const NODES_PER_LINE: usize = 10;

/// Number of set-up points on one line of a file.
const POINTS_PER_LINE: usize = 16;

/// The charset of written files.
const CHARSET: &str = "CA[UTF-8]";

impl Collection {
    /// Writes all games, for a file in UTF-8.
    ///
    /// CA is set to UTF-8 where it is; unless all text is ASCII, it is added to games without it, in
    /// the first node with properties, which is that of the game information.
    /// Everything else is written as it was read. See [`Document`](super::Document) for what
    /// reading normalizes.
    #[must_use]
    pub fn write(&self) -> String {
        let mut writer = Writer::new(self, NodeId::COLLECTION);
        for game in self.games() {
            writer.game(game);
        }
        writer.text
    }

    /// Writes a node with its descendants as a game of its own, to be pasted elsewhere.
    #[must_use]
    pub fn write_branch(&self, node: NodeId) -> String {
        let mut writer = Writer::new(self, node);
        writer.game(node);
        writer.text
    }
}

struct Writer<'a> {
    collection: &'a Collection,
    text: String,
    /// Number of nodes on the current line.
    on_line: usize,
    /// Whether games name their charset.
    needs_charset: bool,
    /// Whether the game has yet to name its charset.
    lacks_charset: bool,
}

impl<'a> Writer<'a> {
    /// A writer of a node and its descendants.
    fn new(collection: &'a Collection, from: NodeId) -> Writer<'a> {
        let needs_charset = !collection.is_ascii(from);
        Writer { collection, text: String::new(), on_line: 0, needs_charset, lacks_charset: false }
    }

    fn game(&mut self, game: NodeId) {
        self.lacks_charset = self.needs_charset;
        self.text.push_str("(;");
        self.properties(game);
        // The moves start on the next line.
        self.on_line = NODES_PER_LINE;
        let mut node = game;
        loop {
            if let Some(child) = self.collection.first_child(node) {
                node = child;
            } else {
                let Some(next) = self.close(node, game) else { break };
                node = next;
            }
            self.start(node);
            self.properties(node);
        }
        self.text.push_str(")\n");
    }

    /// Ends the variations that end with this node, and returns the next one of the game.
    fn close(&mut self, node: NodeId, game: NodeId) -> Option<NodeId> {
        let mut node = node;
        while node != game {
            let parent = self.collection.parent(node)?;
            if self.collection.is_branch(parent) {
                self.text.push(')');
            }
            if let Some(next) = self.collection.next_sibling(node) {
                return Some(next);
            }
            node = parent;
        }
        None
    }

    /// Starts a node, and a variation if the node is one of several.
    fn start(&mut self, node: NodeId) {
        if self.collection.parent(node).is_some_and(|parent| self.collection.is_branch(parent)) {
            self.text.push_str("\n(");
            self.on_line = 0;
        } else if self.on_line == NODES_PER_LINE {
            self.text.push('\n');
            self.on_line = 0;
        }
        self.text.push(';');
        self.on_line += 1;
    }

    fn properties(&mut self, node: NodeId) {
        if self.lacks_charset && !self.collection.text(node).is_empty() {
            self.lacks_charset = false;
            if self.collection.property(node, "CA").is_none() {
                self.text.push_str(CHARSET);
            }
        }
        for property in self.collection.properties(node) {
            self.property(property);
        }
    }

    fn property(&mut self, property: Property<'_>) {
        if property.name() == "CA" {
            self.text.push_str(CHARSET);
            return;
        }
        if !matches!(property.name(), "AB" | "AW" | "AE") {
            property.write(&mut self.text);
            return;
        }
        for (index, value) in property.values().enumerate() {
            if index % POINTS_PER_LINE == 0 {
                self.text.push('\n');
            }
            if index == 0 {
                self.text.push_str(property.name());
            }
            for part in ["[", value.raw(), "]"] {
                self.text.push_str(part);
            }
        }
    }
}
