use std::hash::{DefaultHasher, Hash, Hasher};

use super::cache::EvalKey;
use crate::game::Variation;

/// The keys of the evaluations that one thread made last in a search, by the moves from its root.
///
/// An evaluation gives value, ownership and policy, but the search asks for the policy only when it
/// visits the position again. Its features need not be extracted for that another time.
///
/// Each line of moves has one slot, which holds the latest of the lines that share it.
pub(super) struct RecentEvals {
    slots: Box<[Option<(LineHash, EvalKey)>]>,
}

/// A hash of the moves from the root of a search.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct LineHash(u64);

/// Number of slots.
const SLOTS: usize = 1 << 13;

impl LineHash {
    pub(super) fn of(line: &Variation) -> LineHash {
        let moves = &line.state().turns()[line.game().turns().len()..];
        let mut hasher = DefaultHasher::new();
        moves.iter().for_each(|turn| turn.mv.hash(&mut hasher));
        LineHash(hasher.finish())
    }

    const fn slot(self) -> usize {
        self.0 as usize % SLOTS
    }
}

impl Default for RecentEvals {
    fn default() -> RecentEvals {
        RecentEvals { slots: vec![None; SLOTS].into() }
    }
}

impl RecentEvals {
    /// The key of the evaluation after these moves, if it is known.
    pub(super) fn get(&self, line: LineHash) -> Option<EvalKey> {
        self.slots[line.slot()].filter(|&(known, _)| known == line).map(|(_, key)| key)
    }

    /// Remembers an evaluation.
    pub(super) fn insert(&mut self, line: LineHash, key: EvalKey) {
        self.slots[line.slot()] = Some((line, key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Color, Move, Size},
        game::Game,
        rules::Rules,
    };

    #[test]
    fn lines_differ_by_the_order_of_moves() {
        let size = Size::square(5).unwrap();
        let game = Game::new(size, Rules::CHINESE);
        let plays: Vec<Move> = size.points().take(3).map(Move::Play).collect();
        let hash = |order: &[usize]| {
            let mut line = Variation::new(&game);
            let mut color = Color::Black;
            for &index in order {
                line.play_unchecked(color, plays[index]);
                color = color.opponent();
            }
            LineHash::of(&line)
        };
        let mut recent = RecentEvals::default();
        recent.insert(hash(&[0, 1, 2]), EvalKey(1));
        assert!(recent.get(hash(&[0, 1, 2])) == Some(EvalKey(1)));
        for other in [&[2, 1, 0][..], &[0, 1], &[]] {
            assert!(recent.get(hash(other)).is_none());
        }
    }
}
