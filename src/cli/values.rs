//! Parsers of option values, and the default of `--rules`. The parsers' errors state the accepted values;
//! clap adds the given one.

use std::{ops::RangeInclusive, path::PathBuf};

use crate::{board::Size, clock::MAX_SECONDS, network::Precision, rules::Rules};

/// A parser of decimal integers within a range.
pub(super) fn integer<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let value = text.parse().ok().filter(|value| range.contains(value));
        value.and_then(|value| T::try_from(value).ok()).ok_or_else(|| match range.end() {
            &u64::MAX => format!("expected an integer of at least {}", range.start()),
            end => format!("expected an integer from {} to {end}", range.start()),
        })
    }
}

/// A parser of numbers within a range.
pub(super) fn number(range: RangeInclusive<f64>) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let value = text.parse().ok().filter(|value| range.contains(value));
        value.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
    }
}

pub(super) fn finite_number(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|value: &f64| value.is_finite());
    value.ok_or_else(|| "expected a finite number".to_string())
}

/// Parses a time that a clock can hold.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|&value: &f64| value > 0.0 && value <= MAX_SECONDS);
    value.ok_or_else(|| format!("expected a number above 0 and at most {MAX_SECONDS}"))
}

/// Parses true or false, or another word for it.
pub(super) fn boolean(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Ok(true),
        "false" | "no" | "off" | "0" => Ok(false),
        _ => Err("expected true or false".to_string()),
    }
}

/// Parses text that can stand in a GTP response.
pub(super) fn one_line(text: &str) -> Result<String, String> {
    let is_valid = !text.trim().is_empty() && !text.contains(char::is_control);
    if is_valid { Ok(text.to_string()) } else { Err("expected one line of text".to_string()) }
}

pub(super) fn precision(text: &str) -> Result<Precision, String> {
    match text {
        "auto" => Ok(Precision::Auto),
        "f32" => Ok(Precision::F32),
        "int16" => Ok(Precision::Int16),
        "bf16" => Ok(Precision::Bf16),
        "int8" => Ok(Precision::Int8),
        _ => Err("expected auto, f32, int16, bf16 or int8".to_string()),
    }
}

/// Parses the name of a drawing.
pub(super) fn svg_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let is_svg = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
    if is_svg { Ok(path) } else { Err("expected a file name that ends in .svg".to_string()) }
}

pub(super) fn size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let sides = width.parse().ok().zip(height.parse().ok());
    sides
        .and_then(|(width, height)| Size::new(width, height).ok())
        .ok_or_else(|| "expected N or WIDTHxHEIGHT, each from 1 to 25".to_string())
}

/// The default of `--rules`.
pub(super) fn default_rules() -> &'static str {
    Rules::default().preset_name().expect("the default is a preset")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_yes_and_1_were_refused_as_booleans() {
        assert!(["true", "yes", "on", "1"].iter().all(|text| boolean(text) == Ok(true)));
        assert!(["false", "no", "off", "0"].iter().all(|text| boolean(text) == Ok(false)));
        assert!(boolean("perhaps").is_err());
    }
}
