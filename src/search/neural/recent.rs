//! Recent evaluations by position, which are found without their input features.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::cache::EvalKey;
use crate::search::tree::PositionKey;

/// The keys of the evaluations that were made last in a search, by position, for all of its threads.
///
/// An evaluation gives value, ownership and policy, but the search asks for the policy only when it
/// visits the position again. Its features need not be extracted for that another time, nor does the
/// position have to be evaluated again after another order of moves.
///
/// Each position has one slot, which holds the latest of the positions that share it.
pub(super) struct RecentEvals {
    slots: Box<[Slot]>,
}

/// The latest position that maps to this slot. Its lock is held only to look and to replace.
type Slot = Mutex<Option<(PositionKey, EvalKey)>>;

/// Number of slots.
const SLOTS: usize = 1 << 13;

impl Default for RecentEvals {
    fn default() -> RecentEvals {
        RecentEvals { slots: (0..SLOTS).map(|_| Slot::default()).collect() }
    }
}

impl RecentEvals {
    /// The key of the evaluation of this position, if it is known.
    pub(super) fn get(&self, position: PositionKey) -> Option<EvalKey> {
        let latest = *self.slot(position);
        latest.filter(|&(known, _)| known == position).map(|(_, key)| key)
    }

    /// Remembers an evaluation.
    pub(super) fn insert(&self, position: PositionKey, key: EvalKey) {
        *self.slot(position) = Some((position, key));
    }

    /// The slot of a position, locked.
    fn slot(&self, position: PositionKey) -> MutexGuard<'_, Option<(PositionKey, EvalKey)>> {
        let slot = &self.slots[position.bits() as usize % SLOTS];
        slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
