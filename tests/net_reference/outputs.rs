//! The outputs of a network on a record.

use std::fmt;

use shusaku::features::HumanProfile;
use shusaku::network::Workspace;
use shusaku::network::{GLOBALS, Input, METADATA, Network, NetworkOutput, Options, Symmetry};

use super::record::{Expected, Record};

/// What is compared, and how far it may be off: by rounding in single precision.
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

/// The greatest differences found.
#[derive(Default)]
pub struct Worst {
    records: usize,
    differences: [f32; TOLERANCES.len()],
    /// The record that each was found in.
    ids: [String; TOLERANCES.len()],
}

impl Worst {
    /// Compares a network's outputs on a record.
    pub fn check(&mut self, record: &Record, network: &Network) {
        let expected = record.out.as_ref().expect("a record with outputs");
        let differences = differences(record, expected, &evaluate(record, network));
        self.records += 1;
        for (at, difference) in differences.into_iter().enumerate() {
            if difference.is_nan() || difference > self.differences[at] {
                self.differences[at] = difference;
                self.ids[at].clone_from(&record.id);
            }
        }
    }

    /// Whether no difference is greater than rounding explains.
    pub fn is_tolerable(&self) -> bool {
        self.differences.iter().zip(TOLERANCES).all(|(difference, (_, most))| *difference <= most)
    }
}

impl fmt::Display for Worst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} records", self.records)?;
        for (at, (name, _)) in TOLERANCES.iter().enumerate() {
            write!(f, ", {name} {:.1e} ({})", self.differences[at], self.ids[at])?;
        }
        Ok(())
    }
}

/// How well a lower precision says what single precision says.
#[derive(Default)]
pub struct Closeness {
    win_errors: Vec<f32>,
    same_first_moves: usize,
}

impl Closeness {
    /// Compares a network's outputs on a record.
    pub fn check(&mut self, record: &Record, network: &Network) {
        let expected = record.out.as_ref().expect("a record with outputs");
        let outputs = evaluate(record, network);
        let differences = differences(record, expected, &outputs);
        self.win_errors.push(differences[1]);
        let is_legal = |point: usize| expected.policy[point].is_some();
        let legal = expected.policy.iter().map(|&probability| probability.unwrap_or(0.0));
        let legal: Vec<f32> = legal.chain([expected.policy_pass]).collect();
        let first = first_move(&outputs.probabilities(is_legal, 1.0));
        self.same_first_moves += usize::from(first == first_move(&legal));
    }

    /// Whether it plays as well for all that can be told, if it has a favourite move.
    pub fn is_close(&self, has_favorite: bool) -> bool {
        let is_same = !has_favorite || self.same_share() >= 0.97;
        self.mean() <= 0.003 && self.max() <= 0.015 && is_same
    }

    fn mean(&self) -> f32 {
        self.win_errors.iter().sum::<f32>() / self.win_errors.len() as f32
    }

    /// The greatest difference of a win rate, from 0 to 1.
    fn max(&self) -> f32 {
        self.win_errors.iter().copied().fold(0.0, f32::max)
    }

    fn same_share(&self) -> f32 {
        self.same_first_moves as f32 / self.win_errors.len() as f32
    }
}

impl fmt::Display for Closeness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [mean, max, same] = [self.mean(), self.max(), self.same_share()].map(|x| 100.0 * x);
        write!(f, "win rates off by {mean:.3} %, at most {max:.3} %, same first move {same:.1} %")
    }
}

fn first_move(probabilities: &[f32]) -> usize {
    let moves = probabilities.iter().enumerate();
    moves.max_by(|(_, a), (_, b)| a.total_cmp(b)).expect("a pass is possible").0
}

/// What a network says of the record's inputs, looked at as the record says.
fn evaluate(record: &Record, network: &Network) -> NetworkOutput {
    let symmetry = Symmetry::new(record.params.symmetry).expect("a symmetry");
    let options = Options { symmetry, optimism: record.optimism };
    network.evaluate(&input(record), options, &mut Workspace::default())
}

/// The inputs as the record has them.
fn input(record: &Record) -> Input {
    let mut input = Input::new(record.xsize.into(), record.ysize.into());
    input.planes = record.features.bits(input.planes.len());
    input.globals = numbers::<GLOBALS>(&record.features.global);
    input.metadata = record.metadata.as_ref().map(|row| Box::new(numbers::<METADATA>(row)));
    check_person(record, &input);
    input
}

/// Compares what the network was told of a person with what this engine would tell.
fn check_person(record: &Record, input: &Input) {
    let (Some(name), Some(expected)) = (&record.human_profile, &input.metadata) else { return };
    let human_profile: HumanProfile = name.parse().expect("a known person");
    let row = human_profile.row(input.planes.len());
    for (at, (got, expected)) in row.iter().zip(expected.iter()).enumerate() {
        assert!((got - expected).abs() < 1e-6, "{}: {at}: {got}, {expected}", record.id);
    }
}

fn numbers<const N: usize>(numbers: &[f32]) -> [f32; N] {
    numbers.try_into().expect("as many numbers as there are inputs")
}

fn differences(
    record: &Record,
    expected: &Expected,
    got: &NetworkOutput,
) -> [f32; TOLERANCES.len()] {
    let sign = if record.to_move == "w" { 1.0 } else { -1.0 };
    let [white_win, white_loss] =
        if sign > 0.0 { [got.win, got.loss] } else { [got.loss, got.win] };
    let is_legal = |point: usize| expected.policy[point].is_some();
    let policy = got.probabilities(is_legal, record.params.nn_policy_temperature);
    let legal = expected.policy.iter().map(|&probability| probability.unwrap_or(0.0));
    let ownership: Vec<f32> = got.ownership.iter().map(|owner| sign * owner).collect();
    assert_eq!(got.errors.is_none(), expected.var_time_left == -1.0, "{}", record.id);
    let win = [
        white_win - expected.white_win,
        white_loss - expected.white_loss,
        got.no_result - expected.no_result,
    ];
    [
        greatest(&policy, legal.chain([expected.policy_pass])),
        greatest(&win, [0.0; 3]),
        greatest(&ownership, expected.white_ownership.iter().copied()),
        (sign * got.lead - expected.white_lead).abs(),
        (sign * got.score_mean - expected.white_score_selfplay).abs(),
        relative(got.score_square, expected.white_score_selfplay_sq),
        got.errors.map_or(0.0, |errors| relative(errors.time_variance, expected.var_time_left)),
        got.errors.map_or(0.0, |errors| {
            let value = relative(errors.value, expected.shortterm_winloss_error);
            value.max(relative(errors.score, expected.shortterm_score_error))
        }),
    ]
}

fn relative(got: f32, expected: f32) -> f32 {
    (got - expected).abs() / expected.abs().max(1.0)
}

fn greatest(got: &[f32], expected: impl IntoIterator<Item = f32>) -> f32 {
    let mut count = 0;
    let differences = expected.into_iter().zip(got).map(|(expected, got)| (got - expected).abs());
    let differences = differences.inspect(|_| count += 1);
    // Unlike `f32::max`, this keeps what is no number.
    let greatest = differences.fold(0.0, |a: f32, b| if a >= b { a } else { b });
    assert_eq!(count, got.len());
    greatest
}
