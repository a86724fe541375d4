//! Game records in the Smart Game Format (SGF, FF\[1\] to FF\[4\]) as plain data.
//!
//! A [`Document`] has every property of every node of a file as a [`Collection`], which an
//! [`Editor`] changes, and the faults that were mended in reading it.
//!
//! A [`Record`] is a view of one game of it, for replaying: the game information and the main
//! variation, or another one. Moves are not checked for legality, komi and rules not interpreted.
//!
//! ```
//! use shusaku::sgf::{self, Step};
//!
//! let record = sgf::read(b"(;SZ[9]KM[6,5];B[ee](;W[gc])(;W[gd]))").unwrap();
//! assert_eq!(record.size.to_string(), "9x9");
//! assert_eq!(record.komi.as_deref(), Some("6,5"));
//! assert!(matches!(record.steps[..], [Step::Turn(..), Step::Turn(..)]));
//! assert_eq!(sgf::read(sgf::write(&record).as_bytes()), Ok(record));
//! ```

mod bridge;
mod charset;
mod document;
mod edit;
mod error;
mod lexer;
mod line;
mod parser;
mod points;
mod property;
mod reader;
mod replay;
mod result;
mod set_up;
mod tree;
mod tree_writer;
mod warning;
mod writer;

pub use self::{
    charset::{Charset, CharsetSource},
    document::Document,
    edit::{EditError, Editor},
    error::SgfError,
    line::{GameLine, LineNode},
    points::{Rectangle, point_name},
    property::{Property, Value, compose, escape},
    reader::{read, read_collection},
    replay::{Replay, ReplayError, with_set_up},
    result::{CountedResult, counted_result},
    tree::{Collection, NodeId},
    warning::{Warning, WarningKind},
    writer::{move_property, move_value, write},
};
use crate::board::{Color, Move, Point, Size};

/// One game of a file: the game information and one variation, the main one unless stated otherwise.
///
/// Texts are single lines without control characters, trimmed and not empty; an empty value is read
/// as `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// SZ: the board size, 19x19 if missing.
    pub size: Size,
    /// KM as written. Some servers use units of their own or a decimal comma
    /// ([`Record::komi_points`]).
    pub komi: Option<String>,
    /// RU as written.
    pub rules: Option<String>,
    /// HA: the number of handicap stones. The stones themselves are a set-up.
    pub handicap: Option<u32>,
    /// RE as written, such as `B+3.5` or `W+R`.
    pub result: Option<String>,
    /// PB: the name of the black player.
    pub black: Option<String>,
    /// PW: the name of the white player.
    pub white: Option<String>,
    /// EV: the name of the event.
    pub event: Option<String>,
    /// DT as written.
    pub date: Option<String>,
    /// AP: the program that wrote the file, which determines the unit of komi; empty if the file
    /// does not name it, `None` for shusaku itself.
    pub application: Option<String>,
    /// PL in the root: the player to move first.
    pub first: Option<Color>,
    /// Set-ups and moves in order, starting with the root's set-up.
    pub steps: Vec<Step>,
}

impl Record {
    /// Returns a record of an empty board without game information.
    #[must_use]
    pub const fn new(size: Size) -> Record {
        Record {
            size,
            komi: None,
            rules: None,
            handicap: None,
            result: None,
            black: None,
            white: None,
            event: None,
            date: None,
            application: None,
            first: None,
            steps: Vec::new(),
        }
    }
}

/// Points whose contents are replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// AB: points that become black stones.
    pub black: Vec<Point>,
    /// AW: points that become white stones.
    pub white: Vec<Point>,
    /// AE: points that become empty.
    pub empty: Vec<Point>,
}

/// One step of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Replaces the contents of one or more points.
    ///
    /// A record that was read lists each point once, in the order of [`Size::points`]. A point is
    /// in two lists only if the file is malformed.
    SetUp(SetUp),
    /// PL after the root: the player to move.
    ToPlay(Color),
    /// B or W: a move.
    Turn(Color, Move),
}

impl Step {
    /// Whether the step is a move.
    #[must_use]
    pub const fn is_turn(&self) -> bool {
        matches!(self, Step::Turn(..))
    }
}

#[cfg(test)]
mod edit_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tree_tests;
