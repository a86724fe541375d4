//! Reads a text into a collection.
//!
//! Faults are mended, each with a warning. The time is linear in the length of the text.

use std::borrow::Cow;

use super::{
    lexer::{Lexer, Token},
    tree::{Collection, NodeId},
    warning::{Warning, WarningKind},
};

/// Reads the games of a text of at most [`Document::MAX_LEN`](super::Document::MAX_LEN) bytes; `None`
/// if they have more than `max_nodes` nodes.
pub(super) fn parse(text: &str, max_nodes: usize) -> Option<(Collection, Vec<Warning>)> {
    let mut parser = Parser::new(text, max_nodes);
    let mut lexer = Lexer::new(text);
    loop {
        if let Some(at) = lexer.skip_to_game() {
            parser.warn(WarningKind::TextOutsideGames, at);
        }
        let is_closed = parser.read_game(&mut lexer);
        if parser.is_too_large() {
            return None;
        }
        if !is_closed {
            return Some((parser.collection, parser.warnings));
        }
    }
}

struct Parser<'a> {
    collection: Collection,
    max_nodes: usize,
    warnings: Vec<Warning>,
    locator: Locator<'a>,
    /// The nodes at which the open parentheses branch.
    branches: Vec<NodeId>,
    /// The node to which the next node is added.
    node: NodeId,
    /// Whether properties can be added to `node`.
    is_open: bool,
    /// A name without a value as yet, and its offset.
    name: Option<(&'a str, usize)>,
    /// Whether a value can be added to the last property.
    has_property: bool,
    /// Whether that property is a comment.
    is_comment: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, max_nodes: usize) -> Parser<'a> {
        Parser {
            collection: Collection::new(),
            max_nodes,
            warnings: Vec::new(),
            locator: Locator { text, at: 0, line: 1, column: 1 },
            branches: Vec::new(),
            node: NodeId::COLLECTION,
            is_open: false,
            name: None,
            has_property: false,
            is_comment: false,
        }
    }

    /// Whether there are more nodes than the maximum, besides that of the collection.
    fn is_too_large(&self) -> bool {
        self.collection.node(self.max_nodes.saturating_add(1)).is_some()
    }

    /// Reads one game, or its part up to the first node too many; returns whether it was closed.
    fn read_game(&mut self, lexer: &mut Lexer<'a>) -> bool {
        let mut end = None;
        while let Some((at, token)) = lexer.next(self.is_comment || self.is_comment_next()) {
            end = Some(at);
            self.read_token(token, at);
            if self.is_too_large() {
                return false;
            }
            if token == Token::Close && self.branches.is_empty() {
                self.node = NodeId::COLLECTION;
                return true;
            }
        }
        if let Some(at) = end {
            self.end_property();
            self.warn(WarningKind::UnclosedGame, at);
        }
        false
    }

    fn read_token(&mut self, token: Token<'a>, at: usize) {
        match token {
            Token::Open => {
                self.end_node();
                self.branches.push(self.node);
            }
            Token::Close => {
                self.end_node();
                self.node = self.branches.pop().unwrap_or(NodeId::COLLECTION);
            }
            Token::Node => {
                self.end_property();
                self.start_node();
            }
            Token::Name(name) => {
                self.end_property();
                self.name = Some((name, at));
            }
            Token::Value { raw, has_end, has_bracket } => {
                self.start_property();
                self.read_value(raw, at);
                if has_bracket {
                    self.warn(WarningKind::UnescapedBracket, at);
                }
                if !has_end {
                    self.warn(WarningKind::UnclosedValue, at);
                }
            }
            Token::Stray => self.warn(WarningKind::TextOutsideValues, at),
        }
    }

    fn start_node(&mut self) {
        let node = self.collection.push_node();
        self.collection.append(node, self.node);
        self.node = node;
        self.is_open = true;
    }

    fn end_node(&mut self) {
        self.end_property();
        self.is_open = false;
    }

    /// Ends the values of a property, or a name without a value.
    fn end_property(&mut self) {
        self.has_property = false;
        self.is_comment = false;
        let Some((written, at)) = self.name.take() else { return };
        let name = normalized(written);
        let is_short = written.len() <= 2 && name == written;
        if matches!(&*name, "B" | "W") {
            self.warn(WarningKind::MissingMove, at);
        } else if is_short && self.is_open {
            self.warn(WarningKind::MissingValue, at);
            self.collection.buffer().push_str(written);
            self.collection.buffer().push_str("[]");
            self.collection.end_text();
        } else {
            self.warn(WarningKind::TextOutsideValues, at);
        }
    }

    /// Whether the next value is the first one of a comment.
    fn is_comment_next(&self) -> bool {
        self.name.is_some_and(|(name, _)| is_comment(&normalized(name)))
    }

    /// Adds the name before a value, if there is one.
    fn start_property(&mut self) {
        let Some((written, at)) = self.name.take() else { return };
        if !self.is_open {
            self.start_node();
            self.warn(WarningKind::MissingNode, at);
        }
        if !written.contains(|c: char| c.is_ascii_uppercase()) {
            self.warn(WarningKind::SmallLetters, at);
        }
        let name = normalized(written);
        self.is_comment = is_comment(&name);
        self.has_property = true;
        self.collection.buffer().push_str(&name);
    }

    fn read_value(&mut self, raw: &str, at: usize) {
        if self.has_property {
            push_value(self.collection.buffer(), raw);
            self.collection.end_text();
        } else {
            self.warn(WarningKind::MissingName, at);
        }
    }

    /// Adds a warning, unless the last one is of the same kind and node of a game.
    fn warn(&mut self, kind: WarningKind, at: usize) {
        let node = self.node;
        let is_new = |last: &Warning| (last.kind, last.node) != (kind, node);
        if node == NodeId::COLLECTION || self.warnings.last().is_none_or(is_new) {
            let (line, column) = self.locator.locate(at);
            self.warnings.push(Warning { kind, node, line, column });
        }
    }
}

