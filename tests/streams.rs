//! Random input gets one well-formed response per command.

#[path = "common/parallel.rs"]
mod parallel;

use std::{
    env,
    io::{self, Cursor, Read, Write},
    process::{Command, Stdio},
    sync::{Arc, Mutex},
    thread,
};

use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_xoshiro::Xoroshiro128PlusPlus;
use shusaku::{
    commands::Dispatcher,
    engine::{Engine, ModelChoice, Options},
    gtp::serve,
};

/// Commands of all families. Those that search are fast with the options of the test.
const COMMANDS: [&str; 41] = [
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
    "kgs-rules japanese",
    "kata-set-rules mizessyn",
    "kata-get-rules",
    "lz-analyze b 1",
    "kata-analyze 1 ownership true",
    "kata-search_cancellable w",
    "lz-genmove_analyze b 1",
    "gogui-analyze_commands",
    "printsgf",
    "showboard",
    "kata-set-param maxVisits 7",
    "cgos-opponent_name x",
];

/// Commands that judge the stones, which takes many playouts whatever the options.
const SLOW: [&str; 3] = ["final_status_list dead", "final_score", "kgs-genmove_cleanup b"];

/// Text that is inserted into lines.
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

/// Returns random lines: commands, some with an id, some damaged.
fn stream(commands: &[&str], rng: &mut Xoroshiro128PlusPlus) -> Vec<u8> {
    let mut stream = b"boardsize 7\n".to_vec();
    for number in 0..rng.random_range(1..40) {
        if rng.random_bool(0.1) {
            stream.extend(["\n", "# a comment\r\n", " \t\r\n", "7\n"].choose(rng).unwrap().bytes());
        }
        let id = if rng.random_bool(0.5) { format!("{number} ") } else { String::new() };
        let mut line = (id + commands.choose(rng).unwrap()).into_bytes();
        if rng.random_bool(0.4) {
            damage(&mut line, rng);
        }
        stream.extend(line);
        stream.extend(["\n", "\r\n"].choose(rng).unwrap().bytes());
    }
    if rng.random_bool(0.5) {
        stream.extend(b"99 quit\n");
        stream.extend(b"name\n".repeat(rng.random_range(0..3)));
    }
    if rng.random_bool(0.3) {
        stream.pop();
    }
    stream
}

/// Truncates a line, flips a bit of it, or inserts noise.
fn damage(line: &mut Vec<u8>, rng: &mut Xoroshiro128PlusPlus) {
    let place = rng.random_range(0..line.len());
    match rng.random_range(0..3) {
        0 => line.truncate(place),
        1 => line[place] ^= 1 << rng.random_range(0..8),
        _ => {
            let noise =
                (0..rng.random_range(1..5)).flat_map(|_| NOISE.choose(rng).unwrap().bytes());
            let noise: Vec<u8> = noise.collect();
            line.splice(place..place, noise);
        }
    }
    // No file is written outside the folder of the test.
    line.retain(|byte| *byte != b'/');
}

/// The expected ids of the responses, `None` for a command without an id. This parser of GTP
/// version 2, draft 2, section 3.1, is independent of the engine's.
fn expected_ids(stream: &[u8]) -> Vec<Option<String>> {
    let mut ids = Vec::new();
    for line in String::from_utf8_lossy(stream).split('\n') {
        let command = line.split('#').next().unwrap_or_default();
        let command: String = command.chars().filter(|c| *c == '\t' || !c.is_control()).collect();
        // A byte order mark in front is ignored.
        let command = command.trim_start_matches([' ', '\t', '\u{feff}']);
        let words: Vec<&str> = command.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        let Some(first) = words.first() else { continue };
        let id = first.bytes().all(|byte| byte.is_ascii_digit());
        // An id may have any length; its leading zeros are not echoed.
        let zeros = first.bytes().take_while(|byte| *byte == b'0').count().min(first.len() - 1);
        ids.push(id.then(|| first[zeros..].to_string()));
        if words[usize::from(id)..] == ["quit"] {
            break;
        }
    }
    ids
}

