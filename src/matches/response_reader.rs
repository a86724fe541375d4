//! Reads the responses of an engine on a thread, so that a silent engine blocks no one.

use std::{
    io::{BufRead, BufReader, Read},
    process::ChildStdout,
    sync::mpsc::{Receiver, Sender, channel},
    thread,
};

/// Bytes of the longest line of a response.
const MAX_LINE: usize = 1 << 16;

/// Lines of the longest response.
const MAX_LINES: usize = 10_000;

/// The output of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Output {
    /// A success, without the `=` and its blanks.
    Success(String),
    /// An error, without the `?` and its blanks.
    Failure(String),
    /// Anything else: the first line of it.
    Garbage(String),
    /// The end of the output.
    End,
}

/// Starts to read the output of an engine. Nothing follows garbage or the end.
pub(super) fn read_responses(output: ChildStdout) -> Receiver<Output> {
    let (sender, receiver) = channel();
    thread::spawn(move || forward(BufReader::new(output), &sender));
    receiver
}

fn forward(mut input: impl BufRead, sender: &Sender<Output>) {
    loop {
        let output = next_response(&mut input);
        let is_last = matches!(output, Output::Garbage(_) | Output::End);
        if sender.send(output).is_err() || is_last {
            return;
        }
    }
}

/// Reads up to the empty line that ends a response. Empty lines before it are skipped.
fn next_response(input: &mut impl BufRead) -> Output {
    let mut lines: Vec<String> = Vec::new();
    loop {
        let Some(line) = next_line(input) else {
            // An engine that ends in the middle of a response has crashed.
            return Output::End;
        };
        match line {
            Err(start) => return Output::Garbage(start),
            Ok(line) if line.is_empty() && lines.is_empty() => {}
            Ok(line) if line.is_empty() => return response(&lines),
            Ok(line) if lines.is_empty() && !line.starts_with(['=', '?']) => {
                return Output::Garbage(line);
            }
            Ok(line) if lines.len() == MAX_LINES => return Output::Garbage(line),
            Ok(line) => lines.push(line),
        }
    }
}

fn response(lines: &[String]) -> Output {
    let text = lines.join("\n");
    let (mark, text) = text.split_at(1);
    let text = text.trim().to_string();
    if mark == "=" { Output::Success(text) } else { Output::Failure(text) }
}

/// Reads a line without its end and without control characters; `None` at the end of the output, and
/// the start of the line as an error if it is too long.
fn next_line(input: &mut impl BufRead) -> Option<Result<String, String>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut bytes);
    if read.is_err() || bytes.is_empty() {
        return None;
    }
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_end().replace('\t', " ").replace(char::is_control, "");
    match bytes.last() {
        Some(b'\n') => Some(Ok(text)),
        _ if bytes.len() == MAX_LINE => Some(Err(text)),
        // The last line of an engine that ended.
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outputs(text: &str) -> Vec<Output> {
        let (sender, receiver) = channel();
        forward(text.as_bytes(), &sender);
        drop(sender);
        receiver.iter().collect()
    }

    #[test]
    fn responses_end_with_an_empty_line() {
        let text = "= \r\n\n\n=D4\n\n= A\nB\n\n? illegal move\n\n= cut off\n";
        let success = |text: &str| Output::Success(text.to_string());
        let failure = Output::Failure("illegal move".to_string());
        let expected = [success(""), success("D4"), success("A\nB"), failure, Output::End];
        assert_eq!(outputs(text), expected);
    }

    #[test]
    fn other_text_is_garbage_and_the_last_output() {
        for text in ["thinking\n= D4\n\n", "D4\n\n", "\u{1b}[1m\u{7}x\n"] {
            let outputs = outputs(text);
            assert!(matches!(outputs[..], [Output::Garbage(_)]), "{text:?}: {outputs:?}");
        }
        let endless = "=".to_string() + &"x".repeat(2 * MAX_LINE);
        assert!(matches!(outputs(&endless)[..], [Output::Garbage(_)]));
        let many_lines = "= x\n".repeat(2 * MAX_LINES);
        assert!(matches!(outputs(&many_lines)[..], [Output::Garbage(_)]));
    }
}
