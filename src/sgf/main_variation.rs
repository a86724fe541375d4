//! Splits a file into games and each game into the nodes of its main variation.
//!
//! `sgf-parse` cannot read the whole text: it nests the nodes of a variation, so that dropping one
//! of 100,000 moves overflows the stack; one malformed game makes it reject the collection; text
//! between games is an error. The main variation needs no tree: it is the text up to the first `)`.

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
        let mut variation =
            MainVariation { nodes: vec![String::new()], depth: 1, has_ended: false };
        let used = variation.read(text);
        self.rest = &text[used.unwrap_or(text.len())..];
        Some(used.map(|_| variation.nodes).ok_or(SgfError::Truncated))
    }
}

/// The offset of the `;` of the first `(;`.
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

/// The nodes of the main variation read so far.
struct MainVariation {
    nodes: Vec<String>,
    /// Number of open parentheses.
    depth: usize,
    /// Whether a `)` was read: the rest of the game is other variations.
    has_ended: bool,
}

impl MainVariation {
    /// Reads one game; returns its length, or `None` if it is incomplete.
    fn read(&mut self, text: &str) -> Option<usize> {
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            if c == '[' {
                let end = at + value_len(&text[at..])?;
                self.read_value(&text[at..end]);
                at = end;
                continue;
            }
            at += c.len_utf8();
            self.read_outside_values(c);
            if self.depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// Reads a character outside values: keeps names and drops other characters, which would be an
    /// error in the parser.
    fn read_outside_values(&mut self, c: char) {
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

    /// Reads a value. Escaped line breaks are dropped as the format requires; the parser would read
    /// them as line breaks.
    fn read_value(&mut self, value: &str) {
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
