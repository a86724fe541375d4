//! The time that a move may take.

use std::time::Duration;

use super::{TimeSettings, game_phase::GamePhase, lag::Lag, time_left::TimeLeft};
use crate::tuning::{
    MAIN_TIME_FACTOR_BEFORE_OVERTIME, MAX_RESERVE_SHARE, MAX_TIME_EXTENSION,
    MAX_TIME_EXTENSION_SHARE,
};

/// The time of one move, from the arrival of the command that requests it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Part of the target that later moves do not get if this move leaves it unused.
    pub expiring: Duration,
    /// Time after which a search with a stable best move stops.
    pub target: Duration,
    /// Time after which a search stops even if its best move is unstable; at least `target`, and
    /// short enough not to lose on time.
    pub max: Duration,
}

/// Minimum time of a move, however little is left.
pub(super) const MIN_MOVE_TIME: Duration = Duration::from_millis(10);

/// Moves with the whole allowance of lag that the reserve pays for, beyond the mean. With 8, some
/// simulated games were lost on time.
const MOVES_OF_MAX_LAG: u32 = 12;

/// The budget of a move; `None` if time is unlimited.
pub(super) fn budget(
    settings: TimeSettings,
    left: TimeLeft,
    lag: Lag,
    phase: GamePhase,
) -> Option<Budget> {
    let TimeLeft { time, count } = left;
    let Lag { allowance, .. } = lag;
    let budget = match settings {
        TimeSettings::Unlimited => return None,
        TimeSettings::Absolute(main) => {
            let clock =
                Fischer { main, increment: Duration::ZERO, max_main: None, max_per_move: None };
            clock.budget(time, lag, phase)
        }
        TimeSettings::Fischer { main, increment, max_main, max_per_move } => {
            Fischer { main, increment, max_main, max_per_move }.budget(time, lag, phase)
        }
        TimeSettings::Canadian { overtime, stones, .. } if count == 0 => {
            let budget = main_time(time, overtime / stones.max(1), allowance, phase);
            // What a move leaves of an overtime for several stones goes to the other stones.
            if stones > 1 { Budget { expiring: Duration::ZERO, ..budget } } else { budget }
        }
        TimeSettings::Canadian { .. } => canadian_overtime(time, count, allowance),
        TimeSettings::ByoYomi { period, .. } if count == 0 => {
            main_time(time, period, allowance, phase)
        }
        TimeSettings::ByoYomi { period, .. } => byo_yomi(time, count, period, allowance),
    };
    Some(Budget {
        expiring: budget.expiring,
        target: budget.target.max(MIN_MOVE_TIME),
        max: budget.max.max(budget.target).max(MIN_MOVE_TIME),
    })
}

/// The budget in a main time followed by `overtime` (of one move). It is at least that of a move in
/// overtime, and all of the overtime if it reaches into it.
fn main_time(time: Duration, overtime: Duration, allowance: Duration, phase: GamePhase) -> Budget {
    let all = (time + overtime).saturating_sub(allowance);
    let share = time.mul_f64((MAIN_TIME_FACTOR_BEFORE_OVERTIME.get() * phase.share()).min(1.0));
    let target = share.max(overtime.saturating_sub(allowance));
    // Without main time a move starts the overtime, of which nothing is kept.
    let expiring = if time.is_zero() { all } else { Duration::ZERO };
    if target >= time {
        Budget { expiring, target: all, max: all }
    } else {
        with_extension(target, all)
    }
}

/// The budget in an overtime for `stones` stones: an even share, less the allowance for lag.
fn canadian_overtime(time: Duration, stones: u32, allowance: Duration) -> Budget {
    let target = (time / stones).saturating_sub(allowance);
    let expiring = if stones == 1 { target } else { Duration::ZERO };
    Budget { expiring, ..with_extension(target, target * stones) }
}

/// The budget in byo-yomi with `count` periods left. The last period is never risked, and the one before
/// it is a reserve for excessive lag; earlier ones may be used up.
fn byo_yomi(time: Duration, count: u32, period: Duration, allowance: Duration) -> Budget {
    let extra = if count > 2 { period } else { Duration::ZERO };
    if time <= allowance {
        // Too little is left of the period: it is given up if there are more than two.
        let all = (time + extra).saturating_sub(allowance);
        return Budget { expiring: all, target: all, max: all };
    }
    let target = time - allowance;
    Budget { expiring: target, target, max: target + extra }
}

/// The maximum extends the target by a multiple of it, but by at most a share of the rest of `all`.
fn with_extension(target: Duration, all: Duration) -> Budget {
    let rest = all.saturating_sub(target);
    let extension = target.mul_f64(MAX_TIME_EXTENSION.get());
    let max_extension = rest.mul_f64(MAX_TIME_EXTENSION_SHARE.get());
    Budget { expiring: Duration::ZERO, target, max: target + extension.min(max_extension) }
}

/// A clock without overtime: Fischer time, or absolute time as one with an increment of 0.
struct Fischer {
    main: Duration,
    increment: Duration,
    max_main: Option<Duration>,
    max_per_move: Option<Duration>,
}

