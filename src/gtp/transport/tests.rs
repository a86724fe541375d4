//! The loop over in-memory and real pipes.

use std::io::{Cursor, PipeReader, PipeWriter, pipe};
use std::sync::Mutex;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

/// Longer than any step takes unless it hangs.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Commands that expose what a session sees and writes.
#[derive(Default)]
struct Probe {
    kept: Option<Session>,
}

impl Handler for Probe {
    fn handle(&mut self, request: &Request, session: &Session) -> Outcome {
        let text = |text: &str| Ok(text.to_string());
        let response = match request.name.as_str() {
            "echo" => text(&request.arguments),
            "length" => Ok(request.arguments.len().to_string()),
            "quit" => return Outcome::quit(Ok(String::new())),
            "panic" => panic!("lost\n\n{}", request.arguments),
            "interrupted" => text(&session.interrupted().to_string()),
            "think" => text(if in_time(|| session.interrupted()) { "interrupted" } else { "hung" }),
            "wait" => text(if in_time(|| session.input_arrived()) { "woken" } else { "hung" }),
            "analyze" => analyze(session),
            "stream" => {
                session.start_stream();
                session.write_line("info\n\nmove D4");
                session.write_line("");
                Ok(request.arguments.clone())
            }
            "lose" => {
                session.start_stream();
                panic!("lost");
            }
            "keep" => {
                self.kept = Some(session.clone());
                text("")
            }
            "late" => {
                let late = self.kept.as_ref().expect("`keep` comes first");
                text(&format!("{} {}", late.start_stream(), late.write_line("late")))
            }
            _ => Err("unknown command".to_string()),
        };
        response.into()
    }
}

/// Waits until a condition holds; returns whether it does within [`TIMEOUT`].
fn in_time(holds: impl Fn() -> bool) -> bool {
    let started = Instant::now();
    while !holds() && started.elapsed() < TIMEOUT {
        thread::sleep(Duration::from_millis(1));
    }
    holds()
}

fn analyze(session: &Session) -> Response {
    session.start_stream();
    while session.write_line("info") && !session.input_arrived() {
        thread::sleep(Duration::from_millis(1));
    }
    Ok(String::new())
}

