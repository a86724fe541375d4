//! `shusaku match`: known results, faulty engines, and matches that are killed and resumed.

#![cfg(unix)]

#[path = "common/installed.rs"]
mod installed;
#[path = "common/process.rs"]
mod process;
#[path = "common/wait.rs"]
mod wait;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

use serde_json::{Value, json};
use tempfile::TempDir;

/// An engine in the shell that passes, unless its first argument names a fault.
const FAKE_ENGINE: &str = r#"
say() { printf '= %s\n\n' "$1"; }
games=0
while read -r name first rest; do
    case "$name" in
        list_commands) say "list_commands
boardsize
clear_board
komi
play
genmove
final_score
time_settings
quit" ;;
        clear_board) games=$((games + 1)); say "" ;;
        genmove)
            case "$1" in
                crash) exit 3 ;;
                hang) sleep 60 ;;
                stuck)
                    [ $games = 1 ] || { echo $$ > stuck.pid; sleep 60; }
                    say pass ;;
                garbage) say "the corner" ;;
                noise) echo "thinking"; say pass ;;
                illegal) say A1 ;;
                late) sleep 1.5; say pass ;;
                resign) say resign ;;
                *) say pass ;;
            esac ;;
        play) case "$1" in
                refuse) printf '? illegal move\n\n' ;;
                *) say "" ;;
            esac ;;
        final_score) case "$1" in
                liar) say "B+99" ;;
                *) say "W+7.0" ;;
            esac ;;
        quit) say ""; exit 0 ;;
        *) say "" ;;
    esac
done
"#;

/// A folder with the fake engine.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("fake.sh"), FAKE_ENGINE).expect("written");
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shusaku"));
    command.arg("match").args(arguments).current_dir(folder);
    command.env("XDG_CONFIG_HOME", "/nonexistent").stdin(Stdio::null());
    command
}

/// Runs a match and returns its result.
fn run(folder: &Path, arguments: &[&str]) -> Value {
    let output = command(folder, &[arguments, &["--json"]].concat()).output().expect("it starts");
    let Output { status, stdout, stderr } = output;
    assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    serde_json::from_slice(&stdout).expect("JSON")
}

/// shusaku by playouts as an engine.
fn playouts(number: u32) -> String {
    let program = env!("CARGO_BIN_EXE_shusaku");
    format!("{program} gtp --playouts-only --threads 1 --memory 32 --playouts {number}")
}

/// The finished games of a file.
fn games(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("a file of games");
    text.lines().skip(1).map(|line| serde_json::from_str(line).expect("a game")).collect()
}

fn won_lost_drawn(result: &Value) -> [u64; 3] {
    ["won", "lost", "drawn"].map(|key| result["pairings"][0][key].as_u64().expect("a count"))
}

#[test]
fn a_player_of_more_playouts_is_found_stronger() {
    let folder = folder();
    // Many times as long as the playouts take, and too short to read the fates of chains.
    let [strong, weak] = [120, 10].map(|number| playouts(number) + " --seconds 0.4");
    let sprt = ["--sprt", "0,200", "--size", "7", "--komi", "9", "--games", "200"];
    let engines = ["--engine", &strong, "--engine", &weak];
    let result = run(folder.path(), &[&engines[..], &sprt].concat());
    assert_eq!(result["sprt"]["verdict"], "H1", "{result}");
    assert!(result["faults"].as_object().is_some_and(|faults| faults.is_empty()), "{result}");
}

#[test]
fn moves_under_a_clock_arrive_in_time() {
    let folder = folder();
    // An engine that ignores the clock takes its own limit, far above the time and the margin, which
    // is for a machine under load.
    let program = env!("CARGO_BIN_EXE_shusaku");
    let options = "gtp --threads 1 --memory 32 --seconds 10";
    let [network, playouts] =
        ["", "--playouts-only"].map(|kind| format!("{program} {options} {kind}"));
    let engines = ["--engine", &network, "--engine", &playouts];
    let clock = ["--time", "byoyomi 0 0.5 1", "--time-margin", "2.5"];
    let short = ["--size", "7", "--games", "2", "--max-moves", "14"];
    let result = run(folder.path(), &[&engines[..], &clock, &short].concat());
    assert_eq!(won_lost_drawn(&result).iter().sum::<u64>(), 2, "{result}");
    assert_eq!(result["faults"], json!({}), "{result}");
}

