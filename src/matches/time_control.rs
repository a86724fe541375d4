//! Time systems as text, and as the commands that state them to engines.

use std::{collections::HashSet, time::Duration};

use thiserror::Error;

use crate::{
    board::Color,
    clock::{TimeLeft, TimeSettings},
};

/// A text that is not a time system.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "expected none, per-move SECONDS, absolute MAIN, byoyomi MAIN PERIOD PERIODS, \
     canadian MAIN OVERTIME STONES, fischer MAIN INCREMENT or \
     fischer-capped MAIN INCREMENT MAX_MAIN MAX_PER_MOVE (-1 for no limit), in seconds"
)]
pub struct TimeSystemError;

/// The longest time of a setting, in seconds.
const MAX_SETTING_SECONDS: f64 = 1e7;

/// The largest number of stones or periods.
const MAX_COUNT: f64 = 1000.0;

/// Reads a time system: the arguments of `kata-time_settings`, or `per-move` and the seconds of each
/// move.
///
/// # Errors
/// [`TimeSystemError`] for an unknown name, and for numbers that leave a player without time.
pub fn parse_time(text: &str) -> Result<TimeSettings, TimeSystemError> {
    let mut words = text.split_whitespace();
    let name = words.next().ok_or(TimeSystemError)?;
    let numbers: Option<Vec<f64>> = words.map(|word| word.parse().ok()).collect();
    let numbers = numbers.ok_or(TimeSystemError)?;
    if !numbers.iter().all(|number| number.abs() <= MAX_SETTING_SECONDS) {
        return Err(TimeSystemError);
    }
    let is_time = |number: f64| number >= 0.0;
    let time = Duration::from_secs_f64;
    let count = |number: f64| {
        ((1.0..=MAX_COUNT).contains(&number) && number.fract() == 0.0).then_some(number as u32)
    };
    let settings = match (name, &numbers[..]) {
        ("none", []) => Some(TimeSettings::Unlimited),
        ("per-move", &[seconds]) if seconds > 0.0 => {
            Some(TimeSettings::canadian(Duration::ZERO, time(seconds), 1))
        }
        ("absolute", &[main]) if main > 0.0 => Some(TimeSettings::absolute(time(main))),
        ("byoyomi", &[main, period, periods]) if is_time(main) && period > 0.0 => {
            count(periods).map(|count| TimeSettings::byo_yomi(time(main), time(period), count))
        }
        ("canadian", &[main, overtime, stones]) if is_time(main) && overtime > 0.0 => {
            count(stones).map(|count| TimeSettings::canadian(time(main), time(overtime), count))
        }
        ("fischer", &[main, increment]) if main > 0.0 && is_time(increment) => {
            Some(TimeSettings::fischer(time(main), time(increment), None, None))
        }
        ("fischer-capped", &[main, increment, max_main, max_per_move])
            if main > 0.0 && is_time(increment) && max_main != 0.0 && max_per_move != 0.0 =>
        {
            let limit = |number: f64| (number > 0.0).then(|| time(number));
            let (max_main, max_per_move) = (limit(max_main), limit(max_per_move));
            Some(TimeSettings::fischer(time(main), time(increment), max_main, max_per_move))
        }
        _ => None,
    };
    settings.ok_or(TimeSystemError)
}

/// The commands by which a time system is stated to an engine, the most exact ones that it lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// `kata-time_settings`: every system, in fractions of a second.
    Kata,
    /// `kgs-time_settings`: every system without an increment, in whole seconds.
    Kgs,
    /// `time_settings`: absolute time and Canadian overtime, in whole seconds. As bridges to servers
    /// do, byo-yomi is stated as one stone a period with the other periods as main time, and an
    /// increment as an overtime for one stone.
    Plain,
}

/// The time settings of a player in the form in which they are stated to an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StatedTime {
    settings: TimeSettings,
    dialect: Dialect,
    has_time_left: bool,
}

impl StatedTime {
    /// The way to state these settings to an engine with these commands; `None` if it takes none, or
    /// time is unlimited.
    pub(super) fn new(settings: TimeSettings, commands: &HashSet<String>) -> Option<StatedTime> {
        let lists = |name: &str| commands.contains(name);
        let is_for_kgs = !matches!(settings, TimeSettings::Fischer { .. });
        let dialect = match settings {
            TimeSettings::Unlimited => return None,
            _ if lists("kata-time_settings") => Dialect::Kata,
            _ if lists("kgs-time_settings") && is_for_kgs => Dialect::Kgs,
            _ if lists("time_settings") => Dialect::Plain,
            _ => return None,
        };
        Some(StatedTime { settings, dialect, has_time_left: lists("time_left") })
    }

