//! Rule sets by name.

use super::presets::{PRESETS, Preset};
use super::value::fold;
use super::{Rules, RulesError};

/// Words that may follow the name of a rule set, as in `Chinese rules`.
const SUFFIXES: [&str; 5] = ["rules", "规则", "規則", "ルール", "룰"];

/// Every named rule set with its canonical name.
pub fn presets() -> impl Iterator<Item = (&'static str, Rules)> {
    PRESETS.iter().map(|preset| (preset.name, preset.rules.clone()))
}

impl Rules {
    /// The rule set of that name. Case does not matter, and `-`, `_`, a blank and nothing at all
    /// are one separator.
    ///
    /// # Errors
    /// An unknown name; the message lists the known ones.
    pub fn preset(name: &str) -> Result<Self, RulesError> {
        let found = find(&fold(name)).ok_or_else(|| RulesError::UnknownName {
            name: name.to_owned(),
            known: PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", "),
        })?;
        Ok(found.rules.clone())
    }

    /// The rule set that the KGS server means by `name`, the argument of `kgs-rules`: KGS plays
    /// Chinese rules with positional superko. Every other name means what it means to
    /// [`Rules::preset`].
    ///
    /// # Errors
    /// An unknown name; the message lists the known ones.
    pub fn kgs(name: &str) -> Result<Self, RulesError> {
        Self::preset(if fold(name) == "chinese" { "chinese-kgs" } else { name })
    }

    /// What `kata-set-rules` takes: a JSON object (see [`Rules::from_json`]), the name of a rule
    /// set, or the one word that KataGo's records use, such as `koSIMPLEscoreAREAtaxNONEsui0whbN`.
    ///
    /// # Errors
    /// The text is none of these, or the object has an unknown key or value.
    pub fn parse(text: &str) -> Result<Self, RulesError> {
        let text = text.trim();
        if text.starts_with('{') {
            return Self::from_json(text);
        }
        Self::preset(text).or_else(|error| Self::from_katago_word(text).ok_or(error))
    }

    /// The canonical name of the preset that these rules equal in every axis, komi included. Of two
    /// names for the same rules it is the first: `japanese` for `korean`, `chinese-kgs` for
    /// `chinese-ogs`, `stone-scoring` for `ancient-area`.
    #[must_use]
    pub fn preset_name(&self) -> Option<&'static str> {
        PRESETS.iter().find(|preset| preset.rules == *self).map(|preset| preset.name)
    }
}

fn find(folded: &str) -> Option<&'static Preset> {
    let is = |preset: &Preset, name: &str| fold(preset.name) == name || preset.also.contains(&name);
    let short = SUFFIXES.iter().find_map(|suffix| folded.strip_suffix(suffix)).unwrap_or(folded);
    PRESETS.iter().find(|preset| is(preset, folded) || is(preset, short))
}
