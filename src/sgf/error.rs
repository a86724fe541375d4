use sgf_parse::SgfParseError;
use thiserror::Error;

use crate::board::{Color, Size};

/// Characters of the file that an error message quotes at most.
const QUOTED: usize = 20;

/// Why a file holds no record that can be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// Nothing in the file looks like a game.
    #[error("no game record: expected text that starts with (;")]
    NoGame,
    /// The text ends inside a game or a property value.
    #[error("the record breaks off: a closing ) or ] is missing")]
    BreaksOff,
    /// A node is not a list of properties.
    #[error("node {node} of the record: {reason}")]
    Syntax {
        /// Place in the main variation, the root being 1; empty nodes do not count.
        node: usize,
        /// What the parser found.
        reason: SgfParseError,
    },
    /// GM names another game.
    #[error("the record is of another game: GM[{0}] instead of GM[1], Go")]
    OtherGame(String),
    /// SZ is no size or too large.
    #[error("unacceptable size SZ[{0}]: width and height must be from 1 to {max}", max = Size::MAX)]
    Size(String),
    /// B or W names no point of the board.
    #[error("move {number}: {letter}[{value}] is not on the {size} board", letter = .color.letter())]
    Move {
        /// The first move of the main variation being 1.
        number: usize,
        /// Who moves.
        color: Color,
        /// The value as written, shortened.
        value: String,
        /// The board.
        size: Size,
    },
    /// AB, AW or AE names no point of the board.
    #[error("set-up after move {moves}: {property}[{value}] is not on the {size} board")]
    SetUp {
        /// Moves that precede it in the main variation.
        moves: usize,
        /// `AB`, `AW` or `AE`.
        property: &'static str,
        /// The value as written, shortened.
        value: String,
        /// The board.
        size: Size,
    },
}

/// The start of foreign text, fit for one line of a message.
pub(super) fn quote(text: &str) -> String {
    let printable = |c: char| if c.is_control() { '?' } else { c };
    let mut quoted: String = text.chars().take(QUOTED).map(printable).collect();
    if text.chars().nth(QUOTED).is_some() {
        quoted.push_str("...");
    }
    quoted
}