/// Checks that the replies are one well-formed response per command.
fn check(stream: &[u8], replies: Vec<u8>) {
    let input = String::from_utf8_lossy(stream);
    let replies = String::from_utf8(replies).expect("replies are UTF-8");
    assert!(replies.ends_with("\n\n"), "{input:?}\n{replies}");
    let responses: Vec<&str> = replies.split_terminator("\n\n").collect();
    let ids: Vec<Option<String>> = responses.iter().map(|response| id_of(response)).collect();
    assert_eq!(ids, expected_ids(stream), "{input:?}\n{replies}");
}

/// Returns the id of a response, which must be well formed.
fn id_of(response: &str) -> Option<String> {
    let rest = response.strip_prefix(['=', '?']).unwrap_or_else(|| panic!("no mark: {response:?}"));
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (id, text) = rest.split_at(digits);
    // An analysis begins with the mark alone on its line.
    let is_well_formed = text.starts_with(' ')
        || text.is_empty()
        || text.starts_with("\ninfo ")
        || text.starts_with("\nplay ");
    assert!(is_well_formed, "{response:?}");
    assert!(!response.contains("internal error"), "{response:?}");
    assert!(response.starts_with('=') || !text.contains('\n'), "{response:?}");
    assert!(!response.contains(|c: char| c.is_control() && c != '\n'), "{response:?}");
    (!id.is_empty()).then(|| id.to_string())
}

fn run_binary(stream: &[u8]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder for the written files");
    let mut engine = Command::new(env!("CARGO_BIN_EXE_shusaku"))
        .args(["--threads", "1", "--playouts", "5", "--seed", "1", "--memory", "4"])
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the engine starts");
    let mut input = engine.stdin.take().expect("a pipe");
    let mut output = engine.stdout.take().expect("a pipe");
    let bytes = stream.to_vec();
    // After a quit the engine reads no more.
    let writer = thread::spawn(move || drop(input.write_all(&bytes)));
    let mut replies = Vec::new();
    output.read_to_end(&mut replies).expect("the engine answers");
    writer.join().expect("everything was written");
    assert!(engine.wait().expect("it ends").success());
    replies
}

/// An output that keeps the written bytes.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer fails").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn run_in_process(stream: &[u8], model: ModelChoice) -> Vec<u8> {
    let options = Options {
        model,
        threads: 1,
        playouts: Some(5),
        seed: Some(1),
        memory: 4 << 20,
        ..Options::default()
    };
    let mut dispatcher = Dispatcher::new(Engine::new(options).expect("good options"));
    let output = Output::default();
    serve(Cursor::new(stream.to_vec()), output.clone(), &mut dispatcher).expect("the pipes hold");
    output.0.lock().expect("no writer fails").clone()
}

#[test]
fn every_stream_gets_well_formed_responses() {
    let mut rng = Xoroshiro128PlusPlus::seed_from_u64(7);
    let commands = [&COMMANDS[..], &SLOW[..]].concat();
    let streams: Vec<Vec<u8>> = (0..80).map(|_| stream(&commands, &mut rng)).collect();
    parallel::map(&streams, |stream| check(stream, run_binary(stream)));
}

#[test]
fn thousands_of_streams_in_process_get_well_formed_responses() {
    let folder = tempfile::tempdir().expect("a folder for the written files");
    env::set_current_dir(&folder).expect("the folder is there");
    let mut rng = Xoroshiro128PlusPlus::seed_from_u64(8);
    let streams = (0..2_000).map(|number| {
        let has_network = number % 4 == 0;
        let model = if has_network { ModelChoice::Embedded } else { ModelChoice::Playouts };
        (stream(&COMMANDS, &mut rng), model)
    });
    let streams: Vec<(Vec<u8>, ModelChoice)> = streams.collect();
    parallel::map(&streams, |(stream, model)| check(stream, run_in_process(stream, model.clone())));
}
