//! Rule sets by name.

use super::presets::{PRESETS, Preset};
use super::value::fold;
use super::{Rules, RulesError};

/// The rule sets of the command `kgs-rules`, by its names.
const KGS_NAMES: [&str; 4] = ["japanese", "chinese", "aga", "new_zealand"];

/// Words allowed after the name of a rule set, as in `Chinese rules`.
const SUFFIXES: [&str; 5] = ["rules", "规则", "規則", "ルール", "룰"];

/// Every named rule set with its canonical name.
pub fn presets() -> impl Iterator<Item = (&'static str, Rules)> {
    PRESETS.iter().map(|preset| (preset.name, preset.rules.clone()))
}

/// The name of a rule set as a title, such as `New Zealand` for `new_zealand`.
#[must_use]
pub fn preset_title(name: &str) -> String {
    let words = name.split(['-', '_']).map(|word| match word {
        "aga" | "bga" | "kgs" | "ogs" => word.to_uppercase(),
        _ => {
            let mut chars = word.chars();
            chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

impl Rules {
    /// The named rule set. Case, blanks, `-` and `_` are ignored.
    ///
    /// # Errors
    /// [`RulesError::UnknownName`], whose message lists the known names.
    pub fn preset(name: &str) -> Result<Self, RulesError> {
        let found = find(&fold(name)).ok_or_else(|| RulesError::UnknownName {
            name: name.to_owned(),
            known: PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", "),
        })?;
        Ok(found.rules.clone())
    }

    /// The rule set for the command `kgs-rules`. As [`Rules::preset`], except that Chinese rules
    /// have positional superko, as on the KGS server.
    ///
    /// # Errors
    /// [`RulesError::UnknownName`], whose message lists the known names.
    pub fn kgs(name: &str) -> Result<Self, RulesError> {
        let rules = Self::preset(name)?;
        if rules.preset_name() == Some("chinese") { Self::preset("chinese-kgs") } else { Ok(rules) }
    }

    /// The name for the command `kgs-rules`, if it has one for these rules.
    #[must_use]
    pub fn kgs_name(&self) -> Option<&'static str> {
        KGS_NAMES.into_iter().find(|name| Self::kgs(name).is_ok_and(|rules| rules == *self))
    }

    /// Reads the argument of `kata-set-rules`: a JSON object (see [`Rules::from_json`]), the name
    /// of a rule set, or the form of KataGo's records, such as `koSIMPLEscoreAREAtaxNONEsui0whbN`.
    ///
    /// # Errors
    /// [`RulesError`] if the text is none of these, or the object has an unknown key or value.
    pub fn parse(text: &str) -> Result<Self, RulesError> {
        let text = text.trim();
        if text.starts_with('{') {
            return Self::from_json(text);
        }
        Self::preset(text).or_else(|error| Self::from_katago_word(text).ok_or(error))
    }

    /// The canonical name of the preset with the same value on every axis, komi included. If two
    /// presets are the same, the first one: `japanese` for `korean`, `chinese-kgs` for
    /// `chinese-ogs`, `stone-scoring` for `ancient-area`.
    #[must_use]
    pub fn preset_name(&self) -> Option<&'static str> {
        PRESETS.iter().find(|preset| preset.rules == *self).map(|preset| preset.name)
    }
}

fn find(folded: &str) -> Option<&'static Preset> {
    let is =
        |preset: &Preset, name: &str| fold(preset.name) == name || preset.aliases.contains(&name);
    let short = SUFFIXES.iter().find_map(|suffix| folded.strip_suffix(suffix)).unwrap_or(folded);
    PRESETS.iter().find(|preset| is(preset, folded) || is(preset, short))
}
