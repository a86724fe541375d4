//! The parameters that can be changed while the engine runs, in one table.

use std::{ops::RangeInclusive, time::Duration};

use thiserror::Error;

use super::{Engine, FULL_LEVEL, StartError};
#[cfg(feature = "tuning")]
use crate::tuning::{TUNABLES, TunableEntry};
use crate::{clock::MAX_SECONDS, features::UnknownProfile};

/// A parameter that can be read and set while the engine runs.
#[derive(Clone)]
pub struct Parameter {
    /// KataGo's name for it, where it has one.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// The values it can have.
    pub kind: ParameterKind,
    access: Access,
}

/// The access to the value of a parameter.
#[derive(Clone, Copy)]
enum Access {
    /// By the state of the engine.
    Engine { get: Get, set: Set },
    /// By the state of the engine, as text.
    Text { get: fn(&Engine) -> String, set: fn(&mut Engine, &str) -> Result<(), ParameterError> },
    /// A constant of playing strength, which all engines of the process share.
    #[cfg(feature = "tuning")]
    Tunable(&'static TunableEntry),
}

type Get = fn(&Engine) -> f64;
type Set = fn(&mut Engine, f64) -> Result<(), StartError>;

/// The values that a parameter can have.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterKind {
    /// True or false.
    Switch,
    /// A whole number.
    Integer(RangeInclusive<u64>),
    /// A number.
    Number(RangeInclusive<f64>),
    /// The name of a human profile, such as `rank_5k`, or nothing for none.
    Profile,
}

/// A parameter cannot be set like this.
#[derive(Debug, Error)]
pub enum ParameterError {
    /// The parameter cannot have the value.
    #[error("{name}: expected {expected}, got '{value}'")]
    Value {
        /// The parameter.
        name: &'static str,
        /// The values it can have.
        expected: String,
        /// The given value.
        value: String,
    },
    /// The engine cannot run with the value.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// Maximum of the parameters that limit playouts.
const MAX_PLAYOUTS: u64 = 1 << 40;

/// Every parameter, in the order in which clients list them.
pub fn parameters() -> impl Iterator<Item = Parameter> {
    let all = OPTIONS.iter().cloned();
    #[cfg(feature = "tuning")]
    let all = all.chain(TUNABLES.iter().map(Parameter::of_tunable));
    all
}

/// The parameters that are part of an engine's state.
const OPTIONS: &[Parameter] = &[
    Parameter::new(
        "numSearchThreads",
        "threads of the search",
        ParameterKind::Integer(1..=1024),
        |engine| engine.pool.current_num_threads() as f64,
        |engine, threads| engine.set_threads(threads as usize),
    ),
    Parameter::new(
        "maxVisits",
        "maximum number of playouts, or visits with a network, of one search, reused ones \
         excluded; 0 for no limit",
        ParameterKind::Integer(0..=MAX_PLAYOUTS),
        |engine| engine.options.playouts.unwrap_or(0) as f64,
        |engine, most| {
            put(&mut engine.options.playouts, Some(most as u64).filter(|&most| most > 0))
        },
    ),
    Parameter::new(
        "maxTime",
        "maximum time for a move in seconds; 0 for no limit",
        ParameterKind::Number(0.0..=MAX_SECONDS),
        |engine| engine.options.seconds.unwrap_or(0.0),
        |engine, most| put(&mut engine.options.seconds, Some(most).filter(|&most| most > 0.0)),
    ),
    Parameter::new(
        "lagBuffer",
        "seconds that a move may lose on the way to the server",
        ParameterKind::Number(0.0..=60.0),
        |engine| engine.clock.lag_allowance().as_secs_f64(),
        |engine, lag| {
            engine.options.lag = Some(lag);
            engine.clock.set_lag_allowance(Duration::from_secs_f64(lag));
            Ok(())
        },
    ),
    Parameter::new(
        "ponderingEnabled",
        "whether to search on the opponent's time",
        ParameterKind::Switch,
        |engine| f64::from(u8::from(engine.options.ponder)),
        |engine, ponders| put(&mut engine.options.ponder, ponders != 0.0),
    ),
    Parameter::new(
        "resignBelow",
        "resign when the win rate stays below this; 0 for never",
        ParameterKind::Number(0.0..=1.0),
        |engine| engine.options.resign_below,
        |engine, value| put(&mut engine.options.resign_below, value),
    ),
    Parameter::new(
        "analysisWideRootNoise",
        "share of an analysis's iterations whose root move is chosen by the prior alone",
        // Larger shares are 1: KataGo's parameter has another scale, which ends at 5.
        ParameterKind::Number(0.0..=5.0),
        |engine| engine.options.wide_root,
        |engine, share| put(&mut engine.options.wide_root, share.min(1.0)),
    ),
    Parameter::new(
        "nnPolicyTemperature",
        "temperature of a network's policy",
        ParameterKind::Number(0.01..=5.0),
        |engine| engine.options.temperature,
        |engine, temperature| put(&mut engine.options.temperature, temperature),
    ),
    Parameter::new(
        "playoutDoublingAdvantage",
        "playout-doubling advantage of the player to move",
        ParameterKind::Number(-3.0..=3.0),
        |engine| engine.options.pda,
        |engine, pda| put(&mut engine.options.pda, pda),
    ),
    Parameter::new(
        "dynamicPlayoutDoublingAdvantageCapPerOppLead",
        "playout-doubling advantage for each point behind in a handicap game, where \
         playoutDoublingAdvantage is 0",
        ParameterKind::Number(0.0..=0.5),
        |engine| engine.options.pda_per_point,
        |engine, pda_per_point| put(&mut engine.options.pda_per_point, pda_per_point),
    ),
    Parameter::new(
        "level",
        "playing strength, from 1 to 12 (full)",
        ParameterKind::Integer(1..=FULL_LEVEL as u64),
        |engine| f64::from(engine.options.level),
        |engine, level| put(&mut engine.options.level, level as u32),
    ),
    Parameter {
        name: "humanSLProfile",
        help: "the people whom a HumanSL network imitates, such as rank_5k; empty for none",
        kind: ParameterKind::Profile,
        access: Access::Text { get: human_profile, set: set_human_profile },
    },
];

fn human_profile(engine: &Engine) -> String {
    engine.options.human_profile.map_or_else(String::new, |profile| profile.to_string())
}

fn set_human_profile(engine: &mut Engine, text: &str) -> Result<(), ParameterError> {
    let profile = Some(text).filter(|name| !name.is_empty()).map(str::parse).transpose();
    let wrong = |_: UnknownProfile| ParameterError::Value {
        name: "humanSLProfile",
        expected: UnknownProfile::EXPECTED.to_string(),
        value: text.to_string(),
    };
    Ok(engine.set_human_profile(profile.map_err(wrong)?)?)
}

/// Sets an option on which nothing else depends.
fn put<T>(option: &mut T, value: T) -> Result<(), StartError> {
    *option = value;
    Ok(())
}

impl Parameter {
    const fn new(
        name: &'static str,
        help: &'static str,
        kind: ParameterKind,
        get: Get,
        set: Set,
    ) -> Parameter {
        Parameter { name, help, kind, access: Access::Engine { get, set } }
    }

