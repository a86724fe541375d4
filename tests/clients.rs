//! Parts of real clients drive the engine: Sabaki's GTP library, the SGF reader sgfmill, KaTrain's
//! engine class and its reader, and GNU Go.
//!
//! The tests that install a package are ignored; `cargo test --test clients -- --ignored` runs
//! them. A test whose program is missing prints that on standard error and passes.

#[path = "common/client.rs"]
mod client;
#[path = "common/installed.rs"]
mod installed;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{Mutex, PoisonError},
    thread,
};

use client::Client;
use installed::{gnu_go, skip};

const ENGINE: &str = env!("CARGO_BIN_EXE_shusaku");

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(name)
}

/// Runs a program and returns its output, or its errors.
fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

#[test]
#[ignore = "installs an npm package"]
fn sabaki_plays_and_analyzes_a_game() {
    let Some(modules) = installed::npm_modules("npm", &["@sabaki/gtp@3"]) else {
        return skip("@sabaki/gtp from npm");
    };
    let moves = run(Command::new("node")
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .arg(file("sabaki.cjs"))
        .arg(modules)
        .arg(ENGINE)
        .args(["--threads", "1", "--playouts", "20", "--seed", "1"]));
    let moves = moves.expect("the game is played").trim().parse::<u32>().expect("a number");
    assert!(moves > 10, "{moves} moves");
}

/// The Python of a virtual environment with these packages from PyPI; `None` if it cannot be made.
fn python_with(name: &str, packages: &[&str]) -> Option<PathBuf> {
    // Tests that share an environment wait for each other to make it.
    static IS_INSTALLING: Mutex<()> = Mutex::new(());
    let _guard = IS_INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    let venv = installed::folder(name);
    let (python, marker) = (venv.join("bin/python"), venv.join("installed"));
    // The marker comes last: an environment that was left half made is made again.
    if !marker.is_file() {
        fs::remove_dir_all(&venv).ok();
        let install = || {
            let mut pip = Command::new(&python);
            run(pip.args(["-m", "pip", "install", "-q"]).args(packages))
        };
        let made = run(Command::new("python3").args(["-m", "venv"]).arg(&venv));
        if made.and_then(|_| install()).is_err() {
            fs::remove_dir_all(&venv).ok();
            return None;
        }
        fs::write(&marker, "").expect("a writable folder");
    }
    Some(python)
}

#[test]
#[ignore = "installs a Python package"]
fn katrain_plays_reviews_terminates_and_restarts() {
    let Some(python) = python_with("katrain", &["katrain==1.20.0"]) else {
        return skip("katrain from PyPI");
    };
    let config = run(Command::new(&python).args([
        "-c",
        "import importlib.util, os\n\
         folder = importlib.util.find_spec('katrain').submodule_search_locations[0]\n\
         print(os.path.join(folder, 'KataGo', 'analysis_config.cfg'))",
    ]));
    let network = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/networks/own-tiny.bin.gz");
    let moves = run(Command::new(&python)
        .env("KIVY_NO_ARGS", "1")
        .env("KIVY_NO_FILELOG", "1")
        .arg(file("katrain_review.py"))
        .arg(ENGINE)
        .arg(network)
        .arg(config.expect("a path").trim()));
    assert_eq!(moves.expect("KaTrain's engine works").lines().last(), Some("12"));
}

