//! The subcommands `score` and `check`.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

use serde_json::Value;

use crate::parallel;

/// Black encloses the left and White the right, each with a second area in the lower corner.
const WALLS: &str = "AB[da][db][dc][dd][de][df][dg][dh][di][ag][bg][cg]\
                     AW[ea][eb][ec][ed][ee][ef][eg][eh][ei][gg][hg][ig]";

/// Writes the games to a file and runs a subcommand on it. The folder lives as long as its handle.
fn run(games: &str, arguments: &[&str]) -> (Output, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let file: PathBuf = folder.path().join("games.sgf");
    fs::write(&file, games).expect("a file");
    let command = Command::new(env!("CARGO_BIN_EXE_shusaku")).args(arguments).arg(&file).output();
    (command.expect("the program runs"), folder)
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

fn json_lines(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn all_games_of_a_collection_are_counted() {
    let games = format!(
        "(;SZ[9]RU[Japanese]KM[6.5]RE[W+16.5]{WALLS};B[hh];W[bh];B[];W[])
         (;SZ[9]RU[Chinese]KM[7.5]RE[B+R]{WALLS};B[];W[])
         (;SZ[9]AB[aa]AW[ab][ba])"
    );
    let (output, _folder) = run(&games, &["score", "--json"]);
    let lines = json_lines(&output);
    let summary = |line: &Value| {
        ["game", "rules", "recorded", "result", "dead"].map(|key| line[key].to_string()).join(" ")
    };
    assert_eq!(summary(&lines[0]), r#"0 "Japanese" "W+16.5" "W+15.5" ["B2","H2"]"#);
    assert_eq!(summary(&lines[1]), r#"1 "Chinese" "B+R" "W+16.5" []"#);
    assert!(lines[2]["error"].as_str().expect("an error").contains("no liberty"));
    let (output, _folder) = run(&games, &["score", "--summary"]);
    assert!(text(&output.stdout).contains("    1    100.00      0.00  all"), "{output:?}");
    let (output, _folder) = run(&games, &["score", "--rules", "tromp-taylor"]);
    assert!(text(&output.stdout).contains(". O . X O . . X .\n"), "{output:?}");
}

#[test]
fn a_result_without_margin_counts_for_the_winner_alone() {
    let game =
        |result| format!("(;SZ[9]RU[Japanese]KM[6.5]RE[{result}]{WALLS};B[hh];W[bh];B[];W[])");
    let games = game("W+15.5") + &game("W+");
    let (output, _folder) = run(&games, &["score", "--summary"]);
    assert!(text(&output.stdout).contains("    2    100.00    100.00  all"), "{output:?}");
}

/// A game that White forfeits by suicide.
const FORFEIT: &str = "(;SZ[5]RU[weiqi-chinese];B[ab];W[dd];B[ba];W[aa];B[ee])";

/// A game without result.
const TRIPLE_KO: &str = "(;SZ[9]RU[Japanese]PL[B]AB[ba][ab][bc][bd][ae][ce][bf][bg][ah][bi]\
     AW[ca][bb][db][cc][cd][de][cf][cg][bh][dh][ci]\
     ;B[cb];W[be];B[ch];W[bb];B[ce];W[bh]\
     ;B[cb];W[be];B[ch];W[bb];B[ce];W[bh])";

#[test]
fn games_without_a_count_were_counted() {
    let (output, _folder) = run(&format!("{FORFEIT}{TRIPLE_KO}"), &["score", "--json"]);
    let results = json_lines(&output).iter().map(|line| line["result"].clone()).collect::<Vec<_>>();
    assert_eq!(results, ["B+F", "Void"]);
}

#[test]
fn recorded_results_were_compared_with_counts_of_games_without_a_count() {
    let recorded = |game: &str, result| game.replacen("(;", &format!("(;RE[{result}]"), 1);
    // One of the winners is that of the count.
    let both = |game| recorded(game, "B+") + &recorded(game, "W+");
    let games = both(FORFEIT) + &both(TRIPLE_KO);
    let (output, _folder) = run(&games, &["score", "--summary"]);
    assert!(text(&output.stdout).contains("    4      0.00      0.00  all"), "{output:?}");
    let (output, _folder) = run(&games, &["check"]);
    let findings = text(&output.stdout);
    for winner in ["B+", "W+"] {
        let finding = format!("recorded result {winner}, by the rules Void");
        assert!(findings.contains(&finding), "{findings}");
    }
}

/// Three games of programs, by territory. The embedded network alone calls the dead groups alive.
#[test]
fn large_groups_that_lost_a_semeai_are_dead_by_a_small_network() {
    let (output, _folder) = run(include_str!("../data/lost-races.sgf"), &["score", "--json"]);
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 3, "{output:?}");
    for line in lines {
        assert_eq!(line["result"], line["recorded"], "game {}", line["game"]);
    }
}

#[test]
fn illegal_moves_and_wrong_results_are_reported() {
    let corner = "AB[ba][bb][ab]AW[ca][cb][bc]";
    let games = format!(
        "(;SZ[9]RU[weiqi-chinese]{corner};W[aa];B[ee])
         (;SZ[9]RU[Chinese]KM[7.5]RE[W+1]{WALLS};B[];W[])
         (;SZ[9]RU[Chinese]KM[7.5]RE[W+16.5]{WALLS};B[];W[])"
    );
    let (output, _folder) = run(&games, &["check"]);
    let findings = text(&output.stdout);
    assert!(!output.status.success());
    assert!(
        findings.contains("game 0: move 1, White A9: suicide, and White forfeits"),
        "{findings}"
    );
    assert!(findings.contains("game 1: recorded result W+1, counted W+16.5"), "{findings}");
    assert_eq!(findings.lines().count(), 2, "{findings}");
}

#[test]
fn moves_before_a_set_up_in_mid_game_were_not_checked() {
    let corner = "AB[ba][bb][ab]AW[ca][cb][bc]";
    let games = format!("(;SZ[9]RU[Japanese]{corner};W[ee];B[ff];W[aa];AB[gg];B[hh])");
    let (output, _folder) = run(&games, &["check"]);
    let findings = text(&output.stdout);
    assert!(findings.contains(": move 3, White A9: suicide"), "{findings}");
}

#[test]
fn one_position_is_counted_under_all_rule_sets() {
    let games = format!("(;SZ[9]RU[Japanese]KM[6.5]RE[W+15.5]{WALLS};B[hh];W[bh];B[];W[])");
    let (output, _folder) = run(&games, &["score", "--all-rules", "--json"]);
    let all: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let counts = all["counts"].as_array().expect("counts");
    let names: Vec<&str> = counts.iter().filter_map(|count| count["rules"].as_str()).collect();
    assert_eq!(names, shusaku::rules::presets().map(|(name, _)| name).collect::<Vec<_>>());
    parallel::map(counts, |count| {
        let name = count["rules"].as_str().expect("a name");
        let (single, _folder) = run(&games, &["score", "--json", "--rules", name]);
        let single: Value = serde_json::from_slice(&single.stdout).expect("JSON");
        for key in ["result", "black", "white"] {
            assert_eq!(count[key], single[key], "{name} {key}");
        }
        assert_eq!(count["komi"], 6.5, "{name}");
    });
    let (output, _folder) = run(&games, &["score", "--all-rules"]);
    assert!(text(&output.stdout).contains("\njapanese "), "{output:?}");
}
