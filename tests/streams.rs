//! Whatever comes in, what goes out is one well-formed response for each command.

use std::{
    io::{Read, Write},
    process::{Command, Stdio},
    thread,
};

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoroshiro128PlusPlus;

/// Commands of all kinds; those that think are quick under the options of the test.
const COMMANDS: [&str; 44] = [
    "protocol_version",
    "name",
    "list_commands",
    "known_command play",
    "help genmove",
    "boardsize 9",
    "boardsize 5 7",
    "boardsize 3",
    "boardsize 0",
    "clear_board",
    "komi 6.5",
    "komi nan",
    "play b e5",
    "play w c3",
    "play b pass",
    "play w a1",
    "play b a2",
    "genmove b",
    "genmove w",
    "reg_genmove b",
    "undo",
    "gg-undo 2",
    "fixed_handicap 2",
    "place_free_handicap 3",
    "set_free_handicap c3 g7",
    "time_settings 1 1 1",
    "time_left b -0.5 0",
    "kgs-time_settings byoyomi 1 1 5",
    "kata-time_settings fischer 1 1",
    "final_status_list dead",
    "kgs-rules japanese",
    "kata-set-rules mizessyn",
    "kata-get-rules",
    "kgs-genmove_cleanup b",
    "lz-analyze b 1",
    "kata-analyze 1 ownership true",
    "kata-search_cancellable w",
    "lz-genmove_analyze b 1",
    "gogui-analyze_commands",
    "shusaku-best-line b",
    "printsgf",
    "showboard",
    "kata-set-param maxVisits 7",
    "cgos-opponent_name x",
];

/// What a mangled line is made of.
const NOISE: [&str; 12] = [
    "\0",
    "\r",
    "\t",
    "#",
    "\u{1b}[2J",
    "99999999999999999999",
    "-1",
    "é",
    "\u{feff}",
    " ",
    "=",
    "?",
];

/// A stream of commands, and the ids to expect of the responses: `None` where none was given.
struct Stream {
    bytes: Vec<u8>,
    ids: Vec<Option<u64>>,
}

/// A random stream: each line a command, perhaps with an id, perhaps mangled behind its first word.
fn stream(rng: &mut Xoroshiro128PlusPlus) -> Stream {
    let mut stream = Stream { bytes: Vec::new(), ids: Vec::new() };
    for number in 0..rng.random_range(1..40) {
        if rng.random_bool(0.1) {
            stream.bytes.extend(["\n", "# a comment\r\n", " \t\r\n"].choose(rng).unwrap().bytes());
        }
        let id = rng.random_bool(0.5).then_some(number);
        let mut line = id.map_or(String::new(), |id| format!("{id} "));
        line += COMMANDS.choose(rng).unwrap();
        if rng.random_bool(0.3) {
            let noise: String =
                (0..rng.random_range(1..5)).map(|_| *NOISE.choose(rng).unwrap()).collect();
            line += &noise;
        }
        line += ["\n", "\r\n"].choose(rng).unwrap();
        let mut bytes = line.into_bytes();
        if rng.random_bool(0.1) {
            let place = rng.random_range(0..bytes.len() - 2);
            // Behind the id and the first letter, so that the line stays a command with that id.
            if place > 5 {
                bytes[place] = rng.random_range(128..=255);
            }
        }
        stream.bytes.extend(bytes);
        stream.ids.push(id);
    }
    stream
}

fn run(stream: &Stream) -> Vec<u8> {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_shusaku"))
        .args(["--threads", "1", "--playouts", "5", "--seed", "1", "--memory", "4"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the engine starts");
    let mut input = engine.stdin.take().expect("a pipe");
    let mut output = engine.stdout.take().expect("a pipe");
    let bytes = stream.bytes.clone();
    let writer = thread::spawn(move || input.write_all(&bytes).expect("the engine listens"));
    let mut replies = Vec::new();
    output.read_to_end(&mut replies).expect("the engine answers");
    writer.join().expect("everything was written");
    assert!(engine.wait().expect("it ends").success());
    replies
}

#[test]
fn every_stream_gets_well_formed_responses() {
    let mut rng = Xoroshiro128PlusPlus::seed_from_u64(7);
    for round in 0..80 {
        let stream = stream(&mut rng);
        let replies = String::from_utf8(run(&stream)).expect("replies are UTF-8");
        let shown = || format!("round {round}: {}", String::from_utf8_lossy(&stream.bytes));
        assert!(replies.is_empty() || replies.ends_with("\n\n"), "{}", shown());
        let responses: Vec<&str> = replies.split_terminator("\n\n").collect();
        assert_eq!(responses.len(), stream.ids.len(), "{}\n{replies}", shown());
        for (response, id) in responses.iter().zip(&stream.ids) {
            let mark = response.strip_prefix(['=', '?']).unwrap_or_else(|| panic!("{response}"));
            let digits: String = mark.chars().take_while(char::is_ascii_digit).collect();
            assert_eq!(digits.parse().ok(), *id, "{response}\n{}", shown());
            assert!(!response.contains("\n\n") && !response.starts_with("?\n"), "{response}");
        }
    }
}
