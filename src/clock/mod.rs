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
    lag: Duration,
}

impl Clock {
    /// Clocks without a limit until [`set`](Self::set) is called. `lag` is the time that a move may cost
    /// beyond its budget, on the way between engine, client and server.
    #[must_use]
    pub fn new(lag: Duration) -> Clock {
        let settings = TimeSettings::Unlimited;
        let left = [TimeLeft::full(settings); 2];
        Clock { settings, left, lag_estimates: [LagEstimate::new(lag); 2], lag }
    }

    /// Sets the time that a move may cost beyond its budget.
    pub fn set_lag(&mut self, lag: Duration) {
        self.lag = lag;
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
        self.lag_estimates = [LagEstimate::new(self.lag); 2];
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
            _ => self.lag,
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
        let lag = Lag { allowance: self.lag, mean: self.lag_estimates[color.index()].mean() };
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
        let mut clock = Clock::new(LAG);
        clock.set_left(Color::Black, seconds(0), 0);
        clock.spend(Color::Black, seconds(5));
        assert_eq!(target(&clock), None);
    }

    #[test]
    fn little_time_for_many_moves_may_run_out() {
        let size = Size::square(9).expect("a size");
        let may_run_out = |settings, left, count| {
            let mut clock = Clock::new(LAG);
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
    fn repeated_settings_leave_the_clocks_alone() {
        let mut clock = Clock::new(LAG);
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
        let mut clock = Clock::new(LAG);
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
