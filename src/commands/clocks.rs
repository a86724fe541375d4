//! Commands that set the clocks.

use std::time::Duration;

use super::{
    Command,
    notation::{DONE, color},
};
use crate::{
    clock::{MAX_SECONDS, TimeSettings},
    engine::Engine,
    gtp::{ArgError, Args, Response, quote},
};

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "time_settings",
        "MAIN OVERTIME STONES - sets Canadian overtime, in seconds",
        settings,
    ),
    Command::new(
        "kgs-time_settings",
        "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN OVERTIME STONES - \
         sets the time system, in seconds",
        kgs_settings,
    ),
    Command::new(
        "kata-time_settings",
        "SYSTEM NUMBERS - as kgs-time_settings; also fischer MAIN INCREMENT, and fischer-capped \
         MAIN INCREMENT MAX_MAIN MAX_PER_MOVE, -1 for no limit",
        kata_settings,
    ),
    Command::new(
        "kata-list_time_settings",
        "- the time systems of kata-time_settings",
        list_systems,
    ),
    Command::new(
        "time_left",
        "COLOR SECONDS COUNT - sets a clock; COUNT is 0 in the main time, else the stones or \
         byo-yomi periods left",
        left,
    ),
];

/// The name of a time system and the parser of its numbers.
type TimeSystemParser = (&'static str, fn(&mut Args) -> Result<TimeSettings, ArgError>);

/// The time systems of KataGo. The four of KGS come first.
const KATA_SYSTEMS: &[TimeSystemParser] = &[
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
        let (max_main, max_per_move) =
            (limit(args, "main time limit")?, limit(args, "time limit per move")?);
        Ok(TimeSettings::fischer(main, increment, max_main, max_per_move))
    }),
];

/// The time systems of KGS: the first four of [`KATA_SYSTEMS`].
const KGS_SYSTEMS: &[TimeSystemParser] = KATA_SYSTEMS.split_at(4).0;

fn settings(engine: &mut Engine, args: &mut Args) -> Response {
    change_settings(engine, args, canadian)
}

fn kgs_settings(engine: &mut Engine, args: &mut Args) -> Response {
    change_settings(engine, args, |args| named(args, KGS_SYSTEMS))
}

fn kata_settings(engine: &mut Engine, args: &mut Args) -> Response {
    change_settings(engine, args, |args| named(args, KATA_SYSTEMS))
}

fn change_settings(
    engine: &mut Engine,
    args: &mut Args,
    parse: fn(&mut Args) -> Result<TimeSettings, ArgError>,
) -> Response {
    let settings = parse(args)?;
    args.end()?;
    engine.clock.set(settings);
    DONE
}

fn list_systems(_: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    Ok(names(KATA_SYSTEMS, " "))
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

fn named(args: &mut Args, systems: &[TimeSystemParser]) -> Result<TimeSettings, ArgError> {
    let word = args.string("time system")?;
    let system = systems.iter().find(|(name, _)| word.eq_ignore_ascii_case(name));
    let (_, parse) = system.ok_or_else(|| ArgError::Unexpected {
        what: "time system",
        expected: names(systems, ", ").into(),
        got: quote(word),
    })?;
    parse(args)
}

fn names(systems: &[TimeSystemParser], separator: &str) -> String {
    systems.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(separator)
}

/// Parses a time. Servers send fractions, and slightly negative times when a player is late.
fn seconds(args: &mut Args, what: &'static str) -> Result<Duration, ArgError> {
    Ok(duration(args.float(what)?))
}

/// Parses a limit on a time; a negative number means no limit.
fn limit(args: &mut Args, what: &'static str) -> Result<Option<Duration>, ArgError> {
    let seconds = args.float(what)?;
    Ok((seconds >= 0.0).then(|| duration(seconds)))
}

fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, MAX_SECONDS))
}

/// Parses a number of stones or periods. Some clients write it as a fraction, and -1 for none.
fn count(args: &mut Args, what: &'static str) -> Result<u32, ArgError> {
    Ok(args.float(what)?.round() as u32)
}
