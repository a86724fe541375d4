//! An engine that plays games under a clock.

use super::{client::Client, time_control::StatedTime};
use crate::clock::TimeSettings;

/// An engine that plays a game, with its clock.
#[derive(Debug)]
pub struct Player<'a> {
    /// The engine.
    pub client: Client<'a>,
    /// Its time.
    pub time: TimeSettings,
}

impl Player<'_> {
    pub(super) fn stated_time(&self) -> Option<StatedTime> {
        StatedTime::new(self.time, self.client.commands())
    }
}
