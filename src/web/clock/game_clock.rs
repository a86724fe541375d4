//! The clock of both players.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::{PlayerTime, TimeForm, TimeSystem};
use crate::{
    board::Color,
    clock::{Clock, TimeSettings},
    web::by_color::ByColor,
};

/// The clock of both players, who may have different time systems.
#[derive(Clone, Debug, Default)]
pub(in crate::web) struct GameClock {
    systems: [TimeSystem; 2],
    times: [PlayerTime; 2],
    /// The player whose time runs, or will run after the pause; `None` before and after the game, and
    /// where no player has a clock.
    turn: Option<TurnTime>,
}

/// The time of the player to move, which runs or is paused.
#[derive(Clone, Copy, Debug)]
struct TurnTime {
    color: Color,
    /// Time spent before the last pause.
    spent: Duration,
    /// The instant at which the time started to run; `None` in a pause.
    since: Option<Instant>,
}

impl TurnTime {
    fn spent(&self, now: Instant) -> Duration {
        let running = self.since.map(|since| now.saturating_duration_since(since));
        self.spent + running.unwrap_or_default()
    }
}

impl GameClock {
    /// A clock with full times, which does not run.
    pub(in crate::web) fn new(systems: [TimeSystem; 2]) -> GameClock {
        GameClock { systems, times: systems.map(TimeSystem::full), turn: None }
    }

    /// By color: the time systems.
    pub(in crate::web) const fn systems(&self) -> [TimeSystem; 2] {
        self.systems
    }

    /// Whether a player has a clock.
    pub(in crate::web) fn is_used(&self) -> bool {
        self.systems.iter().any(|&system| system != TimeSystem::None)
    }

    /// Whether the time of a player runs.
    pub(in crate::web) fn is_running(&self) -> bool {
        self.turn.is_some_and(|turn| turn.since.is_some())
    }

    /// Whether the clock is stopped within a turn.
    pub(in crate::web) fn is_paused(&self) -> bool {
        self.turn.is_some_and(|turn| turn.since.is_none())
    }

    /// The player whose turn it is.
    pub(in crate::web) fn turn(&self) -> Option<Color> {
        self.turn.map(|turn| turn.color)
    }

    /// By color: the times now.
    pub(in crate::web) fn times(&self, now: Instant) -> [PlayerTime; 2] {
        let Some(turn) = self.turn else { return self.times };
        self.times_after(turn.color, |system, time| system.after(time, turn.spent(now)), now)
    }

    /// By color: the times at the start of the present turn.
    pub(in crate::web) const fn times_before_turn(&self) -> [PlayerTime; 2] {
        self.times
    }

    /// By color: the times when those of the player to move change like this.
    fn times_after(
        &self,
        color: Color,
        change: impl Fn(TimeSystem, &PlayerTime) -> PlayerTime,
        now: Instant,
    ) -> [PlayerTime; 2] {
        let mut times = self.times;
        let (own, other) = (color.index(), color.opponent().index());
        times[own] = change(self.systems[own], &times[own]);
        let is_hourglass =
            |color: usize| matches!(self.systems[color], TimeSystem::Hourglass { .. });
        if is_hourglass(own) && is_hourglass(other) {
            let spent = self.spent(now);
            times[other].left += spent.min(self.times[own].left);
        }
        times
    }

    /// Starts the turn of a player, with nothing spent. Does nothing if no player has a clock.
    pub(in crate::web) fn start(&mut self, color: Color, now: Instant) {
        self.begin_turn(color, Some(now));
    }

    fn begin_turn(&mut self, color: Color, since: Option<Instant>) {
        let turn = TurnTime { color, spent: Duration::ZERO, since };
        self.turn = self.is_used().then_some(turn);
    }

    /// Ends the turn without a move: at the end of play.
    pub(in crate::web) fn stop(&mut self, now: Instant) {
        self.times = self.times(now);
        self.turn = None;
    }

    /// Completes a move of `color`, and starts the opponent's time. A move of the player whose time
    /// does not run costs nothing.
    pub(in crate::web) fn press(&mut self, color: Color, now: Instant) {
        if let Some(turn) = self.turn.filter(|turn| turn.color == color) {
            let moved = |system: TimeSystem, time: &PlayerTime| system.moved(time, turn.spent(now));
            self.times = self.times_after(color, moved, now);
        }
        self.start(color.opponent(), now);
    }

    /// The time that is spent in the present turn.
    pub(in crate::web) fn spent(&self, now: Instant) -> Duration {
        self.turn.map_or(Duration::ZERO, |turn| turn.spent(now))
    }

    /// Spends time in the present turn.
    pub(in crate::web) fn spend(&mut self, time: Duration) {
        if let Some(turn) = &mut self.turn {
            turn.spent = turn.spent.saturating_add(time);
        }
    }

