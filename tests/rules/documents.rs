//! What the documents state about the rule sets.

use serde_json::Value;
use shusaku::rules::{
    End, HandicapBonus, HandicapMethod, IllegalMovePolicy, Ko, LongCycle, Removal, Rules, Scoring,
    StartPosition, Suicide, Tax, presets,
};

const PAGE: &str = include_str!("../../docs/rules.md");
const README: &str = include_str!("../../README.md");

#[test]
fn every_rule_set_has_its_row() {
    for (name, rules) in presets() {
        let Rules { ko, suicide, scoring, tax, end, removal, .. } = &rules;
        let Rules { handicap_bonus, komi, handicap_komi, .. } = &rules;
        let row = format!(
            "\n| `{name}` | {ko} | {suicide} | {scoring} | {tax} | {end} | {removal} | \
             {handicap_bonus} | {komi}, {handicap_komi} |\n"
        );
        assert!(PAGE.contains(&row), "{row}");
    }
}

/// The rows of a key in the table of parts, up to the next key.
fn rows_of(key: &str) -> &'static str {
    let start = format!("\n| `{key}` |");
    let (_, rest) = PAGE.split_once(&start).unwrap_or_else(|| panic!("no row of {key}"));
    rest.split_once("\n| `").map_or(rest, |(rows, _)| rows)
}

fn assert_has_values<T: Copy>(key: &str, values: &[T], name: fn(T) -> &'static str) {
    for &value in values {
        let cell = format!(" `{}` |", name(value));
        assert!(rows_of(key).contains(&cell), "{key}: {cell}");
    }
}

#[test]
fn every_part_of_a_rule_set_has_its_values() {
    let parts = Rules::default().axes_json();
    for key in parts.as_object().expect("an object").keys() {
        assert!(!rows_of(key).is_empty());
    }
    assert_has_values("ko", Ko::ALL, Ko::name);
    assert_has_values("start", StartPosition::ALL, StartPosition::name);
    assert_has_values("long_cycle", LongCycle::ALL, LongCycle::name);
    assert_has_values("suicide", Suicide::ALL, Suicide::name);
    assert_has_values("scoring", Scoring::ALL, Scoring::name);
    assert_has_values("tax", Tax::ALL, Tax::name);
    assert_has_values("end", End::ALL, End::name);
    assert_has_values("removal", Removal::ALL, Removal::name);
    assert_has_values("handicap_bonus", HandicapBonus::ALL, HandicapBonus::name);
    assert_has_values("handicap_method", HandicapMethod::ALL, HandicapMethod::name);
    assert_has_values("illegal", IllegalMovePolicy::ALL, IllegalMovePolicy::name);
}

#[test]
fn every_key_of_katago_is_named() {
    let text = Rules::default().to_katago_json();
    let keys: Value = serde_json::from_str(&text).expect("JSON");
    for key in keys.as_object().expect("an object").keys() {
        assert!(PAGE.contains(&format!("`{key}`")), "{key}");
    }
}

#[test]
fn the_names_and_the_number_of_rule_sets_are_stated() {
    let names: Vec<&str> = presets().map(|(name, _)| name).collect();
    assert!(README.replace('\n', " ").contains(&names.join(", ")), "the names in README.md");
    let number = format!(" {} ", names.len());
    for (name, text) in [
        ("README.md", README),
        ("CHANGELOG.md", include_str!("../../CHANGELOG.md")),
        ("Cargo.toml", include_str!("../../Cargo.toml")),
        ("src/lib.rs", include_str!("../../src/lib.rs")),
        ("src/cli/mod.rs", include_str!("../../src/cli/mod.rs")),
    ] {
        assert!(text.contains(&number), "{name} lacks{number}");
    }
}
