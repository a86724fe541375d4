//! The analysis commands of the binary: the format of `info` lines, and the end by any line of
//! input.

use std::{thread, time::Duration};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus;

use crate::client::Client;

const QUICK: [&str; 4] = ["--threads", "2", "--seed", "1"];

/// Reads the mark and `count` lines of an analysis, ends it by the line `end`, and reads the rest.
fn analysis(client: &mut Client, mark: &str, count: usize, end: &str) -> Vec<String> {
    assert_eq!(client.line(), mark);
    let mut lines: Vec<String> = (0..count).map(|_| client.line()).collect();
    client.write(end.as_bytes());
    lines.extend(rest_of_analysis(client));
    lines
}

/// Reads the lines of an analysis up to the empty line.
fn rest_of_analysis(client: &mut Client) -> Vec<String> {
    let lines: Vec<String> =
        std::iter::from_fn(|| Some(client.line()).filter(|line| !line.is_empty())).collect();
    assert!(lines.iter().all(|line| line.starts_with("info move ")), "{lines:?}");
    lines
}

/// Splits a line into the blocks of its moves, and these into words.
fn blocks(line: &str) -> Vec<Vec<&str>> {
    line.split("info ").skip(1).map(|block| block.split_whitespace().collect()).collect()
}

#[test]
fn leela_lines_end_with_the_principal_variation() {
    let mut client = Client::start(&QUICK);
    client.accept("boardsize 9");
    client.write(b"3 lz-analyze W 1");
    let lines = analysis(&mut client, "=3", 3, "");
    for block in lines.iter().flat_map(|line| blocks(line)) {
        let keys: Vec<&str> = block.iter().step_by(2).take(7).copied().collect();
        assert_eq!(keys, ["move", "visits", "winrate", "prior", "lcb", "order", "pv"]);
        assert_eq!(block[1], block[13], "the principal variation begins with the move");
        for value in [block[5], block[7], block[9]] {
            assert!(value.parse::<u32>().is_ok_and(|value| value <= 10_000), "{value}");
        }
    }
}

#[test]
fn kata_lines_contain_scores_and_requested_ownership() {
    let mut client = Client::start(&QUICK);
    client.accept("boardsize 7 5");
    client.write(
        b"kata-analyze interval 1 maxmoves 2 rootInfo true ownership true ownershipStdev true \
          movesOwnership true pvVisits true",
    );
    let lines = analysis(&mut client, "=", 2, "5 name");
    assert_eq!(client.response(), "=5 shusaku\n");
    let line = lines.last().expect("some line").as_str();
    let after = |key: &str| {
        let (_, after) = line.split_once(&format!(" {key} ")).unwrap_or_else(|| panic!("{key}"));
        after.split(' ').map_while(|word| word.parse::<f64>().ok()).collect::<Vec<_>>()
    };
    for key in ["ownership", "ownershipStdev", "movesOwnership"] {
        let values = after(key);
        assert_eq!(values.len(), 35, "{key}");
        assert!(values.iter().all(|value| (-1.0..=1.0).contains(value)), "{key}");
    }
    assert!(after("rootInfo visits")[0] >= 1.0 && after("scoreLead")[0].abs() < 36.0);
    assert!(!after("pvVisits").is_empty());
    assert!(line.matches("info move ").count() <= 2);
}

#[test]
fn info_lines_precede_the_generated_move() {
    let mut client = Client::start(&["--threads", "1", "--playouts", "20", "--seed", "1"]);
    client.accept("boardsize 9");
    for command in ["lz-genmove_analyze b 100000", "kata-genmove_analyze w ownership true"] {
        client.write(command.as_bytes());
        assert_eq!(client.line(), "=");
        // A slow machine writes more than one line before the move.
        let mut lines = 0;
        let end = loop {
            match client.line() {
                line if line.starts_with("info move ") => lines += 1,
                line => break line,
            }
        };
        assert!(lines >= 1 && end.starts_with("play "), "{lines} lines, then {end}");
        assert_eq!(client.line(), "");
    }
    assert_eq!(client.accept("move_history").lines().count(), 2);
    let response = client.accept("kata-search b");
    assert!(response.len() <= "= pass\n".len() && !response.contains("resign"), "{response}");
    assert_eq!(client.accept("move_history").lines().count(), 2);
}

#[test]
fn an_avoided_pass_is_not_played() {
    let mut client = Client::start(&["--threads", "1", "--playouts", "200", "--seed", "1"]);
    for line in ["boardsize 5", "komi 0", "play b c3", "play w pass"] {
        client.accept(line);
    }
    let response = client.accept("lz-genmove_analyze b avoid b pass 1");
    assert!(response.contains("\nplay ") && !response.contains("play pass"), "{response}");
}

#[test]
fn constraints_that_leave_no_move_are_refused() {
    let mut client = Client::start(&QUICK);
    for (size, constraint) in [("5", "allow b c3 1"), ("2", "avoid b A1:B2,pass 1")] {
        client.accept(&format!("boardsize {size}"));
        if size == "5" {
            client.accept("play b c3");
        }
        for command in ["lz-analyze b 10", "lz-genmove_analyze b", "kata-search_analyze b"] {
            let response = client.send(format!("{command} {constraint}").as_bytes());
            assert!(response.starts_with("? avoid and allow"), "{response}");
        }
    }
}

