//! Splits a text into the tokens of the format.

use super::property::value_end;

/// A token inside a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// Letters, and digits after them.
    Name(&'a str),
    Value {
        /// The value as written, without brackets.
        raw: &'a str,
        has_end: bool,
        /// Whether the value contains a `]` that is not escaped.
        has_bracket: bool,
    },
    /// Other text.
    Stray,
}

/// A position in a text, from which tokens are read.
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// Start of the next token.
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0 }
    }

    /// Moves to the `(` of the next `(;` or to the end of the text. Returns the offset of the first
    /// character that was skipped, apart from white space.
    pub(super) fn skip_to_game(&mut self) -> Option<usize> {
        let rest = &self.text[self.at..];
        let mut open = None;
        let found = rest.char_indices().find_map(|(at, c)| {
            match c {
                ';' => return open,
                '(' => open = Some(at),
                c if c.is_whitespace() => {}
                _ => open = None,
            }
            None
        });
        let end = found.unwrap_or(rest.len());
        let skipped = rest[..end].find(|c: char| !c.is_whitespace()).map(|at| self.at + at);
        self.at += end;
        skipped
    }

    /// Returns the next token with its offset; `None` at the end of the text. In a comment, a value
    /// can contain brackets that are not escaped.
    pub(super) fn next(&mut self, in_comment: bool) -> Option<(usize, Token<'a>)> {
        let rest = self.text[self.at..].trim_start();
        let start = self.text.len() - rest.len();
        let first = rest.chars().next()?;
        let (len, token) = match first {
            '(' => (1, Token::Open),
            ')' => (1, Token::Close),
            ';' => (1, Token::Node),
            '[' => value(&rest[1..], in_comment),
            c if c.is_ascii_alphabetic() => {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
                (end, Token::Name(&rest[..end]))
            }
            _ => {
                let is_other = |c: char| !c.is_ascii_alphabetic() && !"();[".contains(c);
                (rest.find(|c| !is_other(c)).unwrap_or(rest.len()), Token::Stray)
            }
        };
        self.at = start + len;
        Some((start, token))
    }
}

/// Reads a value from the text after its `[`. Returns the length with both brackets.
fn value(text: &str, in_comment: bool) -> (usize, Token<'_>) {
    let mut end = 0;
    let mut brackets = 0;
    loop {
        let Some(len) = value_end(&text[end..]) else {
            // The last `]` that seemed to be part of the comment was its end.
            let has_end = brackets > 0;
            let raw = if has_end { &text[..end - 1] } else { text };
            let len = raw.len() + 1 + usize::from(has_end);
            return (len, Token::Value { raw, has_end, has_bracket: brackets > 1 });
        };
        end += len;
        if !in_comment || !continues(&text[end + 1..]) {
            let raw = &text[..end];
            return (end + 2, Token::Value { raw, has_end: true, has_bracket: brackets > 0 });
        }
        brackets += 1;
        end += 1;
    }
}

/// Whether the `]` before this text is part of a comment: another `]` follows before anything that
/// can follow a value.
fn continues(text: &str) -> bool {
    let next = text.find(['[', ']', ';', '(', ')']);
    next.is_some_and(|next| text[next..].starts_with(']'))
}
