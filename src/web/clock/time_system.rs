//! Time systems, and a player's time under them: pure arithmetic without a clock.

use std::time::Duration;

/// A time system with its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::web) enum TimeSystem {
    /// No clock.
    #[default]
    None,
    /// A main time for the whole game.
    Absolute { main: Duration },
    /// A main time, then periods. A move within a period gets it back whole.
    ByoYomi { main: Duration, period: Duration, periods: u32 },
    /// A main time, then again and again a time in which some stones must be played.
    Canadian { main: Duration, overtime: Duration, stones: u32 },
    /// Each move adds an increment, up to a cap on the total.
    Fischer { main: Duration, increment: Duration, cap: Option<Duration> },
    /// Each move gets back its time, but at most the delay.
    Bronstein { main: Duration, delay: Duration },
    /// The main time starts to run a delay after the move began.
    Delay { main: Duration, delay: Duration },
    /// The time that a player uses goes to the opponent.
    Hourglass { main: Duration },
    /// A time for each move. Unused time is lost.
    PerMove { time: Duration },
    /// No limit; the time used is shown.
    CountUp,
}

/// A player's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::web) struct PlayerTime {
    /// The time left of the main time, or of the present period or overtime.
    pub(in crate::web) left: Duration,
    /// Periods left, the present one included (byo-yomi).
    pub(in crate::web) periods: u32,
    /// Stones to play in the present overtime (Canadian).
    pub(in crate::web) stones: u32,
    /// The time left of the delay before the main time runs.
    pub(in crate::web) delay: Duration,
    /// Whether the main time is used up and an overtime runs.
    pub(in crate::web) is_overtime: bool,
    /// The time used in the game.
    pub(in crate::web) used: Duration,
    /// Whether the time is used up.
    pub(in crate::web) is_flagged: bool,
}

impl TimeSystem {
    /// A player's time at the start.
    pub(in crate::web) fn full(self) -> PlayerTime {
        let time = PlayerTime::default();
        match self {
            TimeSystem::None | TimeSystem::CountUp => time,
            TimeSystem::Absolute { main: left }
            | TimeSystem::Hourglass { main: left }
            | TimeSystem::PerMove { time: left }
            | TimeSystem::Fischer { main: left, .. }
            | TimeSystem::Bronstein { main: left, .. } => PlayerTime { left, ..time },
            TimeSystem::Delay { main: left, delay } => PlayerTime { left, delay, ..time },
            TimeSystem::ByoYomi { main, period, periods } => {
                let is_overtime = main.is_zero();
                let left = if is_overtime { period } else { main };
                PlayerTime { left, periods, is_overtime, ..time }
            }
            TimeSystem::Canadian { main, overtime, stones } => {
                let is_overtime = main.is_zero();
                let left = if is_overtime { overtime } else { main };
                PlayerTime { left, stones, is_overtime, ..time }
            }
        }
    }

    /// Whether a player can lose on time.
    pub(in crate::web) const fn has_limit(self) -> bool {
        !matches!(self, TimeSystem::None | TimeSystem::CountUp)
    }

    /// The time that a player may think before the flag falls; `None` without a limit.
    pub(in crate::web) fn until_flag(self, time: &PlayerTime) -> Option<Duration> {
        Some(match self {
            TimeSystem::None | TimeSystem::CountUp => return None,
            TimeSystem::Delay { .. } => time.left + time.delay,
            TimeSystem::ByoYomi { period, .. } if time.is_overtime => {
                time.left + period * time.periods.saturating_sub(1)
            }
            TimeSystem::ByoYomi { period, .. } => time.left + period * time.periods,
            TimeSystem::Canadian { overtime, .. } if !time.is_overtime => time.left + overtime,
            _ => time.left,
        })
    }

