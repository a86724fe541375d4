//! What a move may take of the time that is left.

use std::time::Duration;

use super::{TimeSettings, left::TimeLeft, stage::Stage};

/// The time of one move, counted from the command that asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// When a quiet search stops.
    pub target: Duration,
    /// What a search may take whose best move is unstable: never less than `target`, and never so
    /// much that the game is lost on time.
    pub most: Duration,
}

/// What a move may cost beyond its budget.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lag {
    /// One move at most.
    pub(super) allowance: Duration,
    /// Moves on average.
    pub(super) mean: Duration,
}

/// However little time is left, a move takes a look at the board.
pub(super) const LEAST: Duration = Duration::from_millis(10);

/// Main time is spent this much faster where an overtime follows: what is left of it when the game
/// ends was wasted, and no move goes without.
const HASTE_BEFORE_OVERTIME: f64 = 1.5;

/// No more than this part of an absolute time is ever kept back for lag to come. With less, some
/// simulated games of 60 s and 150 own moves on 9×9 were lost, with more, games of 40 left too much.
const LARGEST_RESERVE: f64 = 0.27;

/// The budget of a move; `None` where time is unlimited.
pub(super) fn budget(
    settings: TimeSettings,
    left: TimeLeft,
    lag: Lag,
    stage: Stage,
) -> Option<Budget> {
    let TimeLeft { time, count } = left;
    let Lag { allowance, .. } = lag;
    let budget = match settings {
        TimeSettings::Unlimited => return None,
        TimeSettings::Absolute(main) => {
            let clock =
                Fischer { main, increment: Duration::ZERO, most_main: None, most_a_move: None };
            clock.budget(time, lag, stage)
        }
        TimeSettings::Fischer { main, increment, most_main, most_a_move } => {
            Fischer { main, increment, most_main, most_a_move }.budget(time, lag, stage)
        }
        TimeSettings::Canadian { overtime, stones, .. } if count == 0 => {
            main_time(time, overtime / stones.max(1), allowance, stage)
        }
        TimeSettings::Canadian { .. } => canadian_overtime(time, count, allowance),
        TimeSettings::ByoYomi { period, .. } if count == 0 => {
            main_time(time, period, allowance, stage)
        }
        TimeSettings::ByoYomi { period, .. } => {
            // The last period is never risked, and the one before it stands for it when the lag is
            // worse than allowed for; those before these are there to be used.
            let spare = if count > 2 { period } else { Duration::ZERO };
            let target = time.saturating_sub(allowance);
            Budget { target, most: target + spare }
        }
    };
    Some(Budget {
        target: budget.target.max(LEAST),
        most: budget.most.max(budget.target).max(LEAST),
    })
}

/// In a main time that `overtime` (for one move) follows. No move gets less than it will have then,
/// and one that reaches into the overtime takes all of it.
fn main_time(time: Duration, overtime: Duration, lag: Duration, stage: Stage) -> Budget {
    let all = (time + overtime).saturating_sub(lag);
    let share = time.mul_f64((HASTE_BEFORE_OVERTIME * stage.share()).min(1.0));
    let target = share.max(overtime.saturating_sub(lag));
    if target >= time { Budget { target: all, most: all } } else { with_extension(target, all) }
}

/// In an overtime for `stones` stones: an even share for each, and lag kept back for each.
fn canadian_overtime(time: Duration, stones: u32, lag: Duration) -> Budget {
    let target = (time / stones).saturating_sub(lag);
    with_extension(target, target * stones)
}

/// Up to thrice the target, but of what is left beyond it one part in four at most.
fn with_extension(target: Duration, all: Duration) -> Budget {
    let extension = (2 * target).min(all.saturating_sub(target) / 4);
    Budget { target, most: target + extension }
}

/// A clock without overtime: Fischer's, or absolute time, whose increment is 0.
struct Fischer {
    main: Duration,
    increment: Duration,
    most_main: Option<Duration>,
    most_a_move: Option<Duration>,
}

impl Fischer {
    fn budget(&self, time: Duration, lag: Lag, stage: Stage) -> Budget {
        let spare = time.saturating_sub(self.reserve(lag, stage));
        let mut target =
            spare.mul_f64(stage.share()) + self.increment.saturating_sub(lag.allowance);
        if let Some(most) = self.most_main {
            // What the clock could not hold after the move is lost if it is not used now.
            target = target.max((time + self.increment).saturating_sub(most));
        }
        let limit = self.most_a_move.map_or(time, |most| time.min(most));
        let limit = limit.saturating_sub(lag.allowance);
        let target = target.min(spare).min(limit);
        let Budget { most, .. } = with_extension(target, spare);
        Budget { target, most: most.min(limit) }
    }

    /// What is kept back for the lag of all moves to come, as far as no increment makes up for it:
    /// a game with many more moves than usual must not be lost by lag alone.
    fn reserve(&self, lag: Lag, stage: Stage) -> Duration {
        let least = (lag.mean + LEAST).saturating_sub(self.increment);
        (least * stage.longest() + 12 * lag.allowance).min(self.main.mul_f64(LARGEST_RESERVE))
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
        let stage = Stage::new(Size::square(9).expect("a size"), 0);
        let lag = Lag { allowance: LAG, mean: LAG / 4 };
        budget(settings, TimeLeft { time, count }, lag, stage).expect("a limit")
    }

    #[test]
    fn a_period_is_used_but_for_the_lag() {
        let byo_yomi = TimeSettings::byo_yomi(seconds(60), seconds(30), 5);
        let last = of(byo_yomi, seconds(30), 1);
        assert_eq!(last, Budget { target: seconds(30) - LAG, most: seconds(30) - LAG });
        assert_eq!(of(byo_yomi, seconds(30), 2), last);
        assert_eq!(of(byo_yomi, seconds(30), 5).target, last.target);
        assert_eq!(of(byo_yomi, seconds(30), 5).most, seconds(60) - LAG);
        let per_move = TimeSettings::canadian(seconds(0), seconds(5), 1);
        assert_eq!(of(per_move, seconds(5), 1).most, seconds(5) - LAG);
    }

    #[test]
    fn main_time_is_used_up_before_overtime_counts() {
        let byo_yomi = TimeSettings::byo_yomi(seconds(600), seconds(30), 5);
        assert!(of(byo_yomi, seconds(300), 0).target >= seconds(30) - LAG);
        assert_eq!(of(byo_yomi, seconds(7), 0).target, seconds(37) - LAG);
        assert_eq!(of(byo_yomi, seconds(0), 0).target, seconds(30) - LAG);
        let canadian = TimeSettings::canadian(seconds(600), seconds(100), 10);
        assert_eq!(of(canadian, seconds(7), 0).target, seconds(17) - LAG);
    }

    #[test]
    fn a_capped_clock_loses_nothing_to_its_cap() {
        let capped = |cap, most| TimeSettings::fischer(seconds(300), seconds(10), cap, most);
        assert!(of(capped(Some(seconds(300)), None), seconds(300), 0).target >= seconds(10));
        assert_eq!(of(capped(None, Some(seconds(4))), seconds(300), 0).most, seconds(4) - LAG);
        assert!(of(capped(None, None), seconds(300), 0).target > seconds(12));
        assert!(of(capped(None, None), seconds(2), 0).most <= seconds(2) - LAG);
    }

    #[test]
    fn an_empty_clock_still_moves_at_once() {
        let budget = of(TimeSettings::absolute(seconds(60)), seconds(0), 0);
        assert_eq!(budget, Budget { target: LEAST, most: LEAST });
    }
}
