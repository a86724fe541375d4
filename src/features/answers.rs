//! Answers that stay true as long as nothing changes where the reader has looked for them.
//!
//! A turn changes few of the ladders on a board, so that nearly all of them are known from the
//! boards read before.

use crate::board::{Point, PointSet, Size};

/// Places for answers, 600 KB in all.
const PLACES: usize = 512;

/// How many answers share a place, the latest: those to the same question in several lines of play,
/// which a search tries out in turn. Four instead of one save it a third of its reading.
const SHARES: usize = 4;

/// Whether a chain is caught, by an attack or, if it is in atari, as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LadderQuery {
    pub(super) size: Size,
    pub(super) prey: Point,
    pub(super) attack: Option<Point>,
}

#[derive(Clone, Debug)]
struct Answer {
    question: LadderQuery,
    is_caught: bool,
    /// What the reader has looked at.
    seen: PointSet,
    /// By colour: the stones of the board that was.
    stones: [PointSet; 2],
}

/// Keeps answers.
#[derive(Debug)]
pub(super) struct Answers {
    places: Box<[[Option<Answer>; SHARES]]>,
    /// Which share of its place was taken last.
    latest: usize,
}

impl Default for Answers {
    fn default() -> Answers {
        Answers { places: vec![[const { None }; SHARES]; PLACES].into(), latest: 0 }
    }
}

impl LadderQuery {
    fn place(&self) -> usize {
        (61 * self.prey.index() + self.attack.map_or(0, Point::index)) % PLACES
    }
}

impl Answers {
    /// The answer where these stones are, by colour, if it is known.
    pub(super) fn get(&self, question: &LadderQuery, stones: &[PointSet; 2]) -> Option<bool> {
        let is_true = |answer: &&Answer| {
            let mut pairs = stones.iter().zip(&answer.stones);
            answer.question == *question && pairs.all(|(a, b)| a.is_same_within(b, &answer.seen))
        };
        let place = &self.places[question.place()];
        place.iter().flatten().find(is_true).map(|answer| answer.is_caught)
    }

    /// Keeps the answer found by looking at these points and at the places around them.
    pub(super) fn insert(
        &mut self,
        question: LadderQuery,
        stones: &[PointSet; 2],
        looks: &PointSet,
        is_caught: bool,
    ) {
        let seen = looks.with_neighbours(question.size);
        self.latest = (self.latest + 1) % SHARES;
        self.places[question.place()][self.latest] =
            Some(Answer { question, is_caught, seen, stones: *stones });
    }
}
