use std::{f64::consts::TAU, str::FromStr};

use thiserror::Error;

use crate::network::METADATA;

/// A person for networks that imitate people: a player of this rank against one of the same, as
/// games on KGS were in 2020. KataGo knows such profiles by names like `rank_5k`.
///
/// The row of numbers that describes them is that of `fillMetadataRow` in KataGo's
/// `cpp/neuralnet/sgfmetadata.cpp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HumanProfile {
    /// Ranks up to the top: 1 for 9 dan, 10 for 1 kyu.
    distance: usize,
}

/// No such person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a rank from rank_20k to rank_1k or rank_1d to rank_9d")]
pub struct UnknownProfile;

/// Ranks of masters (dan) and of learners (kyu).
const DANS: usize = 9;
const KYUS: usize = 20;

impl HumanProfile {
    /// The strongest.
    pub const STRONGEST: HumanProfile = HumanProfile { distance: 1 };

    /// What networks are told of this person on a board of so many points.
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

/// Where the row tells of a player.
struct Player {
    is_human: usize,
    /// As many ones as ranks up to the top.
    rank: usize,
}

const OWN: Player = Player { is_human: 0, rank: 6 };
const OPPONENT: Player = Player { is_human: 1, rank: 40 };
/// One half where it is unknown.
const IS_UNRATED: usize = 74;
/// The kind of time control.
const BYOYOMI: usize = 79;
const MAIN_TIME: usize = 82;
const AREA: usize = 86;
/// Cosine and sine of the date for a period from a week to 1,500 years.
const DATE: usize = 87;
const WAVES: usize = 32;
/// The server.
const KGS: usize = 153;

/// 1 March 2020, in days since 1970.
const DAY: f64 = 18_322.0;

/// Main time and period in seconds, number of periods, and no stones to play in one.
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
    fn ranks_have_names() {
        for (name, distance) in [("rank_9d", 1), ("rank_1d", 9), ("rank_1k", 10), ("rank_20k", 29)]
        {
            assert_eq!(name.parse(), Ok(HumanProfile { distance }));
        }
        for wrong in ["", "5k", "rank_", "rank_0k", "rank_21k", "rank_10d", "rank_5", "rank_-1k"] {
            assert_eq!(wrong.parse::<HumanProfile>(), Err(UnknownProfile), "{wrong}");
        }
    }
}