    #[cfg(feature = "tuning")]
    fn of_tunable(entry: &'static TunableEntry) -> Parameter {
        let (min, max) = (*entry.range.start(), *entry.range.end());
        let kind = if entry.is_integer {
            ParameterKind::Integer(min as u64..=max as u64)
        } else {
            ParameterKind::Number(min..=max)
        };
        Parameter { name: entry.name, help: entry.help, kind, access: Access::Tunable(entry) }
    }

    /// The present value as text.
    #[must_use]
    pub fn value(&self, engine: &Engine) -> String {
        let value = match self.access {
            Access::Engine { get, .. } => get(engine),
            Access::Text { get, .. } => return get(engine),
            #[cfg(feature = "tuning")]
            Access::Tunable(entry) => entry.get(),
        };
        if self.kind == ParameterKind::Switch {
            (value != 0.0).to_string()
        } else {
            value.to_string()
        }
    }

    /// Sets the value.
    ///
    /// # Errors
    /// [`ParameterError`] if the parameter cannot have the value.
    pub fn set(&self, engine: &mut Engine, text: &str) -> Result<(), ParameterError> {
        let number = || {
            let wrong = || ParameterError::Value {
                name: self.name,
                expected: self.kind.expected(),
                value: text.to_string(),
            };
            self.kind.number(text).ok_or_else(wrong)
        };
        match self.access {
            Access::Engine { set, .. } => set(engine, number()?)?,
            Access::Text { set, .. } => set(engine, text)?,
            #[cfg(feature = "tuning")]
            Access::Tunable(entry) => {
                entry.set(number()?);
                // The tree has statistics of the old value.
                engine.clear_cache();
            }
        }
        Ok(())
    }
}

impl ParameterKind {
    /// The number that a text stands for, `None` if it is no value of this kind.
    fn number(&self, text: &str) -> Option<f64> {
        let number = text.parse::<f64>().ok();
        match self {
            ParameterKind::Switch => match text.to_ascii_lowercase().as_str() {
                "true" | "1" => Some(1.0),
                "false" | "0" => Some(0.0),
                _ => None,
            },
            ParameterKind::Integer(range) => {
                let is_integer =
                    |n: &f64| n.fract() == 0.0 && *n >= 0.0 && range.contains(&(*n as u64));
                number.filter(is_integer)
            }
            ParameterKind::Number(range) => number.filter(|number| range.contains(number)),
            ParameterKind::Profile => None,
        }
    }

    fn expected(&self) -> String {
        match self {
            ParameterKind::Switch => "true or false".to_string(),
            ParameterKind::Integer(range) => {
                format!("an integer from {} to {}", range.start(), range.end())
            }
            ParameterKind::Number(range) => {
                format!("a number from {} to {}", range.start(), range.end())
            }
            ParameterKind::Profile => UnknownProfile::EXPECTED.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_have_these_parameters() {
        let text = include_str!("../../docs/clients.md");
        for Parameter { name, .. } in OPTIONS {
            assert!(text.contains(&format!("\n| {name} | ")), "{name}");
        }
    }
}
