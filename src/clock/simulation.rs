//! Simulated games, timed by the independent clock of a strict referee.

use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Budget, Clock, TimeSettings};
use crate::board::{Color, Size};

const LAG: f64 = 0.2;

/// One player's clock as a server keeps it, in seconds.
struct Referee {
    settings: TimeSettings,
    main: f64,
    /// Time left of the overtime or period, in seconds, and the stones to play in it or the periods
    /// left.
    overtime: (f64, u32),
}

impl Referee {
    fn new(settings: TimeSettings) -> Referee {
        let (main, overtime) = match settings {
            TimeSettings::Unlimited => (Duration::MAX, (Duration::ZERO, 0)),
            TimeSettings::Absolute(main) | TimeSettings::Fischer { main, .. } => {
                (main, (Duration::ZERO, 0))
            }
            TimeSettings::Canadian { main, overtime, stones } => (main, (overtime, stones)),
            TimeSettings::ByoYomi { main, period, periods } => (main, (period, periods)),
        };
        Referee {
            settings,
            main: main.as_secs_f64(),
            overtime: (overtime.0.as_secs_f64(), overtime.1),
        }
    }

    /// Deducts the time of a move; returns whether it was in time.
    fn accepts(&mut self, spent: f64) -> bool {
        let beyond_main = spent - self.main;
        if let TimeSettings::Fischer { increment, max_main, max_per_move, .. } = self.settings {
            let max = max_main.map_or(f64::MAX, |max| max.as_secs_f64());
            self.main = (self.main - spent + increment.as_secs_f64()).min(max);
            return beyond_main <= 0.0 && max_per_move.is_none_or(|max| spent <= max.as_secs_f64());
        }
        self.main = (self.main - spent).max(0.0);
        if beyond_main <= 0.0 && self.main > 0.0 {
            return true;
        }
        let (left, count) = &mut self.overtime;
        match self.settings {
            TimeSettings::Canadian { overtime, stones, .. } => {
                *left -= beyond_main.max(0.0);
                *count -= 1;
                let is_in_time = *left >= 0.0;
                if *count == 0 {
                    self.overtime = (overtime.as_secs_f64(), stones);
                }
                is_in_time
            }
            TimeSettings::ByoYomi { .. } => {
                let used_up = ((beyond_main.max(0.0) - 1e-9).max(0.0) / *left).floor() as u32;
                *count = count.saturating_sub(used_up);
                *count > 0
            }
            _ => false,
        }
    }

    /// The numbers of `time_left`, in whole seconds as most clients send them.
    fn time_left(&self) -> (Duration, u32) {
        let (seconds, count) = if self.main > 0.0 { (self.main, 0) } else { self.overtime };
        (Duration::from_secs_f64(seconds.floor()), count)
    }
}

/// Parameters of a simulated game.
#[derive(Clone, Copy, Debug)]
struct Scenario {
    /// Number of own moves.
    moves: usize,
    /// Time that the engine takes of a budget.
    takes: fn(Budget) -> Duration,
    /// Maximum lag of a move, in seconds.
    max_lag: f64,
    /// Whether the client sends `time_left`.
    sends_time_left: bool,
}

const TARGET: fn(Budget) -> Duration = |budget| budget.target;
const MAX: fn(Budget) -> Duration = |budget| budget.max;

/// Plays a game; returns the time used on the clock, in seconds, or `None` if it was lost on time.
fn play(settings: TimeSettings, size: Size, scenario: Scenario, seed: u64) -> Option<f64> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut referee = Referee::new(settings);
    let mut clock = Clock::new(Some(Duration::from_secs_f64(LAG)));
    let mut taken = 0.0;
    for number in 0..scenario.moves {
        clock.set(settings);
        if scenario.sends_time_left {
            let (time, count) = referee.time_left();
            clock.set_left(Color::White, time, count);
        }
        let spent = (scenario.takes)(clock.budget(Color::White, size, 2 * number + 1)?);
        clock.spend(Color::White, spent);
        let max_lag = scenario.max_lag;
        let lag = if max_lag > 0.0 { rng.random_range(0.0..max_lag) } else { 0.0 };
        taken += spent.as_secs_f64() + lag;
        if !referee.accepts(spent.as_secs_f64() + lag) {
            return None;
        }
    }
    Some(taken)
}

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

