//! What a game record says about rules: SGF's properties RU and KM.

use super::Rules;
use super::axes::Scoring;
use super::presets::PRESETS;

impl Rules {
    /// The rule set that the value of SGF's property RU means: one of SGF's names (`AGA`, `GOE`,
    /// `Japanese`, `NZ`), the name of any preset, also in Chinese, Japanese or Korean and with
    /// `rules` behind it, or whatever [`Rules::parse`] takes. `None` for other text, which a reader
    /// should pass over.
    #[must_use]
    pub fn from_sgf(ru: &str) -> Option<Self> {
        Self::parse(ru).ok()
    }

    /// The value to write into RU, which [`Rules::from_sgf`] reads back: SGF's name where it has
    /// one, else the name of the preset, else the JSON of [`Rules::to_json`] (which holds no `]` or
    /// `\` to escape).
    ///
    /// The komi is left to KM: rules that differ from a preset only in it have the preset's name.
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

/// The komi in points that the value of SGF's property KM means, `None` if it is no komi.
///
/// Most programs write points. Two habits are recognized by their size, whatever the sign:
/// - The Fox server writes hundredths: from 200 to below 400 of a stone (375 is 7.5 points), from 400
///   to 1000 of a point (650 is 6.5 points). Hundredths that make no multiple of half a point, and
///   anything larger, are no komi.
/// - Chinese records count in stones, which are worth two points each. A fraction of .25 or .75 gives
///   them away (3.75 is 7.5 points), except under territory scoring.
///
/// A decimal comma is read as a point.
#[must_use]
pub fn sgf_komi(km: &str, rules: &Rules) -> Option<f64> {
    let written: f64 = km.trim().replace(',', ".").parse().ok()?;
    let komi = match written.abs() {
        400.0..=1000.0 => written / 100.0,
        200.0..400.0 => written / 50.0,
        size if size < 200.0 => return Some(from_stones(written, rules) + 0.0),
        _ => return None,
    };
    is_half_points(komi).then_some(komi)
}

fn from_stones(komi: f64, rules: &Rules) -> f64 {
    let quarters = is_half_points(2.0 * komi) && !is_half_points(komi);
    if quarters && rules.scoring != Scoring::Territory { 2.0 * komi } else { komi }
}

fn is_half_points(komi: f64) -> bool {
    (2.0 * komi).fract() == 0.0
}
