//! Time as GTP's clients speak of it, and what of it a move may take.

use std::time::Duration;

use crate::board::{Color, Size};

/// What a player's time is, as GTP's `time_settings` says it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeSettings {
    /// As much as one likes.
    Unlimited,
    /// This long for the whole game.
    Absolute(Duration),
    /// A main time, then again and again an overtime in which a number of stones must be played.
    Canadian {
        /// Main time.
        main: Duration,
        /// One overtime.
        overtime: Duration,
        /// Stones to play in it, at least 1.
        stones: u32,
    },
}

impl TimeSettings {
    /// Reads the three numbers of `time_settings`: no overtime is absolute time; an overtime for
    /// no stones is no limit (GTP 2 draft 2, section 4.2).
    #[must_use]
    pub const fn from_gtp(main: Duration, overtime: Duration, stones: u32) -> TimeSettings {
        if overtime.is_zero() {
            TimeSettings::Absolute(main)
        } else if stones == 0 {
            TimeSettings::Unlimited
        } else {
            TimeSettings::Canadian { main, overtime, stones }
        }
    }
}

/// Time left to a player.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TimeLeft {
    time: Duration,
    /// Stones to play in that time; 0 in the main time.
    stones: u32,
}

/// The clocks of both players.
#[derive(Clone, Debug)]
pub struct Clock {
    settings: TimeSettings,
    left: [TimeLeft; 2],
}

/// Kept back from every allowance for the way between engine, client and server.
const LAG: Duration = Duration::from_millis(100);

/// However little time is left, a move takes a look at the board.
const LEAST: Duration = Duration::from_millis(10);

impl Default for Clock {
    fn default() -> Clock {
        Clock::new(TimeSettings::Unlimited)
    }
}

impl Clock {
    /// Both clocks at the start of a game.
    #[must_use]
    pub const fn new(settings: TimeSettings) -> Clock {
        let full = match settings {
            TimeSettings::Unlimited => TimeLeft { time: Duration::MAX, stones: 0 },
            TimeSettings::Absolute(time) => TimeLeft { time, stones: 0 },
            TimeSettings::Canadian { main, overtime, stones } if main.is_zero() => {
                TimeLeft { time: overtime, stones }
            }
            TimeSettings::Canadian { main, .. } => TimeLeft { time: main, stones: 0 },
        };
        Clock { settings, left: [full; 2] }
    }

    /// The settings in force.
    #[must_use]
    pub const fn settings(&self) -> TimeSettings {
        self.settings
    }

    /// Both clocks back at the start, for a new game.
    pub const fn restart(&mut self) {
        *self = Clock::new(self.settings);
    }

    /// Sets a player's clock, as GTP's `time_left` does.
    pub const fn set_left(&mut self, color: Color, time: Duration, stones: u32) {
        self.left[color.index()] = TimeLeft { time, stones };
    }

    /// Takes the time of a move off a player's clock; clients that send no `time_left` rely on it.
    pub fn spend(&mut self, color: Color, spent: Duration) {
        let left = &mut self.left[color.index()];
        if self.settings == TimeSettings::Unlimited {
            return;
        }
        let rest = left.time.saturating_sub(spent);
        *left = match (self.settings, left.stones) {
            (TimeSettings::Canadian { overtime, stones, .. }, 0) if rest.is_zero() => {
                TimeLeft { time: overtime, stones }
            }
            (TimeSettings::Canadian { overtime, stones, .. }, 1) => {
                TimeLeft { time: overtime, stones }
            }
            (_, stones) => TimeLeft { time: rest, stones: stones.saturating_sub(1) },
        };
    }

    /// How long the next move of a player may take; `None` where time is unlimited.
    ///
    /// In overtime it is an even share of the period, in the main time a share of what is left by
    /// the number of moves that may still come.
    #[must_use]
    pub fn budget(&self, color: Color, size: Size, turns_played: usize) -> Option<Duration> {
        let TimeLeft { time, stones } = self.left[color.index()];
        let usable = time.saturating_sub(LAG);
        let share = match (self.settings, stones) {
            (TimeSettings::Unlimited, _) => return None,
            (_, 0) => {
                let main_share = usable / moves_to_come(size, turns_played);
                main_share.max(self.overtime_share()).min(usable)
            }
            (_, stones) => usable / stones,
        };
        Some(share.max(LEAST))
    }

    /// What a move would have in overtime: main time need not last longer than that.
    fn overtime_share(&self) -> Duration {
        match self.settings {
            TimeSettings::Canadian { overtime, stones, .. } => {
                overtime.saturating_sub(LAG) / stones.max(1)
            }
            _ => Duration::ZERO,
        }
    }
}

/// A guess at how many moves a player still has to make: games last about as many turns as the
/// board has points, and rarely less than a quarter of them remain while nobody passes.
fn moves_to_come(size: Size, turns_played: usize) -> u32 {
    let area = size.area();
    let turns = area.saturating_sub(turns_played).max(area / 4);
    (turns / 2 + 8) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const NINE: Size = match Size::square(9) {
        Ok(size) => size,
        Err(_) => unreachable!(),
    };

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn gtp_numbers_mean_what_the_specification_says() {
        let read = |main, overtime, stones| {
            TimeSettings::from_gtp(seconds(main), seconds(overtime), stones)
        };
        assert_eq!(read(60, 0, 0), TimeSettings::Absolute(seconds(60)));
        assert_eq!(read(0, 1, 0), TimeSettings::Unlimited);
        let per_move = TimeSettings::Canadian { main: seconds(0), overtime: seconds(5), stones: 1 };
        assert_eq!(read(0, 5, 1), per_move);
    }

    #[test]
    fn absolute_time_lasts_for_a_long_game() {
        let mut clock = Clock::new(TimeSettings::Absolute(seconds(60)));
        for turn in 0..120 {
            let budget = clock.budget(Color::Black, NINE, 2 * turn).unwrap();
            clock.spend(Color::Black, budget);
        }
        assert!(clock.left[0].time > Duration::ZERO);
    }

    #[test]
    fn seconds_per_move_are_used_but_for_the_lag() {
        let mut clock = Clock::new(TimeSettings::from_gtp(seconds(0), seconds(5), 1));
        for turn in 0..3 {
            let budget = clock.budget(Color::White, NINE, turn).unwrap();
            assert_eq!(budget, seconds(5) - LAG);
            clock.spend(Color::White, budget);
        }
    }

    #[test]
    fn an_empty_clock_still_moves_at_once() {
        let mut clock = Clock::new(TimeSettings::Absolute(seconds(60)));
        clock.set_left(Color::Black, Duration::ZERO, 0);
        assert_eq!(clock.budget(Color::Black, NINE, 0), Some(LEAST));
        assert!(Clock::default().budget(Color::Black, NINE, 0).is_none());
    }
}
