//! A position with its training targets.

use shusaku::network::Input;

/// Training targets, from the view of the player to move.
#[derive(Clone)]
pub struct Targets {
    /// Probabilities of the points, row by row from the top, then of a pass; they sum to 1.
    pub policy: Vec<f32>,
    /// Probabilities of a win, a loss and no result; they sum to 1.
    pub value: [f32; 3],
    /// Mean of the final score, in points.
    pub score_mean: f32,
    /// Standard deviation of the final score, in points.
    pub score_stdev: f32,
    /// Lead in points: the komi that would make the game even.
    pub lead: f32,
    /// Ownership of each point, from -1 (opponent) to 1.
    pub ownership: Vec<f32>,
}

/// A training sample, one row of a file.
pub struct Sample {
    pub input: Input,
    pub targets: Targets,
    /// The move played, as an index into the policy.
    pub played: Option<u16>,
    /// The opponent's next move, likewise.
    pub reply: Option<u16>,
    /// The counted score of the game with komi, in points for the player to move.
    pub outcome: Option<f32>,
}
