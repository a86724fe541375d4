//! The spelling of the axes' values.

use serde_json::Value;

use super::RulesError;

/// The type of an axis' values.
pub(super) trait AxisValue: Sized {
    /// The values, for an error message.
    fn known() -> String;
    /// The value that `text` names.
    fn read(text: &str) -> Option<Self>;
    /// The value in JSON, whose text `read` reads back.
    fn json(&self) -> Value;
}

impl AxisValue for bool {
    fn known() -> String {
        "true, false".to_owned()
    }

    fn read(text: &str) -> Option<Self> {
        match fold(text).as_str() {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        }
    }

    fn json(&self) -> Value {
        (*self).into()
    }
}

impl AxisValue for f64 {
    fn known() -> String {
        "a number of points".to_owned()
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|points: &f64| points.is_finite())
    }

    fn json(&self) -> Value {
        (*self).into()
    }
}

/// Reads a value of the axis `key`.
///
/// # Errors
/// [`RulesError::BadValue`] if `text` names no value of the axis.
pub(super) fn read<T: AxisValue>(key: &'static str, text: &str) -> Result<T, RulesError> {
    T::read(text).ok_or_else(|| RulesError::BadValue {
        key,
        value: text.to_owned(),
        known: T::known(),
    })
}

/// A name in lower case without blanks, `-` and `_`.
pub(super) fn fold(text: &str) -> String {
    let ignored = |c: &char| c.is_whitespace() || matches!(c, '-' | '_');
    unquote(text).to_lowercase().chars().filter(|c| !ignored(c)).collect()
}

/// A value without JSON quotes.
pub(super) fn unquote(text: &str) -> &str {
    text.trim().trim_matches('"').trim()
}