    /// A player's time after thinking this long without a move. The flag falls when the time is used
    /// up to the last nanosecond.
    pub(in crate::web) fn after(self, time: &PlayerTime, spent: Duration) -> PlayerTime {
        let used = time.used + spent;
        if self.until_flag(time).is_some_and(|limit| spent >= limit) {
            let (left, delay) = (Duration::ZERO, Duration::ZERO);
            let is_overtime = self.has_overtime();
            return PlayerTime {
                left,
                delay,
                used,
                is_overtime,
                periods: 0,
                is_flagged: true,
                ..*time
            };
        }
        let delay = time.delay.saturating_sub(spent);
        let running = spent.saturating_sub(time.delay);
        let rest = PlayerTime { left: time.left.saturating_sub(running), delay, used, ..*time };
        match self {
            TimeSystem::None | TimeSystem::CountUp => PlayerTime { left: time.left, ..rest },
            TimeSystem::ByoYomi { period, periods, .. } if spent >= time.left => {
                // The periods that are used up, besides the main time or the present period.
                let over = spent - time.left;
                let whole = (over.as_nanos() / period.as_nanos()) as u32;
                let lost = if time.is_overtime { whole + 1 } else { whole };
                let first = if time.is_overtime { time.periods } else { periods };
                let left = period - (over - period * whole);
                PlayerTime { left, periods: first - lost, is_overtime: true, ..rest }
            }
            TimeSystem::Canadian { overtime, stones, .. }
                if spent >= time.left && !time.is_overtime =>
            {
                let left = overtime - (spent - time.left);
                PlayerTime { left, stones, is_overtime: true, ..rest }
            }
            _ => rest,
        }
    }

    /// A player's time after a move that took this long.
    pub(in crate::web) fn moved(self, time: &PlayerTime, spent: Duration) -> PlayerTime {
        let rest = self.after(time, spent);
        if rest.is_flagged {
            return rest;
        }
        match self {
            TimeSystem::ByoYomi { period, .. } if rest.is_overtime => {
                PlayerTime { left: period, ..rest }
            }
            TimeSystem::Canadian { overtime, stones, .. } if rest.is_overtime => {
                match rest.stones {
                    0 | 1 => PlayerTime { left: overtime, stones, ..rest },
                    count => PlayerTime { stones: count - 1, ..rest },
                }
            }
            TimeSystem::Fischer { increment, cap, .. } => {
                let left = rest.left + increment;
                // A main time above the cap is not cut.
                let left = cap.map_or(left, |cap| left.min(cap.max(rest.left)));
                PlayerTime { left, ..rest }
            }
            TimeSystem::Bronstein { delay, .. } => {
                PlayerTime { left: rest.left + spent.min(delay), ..rest }
            }
            TimeSystem::Delay { delay, .. } => PlayerTime { delay, ..rest },
            TimeSystem::PerMove { time } => PlayerTime { left: time, ..rest },
            _ => rest,
        }
    }

    const fn has_overtime(self) -> bool {
        matches!(self, TimeSystem::ByoYomi { .. } | TimeSystem::Canadian { .. })
    }

    /// The value of SGF's property OT, `None` without overtime.
    pub(in crate::web) fn overtime_text(self) -> Option<String> {
        let seconds = |time: Duration| time.as_secs_f64();
        match self {
            TimeSystem::ByoYomi { period, periods, .. } => {
                Some(format!("{periods}x{} byo-yomi", seconds(period)))
            }
            TimeSystem::Canadian { overtime, stones, .. } => {
                Some(format!("{stones}/{} Canadian", seconds(overtime)))
            }
            TimeSystem::Fischer { increment, cap, .. } => {
                let cap = cap.map(|cap| format!(" max {}", seconds(cap))).unwrap_or_default();
                Some(format!("{} fischer{cap}", seconds(increment)))
            }
            TimeSystem::Bronstein { delay, .. } => Some(format!("{} bronstein", seconds(delay))),
            TimeSystem::Delay { delay, .. } => Some(format!("{} delay", seconds(delay))),
            TimeSystem::Hourglass { .. } => Some("hourglass".to_owned()),
            TimeSystem::PerMove { time } => Some(format!("{} simple", seconds(time))),
            TimeSystem::None | TimeSystem::Absolute { .. } | TimeSystem::CountUp => None,
        }
    }

    /// The main time in seconds, for SGF's property TM.
    pub(in crate::web) fn main_time(self) -> Option<f64> {
        match self {
            TimeSystem::None | TimeSystem::CountUp => None,
            TimeSystem::PerMove { .. } => Some(0.0),
            TimeSystem::Absolute { main }
            | TimeSystem::ByoYomi { main, .. }
            | TimeSystem::Canadian { main, .. }
            | TimeSystem::Fischer { main, .. }
            | TimeSystem::Bronstein { main, .. }
            | TimeSystem::Delay { main, .. }
            | TimeSystem::Hourglass { main } => Some(main.as_secs_f64()),
        }
    }
}
