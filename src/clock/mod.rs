//! Time settings, the players' clocks, and the time budget of a move.

mod budget;
mod game_phase;
mod lag;
mod settings;
#[cfg(test)]
mod simulation;
mod time_left;

use std::time::Duration;

pub use self::{budget::Budget, settings::TimeSettings, time_left::TimeLeft};
use self::{
    game_phase::GamePhase,
    lag::{Lag, LagEstimate},
};
use crate::board::{Color, Size};

/// The clocks of both players.
#[derive(Clone, Debug)]
pub struct Clock {
    settings: TimeSettings,
    left: [TimeLeft; 2],
    lag_estimates: [LagEstimate; 2],
    lag_allowance: Option<Duration>,
}

/// The greatest time that is read, in seconds: longer than any game, and within the range of
/// [`Duration`].
pub const MAX_SECONDS: f64 = 1e9;

/// The time that a move may cost beyond its budget where none is stated: enough for most networks.
const DEFAULT_LAG: Duration = Duration::from_millis(200);

/// Maximum of [`DEFAULT_LAG`] as a share of a fixed time for a move. Servers have no times so short
/// that it applies.
const MAX_DEFAULT_LAG_SHARE: f64 = 0.05;

impl Clock {
    /// Clocks without a limit until [`set`](Self::set) is called. The allowance is the time that a move
    /// may cost beyond its budget, on the way between engine, client and server; `None` for 0.2 s, or
    /// 5 % of a fixed time for a move if that is less.
    #[must_use]
    pub fn new(lag_allowance: Option<Duration>) -> Clock {
        let settings = TimeSettings::Unlimited;
        let left = [TimeLeft::full(settings); 2];
        let estimate = LagEstimate::new(lag_allowance.unwrap_or(DEFAULT_LAG));
        Clock { settings, left, lag_estimates: [estimate; 2], lag_allowance }
    }

    /// Sets the time that a move may cost beyond its budget.
    pub fn set_lag_allowance(&mut self, allowance: Duration) {
        self.lag_allowance = Some(allowance);
        self.lag_estimates = self.lag_estimates.map(|estimate| estimate.with_allowance(allowance));
    }

    /// The time that a move may cost beyond its budget.
    #[must_use]
    pub fn lag_allowance(&self) -> Duration {
        self.lag_allowance.unwrap_or_else(|| {
            let max = |time: Duration| DEFAULT_LAG.min(time.mul_f64(MAX_DEFAULT_LAG_SHARE));
            self.settings.fixed_move_time().map_or(DEFAULT_LAG, max)
        })
    }

    /// The settings in force.
    #[must_use]
    pub const fn settings(&self) -> TimeSettings {
        self.settings
    }

    /// Puts settings in force, with full clocks. Has no effect if they are in force already, since
    /// bridges to servers repeat them before every move.
    pub fn set(&mut self, settings: TimeSettings) {
        if settings != self.settings {
            self.settings = settings;
            self.restart();
        }
    }

    /// Resets both clocks, for a new game.
    pub fn restart(&mut self) {
        self.left = [TimeLeft::full(self.settings); 2];
        self.lag_estimates = [LagEstimate::new(self.lag_allowance()); 2];
    }

    /// Sets a player's clock, as GTP's `time_left` does. `count` is 0 in the main time, otherwise the
    /// number of stones to play in `time` (Canadian overtime) or of periods left (byo-yomi).
    pub fn set_left(&mut self, color: Color, time: Duration, count: u32) {
        self.left[color.index()] = TimeLeft::from_client(self.settings, time, count);
        if let TimeSettings::Absolute(main) = self.settings {
            self.lag_estimates[color.index()].observe(main.saturating_sub(time));
        }
    }

    /// Deducts the time of a move from a player's clock, for clients that send no `time_left`.
    pub fn spend(&mut self, color: Color, spent: Duration) {
        // The client's clock includes the lag. The whole allowance is deducted where an error may lose
        // the game at once; absolute time has a reserve for lag above the mean.
        let estimate = &mut self.lag_estimates[color.index()];
        estimate.add(spent);
        let lag = match self.settings {
            TimeSettings::Absolute(_) => estimate.mean(),
            _ => self.lag_allowance(),
        };
        let left = &mut self.left[color.index()];
        *left = left.after(self.settings, spent + lag);
    }

    /// Whether a player may lose on time: less than a second is left for each move to come, after
    /// `moves_played` moves of both players.
    #[must_use]
    pub fn may_run_out(&self, color: Color, size: Size, moves_played: usize) -> bool {
        let moves = GamePhase::new(size, moves_played).moves_to_come();
        self.left[color.index()].is_short(self.settings, moves)
    }

