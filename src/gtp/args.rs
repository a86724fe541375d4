//! A typed cursor over the arguments of a request.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use super::response::{excerpt, quote};

/// Characters of a parser's own message that an error repeats.
const MAX_REASON_CHARS: usize = 120;

/// An invalid argument. The message is one short line, whatever the client sent.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ArgError {
    /// The line ended before this argument.
    #[error("syntax error: missing argument: {what}")]
    Missing {
        /// The name of the argument, such as "vertex".
        what: &'static str,
    },
    /// The argument is not of the type or not in the range that the command accepts.
    #[error("syntax error: {what}: expected {expected}, got {got}")]
    Unexpected {
        /// The name of the argument.
        what: &'static str,
        /// The accepted values, such as "an integer from 1 to 25".
        expected: Cow<'static, str>,
        /// The argument, quoted and shortened.
        got: String,
    },
    /// The argument's own parser failed.
    #[error("syntax error: {what}: {got}: {reason}")]
    Refused {
        /// The name of the argument.
        what: &'static str,
        /// The argument, quoted and shortened.
        got: String,
        /// The parser's message, shortened.
        reason: String,
    },
    /// A quoted name lacks its closing quote.
    #[error("syntax error: {what}: add the missing closing quote")]
    Unclosed {
        /// The name of the argument.
        what: &'static str,
    },
    /// Something follows the last argument.
    #[error("syntax error: unexpected argument: {got}")]
    Extra {
        /// The first extra word, quoted and shortened.
        got: String,
    },
}

impl From<ArgError> for String {
    /// The text of a failure, so that `?` works in a handler.
    fn from(error: ArgError) -> String {
        error.to_string()
    }
}

/// A cursor over the arguments of a request. `what` names an argument in errors.
///
/// Each method consumes the argument that it returns or refuses. A command calls [`Args::end`]
/// after its last argument: leftover arguments are an error.
#[derive(Debug, Clone)]
pub struct Args<'a> {
    left: &'a str,
}

impl<'a> Args<'a> {
    /// A cursor over normalized text: words separated by single spaces.
    pub fn new(arguments: &'a str) -> Args<'a> {
        Args { left: arguments }
    }

    /// Returns the next word without consuming it; `None` at the end.
    pub fn peek(&self) -> Option<&'a str> {
        self.left.split(' ').find(|word| !word.is_empty())
    }

    /// Returns the next word; `None` at the end.
    pub fn next_word(&mut self) -> Option<&'a str> {
        let left = self.left.trim_start_matches(' ');
        let (word, after) = left.split_once(' ').unwrap_or((left, ""));
        self.left = after;
        (!word.is_empty()).then_some(word)
    }

    /// Returns the rest of the line (for JSON and free text); empty at the end.
    pub fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.left).trim_matches(' ')
    }

    /// Returns the next word.
    pub fn string(&mut self, what: &'static str) -> Result<&'a str, ArgError> {
        self.next_word().ok_or(ArgError::Missing { what })
    }

    /// Parses the next word as a decimal integer within the range.
    pub fn integer(
        &mut self,
        what: &'static str,
        range: RangeInclusive<i64>,
    ) -> Result<i64, ArgError> {
        let word = self.string(what)?;
        let value = word.parse().ok().filter(|value| range.contains(value));
        value.ok_or_else(|| unexpected(what, describe(&range), word))
    }

    /// Parses the next word as a finite number. NaN, infinities and overflow as in `1e400` are
    /// errors.
    pub fn float(&mut self, what: &'static str) -> Result<f64, ArgError> {
        let word = self.string(what)?;
        let value = word.parse().ok().filter(|value: &f64| value.is_finite());
        value.ok_or_else(|| unexpected(what, "a number", word))
    }

    /// Parses the next word as `true` or `false` (KataGo's extensions), or `1` or `0` (GoGui's
    /// parameters), in any case.
    pub fn boolean(&mut self, what: &'static str) -> Result<bool, ArgError> {
        let word = self.string(what)?;
        match word.to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(unexpected(what, "true or false", word)),
        }
    }

    /// Returns a file name: the text between double quotes (GoGui quotes names with spaces), or
    /// else the rest of the line without an integer at its end, which is the next argument (as in
    /// `loadsgf my game.sgf 20`). A backslash within quotes is literal: GoGui escapes nothing.
    pub fn file_name(&mut self, what: &'static str) -> Result<&'a str, ArgError> {
        let left = self.left.trim_matches(' ');
        let (name, after) = match left.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').ok_or(ArgError::Unclosed { what })?,
            None => match left.rsplit_once(' ') {
                Some((name, last)) if last.bytes().all(|b| b.is_ascii_digit()) => (name, last),
                _ => (left, ""),
            },
        };
        self.left = after;
        if name.is_empty() {
            return Err(ArgError::Missing { what });
        }
        Ok(name)
    }

    /// Returns the rest of the line as a file name, or the text between double quotes.
    pub fn last_file_name(&mut self, what: &'static str) -> Result<&'a str, ArgError> {
        if self.left.trim_start_matches(' ').starts_with('"') {
            let name = self.file_name(what)?;
            return self.end().map(|()| name);
        }
        Some(self.rest()).filter(|name| !name.is_empty()).ok_or(ArgError::Missing { what })
    }

    /// Parses the next word with the parser of its type.
    pub fn parse<T>(&mut self, what: &'static str) -> Result<T, ArgError>
    where
        T: FromStr<Err: Display>,
    {
        let word = self.string(what)?;
        word.parse().map_err(|error: T::Err| ArgError::Refused {
            what,
            got: quote(word),
            reason: excerpt(&error.to_string(), MAX_REASON_CHARS),
        })
    }

    /// Checks that no argument is left.
    pub fn end(&self) -> Result<(), ArgError> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(ArgError::Extra { got: quote(word) }),
        }
    }
}