#[test]
#[ignore = "installs a Python package"]
fn katrain_reads_the_values_of_a_review() {
    let Some(python) = python_with("katrain", &["katrain==1.20.0"]) else {
        return skip("katrain from PyPI");
    };
    let folder = tempfile::tempdir().expect("a folder for files");
    let record = "(;SZ[9]RU[Chinese]KM[7];B[ee];W[ge];B[cc])";
    fs::write(folder.path().join("game.sgf"), record).expect("a writable folder");
    let network = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/networks/own-tiny.bin.gz");
    let review = ["review", "game.sgf", "--json", "--no-graph", "--visits", "8", "--model"];
    let mut reviewer = Command::new(ENGINE);
    let json = run(reviewer.args(review).arg(network).current_dir(folder.path()));
    let json: serde_json::Value = serde_json::from_str(&json.expect("a review")).expect("JSON");
    let found = run(Command::new(&python)
        .env("KIVY_NO_ARGS", "1")
        .env("KIVY_NO_FILELOG", "1")
        .arg(file("katrain_reads_review.py"))
        .arg(folder.path().join("game.review.sgf")));
    let expected = json["positions"].as_array().expect("positions").iter().map(|position| {
        let real = |key: &str| position[key].as_f64().expect("a number");
        let best = position["best"][0].as_str().expect("a move");
        format!("{:.2} {:.4} 8 {best} 81", real("score"), real("win_rate"))
    });
    let found = found.expect("KaTrain reads the file");
    assert_eq!(found.lines().collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

#[test]
#[ignore = "installs a Python package"]
fn sgfmill_reads_what_printsgf_writes() {
    let Some(python) = python_with("venv", &["sgfmill"]) else { return skip("sgfmill from PyPI") };
    let folder = tempfile::tempdir().expect("a folder for files");
    let record = folder.path().join("game.sgf");
    let mut client = Client::start(&["--threads", "1", "--playouts", "20", "--seed", "1"]);
    client.accept("boardsize 9");
    client.accept("komi 5.5");
    client.accept("set_free_handicap C3 G7");
    for color in ["w", "b"].iter().cycle().take(60) {
        client.accept(&format!("genmove {color}"));
    }
    client.accept(&format!("printsgf {}", record.display()));
    let board = run(Command::new(&python).arg(file("board_of_record.py")).arg(&record));
    let board = board.expect("the record is read");
    let (komi, board) = board.split_once('\n').expect("lines");
    assert_eq!(komi, "komi 5.5");
    assert_eq!(board, rows(&mut client));
}

/// The rows of the engine's board: X, O and dots.
fn rows(client: &mut Client) -> String {
    let board = client.accept("showboard");
    let rows =
        board.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    rows.map(|row| {
        let symbols = row.chars().filter(|symbol| "XO.".contains(*symbol));
        symbols.map(String::from).collect::<Vec<_>>().join(" ") + "\n"
    })
    .collect()
}

#[test]
fn games_with_gnu_go_end() {
    let Some(gnu_go) = gnu_go() else { return skip("gnugo") };
    thread::scope(|scope| {
        for (game, handicap) in [0, 0, 0, 0, 4].into_iter().enumerate() {
            scope.spawn(move || assert_game_ends(gnu_go, game, handicap));
        }
    });
}

/// Plays a game of this number against GNU Go.
fn assert_game_ends(gnu_go: &str, game: usize, handicap: u32) {
    let seed = game.to_string();
    let options = ["--playouts-only", "--threads", "1", "--playouts", "150", "--seed", &seed];
    let mut engine = Client::start(&options);
    let options = ["--mode", "gtp", "--chinese-rules", "--level", "1", "--seed", &seed];
    let mut other = Client::start_program(gnu_go, &options);
    let moves = play(&mut engine, &mut other, game.is_multiple_of(2), handicap);
    assert!((2..300).contains(&moves), "game {game}: {moves} moves");
}

/// Plays a game in which both programs accept every move; returns the number of moves.
fn play(engine: &mut Client, other: &mut Client, is_black: bool, handicap: u32) -> usize {
    for client in [&mut *engine, &mut *other] {
        client.accept("boardsize 9");
        client.accept("clear_board");
        client.accept("komi 6.5");
        if handicap > 0 {
            client.accept(&format!("fixed_handicap {handicap}"));
        }
    }
    let mut is_blacks_turn = handicap == 0;
    let mut passes = 0;
    for turn in 0..300 {
        let color = if is_blacks_turn { "black" } else { "white" };
        let (mover, waiter) = if is_blacks_turn == is_black {
            (&mut *engine, &mut *other)
        } else {
            (&mut *other, &mut *engine)
        };
        let reply = mover.accept(&format!("genmove {color}"));
        let reply = reply.trim_start_matches('=').trim();
        if reply == "resign" {
            return turn + 1;
        }
        waiter.accept(&format!("play {color} {reply}"));
        passes = if reply.eq_ignore_ascii_case("pass") { passes + 1 } else { 0 };
        if passes == 2 {
            return turn + 1;
        }
        is_blacks_turn = !is_blacks_turn;
    }
    300
}
