//! Properties as they are written: `AB[aa][bb:cc]` or `C[a comment]`.

use std::borrow::Cow;

use super::points::{self, Rectangle};
use crate::board::{Color, Move, Point, Size};

/// A property of a node: a name and one value or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Property<'a> {
    name: &'a str,
    /// The values with their brackets.
    values: &'a str,
}

impl<'a> Property<'a> {
    /// The name: capital letters, and digits after the first of them.
    #[must_use]
    pub const fn name(self) -> &'a str {
        self.name
    }

    /// The values, in order.
    pub fn values(self) -> impl Iterator<Item = Value<'a>> {
        let mut rest = self.values;
        std::iter::from_fn(move || {
            let inside = rest.strip_prefix('[')?;
            let end = value_end(inside)?;
            rest = &inside[end + 1..];
            Some(Value(&inside[..end]))
        })
    }

    /// The first value. Most properties have one.
    #[must_use]
    pub fn value(self) -> Value<'a> {
        self.values().next().unwrap_or_default()
    }

    /// All values as they are written, without the first and the last bracket.
    #[must_use]
    pub fn raw(self) -> &'a str {
        self.values.strip_prefix('[').and_then(|raw| raw.strip_suffix(']')).unwrap_or_default()
    }

    /// Appends the property as it is written.
    pub(super) fn write(self, text: &mut String) {
        text.push_str(self.name);
        text.push_str(self.values);
    }
}

/// The properties in the text of a node.
#[derive(Clone, Debug)]
pub(super) struct Properties<'a> {
    rest: &'a str,
}

impl<'a> Properties<'a> {
    pub(super) const fn new(text: &'a str) -> Properties<'a> {
        Properties { rest: text }
    }
}

impl<'a> Iterator for Properties<'a> {
    type Item = Property<'a>;

    fn next(&mut self) -> Option<Property<'a>> {
        let (name, values) = self.rest.split_at(self.rest.find('[')?);
        let mut len = 0;
        while values[len..].starts_with('[') {
            len += value_end(&values[len + 1..])? + 2;
        }
        let (values, rest) = values.split_at(len);
        self.rest = rest;
        Some(Property { name, values })
    }
}

/// The length of the value that `text` starts with, up to the first `]` that is not escaped.
pub(super) fn value_end(text: &str) -> Option<usize> {
    find_unescaped(text, b']')
}

/// The index of the first unescaped byte `wanted`.
fn find_unescaped(text: &str, wanted: u8) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let is_found = byte == wanted && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_found
    })
}

/// Whether this can be the name of a property.
pub(super) fn is_name(name: &str) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_uppercase();
    name.as_bytes().first().is_some_and(is_letter)
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

/// A value as it is written, with escapes. The methods read it as one of the types of FF\[4\].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value<'a>(&'a str);

impl<'a> Value<'a> {
    /// The value as it is written.
    #[must_use]
    pub const fn raw(self) -> &'a str {
        self.0
    }

    /// Reads a Text: escapes and soft line breaks are removed, tabs and the like become blanks,
    /// line breaks stay.
    #[must_use]
    pub fn text(self) -> Cow<'a, str> {
        self.unescaped(|c| if c != '\n' && c.is_control() { ' ' } else { c })
    }

    /// Reads a SimpleText: as [`text`](Self::text), but one line. Line breaks become blanks.
    #[must_use]
    pub fn simple_text(self) -> Cow<'a, str> {
        self.unescaped(|c| if c.is_control() { ' ' } else { c })
    }

    fn unescaped(self, map: impl Fn(char) -> char) -> Cow<'a, str> {
        if !self.0.contains(|c| c == '\\' || map(c) != c) {
            return Cow::Borrowed(self.0);
        }
        let mut text = String::with_capacity(self.0.len());
        let mut chars = self.0.chars();
        while let Some(c) = chars.next() {
            let c = if c == '\\' { chars.next().filter(|&c| c != '\n') } else { Some(c) };
            text.extend(c.map(&map));
        }
        Cow::Owned(text)
    }

    /// Splits a composed value at its first `:` that is not escaped.
    #[must_use]
    pub fn composed(self) -> Option<(Value<'a>, Value<'a>)> {
        let colon = find_unescaped(self.0, b':')?;
        Some((Value(&self.0[..colon]), Value(&self.0[colon + 1..])))
    }

    /// Reads a Number.
    #[must_use]
    pub fn number(self) -> Option<i64> {
        self.0.trim().parse().ok()
    }

    /// Reads a Real. A decimal comma is accepted.
    #[must_use]
    pub fn real(self) -> Option<f64> {
        self.0.trim().replace(',', ".").parse().ok().filter(|value: &f64| value.is_finite())
    }

    /// Reads a Color, also the words `black` and `white`.
    #[must_use]
    pub fn color(self) -> Option<Color> {
        self.0.trim().parse().ok()
    }

    /// Reads a Move: a point, or a pass, which is empty or, up to 19x19, `tt`. `None` off the
    /// board.
    #[must_use]
    pub fn mv(self, size: Size) -> Option<Move> {
        points::mv(size, self.0.trim())
    }

    /// Reads a Point or a Stone. `None` off the board.
    #[must_use]
    pub fn point(self, size: Size) -> Option<Point> {
        points::point(size, self.0.trim())
    }

    /// Reads an element of a list of points: a point, or the two corners of a rectangle of points.
    /// `None` off the board.
    #[must_use]
    pub fn points(self, size: Size) -> Option<Rectangle> {
        Rectangle::parse(size, self.0)
    }
}

/// Writes a Text or a SimpleText as a value: `]` and `\` are escaped.
#[must_use]
pub fn escape(text: &str) -> String {
    escaped(text, &[']', '\\'])
}

/// Writes a composed value of two texts: `:` is escaped too.
#[must_use]
pub fn compose(first: &str, second: &str) -> String {
    let [first, second] = [first, second].map(|text| escaped(text, &[']', '\\', ':']));
    format!("{first}:{second}")
}

fn escaped(text: &str, special: &[char]) -> String {
    let mut value = String::with_capacity(text.len());
    for c in text.chars() {
        if special.contains(&c) {
            value.push('\\');
        }
        value.push(c);
    }
    value
}
