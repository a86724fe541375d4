//! Game records in the Smart Game Format (SGF, FF\[1\] to FF\[4\]) as plain data.
//!
//! A [`Record`] says what the file says and nothing more: it plays no move, so it knows neither
//! which turns are legal nor what komi and rules mean. Only the main variation is read.
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
mod decode;
mod error;
mod reader;
mod set_up;
mod trunk;
mod writer;

pub use self::{
    bridge::ReplayError,
    error::SgfError,
    reader::{read, read_collection},
    writer::write,
};
use crate::board::{Color, Move, Point, Size};

/// One game of a file: what it says about itself, and its main variation.
///
/// Its texts are single lines without control characters, trimmed, and never empty: an empty value
/// reads as `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// SZ: the board; 19x19 where the file does not say.
    pub size: Size,
    /// KM as written. Some servers write it in their own units or with a decimal comma.
    pub komi: Option<String>,
    /// RU as written.
    pub rules: Option<String>,
    /// HA: the number of handicap stones; the stones themselves are a set-up.
    pub handicap: Option<u32>,
    /// RE as written, such as `B+3.5` or `W+R`.
    pub result: Option<String>,
    /// PB: the name of the player who takes Black.
    pub black: Option<String>,
    /// PW: the name of the player who takes White.
    pub white: Option<String>,
    /// EV: the event the game belongs to.
    pub event: Option<String>,
    /// DT as written.
    pub date: Option<String>,
    /// AP: the program that wrote the file, whose habits explain its komi; `None` also for shusaku
    /// itself.
    pub application: Option<String>,
    /// PL in the root: who moves first.
    pub first: Option<Color>,
    /// Set-up and turns in their order, the root's set-up first.
    pub steps: Vec<Step>,
}

impl Record {
    /// A record of an empty board, with nothing known about the game.
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

/// One thing that happens in the course of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Points whose contents are replaced, whatever stood there; at least one.
    ///
    /// The format holds a set: a record that was read lists each point once, in the order of
    /// [`Size::points`]. One point may be in two of the lists only in a malformed file.
    SetUp {
        /// AB: points that now hold a black stone.
        black: Vec<Point>,
        /// AW: points that now hold a white stone.
        white: Vec<Point>,
        /// AE: points that are now empty.
        empty: Vec<Point>,
    },
    /// PL after the root: this player is to move.
    ToPlay(Color),
    /// B or W: a player's turn.
    Turn(Color, Move),
}

#[cfg(test)]
mod tests;
