//! The engine answers every invalid line, and the game does not change.

use std::{
    io::{Read, Write},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{client::Client, process};

/// The state of the game as text.
fn game(client: &mut Client) -> String {
    ["showboard", "move_history", "kata-get-rules", "get_komi", "printsgf"]
        .map(|command| client.accept(command))
        .concat()
}

fn game_in_progress() -> Client {
    let mut client = Client::start(&["--threads", "1", "--playouts", "50"]);
    for line in ["boardsize 9", "komi 6.5", "play b e5", "play w c3", "play b c4"] {
        client.accept(line);
    }
    client
}

#[test]
fn bad_commands_are_refused_and_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let broken = folder.path().join("broken.sgf");
    std::fs::write(&broken, "(;SZ[9];B[aa];W[aa]").expect("a file");
    let twice = folder.path().join("twice.sgf");
    std::fs::write(&twice, "(;SZ[9];B[aa];W[aa])").expect("a file");
    let huge = folder.path().join("huge.sgf");
    std::fs::write(&huge, "(;SZ[99];B[aa])").expect("a file");
    let mut lines: Vec<Vec<u8>> = [
        "tatsujin",
        "BOARDSIZE",
        "play",
        "play b",
        "play b e5",
        "play b e5 e6",
        "play b k10",
        "play b i5",
        "play b e0",
        "play b e10",
        "play purple e6",
        "play b 55",
        "play 1 2",
        "boardsize",
        "boardsize 0",
        "boardsize -1",
        "boardsize 26",
        "boardsize 9 9 9",
        "boardsize 1e1",
        "boardsize 18446744073709551625",
        "komi",
        "komi x",
        "komi NaN",
        "komi inf",
        "komi -inf",
        "komi 1e400",
        "komi 6.5 7",
        "genmove",
        "genmove c",
        "genmove b b",
        "reg_genmove",
        "undo 1",
        "gg-undo 4",
        "gg-undo -1",
        "gg-undo 99999999999999999999",
        "fixed_handicap 2",
        "fixed_handicap",
        "fixed_handicap -2",
        "place_free_handicap 2",
        "place_free_handicap 81",
        "place_free_handicap 4294967298",
        "set_free_handicap C3 G7",
        "set_free_handicap",
        "time_settings",
        "time_settings 1 2",
        "time_settings a b c",
        "time_left b",
        "time_left b nan 0",
        "final_score now",
        "final_status_list",
        "final_status_list sleepy",
        "loadsgf",
        "loadsgf /no/such/file",
        "loadsgf / 1",
        "loadsgf \"unclosed",
        "printsgf /no/such/folder/file.sgf",
        "is_legal b",
        "all_legal",
        "captures",
        "captures green",
        "gogui-setup B A1",
        "gogui-setup B",
        "gogui-setup_player",
        "gogui-play_sequence B A1 W A1",
        "gogui-play_sequence B A1 W",
        "kgs-rules",
        "kgs-rules martian",
        "kata-set-rules",
        "kata-set-rules {",
        "kata-set-rules {\"ko\":1}",
        "kata-set-rules []",
        "kata-set-rule",
        "kata-set-rule ko",
        "kata-set-rule ko x",
        "kata-set-rule komi NaN",
        "kata-get-rules x",
        "known_command",
        "quit now",
    ]
    .map(|line| line.as_bytes().to_vec())
    .into();
    for file in [&broken, &twice, &huge] {
        lines.push(format!("loadsgf {}", file.display()).into_bytes());
    }
    lines.push(b"play b \xff\xfe".to_vec());
    lines.push(b"\xc3\x28 b e6".to_vec());
    lines.push(b"play b e\x0010".to_vec());
    lines.push(b"play b \x1b[31me10".to_vec());
    lines.push(vec![b'x'; 1 << 20]);
    lines.push([&b"play b "[..], &vec![b'9'; 1 << 20]].concat());
    lines.push([&b"komi "[..], &vec![b'9'; 1 << 20]].concat());
    lines.push([&b"kata-set-rules "[..], &vec![b'{'; 1 << 20]].concat());

    let mut client = game_in_progress();
    let before = game(&mut client);
    for line in lines {
        let text = String::from_utf8_lossy(&line[..line.len().min(60)]).into_owned();
        let reply = client.send(&line);
        assert!(reply.starts_with("? ") && reply.len() < 600, "{text}: {reply}");
        assert_eq!(reply.lines().count(), 1, "{text}: {reply}");
        assert_eq!(game(&mut client), before, "{text}");
    }
}

