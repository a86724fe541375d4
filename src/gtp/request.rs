//! Parsing of one line of input.

use super::args::Args;

/// The comment line with which GoGui asks a running command to finish at once.
const INTERRUPT: &str = "# interrupt";

/// One line of input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A command to answer.
    Request(Request),
    /// An id without a command. It requires an answer, which can only be a failure.
    IdAlone(String),
    /// The comment `# interrupt` on a line of its own (GoGui's extension). It has no answer.
    Interrupt,
    /// A blank line or a comment. It has no answer.
    Empty,
}

/// A command as the client sent it, normalized (GTP 2 draft 2, section 3.1, "Preprocessing").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The decimal id to echo, of any length, without leading zeros (as GNU Go echoes it).
    pub id: Option<String>,
    /// The command's name as sent, never empty. The handler decides whether case matters.
    pub name: String,
    /// The text after the name, words separated by single spaces; may be empty.
    pub arguments: String,
}

impl Line {
    /// Parses one line, with or without its line feed. Any bytes are accepted: invalid UTF-8
    /// becomes U+FFFD.
    pub fn parse(raw: &[u8]) -> Line {
        let text = normalize(raw);
        if text == INTERRUPT {
            return Line::Interrupt;
        }
        let command = text.split('#').next().unwrap_or_default().trim_end();
        let (first, rest) = split_word(command);
        if first.is_empty() {
            return Line::Empty;
        }
        let Some(id) = parse_id(first) else {
            return Line::Request(Request::new(None, first, rest));
        };
        match split_word(rest) {
            ("", _) => Line::IdAlone(id),
            (name, arguments) => Line::Request(Request::new(Some(id), name, arguments)),
        }
    }
}

impl Request {
    fn new(id: Option<String>, name: &str, arguments: &str) -> Request {
        Request { id, name: name.to_string(), arguments: arguments.to_string() }
    }

    /// A cursor at the first argument.
    pub fn args(&self) -> Args<'_> {
        Args::new(&self.arguments)
    }
}

/// Removes control characters and a byte order mark in front, which editors on Windows write,
/// replaces each run of spaces and tabs by one space, and trims.
fn normalize(raw: &[u8]) -> String {
    let mut text = String::with_capacity(raw.len());
    for c in String::from_utf8_lossy(raw).chars() {
        match c {
            ' ' | '\t' if text.is_empty() || text.ends_with(' ') => {}
            ' ' | '\t' => text.push(' '),
            '\u{feff}' if text.is_empty() => {}
            c if c.is_control() => {}
            c => text.push(c),
        }
    }
    text.truncate(text.trim_end_matches(' ').len());
    text
}

fn split_word(text: &str) -> (&str, &str) {
    text.split_once(' ').unwrap_or((text, ""))
}

/// Parses an id and drops its leading zeros; `None` if the word is not all digits.
fn parse_id(word: &str) -> Option<String> {
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = word.trim_start_matches('0');
    Some(if digits.is_empty() { "0" } else { digits }.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(id: Option<&str>, name: &str, arguments: &str) -> Line {
        Line::Request(Request::new(id.map(str::to_string), name, arguments))
    }

    #[test]
    fn normalizes_every_form_of_a_command() {
        let long_id = "9".repeat(40);
        let table: [(&[u8], Line); 17] = [
            (b"name", request(None, "name", "")),
            (b"play b q16\r\n", request(None, "play", "b q16")),
            (b"\xef\xbb\xbfname", request(None, "name", "")),
            (b"  lz-analyze  10 ", request(None, "lz-analyze", "10")),
            (b"play\tw \t D4\t\n", request(None, "play", "w D4")),
            (b"na\0me\x07\x7f\n", request(None, "name", "")),
            (b"komi \x01 6.5", request(None, "komi", "6.5")),
            (b"7 play B A1", request(Some("7"), "play", "B A1")),
            (b"00056 name", request(Some("56"), "name", "")),
            (b"0 name", request(Some("0"), "name", "")),
            (b"000 name", request(Some("0"), "name", "")),
            (b"5x name", request(None, "5x", "name")),
            (b"-5 name", request(None, "-5", "name")),
            (b"1 2 3", request(Some("1"), "2", "3")),
            (b"komi 7#.5", request(None, "komi", "7")),
            (b"genmove b # interrupt", request(None, "genmove", "b")),
            (b"GenMove B", request(None, "GenMove", "B")),
        ];
        for (raw, expected) in table {
            assert_eq!(Line::parse(raw), expected, "{:?}", raw.escape_ascii());
        }
        let line = format!("{long_id} name");
        assert_eq!(Line::parse(line.as_bytes()), request(Some(&long_id), "name", ""));
    }

    #[test]
    fn distinguishes_lines_without_a_command() {
        for raw in ["", "\n", "\r\n", " \t ", "# a comment", "  #", "\0\x01"] {
            assert_eq!(Line::parse(raw.as_bytes()), Line::Empty, "{raw:?}");
        }
        for raw in ["# interrupt\n", " #\tinterrupt \r\n"] {
            assert_eq!(Line::parse(raw.as_bytes()), Line::Interrupt, "{raw:?}");
        }
        for raw in ["#interrupt", "# interrupted", "# Interrupt"] {
            assert_eq!(Line::parse(raw.as_bytes()), Line::Empty, "{raw:?}");
        }
        for raw in ["012", "12 # name"] {
            let expected = Line::IdAlone("12".to_string());
            assert_eq!(Line::parse(raw.as_bytes()), expected, "{raw:?}");
        }
    }

    #[test]
    fn invalid_utf8_is_replaced() {
        assert_eq!(
            Line::parse(b"loadsgf \xff\xfea.sgf"),
            request(None, "loadsgf", "\u{fffd}\u{fffd}a.sgf")
        );
    }
}