fn square(side: usize) -> Size {
    Size::square(side as u8).expect("a size")
}

/// Settings of every kind, also for blitz; all have time for the lag allowance.
fn all_settings() -> Vec<TimeSettings> {
    let mut all = Vec::new();
    for main in [60.0, 300.0, 1800.0] {
        all.push(TimeSettings::absolute(seconds(main)));
    }
    for main in [0.0, 1.0, 60.0, 300.0] {
        for (period, count) in [(1.0, 1), (5.0, 1), (10.0, 3), (30.0, 5)] {
            all.push(TimeSettings::byo_yomi(seconds(main), seconds(period), count));
        }
        for (overtime, stones) in [(1.0, 1), (10.0, 1), (30.0, 5), (300.0, 25)] {
            all.push(TimeSettings::canadian(seconds(main), seconds(overtime), stones));
        }
        for (increment, max_main, max_per_move) in
            [(1.0, None, None), (5.0, Some(90.0), None), (10.0, Some(300.0), Some(8.0))]
        {
            let (max_main, max_per_move) = (max_main.map(seconds), max_per_move.map(seconds));
            let main = seconds(f64::max(main, 5.0));
            all.push(TimeSettings::fischer(main, seconds(increment), max_main, max_per_move));
        }
    }
    all
}

/// Scenarios without their number of moves.
const SCENARIOS: &[Scenario] = &[
    Scenario { moves: 0, takes: TARGET, max_lag: 0.0, sends_time_left: false },
    Scenario { moves: 0, takes: TARGET, max_lag: LAG, sends_time_left: false },
    Scenario { moves: 0, takes: TARGET, max_lag: LAG, sends_time_left: true },
    Scenario { moves: 0, takes: MAX, max_lag: 0.0, sends_time_left: true },
    Scenario { moves: 0, takes: MAX, max_lag: LAG, sends_time_left: false },
    Scenario { moves: 0, takes: MAX, max_lag: LAG, sends_time_left: true },
];

#[test]
fn no_game_is_ever_lost_on_time() {
    for settings in all_settings() {
        for (seed, side) in (0..20).flat_map(|seed| [9, 13, 19].map(|side| (seed, side))) {
            for (&base, moves) in
                SCENARIOS.iter().flat_map(|base| [20, 80, 150].map(|moves| (base, moves)))
            {
                let mut scenario = Scenario { moves, ..base };
                if matches!(settings, TimeSettings::Absolute(_)) && !scenario.sends_time_left {
                    // Clients that do not send `time_left` are assumed to have less lag.
                    scenario.max_lag /= 2.0;
                }
                let taken = play(settings, square(side), scenario, seed);
                assert!(taken.is_some(), "late: {settings:?}, {side}x{side}, {scenario:?}");
            }
        }
    }
}

#[test]
fn most_of_a_clock_is_used_in_a_long_game() {
    const GAMES: &[(usize, f64, &[usize], f64)] = &[
        (9, 60.0, &[40, 60, 80, 100], 0.97),
        (13, 120.0, &[75, 100, 120], 0.97),
        (19, 600.0, &[125, 150, 180], 0.99),
    ];
    for &(side, main, lengths, max) in GAMES {
        let settings = TimeSettings::absolute(seconds(main));
        for (&base, &moves) in
            SCENARIOS.iter().flat_map(|base| lengths.iter().map(move |moves| (base, moves)))
        {
            if base.max_lag > 0.0 && !base.sends_time_left {
                continue;
            }
            let scenario = Scenario { moves, ..base };
            let used = play(settings, square(side), scenario, 1).expect("in time") / main;
            assert!((0.70..=max).contains(&used), "{side}x{side}: {used}, {scenario:?}");
        }
    }
}
