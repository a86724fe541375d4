//! The parameters that can be changed while the engine runs, in one table.

use std::{ops::RangeInclusive, time::Duration};

use thiserror::Error;

use super::{Engine, FULL_LEVEL, StartError};

/// A parameter that can be read and set while the engine runs.
pub struct Parameter {
    /// KataGo's name for it, where it has one.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// The values it can have.
    pub kind: Kind,
    get: fn(&Engine) -> f64,
    set: fn(&mut Engine, f64) -> Result<(), StartError>,
}

/// The values that a parameter can have.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// True or false.
    Switch,
    /// A whole number.
    Integer(RangeInclusive<u64>),
    /// A number.
    Number(RangeInclusive<f64>),
}

/// A parameter cannot be set like this.
#[derive(Debug, Error)]
pub enum ParameterError {
    /// The parameter cannot have the value.
    #[error("{name}: expected {expected}")]
    Value {
        /// The parameter.
        name: &'static str,
        /// The values it can have.
        expected: String,
    },
    /// The system refuses to start the threads.
    #[error(transparent)]
    Threads(#[from] StartError),
}

/// Limits of the limits.
const MAX_PLAYOUTS: u64 = 1 << 40;
const MAX_SECONDS: f64 = 1e9;

/// Every parameter, in the order in which clients list them.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "numSearchThreads",
        help: "threads of the search",
        kind: Kind::Integer(1..=1024),
        get: |engine| engine.pool.current_num_threads() as f64,
        set: |engine, threads| engine.set_threads(threads as usize),
    },
    Parameter {
        name: "maxVisits",
        help: "maximum number of playouts, or visits with a network, for a move; 0 for no limit",
        kind: Kind::Integer(0..=MAX_PLAYOUTS),
        get: |engine| engine.options.playouts.unwrap_or(0) as f64,
        set: |engine, most| {
            put(&mut engine.options.playouts, Some(most as u64).filter(|&most| most > 0))
        },
    },
    Parameter {
        name: "maxTime",
        help: "maximum time for a move in seconds; 0 for no limit",
        kind: Kind::Number(0.0..=MAX_SECONDS),
        get: |engine| engine.options.seconds.unwrap_or(0.0),
        set: |engine, most| put(&mut engine.options.seconds, Some(most).filter(|&most| most > 0.0)),
    },
    Parameter {
        name: "lagBuffer",
        help: "seconds that a move may lose on the way to the server",
        kind: Kind::Number(0.0..=60.0),
        get: |engine| engine.options.lag,
        set: |engine, lag| {
            engine.options.lag = lag;
            engine.clock.set_lag(Duration::from_secs_f64(lag));
            Ok(())
        },
    },
    Parameter {
        name: "ponderingEnabled",
        help: "whether to search on the opponent's time",
        kind: Kind::Switch,
        get: |engine| f64::from(u8::from(engine.options.ponder)),
        set: |engine, ponders| put(&mut engine.options.ponder, ponders != 0.0),
    },
    Parameter {
        name: "resignBelow",
        help: "resign when the win rate stays below this; 0 for never",
        kind: Kind::Number(0.0..=1.0),
        get: |engine| engine.options.resign_below,
        set: |engine, chance| put(&mut engine.options.resign_below, chance),
    },
    Parameter {
        name: "analysisWideRootNoise",
        help: "share of an analysis that chooses its first move by the prior alone",
        kind: Kind::Number(0.0..=1.0),
        get: |engine| engine.options.wide_root,
        set: |engine, share| put(&mut engine.options.wide_root, share),
    },
    Parameter {
        name: "nnPolicyTemperature",
        help: "temperature of a network's policy",
        kind: Kind::Number(0.01..=5.0),
        get: |engine| engine.options.temperature,
        set: |engine, temperature| put(&mut engine.options.temperature, temperature),
    },
    Parameter {
        name: "dynamicPlayoutDoublingAdvantageCapPerOppLead",
        help: "playout-doubling advantage for each point behind in a handicap game",
        kind: Kind::Number(0.0..=0.5),
        get: |engine| engine.options.pda_per_point,
        set: |engine, pda_per_point| put(&mut engine.options.pda_per_point, pda_per_point),
    },
    Parameter {
        name: "level",
        help: "playing strength, from 1 to 12 (full)",
        kind: Kind::Integer(1..=FULL_LEVEL as u64),
        get: |engine| f64::from(engine.options.level),
        set: |engine, level| put(&mut engine.options.level, level as u32),
    },
];

/// Sets an option on which nothing else depends.
fn put<T>(option: &mut T, value: T) -> Result<(), StartError> {
    *option = value;
    Ok(())
}

impl Parameter {
    /// The present value as text.
    #[must_use]
    pub fn value(&self, engine: &Engine) -> String {
        let value = (self.get)(engine);
        match self.kind {
            Kind::Switch => (value != 0.0).to_string(),
            Kind::Integer(_) | Kind::Number(_) => value.to_string(),
        }
    }

    /// Sets the value.
    ///
    /// # Errors
    /// [`ParameterError`] if the parameter cannot have the value.
    pub fn set(&self, engine: &mut Engine, text: &str) -> Result<(), ParameterError> {
        let number = text.parse::<f64>().ok();
        let value = match &self.kind {
            Kind::Switch => match text.to_ascii_lowercase().as_str() {
                "true" | "1" => Some(1.0),
                "false" | "0" => Some(0.0),
                _ => None,
            },
            Kind::Integer(range) => {
                let is_integer =
                    |n: &f64| n.fract() == 0.0 && *n >= 0.0 && range.contains(&(*n as u64));
                number.filter(is_integer)
            }
            Kind::Number(range) => number.filter(|number| range.contains(number)),
        };
        let value = value
            .ok_or_else(|| ParameterError::Value { name: self.name, expected: self.expected() })?;
        Ok((self.set)(engine, value)?)
    }

    fn expected(&self) -> String {
        match &self.kind {
            Kind::Switch => "true or false".to_string(),
            Kind::Integer(range) => {
                format!("an integer from {} to {}", range.start(), range.end())
            }
            Kind::Number(range) => format!("a number from {} to {}", range.start(), range.end()),
        }
    }
}
