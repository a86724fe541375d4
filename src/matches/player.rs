//! An engine that plays games under a clock.

use super::{client::Client, time_control::StatedTime};
use crate::clock::TimeSettings;

/// An engine that plays a game, with its clock.
#[derive(Debug)]
pub(super) struct Player<'a> {
    /// The engine.
    pub(super) client: Client<'a>,
    /// Its time.
    pub(super) time: TimeSettings,
}

impl Player<'_> {
    pub(super) fn stated_time(&self) -> Option<StatedTime> {
        StatedTime::new(self.time, self.client.commands())
    }
}