    /// Stops the time within a turn.
    pub(in crate::web) fn pause(&mut self, now: Instant) {
        if let Some(turn) = &mut self.turn {
            *turn = TurnTime { spent: turn.spent(now), since: None, ..*turn };
        }
    }

    /// Resumes the time after a pause.
    pub(in crate::web) fn resume(&mut self, now: Instant) {
        if let Some(turn) = &mut self.turn {
            turn.since.get_or_insert(now);
        }
    }

    /// Sets the times back, as after undo, with `color` to move. A running clock runs on.
    pub(in crate::web) fn restore(&mut self, times: [PlayerTime; 2], color: Color, now: Instant) {
        let since = self.turn.is_none_or(|turn| turn.since.is_some()).then_some(now);
        self.times = times;
        self.begin_turn(color, since);
    }

    /// Gives a player another time system with full time.
    pub(in crate::web) fn set(&mut self, color: Color, system: TimeSystem, now: Instant) {
        self.pause(now);
        if let Some(turn) = &mut self.turn
            && turn.color == color
        {
            turn.spent = Duration::ZERO;
        }
        self.systems[color.index()] = system;
        self.times[color.index()] = system.full();
        if !self.is_used() {
            self.turn = None;
        }
    }

    /// The player whose flag has fallen.
    pub(in crate::web) fn flagged(&self, now: Instant) -> Option<Color> {
        let times = self.times(now);
        Color::ALL.into_iter().find(|color| times[color.index()].is_flagged)
    }

    /// The instant at which the flag falls if no move is made; `None` if the clock stands or has no
    /// limit.
    pub(in crate::web) fn deadline(&self) -> Option<Instant> {
        let turn = self.turn?;
        let (since, index) = (turn.since?, turn.color.index());
        let limit = self.systems[index].until_flag(&self.times[index])?;
        Some(since + limit.saturating_sub(turn.spent))
    }

    /// Sets the clock of the engine that plays a color.
    pub(in crate::web) fn set_engine_clock(&self, color: Color, now: Instant, clock: &mut Clock) {
        let (system, time) = (self.systems[color.index()], self.times(now)[color.index()]);
        let (settings, count) = match system {
            TimeSystem::None | TimeSystem::CountUp => (TimeSettings::Unlimited, 0),
            TimeSystem::Absolute { main } => (TimeSettings::absolute(main), 0),
            // The engine's own time is all that it may use.
            TimeSystem::Hourglass { .. } => (TimeSettings::absolute(time.left), 0),
            TimeSystem::ByoYomi { main, period, periods } => {
                let count = if time.is_overtime { time.periods } else { 0 };
                (TimeSettings::byo_yomi(main, period, periods), count)
            }
            TimeSystem::Canadian { main, overtime, stones } => {
                let count = if time.is_overtime { time.stones } else { 0 };
                (TimeSettings::canadian(main, overtime, stones), count)
            }
            TimeSystem::Fischer { main, increment, cap } => {
                // Time above the cap stays, but grows no more.
                let cap = cap.map(|cap| cap.max(time.left));
                (TimeSettings::fischer(main, increment, cap, None), 0)
            }
            // A move gets back at most the delay, and the total never grows.
            TimeSystem::Bronstein { main, delay } | TimeSystem::Delay { main, delay } => {
                let most = time.left + time.delay;
                (TimeSettings::fischer(main, delay, Some(most), None), 0)
            }
            TimeSystem::PerMove { time } => (TimeSettings::canadian(Duration::ZERO, time, 1), 1),
        };
        clock.set(settings);
        clock.set_left(color, time.left + time.delay, count);
    }

    /// The clock as the page shows it.
    pub(in crate::web) fn view(&self, now: Instant) -> ClockView {
        let [black, white] = self.times(now).map(|time| TimeView::of(&time));
        let running = self.turn.filter(|turn| turn.since.is_some());
        ClockView {
            running: running.map(|turn| turn.color),
            turn: self.turn.map(|turn| turn.color),
            paused: self.is_paused(),
            system: ByColor::of(self.systems.map(TimeForm::from)),
            black,
            white,
        }
    }
}

/// The clock as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub(in crate::web) struct ClockView {
    running: Option<Color>,
    turn: Option<Color>,
    paused: bool,
    system: ByColor<TimeForm>,
    black: TimeView,
    white: TimeView,
}

/// A player's time in seconds.
#[derive(Clone, Debug, Serialize)]
struct TimeView {
    left: f64,
    periods: u32,
    stones: Option<u32>,
    delay: f64,
    overtime: bool,
    used: f64,
    flag: bool,
}

impl TimeView {
    fn of(time: &PlayerTime) -> TimeView {
        TimeView {
            left: time.left.as_secs_f64(),
            periods: time.periods,
            stones: Some(time.stones).filter(|&stones| stones > 0),
            delay: time.delay.as_secs_f64(),
            overtime: time.is_overtime,
            used: time.used.as_secs_f64(),
            flag: time.is_flagged,
        }
    }
}