    /// The budget of a player's next move, after `moves_played` moves of both players; `None` if time
    /// is unlimited.
    #[must_use]
    pub fn budget(&self, color: Color, size: Size, moves_played: usize) -> Option<Budget> {
        let phase = GamePhase::new(size, moves_played);
        let mean = self.lag_estimates[color.index()].mean();
        let lag = Lag { allowance: self.lag_allowance(), mean };
        budget::budget(self.settings, self.left[color.index()], lag, phase)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAG: Duration = Duration::from_millis(200);

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn target(clock: &Clock) -> Option<Duration> {
        let size = Size::square(19).expect("a size");
        clock.budget(Color::Black, size, 40).map(|budget| budget.target)
    }

    #[test]
    fn without_settings_there_is_no_limit_whatever_a_client_sends() {
        let mut clock = Clock::new(Some(LAG));
        clock.set_left(Color::Black, seconds(0), 0);
        clock.spend(Color::Black, seconds(5));
        assert_eq!(target(&clock), None);
    }

    #[test]
    fn little_time_for_many_moves_may_run_out() {
        let size = Size::square(9).expect("a size");
        let may_run_out = |settings, left, count| {
            let mut clock = Clock::new(Some(LAG));
            clock.set(settings);
            clock.set_left(Color::White, seconds(left), count);
            clock.may_run_out(Color::White, size, 30)
        };
        let absolute = TimeSettings::absolute(seconds(60));
        assert!(may_run_out(absolute, 5, 0) && !may_run_out(absolute, 60, 0));
        let canadian = TimeSettings::canadian(seconds(60), seconds(30), 25);
        assert!(may_run_out(canadian, 10, 20) && !may_run_out(canadian, 5, 0));
        let fischer = TimeSettings::fischer(seconds(60), seconds(2), None, None);
        let byo_yomi = TimeSettings::byo_yomi(seconds(60), seconds(5), 3);
        assert!(!may_run_out(fischer, 1, 0) && !may_run_out(byo_yomi, 1, 1));
        assert!(!may_run_out(TimeSettings::canadian(seconds(0), seconds(1), 1), 1, 1));
    }

    #[test]
    fn a_short_fixed_time_is_nearly_used_up_if_no_lag_is_stated() {
        let allowed = |lag, settings| {
            let mut clock = Clock::new(lag);
            clock.set(settings);
            target(&clock)
        };
        let per_move =
            |millis| TimeSettings::canadian(seconds(0), Duration::from_millis(millis), 1);
        assert_eq!(allowed(None, per_move(1000)), Some(Duration::from_millis(950)));
        assert_eq!(allowed(Some(LAG), per_move(1000)), Some(Duration::from_millis(800)));
        assert_eq!(allowed(None, per_move(10_000)), Some(Duration::from_millis(9800)));
        let byo_yomi = TimeSettings::byo_yomi(seconds(0), seconds(2), 3);
        assert_eq!(allowed(None, byo_yomi), Some(Duration::from_millis(1900)));
        let block = TimeSettings::canadian(seconds(0), seconds(10), 10);
        assert_eq!(allowed(None, block), allowed(Some(LAG), block));
    }

    #[test]
    fn a_lag_set_in_mid_game_counts_as_if_set_at_the_start() {
        let after_a_move = |lag, later: Option<Duration>| {
            let mut clock = Clock::new(Some(lag));
            clock.set(TimeSettings::absolute(seconds(600)));
            later.into_iter().for_each(|lag| clock.set_lag_allowance(lag));
            clock.spend(Color::Black, seconds(5));
            target(&clock)
        };
        assert_eq!(after_a_move(LAG, Some(seconds(1))), after_a_move(seconds(1), None));
    }

    #[test]
    fn repeated_settings_leave_the_clocks_alone() {
        let mut clock = Clock::new(Some(LAG));
        clock.set(TimeSettings::absolute(seconds(600)));
        let first = target(&clock);
        clock.set_left(Color::Black, seconds(100), 0);
        clock.set(TimeSettings::absolute(seconds(600)));
        assert!(target(&clock) < first);
        clock.restart();
        assert_eq!(target(&clock), first);
    }

    #[test]
    fn settings_that_change_every_move_do_not_shrink_the_budget() {
        let mut clock = Clock::new(Some(LAG));
        let settings = |main| TimeSettings::byo_yomi(seconds(main), seconds(30), 5);
        clock.set(settings(300));
        clock.set_left(Color::Black, seconds(200), 0);
        let expected = target(&clock);
        for main in (200..300).rev() {
            clock.set(settings(main));
            clock.set_left(Color::Black, seconds(200), 0);
            assert_eq!(target(&clock), expected);
            clock.spend(Color::Black, seconds(29));
        }
    }
}
