//! Notes on the nodes of a file, marked so that they are distinct from its own content.
//!
//! Property SHRV of a node lists the properties that a review has added to it. In the nodes of
//! added variations it is `branch`. A review's part of a comment is one paragraph that starts with
//! [`PREFIX`].

use crate::sgf::{Collection, EditError, Editor, NodeId, Value, escape};

/// The property that marks the nodes of a review.
const MARKER: &str = "SHRV";

/// The value of the marker in the nodes of added variations.
const BRANCH: &str = "branch";

/// The start of a paragraph that a review adds to a comment.
const PREFIX: &str = "shusaku: ";

/// The separator of paragraphs.
const PARAGRAPH: &str = "\n\n";

/// Adds notes to a node.
pub(super) struct NodeNotes<'e> {
    editor: &'e mut Editor,
    node: NodeId,
    added: Vec<&'static str>,
}

impl<'e> NodeNotes<'e> {
    pub(super) fn new(editor: &'e mut Editor, node: NodeId) -> NodeNotes<'e> {
        NodeNotes { editor, node, added: Vec::new() }
    }

    pub(super) fn collection(&self) -> &Collection {
        self.editor.collection()
    }

    pub(super) const fn node(&self) -> NodeId {
        self.node
    }

    /// Sets a property in place of one that is there.
    pub(super) fn set(
        &mut self,
        name: &'static str,
        values: &[impl AsRef<str>],
    ) -> Result<(), EditError> {
        self.added.push(name);
        self.editor.set_property(self.node, name, values)
    }

    /// Sets a property unless the node has one of these.
    pub(super) fn set_unless(
        &mut self,
        names: &[&str],
        name: &'static str,
        values: &[impl AsRef<str>],
    ) -> Result<(), EditError> {
        let has = |name: &&str| self.collection().property(self.node, name).is_some();
        if names.iter().any(has) { Ok(()) } else { self.set(name, values) }
    }

    /// Adds a paragraph to the comment. Its text has no empty line.
    pub(super) fn comment(&mut self, text: &str) -> Result<(), EditError> {
        let text = format!("{PREFIX}{}", escape(text));
        let mut values = comments(self.collection(), self.node);
        match values.last_mut() {
            Some(last) if !last.is_empty() => *last += &format!("{PARAGRAPH}{text}"),
            Some(last) => *last = text,
            None => values.push(text),
        }
        self.set("C", &values)
    }

    /// Marks the node of an added variation.
    pub(super) fn mark_branch(&mut self) {
        self.added.push(BRANCH);
    }

    /// Lists the added properties in the marker.
    pub(super) fn finish(self) -> Result<(), EditError> {
        if self.added.is_empty() {
            return Ok(());
        }
        self.editor.set_property(self.node, MARKER, &self.added)
    }
}

/// The values of all comments of a node as they are written. There should be one.
fn comments(collection: &Collection, node: NodeId) -> Vec<String> {
    let comments = collection.properties(node).filter(|property| property.name() == "C");
    comments.flat_map(|property| property.values().map(|value| value.raw().to_owned())).collect()
}

/// Whether a review has added anything to a node.
pub(super) fn is_marked(collection: &Collection, node: NodeId) -> bool {
    collection.property(node, MARKER).is_some()
}

/// Whether a review has added the node as a part of a variation.
pub(super) fn is_branch(collection: &Collection, node: NodeId) -> bool {
    let marker = collection.property(node, MARKER);
    marker.is_some_and(|marker| marker.values().any(|value| value.raw() == BRANCH))
}

/// Removes the notes of reviews from a game. An added variation stays if something else was added
/// to it since.
///
/// # Errors
/// The node does not exist, or the collection is full.
pub(super) fn remove_notes(editor: &mut Editor, game: NodeId) -> Result<(), EditError> {
    let collection = editor.collection();
    let marked: Vec<NodeId> =
        collection.descendants(game).filter(|&node| is_marked(collection, node)).collect();
    let is_top = |&node: &NodeId| {
        let parent = collection.parent(node);
        is_branch(collection, node) && !parent.is_some_and(|parent| is_branch(collection, parent))
    };
    let tops: Vec<NodeId> = marked.iter().copied().filter(is_top).collect();
    let mut foreign: Vec<NodeId> =
        collection.descendants(game).filter(|&node| !is_branch(collection, node)).collect();
    foreign.sort_unstable();
    for node in marked {
        strip(editor, node)?;
    }
    for top in tops {
        let collection = editor.collection();
        let is_bare = |node: NodeId| {
            collection.properties(node).all(|property| matches!(property.name(), "B" | "W"))
        };
        let is_own = |node: NodeId| is_bare(node) && foreign.binary_search(&node).is_err();
        if collection.descendants(top).all(is_own) {
            editor.remove_node(top)?;
        }
    }
    Ok(())
}

/// Removes the properties that the marker lists, and the marker.
fn strip(editor: &mut Editor, node: NodeId) -> Result<(), EditError> {
    let collection = editor.collection();
    let Some(marker) = collection.property(node, MARKER) else { return Ok(()) };
    let added: Vec<String> = marker.values().map(|value| value.raw().to_owned()).collect();
    let comments = comments(collection, node);
    for name in added.iter().filter(|name| *name != BRANCH && *name != "C") {
        editor.remove_property(node, name)?;
    }
    if added.iter().any(|name| name == "C") {
        let kept: Vec<String> = comments.iter().map(|raw| without_own(raw)).collect();
        if kept.iter().all(String::is_empty) {
            editor.remove_property(node, "C")?;
        } else {
            editor.set_property(node, "C", &kept)?;
        }
    }
    editor.remove_property(node, MARKER)
}

/// A comment without the paragraphs of reviews.
fn without_own(raw: &str) -> String {
    // A text before the note may end with a line break of its own, which is kept.
    let start_of_own = format!("{PARAGRAPH}{PREFIX}");
    let mut text = format!("{PARAGRAPH}{raw}");
    while let Some(start) = text.rfind(&start_of_own) {
        let after = start + start_of_own.len();
        let end = text[after..].find(PARAGRAPH).map_or(text.len(), |len| after + len);
        text.replace_range(start..end, "");
    }
    text.strip_prefix(PARAGRAPH).unwrap_or(&text).to_owned()
}

/// The moves with which the variations of a node start, as they are written.
pub(super) fn first_moves(collection: &Collection, node: NodeId) -> Vec<(String, String)> {
    let children = collection.children(node).flat_map(|child| collection.properties(child));
    let moves = children.filter(|property| matches!(property.name(), "B" | "W"));
    let text = |value: Value<'_>| value.raw().trim().to_owned();
    moves.map(|property| (property.name().to_owned(), text(property.value()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_note_after_a_comment_that_ends_with_a_line_break_stayed() {
        for comment in ["", "oops", "oops\n", "b [5k\\]: oops\n", "one\n\ntwo", "\n"] {
            let start = if comment.is_empty() { "" } else { PARAGRAPH };
            let note = format!("{comment}{start}{PREFIX}loses 8.9 points");
            assert_eq!(without_own(&note), comment, "{note:?}");
            let with_more = without_own(&format!("{note}{PARAGRAPH}more"));
            assert_eq!(with_more, format!("{comment}{start}more"), "{note:?}");
        }
    }
}
