//! Play with the embedded network, the default. No test depends on its evaluations.

use std::{fs, process::Command};

use crate::client::Client;

/// Few visits, since test builds are slow.
const QUICK: [&str; 6] = ["--threads", "2", "--visits", "20", "--seed", "1"];

/// The name of the embedded network.
fn name_of_network(client: &mut Client) -> String {
    let response = client.accept("kata-get-models");
    let models: serde_json::Value = serde_json::from_str(&response[2..]).expect("JSON");
    assert_eq!(models.as_array().expect("a list").len(), 1);
    assert_eq!(models[0]["name"], "embedded");
    assert_eq!(models[0]["usesHumanSLProfile"], false);
    models[0]["internalName"].as_str().expect("a name").to_string()
}

#[test]
fn the_network_is_named() {
    let mut client = Client::start(&QUICK);
    let name = name_of_network(&mut client);
    let expected = format!("= {} ({name})\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(client.accept("version"), expected);
    assert_eq!(client.accept("name"), "= shusaku\n");
    let mut renamed = Client::start(&["--gtp-version", "7"]);
    assert_eq!(renamed.accept("version"), "= 7\n");
}

#[test]
fn a_session_goes_from_board_to_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("small.sgf");
    fs::write(&record, "(;GM[1]FF[4]SZ[3];B[bb];W[ab])").expect("a writable folder");
    let mut client = Client::start(&[&QUICK[..], &["--memory", "8", "--ponder"]].concat());
    let load = format!("loadsgf {}", record.display());
    for line in [
        "boardsize 9",
        "genmove b",
        "boardsize 4",
        "genmove b",
        "genmove w",
        "undo",
        "kata-raw-nn 0",
        "boardsize 25",
        "genmove b",
        "boardsize 19",
        "genmove b",
        "genmove w",
        "clear_board",
        "genmove b",
        &load,
        "genmove b",
        "boardsize 5 19",
        "genmove b",
        "boardsize 7",
        "gogui-setup B A1 W C3",
        "genmove b",
        "boardsize 4 5",
        "clear_cache",
        "genmove b",
    ] {
        client.accept(line);
    }
    name_of_network(&mut client);
}

#[test]
fn analysis_pondering_scoring_and_gogui_work() {
    let mut client = Client::start(&[&QUICK[..], &["--ponder"]].concat());
    client.accept("boardsize 7");
    for line in ["play b D4", "genmove w", "genmove b"] {
        client.accept(line);
    }
    for analysis in ["lz-analyze b 1", "kata-analyze b 1 rootInfo true ownership true"] {
        client.write(analysis.as_bytes());
        assert_eq!(client.line(), "=");
        assert!(client.line().starts_with("info move "));
        client.write(b"");
        while !client.line().is_empty() {}
    }
    let menu = client.accept("gogui-analyze_commands");
    assert!(menu.contains("shusaku-ownership"));
    for line in [
        "shusaku-ownership",
        "shusaku-visits b",
        "reg_genmove b",
        "kata-search w",
        "final_score",
        "final_status_list dead",
        "kata-set-param level 3",
        "genmove b",
        "kgs-genmove_cleanup w",
        "kata-raw-nn all",
    ] {
        client.accept(line);
    }
}

#[test]
fn options_replace_the_embedded_network() {
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/networks/synth-v10-relu.bin.gz");
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("config.toml");
    let config = config.to_str().expect("UTF-8");
    let plays_with = |text: &str, typed: &[&str]| {
        fs::write(config, text).expect("a writable folder");
        let mut client = Client::start(&[&["--config", config], typed].concat());
        client.accept("version").split_once(" (").map(|(_, name)| name.to_string())
    };
    let file = format!("model = \"{network}\"");
    assert_eq!(plays_with("playouts-only = true", &[]), None);
    assert_eq!(plays_with(&file, &[]).as_deref(), Some("synth-v10-relu)\n"));
    assert_eq!(plays_with(&file, &["--playouts-only"]), None);
    let typed = plays_with("playouts-only = true", &["--model", network]);
    assert_eq!(typed.as_deref(), Some("synth-v10-relu)\n"));
    assert!(plays_with("playouts-only = true", &["--playouts-only=false"]).is_some());
    let both = ["--playouts-only", "--model", network];
    let output = Command::new(env!("CARGO_BIN_EXE_shusaku")).args(both).output();
    assert_eq!(output.expect("it ends").status.code(), Some(2));
}
