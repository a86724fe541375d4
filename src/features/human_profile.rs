use std::{f64::consts::TAU, str::FromStr};

use thiserror::Error;

use crate::network::METADATA;

/// A profile for HumanSL networks: a game on KGS in 2020 between two players of this rank. Its names
/// are those of KataGo, such as `rank_5k`.
///
/// The row of metadata inputs is that of `fillMetadataRow` in KataGo's
/// `cpp/neuralnet/sgfmetadata.cpp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HumanProfile {
    /// Distance from the rank above 9 dan: 1 for 9 dan, 10 for 1 kyu.
    distance: usize,
}

/// The error of an unknown profile name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a rank from rank_20k to rank_1k or rank_1d to rank_9d")]
pub struct UnknownProfile;

/// Number of dan ranks.
const DANS: usize = 9;
/// Number of kyu ranks.
const KYUS: usize = 20;

impl HumanProfile {
    /// The profile of the highest rank, 9 dan.
    pub const STRONGEST: HumanProfile = HumanProfile { distance: 1 };

    /// The metadata inputs for this profile on a board of `area` points.
    #[must_use]
    pub fn row(self, area: usize) -> Box<[f32; METADATA]> {
        let mut row = [0.0; METADATA];
        for player in [OWN, OPPONENT] {
            row[player.is_human] = 1.0;
            row[player.rank..player.rank + self.distance].fill(1.0);
        }
        row[IS_UNRATED] = 0.5;
        row[BYOYOMI] = 1.0;
        for (place, number) in (MAIN_TIME..).zip(time()) {
            row[place] = number as f32;
        }
        row[AREA] = (0.5 * (area as f64 / 361.0).ln()) as f32;
        for wave in 0..WAVES {
            let period = 7.0 * 80_000_f64.powf(wave as f64 / (WAVES - 1) as f64);
            let (sine, cosine) = (TAU * DAY / period).sin_cos();
            row[DATE + 2 * wave] = cosine as f32;
            row[DATE + 2 * wave + 1] = sine as f32;
        }
        row[KGS] = 1.0;
        Box::new(row)
    }
}

/// Indices of a player's inputs.
struct PlayerInputs {
    is_human: usize,
    /// The first input of the rank, which is a row of as many ones as its distance.
    rank: usize,
}

const OWN: PlayerInputs = PlayerInputs { is_human: 0, rank: 6 };
const OPPONENT: PlayerInputs = PlayerInputs { is_human: 1, rank: 40 };
/// One half if unknown.
const IS_UNRATED: usize = 74;
/// The time control is byo-yomi.
const BYOYOMI: usize = 79;
const MAIN_TIME: usize = 82;
const AREA: usize = 86;
/// Cosines and sines of the date, for periods from a week to 1,500 years.
const DATE: usize = 87;
const WAVES: usize = 32;
/// The server is KGS.
const KGS: usize = 153;

/// 1 March 2020, in days since 1 January 1970.
const DAY: f64 = 18_322.0;

/// The inputs of the time control: main time, period, number of periods, and stones of an overtime.
fn time() -> [f64; 4] {
    let (main, period, periods): (f64, f64, f64) = (1200.0, 30.0, 5.0);
    [
        0.4 * ((main + 60.0).ln() - 6.5),
        0.3 * ((period + 1.0).ln() - 3.0),
        0.5 * ((periods + 2.0).ln() - 1.5),
        0.25 * (2_f64.ln() - 1.5),
    ]
}

impl FromStr for HumanProfile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<HumanProfile, UnknownProfile> {
        let rank = name.strip_prefix("rank_").ok_or(UnknownProfile)?;
        let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number >= 1);
        let dan = rank.strip_suffix('d').and_then(number).filter(|&dan| dan <= DANS);
        let kyu = rank.strip_suffix('k').and_then(number).filter(|&kyu| kyu <= KYUS);
        let distance = dan.map(|dan| DANS + 1 - dan).or(kyu.map(|kyu| DANS + kyu));
        Ok(HumanProfile { distance: distance.ok_or(UnknownProfile)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_parsed() {
        for (name, distance) in [("rank_9d", 1), ("rank_1d", 9), ("rank_1k", 10), ("rank_20k", 29)]
        {
            assert_eq!(name.parse(), Ok(HumanProfile { distance }));
        }
        for wrong in ["", "5k", "rank_", "rank_0k", "rank_21k", "rank_10d", "rank_5", "rank_-1k"] {
            assert_eq!(wrong.parse::<HumanProfile>(), Err(UnknownProfile), "{wrong}");
        }
    }
}
