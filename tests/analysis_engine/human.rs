//! Networks that imitate people.

use serde_json::{Value, json};

use super::{Engine, NETWORK, numbers, query};

const HUMAN_NETWORK: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/networks/synth-v15-meta.bin.gz");

const OPTIONS: [&str; 4] =
    ["-analysis-threads", "1", "-override-config", "nnRandomize=false,wideRootNoise=0"];

/// The answer to a query for this profile; `None` for none.
fn answer(network: &str, options: &[&str], profile: Option<&str>) -> Value {
    let mut engine = Engine::start_with(network, &[&OPTIONS, options].concat());
    let mut settings = json!({"reportAnalysisWinratesAs": "WHITE"});
    if let Some(profile) = profile {
        settings["humanSLProfile"] = profile.into();
    }
    let fields = json!({"overrideSettings": settings, "includePolicy": true, "maxVisits": 8});
    engine.send(&query("q", fields));
    engine.read()
}

#[test]
fn a_second_network_tells_what_people_would_do() {
    let second = ["-human-model", HUMAN_NETWORK];
    let plain = answer(NETWORK, &second, None);
    let found = answer(NETWORK, &second, Some("rank_5k"));
    let values = [
        "humanWinrate",
        "humanScoreMean",
        "humanScoreStdev",
        "humanStWrError",
        "humanStScoreError",
    ];
    for key in values {
        assert!(found["rootInfo"][key].is_f64() && plain["rootInfo"].get(key).is_none(), "{key}");
    }
    assert!(plain.get("humanPolicy").is_none());
    assert_eq!(found["policy"], plain["policy"], "the first network does not change");
    let policy = numbers(&found["humanPolicy"]);
    assert!((policy.iter().sum::<f64>() - 1.0).abs() < 1e-5);
    assert_ne!(policy, numbers(&found["policy"]));
    let infos = found["moveInfos"].as_array().expect("a list");
    assert!(!infos.is_empty(), "{found}");
    for info in infos {
        assert!(policy.contains(&info["humanPrior"].as_f64().expect("a number")), "{info}");
    }
    let other = answer(NETWORK, &second, Some("proyear_1846"));
    assert_ne!(other["humanPolicy"], found["humanPolicy"]);
    // The second network sees what it would see as the first.
    let first = answer(HUMAN_NETWORK, &[], Some("rank_5k"));
    assert_eq!(first["policy"], found["humanPolicy"]);
    assert_eq!(first["rootInfo"]["rawWinrate"], found["rootInfo"]["humanWinrate"]);
    assert_eq!(first["rootInfo"]["rawScoreSelfplay"], found["rootInfo"]["humanScoreMean"]);
    assert!(first.get("humanPolicy").is_none(), "there is no second network");
}

#[test]
fn both_networks_are_named() {
    let mut engine = Engine::start(&["-human-model", HUMAN_NETWORK]);
    engine.send(&json!({"id": "m", "action": "query_models"}));
    let models = engine.read()["models"].clone();
    let names: Vec<&Value> =
        models.as_array().expect("a list").iter().map(|model| &model["name"]).collect();
    assert_eq!(names, [NETWORK, HUMAN_NETWORK]);
    assert_eq!(models[1]["usesHumanSLProfile"], true);
}
