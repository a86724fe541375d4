//! The time left to a player: its start, its use by moves, and what clients say about it.

use std::time::Duration;

use super::TimeSettings;

/// The time left to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time left of the main time, or of the present overtime or period.
    pub time: Duration,
    /// 0 in the main time, otherwise the number of stones to play in `time` (Canadian overtime) or of
    /// periods left, the present one included (byo-yomi).
    pub count: u32,
}

impl TimeLeft {
    /// A player's clock at the start of a game.
    #[must_use]
    pub const fn full(settings: TimeSettings) -> TimeLeft {
        match settings {
            TimeSettings::Unlimited => TimeLeft { time: Duration::ZERO, count: 0 },
            TimeSettings::Canadian { main, overtime: time, stones: count }
            | TimeSettings::ByoYomi { main, period: time, periods: count }
                if main.is_zero() =>
            {
                TimeLeft { time, count }
            }
            TimeSettings::Absolute(main)
            | TimeSettings::Canadian { main, .. }
            | TimeSettings::ByoYomi { main, .. }
            | TimeSettings::Fischer { main, .. } => TimeLeft { time: main, count: 0 },
        }
    }

    /// Interprets the two numbers of GTP's `time_left`.
    ///
    /// A `count` of 0 means overtime if there is no main time, and `count` is ignored if there is no
    /// overtime.
    pub(super) fn from_client(settings: TimeSettings, time: Duration, count: u32) -> TimeLeft {
        match settings {
            TimeSettings::Unlimited => TimeLeft::full(settings),
            TimeSettings::Absolute(_) | TimeSettings::Fischer { .. } => TimeLeft { time, count: 0 },
            TimeSettings::Canadian { main, stones, .. } if main.is_zero() && count == 0 => {
                TimeLeft { time, count: stones }
            }
            TimeSettings::Canadian { .. } => TimeLeft { time, count },
            TimeSettings::ByoYomi { main, period, .. } if main.is_zero() || count > 0 => {
                TimeLeft { time: time.min(period), count: count.max(1) }
            }
            TimeSettings::ByoYomi { .. } => TimeLeft { time, count },
        }
    }

    /// The clock after a move that took this long. A player who is late goes on with the least time
    /// possible.
    #[must_use]
    pub fn after(self, settings: TimeSettings, spent: Duration) -> TimeLeft {
        let rest = TimeLeft { time: self.time.saturating_sub(spent), ..self };
        let is_main = self.count == 0;
        match settings {
            TimeSettings::Unlimited => self,
            TimeSettings::Absolute(_) => rest,
            TimeSettings::Fischer { increment, max_main, .. } => {
                let time = rest.time + increment;
                TimeLeft { time: max_main.map_or(time, |max| time.min(max)), ..self }
            }
            TimeSettings::Canadian { .. } | TimeSettings::ByoYomi { .. }
                if is_main && spent <= self.time =>
            {
                rest
            }
            TimeSettings::Canadian { overtime, stones, .. } => {
                let time = if is_main { overtime + self.time } else { self.time };
                let full = TimeLeft { time: overtime, count: stones };
                match if is_main { stones } else { self.count } {
                    0 | 1 => full,
                    count => TimeLeft { time: time.saturating_sub(spent), count: count - 1 },
                }
            }
            TimeSettings::ByoYomi { period, periods, .. } => {
                let (time, count) =
                    if is_main { (self.time + period, periods) } else { (self.time, self.count) };
                let late = spent.saturating_sub(time).div_duration_f64(period);
                let used_up = if spent > time { (late as u32).saturating_add(1) } else { 0 };
                TimeLeft { time: period, count: count.saturating_sub(used_up).max(1) }
            }
        }
    }

    /// The time after which a move loses on time; `None` if time is unlimited.
    #[must_use]
    pub fn max_move_time(self, settings: TimeSettings) -> Option<Duration> {
        let is_main = self.count == 0;
        match settings {
            TimeSettings::Unlimited => None,
            TimeSettings::Fischer { max_per_move: Some(max), .. } => Some(self.time.min(max)),
            TimeSettings::Canadian { overtime, .. } if is_main => Some(self.time + overtime),
            TimeSettings::ByoYomi { period, periods, .. } if is_main => {
                Some(self.time + period * periods)
            }
            TimeSettings::ByoYomi { period, .. } => Some(self.time + period * (self.count - 1)),
            TimeSettings::Absolute(_)
            | TimeSettings::Canadian { .. }
            | TimeSettings::Fischer { .. } => Some(self.time),
        }
    }

