//! The boards that samples are made on.

use std::str::FromStr;

use rand::RngExt;
use shusaku::board::Size;

use crate::plan::{Random, draw_weighted};

/// Sides of the boards that `any` stands for.
const ANY: std::ops::RangeInclusive<u8> = 7..=18;

/// Share of rectangles among the boards that `any` stands for.
const RECTANGLES: f64 = 0.3;

/// Boards with their weights.
#[derive(Clone, Debug)]
pub struct Sizes(Vec<(Choice, f64)>);

#[derive(Clone, Copy, Debug)]
enum Choice {
    Any,
    One(Size),
}

impl Sizes {
    /// One of the boards.
    pub fn draw(&self, rng: &mut Random) -> Size {
        let total: f64 = self.0.iter().map(|(_, weight)| weight).sum();
        match *draw_weighted(&self.0, total, rng).unwrap_or(&self.0[0].0) {
            Choice::One(size) => size,
            Choice::Any => {
                let width = rng.random_range(ANY);
                let height =
                    if rng.random_bool(RECTANGLES) { rng.random_range(ANY) } else { width };
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
        choices.map(Sizes).ok_or_else(|| format!("{text}: expected for example 9x9:2,any:1"))
    }
}
