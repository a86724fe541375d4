//! How games and positions are drawn.

use clap::Args;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shusaku::{
    board::{Color, Size},
    game::{Game, fixed_handicap},
    rules::{Rules, presets},
};

pub type Random = Xoshiro256PlusPlus;

/// How games and positions are drawn, and what sets the targets.
#[derive(Args, Clone, Debug)]
pub struct Plan {
    /// Visits of the search that sets the targets; 0 for the network's own evaluation.
    #[arg(long, default_value_t = 0)]
    pub visits: u64,
    /// Symmetries that an evaluation without search is averaged over.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=8))]
    pub symmetries: u8,
    /// Share of the shards of a board with game records that hold recorded positions.
    #[arg(long, default_value_t = 0.5)]
    pub recorded: f64,
    /// Positions taken from each recorded game.
    #[arg(long, default_value_t = 12)]
    pub per_game: usize,
    /// Share of the self-play games that begin with recorded moves, where there are records.
    #[arg(long, default_value_t = 0.3)]
    pub opened: f64,
    /// Share of the positions of a self-play game that become samples; in the others the network's
    /// own evaluation draws the move.
    #[arg(long, default_value_t = 1.0)]
    pub kept: f64,
    /// Share of the self-play games whose score is counted by the referee.
    #[arg(long, default_value_t = 0.0)]
    pub counted: f64,
    /// Take positions of the held-out games only, with their own rules, komi and counted score.
    #[arg(long)]
    pub held_out: bool,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

impl Plan {
    /// The random numbers of a shard: the same in every run.
    pub fn rng(&self, shard: usize) -> Random {
        let mut seeds = Random::seed_from_u64(self.seed);
        let mixed = seeds.random::<u64>() ^ (shard as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Random::seed_from_u64(mixed)
    }
}

/// One of the items, drawn by weights that sum to `total`; `None` for what is left of it.
pub fn draw_weighted<'w, T>(items: &'w [(T, f64)], total: f64, rng: &mut Random) -> Option<&'w T> {
    let mut left = rng.random::<f64>() * total;
    let drawn = items.iter().find(|(_, weight)| {
        left -= weight;
        left < 0.0
    });
    drawn.map(|(item, _)| item)
}

/// Shares of the rule sets that most games are played under; the rest goes to all of them alike.
const RULES: [(&str, f64); 6] = [
    ("chinese-kgs", 0.22),
    ("chinese", 0.12),
    ("japanese", 0.22),
    ("tromp-taylor", 0.12),
    ("aga", 0.06),
    ("new_zealand", 0.06),
];

/// A rule set.
pub fn draw_rules(rng: &mut Random) -> Rules {
    match draw_weighted(&RULES, 1.0, rng) {
        Some(name) => Rules::preset(name).expect("a preset"),
        None => presets().nth(rng.random_range(0..presets().count())).expect("in range").1,
    }
}

/// Komi for an even game: near what is fair, seldom far from it. Whole and half points.
pub fn draw_komi(size: Size, rng: &mut Random) -> f64 {
    let side = (size.area() as f64).sqrt();
    let deviation = match rng.random::<f64>() {
        near if near < 0.6 => 1.0,
        near if near < 0.9 => 0.5 * side,
        _ => 2.0 * side,
    };
    // The sum of twelve uniform numbers has the variance 1.
    let normal = (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0;
    let most = size.area() as f64;
    ((7.0 + deviation * normal).clamp(-most, most) * 2.0).round() / 2.0
}

/// Share of the games with a handicap, on boards where there are places for it.
const HANDICAPS: f64 = 0.06;

/// An empty board, or one with handicap stones, under a rule set.
pub fn draw_game(size: Size, rng: &mut Random) -> Game {
    let mut game = Game::new(size, draw_rules(rng));
    game.set_komi(Some(draw_komi(size, rng)));
    let stones = rng.random_range(2..=9);
    if rng.random_bool(HANDICAPS)
        && let Ok(places) = fixed_handicap(size, stones)
    {
        game.place_handicap(&places).expect("the board is empty");
        if rng.random_bool(0.5) {
            game.set_komi(Some(0.5));
        }
    }
    game
}

/// Share of the games in which one player is supposed to search more (playout-doubling advantage).
const UNEQUAL: f64 = 0.05;

/// White's playout-doubling advantage in a game; mostly 0.
pub fn draw_white_advantage(rng: &mut Random) -> f64 {
    if rng.random_bool(UNEQUAL) { f64::from(rng.random_range(-6..=6)) / 4.0 } else { 0.0 }
}

/// The playout-doubling advantage of `color`.
pub fn advantage(white: f64, color: Color) -> f64 {
    if color == Color::White { white } else { -white }
}
