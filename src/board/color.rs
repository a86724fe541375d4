//! The colors of stones and players.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// A player, and the color of that player's stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "cli", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "cli", serde(rename_all = "lowercase"))]
pub enum Color {
    /// The player who moves first in an even game.
    Black = 0,
    /// The player who receives komi.
    White = 1,
}

impl Color {
    /// Both colors, in the order of their [`index`](Self::index).
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The other player.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// 0 for Black, 1 for White: the index of this color in an array of two.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 1 for Black, -1 for White: the factor between a quantity of this player and one of Black.
    #[inline]
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Color::Black => 1,
            Color::White => -1,
        }
    }

    /// Black's points as this player's, and the reverse.
    #[inline]
    #[must_use]
    pub fn points(self, black: f64) -> f64 {
        f64::from(self.sign()) * black
    }

    /// Black's probability as this player's, and the reverse.
    #[inline]
    #[must_use]
    pub fn probability(self, black: f64) -> f64 {
        match self {
            Color::Black => black,
            Color::White => 1.0 - black,
        }
    }

    /// `B` or `W`, as in results and records.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }

    /// `X` for Black, `O` for White, as in diagrams.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Color::Black => 'X',
            Color::White => 'O',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}

/// The text is not a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a color: b, w, black or white")]
pub struct ParseColorError;

impl FromStr for Color {
    type Err = ParseColorError;

    /// Reads `b`, `w`, `black` or `white` in any case, as in GTP.
    fn from_str(text: &str) -> Result<Color, ParseColorError> {
        let is = |name: &str| text.eq_ignore_ascii_case(name);
        if is("b") || is("black") {
            Ok(Color::Black)
        } else if is("w") || is("white") {
            Ok(Color::White)
        } else {
            Err(ParseColorError)
        }
    }
}
