//! Cuts a file into games and each game into the nodes of its main variation.
//!
//! The whole text cannot be given to `sgf-parse`: it nests the nodes of a line one inside the
//! other, so that dropping a line of 100,000 moves overflows the stack; one malformed game loses
//! the collection; text between games is an error. The main variation is easy to tell apart
//! without a tree: it is everything up to the first `)`.

use super::error::SgfError;

/// The games of a file, each as the texts of the nodes of its main variation.
pub(super) struct Games<'a> {
    rest: &'a str,
}

impl<'a> Games<'a> {
    pub(super) fn new(text: &'a str) -> Games<'a> {
        Games { rest: text }
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Vec<String>, SgfError>;

    fn next(&mut self) -> Option<Self::Item> {
        let text = &self.rest[first_node(self.rest)?..];
        let mut trunk = Trunk { nodes: vec![String::new()], depth: 1, has_ended: false };
        let used = trunk.grow(text);
        self.rest = &text[used.unwrap_or(text.len())..];
        Some(used.map(|_| trunk.nodes).ok_or(SgfError::BreaksOff))
    }
}

/// Where the `;` of the first `(;` is.
fn first_node(text: &str) -> Option<usize> {
    let mut is_open = false;
    text.char_indices().find_map(|(at, c)| {
        match c {
            ';' if is_open => return Some(at),
            '(' => is_open = true,
            c if c.is_whitespace() => {}
            _ => is_open = false,
        }
        None
    })
}

/// The nodes of one game that were found so far.
struct Trunk {
    nodes: Vec<String>,
    /// Open parentheses.
    depth: usize,
    /// A `)` was passed: all that follows belongs to other variations.
    has_ended: bool,
}

impl Trunk {
    /// Takes in one game; returns its length, or `None` if it breaks off.
    fn grow(&mut self, text: &str) -> Option<usize> {
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            if c == '[' {
                let end = at + value_len(&text[at..])?;
                self.value(&text[at..end]);
                at = end;
                continue;
            }
            at += c.len_utf8();
            self.outside_values(c);
            if self.depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// Keeps names, and drops what has no place outside a value: foreign letters would be an error
    /// to the parser.
    fn outside_values(&mut self, c: char) {
        match c {
            '(' => self.depth += 1,
            ')' => {
                self.depth -= 1;
                self.has_ended = true;
            }
            _ if self.has_ended => {}
            ';' if self.nodes.last().is_none_or(|node| !node.is_empty()) => {
                self.nodes.push(String::new());
            }
            c if c.is_ascii_alphabetic() => self.push(c),
            _ => {}
        }
    }

    /// Keeps a value, but for escaped line breaks: the parser takes them for line breaks, where the
    /// format means none.
    fn value(&mut self, value: &str) {
        if self.has_ended {
            return;
        }
        let mut chars = value.chars().peekable();
        while let Some(c) = chars.next() {
            let escaped = if c == '\\' { chars.next() } else { None };
            match escaped {
                Some(first @ ('\n' | '\r')) => {
                    chars.next_if(|&second| second != first && matches!(second, '\n' | '\r'));
                }
                Some(escaped) => {
                    self.push(c);
                    self.push(escaped);
                }
                None => self.push(c),
            }
        }
    }

    fn push(&mut self, c: char) {
        if let Some(node) = self.nodes.last_mut() {
            node.push(c);
        }
    }
}

/// Length of the value that `text` starts with, both brackets included.
fn value_len(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let is_end = byte == b']' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    })?;
    Some(end + 1)
}
