//! The people whom a HumanSL network imitates.

use std::{f64::consts::TAU, fmt, ops::RangeInclusive, str::FromStr};

use thiserror::Error;

use crate::network::{Input, METADATA};

/// The people whom a HumanSL network imitates. The names are those of KataGo: `rank_5k` are two
/// players of this rank on KGS in 2020, `preaz_5k` the same before AlphaZero, in 2016, and
/// `proyear_1846` two professionals in that year.
///
/// The row of metadata inputs is that of `fillMetadataRow` in KataGo's
/// `cpp/neuralnet/sgfmetadata.cpp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HumanProfile {
    /// 1 for 9 dan, 10 for 1 kyu (KataGo's `inverseBRank`).
    inverse_rank: usize,
    source: GameSource,
}

/// The source of the games by which a network learned to imitate these people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GameSource {
    /// On KGS in 2020.
    Kgs,
    /// On KGS in 2016.
    KgsBeforeAlphaZero,
    /// Between professionals in a year.
    Professional(u16),
}

/// The error of an unknown profile name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected {}", UnknownProfile::EXPECTED)]
pub struct UnknownProfile;

impl UnknownProfile {
    /// The names of all profiles.
    pub const EXPECTED: &str =
        "rank_20k to rank_9d, preaz_20k to preaz_9d, or proyear_1800 to proyear_2023";
}

/// Number of dan ranks.
const DANS: usize = 9;
/// Number of kyu ranks.
const KYUS: usize = 20;
/// Years with games of professionals.
const YEARS: RangeInclusive<u16> = 1800..=2023;
/// The last of these years whose games are from GoGoD; the others are from Go4Go.
const LAST_GOGOD_YEAR: u16 = 2020;

impl HumanProfile {
    /// The profile of the highest rank, 9 dan.
    pub const STRONGEST: HumanProfile = HumanProfile { inverse_rank: 1, source: GameSource::Kgs };

    /// The metadata inputs for this profile on a board of `area` points.
    #[must_use]
    pub fn row(self, area: usize) -> Box<[f32; METADATA]> {
        let mut row = [0.0; METADATA];
        for player in [OWN, OPPONENT] {
            row[player.is_human] = 1.0;
            row[player.rank..player.rank + self.inverse_rank].fill(1.0);
        }
        let is_professional = matches!(self.source, GameSource::Professional(_));
        row[IS_UNRATED] = if is_professional { 0.0 } else { 0.5 };
        row[if is_professional { UNKNOWN_TIME } else { BYOYOMI }] = 1.0;
        for (place, number) in (MAIN_TIME..).zip(time_inputs(is_professional)) {
            row[place] = number as f32;
        }
        row[AREA] = (0.5 * (area as f64 / 361.0).ln()) as f32;
        for wave in 0..WAVES {
            let period = 7.0 * 80_000_f64.powf(wave as f64 / (WAVES - 1) as f64);
            let (sine, cosine) = (TAU * self.source.day() / period).sin_cos();
            row[DATE + 2 * wave] = cosine as f32;
            row[DATE + 2 * wave + 1] = sine as f32;
        }
        row[self.source.input()] = 1.0;
        Box::new(row)
    }
}

/// An input for positions on boards of `area` points, whose features are yet to be extracted. For a
/// HumanSL network, `human_profile` describes both players.
#[must_use]
pub fn new_input(human_profile: Option<HumanProfile>, area: usize) -> Input {
    let mut input = Input::default();
    input.metadata = human_profile.map(|profile| profile.row(area));
    input
}

impl GameSource {
    /// The date in days since 1 January 1970: 1 March 2020, 1 September 2016, or 1 June.
    fn day(self) -> f64 {
        match self {
            GameSource::Kgs => 18_322.0,
            GameSource::KgsBeforeAlphaZero => 17_045.0,
            GameSource::Professional(year) => f64::from(first_of_june(i32::from(year))),
        }
    }

    /// The input of the source of the records.
    fn input(self) -> usize {
        match self {
            GameSource::Kgs | GameSource::KgsBeforeAlphaZero => SOURCE + 2,
            GameSource::Professional(..=LAST_GOGOD_YEAR) => SOURCE + 5,
            GameSource::Professional(_) => SOURCE + 6,
        }
    }
}

/// The first of June of a year, in days since 1 January 1970.
fn first_of_june(year: i32) -> i32 {
    let leap_days_until = |year: i32| year / 4 - year / 100 + year / 400;
    let (leap_days, of_1969) = (leap_days_until(year), leap_days_until(1969));
    // The leap day of the year itself is before June.
    365 * (year - 1970) + leap_days - of_1969 + 151
}

/// Indices of a player's inputs.
struct PlayerInputs {
    is_human: usize,
    /// The first input of the rank, which is a row of as many ones as the inverse rank.
    rank: usize,
}

