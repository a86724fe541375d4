//! Output on standard error during and after a search, for spectators and GoGui.

use std::{fs, io::Write, process::Command};

use crate::{client::Client, process};

/// Standard output and standard error of a session.
fn session(options: &[&str], input: &str) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shusaku"));
    let mut engine = process::spawn(command.args(options).env_remove("RUST_LOG"));
    engine.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the engine reads");
    let output = engine.wait_with_output().expect("the engine ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn malkovich_writes_a_line_after_each_move() {
    let options = ["--malkovich", "--threads", "1", "--playouts", "100", "--seed", "1"];
    let (replies, output) = session(&options, "boardsize 9\ngenmove b\ngenmove w\n");
    assert_eq!(replies.matches("= ").count(), 3);
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines.len() == 3 && lines[0].contains("KataGo"), "{output}");
    for line in &lines[1..] {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[0], "MALKOVICH:Visits", "{line}");
        assert_eq!(
            [words[2], words[4], words[6], words[8]],
            ["Winrate", "ScoreLead", "ScoreStdev", "PV"]
        );
        assert!(words[3].ends_with('%') && words.len() > 9, "{line}");
    }
}

#[test]
fn live_graphics_for_gogui_are_drawn_and_cleared() {
    let options = ["--live-gfx", "--threads", "1", "--seed", "1"];
    let input = "boardsize 19\nkata-set-param maxTime 2\ngenmove b\n";
    let (_, output) = session(&options, input);
    assert!(output.starts_with("gogui-gfx:\nVAR b "), "{output}");
    for part in ["\nINFLUENCE ", "\nTEXT ", "\n\n"] {
        assert!(output.contains(part), "{output}");
    }
    assert!(output.ends_with("gogui-gfx: CLEAR\n"), "{output}");
}

#[test]
fn a_log_file_gets_the_commands_and_replies_of_each_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("gtp.log");
    let log_name = log.to_str().expect("UTF-8");
    let options = ["--playouts-only", "--threads", "1", "--log", log_name];
    for runs in 1..=2 {
        let (_, errors) = session(&options, "boardsize 9\nname\nplay b J10\n");
        assert_eq!(errors, "");
        let text = fs::read_to_string(&log).expect("a log");
        for part in ["boardsize 9", "= shusaku", "play b J10", "play: "] {
            assert_eq!(text.matches(part).count(), runs, "{part}: {text}");
        }
    }
}

#[test]
fn a_killed_engine_can_be_replaced_during_a_game() {
    let mut killed = Client::start(&["--threads", "1", "--seconds", "100"]);
    let game = ["boardsize 9", "komi 6.5", "set_free_handicap c3 g7", "play white e5"];
    for line in game {
        killed.accept(line);
    }
    killed.write(b"genmove black\r");
    killed.engine.kill().expect("the engine runs");
    killed.engine.wait().expect("the engine ends");
    let mut other = Client::start(&["--threads", "1", "--playouts", "20"]);
    let lines = [&game[..], &["time_left black 300 0", "genmove black"]].concat();
    other.write(lines.join("\r\n").as_bytes());
    for line in lines {
        let response = other.response();
        assert!(response.starts_with("= "), "{line}: {response}");
    }
    assert_eq!(other.accept("move_history").lines().count(), 2);
}