/// The faults of the first engine in a match of two games against an engine that passes.
fn faults_of(fault: &str, more: &[&str]) -> (Value, [u64; 3]) {
    let folder = folder();
    let faulty = json!({ "name": "faulty", "command": format!("sh fake.sh {fault}") }).to_string();
    let arguments = ["--engine", &faulty, "--engine", r#"{"name":"good","command":"sh fake.sh"}"#];
    let small = ["--size", "5", "--games", "4", "--opening-moves", "1", "--concurrency", "1"];
    let result = run(folder.path(), &[&arguments[..], &small, more].concat());
    assert!(result["faults"].get("good").is_none(), "{result}");
    (result["faults"]["faulty"].clone(), won_lost_drawn(&result))
}

#[test]
fn a_faulty_engine_loses_by_the_name_of_its_fault_and_is_started_again() {
    let short: &[&str] = &["--timeout", "1"];
    for (fault, name, more) in [
        ("crash", "crash", &[][..]),
        ("hang", "hang", short),
        ("garbage", "garbage", &[]),
        ("noise", "garbage", &[]),
        ("refuse", "refusal", &[]),
        ("late", "time", &["--time", "per-move 1"]),
    ] {
        let (faults, score) = faults_of(fault, more);
        assert_eq!(faults, json!({ name: 4 }), "{fault}");
        assert_eq!(score, [0, 4, 0], "{fault}");
    }
}

#[test]
fn games_that_share_cores_are_noted() {
    let folder = folder();
    let [first, second] =
        ["a", "b"].map(|name| json!({ "name": name, "command": "sh fake.sh" }).to_string());
    let engines = ["--engine", &first, "--engine", &second];
    let small = ["--size", "5", "--games", "2", "--opening-moves", "1", "--concurrency", "1"];
    let errors = |more: &[&str]| {
        let output = command(folder.path(), &[&engines[..], &small, more].concat()).output();
        String::from_utf8(output.expect("it starts").stderr).expect("text")
    };
    let noted = errors(&["--cores", "1024"]);
    let note = "note: --concurrency 1 with --cores 1024 needs 1024 cores, ";
    assert!(noted.contains(note), "{noted}");
    assert!(!errors(&["--cores", "1024", "--pin=false"]).contains("needs 1024 cores"));
}

#[test]
fn an_illegal_move_loses() {
    let folder = folder();
    fs::write(folder.path().join("corner.sgf"), "(;SZ[5];B[ae];W[cc])").expect("written");
    let arguments = ["--engine", "sh fake.sh illegal", "--engine", "sh fake.sh"];
    let more = ["--size", "5", "--games", "2", "--book", "corner.sgf"];
    let result = run(folder.path(), &[&arguments[..], &more].concat());
    assert_eq!(result["faults"], json!({ "sh #1": { "illegal-move": 2 } }));
    assert_eq!(won_lost_drawn(&result), [0, 2, 0]);
}

#[test]
fn a_wrong_claim_is_counted_and_the_referee_decides() {
    let (faults, score) = faults_of("liar", &["--opening-moves", "0"]);
    assert_eq!((faults, score), (json!({ "wrong-result": 4 }), [2, 2, 0]));
}

#[test]
fn a_resignation_loses_without_a_fault() {
    let (faults, score) = faults_of("resign", &[]);
    assert_eq!((faults, score), (Value::Null, [0, 4, 0]));
}

#[test]
fn an_engine_can_be_the_referee() {
    // The fake referee counts W+7.0 whatever the position is.
    let (faults, score) = faults_of("pass", &["--referee", "sh fake.sh"]);
    assert_eq!((faults, score), (Value::Null, [2, 2, 0]));
    let (faults, score) = faults_of("liar", &["--referee", "agreement", "--opening-moves", "0"]);
    assert_eq!((faults, score), (json!({ "wrong-result": 4 }), [2, 2, 0]));
}

#[test]
fn a_file_has_the_options_and_three_engines_play_each_other() {
    let folder = folder();
    let file = r#"
        size = 5
        games = 2
        sgf = "games"

        [[engine]]
        name = "first"
        command = "sh fake.sh"
        init = ["showboard"]

        [[engine]]
        name = "second"
        command = "sh fake.sh resign"
        log = "second.log"
    "#;
    fs::write(folder.path().join("match.toml"), file).expect("written");
    let third = r#"{"name":"third","command":"sh fake.sh","time":"absolute 60"}"#;
    let result = run(folder.path(), &["--config", "match.toml", "--engine", third, "--size", "7"]);
    let names: Vec<[&str; 2]> = result["pairings"]
        .as_array()
        .expect("pairings")
        .iter()
        .map(|row| ["first", "second"].map(|key| row[key].as_str().expect("a name")))
        .collect();
    assert_eq!(names, [["first", "second"], ["first", "third"], ["second", "third"]]);
    assert_eq!(won_lost_drawn(&result), [2, 0, 0]);
    assert!(folder.path().join("second.log").exists());
    let record = fs::read_to_string(folder.path().join("games/game-000001.sgf")).expect("a record");
    assert!(record.contains("SZ[7]") && record.contains("PB[second]"), "{record}");
}

#[test]
fn the_first_engine_gives_the_handicap() {
    let folder = folder();
    let [giver, taker] = [30, 20].map(playouts);
    let engines = ["--engine", &giver, "--engine", &taker];
    let more = ["--size", "7", "--games", "2", "--handicap", "3", "--results", "g.jsonl"];
    run(folder.path(), &[&engines[..], &more, &["--sgf", "games"]].concat());
    for game in games(&folder.path().join("g.jsonl")) {
        assert_eq!((&game["white"], &game["opening"]), (&json!("shusaku #1"), &game["game"]));
        assert!(["passes", "resignation"].contains(&game["end"].as_str().expect("text")), "{game}");
    }
    let record = fs::read_to_string(folder.path().join("games/game-000001.sgf")).expect("a record");
    for property in ["HA[3]", "KM[0.5]", "AB[", ";W["] {
        assert!(record.contains(property), "{property}: {record}");
    }

    let refused = command(folder.path(), &["--engine", "sh fake.sh", "--engine", &taker])
        .args(["--handicap", "3"])
        .output()
        .expect("it starts");
    let message = "engine sh does not list the GTP command set_free_handicap";
    assert!(String::from_utf8_lossy(&refused.stderr).contains(message), "{refused:?}");
}

#[test]
fn a_killed_match_goes_on_where_it_was() {
    let folder = folder();
    let results: PathBuf = folder.path().join("games.jsonl");
    let (first, second) = (playouts(20), playouts(30));
    let arguments = [
        &["--engine", &first, "--engine", &second, "--size", "5", "--games", "16"][..],
        &["--results", "games.jsonl", "--json"],
    ]
    .concat();
    let mut runner = command(folder.path(), &arguments).stdout(Stdio::null()).spawn();
    let runner = runner.as_mut().expect("it starts");
    wait::until(|| games_so_far(&results) >= 3);
    runner.kill().expect("it runs");
    runner.wait().expect("it was killed");
    let before = fs::read_to_string(&results).expect("text");
    let whole = before.rfind('\n').map_or(0, |end| end + 1);
    let finished = before[..whole].lines().count() - 1;
    assert!(finished < 16, "the match ended before it was killed");
    // As if it was killed while it wrote.
    fs::write(&results, before[..whole].to_string() + "{\"game\":9,").expect("written");

    let result = run(folder.path(), &arguments[..arguments.len() - 1]);
    assert_eq!(won_lost_drawn(&result).iter().sum::<u64>(), 16);
    let after = fs::read_to_string(&results).expect("text");
    assert!(after.starts_with(&before[..whole]), "the finished games stay");
    let mut numbers: Vec<u64> =
        games(&results).iter().map(|game| game["game"].as_u64().expect("a number")).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..16).collect::<Vec<_>>());
    // Nothing is left to play.
    assert_eq!(run(folder.path(), &arguments[..arguments.len() - 1]), result);
    assert_eq!(fs::read_to_string(&results).expect("text"), after);
}

