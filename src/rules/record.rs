//! Rules in game records: SGF's properties RU and KM.

use super::Rules;
use super::axes::Scoring;
use super::presets::PRESETS;

impl Rules {
    /// The rule set of records that name none: without superko, so that no repetition is taken for an
    /// error.
    pub const OF_UNMARKED_RECORDS: Rules = Rules::CHINESE;

    /// Reads the value of SGF's property RU: one of SGF's names (`AGA`, `GOE`, `Japanese`, `NZ`),
    /// the name of a preset, also in Chinese, Japanese or Korean and followed by `rules`, or any
    /// other text that [`Rules::parse`] takes. `None` for other text, which a reader should ignore.
    #[must_use]
    pub fn from_sgf(ru: &str) -> Option<Self> {
        Self::parse(ru).ok()
    }

    /// The value of SGF's property RU, which [`Rules::from_sgf`] reads back: SGF's name if there is
    /// one, else the preset's name, else the JSON of [`Rules::to_json`], which has no `]` or `\` to
    /// escape.
    ///
    /// The komi belongs to KM: rules that differ from a preset only in komi have the preset's name.
    #[must_use]
    pub fn sgf_name(&self) -> String {
        let with_own_komi = |rules: &Self| Self {
            komi: self.komi,
            handicap_komi: self.handicap_komi,
            ..rules.clone()
        };
        let preset = PRESETS.iter().find(|preset| with_own_komi(&preset.rules) == *self);
        preset.map_or_else(|| self.to_json(), |preset| preset.sgf.to_owned())
    }
}

/// The komi in points from the value of SGF's property KM, `None` if it is not a komi.
///
/// Most programs write points. Two other units are recognized by the absolute value:
/// - The Fox server writes hundredths: from 200 to below 400 of a stone (375 is 7.5 points), from 400
///   to 1000 of a point (650 is 6.5 points). Results that are not multiples of half a point, and
///   larger values, are not komi.
/// - Chinese records count in stones of two points each. Except under territory scoring, a fraction
///   of .25 or .75 is taken for stones (3.75 is 7.5 points).
///
/// A decimal comma is accepted.
#[must_use]
pub fn sgf_komi(km: &str, rules: &Rules) -> Option<f64> {
    let written: f64 = km.trim().replace(',', ".").parse().ok()?;
    let komi = match written.abs() {
        400.0..=1000.0 => written / 100.0,
        200.0..400.0 => written / 50.0,
        // -0 becomes 0.
        size if size < 200.0 => return Some(from_stones(written, rules) + 0.0),
        _ => return None,
    };
    is_half_points(komi).then_some(komi)
}

fn from_stones(komi: f64, rules: &Rules) -> f64 {
    if is_in_stones(komi) && rules.scoring != Scoring::Territory { 2.0 * komi } else { komi }
}

/// Whether a number has a fraction of .25 or .75, and so counts stones of two points each.
#[must_use]
pub fn is_in_stones(number: f64) -> bool {
    is_half_points(2.0 * number) && !is_half_points(number)
}

/// Whether a number of points is a multiple of half a point, as a komi is.
#[must_use]
pub fn is_half_points(komi: f64) -> bool {
    (2.0 * komi).fract() == 0.0
}
