//! The protocol as plain data, without an engine.

use serde_json::{Value, json};

use super::{
    number::{rounded, six_decimals},
    query::Query,
    request::{Action, Request, parse},
    search_count,
    settings::Settings,
};
use crate::board::{Color, Move};

fn query(fields: &Value) -> Query {
    let mut object = json!({
        "id": "q", "boardXSize": 9, "boardYSize": 9, "moves": [], "rules": "Chinese",
    });
    for (key, value) in fields.as_object().expect("an object") {
        object[key] = value.clone();
    }
    match parse(&object.to_string(), &Settings::default()) {
        Ok(Request::Analyze(query, _)) => *query,
        Ok(Request::Action(..)) => panic!("an action"),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn numbers_have_nine_significant_digits_and_ownership_six_decimals() {
    let cases = [
        (0.123_456_789_012, "0.123456789"),
        (-12.345_678_901_23, "-12.3456789"),
        (5.0, "5.0"),
        (-1.0, "-1.0"),
        (0.0, "0.0"),
    ];
    for (number, expected) in cases {
        assert_eq!(rounded(number).to_string(), expected);
    }
    let list = six_decimals([0.123_456_789, -1.0, -1e-9]);
    assert_eq!(list.to_string(), "[0.123457,-1.0,0.0]");
}

#[test]
fn the_last_of_two_equal_keys_counts() {
    let line = r#"{"id":"a","id":"b","action":"query_version"}"#;
    let Ok(Request::Action(Action::QueryVersion, object)) = parse(line, &Settings::default())
    else {
        panic!("an action")
    };
    assert_eq!(object["id"], "b");
}

#[test]
fn an_action_that_is_no_string_is_taken_for_a_query() {
    assert_eq!(query(&json!({"action": 7})).id, "q");
}

#[test]
fn komi_follows_the_rules_unless_stated() {
    let cases = [
        (json!("Chinese"), 7.5),
        (json!("Japanese"), 6.5),
        (json!("KOREAN "), 6.5),
        (json!("ancient_territory"), 6.5),
        (json!("AGA-button"), 7.0),
        (json!("New Zealand"), 7.0),
        (json!("stone_scoring"), 7.5),
        (json!({}), 7.5),
        (json!({"scoring": "TERRITORY"}), 6.5),
        (json!({"hasButton": true}), 7.0),
        (json!({"komi": 3}), 3.0),
        (json!("koSIMPLEscoreAREAtaxNONEsui0whbNkomi5.5"), 5.5),
    ];
    for (rules, komi) in cases {
        assert_eq!(query(&json!({"rules": rules})).start.komi, komi, "{rules}");
        assert_eq!(query(&json!({"rules": rules, "komi": -2.5})).start.komi, -2.5, "{rules}");
    }
}

#[test]
fn limits_come_from_the_query_then_overrides_then_the_configuration() {
    let mut settings = Settings::default();
    settings.set("maxVisits", "500").expect("a number");
    let limit = |fields: &str| {
        let line = format!(
            r#"{{"id":"q","boardXSize":9,"boardYSize":9,"moves":[],"rules":"Chinese"{fields}}}"#
        );
        match parse(&line, &settings) {
            Ok(Request::Analyze(query, _)) => query.settings.visit_limit(),
            _ => panic!("{line}"),
        }
    };
    assert_eq!(limit(""), Some(500));
    assert_eq!(limit(r#","overrideSettings":{"maxVisits":"70"}"#), Some(70));
    assert_eq!(limit(r#","maxVisits":9,"overrideSettings":{"maxVisits":70}"#), Some(9));
    assert_eq!(query(&json!({})).settings.visit_limit(), None);
}

#[test]
fn one_analysis_thread_is_one_search() {
    let count = |threads: &str| {
        let mut settings = Settings::default();
        settings.set("numAnalysisThreads", threads).expect("a number");
        search_count(&settings, 4)
    };
    assert_eq!(["1", "2", "9"].map(count), [1, 3, 5]);
    assert_eq!(search_count(&Settings::default(), 4), 5);
}

#[test]
fn turns_collapse_ascending_with_fractions_cut_off() {
    let moves = json!([["b", "E5"], ["w", "pass"]]);
    let turns = |list: Value| query(&json!({"moves": moves, "analyzeTurns": list})).turns;
    assert_eq!(turns(json!([2, 1.9, true, 0])), [(0, 0), (1, 0), (2, 0)]);
    assert_eq!(query(&json!({"moves": moves})).turns, [(2, 0)]);
}

#[test]
fn consecutive_black_moves_are_a_handicap_unless_switched_off() {
    let moves = json!([["b", "C3"], ["b", "G7"], ["w", "E5"]]);
    let handicap = |settings: &Settings| {
        let mut object = json!({
            "id": "q", "boardXSize": 9, "boardYSize": 9, "rules": "Chinese",
        });
        object["moves"] = moves.clone();
        match parse(&object.to_string(), settings) {
            Ok(Request::Analyze(query, _)) => query.game(3).handicap(),
            _ => panic!("a query"),
        }
    };
    let mut settings = Settings::default();
    assert_eq!(handicap(&settings), 2);
    let key = "assumeMultipleStartingBlackMovesAreHandicap";
    settings.set(key, "false").expect("a boolean");
    assert_eq!(handicap(&settings), 0);
}

#[test]
fn vertices_have_several_spellings() {
    let fields = json!({"moves": [["Black", " e5 "], ["W", "(0,0)"], ["b", "PSS"], ["w", "Pass"]]});
    let query = query(&fields);
    let size = query.start.size;
    let expected = [size.point(4, 4), size.point(0, 0), None, None];
    let expected = expected.map(|point| point.map_or(Move::Pass, Move::Play));
    assert_eq!(query.moves.iter().map(|&(_, mv)| mv).collect::<Vec<_>>(), expected);
    assert_eq!(query.moves[0].0, Color::Black);
}

#[test]
fn settings_check_their_values() {
    let mut settings = Settings::default();
    for (key, value) in [("maxVisits", "0"), ("nnRandomize", "perhaps"), ("analysisPVLen", "101")] {
        assert!(settings.set(key, value).is_err(), "{key}");
    }
    for (key, value) in [("nnCacheSizePowerOfTwo", "20"), ("trtDevice", "1"), ("logDir", "x")] {
        assert!(settings.set(key, value).is_ok(), "{key}");
    }
}

#[test]
fn a_setting_that_is_refused_does_not_count_as_set() {
    let mut settings = Settings::default();
    assert!(settings.set("maxTime", "soon").is_err() && settings.set("martian", "1").is_err());
    assert!(!settings.was_configured("maxTime") && !settings.was_configured("martian"));
}

#[test]
fn search_parameters_of_katago_were_unknown() {
    let keys = [
        ("avoidMYTDaggerHack", "true"),
        ("fpuParentWeightByVisitedPolicy", "false"),
        ("rootNoiseEnabled", "false"),
        ("rootDirichletNoiseWeight", "0.25"),
        ("noisePruneUtilityScale", "0.15"),
        ("subtreeValueBiasTableNumShards", "4096"),
        ("chosenMoveTemperatureOnlyBelowProb", "1.0"),
    ];
    for (key, value) in keys {
        assert!(Settings::default().set(key, value).is_ok(), "{key}");
        assert!(Settings::default().override_with(key, value).is_ok(), "{key}");
    }
    for (key, value) in [("avoidSgfPatternUtility", "0.01"), ("requireMaxBoardSize", "false")] {
        assert!(Settings::default().set(key, value).is_ok(), "{key}");
    }
}
