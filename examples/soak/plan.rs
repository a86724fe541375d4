//! The plan of a game, which its seed alone determines.

use std::ops::Range;

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shusaku::{
    clock::TimeSettings,
    matches::parse_time,
    rules::{Ko, Rules, Scoring, Suicide},
};

use crate::reference::random;

/// Share of games under presets.
const PRESETS: f64 = 0.7;

const KOMI_HALF_POINTS: Range<i32> = -10..40;

/// GNU Go takes part in one of this number of games.
const GNU_GO_INTERVAL: u64 = 6;

/// The start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// On an empty board.
    Even,
    /// With this number of stones at fixed places.
    Fixed(u32),
    /// With this number of stones where the first engine chooses.
    Free(u32),
    /// With this number of stones on random points.
    Given(u32),
    /// From a random position with about this number of stones of both colors.
    SetUp(u32),
}

/// The plan of a game.
#[derive(Clone, Debug)]
pub struct Plan {
    pub width: usize,
    pub height: usize,
    pub rules: Rules,
    pub komi: Option<f64>,
    pub opening: Opening,
    /// The arguments of `kata-time_settings`, and the settings that they state.
    pub time: (String, TimeSettings),
    /// Whether the time left is sent before each move.
    pub sends_time_left: bool,
    /// Options of both engines.
    pub options: [Vec<String>; 2],
    /// Share of the moves before which other commands are sent.
    pub disturbance: f64,
    pub max_moves: usize,
    /// The engine that is GNU Go instead.
    pub foreign: Option<usize>,
}

impl Plan {
    /// The plan of a seed, and the random generator for the game. GNU Go takes part in some games
    /// if there is one.
    pub fn of(seed: u64, gnugo: Option<&str>) -> (Plan, Xoshiro256PlusPlus) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (width, height) = random_size(&mut rng);
        let is_timed = rng.random_bool(0.3);
        let time = if is_timed { random_time(&mut rng) } else { "none".to_string() };
        let settings = parse_time(&time).expect("a time system");
        let options = [0, 1].map(|number| random_options(seed, number, is_timed, &mut rng));
        let komi = if rng.random_bool(0.5) { Some(random_komi(&mut rng)) } else { None };
        let plan = Plan {
            width,
            height,
            rules: random_rules(&mut rng),
            komi,
            opening: random_opening(width, height, &mut rng),
            time: (time, settings),
            sends_time_left: rng.random_bool(0.6),
            options,
            disturbance: [0.02, 0.1, 0.3][rng.random_range(0..3)],
            max_moves: width * height * 3 / 2 + 20,
            foreign: None,
        };
        match gnugo {
            Some(gnugo) if seed.is_multiple_of(GNU_GO_INTERVAL) => {
                let number = (seed / GNU_GO_INTERVAL % 2) as usize;
                (plan.against(gnugo, number), rng)
            }
            _ => (plan, rng),
        }
    }

    /// The same plan with another program as one of the engines, within the limits of that program:
    /// on a square board, without a clock, under rules with a simple ko.
    fn against(self, gnugo: &str, number: usize) -> Plan {
        let is_area = self.rules.scoring != Scoring::Territory;
        let (name, option) =
            if is_area { ("chinese", "--chinese-rules") } else { ("japanese", "--japanese-rules") };
        let rules = Rules::preset(name).expect("a preset");
        let words = [gnugo, "--mode", "gtp", "--level", "1", option];
        let mut options = self.options;
        options[number] = words.map(str::to_string).to_vec();
        let is_playable = matches!(self.opening, Opening::Even | Opening::Given(_));
        Plan {
            height: self.width,
            rules: Rules { ko: Ko::Simple, suicide: Suicide::None, ..rules },
            time: ("none".to_string(), TimeSettings::Unlimited),
            opening: if is_playable { self.opening } else { Opening::Even },
            options,
            foreign: Some(number),
            ..self
        }
    }
}

/// A random size, more often a small one, on which games are shorter.
fn random_size(rng: &mut impl Rng) -> (usize, usize) {
    let side = |rng: &mut dyn FnMut(usize) -> usize| match rng(10) {
        0..=6 => 5 + rng(5),
        7..=8 => 9 + rng(5),
        _ => 13 + rng(7),
    };
    let mut random = |end: usize| rng.random_range(0..end);
    let width = side(&mut random);
    let height = if random(5) == 0 { side(&mut random) } else { width };
    (width, height)
}

pub fn random_komi(rng: &mut impl Rng) -> f64 {
    random::random_komi(rng, KOMI_HALF_POINTS)
}

pub fn random_rules(rng: &mut impl Rng) -> Rules {
    random::random_rules(rng, PRESETS, KOMI_HALF_POINTS)
}

/// A time system with short times, in seconds.
fn random_time(rng: &mut impl Rng) -> String {
    let main = rng.random_range(0.0..2.0);
    let short = rng.random_range(0.1..0.4);
    match rng.random_range(0..6) {
        0 => format!("absolute {:.2}", 4.0 + 4.0 * main),
        1 => format!("byoyomi {main:.2} {short:.2} {}", rng.random_range(1..6)),
        2 => {
            let stones = rng.random_range(1..20);
            format!("canadian {main:.2} {:.2} {stones}", short * f64::from(stones))
        }
        3 => format!("fischer {:.2} {short:.2}", 0.5 + main),
        4 => format!("fischer-capped {:.2} {short:.2} {:.2} {:.2}", 0.5 + main, 1.0 + main, 0.5),
        _ => format!("fischer-capped {:.2} {short:.2} -1 -1", 0.5 + main),
    }
}

fn random_options(seed: u64, number: u64, is_timed: bool, rng: &mut impl Rng) -> Vec<String> {
    let mut options = vec!["--seed".to_string(), (2 * seed + number).to_string()];
    let mut add = |words: &[&str]| options.extend(words.iter().map(ToString::to_string));
    if rng.random_bool(0.4) {
        add(&["--playouts-only"]);
        if !is_timed || rng.random_bool(0.2) {
            add(&["--playouts", &rng.random_range(1..100).to_string()]);
        }
    } else if !is_timed || rng.random_bool(0.2) {
        add(&["--visits", &rng.random_range(1..16).to_string()]);
    }
    add(&["--threads", ["1", "1", "2", "3", "8"][rng.random_range(0..5)]]);
    add(&["--memory", ["1", "4", "16", "64"][rng.random_range(0..4)]]);
    add(&["--lag", "0.05"]);
    if rng.random_bool(0.3) {
        add(&["--ponder"]);
    }
    if rng.random_bool(0.3) {
        add(&["--level", &rng.random_range(1..=12).to_string()]);
    }
    add(&["--resign-below", ["0", "0", "0.05", "0.3"][rng.random_range(0..4)]]);
    options
}

fn random_opening(width: usize, height: usize, rng: &mut impl Rng) -> Opening {
    let area = (width * height) as u32;
    let least = width.min(height);
    let is_odd = width % 2 == 1 && height % 2 == 1;
    match rng.random_range(0..10) {
        0 if least >= 9 && is_odd => Opening::Fixed(rng.random_range(2..=9)),
        0 if least >= 7 => Opening::Fixed(rng.random_range(2..=4)),
        1 => Opening::Free(rng.random_range(2..=area / 5)),
        2 => Opening::Given(rng.random_range(2..=area / 5)),
        3 => Opening::SetUp(rng.random_range(1..=area / 2)),
        _ => Opening::Even,
    }
}
