//! The outputs of a network on a record.

use std::fmt;

use shusaku::{
    features::HumanProfile,
    network::{
        GLOBALS, InferenceOptions, Input, METADATA, Network, NetworkOutput, Symmetry, Workspace,
    },
};

use super::record::{Expected, Record};

/// The compared quantities and their greatest errors, by rounding in single precision.
const TOLERANCES: [(&str, f32); 8] = [
    ("policy", 2e-5),
    ("win", 2e-5),
    ("ownership", 1e-4),
    ("lead", 2e-3),
    ("score", 2e-3),
    ("score square, relative", 1e-4),
    ("time variance, relative", 1e-4),
    ("errors, relative", 1e-4),
];

/// The greatest errors of a network's outputs.
#[derive(Default)]
pub struct MaxErrors {
    records: usize,
    errors: [f32; TOLERANCES.len()],
    /// The record of each error.
    ids: [String; TOLERANCES.len()],
}

impl MaxErrors {
    /// Compares a network's outputs on a record.
    pub fn check(&mut self, record: &Record, network: &Network) {
        let expected = record.out.as_ref().expect("a record with outputs");
        let errors = errors(record, expected, &evaluate(record, network));
        self.records += 1;
        for (at, error) in errors.into_iter().enumerate() {
            if error.is_nan() || error > self.errors[at] {
                self.errors[at] = error;
                self.ids[at].clone_from(&record.id);
            }
        }
    }

    /// Whether all errors are within their tolerances.
    pub fn is_tolerable(&self) -> bool {
        self.errors.iter().zip(TOLERANCES).all(|(error, (_, max))| *error <= max)
    }
}

impl fmt::Display for MaxErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} records", self.records)?;
        for (at, (name, _)) in TOLERANCES.iter().enumerate() {
            write!(f, ", {name} {:.1e} ({})", self.errors[at], self.ids[at])?;
        }
        Ok(())
    }
}

/// The agreement of the outputs of a lower precision with KataGo's.
#[derive(Default)]
pub struct Agreement {
    win_errors: Vec<f32>,
    same_first_moves: usize,
}

impl Agreement {
    /// Compares a network's outputs on a record.
    pub fn check(&mut self, record: &Record, network: &Network) {
        let expected = record.out.as_ref().expect("a record with outputs");
        let outputs = evaluate(record, network);
        self.win_errors.push(errors(record, expected, &outputs)[1]);
        let is_legal = |point: usize| expected.policy[point].is_some();
        let legal = expected.policy.iter().map(|&probability| probability.unwrap_or(0.0));
        let legal: Vec<f32> = legal.chain([expected.policy_pass]).collect();
        let first = first_move(&outputs.probabilities(is_legal, 1.0));
        self.same_first_moves += usize::from(first == first_move(&legal));
    }

    /// Whether the errors are too small to weaken play; `compares_moves` also compares the
    /// preferred moves.
    pub fn is_close(&self, compares_moves: bool) -> bool {
        let is_same = !compares_moves || self.same_share() >= 0.97;
        self.mean() <= 0.003 && self.max() <= 0.015 && is_same
    }

    fn mean(&self) -> f32 {
        self.win_errors.iter().sum::<f32>() / self.win_errors.len() as f32
    }

    /// The greatest error of a win rate, 0 to 1.
    fn max(&self) -> f32 {
        self.win_errors.iter().copied().fold(0.0, f32::max)
    }

    fn same_share(&self) -> f32 {
        self.same_first_moves as f32 / self.win_errors.len() as f32
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [mean, max, same] = [self.mean(), self.max(), self.same_share()].map(|x| 100.0 * x);
        write!(f, "win rates off by {mean:.3} %, at most {max:.3} %, same first move {same:.1} %")
    }
}

fn first_move(probabilities: &[f32]) -> usize {
    let moves = probabilities.iter().enumerate();
    moves.max_by(|(_, a), (_, b)| a.total_cmp(b)).expect("a pass is possible").0
}

/// Evaluates the record's inputs with the record's symmetry.
fn evaluate(record: &Record, network: &Network) -> NetworkOutput {
    let symmetry = Symmetry::new(record.params.symmetry).expect("a symmetry");
    let options = InferenceOptions { symmetry, optimism: record.optimism };
    network.evaluate(&input(record), options, &mut Workspace::default())
}

/// The inputs of the record.
fn input(record: &Record) -> Input {
    let mut input = Input::new(record.xsize.into(), record.ysize.into());
    input.planes = record.features.bits(input.planes.len());
    input.globals = numbers::<GLOBALS>(&record.features.global);
    input.metadata = record.metadata.as_ref().map(|row| Box::new(numbers::<METADATA>(row)));
    check_human_profile(record, &input);
    input
}

/// Compares the metadata of the record with those of this engine.
fn check_human_profile(record: &Record, input: &Input) {
    let (Some(name), Some(expected)) = (&record.human_profile, &input.metadata) else { return };
    let human_profile: HumanProfile = name.parse().expect("a known profile");
    let row = human_profile.row(input.planes.len());
    for (at, (got, expected)) in row.iter().zip(expected.iter()).enumerate() {
        assert!((got - expected).abs() < 1e-6, "{}: {at}: {got}, {expected}", record.id);
    }
}

fn numbers<const N: usize>(numbers: &[f32]) -> [f32; N] {
    numbers.try_into().expect("as many numbers as there are inputs")
}

/// The errors in the order of [`TOLERANCES`].
fn errors(record: &Record, expected: &Expected, got: &NetworkOutput) -> [f32; TOLERANCES.len()] {
    let sign = if record.to_move == "w" { 1.0 } else { -1.0 };
    let [white_win, white_loss] =
        if sign > 0.0 { [got.win, got.loss] } else { [got.loss, got.win] };
    let is_legal = |point: usize| expected.policy[point].is_some();
    let policy = got.probabilities(is_legal, record.params.nn_policy_temperature);
    let legal = expected.policy.iter().map(|&probability| probability.unwrap_or(0.0));
    let ownership: Vec<f32> = got.ownership.iter().map(|ownership| sign * ownership).collect();
    assert_eq!(got.errors.is_none(), expected.var_time_left == -1.0, "{}", record.id);
    let win = [
        white_win - expected.white_win,
        white_loss - expected.white_loss,
        got.no_result - expected.no_result,
    ];
    [
        max_error(&policy, legal.chain([expected.policy_pass])),
        max_error(&win, [0.0; 3]),
        max_error(&ownership, expected.white_ownership.iter().copied()),
        (sign * got.lead - expected.white_lead).abs(),
        (sign * got.score_mean - expected.white_score_selfplay).abs(),
        relative_error(got.score_square, expected.white_score_selfplay_sq),
        got.errors
            .map_or(0.0, |errors| relative_error(errors.time_variance, expected.var_time_left)),
        got.errors.map_or(0.0, |errors| {
            let value = relative_error(errors.value, expected.shortterm_winloss_error);
            value.max(relative_error(errors.score, expected.shortterm_score_error))
        }),
    ]
}

fn relative_error(got: f32, expected: f32) -> f32 {
    (got - expected).abs() / expected.abs().max(1.0)
}

fn max_error(got: &[f32], expected: impl IntoIterator<Item = f32>) -> f32 {
    let mut count = 0;
    let errors = expected.into_iter().zip(got).map(|(expected, got)| (got - expected).abs());
    let errors = errors.inspect(|_| count += 1);
    // Unlike `f32::max`, this keeps NaN.
    let max = errors.fold(0.0, |a: f32, b| if a >= b { a } else { b });
    assert_eq!(count, got.len());
    max
}
