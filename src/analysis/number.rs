//! Numbers as KataGo prints them.

use serde_json::Value;

/// A number rounded to 9 significant digits.
pub(super) fn rounded(value: f64) -> Value {
    let text = format!("{value:.8e}");
    text.parse::<f64>().unwrap_or(0.0).into()
}

/// Numbers rounded to 6 decimals, as ownership has.
pub(super) fn six_decimals(values: impl IntoIterator<Item = f64>) -> Value {
    // -0 becomes 0.
    let round = |value: f64| Value::from((value * 1e6).round() / 1e6 + 0.0);
    values.into_iter().map(round).collect()
}
