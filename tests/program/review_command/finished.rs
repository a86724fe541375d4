//! Files that are reviewed already.

use std::fs;

use serde_json::Value;

use super::{GAME, check_svg, folder, lines, own_properties, read, review, text};

/// All positions of a game have values.
fn assert_analyzed(game: &Value) {
    let positions = game["positions"].as_array().expect("positions");
    let is_analyzed = !positions.is_empty() && positions.iter().all(|value| !value.is_null());
    assert!(is_analyzed, "{game}");
}

#[test]
fn a_finished_review_is_not_made_again() {
    let folder = folder(&[("game.sgf", GAME)]);
    let first = review(folder.path(), &["game.sgf", "--json"]);
    let written = read(folder.path(), "game.review.sgf");
    // Another number of visits would change the values.
    let again = review(folder.path(), &["game.sgf", "--json", "--visits", "9"]);
    assert_eq!(lines(&again), lines(&first));
    assert_eq!(read(folder.path(), "game.review.sgf"), written);
    let on_review = review(folder.path(), &["game.review.sgf", "--json"]);
    assert_eq!(lines(&on_review)[0]["positions"], lines(&first)[0]["positions"]);
    // A second review replaces the first.
    let forced = ["game.review.sgf", "--force", "--visits", "9", "--worst", "0"];
    assert!(review(folder.path(), &forced).status.success());
    let replaced = read(folder.path(), "game.review.sgf");
    assert_ne!(replaced, written);
    assert_eq!(replaced.matches("shusaku: ").count(), 1, "{replaced}");
    assert_eq!(own_properties(&replaced), own_properties(GAME));
    fs::write(folder.path().join("game.review.sgf"), "(;C[mine])").expect("a file");
    let refused = review(folder.path(), &["game.sgf"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("exists and is not a review"), "{refused:?}");
}

#[test]
fn a_review_under_given_rules_and_komi_was_shown_under_those_of_the_record() {
    let folder = folder(&[("game.sgf", GAME)]);
    let review = |arguments: &[&str]| review(folder.path(), arguments);
    let chinese = ["game.sgf", "--json", "--rules", "chinese", "--komi", "7.5"];
    let first = review(&chinese);
    assert_eq!(lines(&first)[0]["komi"], 7.5);
    assert_eq!(lines(&review(&["game.sgf", "--json"])), lines(&first));
    assert_eq!(lines(&review(&chinese)), lines(&first));
    let refused = review(&["game.sgf", "--rules", "japanese"]);
    assert_eq!(refused.status.code(), Some(1));
    let reason = "game.review.sgf is a review under other rules or komi: replace it with --force";
    assert!(text(&refused.stderr).contains(reason), "{refused:?}");
    let forced = review(&["game.sgf", "--json", "--force"]);
    assert_eq!(lines(&forced)[0]["rules"], "Japanese");
    assert_eq!(own_properties(&read(folder.path(), "game.review.sgf")), own_properties(GAME));
}

#[test]
fn a_review_under_another_name_or_for_another_folder_was_made_again() {
    let folder = folder(&[("game.sgf", GAME)]);
    let first = review(folder.path(), &["game.sgf", "--json"]);
    let renamed = folder.path().join("renamed.sgf");
    fs::rename(folder.path().join("game.review.sgf"), &renamed).expect("the review");
    let written = fs::read(&renamed).expect("a file");
    let calls: [&[&str]; 2] =
        [&["renamed.sgf", "--json"], &["renamed.sgf", "--json", "--out-dir", "other"]];
    for arguments in calls {
        let again = review(folder.path(), arguments);
        let line = &lines(&again)[0];
        assert_eq!(line["review"], "renamed.sgf");
        assert_eq!(line["positions"], lines(&first)[0]["positions"]);
    }
    assert_eq!(fs::read(&renamed).expect("a file"), written);
    assert!(!folder.path().join("renamed.review.sgf").exists());
    assert!(!folder.path().join("other/renamed.review.sgf").exists());
}

#[test]
fn the_graph_of_a_finished_review_was_drawn_beside_it_in_place_of_the_given_folder() {
    let folder = folder(&[("game.sgf", GAME)]);
    let path = folder.path();
    assert!(review(path, &["game.sgf", "--no-graph"]).status.success());
    let files = ["one/archived.sgf", "two/archived.sgf"];
    for file in files {
        fs::create_dir_all(path.join(file).parent().expect("a folder")).expect("a folder");
        fs::copy(path.join("game.review.sgf"), path.join(file)).expect("a copy");
    }
    let output = review(path, &[files[0], "--out-dir", "graphs"]);
    assert!(output.status.success(), "{output:?}");
    check_svg(&read(path, "graphs/archived.review.svg"));
    assert_eq!(fs::read_dir(path.join("one")).expect("a folder").count(), 1);
    // The graphs of two files cannot have one place.
    let both = review(path, &[files[0], files[1], "--out-dir", "graphs"]);
    assert_eq!(both.status.code(), Some(1));
    let errors = text(&both.stderr);
    assert!(errors.contains("the same place, graphs/archived.review.svg"), "{errors}");
    assert!(review(path, &[files[0], files[1], "--no-graph"]).status.success());
}

#[test]
fn a_game_that_went_on_was_shown_by_its_old_review() {
    let folder = folder(&[("game.sgf", GAME)]);
    let path = folder.path();
    assert!(review(path, &["game.sgf"]).status.success());
    let reviewed = read(path, "game.review.sgf");
    fs::write(path.join("game.sgf"), format!("{GAME}{GAME}")).expect("a file");
    let refused = review(path, &["game.sgf"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("a review of other games or moves"), "{refused:?}");
    assert_eq!(read(path, "game.review.sgf"), reviewed);
}

#[test]
fn a_game_added_to_a_review_was_never_analyzed() {
    let folder = folder(&[("game.sgf", GAME)]);
    let path = folder.path();
    assert!(review(path, &["game.sgf"]).status.success());
    let more = read(path, "game.review.sgf") + GAME;
    fs::write(path.join("game.review.sgf"), more).expect("a file");
    let games = lines(&review(path, &["game.review.sgf", "--json"]));
    assert_eq!(games.len(), 2);
    games.iter().for_each(assert_analyzed);
}

#[test]
fn one_reviewed_game_of_a_file_stood_for_all() {
    let folder = folder(&[("game.sgf", GAME)]);
    let path = folder.path();
    assert!(review(path, &["game.sgf"]).status.success());
    let chain = read(path, "game.review.sgf") + GAME;
    fs::write(path.join("chain.sgf"), &chain).expect("a file");
    let games = lines(&review(path, &["chain.sgf", "--json"]));
    assert_eq!(games.len(), 2);
    for game in &games {
        assert_eq!(game["review"], "chain.review.sgf");
        assert_analyzed(game);
    }
    assert_eq!(read(path, "chain.sgf"), chain);
    // A game that cannot be read asks for no new review.
    let renamed = read(path, "chain.review.sgf") + "(;SZ[99];B[aa])";
    fs::write(path.join("renamed.sgf"), renamed).expect("a file");
    let again = lines(&review(path, &["renamed.sgf", "--json"]));
    assert_eq!(
        (&again[0]["review"], &again[1]["positions"]),
        (&"renamed.sgf".into(), &games[1]["positions"])
    );
    assert!(again[2]["error"].is_string(), "{}", again[2]);
}
