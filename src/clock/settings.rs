use std::time::Duration;

/// How time is counted. The constructors take what clients send, and turn settings that leave no
/// time at all into [`Unlimited`](TimeSettings::Unlimited), since nobody could play by them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSettings {
    /// As much as one likes.
    #[default]
    Unlimited,
    /// This long for the whole game.
    Absolute(Duration),
    /// A main time, then again and again an overtime in which a number of stones must be played.
    Canadian {
        /// Main time.
        main: Duration,
        /// One overtime, above 0.
        overtime: Duration,
        /// Stones to play in it, at least 1.
        stones: u32,
    },
    /// A main time, then periods: a move within one gives it back whole, a longer one uses it up.
    ByoYomi {
        /// Main time.
        main: Duration,
        /// One period, above 0.
        period: Duration,
        /// How many, at least 1.
        periods: u32,
    },
    /// A main time to which every move adds.
    Fischer {
        /// Main time at the start.
        main: Duration,
        /// What a move adds after it was made.
        increment: Duration,
        /// The main time never grows beyond this.
        most_main: Option<Duration>,
        /// No move may take longer than this.
        most_a_move: Option<Duration>,
    },
}

impl TimeSettings {
    /// A main time and nothing after it.
    #[must_use]
    pub const fn absolute(main: Duration) -> TimeSettings {
        if main.is_zero() { TimeSettings::Unlimited } else { TimeSettings::Absolute(main) }
    }

    /// The three numbers of `time_settings`, and of Canadian overtime in general: without overtime
    /// time is absolute; an overtime for no stones is no limit (GTP 2 draft 2, section 4.2).
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

    /// Japanese byo-yomi; without periods time is absolute.
    #[must_use]
    pub const fn byo_yomi(main: Duration, period: Duration, periods: u32) -> TimeSettings {
        if period.is_zero() || periods == 0 {
            TimeSettings::absolute(main)
        } else {
            TimeSettings::ByoYomi { main, period, periods }
        }
    }

    /// Fischer time, with limits or without.
    #[must_use]
    pub const fn fischer(
        main: Duration,
        increment: Duration,
        most_main: Option<Duration>,
        most_a_move: Option<Duration>,
    ) -> TimeSettings {
        if main.is_zero() && increment.is_zero() {
            TimeSettings::Unlimited
        } else {
            TimeSettings::Fischer { main, increment, most_main, most_a_move }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Duration = Duration::ZERO;
    const SOME: Duration = Duration::from_secs(5);

    #[test]
    fn gtp_numbers_mean_what_the_specification_says() {
        let absolute = TimeSettings::Absolute(SOME);
        let canadian = TimeSettings::Canadian { main: NOTHING, overtime: SOME, stones: 1 };
        assert_eq!(TimeSettings::canadian(SOME, NOTHING, 0), absolute);
        assert_eq!(TimeSettings::canadian(SOME, NOTHING, 3), absolute);
        assert_eq!(TimeSettings::canadian(NOTHING, SOME, 0), TimeSettings::Unlimited);
        assert_eq!(TimeSettings::canadian(SOME, SOME, 0), TimeSettings::Unlimited);
        assert_eq!(TimeSettings::canadian(NOTHING, SOME, 1), canadian);
    }

    #[test]
    fn no_periods_leave_the_main_time_and_no_time_is_no_limit() {
        assert_eq!(TimeSettings::byo_yomi(SOME, SOME, 0), TimeSettings::Absolute(SOME));
        assert_eq!(TimeSettings::byo_yomi(SOME, NOTHING, 5), TimeSettings::Absolute(SOME));
        assert_eq!(TimeSettings::canadian(NOTHING, NOTHING, 0), TimeSettings::Unlimited);
        assert_eq!(TimeSettings::fischer(NOTHING, NOTHING, None, None), TimeSettings::Unlimited);
    }
}
