//! How the values of the axes are spelled.

use serde_json::Value;

use super::RulesError;

/// A type that an axis takes its values from.
pub(super) trait AxisValue: Sized {
    /// The values, for an error message.
    fn known() -> String;
    /// The value that `text` spells, if any.
    fn read(text: &str) -> Option<Self>;
    /// The value in JSON; its text is what `read` reads.
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

/// The value of the axis `key` that `text` spells.
///
/// # Errors
/// `text` spells none of them.
pub(super) fn read<T: AxisValue>(key: &'static str, text: &str) -> Result<T, RulesError> {
    T::read(text).ok_or_else(|| RulesError::BadValue {
        key,
        value: text.to_owned(),
        known: T::known(),
    })
}

/// A name without what may vary in it: case, blanks, `-` and `_`.
pub(super) fn fold(text: &str) -> String {
    let ignored = |c: &char| c.is_whitespace() || matches!(c, '-' | '_');
    unquote(text).to_lowercase().chars().filter(|c| !ignored(c)).collect()
}

/// A value without the quotes that it has in JSON.
pub(super) fn unquote(text: &str) -> &str {
    text.trim().trim_matches('"').trim()
}