impl Fischer {
    fn budget(&self, time: Duration, lag: Lag, phase: GamePhase) -> Budget {
        let spare = time.saturating_sub(self.reserve(lag, phase));
        let mut target =
            spare.mul_f64(phase.share()) + self.increment.saturating_sub(lag.allowance);
        // Time that the increment would add beyond the cap is used now.
        let beyond_cap =
            self.max_main.map_or(Duration::ZERO, |max| (time + self.increment).saturating_sub(max));
        target = target.max(beyond_cap);
        let limit = self.max_per_move.map_or(time, |max| time.min(max));
        let limit = limit.saturating_sub(lag.allowance);
        let target = target.min(spare).min(limit);
        let Budget { max, .. } = with_extension(target, spare);
        // The increment gives back all that a move may take.
        let is_per_move = self.max_per_move.is_some_and(|max| max <= self.increment);
        let expiring = if is_per_move { target } else { beyond_cap.min(target) };
        Budget { expiring, target, max: max.min(limit) }
    }

    /// The time reserved for the lag of all moves to come that no increment makes up for, so that a
    /// very long game is not lost by lag alone.
    fn reserve(&self, lag: Lag, phase: GamePhase) -> Duration {
        let per_move = (lag.mean + MIN_MOVE_TIME).saturating_sub(self.increment);
        (per_move * phase.max_moves_to_come() + lag.allowance * MOVES_OF_MAX_LAG)
            .min(self.main.mul_f64(MAX_RESERVE_SHARE.get()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    const LAG: Duration = Duration::from_millis(200);

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn of(settings: TimeSettings, time: Duration, count: u32) -> Budget {
        let phase = GamePhase::new(Size::square(9).expect("a size"), 0);
        let lag = Lag { allowance: LAG, mean: LAG / 4 };
        budget(settings, TimeLeft { time, count }, lag, phase).expect("a limit")
    }

    #[test]
    fn a_period_is_used_except_for_the_lag() {
        let byo_yomi = TimeSettings::byo_yomi(seconds(60), seconds(30), 5);
        let last = of(byo_yomi, seconds(30), 1);
        let all = seconds(30) - LAG;
        assert_eq!(last, Budget { expiring: all, target: all, max: all });
        assert_eq!(of(byo_yomi, seconds(30), 2), last);
        assert_eq!(of(byo_yomi, seconds(30), 5).target, last.target);
        assert_eq!(of(byo_yomi, seconds(30), 5).max, seconds(60) - LAG);
        let next = of(byo_yomi, LAG / 2, 5);
        assert_eq!((next.target, next.max), (seconds(30) - LAG / 2, seconds(30) - LAG / 2));
        let per_move = TimeSettings::canadian(seconds(0), seconds(5), 1);
        assert_eq!(of(per_move, seconds(5), 1).max, seconds(5) - LAG);
    }

    #[test]
    fn main_time_is_used_up_before_overtime() {
        let byo_yomi = TimeSettings::byo_yomi(seconds(600), seconds(30), 5);
        assert!(of(byo_yomi, seconds(300), 0).target >= seconds(30) - LAG);
        assert_eq!(of(byo_yomi, seconds(7), 0).target, seconds(37) - LAG);
        assert_eq!(of(byo_yomi, seconds(0), 0).target, seconds(30) - LAG);
        let canadian = TimeSettings::canadian(seconds(600), seconds(100), 10);
        assert_eq!(of(canadian, seconds(7), 0).target, seconds(17) - LAG);
    }

    #[test]
    fn a_capped_clock_wastes_no_increment() {
        let capped = |cap, max| TimeSettings::fischer(seconds(300), seconds(10), cap, max);
        assert!(of(capped(Some(seconds(300)), None), seconds(300), 0).target >= seconds(10));
        assert_eq!(of(capped(None, Some(seconds(4))), seconds(300), 0).max, seconds(4) - LAG);
        let per_move = of(capped(None, Some(seconds(8))), seconds(300), 0);
        assert_eq!((per_move.expiring, per_move.target), (seconds(8) - LAG, seconds(8) - LAG));
        assert!(of(capped(None, None), seconds(300), 0).target > seconds(12));
        assert!(of(capped(None, None), seconds(2), 0).max <= seconds(2) - LAG);
    }

    #[test]
    fn an_empty_clock_allows_the_minimum_time() {
        let budget = of(TimeSettings::absolute(seconds(60)), seconds(0), 0);
        let expiring = Duration::ZERO;
        assert_eq!(budget, Budget { expiring, target: MIN_MOVE_TIME, max: MIN_MOVE_TIME });
    }

    #[test]
    fn only_time_that_no_later_move_gets_expires() {
        let byo_yomi = TimeSettings::byo_yomi(seconds(60), seconds(30), 5);
        let canadian = TimeSettings::canadian(seconds(60), seconds(30), 5);
        let per_move = TimeSettings::canadian(seconds(0), seconds(5), 1);
        let capped = |max| TimeSettings::fischer(seconds(300), seconds(10), Some(max), None);
        for (settings, time, count, expiring) in [
            (TimeSettings::absolute(seconds(60)), 60, 0, seconds(0)),
            (byo_yomi, 60, 0, seconds(0)),
            (byo_yomi, 0, 0, seconds(30) - LAG),
            (byo_yomi, 30, 5, seconds(30) - LAG),
            (byo_yomi, 30, 1, seconds(30) - LAG),
            (canadian, 60, 0, seconds(0)),
            (canadian, 20, 4, seconds(0)),
            (canadian, 20, 1, seconds(20) - LAG),
            (per_move, 5, 1, seconds(5) - LAG),
            (capped(seconds(900)), 300, 0, seconds(0)),
            (capped(seconds(300)), 300, 0, seconds(10)),
            (capped(seconds(300)), 296, 0, seconds(6)),
        ] {
            let budget = of(settings, seconds(time), count);
            assert_eq!(budget.expiring, expiring, "{settings:?}, {time} s, {count}");
            assert!(budget.expiring <= budget.target, "{budget:?}");
        }
    }
}
