use serde_json::{Map, Value};

use super::keys::AXES;
use super::*;

fn preset(name: &str) -> Rules {
    Rules::preset(name).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn presets_have_the_values_of_the_rule_texts() {
    let table: Map<String, Value> =
        serde_json::from_str(include_str!("../../tests/data/presets.json"))
            .expect("the table is JSON");
    assert_eq!(presets().count(), table.len());
    for (name, row) in &table {
        let rules = preset(name);
        for axis in AXES {
            assert_eq!((axis.get)(&rules), row[axis.key], "{} of {name}", axis.key);
        }
    }
}

#[test]
fn names_are_found_in_every_spelling() {
    let spellings = [
        ("japanese", "jp, Japanese Rules"),
        ("chinese-ogs", "Chinese_OGS, chinese ogs"),
        ("aga-button", "agabutton"),
        ("new_zealand", "nz, New Zealand, new-zealand, newzealand"),
        ("tromp-taylor", "Tromp Taylor, TrompTaylor, tromp_taylor, tt"),
        ("stone-scoring", "stonescoring, Stone Scoring"),
        ("stones-only", "stones_only"),
        ("ing", "goe"),
        ("simplified-ing", "siming, simplified_ing"),
        ("weiqi-japanese", "weiqi-Japanese"),
    ];
    for (name, texts) in spellings {
        for text in texts.split(',') {
            assert_eq!(preset(text), preset(name), "{text}");
        }
    }
    for (name, rules) in presets() {
        assert_eq!(preset(&name.to_uppercase().replace(['-', '_'], "")), rules);
    }
}

#[test]
fn the_error_for_an_unknown_name_lists_the_known_ones_in_one_line() {
    for name in ["klingon", "", "rules", "chinese\nogs?"] {
        let message = Rules::preset(name).expect_err(name).to_string();
        assert!(
            message.contains("chinese-kgs") && message.contains("simple-territory"),
            "{message}"
        );
        assert!(!message.contains('\n'), "{message}");
        assert!(Rules::kgs(name).is_err());
        assert!(Rules::parse(name).is_err());
    }
}

#[test]
fn chinese_rules_of_kgs_have_superko() {
    assert_eq!(Rules::kgs("chinese"), Ok(preset("chinese-kgs")));
    for name in ["japanese", "aga", "new_zealand", "mizessyn"] {
        assert_eq!(Rules::kgs(name), Ok(preset(name)));
    }
}

#[test]
fn equal_rules_have_the_first_name() {
    assert_eq!(preset("chinese-ogs").preset_name(), Some("chinese-kgs"));
    assert_eq!(preset("ancient-area").preset_name(), Some("stone-scoring"));
    assert_eq!(preset("korean").preset_name(), Some("japanese"));
    assert_eq!(Rules { komi: 5.5, ..preset("aga") }.preset_name(), None);
}

#[test]
fn handicap_points_and_komi_begin_at_two_stones() {
    let bonus =
        |name: &str| [0, 1, 2, 3, 9].map(|stones| preset(name).handicap_bonus.points(stones));
    assert_eq!(bonus("chinese"), [0, 0, 2, 3, 9]);
    assert_eq!(bonus("aga"), [0, 0, 1, 2, 8]);
    assert_eq!(bonus("japanese"), [0; 5]);
    assert_eq!([0, 1, 2].map(|stones| preset("new_zealand").default_komi(stones)), [7.0, 7.0, 0.0]);
}

#[test]
fn every_value_reads_back_from_its_name() {
    for ko in Ko::ALL {
        assert_eq!(ko.to_string().to_uppercase().parse(), Ok(*ko));
    }
    for bonus in HandicapBonus::ALL {
        assert_eq!(bonus.name().parse(), Ok(*bonus));
    }
    let message = "forever".parse::<Ko>().unwrap_err().to_string();
    assert_eq!(
        message,
        "ko cannot be \"forever\": expected simple, positional, situational, natural, natural+basic"
    );
}

#[test]
fn json_round_trips_every_axis() {
    for (name, rules) in presets() {
        let json = rules.to_json();
        assert_eq!(Rules::from_json(&json), Ok(rules), "{name}");
        assert!(!json.contains(['\n', ']', '\\']), "{json}");
    }
    let custom =
        Rules { komi: -3.5, supply: StoneSupply { black: Some(5), white: None }, ..preset("aga") };
    assert_eq!(Rules::parse(&custom.to_json()), Ok(custom));
}

#[test]
fn json_has_the_nearest_rules_of_katago() {
    let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    for (name, expected) in [
        (
            "japanese",
            r#"{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0"}"#,
        ),
        (
            "bga",
            r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}"#,
        ),
    ] {
        let rules = preset(name);
        assert_eq!(value(&rules.to_katago_json()), value(expected), "{name}");
        let mut json = value(&rules.to_json());
        let exact = json.as_object_mut().and_then(|keys| keys.remove(Rules::EXACT_KEY));
        assert_eq!((exact, json), (Some(rules.axes_json()), value(expected)), "{name}");
    }
}

