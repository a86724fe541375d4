//! The table of axes by name, for `Rules::set`, the JSON notation and the description.

use serde_json::Value;

use super::axes::{Ko, LongCycle, Removal, Scoring, StoneSupply, Suicide, Tax};
use super::value::{AxisValue, fold, read, unquote};
use super::{Rules, RulesError};

/// One axis of [`Rules`], accessed by name.
pub(super) struct Axis {
    /// The name of the axis' field.
    pub key: &'static str,
    /// The heading of the line of the description that the axis belongs to.
    pub topic: &'static str,
    /// The phrase of the description, `None` if the value makes no difference.
    pub phrase: fn(&Rules) -> Option<String>,
    /// The current value.
    pub get: fn(&Rules) -> Value,
    /// Sets the value from its name; on an error the rules are unchanged.
    pub set: fn(&mut Rules, &str) -> Result<(), RulesError>,
}

/// `row!(topic, field, |rules| condition => phrase)`: the description has the phrase if the
/// condition holds.
macro_rules! row {
    ($topic:literal, $field:ident, |$rules:ident| $applies:expr => $phrase:expr) => {
        Axis {
            key: stringify!($field),
            topic: $topic,
            phrase: |$rules| $applies.then(|| $phrase.to_string()),
            get: |rules| rules.$field.json(),
            set: |rules, text| {
                rules.$field = read(stringify!($field), text)?;
                Ok(())
            },
        }
    };
}

/// Every axis, in the order of the description.
pub(super) const AXES: &[Axis] = &[
    row!("Repetition", ko, |r| true => r.ko.phrase()),
    row!("Repetition", start, |r| r.ko != Ko::Simple => r.start.phrase()),
    row!("Repetition", long_cycle, |r| r.ko == Ko::Simple => r.long_cycle.phrase()),
    row!("Suicide", suicide, |r| true => r.suicide.phrase()),
    row!("Points", scoring, |r| true => format!("{} ({})", r.scoring.phrase(), r.scoring)),
    row!("Points", tax, |r| r.tax != Tax::None => r.tax.phrase()),
    row!("Points", pass_stones, |r| r.pass_stones => "each pass gives the opponent a prisoner"),
    row!("Points", button, |r| r.button => "the first pass takes the button, worth half a point"),
    row!("End of play", end, |r| true => r.end.phrase()),
    row!("End of play", removal, |r| true => r.removal.phrase()),
    row!("Handicap", handicap_bonus, |r| true => r.handicap_bonus.phrase()),
    row!("Handicap", handicap_method, |r| true => r.handicap_method.phrase()),
    row!("Komi", komi, |r| true => format!("{} in an even game", r.komi)),
    row!("Komi", handicap_komi, |r| true => format!("{} with a handicap", r.handicap_komi)),
    row!("Illegal move", illegal, |r| true => r.illegal.phrase()),
    row!("Stones", supply, |r| r.supply != StoneSupply::UNLIMITED =>
        format!("about {} for Black/White; running out has no effect", r.supply)),
];

/// One key of KataGo's rules, which has fewer values than the axis it corresponds to.
pub(super) struct KataGoKey {
    /// The key in KataGo's spelling.
    pub key: &'static str,
    /// The nearest value that KataGo has.
    pub get: fn(&Rules) -> Value,
    /// Sets a value of KataGo's; on an error the rules are unchanged.
    pub set: fn(&mut Rules, &str) -> Result<(), RulesError>,
}