/// An output that keeps each write.
#[derive(Clone, Default)]
struct Output {
    writes: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Output {
    fn text(&self) -> String {
        let bytes = self.writes.lock().expect("no write panics").concat();
        String::from_utf8(bytes).expect("responses are UTF-8")
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writes.lock().expect("no write panics").push(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn serve_all(input: &[u8]) -> Output {
    let output = Output::default();
    let input = Cursor::new(input.to_vec());
    serve(input, output.clone(), &mut Probe::default()).expect("the pipes hold");
    output
}

fn replies(input: &str) -> String {
    serve_all(input.as_bytes()).text()
}

/// A client that sends and reads step by step.
struct Client {
    input: Option<PipeWriter>,
    output: Option<BufReader<PipeReader>>,
    server: JoinHandle<io::Result<()>>,
}

impl Client {
    fn start() -> Client {
        let (server_input, input) = pipe().expect("a pipe");
        let (output, server_output) = pipe().expect("a pipe");
        let serve = move || serve(server_input, server_output, &mut Probe::default());
        Client {
            input: Some(input),
            output: Some(BufReader::new(output)),
            server: thread::spawn(serve),
        }
    }

    fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(text.as_bytes()).expect("the server reads");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        let output = self.output.as_mut().expect("the output is open");
        output.read_line(&mut line).expect("the server writes");
        line
    }

    /// The rest of a response.
    fn response(&mut self) -> String {
        let mut text = String::new();
        while !text.ends_with("\n\n") && text != "\n" {
            let line = self.line();
            assert_ne!(line, "", "the output ended after {text:?}");
            text += &line;
        }
        text
    }

    fn finish(mut self) -> io::Result<()> {
        drop(self.input.take());
        self.server.join().expect("the server does not panic")
    }
}

#[test]
fn answers_pipelined_commands_in_order_with_their_ids() {
    let output = serve_all(b"1 echo a\n\n# echo b\necho  c\r\n007 none\n12\n\t9 echo\n");
    assert_eq!(
        output.text(),
        "=1 a\n\n= c\n\n?7 unknown command\n\n?12 syntax error: missing command\n\n=9 \n\n"
    );
    assert_eq!(output.writes.lock().expect("no write panics").len(), 5);
}

#[test]
fn executes_a_last_line_without_line_feed() {
    assert_eq!(replies("echo a\necho b"), "= a\n\n= b\n\n");
    assert_eq!(replies(""), "");
}

#[test]
fn quit_is_the_last_answer() {
    assert_eq!(replies("echo a\n2 quit\necho b\n"), "= a\n\n=2 \n\n");
}

#[test]
fn quit_does_not_wait_for_the_reader() {
    let mut client = Client::start();
    client.send("quit\n");
    assert_eq!(client.response(), "= \n\n");
    let served = client.server.join().expect("the server does not panic");
    assert!(served.is_ok());
}

#[test]
fn a_client_that_leaves_is_no_error() {
    let mut client = Client::start();
    drop(client.output.take());
    client.send("echo a\necho b\nanalyze\n");
    assert!(client.finish().is_ok());

    let mut client = Client::start();
    client.send("analyze\n");
    drop(client.output.take());
    let served = client.server.join().expect("the server does not panic");
    assert!(served.is_ok());
}

#[test]
fn a_failed_read_is_an_error_after_the_answers() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    let output = Output::default();
    let input = Cursor::new(b"echo a\n").chain(Failing);
    assert!(serve(input, output.clone(), &mut Probe::default()).is_err());
    assert_eq!(output.text(), "= a\n\n");
}

#[test]
fn a_line_may_have_any_length() {
    let line = format!("length {}\n{} echo a\n", "x".repeat(1 << 20), "1".repeat(999));
    let expected = format!("= 1048576\n\n={} a\n\n", "1".repeat(999));
    assert_eq!(replies(&line), expected);
}

#[test]
fn a_panic_is_answered_and_serving_goes_on() {
    assert_eq!(replies("3 panic here\necho a\n"), "?3 internal error: lost here\n\n= a\n\n");
    let long = replies(&format!("panic {}\n", "x".repeat(10_000)));
    assert!(long.len() < 300, "{long}");
}

#[test]
fn an_interrupt_reaches_the_running_command() {
    let mut client = Client::start();
    client.send("think\n");
    client.send("# interrupt\n");
    assert_eq!(client.response(), "= interrupted\n\n");
    client.send("interrupted\n");
    assert_eq!(client.response(), "= false\n\n");
    assert!(client.finish().is_ok());
}

#[test]
fn an_interrupt_spares_the_commands_sent_after_it() {
    assert_eq!(
        replies("# interrupt\nthink\n# interrupt\ninterrupted\n"),
        "= interrupted\n\n= false\n\n"
    );
}

#[test]
fn any_line_ends_an_analysis() {
    for stop in ["\n", "# comment\n", "# interrupt\n"] {
        let mut client = Client::start();
        client.send("5 analyze\n");
        assert_eq!(client.line(), "=5\n");
        assert_eq!(client.line(), "info\n");
        client.send(stop);
        let end = client.response();
        assert_eq!(end.replace("info\n", ""), "\n");
        client.send("6 echo a\n");
        assert_eq!(client.response(), "=6 a\n\n");
        assert!(client.finish().is_ok());
    }
    let waiting = replies("analyze\necho a\n");
    assert_eq!(waiting.replace("info\n", ""), "=\n\n= a\n\n");
}

#[test]
fn a_wait_ends_with_the_next_line_or_the_input() {
    let mut client = Client::start();
    client.send("wait\n");
    client.send("wait\n");
    assert_eq!(client.response(), "= woken\n\n");
    assert!(client.finish().is_ok());
    assert!(!Session::detached().input_arrived());
}

#[test]
fn a_streamed_response_ends_with_the_text_of_the_command() {
    assert_eq!(
        replies("4 stream play D4\nstream\nlose\n"),
        "=4\ninfo move D4\nplay D4\n\n=\ninfo move D4\n\n=\ninternal error: lost\n\n"
    );
}

#[test]
fn an_answered_command_can_write_nothing() {
    assert_eq!(replies("keep\nlate\n"), "= \n\n= false false\n\n");
}

#[test]
fn any_bytes_get_one_well_formed_response_for_each_request() {
    const PIECES: [&[u8]; 14] = [
        b"echo",
        b"stream",
        b"panic",
        b"none",
        b"1",
        b"00",
        b" ",
        b"\t",
        b"\r",
        b"\n",
        b"\n",
        b"#",
        b"\0",
        b"\xc2\x85",
    ];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..200 {
        let mut input = Vec::new();
        for _ in 0..rng.random_range(0..40) {
            match rng.random_range(0..4) {
                0 => input.push(rng.random()),
                _ => input.extend(PIECES[rng.random_range(0..PIECES.len())]),
            }
        }
        let needs_answer =
            |line: &&[u8]| matches!(Line::parse(line), Line::Request(_) | Line::IdAlone(_));
        let expected = input.split(|byte| *byte == b'\n').filter(needs_answer).count();
        let output = serve_all(&input).text();
        assert_eq!(
            count_responses(&output),
            expected,
            "{:?} -> {output:?}",
            input.escape_ascii().to_string()
        );
    }
}

/// Counts the responses in a text; panics unless each is well formed.
fn count_responses(output: &str) -> usize {
    let responses: Vec<&str> = output.split_terminator("\n\n").collect();
    assert!(output.is_empty() || output.ends_with("\n\n"), "{output:?}");
    for response in &responses {
        let after_mark = response.strip_prefix(['=', '?']).expect("a mark");
        let after_id = after_mark.trim_start_matches(|c: char| c.is_ascii_digit());
        assert!(after_id.is_empty() || after_id.starts_with([' ', '\n']), "{response:?}");
        assert!(!response.chars().any(|c| c != '\n' && c != '\t' && c.is_control()));
        assert!(!response.ends_with('\n'), "{response:?}");
    }
    responses.len()
}
