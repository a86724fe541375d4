//! The numbers that the strength of play depends on, all in one table.
//!
//! They can only be found by trial: `docs/strength.md` tells what was tried. Whoever changes one
//! plays a match of the old against the new, and writes its result there.

use std::ops::RangeInclusive;

/// How often a playout asks for a capture or rescue, of 256 times: a reply that always comes makes
/// all playouts alike.
pub const CAPTURE_RATE: u32 = 230;
/// How often it asks whether the chain just played can be caught, of 256 times.
pub const CATCH_RATE: u32 = 230;
/// How often it asks for a familiar shape, of 256 times.
pub const SHAPE_RATE: u32 = 230;

/// Weight of knowing nothing of a move, in visits of which half are won.
pub const EVEN_PRIOR: f32 = 10.0;
/// Weight of the doubt about a pass, in lost visits.
pub const PASS_PRIOR: f32 = 30.0;
/// Weight of the learned prior, in won visits, times the square root of the chance that a strong
/// player chooses the move.
pub const LEARNED_PRIOR: f32 = 100.0;

/// Log-odds that a move may be behind the best one before the larger patterns around it are left out.
pub const HOPELESS: f32 = 4.5;

/// Visits after which a leaf gets children: the first ones tell little about which are worth it.
pub const EXPAND_AT: u32 = 4;
/// Visits at which the moves' own results weigh as much as those of playing them later.
pub const RAVE_EQUIVALENCE: f64 = 3500.0;
/// The part of the utility that goes with the margin, so that a won game is still played well, and
/// a lost one too.
pub const MARGIN_WEIGHT: f64 = 0.04;

/// Boards up to so many points are unlike those that the prior was learned on, and can nearly be
/// searched to the end: they go without it, and with exploration instead.
pub const SMALL_BOARD: usize = 36;
/// Weight of exploration by count of visits on a small board. On larger ones prior and RAVE explore
/// better.
pub const SMALL_BOARD_EXPLORATION: f64 = 0.15;

/// A move is chosen over the most visited one only with this part of its visits.
pub const LEAST_VISITS_SHARE: f64 = 0.25;
/// Standard deviations from a move's mean down to the bound by which moves are chosen.
pub const CONFIDENCE: f64 = 1.96;

/// The engine resigns after this many turns of its own in a row that looked lost.
pub const HOPELESS_TURNS: u32 = 3;
/// Fewer playouts than this prove no game lost.
pub const PLAYOUTS_TO_RESIGN: u64 = 500;

/// Where a network guides the search: weight of exploration, in KataGo's units of utility.
pub const EXPLORATION: f64 = 1.0;
/// What is added to it each time the visits of a node grow by a factor of e beyond the base.
pub const EXPLORATION_LOG: f64 = 0.45;
/// Visits from which on it grows.
pub const EXPLORATION_BASE: f64 = 500.0;
/// Utility that an unvisited move lacks once all likely ones are visited.
pub const FPU_REDUCTION: f64 = 0.2;
/// The same at the root.
pub const ROOT_FPU_REDUCTION: f64 = 0.1;
/// The part of the utility that goes with the score, beside 1 for winning.
pub const STATIC_SCORE_WEIGHT: f64 = 0.1;
/// The part that goes with the score compared with what is expected at the root.
pub const DYNAMIC_SCORE_WEIGHT: f64 = 0.3;
/// The utility of a game won by as much as can be.
pub const MOST_UTILITY: f64 = 1.0 + STATIC_SCORE_WEIGHT + DYNAMIC_SCORE_WEIGHT;
/// The most that the chance of a pass can be, from 0 to 1, so that other moves are looked at too.
pub const MOST_PASS_CHANCE: f32 = 0.95;
/// Which of a network's two policies is believed, from 0, the ordinary one, to 1, the optimistic
/// one, where it has both.
pub const OPTIMISM: f32 = 1.0;
/// The same at the root.
pub const ROOT_OPTIMISM: f32 = 0.2;
/// By how many doublings of its search a player who gives a handicap takes himself for the better
/// one, for each point that he is behind (KataGo's default).
pub const PDA_PER_POINT: f64 = 0.045;
/// The most of these doublings (KataGo's limit).
pub const MAX_PDA: f64 = 3.0;
/// Sides of the boards on which the embedded network plays. It was trained on 7 to 19; on 6×6 it beats
/// playouts that take as long, on 5×5 it does not.
pub const EMBEDDED_SIDES: RangeInclusive<u8> = 6..=19;
/// Evaluations a second of one thread below which playouts are better than the embedded network: it
/// needs a few for a move. One evaluation is worth nearly 1,000 playouts and takes as long as 8.
pub const MIN_EVALUATIONS_PER_SECOND: f64 = 2.0;
/// How many playouts tell as much as one evaluation of a network.
pub const PLAYOUTS_PER_EVALUATION: u64 = 100;
