//! Faults of a file that were mended, or that made a part of it unreadable.

use std::fmt;

use thiserror::Error;

use super::tree::NodeId;

/// A fault of a file that was mended, or that made a part of it unreadable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The fault, and its repair.
    pub kind: WarningKind,
    /// The node in which it was found; [`NodeId::COLLECTION`] outside games.
    pub node: NodeId,
    /// Line of the file, from 1.
    pub line: u32,
    /// Character of the line, from 1.
    pub column: u32,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

/// The faults of files that are mended.
///
/// Faults of one kind that follow each other in one node are reported once, as is text between two
/// games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WarningKind {
    /// Bytes that are not text in the charset.
    #[error("bytes that are invalid in the charset are replaced")]
    InvalidBytes,
    /// Text before, between or after the games.
    #[error("text outside the games is dropped")]
    TextOutsideGames,
    /// Text between properties.
    #[error("text outside the values is dropped")]
    TextOutsideValues,
    /// A move without a value. An empty value would be a pass.
    #[error("a move without a value is dropped")]
    MissingMove,
    /// A property without a value, such as `KO`.
    #[error("a property without a value is given an empty one")]
    MissingValue,
    /// A value at the start of a node.
    #[error("a value without a property is dropped")]
    MissingName,
    /// A property after `(` or `)`.
    #[error("properties outside a node are given one: a ; is missing")]
    MissingNode,
    /// A property name without capital letters.
    #[error("a property name in small letters is capitalized")]
    SmallLetters,
    /// A `]` inside the text of a comment.
    #[error("a ] in a comment is escaped")]
    UnescapedBracket,
    /// The end of the file inside a value.
    #[error("the last value is incomplete: a closing ] is missing")]
    UnclosedValue,
    /// The end of the file inside a game.
    #[error("the last game is incomplete: a closing ) is missing")]
    UnclosedGame,
}
