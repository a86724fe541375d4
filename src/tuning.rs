//! The numbers that playing strength depends on, in one table.
//!
//! They are found by experiment. A changed value is matched against the old one, and the result is
//! recorded in `docs/strength.md`.

use std::ops::RangeInclusive;

/// Probability, in 256ths, that a playout move considers a capture or a rescue. Below 256, since
/// playouts that always make the same reply are too much alike.
pub const CAPTURE_RATE: u32 = 230;
/// Probability, in 256ths, that a playout move considers capturing the chain just played.
pub const CATCH_RATE: u32 = 230;
/// Probability, in 256ths, that a playout move considers a 3×3 shape.
pub const SHAPE_RATE: u32 = 230;

/// Visits, half of them won, in the prior of every move.
pub const EVEN_PRIOR_VISITS: f32 = 10.0;
/// Additional lost visits in the prior of a pass.
pub const PASS_PRIOR_LOSSES: f32 = 30.0;
/// Additional won visits in the prior of a play, per square root of its learned policy.
pub const LEARNED_PRIOR_WINS: f32 = 100.0;

/// The larger patterns around a move are skipped when its log-odds are further than this behind the
/// best move's.
pub const MAX_LOG_ODDS_BEHIND: f32 = 4.5;

/// Visits at which a leaf of a search with playouts is expanded. Fewer say too little about which
/// leaves deserve it.
pub const VISITS_TO_EXPAND: u32 = 4;
/// Visits at which a move's own mean weighs as much as its AMAF mean.
pub const RAVE_EQUIVALENCE: f64 = 3500.0;
/// Weight of the score in the utility of a playout, from 0 to 1, so that won and lost games are
/// still played well.
pub const PLAYOUT_SCORE_WEIGHT: f64 = 0.04;

/// Number of points of the largest board that is searched without the learned prior, and with
/// exploration instead: such boards are unlike those of the training games, and the search nearly
/// reaches the end of the game.
pub const MAX_SMALL_BOARD_AREA: usize = 36;
/// Weight of UCT exploration on a small board. On larger ones prior and RAVE explore better.
pub const SMALL_BOARD_EXPLORATION: f64 = 0.15;

/// Minimum visits of a move that may be chosen, as a share of those of the most visited one.
pub const MIN_VISITS_SHARE: f64 = 0.25;
/// Standard deviations from a move's mean down to the lower confidence bound (LCB) by which moves
/// are chosen.
pub const LCB_DEVIATIONS: f64 = 1.96;

/// The engine resigns after this many consecutive moves of its own that looked lost.
pub const CONSECUTIVE_MOVES_TO_RESIGN: u32 = 3;
/// Minimum playouts of a search that may find a game lost.
pub const MIN_PLAYOUTS_TO_RESIGN: u64 = 500;

/// PUCT: weight of exploration, in KataGo's units of utility (`cpuctExploration`).
pub const CPUCT_EXPLORATION: f64 = 1.0;
/// Growth of the weight of exploration each time the visits of a node grow by a factor of e beyond
/// the base (`cpuctExplorationLog`).
pub const CPUCT_EXPLORATION_LOG: f64 = 0.45;
/// Visits from which on the weight of exploration grows (`cpuctExplorationBase`).
pub const CPUCT_EXPLORATION_BASE: f64 = 500.0;
/// Maximum by which the utility of an unvisited move is taken to be below its parent's; reached
/// when all likely moves are visited (`fpuReductionMax`).
pub const FPU_REDUCTION: f64 = 0.2;
/// [`FPU_REDUCTION`] at the root.
pub const ROOT_FPU_REDUCTION: f64 = 0.1;
/// Weight of the score in the utility, beside 1 for winning (`staticScoreUtilityFactor`).
pub const STATIC_SCORE_WEIGHT: f64 = 0.1;
/// Weight of the score relative to the score expected at the root (`dynamicScoreUtilityFactor`).
pub const DYNAMIC_SCORE_WEIGHT: f64 = 0.3;
/// Utility of a game won by the largest score.
pub const MAX_UTILITY: f64 = 1.0 + STATIC_SCORE_WEIGHT + DYNAMIC_SCORE_WEIGHT;
/// Maximum policy of a pass, from 0 to 1, so that other moves are searched too.
pub const MAX_PASS_POLICY: f32 = 0.95;
/// Weight of the optimistic policy against the ordinary one, from 0 to 1, for networks that have
/// both.
pub const POLICY_OPTIMISM: f32 = 1.0;
/// [`POLICY_OPTIMISM`] at the root.
pub const ROOT_POLICY_OPTIMISM: f32 = 0.2;
/// Playout-doubling advantage of White in a handicap game, in doublings for each point that White
/// is behind (KataGo's default).
pub const PDA_PER_POINT: f64 = 0.045;
/// Maximum playout-doubling advantage, in doublings (KataGo's limit).
pub const MAX_PDA: f64 = 3.0;
/// Sides of the boards on which the embedded network plays. It was trained on 7 to 19. On 6×6 it
/// beats playouts of equal time, on 5×5 it does not.
pub const EMBEDDED_SIDES: RangeInclusive<u8> = 6..=19;
/// Evaluations a second of one thread below which playouts replace the embedded network, which
/// needs a few for a move. One evaluation is worth nearly 1,000 playouts and takes as long as 8.
pub const MIN_EVALUATIONS_PER_SECOND: f64 = 2.0;
/// Number of playouts that are taken to be as informative as one evaluation of a network.
pub const PLAYOUTS_PER_EVALUATION: u64 = 100;
