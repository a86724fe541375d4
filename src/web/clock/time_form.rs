//! Time systems as the page sends and receives them.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::TimeSystem;

/// A time system as the page sends and receives it. Times are in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(in crate::web) struct TimeForm {
    pub(in crate::web) kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    main: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    periods: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stones: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    increment: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cap: Option<f64>,
}

/// The numbers are no time system.
#[derive(Clone, Debug, PartialEq, Error)]
pub(in crate::web) enum TimeFormError {
    /// No system has this name.
    #[error(
        "unknown time system {0:?}: expected none, absolute, byo-yomi, canadian, fischer, \
         bronstein, delay, hourglass, move or up"
    )]
    Kind(String),
    /// A number is missing or out of range.
    #[error("{name}: expected seconds from {min} to {MAX_SECONDS}")]
    Seconds { name: &'static str, min: f64 },
    /// A count is missing or out of range.
    #[error("{0}: expected a number from 1 to {MAX_COUNT}")]
    Count(&'static str),
}

/// Shortest time in seconds, where there has to be one.
const MIN_SECONDS: f64 = 0.001;

/// Limit of times in seconds: a hundred days.
pub(in crate::web) const MAX_SECONDS: f64 = 8_640_000.0;

/// Limit of numbers of periods and stones.
const MAX_COUNT: u32 = 1000;

impl TryFrom<&TimeForm> for TimeSystem {
    type Error = TimeFormError;

    fn try_from(form: &TimeForm) -> Result<TimeSystem, TimeFormError> {
        let main = || seconds("main", form.main.or(Some(0.0)), 0.0);
        let positive_main = || seconds("main", form.main, MIN_SECONDS);
        let time = || seconds("time", form.time, MIN_SECONDS);
        let increment = || seconds("increment", form.increment, MIN_SECONDS);
        Ok(match form.kind.as_str() {
            "" | "none" => TimeSystem::None,
            "absolute" => TimeSystem::Absolute { main: positive_main()? },
            "byo-yomi" => TimeSystem::ByoYomi {
                main: main()?,
                period: time()?,
                periods: count("periods", form.periods)?,
            },
            "canadian" => TimeSystem::Canadian {
                main: main()?,
                overtime: time()?,
                stones: count("stones", form.stones)?,
            },
            "fischer" => TimeSystem::Fischer {
                main: positive_main()?,
                increment: increment()?,
                cap: form.cap.map(|cap| seconds("cap", Some(cap), MIN_SECONDS)).transpose()?,
            },
            "bronstein" => TimeSystem::Bronstein { main: positive_main()?, delay: increment()? },
            "delay" => TimeSystem::Delay { main: positive_main()?, delay: increment()? },
            "hourglass" => TimeSystem::Hourglass { main: positive_main()? },
            "move" => TimeSystem::PerMove { time: time()? },
            "up" => TimeSystem::CountUp,
            _ => return Err(TimeFormError::Kind(form.kind.clone())),
        })
    }
}

fn seconds(name: &'static str, value: Option<f64>, min: f64) -> Result<Duration, TimeFormError> {
    let value = value.filter(|value| (min..=MAX_SECONDS).contains(value));
    value.map(Duration::from_secs_f64).ok_or(TimeFormError::Seconds { name, min })
}

fn count(name: &'static str, value: Option<u32>) -> Result<u32, TimeFormError> {
    value.filter(|count| (1..=MAX_COUNT).contains(count)).ok_or(TimeFormError::Count(name))
}

impl From<TimeSystem> for TimeForm {
    fn from(system: TimeSystem) -> TimeForm {
        let form = |kind: &str| TimeForm { kind: kind.to_owned(), ..TimeForm::default() };
        let seconds = |time: Duration| Some(time.as_secs_f64());
        match system {
            TimeSystem::None => form("none"),
            TimeSystem::Absolute { main } => TimeForm { main: seconds(main), ..form("absolute") },
            TimeSystem::ByoYomi { main, period, periods } => TimeForm {
                main: seconds(main),
                time: seconds(period),
                periods: Some(periods),
                ..form("byo-yomi")
            },
            TimeSystem::Canadian { main, overtime, stones } => TimeForm {
                main: seconds(main),
                time: seconds(overtime),
                stones: Some(stones),
                ..form("canadian")
            },
            TimeSystem::Fischer { main, increment, cap } => TimeForm {
                main: seconds(main),
                increment: seconds(increment),
                cap: cap.and_then(seconds),
                ..form("fischer")
            },
            TimeSystem::Bronstein { main, delay } => {
                TimeForm { main: seconds(main), increment: seconds(delay), ..form("bronstein") }
            }
            TimeSystem::Delay { main, delay } => {
                TimeForm { main: seconds(main), increment: seconds(delay), ..form("delay") }
            }
            TimeSystem::Hourglass { main } => TimeForm { main: seconds(main), ..form("hourglass") },
            TimeSystem::PerMove { time } => TimeForm { time: seconds(time), ..form("move") },
            TimeSystem::CountUp => form("up"),
        }
    }
}
