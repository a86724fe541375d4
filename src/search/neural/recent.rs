use super::cache::EvalKey;
use crate::search::tree::PositionKey;

/// The keys of the evaluations that one thread made last in a search, by position.
///
/// An evaluation gives value, ownership and policy, but the search asks for the policy only when it
/// visits the position again. Its features need not be extracted for that another time, nor does this
/// thread evaluate the position again after another order of moves.
///
/// Each position has one slot, which holds the latest of the positions that share it.
pub(super) struct RecentEvals {
    slots: Box<[Option<(PositionKey, EvalKey)>]>,
}

/// Number of slots.
const SLOTS: usize = 1 << 13;

impl Default for RecentEvals {
    fn default() -> RecentEvals {
        RecentEvals { slots: vec![None; SLOTS].into() }
    }
}

impl RecentEvals {
    /// The key of the evaluation of this position, if it is known.
    pub(super) fn get(&self, position: PositionKey) -> Option<EvalKey> {
        self.slots[slot(position)].filter(|&(known, _)| known == position).map(|(_, key)| key)
    }

    /// Remembers an evaluation.
    pub(super) fn insert(&mut self, position: PositionKey, key: EvalKey) {
        self.slots[slot(position)] = Some((position, key));
    }
}

const fn slot(position: PositionKey) -> usize {
    position.bits() as usize % SLOTS
}
