//! Commands about time.

use std::time::Duration;

use super::{
    Command,
    words::{DONE, color},
};
use crate::{
    clock::TimeSettings,
    engine::Engine,
    gtp::{ArgError, Args, Response, quote},
};

pub(super) const COMMANDS: &[Command] = &[
    Command::new("time_settings", "MAIN OVERTIME STONES - seconds, and stones a period", settings),
    Command::new(
        "kgs-time_settings",
        "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN OVERTIME STONES - \
         how time is counted, in seconds",
        kgs_settings,
    ),
    Command::new(
        "kata-time_settings",
        "KIND NUMBERS - as kgs-time_settings; also fischer MAIN INCREMENT, and fischer-capped \
         MAIN INCREMENT MOST_MAIN MOST_A_MOVE, -1 for no limit",
        kata_settings,
    ),
    Command::new("kata-list_time_settings", "- the kinds of kata-time_settings", list_kinds),
    Command::new(
        "time_left",
        "COLOR SECONDS COUNT - what a clock shows; COUNT is 0 in the main time, else the stones \
         to play or the byo-yomi periods left",
        left,
    ),
];

/// A kind of time settings by its name, and how its numbers are read.
type Kind = (&'static str, fn(&mut Args) -> Result<TimeSettings, ArgError>);

const KATA_KINDS: &[Kind] = &[
    ("none", |_| Ok(TimeSettings::Unlimited)),
    ("absolute", |args| Ok(TimeSettings::absolute(seconds(args, "main time")?))),
    ("byoyomi", |args| {
        let (main, period) = (seconds(args, "main time")?, seconds(args, "period")?);
        Ok(TimeSettings::byo_yomi(main, period, count(args, "periods")?))
    }),
    ("canadian", canadian),
    ("fischer", |args| {
        let (main, increment) = (seconds(args, "main time")?, seconds(args, "increment")?);
        Ok(TimeSettings::fischer(main, increment, None, None))
    }),
    ("fischer-capped", |args| {
        let (main, increment) = (seconds(args, "main time")?, seconds(args, "increment")?);
        let (most_main, most_a_move) =
            (limit(args, "most main time")?, limit(args, "most a move")?);
        Ok(TimeSettings::fischer(main, increment, most_main, most_a_move))
    }),
];

/// The kinds that KGS knows.
const KGS_KINDS: &[Kind] = KATA_KINDS.split_at(4).0;

fn settings(engine: &mut Engine, args: &mut Args) -> Response {
    put_in_force(engine, args, canadian)
}

fn kgs_settings(engine: &mut Engine, args: &mut Args) -> Response {
    put_in_force(engine, args, |args| named(args, KGS_KINDS))
}

fn kata_settings(engine: &mut Engine, args: &mut Args) -> Response {
    put_in_force(engine, args, |args| named(args, KATA_KINDS))
}

fn put_in_force(
    engine: &mut Engine,
    args: &mut Args,
    read: fn(&mut Args) -> Result<TimeSettings, ArgError>,
) -> Response {
    let settings = read(args)?;
    args.end()?;
    engine.clock.set(settings);
    DONE
}

fn list_kinds(_: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    Ok(names(KATA_KINDS, " "))
}

fn left(engine: &mut Engine, args: &mut Args) -> Response {
    let color = color(args)?;
    let (time, count) = (seconds(args, "time")?, count(args, "stones or periods")?);
    args.end()?;
    engine.clock.set_left(color, time, count);
    DONE
}

fn canadian(args: &mut Args) -> Result<TimeSettings, ArgError> {
    let (main, overtime) = (seconds(args, "main time")?, seconds(args, "overtime")?);
    Ok(TimeSettings::canadian(main, overtime, count(args, "stones")?))
}

fn named(args: &mut Args, kinds: &[Kind]) -> Result<TimeSettings, ArgError> {
    let word = args.string("kind of time settings")?;
    let kind = kinds.iter().find(|(name, _)| word.eq_ignore_ascii_case(name));
    let (_, read) = kind.ok_or_else(|| ArgError::Unexpected {
        what: "kind of time settings",
        expected: names(kinds, ", ").into(),
        got: quote(word),
    })?;
    read(args)
}

fn names(kinds: &[Kind], between: &str) -> String {
    kinds.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(between)
}

/// More than any game takes, and less than what a duration can hold.
const MOST_SECONDS: f64 = 1e9;

/// A time; servers may send fractions, and a little less than nothing when a player is late.
fn seconds(args: &mut Args, what: &'static str) -> Result<Duration, ArgError> {
    Ok(duration(args.float(what)?))
}

/// A limit on a time; a negative number is none.
fn limit(args: &mut Args, what: &'static str) -> Result<Option<Duration>, ArgError> {
    let seconds = args.float(what)?;
    Ok((seconds >= 0.0).then(|| duration(seconds)))
}

fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, MOST_SECONDS))
}

/// A number of stones or periods. Some clients write all numbers as fractions, and -1 for none.
fn count(args: &mut Args, what: &'static str) -> Result<u32, ArgError> {
    Ok(args.float(what)?.round() as u32)
}