    /// Whether the player has less than a second for each of the `moves` to come and may lose on time.
    /// Never true in byo-yomi, whose period is renewed with every move.
    pub(super) fn is_short(self, settings: TimeSettings, moves: f64) -> bool {
        const MIN_SECONDS_PER_MOVE: f64 = 1.0;
        let seconds = self.time.as_secs_f64();
        match settings {
            TimeSettings::Unlimited | TimeSettings::ByoYomi { .. } => false,
            TimeSettings::Absolute(_) => seconds / moves < MIN_SECONDS_PER_MOVE,
            TimeSettings::Fischer { increment, .. } => {
                seconds / moves + increment.as_secs_f64() < MIN_SECONDS_PER_MOVE
            }
            TimeSettings::Canadian { .. } => {
                self.count > 0 && seconds / f64::from(self.count) < MIN_SECONDS_PER_MOVE
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn left(time: u64, count: u32) -> TimeLeft {
        TimeLeft { time: seconds(time), count }
    }

    /// Plays moves of these lengths on a full clock.
    fn after(settings: TimeSettings, moves: &[u64]) -> TimeLeft {
        let full = TimeLeft::full(settings);
        moves.iter().fold(full, |left, &spent| left.after(settings, seconds(spent)))
    }

    #[test]
    fn canadian_overtime_starts_with_the_stone_that_overruns_the_main_time() {
        let settings = TimeSettings::canadian(seconds(60), seconds(30), 3);
        assert_eq!(after(settings, &[50]), left(10, 0));
        assert_eq!(after(settings, &[50, 15]), left(25, 2));
        assert_eq!(after(settings, &[50, 15, 10]), left(15, 1));
        assert_eq!(after(settings, &[50, 15, 10, 10]), left(30, 3));
        let one_by_one = TimeSettings::canadian(seconds(0), seconds(5), 1);
        assert_eq!(after(one_by_one, &[4]), left(5, 1));
    }

    #[test]
    fn byo_yomi_gives_a_period_back_unless_it_was_used_up() {
        let settings = TimeSettings::byo_yomi(seconds(60), seconds(30), 5);
        assert_eq!(after(settings, &[59]), left(1, 0));
        assert_eq!(after(settings, &[59, 20]), left(30, 5));
        assert_eq!(after(settings, &[59, 32]), left(30, 4));
        assert_eq!(after(settings, &[59, 20, 29]), left(30, 5));
        assert_eq!(after(settings, &[59, 20, 65]), left(30, 3));
        assert_eq!(after(settings, &[59, 20, 1000]), left(30, 1));
    }

    #[test]
    fn fischer_time_grows_up_to_its_cap() {
        let open = TimeSettings::fischer(seconds(60), seconds(10), None, None);
        assert_eq!(after(open, &[3]), left(67, 0));
        let capped = TimeSettings::fischer(seconds(60), seconds(10), Some(seconds(65)), None);
        assert_eq!(after(capped, &[3]), left(65, 0));
        assert_eq!(after(capped, &[3, 100]), left(10, 0));
    }

    #[test]
    fn a_move_may_use_all_the_time_that_is_not_another_moves() {
        let max = |settings, time, count| left(time, count).max_move_time(settings);
        let fischer = |max| TimeSettings::fischer(seconds(60), seconds(10), None, max);
        let byo_yomi = TimeSettings::byo_yomi(seconds(60), seconds(30), 5);
        let canadian = TimeSettings::canadian(seconds(60), seconds(30), 5);
        for (settings, time, count, expected) in [
            (TimeSettings::absolute(seconds(60)), 40, 0, 40),
            (fischer(None), 50, 0, 50),
            (fischer(Some(seconds(20))), 50, 0, 20),
            (byo_yomi, 10, 0, 160),
            (byo_yomi, 30, 5, 150),
            (byo_yomi, 30, 1, 30),
            (canadian, 10, 0, 40),
            (canadian, 25, 4, 25),
        ] {
            assert_eq!(max(settings, time, count), Some(seconds(expected)), "{settings:?}");
        }
        assert_eq!(max(TimeSettings::Unlimited, 0, 0), None);
    }

    #[test]
    fn the_numbers_of_a_client_depend_on_the_settings() {
        let read = |settings, time, count| TimeLeft::from_client(settings, seconds(time), count);
        let absolute = TimeSettings::absolute(seconds(60));
        assert_eq!(read(absolute, 30, 5), left(30, 0));
        let byo_yomi = TimeSettings::byo_yomi(seconds(60), seconds(30), 5);
        assert_eq!(read(byo_yomi, 50, 0), left(50, 0));
        assert_eq!(read(byo_yomi, 25, 4), left(25, 4));
        assert_eq!(read(byo_yomi, 50, 4), left(30, 4));
        let canadian = TimeSettings::canadian(seconds(60), seconds(30), 5);
        assert_eq!(read(canadian, 25, 4), left(25, 4));
        let per_move = TimeSettings::canadian(seconds(0), seconds(5), 1);
        assert_eq!(read(per_move, 4, 0), left(4, 1));
        let no_main = TimeSettings::byo_yomi(seconds(0), seconds(30), 5);
        assert_eq!(read(no_main, 20, 0), left(20, 1));
    }
}
