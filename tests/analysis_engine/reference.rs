//! Raw values compared with KataGo's reference records of the networks in `tests/networks`, and of those
//! in the folders `NET_REFERENCE` (records) and `NET_FILES` (networks).

use std::{
    collections::BTreeMap,
    env,
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use flate2::read::GzDecoder;
use serde_json::{Value, json};

use super::{Engine, ONE_LANE};

/// The first version with two policies, of which the engine mixes others than most records.
const FIRST_OPTIMISTIC_VERSION: u64 = 12;

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).expect("a name")
}

fn text(path: &Path) -> String {
    let (mut file, mut text) = (File::open(path).expect("a file"), String::new());
    let read = match name(path).ends_with(".gz") {
        true => GzDecoder::new(file).read_to_string(&mut text),
        false => file.read_to_string(&mut text),
    };
    read.expect("text");
    text
}

/// By network: the records whose position and options a query can state, with KataGo's outputs.
fn records(folder: &Path) -> BTreeMap<String, Vec<Value>> {
    let holds_records = |path: &PathBuf| {
        let is_other = name(path).starts_with("raw-") || name(path).starts_with("trace-");
        name(path).contains(".jsonl") && !is_other
    };
    let mut by_network: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for path in files(folder).into_iter().filter(holds_records) {
        for line in text(&path).lines() {
            let record: Value = serde_json::from_str(line).expect("JSON");
            if is_ordinary(&record) {
                let network = record["net"].as_str().expect("a name").to_string();
                by_network.entry(network).or_default().push(record);
            }
        }
    }
    by_network
}

fn is_ordinary(record: &Value) -> bool {
    let (params, state) = (&record["params"], &record["state"]);
    record["out"].is_object()
        && params["symmetry"] == 0
        && params["drawEquivalentWinsForWhite"] == 0.5
        && params["playoutDoublingAdvantage"].as_f64() == Some(0.0)
        && params["maxHistory"] == 1000
        && state["encorePhase"] == 0
        // The engine's passing hacks hide the history where a pass would end the game.
        && state["passWouldEndGame"] == false
        && params["nnLen"] == json!([record["xsize"], record["ysize"]])
}

fn query(record: &Value) -> Value {
    let settings = json!({
        "ignorePreRootHistory": false,
        "conservativePass": record["params"]["conservativePassAndIsRoot"],
    });
    json!({
        "id": record["id"], "boardXSize": record["xsize"], "boardYSize": record["ysize"],
        "rules": record["rules"], "komi": record["komi"],
        "initialStones": record["initialStones"], "initialPlayer": record["initialPlayer"],
        "moves": record["moves"], "maxVisits": 1, "includePolicy": true, "includeOwnership": true,
        "overrideSettings": settings,
    })
}

/// Asserts that two numbers differ by at most `tolerance`.
fn assert_near(found: &Value, expected: &Value, tolerance: f64, what: &str) {
    let [found, expected] =
        [found, expected].map(|value| value.as_f64().unwrap_or_else(|| panic!("{what}: {value}")));
    assert!((found - expected).abs() <= tolerance, "{what}: {found}, not {expected}");
}

/// The pairs of two lists of the same length.
fn lists<'a>(
    found: &'a Value,
    expected: &'a Value,
) -> impl Iterator<Item = (&'a Value, &'a Value)> {
    let [found, expected] = [found, expected].map(|value| value.as_array().expect("a list"));
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected)
}

/// Compares all records of a network; returns their number.
fn compare(network: &Path, records: &[Value]) -> usize {
    let settings = "nnRandomize=false,reportAnalysisWinratesAs=WHITE";
    let options = [&ONE_LANE[..], &["-precision", "f32", "-override-config", settings]].concat();
    let mut engine = Engine::start_with(network.to_str().expect("text"), &options);
    engine.send(&json!({"id": "models", "action": "query_models"}));
    let model = engine.read()["models"][0].clone();
    // Records of HumanSL networks have profiles of their own.
    if model["usesHumanSLProfile"] == true {
        return 0;
    }
    let has_one_policy = model["version"].as_u64() < Some(FIRST_OPTIMISTIC_VERSION);
    for record in records {
        engine.send(&query(record));
        let answer = engine.read();
        let (root, out) = (&answer["rootInfo"], &record["out"]);
        let what = format!("{} {}", record["net"], record["id"]);
        let no_result = out["noResult"].as_f64().expect("a number");
        let win = json!(out["whiteWin"].as_f64().expect("a number") + 0.5 * no_result);
        assert_near(&root["rawWinrate"], &win, 3e-5, &what);
        assert_near(&root["rawNoResultProb"], &out["noResult"], 2e-5, &what);
        assert_near(&root["rawLead"], &out["whiteLead"], 2e-3, &what);
        assert_near(&root["rawScoreSelfplay"], &out["whiteScoreSelfplay"], 2e-3, &what);
        for (found, expected) in lists(&answer["ownership"], &out["whiteOwnership"]) {
            assert_near(found, expected, 1e-4, &what);
        }
        let mut policy = out["policy"].as_array().expect("a list").clone();
        policy.push(out["policyPass"].clone());
        for (found, expected) in lists(&answer["policy"], &json!(policy)) {
            assert_eq!(expected.is_null(), *found == json!(-1.0), "{what}");
            if has_one_policy && !expected.is_null() {
                assert_near(found, expected, 2e-5, &what);
            }
        }
    }
    records.len()
}

#[test]
fn raw_values_match_katagos() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/networks");
    let mut folders = vec![[own.clone(), own]];
    if let (Some(records), Some(networks)) =
        (env::var_os("NET_REFERENCE"), env::var_os("NET_FILES"))
    {
        folders.push([records.into(), networks.into()]);
    }
    for [record_folder, network_folder] in folders {
        let mut count = 0;
        for (network, records) in records(&record_folder) {
            let is_file =
                |path: &PathBuf| name(path).starts_with(&network) && !name(path).contains(".jsonl");
            let file = files(&network_folder).into_iter().find(is_file).expect("a network");
            count += compare(&file, &records);
        }
        println!("{count} records");
        assert!(count >= 20, "{count} records");
    }
}
