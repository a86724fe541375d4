//! Rule sets as JSON in KataGo's notation, with an extension that makes it lossless.

use serde_json::{Map, Value};

use super::axes::{End, Removal, Scoring, Suicide, Tax};
use super::keys::{AXES, KATAGO_KEYS, find_axis, katago_key, unknown_key};
use super::value::AxisValue;
use super::{Rules, RulesError};

impl Rules {
    /// The key of [`to_json`](Rules::to_json) for the exact values of all axes.
    pub const EXACT_KEY: &'static str = "shusaku";

    /// Returns one line of JSON, the reply of `kata-get-rules`: KataGo's keys with the nearest
    /// values that KataGo has, and under `shusaku` an object with the exact value of every axis.
    /// [`Rules::from_json`] reads back the same rules.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut object = self.katago_keys();
        object.insert(Self::EXACT_KEY.to_owned(), self.axes_json());
        Value::Object(object).to_string()
    }

    /// Returns KataGo's keys alone, with the nearest values that KataGo has, as one line of JSON.
    #[must_use]
    pub fn to_katago_json(&self) -> String {
        Value::Object(self.katago_keys()).to_string()
    }

    /// The exact value of every axis, an object by the names of the axes.
    #[must_use]
    pub fn axes_json(&self) -> Value {
        let axes: Map<_, _> =
            AXES.iter().map(|axis| (axis.key.to_owned(), (axis.get)(self))).collect();
        Value::Object(axes)
    }

    fn katago_keys(&self) -> Map<String, Value> {
        KATAGO_KEYS.iter().map(|row| (row.key.to_owned(), (row.get)(self))).collect()
    }

    /// Reads a JSON string with a preset's name, or an object with any of KataGo's keys (KataGo's
    /// GTP extensions, `kata-set-rules`) and of the axes under `shusaku`, which take precedence.
    ///
    /// Missing keys have KataGo's defaults: positional superko, area scoring, suicide of several
    /// stones, no button, no bonus; but dead stones are removed by agreement. Axes that KataGo
    /// derives from other keys follow them: a long cycle under simple ko voids the game; territory
    /// scoring taxes eyes in seki, lets a player resume, and has komi 6.5.
    ///
    /// # Errors
    /// Not JSON, an unknown preset, key or value.
    pub fn from_json(text: &str) -> Result<Self, RulesError> {
        match serde_json::from_str(text).map_err(|error| RulesError::BadJson(error.to_string()))? {
            Value::String(name) => Self::preset(&name),
            Value::Object(object) => Self::from_object(object),
            _ => Err(RulesError::BadJson("neither an object nor a string".to_owned())),
        }
    }

    /// Reads the rules string of KataGo's own records. Missing keys have the defaults of
    /// [`Rules::from_json`].
    pub(super) fn from_katago_word(word: &str) -> Option<Self> {
        let object = Self::katago_word_keys(word)?;
        Self::from_katago(object.into_iter().map(|(key, value)| (key, text_of(&value)))).ok()
    }

    /// Reads the rules string of KataGo's own records as the object with the same keys and values, which
    /// may have a `komi`: keys in lower case, each followed by a value in upper case or digits. `None`
    /// for other text.
    #[must_use]
    pub fn katago_word_keys(word: &str) -> Option<Map<String, Value>> {
        let mut object = Map::new();
        let mut rest = word;
        while !rest.is_empty() {
            let (key, tail) = rest.split_at(rest.find(|c: char| !c.is_ascii_lowercase())?);
            let (value, tail) =
                tail.split_at(tail.find(|c: char| c.is_ascii_lowercase()).unwrap_or(tail.len()));
            let (key, value): (&str, Value) = match key {
                "sui" => ("suicide", bool::read(value)?.into()),
                "button" => ("hasButton", bool::read(value)?.into()),
                "fpok" => ("friendlyPassOk", bool::read(value)?.into()),
                "whb" => ("whiteHandicapBonus", value.into()),
                "komi" => (key, f64::read(value)?.into()),
                "ko" | "score" | "tax" => (key, value.into()),
                _ => return None,
            };
            object.insert(key.to_owned(), value);
            rest = tail;
        }
        (!object.is_empty()).then_some(object)
    }

    fn from_object(mut object: Map<String, Value>) -> Result<Self, RulesError> {
        let exact = object.remove(Self::EXACT_KEY);
        if let Some(key) = object.keys().find(|key| katago_key(key).is_none()) {
            let known = KATAGO_KEYS.iter().map(|row| row.key).chain([Self::EXACT_KEY]);
            return Err(unknown_key(key, known));
        }
        let mut rules =
            Self::from_katago(object.into_iter().map(|(key, value)| (key, text_of(&value))))?;
        match exact {
            None => {}
            Some(Value::Object(axes)) => rules.set_exactly(&axes)?,
            Some(_) => {
                let reason = format!("{} is not an object", Self::EXACT_KEY);
                return Err(RulesError::BadJson(reason));
            }
        }
        Ok(rules)
    }

    fn set_exactly(&mut self, axes: &Map<String, Value>) -> Result<(), RulesError> {
        for (key, value) in axes {
            let axis =
                find_axis(key).ok_or_else(|| unknown_key(key, AXES.iter().map(|axis| axis.key)))?;
            (axis.set)(self, &text_of(value))?;
        }
        Ok(())
    }

    /// The rules that KataGo's keys describe. Ko and scoring are read first, since the defaults of
    /// the other keys depend on them.
    fn from_katago(pairs: impl IntoIterator<Item = (String, String)>) -> Result<Self, RulesError> {
        let (leading, others): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|(key, _)| {
            katago_key(key).is_some_and(|row| matches!(row.key, "ko" | "scoring"))
        });
        let mut rules =
            Self { suicide: Suicide::Multi, removal: Removal::Agree, ..Self::TROMP_TAYLOR };
        for (key, value) in leading {
            rules.set(&key, &value)?;
        }
        if rules.scoring == Scoring::Territory {
            rules = Self { tax: Tax::Seki, end: End::TwoConfirm, komi: 6.5, ..rules };
        }
        for (key, value) in others {
            rules.set(&key, &value)?;
        }
        Ok(rules)
    }
}

/// A JSON value as the text that an axis reads.
fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
