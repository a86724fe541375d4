//! Board sizes of samples.

use std::str::FromStr;

use rand::RngExt;
use shusaku::board::Size;

use crate::plan::{Random, draw_weighted};

/// Range of the sides of `any`.
const ANY_SIDES: std::ops::RangeInclusive<u8> = 7..=18;

/// Share of rectangles in `any`, those that happen to be squares included.
const RECTANGLE_SHARE: f64 = 0.3;

/// Board sizes with their weights.
#[derive(Clone, Debug)]
pub struct Sizes(Vec<(Choice, f64)>);

#[derive(Clone, Copy, Debug)]
enum Choice {
    Any,
    One(Size),
}

impl Sizes {
    /// Draws a board size.
    pub fn draw(&self, rng: &mut Random) -> Size {
        let total: f64 = self.0.iter().map(|(_, weight)| weight).sum();
        match *draw_weighted(&self.0, total, rng).unwrap_or(&self.0[0].0) {
            Choice::One(size) => size,
            Choice::Any => {
                let width = rng.random_range(ANY_SIDES);
                let is_rectangle = rng.random_bool(RECTANGLE_SHARE);
                let height = if is_rectangle { rng.random_range(ANY_SIDES) } else { width };
                Size::new(width, height).expect("sides from 7 to 18")
            }
        }
    }
}

impl FromStr for Sizes {
    type Err = String;

    fn from_str(text: &str) -> Result<Sizes, String> {
        let choice = |item: &str| -> Option<(Choice, f64)> {
            let (board, weight) = item.split_once(':')?;
            let weight = weight.parse().ok().filter(|weight| *weight > 0.0)?;
            if board == "any" {
                return Some((Choice::Any, weight));
            }
            let (width, height) = board.split_once('x')?;
            let size = Size::new(width.parse().ok()?, height.parse().ok()?).ok()?;
            Some((Choice::One(size), weight))
        };
        let choices = text.split(',').map(choice).collect::<Option<Vec<_>>>();
        choices.map(Sizes).ok_or_else(|| format!("{text}: expected a list such as 9x9:2,any:1"))
    }
}