fn unexpected(what: &'static str, expected: impl Into<Cow<'static, str>>, got: &str) -> ArgError {
    ArgError::Unexpected { what, expected: expected.into(), got: quote(got) }
}

fn describe(range: &RangeInclusive<i64>) -> String {
    match (*range.start(), *range.end()) {
        (i64::MIN, i64::MAX) => "an integer".to_string(),
        (min, i64::MAX) => format!("an integer of at least {min}"),
        (min, max) => format!("an integer from {min} to {max}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message<T: std::fmt::Debug>(result: Result<T, ArgError>) -> String {
        result.expect_err("should be refused").to_string()
    }

    #[test]
    fn reads_arguments_in_order_and_refuses_leftovers() {
        let mut args = Args::new("b 19 -6.5 TRUE 7 x {\"ko\": \"SIMPLE\"}");
        assert_eq!(args.string("color"), Ok("b"));
        assert_eq!(args.integer("size", 1..=25), Ok(19));
        assert_eq!(args.float("komi"), Ok(-6.5));
        assert_eq!(args.boolean("flag"), Ok(true));
        assert_eq!(args.parse::<u8>("count"), Ok(7));
        assert_eq!(args.peek(), Some("x"));
        assert_eq!(args.next_word(), Some("x"));
        assert_eq!(message(args.end()), "syntax error: unexpected argument: '{\"ko\":'");
        assert_eq!(args.rest(), "{\"ko\": \"SIMPLE\"}");
        assert_eq!(args.end(), Ok(()));
        assert_eq!((args.next_word(), args.rest()), (None, ""));
    }

    #[test]
    fn errors_state_what_is_missing_or_expected() {
        assert_eq!(
            message(Args::new("").string("vertex")),
            "syntax error: missing argument: vertex"
        );
        for word in ["x", "0", "26", "1.5", "99999999999999999999"] {
            assert_eq!(
                message(Args::new(word).integer("size", 1..=25)),
                format!("syntax error: size: expected an integer from 1 to 25, got '{word}'")
            );
        }
        assert_eq!(
            message(Args::new("-1").integer("visits", 0..=i64::MAX)),
            "syntax error: visits: expected an integer of at least 0, got '-1'"
        );
        assert_eq!(
            message(Args::new("yes").boolean("flag")),
            "syntax error: flag: expected true or false, got 'yes'"
        );
        assert_eq!(
            message(Args::new("300").parse::<u8>("count")),
            "syntax error: count: '300': number too large to fit in target type"
        );
    }

    #[test]
    fn a_float_is_finite() {
        for word in ["0", "7", "-5.5", ".5", "7.000000000000001"] {
            assert!(Args::new(word).float("komi").is_ok(), "{word}");
        }
        for word in ["NaN", "inf", "-infinity", "1e400", "1,5", "0x1"] {
            assert_eq!(
                message(Args::new(word).float("komi")),
                format!("syntax error: komi: expected a number, got '{word}'")
            );
        }
    }

    #[test]
    fn file_names_may_contain_spaces() {
        let table = [
            ("a.sgf", "a.sgf", ""),
            ("a.sgf 20", "a.sgf", "20"),
            ("my game.sgf", "my game.sgf", ""),
            ("my game.sgf 20", "my game.sgf", "20"),
            ("\"C:\\my games\\a.sgf\" 20", "C:\\my games\\a.sgf", "20"),
            ("\"game 20\"", "game 20", ""),
            ("20", "20", ""),
        ];
        for (line, name, rest) in table {
            let mut args = Args::new(line);
            assert_eq!(args.file_name("file"), Ok(name), "{line}");
            assert_eq!(args.rest(), rest, "{line}");
        }
        for (line, name) in [("game 20", "game 20"), (" \"game 20\"", "game 20")] {
            assert_eq!(Args::new(line).last_file_name("file"), Ok(name), "{line}");
        }
        assert!(Args::new("\"game\" 20").last_file_name("file").is_err());
        for line in ["", "\"\""] {
            let missing = Err(ArgError::Missing { what: "file" });
            assert_eq!(Args::new(line).file_name("file"), missing, "{line}");
        }
        assert_eq!(
            message(Args::new("\"a.sgf").file_name("file")),
            "syntax error: file: add the missing closing quote"
        );
    }

    #[test]
    fn a_huge_argument_is_shortened_in_errors() {
        let huge = "\u{e9}".repeat(1 << 20);
        assert!(message(Args::new(&huge).float("komi")).len() < 200);
        assert!(message(Args::new(&huge).parse::<Echo>("echo")).len() < 500);
        assert!(message(Args::new(&huge).end()).len() < 200);
    }

    #[derive(Debug)]
    struct Echo;

    impl FromStr for Echo {
        type Err = String;

        fn from_str(word: &str) -> Result<Echo, String> {
            Err(format!("no such thing: {word}"))
        }
    }
}
