//! The rule set of a query.

use serde_json::{Map, Value};

use super::fields::{Fields, Problem};
use crate::rules::{HandicapBonus, KataGoRules, Ko, Rules, Scoring};

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
        Some(value) => half_points(value).ok_or_else(|| {
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
            let (name, komi) = split_komi(name.trim());
            match serde_json::from_str(name) {
                Ok(Value::Object(object)) => from_object(&object).ok_or_else(wrong),
                _ => {
                    let mut rules = Rules::parse(name).map_err(|_| wrong())?;
                    rules.komi = komi.unwrap_or(rules.komi);
                    Ok((rules, None))
                }
            }
        }
        Value::Object(object) => from_object(object).ok_or_else(wrong),
        _ => Err(wrong()),
    }
}

/// Splits the komi off the form of KataGo's records, such as `koSIMPLEscoreAREAkomi7.5`.
fn split_komi(text: &str) -> (&str, Option<f64>) {
    let parts = text.split_once("komi").filter(|_| text.starts_with("ko"));
    match parts.map(|(name, komi)| (name, komi.parse().ok())) {
        Some((name, Some(komi))) if !name.is_empty() => (name, Some(komi)),
        _ => (text, None),
    }
}

/// Rules from an object in KataGo's notation; `None` if it is none.
fn from_object(object: &Map<String, Value>) -> Option<(Rules, Option<Problem>)> {
    const SWITCHES: [&str; 3] = ["suicide", "hasButton", "friendlyPassOk"];
    let is_exact = object.contains_key("shusaku");
    let mut object = object.clone();
    let komi = match object.remove("komi") {
        Some(value) => Some(half_points(&value)?),
        None => None,
    };
    if SWITCHES.iter().any(|key| object.get(*key).is_some_and(|value| !value.is_boolean())) {
        return None;
    }
    if object.get("whiteHandicapBonus").is_some_and(|value| bonus(value).is_none()) {
        return None;
    }
    let is_spight = object.get("ko").and_then(Value::as_str) == Some("SPIGHT");
    if is_spight {
        object.insert("ko".to_string(), "SITUATIONAL".into());
    }
    // Where the key is missing, KataGo lets all stones stand.
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
        let ko = if is_spight { "SPIGHT" } else { ko_name(given.ko) };
        let (given, used) = (word(&rules, given, ko), rules.nearest_katago());
        let used = word(&rules, used, ko_name(used.ko));
        let text = format!("Rules {given} not supported by neural net, using {used} instead");
        Problem::new("rules", text)
    });
    Some((rules, warning))
}

fn half_points(value: &Value) -> Option<f64> {
    const MAX_KOMI: f64 = 400.0;
    value.as_f64().filter(|komi| komi.abs() <= MAX_KOMI && (2.0 * komi).fract() == 0.0)
}

fn bonus(value: &Value) -> Option<HandicapBonus> {
    match value.as_str()? {
        "0" => Some(HandicapBonus::Zero),
        "N" => Some(HandicapBonus::N),
        "N-1" => Some(HandicapBonus::NMinusOne),
        _ => None,
    }
}

fn ko_name(ko: Ko) -> &'static str {
    match ko {
        Ko::Simple => "SIMPLE",
        Ko::Positional => "POSITIONAL",
        _ => "SITUATIONAL",
    }
}

/// The rules in the form of KataGo's records.
fn word(rules: &Rules, known: KataGoRules, ko: &str) -> String {
    let scoring = if known.territory { "TERRITORY" } else { "AREA" };
    let tax = known.tax.name().to_uppercase();
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
