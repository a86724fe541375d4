//! The constants of playing strength as parameters, in builds with the feature `tuning`.

#[path = "common/client.rs"]
mod client;

use client::Client;

/// A search of the empty board: visits and values of all moves.
fn search(client: &mut Client) -> String {
    client.accept("clear_cache");
    client.accept("kata-search_analyze black")
}

#[test]
fn every_constant_can_be_set_to_its_value() {
    let mut client = Client::start(&["--playouts-only", "--threads", "1"]);
    let names = client.accept("kata-list-params");
    let is_constant = |name: &&str| name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    let constants: Vec<&str> = names.split_whitespace().filter(is_constant).collect();
    assert!(constants.len() > 40, "{names}");
    for name in constants {
        let value = client.accept(&format!("kata-get-param {name}"));
        let value = value.trim_start_matches('=').trim();
        client.accept(&format!("kata-set-param {name} {value}"));
    }
}

#[test]
fn a_changed_constant_changes_the_search() {
    let options = ["--playouts-only", "--threads", "1", "--playouts", "300", "--seed", "1"];
    let mut client = Client::start(&options);
    client.accept("boardsize 7");
    let before = search(&mut client);
    client.accept("kata-set-param RAVE_EQUIVALENCE 20");
    assert_eq!(client.accept("kata-get-param RAVE_EQUIVALENCE"), "= 20\n");
    assert_ne!(search(&mut client), before);
    client.accept("kata-set-param RAVE_EQUIVALENCE 3500");
    assert_eq!(search(&mut client), before);
}

#[test]
fn other_values_are_refused() {
    let mut client = Client::start(&["--playouts-only", "--threads", "1"]);
    for (line, expected) in [
        (
            "kata-set-param PLAYOUT_SCORE_WEIGHT 1.5",
            "? PLAYOUT_SCORE_WEIGHT: expected a number from 0 to 1, got '1.5'\n",
        ),
        (
            "kata-set-param VISITS_TO_EXPAND 2.5",
            "? VISITS_TO_EXPAND: expected an integer from 2 to 1000, got '2.5'\n",
        ),
        ("kata-get-param RAVE", "? unknown parameter 'RAVE': see kata-list-params\n"),
    ] {
        assert_eq!(client.send(line.as_bytes()), expected);
    }
    assert_eq!(client.accept("kata-get-param PLAYOUT_SCORE_WEIGHT"), "= 0.04\n");
}
