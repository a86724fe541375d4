//! The time systems.

use std::time::Duration;

/// A time system. The constructors take the numbers that clients send, and turn settings without any
/// time into [`Unlimited`](TimeSettings::Unlimited).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSettings {
    /// No limit.
    #[default]
    Unlimited,
    /// A main time for the whole game.
    Absolute(Duration),
    /// A main time, then repeated overtimes in each of which a number of stones must be played.
    Canadian {
        /// Main time.
        main: Duration,
        /// One overtime, above 0.
        overtime: Duration,
        /// Number of stones to play in an overtime, at least 1.
        stones: u32,
    },
    /// A main time, then periods: a period is lost only by a move that takes longer than it.
    ByoYomi {
        /// Main time.
        main: Duration,
        /// One period, above 0.
        period: Duration,
        /// Number of periods, at least 1.
        periods: u32,
    },
    /// A main time with an increment for every move.
    Fischer {
        /// Main time at the start.
        main: Duration,
        /// Time added after a move.
        increment: Duration,
        /// Maximum main time.
        max_main: Option<Duration>,
        /// Maximum time of a move.
        max_per_move: Option<Duration>,
    },
}

impl TimeSettings {
    /// The time that a move in overtime has to itself: a byo-yomi period, or an overtime for one stone.
    pub(super) const fn fixed_move_time(self) -> Option<Duration> {
        match self {
            TimeSettings::ByoYomi { period, .. } => Some(period),
            TimeSettings::Canadian { overtime, stones: 1, .. } => Some(overtime),
            _ => None,
        }
    }

    /// Absolute time.
    #[must_use]
    pub const fn absolute(main: Duration) -> TimeSettings {
        if main.is_zero() { TimeSettings::Unlimited } else { TimeSettings::Absolute(main) }
    }

    /// Canadian overtime, by the three numbers of GTP's `time_settings`: without overtime time is
    /// absolute; an overtime for no stones is no limit (GTP 2 draft 2, section 4.2).
    #[must_use]
    pub const fn canadian(main: Duration, overtime: Duration, stones: u32) -> TimeSettings {
        if overtime.is_zero() {
            TimeSettings::absolute(main)
        } else if stones == 0 {
            TimeSettings::Unlimited
        } else {
            TimeSettings::Canadian { main, overtime, stones }
        }
    }

    /// Japanese byo-yomi; absolute time without periods.
    #[must_use]
    pub const fn byo_yomi(main: Duration, period: Duration, periods: u32) -> TimeSettings {
        if period.is_zero() || periods == 0 {
            TimeSettings::absolute(main)
        } else {
            TimeSettings::ByoYomi { main, period, periods }
        }
    }

    /// Fischer time, with or without limits.
    #[must_use]
    pub const fn fischer(
        main: Duration,
        increment: Duration,
        max_main: Option<Duration>,
        max_per_move: Option<Duration>,
    ) -> TimeSettings {
        if main.is_zero() && increment.is_zero() {
            TimeSettings::Unlimited
        } else {
            TimeSettings::Fischer { main, increment, max_main, max_per_move }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZERO: Duration = Duration::ZERO;
    const TIME: Duration = Duration::from_secs(5);

    #[test]
    fn gtp_numbers_are_read_as_specified() {
        let absolute = TimeSettings::Absolute(TIME);
        let canadian = TimeSettings::Canadian { main: ZERO, overtime: TIME, stones: 1 };
        assert_eq!(TimeSettings::canadian(TIME, ZERO, 0), absolute);
        assert_eq!(TimeSettings::canadian(TIME, ZERO, 3), absolute);
        assert_eq!(TimeSettings::canadian(ZERO, TIME, 0), TimeSettings::Unlimited);
        assert_eq!(TimeSettings::canadian(TIME, TIME, 0), TimeSettings::Unlimited);
        assert_eq!(TimeSettings::canadian(ZERO, TIME, 1), canadian);
    }

    #[test]
    fn without_periods_time_is_absolute_and_without_time_unlimited() {
        assert_eq!(TimeSettings::byo_yomi(TIME, TIME, 0), TimeSettings::Absolute(TIME));
        assert_eq!(TimeSettings::byo_yomi(TIME, ZERO, 5), TimeSettings::Absolute(TIME));
        assert_eq!(TimeSettings::canadian(ZERO, ZERO, 0), TimeSettings::Unlimited);
        assert_eq!(TimeSettings::fischer(ZERO, ZERO, None, None), TimeSettings::Unlimited);
    }
}
