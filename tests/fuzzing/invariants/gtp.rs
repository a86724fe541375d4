//! GTP sessions: every request has exactly one answer, a refused one changes nothing, and the
//! record reads as the same game.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

use shusaku::{
    Game, Record, Rules,
    commands::Dispatcher,
    engine::{Engine, ModelChoice, Options},
    gtp::{Line, Request, serve},
    sgf,
};

/// Number of lines of a session, and of those that compute much.
const MAX_LINES: usize = 16;
const MAX_SEARCHES: usize = 2;

/// Length of a line.
const MAX_LINE_LEN: usize = 400;

/// Longest answer to a request that is refused.
const MAX_REFUSAL_LEN: usize = 2000;

/// Commands whose answers are the state of the game.
const STATE: [&str; 5] = ["printsgf", "kata-get-rules", "get_komi", "showboard", "move_history"];

/// Runs the lines as a session, with the state of the game before and after each of them.
pub fn check(data: &[u8]) {
    let state = STATE.map(|command| format!("{command}\n")).concat();
    let (mut input, mut requests, mut searches) = (state.clone().into_bytes(), Vec::new(), 0);
    for line in data.split(|&byte| byte == b'\n').filter(|line| line.len() <= MAX_LINE_LEN) {
        let request = match Line::parse(line) {
            Line::Request(request) => Some(request),
            Line::IdAlone(_) => None,
            Line::Interrupt | Line::Empty => continue,
        };
        searches += usize::from(request.as_ref().is_some_and(searches_much));
        if request.as_ref().is_some_and(is_left_out) || searches > MAX_SEARCHES {
            continue;
        }
        input.extend([line, b"\n", state.as_bytes()].concat());
        requests.push(line.to_vec());
        if requests.len() == MAX_LINES {
            break;
        }
    }
    let output = answers(input);
    let answers: Vec<&str> = output.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), STATE.len() + requests.len() * (1 + STATE.len()), "{output}");
    let (mut before, mut rest) = answers.split_at(STATE.len());
    for line in &requests {
        let (answer, more) = rest.split_first().expect("an answer");
        let (after, more) = more.split_at(STATE.len());
        let line = String::from_utf8_lossy(line);
        check_answer(&line, answer);
        if answer.starts_with('?') {
            assert_eq!(after, before, "{line}: {answer}");
        }
        (before, rest) = (after, more);
    }
    check_record(before[0].trim_start_matches('=').trim_start());
}

/// Files, the end, and settings with which a session has no limits.
fn is_left_out(request: &Request) -> bool {
    const UNLIMITED: [&str; 4] = ["numSearchThreads", "maxVisits", "maxTime", "ponderingEnabled"];
    match request.name.as_str() {
        "quit" | "loadsgf" => true,
        "printsgf" => !request.arguments.is_empty(),
        "kata-set-param" => UNLIMITED.iter().any(|name| request.arguments.contains(name)),
        _ => false,
    }
}

fn searches_much(request: &Request) -> bool {
    let names = ["final", "genmove", "analyze", "search", "shusaku-", "kgs-", "gogui-"];
    names.iter().any(|part| request.name.contains(part))
}

fn check_answer(line: &str, answer: &str) {
    assert!(answer.starts_with(['=', '?']), "{line}: {answer}");
    assert!(!answer.contains("internal error"), "{line}: {answer}");
    if answer.starts_with('?') {
        assert_eq!(answer.lines().count(), 1, "{line}: {answer}");
        assert!(answer.len() <= MAX_REFUSAL_LEN, "{line}: {answer}");
    }
}

/// Checks that the record is read and written the same, and so is the game that it replays.
fn check_record(text: &str) {
    let record = sgf::read(text.as_bytes()).expect("a record");
    assert_eq!(sgf::read(sgf::write(&record).as_bytes()).as_ref(), Ok(&record), "{text}");
    let replay = |record: &Record| {
        let defaults = Game::new(record.size, Rules::default());
        let game = record.replay(&defaults, None).unwrap_or_else(|error| panic!("{error}: {text}"));
        Record::of(&game)
    };
    let replayed = replay(&record);
    assert_eq!(replay(&replayed), replayed, "{text}");
    assert_eq!(replayed.steps, record.steps, "{text}");
}

/// All answers of a new engine.
fn answers(input: Vec<u8>) -> String {
    let options = Options {
        model: ModelChoice::Playouts,
        threads: 1,
        playouts: Some(4),
        seconds: Some(0.05),
        memory: 1 << 20,
        seed: Some(1),
        ..Options::default()
    };
    let mut dispatcher = Dispatcher::new(Engine::new(options).expect("one thread"));
    let output = Output::default();
    serve(io::Cursor::new(input), output.clone(), &mut dispatcher).expect("memory");
    let bytes = output.0.lock().expect("no panic").clone();
    String::from_utf8(bytes).expect("UTF-8")
}

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
