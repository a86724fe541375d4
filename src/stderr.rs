//! Lines on standard error that are no part of the program's work.

use std::{
    fmt::Display,
    io::{self, Write},
};

/// Writes a line to standard error. If that is closed or full, nothing happens: `eprintln!` panics,
/// and so would turn a command that was carried out into one that failed.
pub fn line(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}