    /// Whether the engine learns its time exactly: fractions of a second and limits on what a player of
    /// a Fischer clock may save need `kata-time_settings`.
    pub(super) fn is_exact(self) -> bool {
        let is_whole = |time: Duration| time.subsec_nanos() == 0;
        self.dialect == Dialect::Kata
            || match self.settings {
                TimeSettings::Unlimited => true,
                TimeSettings::Absolute(main) => is_whole(main),
                TimeSettings::Canadian { main, overtime: time, .. }
                | TimeSettings::ByoYomi { main, period: time, .. } => {
                    is_whole(main) && is_whole(time)
                }
                TimeSettings::Fischer { main, increment, max_main, max_per_move } => {
                    let is_limited = max_main.is_some() || max_per_move.is_some();
                    is_whole(main) && is_whole(increment) && !is_limited
                }
            }
    }

    /// The command at the start of a game.
    pub(super) fn settings_command(self) -> String {
        match self.dialect {
            Dialect::Kata => format!("kata-time_settings {}", self.arguments()),
            Dialect::Kgs => format!("kgs-time_settings {}", self.arguments()),
            Dialect::Plain => {
                let [main, overtime] = self.plain_times().map(|time| time.as_secs());
                let stones = match self.settings {
                    TimeSettings::Canadian { stones, .. } => stones,
                    _ => u32::from(overtime > 0),
                };
                format!("time_settings {main} {overtime} {stones}")
            }
        }
    }

    /// The command that states a player's clock; `None` if the engine does not list it.
    pub(super) fn time_left_command(self, color: Color, left: TimeLeft) -> Option<String> {
        let TimeLeft { time, count } =
            if self.dialect == Dialect::Plain { self.plain_left(left) } else { left };
        let time = self.seconds(time);
        let letter = color.letter().to_ascii_lowercase();
        self.has_time_left.then(|| format!("time_left {letter} {time} {count}"))
    }

    /// The arguments of `kata-time_settings` and `kgs-time_settings`.
    fn arguments(self) -> String {
        let text = |time| self.seconds(time);
        let limit = |time: Option<Duration>| time.map_or("-1".to_string(), text);
        match self.settings {
            TimeSettings::Unlimited => "none".to_string(),
            TimeSettings::Absolute(main) => format!("absolute {}", text(main)),
            TimeSettings::Canadian { main, overtime, stones } => {
                format!("canadian {} {} {stones}", text(main), text(overtime))
            }
            TimeSettings::ByoYomi { main, period, periods } => {
                format!("byoyomi {} {} {periods}", text(main), text(period))
            }
            TimeSettings::Fischer { main, increment, max_main: None, max_per_move: None } => {
                format!("fischer {} {}", text(main), text(increment))
            }
            TimeSettings::Fischer { main, increment, max_main, max_per_move } => {
                let (max_main, max_per_move) = (limit(max_main), limit(max_per_move));
                let (main, increment) = (text(main), text(increment));
                format!("fischer-capped {main} {increment} {max_main} {max_per_move}")
            }
        }
    }

    /// Main time and overtime of one block in the numbers of `time_settings`.
    fn plain_times(self) -> [Duration; 2] {
        match self.settings {
            TimeSettings::Unlimited => [Duration::ZERO; 2],
            TimeSettings::Absolute(main) => [main, Duration::ZERO],
            TimeSettings::Canadian { main, overtime, .. } => [main, overtime],
            TimeSettings::ByoYomi { main, period, periods } => {
                [main + period * (periods - 1), period]
            }
            TimeSettings::Fischer { main, increment, .. } => {
                [main.saturating_sub(increment), increment]
            }
        }
    }

    /// A clock in the numbers of `time_settings`.
    fn plain_left(self, left: TimeLeft) -> TimeLeft {
        let TimeLeft { time, count } = left;
        match self.settings {
            TimeSettings::ByoYomi { .. } if count == 1 => left,
            TimeSettings::ByoYomi { period, periods, .. } => {
                // The last period is the overtime.
                let others = if count == 0 { periods - 1 } else { count - 2 };
                TimeLeft { time: time + period * others, count: 0 }
            }
            TimeSettings::Fischer { increment, .. } if time <= increment => {
                TimeLeft { time, count: u32::from(!increment.is_zero()) }
            }
            TimeSettings::Fischer { increment, .. } => TimeLeft { time: time - increment, count },
            _ => left,
        }
    }