#[test]
fn input_cancels_a_cancellable_search() {
    let mut client = Client::start(&["--threads", "1", "--seconds", "100"]);
    client.write(b"kata-search_cancellable b\nkata-search_analyze_cancellable w 5\nstop");
    assert_eq!(client.response(), "= cancelled\n");
    let response = client.response();
    assert!(response.ends_with("play cancelled\n"), "{response}");
    assert_eq!(client.response(), "= \n");
}

#[test]
fn an_interrupted_genmove_plays_at_once() {
    let mut client = Client::start(&["--threads", "1", "--seconds", "100"]);
    client.write(b"genmove b\n# interrupt");
    assert!(client.response().starts_with("= "));
    assert_eq!(client.accept("move_history").lines().count(), 1);
}

#[test]
fn an_analysis_does_not_change_the_game() {
    let mut client = Client::start(&QUICK);
    for size in ["1", "2", "1 3", "19", "25"] {
        client.accept(&format!("boardsize {size}"));
        for moves in 0..3 {
            for color in ["b", "w"] {
                let before = client.accept("showboard");
                client.write(format!("kata-analyze {color} 1 ownership true").as_bytes());
                analysis(&mut client, "=", 1, "");
                assert_eq!(client.accept("showboard"), before);
            }
            client.accept(if moves == 0 { "play b pass" } else { "play w pass" });
        }
    }
}

/// Memory of the process in KiB: resident now (`VmRSS`) or at its peak (`VmHWM`).
#[cfg(target_os = "linux")]
fn memory(client: &Client, key: &str) -> f64 {
    crate::process::kib(&client.engine, key).expect("the process runs") as f64
}

/// Runs an analysis until its memory stops growing. On a slow machine, short analyses would fill
/// the tree for a long time.
#[cfg(target_os = "linux")]
fn fill_tree(client: &mut Client) {
    client.write(b"lz-analyze b 100");
    let mut peak = 0.0;
    while memory(client, "VmHWM") > peak {
        peak = memory(client, "VmHWM");
        thread::sleep(Duration::from_secs(1));
    }
    analysis(client, "=", 1, "");
}

#[test]
#[cfg(target_os = "linux")]
fn ten_thousand_analyses_leak_no_memory() {
    let mut client = Client::start(&["--threads", "2", "--seed", "1", "--memory", "4"]);
    client.accept("boardsize 6");
    fill_tree(&mut client);
    let mut rng = Xoroshiro128PlusPlus::seed_from_u64(1);
    // The memory varies with the tree, so only sums show a leak.
    let mut sums = [0.0; 2];
    for cycle in 0..10_000_usize {
        if cycle >= 2_000 {
            sums[usize::from(cycle >= 6_000)] += memory(&client, "VmRSS");
        }
        let command = ["lz-analyze b 1", "kata-analyze 1 ownership true"][cycle % 2];
        client.write(format!("{cycle} {command}").as_bytes());
        let end = ["name", "", "stop", "protocol_version"][cycle % 4];
        let mark = format!("={cycle}");
        // An odd number, so that both commands and all ends take part.
        if cycle.is_multiple_of(51) {
            analysis(&mut client, &mark, 2, end);
        } else {
            // From no pause, when the end is already waiting, to a millisecond of search, in which
            // no line is due. The end is sent before anything is read.
            thread::sleep(Duration::from_micros(rng.random_range(0..7_u64).pow(4)));
            client.write(end.as_bytes());
            assert_eq!(client.line(), mark);
            rest_of_analysis(&mut client);
        }
        if !end.is_empty() {
            assert_eq!(client.response().lines().count(), 1);
        }
    }
    let grown = sums[1] / sums[0];
    assert!(grown < 1.05, "memory grew by a factor of {grown:.3}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_hundred_thousand_commands_leak_no_memory() {
    const LINES: [&str; 20] = [
        "boardsize 6",
        "play b e5",
        "play w c3",
        "genmove b",
        "undo",
        "showboard",
        "undo",
        "kata-get-rules",
        "nonsense",
        "play b e5",
        "clear_board",
        "komi 5.5",
        "time_settings 60 10 5",
        "time_left b 50 0",
        "play w d4",
        "play w d4",
        "list_commands",
        "kata-get-param maxVisits",
        "undo",
        "query_boardsize",
    ];
    let mut client =
        Client::start(&["--threads", "1", "--seed", "1", "--memory", "16", "--playouts", "1"]);
    let mut settled = 0.0;
    for round in 0..1_000 {
        if round == 200 {
            settled = memory(&client, "VmRSS");
        }
        // A hundred at a time fit into the pipe.
        let commands: Vec<String> =
            (0..100).map(|n| format!("{} {}", 100 * round + n, LINES[n % 20])).collect();
        client.write(commands.join("\n").as_bytes());
        for n in 0..100 {
            let response = client.response();
            let id = response[1..].split(' ').next().expect("an id");
            assert_eq!(id, (100 * round + n).to_string(), "{response}");
        }
    }
    let grown = memory(&client, "VmRSS") / settled;
    assert!(grown < 1.05, "memory grew by a factor of {grown:.3}");
}
