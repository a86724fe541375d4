//! Errors of reading records.

use thiserror::Error;

use super::{Document, WarningKind};
use crate::board::{Color, Size};

/// Maximum number of characters that an error message quotes from a file.
const MAX_QUOTED_CHARS: usize = 20;

/// The reason why a record cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// The file contains no game.
    #[error("no game record: expected text that starts with (;")]
    NoGame,
    /// The text ends inside a game or a property value.
    #[error("the record is incomplete: a closing ) or ] is missing")]
    Truncated,
    /// The file is too large.
    #[error("the file is larger than {max} bytes", max = Document::MAX_LEN)]
    TooLarge,
    /// The file has more nodes than the reader takes.
    #[error("the file has more than {max} nodes: split its games or variations into several files")]
    TooManyNodes {
        /// Maximum number of nodes.
        max: usize,
    },
    /// A node lacks a move or the name of a property.
    #[error("node {node} of the record: {reason}")]
    Syntax {
        /// Number of the node in the main variation, 1 for the root, without empty nodes.
        node: usize,
        /// The fault.
        reason: WarningKind,
    },
    /// GM is another game.
    #[error("the record is of another game: GM[{0}] instead of GM[1], Go")]
    OtherGame(String),
    /// SZ is not a size, or too large.
    #[error("unacceptable size SZ[{0}]: width and height must be from 1 to {max}", max = Size::MAX)]
    Size(String),
    /// B or W is not a point of the board.
    #[error("move {number}: {letter}[{value}] is not on the {size} board", letter = .color.letter())]
    Move {
        /// Number of the move in the main variation, from 1.
        number: usize,
        /// The player.
        color: Color,
        /// The value as written, shortened.
        value: String,
        /// The board.
        size: Size,
    },
    /// AB, AW or AE is not a point of the board.
    #[error("set-up after move {moves}: {property}[{value}] is not on the {size} board")]
    SetUp {
        /// Number of moves before it in the main variation.
        moves: usize,
        /// `AB`, `AW` or `AE`.
        property: &'static str,
        /// The value as written, shortened.
        value: String,
        /// The board.
        size: Size,
    },
    /// The set-ups of a variation have too many points.
    #[error("the set-ups of the variation have more than {max} points: shorten it")]
    TooManySetUpPoints {
        /// Maximum number of points.
        max: usize,
    },
}

/// Shortens text from a file for a one-line message, without control characters.
pub(super) fn quote(text: &str) -> String {
    let printable = |c: char| if c.is_control() { '?' } else { c };
    let mut quoted: String = text.chars().take(MAX_QUOTED_CHARS).map(printable).collect();
    if text.chars().nth(MAX_QUOTED_CHARS).is_some() {
        quoted.push_str("...");
    }
    quoted
}