#[test]
fn control_characters_are_dropped_and_an_unfinished_last_line_runs() {
    let mut client = game_in_progress();
    assert!(client.send(b"pl\x00ay b\x07 d\x016\r").starts_with("= "));
    client.input.write_all(b"12 play w d7").expect("an open pipe");
    drop(client.input);
    let mut rest = String::new();
    client.output.read_to_string(&mut rest).expect("replies are UTF-8");
    assert_eq!(rest, "=12 \n\n");
    assert!(client.engine.wait().expect("it ends").success());
}

#[test]
fn a_closed_output_ends_the_engine_without_an_error() {
    let mut engine = process::spawn(&mut Command::new(env!("CARGO_BIN_EXE_shusaku")));
    drop(engine.stdout.take());
    let mut input = engine.stdin.take().expect("a pipe");
    // Another process that is just being started may hold a copy of the output for a moment, in which
    // replies do not fail.
    let is_read = |_: &i32| {
        thread::sleep(Duration::from_millis(1));
        input.write_all(b"name\n").is_ok()
    };
    assert!((0..10_000).take_while(is_read).count() < 10_000, "the engine goes on");
    let output = engine.wait_with_output().expect("it ends");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

/// A move that had been played was answered as one that failed.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_error_changes_no_answer() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let arguments = ["--playouts-only", "--playouts", "50", "--live-gfx", "--malkovich"];
    let mut engine = Command::new(env!("CARGO_BIN_EXE_shusaku"))
        .args(arguments)
        .args(["--autosave", "/dev/full"])
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(full)
        .spawn()
        .expect("the engine starts");
    let mut input = engine.stdin.take().expect("a pipe");
    input.write_all(b"boardsize 9\ngenmove b\nplay w pass\nname\n").expect("an open pipe");
    drop(input);
    let output = engine.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", output.status);
    let answers = String::from_utf8_lossy(&output.stdout);
    assert_eq!((answers.matches('=').count(), answers.matches('?').count()), (4, 0), "{answers}");
}

/// Service accounts may have `/dev/null` for a home.
#[cfg(unix)]
#[test]
fn a_configuration_below_a_file_ended_the_program() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shusaku"));
    let output = command.env("XDG_CONFIG_HOME", "/dev/null").stdin(Stdio::null()).output();
    let output = output.expect("the engine starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn start_and_quit_take_less_than_two_seconds() {
    let is_quick = |_| {
        let start = Instant::now();
        let mut client = Client::start(&["--threads", "1", "--playouts", "50"]);
        client.accept("quit");
        assert!(client.engine.wait().expect("it ends").success());
        start.elapsed() < Duration::from_secs(2)
    };
    // Other load on the machine may slow down some.
    assert!((0..5).any(is_quick));
}

/// Windows gives the main thread a stack of this size.
#[cfg(unix)]
#[test]
fn a_stack_of_one_mebibyte_is_enough() {
    let mut engine = Command::new("sh")
        .args(["-c", "ulimit -s 1024; exec \"$0\" --threads 1 --playouts 50"])
        .arg(env!("CARGO_BIN_EXE_shusaku"))
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell starts");
    let mut input = engine.stdin.take().expect("a pipe");
    input.write_all(b"boardsize 25\ngenmove b\nfinal_score\n").expect("an open pipe");
    drop(input);
    let output = engine.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", output.status);
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches('=').count(), 3);
}
