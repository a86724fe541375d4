//! Whole games on the clock of a referee that is strict and knows nothing of ours.

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
    /// What is left of the overtime, and the stones to play in it; or the periods left.
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

    /// Takes a move; false if the player was late.
    fn accepts(&mut self, spent: f64) -> bool {
        let beyond_main = spent - self.main;
        if let TimeSettings::Fischer { increment, most_main, most_a_move, .. } = self.settings {
            let most = most_main.map_or(f64::MAX, |most| most.as_secs_f64());
            self.main = (self.main - spent + increment.as_secs_f64()).min(most);
            return beyond_main <= 0.0
                && most_a_move.is_none_or(|most| spent <= most.as_secs_f64());
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
    fn shown(&self) -> (Duration, u32) {
        let (seconds, count) = if self.main > 0.0 { (self.main, 0) } else { self.overtime };
        (Duration::from_secs_f64(seconds.floor()), count)
    }
}

/// How a simulated game is played.
#[derive(Clone, Copy, Debug)]
struct Play {
    moves: usize,
    takes: fn(Budget) -> Duration,
    most_lag: f64,
    is_shown: bool,
}

const TARGET: fn(Budget) -> Duration = |budget| budget.target;
const MOST: fn(Budget) -> Duration = |budget| budget.most;

/// Plays a game; the seconds it took on the clock, unless it was lost on time.
fn play(settings: TimeSettings, size: Size, how: Play, seed: u64) -> Option<f64> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut referee = Referee::new(settings);
    let mut clock = Clock::new(Duration::from_secs_f64(LAG));
    let mut taken = 0.0;
    for turn in 0..how.moves {
        clock.set(settings);
        if how.is_shown {
            let (time, count) = referee.shown();
            clock.set_left(Color::White, time, count);
        }
        let spent = (how.takes)(clock.budget(Color::White, size, 2 * turn + 1)?);
        clock.spend(Color::White, spent);
        let lag = if how.most_lag > 0.0 { rng.random_range(0.0..how.most_lag) } else { 0.0 };
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

/// Settings of every kind, for servers and for blitz, with the lag allowance well within them.
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
        for (increment, most_main, most_a_move) in
            [(1.0, None, None), (5.0, Some(90.0), None), (10.0, Some(300.0), Some(8.0))]
        {
            let (most_main, most_a_move) = (most_main.map(seconds), most_a_move.map(seconds));
            let main = seconds(f64::max(main, 5.0));
            all.push(TimeSettings::fischer(main, seconds(increment), most_main, most_a_move));
        }
    }
    all
}

/// How a player takes time and what the client adds.
const PLAYS: &[Play] = &[
    Play { moves: 0, takes: TARGET, most_lag: 0.0, is_shown: false },
    Play { moves: 0, takes: TARGET, most_lag: LAG, is_shown: false },
    Play { moves: 0, takes: TARGET, most_lag: LAG, is_shown: true },
    Play { moves: 0, takes: MOST, most_lag: 0.0, is_shown: true },
    Play { moves: 0, takes: MOST, most_lag: LAG, is_shown: false },
    Play { moves: 0, takes: MOST, most_lag: LAG, is_shown: true },
];

#[test]
fn no_game_is_ever_lost_on_time() {
    for settings in all_settings() {
        for (seed, side) in (0..20).flat_map(|seed| [9, 13, 19].map(|side| (seed, side))) {
            for (&play_as, moves) in
                PLAYS.iter().flat_map(|p| [20, 80, 150].map(|moves| (p, moves)))
            {
                let mut how = Play { moves, ..play_as };
                if matches!(settings, TimeSettings::Absolute(_)) && !how.is_shown {
                    // Clients that keep the clock to themselves are taken to be near.
                    how.most_lag /= 2.0;
                }
                let taken = play(settings, square(side), how, seed);
                assert!(taken.is_some(), "late: {settings:?}, {side}x{side}, {how:?}");
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
    for &(side, main, lengths, most) in GAMES {
        let settings = TimeSettings::absolute(seconds(main));
        for (&play_as, &moves) in PLAYS.iter().flat_map(|p| lengths.iter().map(move |m| (p, m))) {
            if play_as.most_lag > 0.0 && !play_as.is_shown {
                continue;
            }
            let how = Play { moves, ..play_as };
            let used = play(settings, square(side), how, 1).expect("in time") / main;
            assert!((0.70..=most).contains(&used), "{side}x{side}: {used}, {how:?}");
        }
    }
}