#[test]
fn json_of_katago_is_read() {
    let japanese = r#"{ "friendlyPassOk": false, "hasButton": false, "ko": "SIMPLE", "scoring": "TERRITORY",
        "suicide": false, "tax": "SEKI", "whiteHandicapBonus": "0" }"#;
    assert_eq!(Rules::from_json(japanese), Ok(preset("japanese")));
    let chinese = r#"{"friendlyPassOk":true,"ko":"SIMPLE","scoring":"AREA","suicide":false,"whiteHandicapBonus":"N"}"#;
    assert_eq!(Rules::from_json(chinese), Ok(preset("chinese")));

    let default =
        Rules { suicide: Suicide::Multi, removal: Removal::Agree, ..preset("tromp-taylor") };
    assert_eq!(Rules::from_json("{}"), Ok(default.clone()));
    assert_eq!(
        Rules::from_json(r#"{"friendlyPassOk":false}"#).map(|r| r.removal),
        Ok(Removal::Never)
    );
    assert_eq!(Rules::from_json(r#"{"whiteHandicapBonus":0}"#), Ok(default.clone()));
    assert_eq!(
        Rules::from_json(r#"{"score":"TERRITORY","tax":"ALL"}"#).map(|r| r.tax),
        Ok(Tax::All)
    );
    let exact = r#"{"suicide":true,"shusaku":{"suicide":"any","komi":5}}"#;
    assert_eq!(Rules::from_json(exact), Ok(Rules { suicide: Suicide::Any, komi: 5.0, ..default }));
    assert_eq!(Rules::from_json(r#""aga""#), Ok(preset("aga")));
}

#[test]
fn bad_json_is_an_error_of_one_line() {
    let texts = [
        "{",
        "[]",
        "3",
        "{\"ko\":null}",
        "{\"ko\":[\"SIMPLE\"]}",
        "{\"suicide\":\"maybe\"}",
        "{\"komi\":7}",
        "\"foo\"",
        "{\"shusaku\":3}",
        "{\"shusaku\":{\"kko\":1}}",
        "{\"shusaku\":{\"suicide\":true}}",
        "{\n\"x\\n\":1}",
        "{\"shusaku\":{\"komi\":\"NaN\"}}",
        "{\"shusaku\":{\"supply\":\"70000/1\"}}",
    ];
    for text in texts {
        let message = Rules::from_json(text).expect_err(text).to_string();
        assert!(!message.contains('\n'), "{message}");
    }
    let message = Rules::from_json("{\"komi\":7}").unwrap_err().to_string();
    assert!(
        message.contains("\"komi\"")
            && message.contains("whiteHandicapBonus, friendlyPassOk, shusaku"),
        "{message}"
    );
}

#[test]
fn set_takes_katagos_keys_and_the_exact_axes() {
    let after = |key: &str, value: &str| {
        let mut rules = preset("chinese");
        rules.set(key, value).unwrap_or_else(|error| panic!("{error}"));
        rules
    };
    assert_eq!(after("ko", "POSITIONAL").ko, Ko::Positional);
    assert_eq!(after("ko", "\"natural+basic\"").ko, Ko::NaturalAndBasic);
    assert_eq!(after("scoring", "area-literal").scoring, Scoring::AreaLiteral);
    assert_eq!(after("suicide", "true").suicide, Suicide::Multi);
    assert_eq!(after("Suicide", "ANY").suicide, Suicide::Any);
    assert!(after("hasButton", "True").button);
    assert_eq!(after("whiteHandicapBonus", "n-1").handicap_bonus, HandicapBonus::NMinusOne);
    assert_eq!(after("friendlyPassOk", "false").removal, Removal::Never);
    assert_eq!(after("end", "two-confirm").end, End::TwoConfirm);
    assert_eq!(after("pass-stones", "true"), Rules { pass_stones: true, ..preset("chinese") });
    assert_eq!(after("handicap_komi", "-1.5").handicap_komi, -1.5);

    let mut japanese = preset("japanese");
    japanese.set("friendlyPassOk", "false").expect("KataGo's key");
    assert_eq!(japanese, preset("japanese"), "ignored under territory scoring");
}

#[test]
fn simple_ko_set_alone_left_long_cycles_legal() {
    let mut rules = preset("chinese-kgs");
    rules.set("ko", "SIMPLE").expect("KataGo's value");
    assert_eq!(rules, preset("chinese"));
    rules.set("long_cycle", "legal").expect("a value");
    rules.set("ko", "simple").expect("the same value");
    assert_eq!(rules.long_cycle, LongCycle::Legal, "nothing changes");
    let mut rules = preset("chinese");
    rules.set("ko", "POSITIONAL").expect("KataGo's value");
    assert_eq!(rules, preset("chinese-kgs"));
}

#[test]
fn set_changes_nothing_on_an_error() {
    let attempts = [
        ("ko", "SPIGHT"),
        ("suicide", "2"),
        ("komi", "inf"),
        ("hasButton", "maybe"),
        ("friendlyPassOk", ""),
        ("", ""),
    ];
    for (key, value) in attempts {
        let mut rules = preset("aga");
        let message = rules.set(key, value).expect_err(key).to_string();
        assert_eq!(rules, preset("aga"), "{message}");
        assert!(!message.contains('\n'), "{message}");
    }
    let message = preset("aga").set("foo", "1").unwrap_err().to_string();
    assert!(
        message.ends_with("supply, hasButton, whiteHandicapBonus, friendlyPassOk"),
        "{message}"
    );
}

#[test]
fn descriptions_have_8_to_10_lines() {
    for (name, rules) in presets() {
        let text = rules.describe();
        assert!(text.lines().next().is_some_and(|line| line.contains(name)), "{text}");
        assert!((8..=10).contains(&text.lines().count()), "{text}");
        assert!(text.lines().all(|line| !line.trim().is_empty() && line.contains(": ")), "{text}");
    }
    assert_eq!(
        preset("korean").describe(),
        "Rules: japanese = korean
Repetition: a play may not recreate the position before the opponent's last move; \
the game has no result once a position with the same player to move occurs for the third time since the last pass
Suicide: forbidden
Points: the regions that touch only own stones, and all opposing stones removed in play or dead at the end \
(territory); eyes in seki score nothing
End of play: two passes in a row stop play; if one player then demands to resume, the other moves first; \
dead stones are removed by agreement
Handicap: White gets no points for handicap stones; the stones are set up before the first move
Komi: 6.5 in an even game; 0.5 with a handicap
Illegal move: refused, nothing changes"
    );
    assert!(Rules { komi: 0.0, ..preset("aga") }.describe().starts_with("Rules: custom\n"));
}

#[test]
fn sgf_names_of_rules_are_read() {
    let meanings = [
        ("aga", "AGA"),
        ("ing", "GOE, Ing"),
        ("japanese", "Japanese, JP, 日本ルール, koSIMPLEscoreTERRITORYtaxSEKIsui0"),
        ("new_zealand", "NZ, New Zealand"),
        ("chinese", "Chinese Rules, CN, 中国规则, koSIMPLEscoreAREAtaxNONEsui0whbNfpok1"),
        ("korean", "Korean, 韩国"),
        ("french", "French"),
        ("tromp-taylor", "Tromp-Taylor, TrompTaylor"),
    ];
    for (name, texts) in meanings {
        for text in texts.split(',') {
            assert_eq!(Rules::from_sgf(text), Some(preset(name)), "{text}");
        }
    }
    for text in ["", " ", "unknown", "ko", "koSPIGHT", "sui", "{", "{}x", "日", "koSIMPLEé"] {
        assert_eq!(Rules::from_sgf(text), None, "{text}");
    }
}

#[test]
fn sgf_names_round_trip() {
    for (name, rules) in presets() {
        assert_eq!(Rules::from_sgf(&rules.sgf_name()), Some(rules), "{name}");
    }
    assert_eq!(preset("ing").sgf_name(), "GOE");
    assert_eq!(preset("new_zealand").sgf_name(), "NZ");
    assert_eq!(Rules { komi: 5.5, ..preset("japanese") }.sgf_name(), "Japanese");
    let custom = Rules { suicide: Suicide::Any, ..preset("japanese") };
    assert_eq!(Rules::from_sgf(&custom.sgf_name()), Some(custom));
}

#[test]
fn sgf_komi_is_converted_to_points() {
    let chinese = preset("chinese");
    let table = [
        (7.5, "375 750 3.75 7.5 7,5 +7.50"),
        (7.0, "350 700 7"),
        (6.5, "325 650 3.25 6.5"),
        (5.5, "275 550 2.75"),
        (0.5, "0.25 0.5"),
        (0.0, "0 -0"),
        (-5.5, "-5.5 -2.75 -550"),
        (10.0, "1000 1e1"),
        (199.5, "199.5"),
        (6.4, "6.4"),
    ];
    for (komi, texts) in table {
        for km in texts.split(' ') {
            assert_eq!(sgf_komi(km, &chinese), Some(komi), "{km}");
        }
    }
    assert_eq!(sgf_komi(" 6.5\n", &chinese), Some(6.5));
    assert_eq!(sgf_komi("3.75", &preset("japanese")), Some(3.75));
    for km in ["", "inf", "-nan", "NaN", "1e9", "1001", "333", "six", "6.5目", "1,000.5"] {
        assert_eq!(sgf_komi(km, &chinese), None, "{km}");
    }
}

#[test]
fn rules_have_the_name_of_kgs_that_reads_them_back() {
    assert_eq!(Rules::CHINESE_KGS.kgs_name(), Some("chinese"));
    assert_eq!(Rules::JAPANESE.kgs_name(), Some("japanese"));
    for name in ["Chinese rules", "cn"] {
        assert_eq!(Rules::kgs(name), Ok(Rules::CHINESE_KGS), "{name}");
    }
    for rules in [Rules::CHINESE, Rules::TROMP_TAYLOR, Rules { komi: 6.0, ..Rules::AGA }] {
        assert_eq!(rules.kgs_name(), None);
    }
}
