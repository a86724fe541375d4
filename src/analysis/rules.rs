//! The rule set of a query.

use serde_json::{Map, Value};

use super::fields::{Fields, Problem};
use crate::rules::{HandicapBonus, KataGoRules, Rules, Scoring, is_half_points};

/// The rules of a query with its komi, and a warning if the network does not know them.
pub(super) struct QueryRules {
    pub(super) rules: Rules,
    pub(super) komi: f64,
    pub(super) warning: Option<Problem>,
}

/// Reads `rules`, `komi` and `whiteHandicapBonus`.
pub(super) fn parse(fields: Fields) -> Result<QueryRules, Problem> {
    let value = fields.get("rules");
    let value = value.ok_or_else(|| Problem::new("rules", "Must specify rules"))?;
    let (mut rules, warning) = rules(value)?;
    let komi = match fields.get("komi") {
        Some(value) => read_komi(value).ok_or_else(|| {
            Problem::new("komi", "Must be a number from -400 to 400, a multiple of 0.5")
        })?,
        None => rules.komi,
    };
    if let Some(value) = fields.get("whiteHandicapBonus") {
        rules.handicap_bonus = bonus(value).ok_or_else(|| {
            Problem::new("whiteHandicapBonus", "Must be one of \"0\", \"N\" and \"N-1\"")
        })?;
    }
    Ok(QueryRules { rules, komi, warning })
}

fn rules(value: &Value) -> Result<(Rules, Option<Problem>), Problem> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_string);
    let wrong = || Problem::new("rules", format!("Could not parse rules: {text}"));
    match value {
        Value::String(name) => {
            let name = name.trim();
            let object = match serde_json::from_str(name) {
                Ok(Value::Object(object)) => Some(object),
                _ => Rules::katago_word_keys(name),
            };
            let rules = match object {
                Some(object) => from_object(&object),
                None => Rules::preset(name).ok().map(|rules| (rules, None)),
            };
            rules.ok_or_else(wrong)
        }
        Value::Object(object) => from_object(object).ok_or_else(wrong),
        _ => Err(wrong()),
    }
}

/// Rules from an object in KataGo's notation; `None` if it is none.
fn from_object(object: &Map<String, Value>) -> Option<(Rules, Option<Problem>)> {
    if !has_katago_values(object) {
        return None;
    }
    let is_exact = object.contains_key(Rules::EXACT_KEY);
    let mut object = object.clone();
    let komi = match object.remove("komi") {
        Some(value) => Some(read_komi(&value)?),
        None => None,
    };
    let is_spight = object.get("ko").and_then(Value::as_str) == Some("SPIGHT");
    if is_spight {
        object.insert("ko".to_string(), "SITUATIONAL".into());
    }
    // Without the key, KataGo lets all stones stand.
    if !is_exact && !object.contains_key("friendlyPassOk") {
        object.insert("friendlyPassOk".to_string(), false.into());
    }
    let mut rules = Rules::from_json(&Value::Object(object).to_string()).ok()?;
    let drops_button = rules.button && rules.scoring == Scoring::Territory;
    let given = rules.nearest_katago();
    rules.button &= !drops_button;
    if !is_exact {
        rules.komi = if rules.button { 7.0 } else { rules.komi };
    }
    rules.komi = komi.unwrap_or(rules.komi);
    let warning = (is_spight || drops_button).then(|| {
        let ko = if is_spight { "spight" } else { given.ko.name() };
        unsupported(&rules, &katago_string(&rules, given, ko))
    });
    Some((rules, warning))
}

/// Whether the switches and the handicap bonus, where an object has them, are values of KataGo.
fn has_katago_values(object: &Map<String, Value>) -> bool {
    const SWITCHES: [&str; 3] = ["suicide", "hasButton", "friendlyPassOk"];
    SWITCHES.iter().all(|key| object.get(*key).is_none_or(Value::is_boolean))
        && object.get("whiteHandicapBonus").is_none_or(|value| bonus(value).is_some())
}

/// The warning that these rules are used in place of those given.
fn unsupported(rules: &Rules, given: &str) -> Problem {
    let used = rules.nearest_katago();
    let used = katago_string(rules, used, used.ko.name());
    let text = format!("Rules {given} not supported by neural net, using {used} instead");
    Problem::new("rules", text)
}

fn read_komi(value: &Value) -> Option<f64> {
    const MAX_KOMI: f64 = 400.0;
    value.as_f64().filter(|&komi| komi.abs() <= MAX_KOMI && is_half_points(komi))
}

fn bonus(value: &Value) -> Option<HandicapBonus> {
    let name = value.as_str()?;
    HandicapBonus::ALL.iter().copied().find(|bonus| bonus.name() == name)
}

/// The rules in the form of KataGo's records.
fn katago_string(rules: &Rules, known: KataGoRules, ko: &str) -> String {
    let scoring = if known.territory { "TERRITORY" } else { "AREA" };
    let (ko, tax) = (ko.to_uppercase(), known.tax.name().to_uppercase());
    let mut text = format!("ko{ko}score{scoring}tax{tax}sui{}", u8::from(known.suicide));
    if known.button {
        text += "button1";
    }
    if rules.handicap_bonus != HandicapBonus::Zero {
        text += &format!("whb{}", rules.handicap_bonus.name());
    }
    if known.friendly_pass {
        text += "fpok1";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_after_the_name_of_rules_is_checked_as_the_field_is() {
        for text in ["komiinf", "komi1e999", "komi5.3", "komi400.5", "komi"] {
            assert!(rules(&format!("koSIMPLEscoreAREA{text}").into()).is_err(), "{text}");
        }
        let known = rules(&"koSIMPLEscoreAREAkomi-5.5".into());
        assert!(known.is_ok_and(|(rules, _)| rules.komi == -5.5));
    }

    #[test]
    fn a_word_meant_other_rules_than_the_same_object() {
        let pairs = [
            (
                "koPOSITIONALscoreAREAtaxNONEsui1",
                r#"{"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":true}"#,
            ),
            ("koSIMPLEscoreAREAbutton1", r#"{"ko":"SIMPLE","scoring":"AREA","hasButton":true}"#),
            (
                "koSPIGHTscoreTERRITORYbutton1whbN-1fpok1komi5.5",
                r#"{"ko":"SPIGHT","scoring":"TERRITORY","hasButton":true,"whiteHandicapBonus":"N-1",
                "friendlyPassOk":true,"komi":5.5}"#,
            ),
        ];
        for (word, object) in pairs {
            let object: Value = serde_json::from_str(object).expect("JSON");
            let read =
                |value: &Value| rules(value).map(|(rules, problem)| (rules, problem.is_some()));
            let found = read(&word.into()).ok();
            assert!(found.is_some() && found == read(&object).ok(), "{word}: {found:?}");
        }
    }
}
