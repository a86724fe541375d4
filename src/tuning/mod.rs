//! The numbers that playing strength depends on, in one table.
//!
//! They are found by experiment. A changed value is matched against the old one, and the result is
//! recorded in `docs/strength.md`. In a build with the feature `tuning`, each is a parameter of
//! `kata-set-param` under its name; otherwise all are constants.

#[cfg(not(feature = "tuning"))]
mod constant;
#[cfg(feature = "tuning")]
mod settable;

#[cfg(not(feature = "tuning"))]
pub use self::constant::Tunable;
#[cfg(feature = "tuning")]
pub use self::settable::{Number, Tunable, TunableEntry};

/// Defines tunable numbers, each as `NAME: type = value in range`, and with the feature `tuning` the
/// table `TUNABLES`. The range is that of the values that can be set.
macro_rules! tunables {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $number:ty = $value:literal in $min:literal..=$max:literal;
    )+) => {
        $(
            $(#[doc = $doc])+
            #[cfg(not(feature = "tuning"))]
            pub const $name: Tunable<$number> = Tunable::new($value);

            $(#[doc = $doc])+
            #[cfg(feature = "tuning")]
            pub static $name: Tunable<$number> = Tunable::new($value as f64);
        )+

        /// All of them.
        #[cfg(feature = "tuning")]
        pub static TUNABLES: &[TunableEntry] = &[$(
            $name.entry(stringify!($name), concat!($($doc),+), $min as f64..=$max as f64),
        )+];
    };
}

tunables! {
    // Playouts.

    /// Probability, in 256ths, that a playout move considers a capture or a rescue. Below 256, since
    /// playouts that always make the same reply are too much alike.
    CAPTURE_RATE: u32 = 230 in 0..=256;
    /// Probability, in 256ths, that a playout move considers an atari that catches the chain just played.
    CATCH_RATE: u32 = 230 in 0..=256;
    /// Probability, in 256ths, that a playout move considers a 3×3 shape.
    SHAPE_RATE: u32 = 230 in 0..=256;

    // Search by playouts.

    /// Visits, half of them won, in the prior of every move.
    EVEN_PRIOR_VISITS: f32 = 10.0 in 0.1..=1000.0;
    /// Additional lost visits in the prior of a pass.
    PASS_PRIOR_LOSSES: f32 = 30.0 in 0.0..=10000.0;
    /// Additional won visits in the prior of a play, per square root of its learned policy.
    LEARNED_PRIOR_WINS: f32 = 100.0 in 0.1..=10000.0;
    /// The larger patterns around a move are skipped when its log-odds are further than this behind
    /// the best move's.
    MAX_LOG_ODDS_BEHIND: f32 = 4.5 in 0.0..=100.0;
    /// Visits at which a leaf of a search with playouts is expanded. Fewer say too little about which
    /// leaves deserve it.
    VISITS_TO_EXPAND: u32 = 4 in 2..=1000;
    /// Visits at which a move's own mean weighs as much as its AMAF mean.
    RAVE_EQUIVALENCE: f64 = 3500.0 in 1.0..=1000000.0;
    /// Weight of the score in the utility of a playout, from 0 to 1, so that won and lost games are
    /// still played well.
    PLAYOUT_SCORE_WEIGHT: f64 = 0.04 in 0.0..=1.0;
    /// Number of points of the largest board that is searched without the learned prior, and with
    /// exploration instead: such boards are unlike those of the training games, and the search nearly
    /// reaches the end of the game.
    MAX_SMALL_BOARD_AREA: usize = 36 in 0..=625;
    /// Weight of UCT exploration on a small board. On larger ones prior and RAVE explore better.
    SMALL_BOARD_EXPLORATION: f64 = 0.15 in 0.0..=10.0;

    // Search with a network.

    /// Visits at which a leaf of a search with a network is expanded.
    NETWORK_VISITS_TO_EXPAND: u32 = 2 in 2..=1000;
    /// 1 if the nodes of a position that several lines reach share what is found ("Monte-Carlo Graph
    /// Search from First Principles" in KataGo's docs), 0 if not.
    GRAPH_SEARCH: u32 = 1 in 0..=1;
    /// PUCT: weight of exploration, in KataGo's units of utility (`cpuctExploration`).
    CPUCT_EXPLORATION: f64 = 1.0 in 0.0..=10.0;
    /// Growth of the weight of exploration each time the visits of a node grow by a factor of e
    /// beyond the base (`cpuctExplorationLog`).
    CPUCT_EXPLORATION_LOG: f64 = 0.45 in 0.0..=10.0;
    /// Visits from which on the weight of exploration grows (`cpuctExplorationBase`).
    CPUCT_EXPLORATION_BASE: f64 = 500.0 in 10.0..=100000.0;
    /// Maximum by which the utility of an unvisited move is taken to be below its parent's; reached
    /// when all likely moves are visited (`fpuReductionMax`).
    FPU_REDUCTION: f64 = 0.2 in 0.0..=2.0;
    /// [`FPU_REDUCTION`] at the root.
    ROOT_FPU_REDUCTION: f64 = 0.1 in 0.0..=2.0;
    /// Power of the policy of the visited moves, by which the utility of unvisited ones depends on the
    /// mean at the parent instead of its own evaluation (`fpuParentWeightByVisitedPolicyPow`).
    FPU_PARENT_WEIGHT_POWER: f64 = 2.0 in 0.0..=100.0;
    /// Standard deviation of the utilities at a node, in KataGo's units, at which exploration has its
    /// usual weight (`cpuctUtilityStdevPrior`).
    CPUCT_UTILITY_STDEV_PRIOR: f64 = 0.4 in 0.01..=2.0;
    /// Weight of that deviation beside the measured one, in visits (`cpuctUtilityStdevPriorWeight`).
    CPUCT_UTILITY_STDEV_PRIOR_WEIGHT: f64 = 2.0 in 0.0..=1000.0;
    /// Effect of the deviation on exploration, from 0, none, to 1, in proportion
    /// (`cpuctUtilityStdevScale`).
    CPUCT_UTILITY_STDEV_SCALE: f64 = 0.85 in 0.0..=1.0;
    /// Exponent by which moves that are probably worse than their siblings count less in their
    /// parent's mean; 0 for no difference (`valueWeightExponent`).
    VALUE_WEIGHT_EXPONENT: f64 = 0.25 in 0.0..=4.0;
    /// Difference in utility, in KataGo's units, at which most of the visits that a move got beyond its
    /// policy are left out of its parent's mean; 0 to leave out none (`noisePruneUtilityScale`).
    NOISE_PRUNING_SCALE: f64 = 0.15 in 0.0..=10.0;
    /// Share of the mean bias of like nodes that is added to an evaluation (`subtreeValueBiasFactor`).
    SUBTREE_BIAS_FACTOR: f64 = 0.45 in 0.0..=2.0;
    /// Power of the visits of a node's children that is the weight of its bias
    /// (`subtreeValueBiasWeightExponent`).
    SUBTREE_BIAS_WEIGHT_EXPONENT: f64 = 0.85 in 0.0..=2.0;
    /// Weight of the score in the utility, beside 1 for winning (`staticScoreUtilityFactor`).
    STATIC_SCORE_WEIGHT: f64 = 0.1 in 0.0..=1.0;
    /// Width of the static score utility, in sides of the board.
    STATIC_SCORE_WIDTH: f64 = 2.0 in 0.01..=10.0;
    /// Weight of the score relative to the score expected at the root (`dynamicScoreUtilityFactor`).
    DYNAMIC_SCORE_WEIGHT: f64 = 0.3 in 0.0..=1.0;
    /// Width of the dynamic score utility, in sides of the board (`dynamicScoreCenterScale`).
    DYNAMIC_SCORE_WIDTH: f64 = 0.75 in 0.01..=10.0;
    /// The center of the dynamic score utility as a share of the score expected at the root: it is
    /// nearer to a draw than that score (1 less `dynamicScoreCenterZeroWeight`).
    DYNAMIC_SCORE_CENTER: f64 = 0.8 in 0.0..=1.0;
    /// Error of a utility, in KataGo's units, at which an evaluation has about the weight 1, for networks
    /// that estimate their errors; 0 for the weight 1 of all (`uncertaintyCoeff`).
    UNCERTAINTY_COEFF: f64 = 0.25 in 0.0..=10.0;
    /// Maximum weight of an evaluation (`uncertaintyMaxWeight`).
    UNCERTAINTY_MAX_WEIGHT: f64 = 8.0 in 1.0..=1000.0;
    /// Maximum policy of a pass, from 0 to 1, so that other moves are searched too.
    MAX_PASS_POLICY: f32 = 0.95 in 0.0..=1.0;
    /// Weight of the optimistic policy against the ordinary one, from 0 to 1, for networks that have
    /// both.
    POLICY_OPTIMISM: f32 = 1.0 in 0.0..=1.0;
    /// [`POLICY_OPTIMISM`] at the root.
    ROOT_POLICY_OPTIMISM: f32 = 0.2 in 0.0..=1.0;
    /// Maximum playout-doubling advantage, in doublings (KataGo's limit).
    MAX_PDA: f64 = 3.0 in 0.0..=3.0;

    // The judge.

    /// Share of playouts in the ownership by which a game with a network is counted at its end. A small
    /// network takes large groups that have lost a semeai for alive, playouts do not (`docs/scoring.md`).
    PLAYOUT_OWNERSHIP_SHARE: f32 = 0.7 in 0.0..=1.0;

    // Several processes.

    /// Share of the visits of the root from which on the children of a node are shared by processes
    /// that search by playouts.
    MIN_SHARED_VISITS_SHARE: f64 = 0.01 in 0.001..=1.0;
    /// Visits of a node below which its children are never shared.
    MIN_SHARED_VISITS: u32 = 16 in 1..=1000000;
    /// Number of moves from the root to the deepest nodes that are shared.
    MAX_SHARED_DEPTH: usize = 8 in 1..=20;
    /// Times a second that processes share statistics.
    SHARING_RATE: f64 = 4.0 in 0.1..=100.0;
    /// Seconds of a search after which processes first share statistics.
    FIRST_SHARING_SECONDS: f64 = 0.003 in 0.0..=10.0;
    /// Processes share statistics again after this share of the search time so far, if that is sooner
    /// than [`SHARING_RATE`] says.
    SHARING_GROWTH: f64 = 0.2 in 0.001..=10.0;
    /// Positions that rank 0 keeps on their way to each evaluating thread of another rank: one that is
    /// evaluated, and others that are sent or waiting meanwhile.
    SLOTS_PER_THREAD: usize = 2 in 1..=64;

    // The choice of a move.

    /// Minimum visits of a move that may be chosen, as a share of those of the most visited one.
    MIN_VISITS_SHARE: f64 = 0.25 in 0.0..=1.0;
    /// Standard deviations from a move's mean down to the lower confidence bound (LCB) by which moves
    /// are chosen, with playouts.
    LCB_DEVIATIONS: f64 = 1.96 in 0.0..=100.0;
    /// [`LCB_DEVIATIONS`] with a network, whose values are not independent (`lcbStdevs`).
    NETWORK_LCB_DEVIATIONS: f64 = 5.0 in 0.0..=1000.0;

    // Levels below full strength.

    /// Playouts of a move on level 0, if there were one; each level has twice as many as the one
    /// below it.
    LEVEL_PLAYOUTS: u64 = 25 in 1..=1000;
    /// Increase of the value that a move by playouts may lose, per level downwards.
    LEVEL_LOSS: f64 = 0.02 in 0.0..=0.1;
    /// Value that a move by playouts may lose on the highest levels.
    MIN_LEVEL_LOSS: f64 = 0.01 in 0.0..=1.0;
    /// Visits by playouts below which a level chooses no move, since its value is too uncertain.
    MIN_LEVEL_VISITS: u64 = 4 in 0..=1000;
    /// Temperature of the policy by which a move of an imitated person is sampled.
    HUMAN_TEMPERATURE: f64 = 0.8 in 0.01..=5.0;

    // Resignation.

    /// The engine resigns after this many consecutive moves of its own that looked lost.
    CONSECUTIVE_MOVES_TO_RESIGN: u32 = 3 in 1..=1000;
    /// Moves for each point of the board before which White does not resign a handicap game.
    MOVES_TO_RESIGN_HANDICAP: f64 = 0.5 in 0.0..=10.0;
    /// Minimum playouts of a search that may find a game lost.
    MIN_PLAYOUTS_TO_RESIGN: u64 = 500 in 0..=1000000;

    // The end of play.

    /// Number of playouts that are taken to be as informative as one evaluation of a network.
    PLAYOUTS_PER_EVALUATION: u64 = 100 in 1..=100000;
    /// Maximum playouts of a side search in the time left for a move.
    MAX_SIDE_SEARCH_PLAYOUTS: u64 = 6000 in 1..=1000000;
    /// Maximum network evaluations of a side search in the time left for a move.
    MAX_SIDE_SEARCH_EVALUATIONS: u64 = 30 in 1..=10000;
    /// Minimum playouts of a side search whose report is used.
    MIN_SIDE_SEARCH_PLAYOUTS: u64 = 1000 in 0..=1000000;
    /// Playouts that look for a move instead of one that fills an eye.
    EYE_SEARCH_PLAYOUTS: u64 = 500 in 1..=1000000;
    /// Protective moves: difference in value from a pass from which on a move is played instead.
    MIN_GAIN_OVER_PASS: f64 = 0.2 in 0.0..=1.0;
    /// Protective moves: visits of value 0.5 in the prior of a pass, which draws with the shifted komi.
    DRAWN_PASS_PRIOR_VISITS: f64 = 10.0 in 0.1..=10000.0;
    /// Points that the opponent may gain without being a threat: a prisoner, or a move that area
    /// rules reward.
    MAX_HARMLESS_GAIN: f64 = 2.5 in 0.0..=100.0;
    /// Probability, from 0 to 1, that the opponent gains more, from which on it is a threat. Where
    /// there is none, playouts find less than a quarter of this.
    MIN_THREAT: f64 = 0.15 in 0.0..=1.0;
    /// [`MIN_THREAT`] where an answer costs a point that decides the game.
    MIN_THREAT_IF_POINT_DECIDES: f64 = 0.5 in 0.0..=1.0;
    /// Decrease of the probability of a threat from which on a move answers it.
    MIN_RELIEF: f64 = 0.08 in 0.0..=1.0;

    // Time.

    /// Usual number of moves of a game, of both players, per point of the board.
    USUAL_MOVES_PER_POINT: f64 = 0.6 in 0.01..=3.0;
    /// Own moves to come that time is kept for beyond the usual length of a game, whatever the size
    /// of the board.
    MIN_MOVES_TO_COME: f64 = 4.0 in 1.0..=1000.0;
    /// Points of the board for each further own move to come.
    POINTS_PER_MOVE_TO_COME: f64 = 20.0 in 0.1..=1000.0;
    /// Weight of the first move's time; the weight in the endgame is 1.
    OPENING_TIME_WEIGHT: f64 = 0.7 in 0.01..=10.0;
    /// Largest weight of a move's time, in the middle game.
    MIDDLE_GAME_TIME_WEIGHT: f64 = 1.3 in 0.01..=10.0;
    /// Factor by which main time is spent faster where an overtime follows: main time left at the end
    /// of the game is wasted, and the overtime has time for every move.
    MAIN_TIME_FACTOR_BEFORE_OVERTIME: f64 = 1.5 in 0.01..=100.0;
    /// Maximum extension of a search whose best move is unstable, as a multiple of its regular time.
    MAX_TIME_EXTENSION: f64 = 2.0 in 0.0..=100.0;
    /// Maximum extension of a search whose best move is unstable, as a share of the time that remains
    /// after the regular time.
    MAX_TIME_EXTENSION_SHARE: f64 = 0.25 in 0.0..=1.0;
    /// Visits of the runner-up, as a share of those of the most visited move, up to which the latter
    /// is taken to be forced, so that time that would expire is not used.
    MAX_VISITS_SHARE_IF_FORCED: f64 = 0.01 in 0.0..=1.0;
    /// Share of the time that would expire, after which a move may be found to be forced.
    MIN_TIME_SHARE_IF_FORCED: f64 = 0.1 in 0.0..=1.0;
    /// Maximum share of an absolute time that is reserved for lag. With less, some simulated games of
    /// 60 s and 150 own moves on 9×9 were lost on time; with more, games of 40 moves left too much.
    MAX_RESERVE_SHARE: f64 = 0.27 in 0.0..=1.0;
}
