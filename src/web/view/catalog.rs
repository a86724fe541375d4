//! The choices that pages offer: rule sets, levels and human profiles.

use serde_json::{Value, json};

use crate::{
    engine::FULL_LEVEL,
    rules::{Rules, preset_title, presets},
    web::session::Session,
};

/// The ranks of human profiles.
const KYUS: u32 = 20;
const DANS: u32 = 9;

/// The choices in the form of a new game.
pub(in crate::web) fn catalog(session: &Session) -> Value {
    let rules: Vec<Value> = presets().map(|(name, rules)| preset(name, &rules)).collect();
    let levels: Vec<u32> = (1..=FULL_LEVEL).collect();
    let kyus = (1..=KYUS).rev().map(|rank| format!("rank_{rank}k"));
    let ranks = kyus.chain((1..=DANS).map(|rank| format!("rank_{rank}d")));
    let profiles: Vec<String> =
        if session.engine.takes_profile { ranks.collect() } else { Vec::new() };
    json!({"rules": rules, "levels": levels, "profiles": profiles})
}

fn preset(name: &str, rules: &Rules) -> Value {
    json!({
        "name": name,
        "title": preset_title(name),
        "summary": summary(rules),
        "komi": rules.komi,
        "handicapKomi": rules.handicap_komi,
        "axes": rules.axes_json(),
    })
}

/// The points that count and the end of play, as one line.
pub(super) fn summary(rules: &Rules) -> String {
    let lines: Vec<String> = rules.describe().lines().skip(1).map(str::to_owned).collect();
    let of = |topic: &str| lines.iter().find_map(|line| line.strip_prefix(topic));
    let parts = ["Points: ", "End of play: "].into_iter().filter_map(of);
    parts.collect::<Vec<_>>().join(". ")
}