const OWN: PlayerInputs = PlayerInputs { is_human: 0, rank: 6 };
const OPPONENT: PlayerInputs = PlayerInputs { is_human: 1, rank: 40 };
/// Whether the game is unrated; one half if that is unknown.
const IS_UNRATED: usize = 74;
/// The time control is unknown.
const UNKNOWN_TIME: usize = 75;
/// The time control is byo-yomi.
const BYOYOMI: usize = 79;
const MAIN_TIME: usize = 82;
const AREA: usize = 86;
/// Cosines and sines of the date, for periods from a week to 1,500 years.
const DATE: usize = 87;
const WAVES: usize = 32;
/// The first of the inputs for the source of the records.
const SOURCE: usize = 151;

/// The inputs of the time control: main time, period, number of periods, and stones of an overtime.
fn time_inputs(is_unknown: bool) -> [f64; 4] {
    let (main, period, periods): (f64, f64, f64) =
        if is_unknown { (0.0, 0.0, 0.0) } else { (1200.0, 30.0, 5.0) };
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
        let (kind, value) = name.split_once('_').ok_or(UnknownProfile)?;
        let of_rank = |source| Ok(HumanProfile { inverse_rank: inverse_rank(value)?, source });
        match kind {
            "rank" => of_rank(GameSource::Kgs),
            "preaz" => of_rank(GameSource::KgsBeforeAlphaZero),
            "proyear" => {
                let year = value.parse().ok().filter(|year| YEARS.contains(year));
                let source = GameSource::Professional(year.ok_or(UnknownProfile)?);
                Ok(HumanProfile { source, ..HumanProfile::STRONGEST })
            }
            _ => Err(UnknownProfile),
        }
    }
}

impl fmt::Display for HumanProfile {
    /// Writes the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.source {
            GameSource::Kgs => "rank",
            GameSource::KgsBeforeAlphaZero => "preaz",
            GameSource::Professional(year) => return write!(f, "proyear_{year}"),
        };
        match self.inverse_rank.checked_sub(DANS).filter(|&kyu| kyu >= 1) {
            Some(kyu) => write!(f, "{kind}_{kyu}k"),
            None => write!(f, "{kind}_{}d", DANS + 1 - self.inverse_rank),
        }
    }
}

/// The inverse rank of a rank such as `5k`.
fn inverse_rank(rank: &str) -> Result<usize, UnknownProfile> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number >= 1);
    let dan = rank.strip_suffix('d').and_then(number).filter(|&dan| dan <= DANS);
    let kyu = rank.strip_suffix('k').and_then(number).filter(|&kyu| kyu <= KYUS);
    dan.map(|dan| DANS + 1 - dan).or(kyu.map(|kyu| DANS + kyu)).ok_or(UnknownProfile)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(name: &str) -> HumanProfile {
        name.parse().expect("a known profile")
    }

    #[test]
    fn names_are_parsed() {
        for (rank, inverse_rank) in [("9d", 1), ("1d", 9), ("1k", 10), ("20k", 29)] {
            for (kind, source) in
                [("rank", GameSource::Kgs), ("preaz", GameSource::KgsBeforeAlphaZero)]
            {
                let name = format!("{kind}_{rank}");
                assert_eq!(profile(&name), HumanProfile { inverse_rank, source });
                assert_eq!(profile(&name).to_string(), name);
            }
        }
        let source = GameSource::Professional(1846);
        assert_eq!(profile("proyear_1846"), HumanProfile { inverse_rank: 1, source });
        assert_eq!(profile("proyear_1846").to_string(), "proyear_1846");
        for wrong in [
            "",
            "5k",
            "rank_",
            "rank_0k",
            "rank_21k",
            "rank_10d",
            "rank_5",
            "rank_-1k",
            "preaz_0d",
            "proyear_1799",
            "proyear_2024",
            "proyear_5k",
        ] {
            assert_eq!(wrong.parse::<HumanProfile>(), Err(UnknownProfile), "{wrong}");
        }
    }

    #[test]
    fn dates_are_counted_from_1970() {
        let days = [1800, 1969, 1970, 1971, 2000, 2020, 2023].map(first_of_june);
        // From `date -u -d YEAR-06-01 +%s`, divided by 86,400.
        assert_eq!(days, [-61940, -214, 151, 516, 11109, 18414, 19509]);
    }

    #[test]
    fn professionals_differ_from_kgs_in_time_date_and_source() {
        let rows =
            ["rank_9d", "preaz_9d", "proyear_2020", "proyear_2021"].map(|n| profile(n).row(361));
        let set = |row: usize, range: std::ops::Range<usize>| -> Vec<usize> {
            range.filter(|&input| rows[row][input] != 0.0).collect()
        };
        assert_eq!(
            [0, 1, 2, 3].map(|row| set(row, 74..82)),
            [vec![74, 79], vec![74, 79], vec![75], vec![75]]
        );
        assert_eq!([0, 1, 2, 3].map(|row| set(row, 151..METADATA)), [[153], [153], [156], [157]]);
        assert_ne!(rows[0][DATE..DATE + 2 * WAVES], rows[1][DATE..DATE + 2 * WAVES]);
        assert_eq!(rows[2][MAIN_TIME + 1], -0.9, "no period");
    }
}