#[test]
fn an_interrupted_match_left_an_engine_that_hangs() {
    for signal in ["-INT", "-TERM"] {
        let (folder, runner, engine) = stuck_match();
        process::signal(signal, runner.id());
        assert_stopped(folder.path(), runner);
        // The engine is of no use any more, so that the test may end it.
        assert!(
            !process::is_signalled("-KILL", &[&engine]),
            "the engine of the match is still there"
        );
    }
}

#[test]
fn engines_that_were_ended_with_the_match_counted_as_crashed() {
    let (folder, runner, engine) = stuck_match();
    let (group, runner_id) = (format!("-{engine}"), runner.id().to_string());
    assert!(process::is_signalled("-TERM", &["--", &group, &runner_id]));
    assert_stopped(folder.path(), runner);
}

/// A match that has finished a game, with the process of the engine that hangs in the next.
fn stuck_match() -> (TempDir, Child, String) {
    let folder = folder();
    let engines = ["--engine", "sh fake.sh stuck", "--engine", "sh fake.sh", "--size", "5"];
    let more = ["--games", "4", "--concurrency", "1", "--results", "games.jsonl"];
    let mut runner = command(folder.path(), &[&engines[..], &more].concat());
    let runner = runner.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let file = folder.path().join("stuck.pid");
    let written = || fs::read_to_string(&file).unwrap_or_default();
    wait::until(|| written().ends_with('\n'));
    let engine = written().trim_end().to_string();
    (folder, runner, engine)
}

/// Asserts that a match was stopped after one game.
fn assert_stopped(folder: &Path, runner: Child) {
    let Output { status, stdout, stderr } = runner.wait_with_output().expect("it ends");
    let messages = String::from_utf8_lossy(&stderr);
    assert!(status.code() == Some(130) && stdout.is_empty(), "{status}: {messages}");
    assert!(messages.ends_with("error: the match was stopped\n"), "{messages}");
    assert_eq!(games(&folder.join("games.jsonl")).len(), 1);
}

fn games_so_far(path: &Path) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.lines().count().saturating_sub(1))
}

#[test]
fn gnu_go_plays_by_the_clock() {
    let Some(gnugo) = installed::gnu_go() else { return installed::skip("gnugo") };
    let folder = folder();
    let gnugo = format!("{gnugo} --mode gtp --level 1 --chinese-rules");
    let own = playouts(20);
    let engines = ["--engine", &gnugo, "--engine", &own];
    let more = ["--size", "7", "--games", "2", "--time", "byoyomi 20 5 3", "--results", "g.jsonl"];
    let result = run(folder.path(), &[&engines[..], &more].concat());
    assert_eq!(won_lost_drawn(&result).iter().sum::<u64>(), 2);
    for game in games(&folder.path().join("g.jsonl")) {
        assert!(["passes", "resignation"].contains(&game["end"].as_str().expect("text")), "{game}");
    }
}