    /// A time as a number of seconds, rounded down to the precision that the engine takes.
    fn seconds(self, time: Duration) -> String {
        match self.dialect {
            Dialect::Kata => (time.as_millis() as f64 / 1000.0).to_string(),
            Dialect::Kgs | Dialect::Plain => time.as_secs().to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stated(text: &str, commands: &[&str]) -> StatedTime {
        let commands = commands.iter().map(|name| name.to_string()).collect();
        StatedTime::new(parse_time(text).expect("a time system"), &commands).expect("a dialect")
    }

    const PLAIN: &[&str] = &["time_settings", "time_left"];
    const KGS: &[&str] = &["time_settings", "kgs-time_settings", "time_left"];
    const KATA: &[&str] = &["time_settings", "kata-time_settings", "time_left"];

    fn clock(time: f64, count: u32) -> TimeLeft {
        TimeLeft { time: Duration::from_secs_f64(time), count }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "1",
            "forever",
            "none 1",
            "per-move",
            "per-move 0",
            "per-move -1",
            "per-move nan",
            "per-move inf",
            "absolute 0",
            "absolute 1e9",
            "byoyomi 60 10",
            "byoyomi 60 0 5",
            "byoyomi 60 10 0",
            "byoyomi 60 10 1.5",
            "canadian -1 10 5",
            "fischer 0 5",
            "fischer-capped 60 5 0 -1",
            "absolute 60 x",
        ] {
            assert_eq!(parse_time(text), Err(TimeSystemError), "{text}");
        }
    }

    #[test]
    fn every_system_is_stated_in_the_most_exact_way() {
        for (text, commands, expected) in [
            ("per-move 0.5", KATA, "kata-time_settings canadian 0 0.5 1"),
            ("per-move 2", PLAIN, "time_settings 0 2 1"),
            ("absolute 60", KGS, "kgs-time_settings absolute 60"),
            ("absolute 60", PLAIN, "time_settings 60 0 0"),
            ("byoyomi 60 10 5", KGS, "kgs-time_settings byoyomi 60 10 5"),
            ("byoyomi 60 10 5", PLAIN, "time_settings 100 10 1"),
            ("canadian 60 10 5", KGS, "kgs-time_settings canadian 60 10 5"),
            ("canadian 60 10 5", PLAIN, "time_settings 60 10 5"),
            ("fischer 60 1.5", KATA, "kata-time_settings fischer 60 1.5"),
            ("fischer 60 5", KGS, "time_settings 55 5 1"),
            ("fischer-capped 60 5 90 -1", KATA, "kata-time_settings fischer-capped 60 5 90 -1"),
        ] {
            assert_eq!(stated(text, commands).settings_command(), expected, "{text}");
        }
    }

    #[test]
    fn clocks_are_stated_in_the_same_numbers() {
        for (text, commands, left, expected) in [
            ("per-move 0.5", KATA, clock(0.5, 1), "time_left b 0.5 1"),
            ("absolute 60", PLAIN, clock(12.75, 0), "time_left b 12 0"),
            ("byoyomi 60 10 5", KATA, clock(10.0, 4), "time_left b 10 4"),
            ("byoyomi 60 10 5", PLAIN, clock(60.0, 0), "time_left b 100 0"),
            ("byoyomi 60 10 5", PLAIN, clock(10.0, 3), "time_left b 20 0"),
            ("byoyomi 60 10 5", PLAIN, clock(10.0, 1), "time_left b 10 1"),
            ("fischer 60 5", PLAIN, clock(30.0, 0), "time_left b 25 0"),
            ("fischer 60 5", PLAIN, clock(4.0, 0), "time_left b 4 1"),
        ] {
            let command = stated(text, commands).time_left_command(Color::Black, left);
            assert_eq!(command.as_deref(), Some(expected), "{text}");
        }
        let silent = stated("absolute 60", &["time_settings"]);
        assert_eq!(silent.time_left_command(Color::White, clock(1.0, 0)), None);
    }

    #[test]
    fn fractions_of_a_second_and_limits_need_katagos_command() {
        let limited = "fischer-capped 600 10 -1 5";
        assert!(stated(limited, KATA).is_exact() && !stated(limited, PLAIN).is_exact());
        assert!(stated("per-move 0.5", KATA).is_exact());
        assert!(!stated("per-move 0.5", KGS).is_exact() && stated("per-move 5", PLAIN).is_exact());
        assert_eq!(StatedTime::new(TimeSettings::Unlimited, &HashSet::new()), None);
    }
}