fn is_comment(name: &str) -> bool {
    matches!(name, "C" | "GC")
}

/// The name of a property without small letters: FF\[1\] to FF\[3\] have `SiZe` for `SZ`. A name in
/// small letters is capitalized.
fn normalized(name: &str) -> Cow<'_, str> {
    if !name.contains(|c: char| c.is_ascii_lowercase()) {
        return Cow::Borrowed(name);
    }
    let short: String = name.chars().filter(|c| !c.is_ascii_lowercase()).collect();
    let short = short.trim_start_matches(|c: char| c.is_ascii_digit());
    Cow::Owned(if short.is_empty() { name.to_ascii_uppercase() } else { short.to_owned() })
}

/// Appends a value with brackets. Line ends become `\n`, brackets inside it are escaped, and a `\`
/// at its end, which would escape the closing bracket, is dropped.
pub(super) fn push_value(text: &mut String, raw: &str) {
    text.push('[');
    let mut chars = raw.chars().peekable();
    let mut is_escaped = false;
    while let Some(c) = chars.next() {
        match c {
            '\r' | '\n' => {
                chars.next_if(|&second| second != c && matches!(second, '\r' | '\n'));
                text.push('\n');
            }
            ']' if !is_escaped => text.push_str("\\]"),
            c => text.push(c),
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    if is_escaped {
        text.pop();
    }
    text.push(']');
}

/// Lines and columns of offsets that do not decrease.
struct Locator<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    column: u32,
}

impl Locator<'_> {
    /// The line and the column of an offset, both from 1.
    fn locate(&mut self, at: usize) -> (u32, u32) {
        let at = at.max(self.at);
        for c in self.text[self.at..at].chars() {
            (self.line, self.column) =
                if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        self.at = at;
        (self.line, self.column)
    }
}
