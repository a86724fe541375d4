//! The stones that are captured while a position is made ready for a count.

use crate::board::{Color, Observer, Point};

/// By color: stones captured from this player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Prisoners([u32; 2]);

impl Prisoners {
    pub(super) fn of(self, color: Color) -> u32 {
        self.0[color.index()]
    }
}

impl Observer for Prisoners {
    fn placed(&mut self, _: Point, _: Color) {}
    fn removed(&mut self, _: Point, color: Color) {
        self.0[color.index()] += 1;
    }
}