/// KataGo's keys (KataGo's GTP extensions, `kata-get-rules`).
pub(super) const KATAGO_KEYS: &[KataGoKey] = &[
    KataGoKey {
        key: "ko",
        get: |rules| rules.nearest_katago().ko.name().to_uppercase().into(),
        set: set_ko,
    },
    KataGoKey {
        key: "scoring",
        get: |rules| if rules.nearest_katago().territory { "TERRITORY" } else { "AREA" }.into(),
        set: |rules, text| set_axis(rules, "scoring", text),
    },
    KataGoKey {
        key: "tax",
        get: |rules| rules.nearest_katago().tax.name().to_uppercase().into(),
        set: |rules, text| set_axis(rules, "tax", text),
    },
    KataGoKey {
        key: "suicide",
        get: |rules| rules.nearest_katago().suicide.into(),
        set: |rules, text| {
            rules.suicide = if read("suicide", text)? { Suicide::Multi } else { Suicide::None };
            Ok(())
        },
    },
    KataGoKey {
        key: "hasButton",
        get: |rules| rules.button.into(),
        set: |rules, text| set_axis(rules, "button", text),
    },
    KataGoKey {
        key: "whiteHandicapBonus",
        get: |rules| rules.handicap_bonus.name().into(),
        set: |rules, text| set_axis(rules, "handicap_bonus", text),
    },
    KataGoKey {
        key: "friendlyPassOk",
        // KataGo writes `false` with every territory rule set and ignores the key there.
        get: |rules| rules.nearest_katago().friendly_pass.into(),
        set: |rules, text| {
            let agree = read("friendlyPassOk", text)?;
            if rules.scoring != Scoring::Territory {
                rules.removal = if agree { Removal::Agree } else { Removal::Never };
            }
            Ok(())
        },
    },
];

impl Rules {
    /// Sets one axis, as the command `kata-set-rule KEY VALUE`. `key` is the name of a field of
    /// [`Rules`] or one of KataGo's keys, `value` the name of one of the axis' values, a number or
    /// a boolean; case, `-`, `_` and JSON quotes are ignored. `suicide true` allows the suicide of
    /// two or more stones, as in KataGo. A long cycle voids the game after a change to simple ko, and is
    /// legal after a change to another rule of ko.
    ///
    /// # Errors
    /// An unknown key or value; the rules are then unchanged.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RulesError> {
        let value = unquote(value);
        let axis = find_axis(key).map(|axis| axis.set);
        let katago = katago_key(key).map(|row| row.set);
        match (axis, katago) {
            // `suicide` takes KataGo's `true` and the axis' own `any`.
            (Some(axis), Some(katago)) => katago(self, value).or_else(|_| axis(self, value)),
            (Some(set), None) | (None, Some(set)) => set(self, value),
            (None, None) => {
                let axes = AXES.iter().map(|axis| axis.key);
                let katago = KATAGO_KEYS.iter().map(|row| row.key);
                Err(unknown_key(key, axes.chain(katago.filter(|key| find_axis(key).is_none()))))
            }
        }
    }
}

/// The axis named `key`.
pub(super) fn find_axis(key: &str) -> Option<&'static Axis> {
    AXES.iter().find(|axis| fold(axis.key) == fold(key))
}

/// KataGo's key named `key`; `score` is an alias of `scoring`, as in KataGo.
pub(super) fn katago_key(key: &str) -> Option<&'static KataGoKey> {
    let key = if fold(key) == "score" { "scoring" } else { key };
    KATAGO_KEYS.iter().find(|row| fold(row.key) == fold(key))
}

/// The error for a key that is not among `known`.
pub(super) fn unknown_key(key: &str, known: impl Iterator<Item = &'static str>) -> RulesError {
    RulesError::UnknownKey { key: key.to_owned(), known: known.collect::<Vec<_>>().join(", ") }
}

/// Sets the ko rule, and with a change to or from simple ko the consequence of long cycles, which KataGo
/// derives from it.
fn set_ko(rules: &mut Rules, text: &str) -> Result<(), RulesError> {
    let was_simple = rules.ko == Ko::Simple;
    set_axis(rules, "ko", text)?;
    let is_simple = rules.ko == Ko::Simple;
    if is_simple != was_simple {
        rules.long_cycle = if is_simple { LongCycle::NoResult } else { LongCycle::Legal };
    }
    Ok(())
}

fn set_axis(rules: &mut Rules, key: &'static str, text: &str) -> Result<(), RulesError> {
    let axis = find_axis(key).expect("KataGo's keys correspond to axes");
    (axis.set)(rules, text)
}
