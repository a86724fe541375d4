//! Commands about time.

use std::time::Duration;

use super::{
    Command,
    words::{DONE, color},
};
use crate::{
    clock::TimeSettings,
    engine::Engine,
    gtp::{ArgError, Args, Response},
};

pub(super) const COMMANDS: &[Command] = &[
    Command::new("time_settings", "MAIN OVERTIME STONES - seconds, and stones a period", settings),
    Command::new("time_left", "COLOR SECONDS STONES - what a clock shows", left),
];

/// More than any game takes, and less than what a duration can hold.
const MOST_SECONDS: f64 = 1e9;

fn settings(engine: &mut Engine, args: &mut Args) -> Response {
    let (main, overtime) = (seconds(args, "main time")?, seconds(args, "overtime")?);
    let stones = stones(args)?;
    args.end()?;
    engine.set_time(TimeSettings::from_gtp(main, overtime, stones));
    DONE
}

fn left(engine: &mut Engine, args: &mut Args) -> Response {
    let color = color(args)?;
    let (time, stones) = (seconds(args, "time")?, stones(args)?);
    args.end()?;
    engine.clock.set_left(color, time, stones);
    DONE
}

/// A time; servers may send fractions, and a little less than nothing when a player is late.
fn seconds(args: &mut Args, what: &'static str) -> Result<Duration, ArgError> {
    Ok(Duration::from_secs_f64(args.float(what)?.clamp(0.0, MOST_SECONDS)))
}

fn stones(args: &mut Args) -> Result<u32, ArgError> {
    let most = i64::from(u32::MAX);
    Ok(args.integer("stones", i64::MIN..=i64::MAX)?.clamp(0, most) as u32)
}
