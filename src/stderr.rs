//! Lines on standard error, which may be closed or full.

use std::{fmt::Display, io::Write};

/// Writes a line to standard error, without its colors unless that is a terminal. An error is ignored:
/// `eprintln!` would panic, and a command that was carried out would be answered as one that failed.
pub fn line(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}
