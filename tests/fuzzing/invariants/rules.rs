//! Rule sets: an accepted one is written as JSON that reads the same, a refused one changes
//! nothing.

use shusaku::rules::{Rules, sgf_komi};

/// Greatest length of an error message: the text as given, escaped, and the known names.
const MAX_GROWTH: usize = 16;
const MAX_NAMES: usize = 2000;

/// Each line is a rule set as `kata-set-rules` takes it, or `KEY VALUE` as `kata-set-rule` does.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut rules = Rules::default();
    for line in text.lines().take(64) {
        if let Some(kgs) = line.strip_prefix("kgs ") {
            let _ = Rules::kgs(kgs).map(|rules| is_written_again(&rules));
        }
        let before = rules.clone();
        let set = line.split_once(' ').map(|(key, value)| rules.set(key, value));
        let error = match set {
            Some(Err(error)) => {
                assert_eq!(rules, before, "{line}");
                Some(error)
            }
            _ => None,
        };
        let parsed = Rules::parse(line);
        for message in
            [error.map(|error| error.to_string()), parsed.as_ref().err().map(ToString::to_string)]
        {
            let Some(message) = message else { continue };
            assert_eq!(message.lines().count(), 1, "{message}");
            assert!(message.len() <= MAX_GROWTH * line.len() + MAX_NAMES, "{message}");
        }
        if let Ok(parsed) = parsed {
            is_written_again(&parsed);
        }
        is_written_again(&rules);
        let komi = sgf_komi(line, &rules);
        assert!(komi.is_none_or(f64::is_finite), "{line}: {komi:?}");
    }
}

fn is_written_again(rules: &Rules) {
    let json = rules.to_json();
    assert_eq!(Rules::from_json(&json).as_ref(), Ok(rules), "{json}");
    assert_eq!(Rules::parse(&json).as_ref(), Ok(rules), "{json}");
    assert!([rules.komi, rules.handicap_komi].iter().all(|komi| komi.is_finite()), "{json}");
    // The komi is not part of the name.
    let named = Rules::from_sgf(&rules.sgf_name()).expect("a name that is read");
    assert_eq!(named.sgf_name(), rules.sgf_name());
    let description = rules.describe();
    assert!(!description.is_empty() && description.lines().all(|line| line.len() < 400));
}
