//! The clock of the game: time systems, and the time of both players.
//!
//! All arithmetic takes the present time as an argument. It is that of a monotonic clock, which on
//! Linux and macOS stands still while the machine sleeps, so that sleep is a pause. On Windows it
//! goes on.

mod game_clock;
mod sgf;
#[cfg(test)]
mod tests;
mod time_form;
mod time_system;

pub(in crate::web) use self::{
    game_clock::GameClock,
    sgf::{overtime_count, read_time, system_properties, time_left, time_properties, written_time},
    time_form::{MAX_SECONDS, TimeForm},
    time_system::{PlayerTime, TimeSystem},
};
