//! Sampling of games and positions.

use clap::Args;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shusaku::{
    board::{Color, Size},
    game::{Game, fixed_handicap},
    rules::{Rules, presets},
};

pub type Random = Xoshiro256PlusPlus;

/// Options for sampling games and positions, and for the targets.
#[derive(Args, Clone, Debug)]
pub struct Plan {
    /// Visits of the search for the targets; 0 for the network's own evaluation.
    #[arg(long, default_value_t = 0)]
    pub visits: u64,
    /// Number of symmetries over which evaluations are averaged.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=8))]
    pub symmetries: u8,
    /// Leave out the targets of recorded positions, for training with `--teacher`.
    #[arg(long)]
    pub unlabelled: bool,
    /// Share of the shards with recorded positions, for board sizes with records.
    #[arg(long, default_value_t = 0.5)]
    pub recorded: f64,
    /// Number of positions taken from each recorded game.
    #[arg(long, default_value_t = 12)]
    pub per_game: usize,
    /// Share of the self-play games that start with recorded moves, if there are records.
    #[arg(long, default_value_t = 0.3)]
    pub opened: f64,
    /// Share of the self-play positions that become samples; the others are played without search.
    #[arg(long, default_value_t = 1.0)]
    pub kept: f64,
    /// Share of the self-play games with the counted score as a target.
    #[arg(long, default_value_t = 0.0)]
    pub counted: f64,
    /// Only take positions of held-out games, with their own rules, komi and counted score.
    #[arg(long, conflicts_with = "unlabelled")]
    pub held_out: bool,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

impl Plan {
    /// The random generator of a shard, the same in every run.
    pub fn rng(&self, shard: usize) -> Random {
        let mut seeds = Random::seed_from_u64(self.seed);
        let mixed = seeds.random::<u64>() ^ (shard as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Random::seed_from_u64(mixed)
    }
}

/// Draws one of the items by weight; `None` with the weight by which `total` exceeds their sum.
pub fn draw_weighted<'w, T>(items: &'w [(T, f64)], total: f64, rng: &mut Random) -> Option<&'w T> {
    let mut rest = rng.random::<f64>() * total;
    let drawn = items.iter().find(|(_, weight)| {
        rest -= weight;
        rest < 0.0
    });
    drawn.map(|(item, _)| item)
}

/// Shares of the common rule sets; the rest is divided equally among all rule sets.
const RULE_SHARES: [(&str, f64); 6] = [
    ("chinese-kgs", 0.22),
    ("chinese", 0.12),
    ("japanese", 0.22),
    ("tromp-taylor", 0.12),
    ("aga", 0.06),
    ("new_zealand", 0.06),
];

/// Draws a rule set.
pub fn draw_rules(rng: &mut Random) -> Rules {
    match draw_weighted(&RULE_SHARES, 1.0, rng) {
        Some(name) => Rules::preset(name).expect("a preset"),
        None => presets().nth(rng.random_range(0..presets().count())).expect("in range").1,
    }
}

/// Draws the komi of an even game: near a fair one, seldom far from it, in multiples of 0.5.
pub fn draw_komi(size: Size, rng: &mut Random) -> f64 {
    let side = (size.area() as f64).sqrt();
    let deviation = match rng.random::<f64>() {
        near if near < 0.6 => 1.0,
        near if near < 0.9 => 0.5 * side,
        _ => 2.0 * side,
    };
    // The sum of twelve uniform numbers has the variance 1.
    let normal = (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0;
    let max = size.area() as f64;
    ((7.0 + deviation * normal).clamp(-max, max) * 2.0).round() / 2.0
}

/// Share of the games with a handicap, on boards with fixed places for it.
const HANDICAP_SHARE: f64 = 0.06;

/// Draws a game: rule set, komi, and an empty board or handicap stones.
pub fn draw_game(size: Size, rng: &mut Random) -> Game {
    let mut game = Game::new(size, draw_rules(rng));
    game.set_komi(Some(draw_komi(size, rng)));
    let stones = rng.random_range(2..=9);
    if rng.random_bool(HANDICAP_SHARE)
        && let Ok(places) = fixed_handicap(size, stones)
    {
        game.place_handicap(&places).expect("the board is empty");
        if rng.random_bool(0.5) {
            game.set_komi(Some(0.5));
        }
    }
    game
}

/// Share of the games with a playout-doubling advantage.
const PDA_SHARE: f64 = 0.05;

/// Draws White's playout-doubling advantage (PDA) in a game, usually 0.
pub fn draw_white_pda(rng: &mut Random) -> f64 {
    if rng.random_bool(PDA_SHARE) { f64::from(rng.random_range(-6..=6)) / 4.0 } else { 0.0 }
}

/// The playout-doubling advantage of `color`, given White's.
pub fn pda(white: f64, color: Color) -> f64 {
    if color == Color::White { white } else { -white }
}
