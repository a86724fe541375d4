//! A position with its targets.

use shusaku::network::Input;

/// What a network is to answer, from the view of the player to move.
#[derive(Clone)]
pub struct Target {
    /// Probability of each point, row by row from the top, and last of a pass; they sum to 1.
    pub policy: Vec<f32>,
    /// Probabilities of a win, a loss and no result; they sum to 1.
    pub value: [f32; 3],
    /// Mean of the final score, in points.
    pub score_mean: f32,
    /// Standard deviation of the final score, in points.
    pub score_stdev: f32,
    /// Points of komi that would make the game even.
    pub lead: f32,
    /// Ownership of each point, from -1 (the opponent's) to 1.
    pub ownership: Vec<f32>,
}

/// One row.
pub struct Example {
    pub input: Input,
    pub target: Target,
    /// The move played, as an index into the policy.
    pub played: Option<u16>,
    /// The opponent's next move, likewise.
    pub reply: Option<u16>,
    /// The counted score of the game, komi included, for the player to move.
    pub outcome: Option<f32>,
}
