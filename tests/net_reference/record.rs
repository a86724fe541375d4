//! The records: positions with the features and outputs of KataGo's network.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use serde::Deserialize;

use super::replay::State;

/// A position with its features and, for most, the outputs of a network.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    pub id: String,
    pub xsize: u8,
    pub ysize: u8,
    pub rules: serde_json::Value,
    pub komi: f64,
    pub initial_stones: Vec<(String, String)>,
    pub initial_player: String,
    pub moves: Vec<(String, String)>,
    pub to_move: String,
    pub params: Params,
    pub state: State,
    pub features: Features,
    /// By point: whether the player to move may play there.
    pub legal: Option<String>,
    #[serde(rename = "metaRow")]
    pub metadata: Option<Vec<f32>>,
    #[serde(rename = "metaProfile")]
    pub human_profile: Option<String>,
    #[serde(rename = "policyOptimism")]
    pub optimism: f32,
    pub out: Option<Expected>,
    pub net: String,
}

/// The parameters of the evaluation.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    pub symmetry: u8,
    pub draw_equivalent_wins_for_white: f64,
    pub playout_doubling_advantage: f64,
    pub conservative_pass_and_is_root: bool,
    pub enable_passing_hacks: bool,
    pub max_history: usize,
    pub nn_policy_temperature: f32,
}

/// The input features.
#[derive(Deserialize)]
pub struct Features {
    /// By plane: the points that are set, without plane 0, which is all ones.
    pub planes: BTreeMap<usize, Vec<usize>>,
    pub global: Vec<f32>,
}

impl Features {
    /// The planes as bits by point.
    pub fn bits(&self, area: usize) -> Vec<u32> {
        let mut bits = vec![1; area];
        for (plane, points) in &self.planes {
            points.iter().for_each(|&point| bits[point] |= 1 << plane);
        }
        bits
    }
}

/// The outputs from White's perspective, named as in `kata-raw-nn`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Expected {
    pub white_win: f32,
    pub white_loss: f32,
    pub no_result: f32,
    pub white_lead: f32,
    pub white_score_selfplay: f32,
    pub white_score_selfplay_sq: f32,
    /// -1 if the network has none.
    pub var_time_left: f32,
    pub shortterm_winloss_error: f32,
    pub shortterm_score_error: f32,
    /// By point; `None` for illegal moves.
    pub policy: Vec<Option<f32>>,
    pub policy_pass: f32,
    pub white_ownership: Vec<f32>,
}

/// The records of a file, gzipped or not.
pub fn read(path: &Path) -> Vec<Record> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let is_packed = path.extension().is_some_and(|extension| extension == "gz");
    let bytes: Box<dyn Read> =
        if is_packed { Box::new(flate2::read::GzDecoder::new(file)) } else { Box::new(file) };
    let parse = |line: String| {
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    BufReader::new(bytes).lines().map(|line| parse(line.expect("a readable line"))).collect()
}

/// The files below a directory whose names match, sorted.
pub fn files(folder: &Path, matches: impl Fn(&str) -> bool + Copy) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, matches));
        } else if path.file_name().and_then(|name| name.to_str()).is_some_and(matches) {
            found.push(path);
        }
    }
    found.sort();
    found
}
