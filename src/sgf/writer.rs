use std::fmt::Write;

use super::{Record, Step};
use crate::board::{Color, Move, Point, Size};

/// Number of nodes on one line of a file.
const NODES_PER_LINE: usize = 10;

/// Number of set-up points on one line of a file.
const POINTS_PER_LINE: usize = 16;

/// The AP property of files written by shusaku.
const APPLICATION: &str = concat!(env!("CARGO_PKG_NAME"), ":", env!("CARGO_PKG_VERSION"));

/// Writes a record as an FF\[4\] file in UTF-8.
///
/// AP is shusaku unless the record names another program, on which the unit of komi depends.
/// [`read`](super::read) reads the same record back.
#[must_use]
pub fn write(record: &Record) -> String {
    let mut text = String::from("(;FF[4]GM[1]CA[UTF-8]");
    game_info(&mut text, record);
    let mut steps = record.steps.iter().peekable();
    if let Some(set_up) = steps.next_if(|step| matches!(step, Step::SetUp { .. })) {
        node(&mut text, record.size, set_up);
    }
    for (index, step) in steps.enumerate() {
        text.push_str(if index % NODES_PER_LINE == 0 { "\n;" } else { ";" });
        node(&mut text, record.size, step);
    }
    text.push_str(")\n");
    text
}

fn game_info(text: &mut String, record: &Record) {
    let size = record.size;
    let size = if size.width() == size.height() {
        size.width().to_string()
    } else {
        format!("{}:{}", size.width(), size.height())
    };
    let handicap = record.handicap.map(|stones| stones.to_string());
    let application = record.application.as_deref().unwrap_or(APPLICATION);
    let properties = [
        ("AP", Some(application)),
        ("SZ", Some(&*size)),
        ("KM", record.komi.as_deref()),
        ("RU", record.rules.as_deref()),
        ("HA", handicap.as_deref()),
        ("RE", record.result.as_deref()),
        ("EV", record.event.as_deref()),
        ("DT", record.date.as_deref()),
        ("PB", record.black.as_deref()),
        ("PW", record.white.as_deref()),
        ("PL", record.first.map(letter)),
    ];
    for (name, value) in properties {
        if let Some(value) = value {
            property(text, name, value);
        }
    }
}

fn node(text: &mut String, size: Size, step: &Step) {
    match step {
        Step::SetUp { black, white, empty } => {
            for (name, points) in [("AB", black), ("AW", white), ("AE", empty)] {
                set_up(text, size, name, points);
            }
        }
        Step::ToPlay(color) => property(text, "PL", letter(*color)),
        Step::Turn(color, Move::Pass) => property(text, letter(*color), ""),
        Step::Turn(color, Move::Play(point)) => {
            property(text, letter(*color), &name(size, *point));
        }
    }
}

fn set_up(text: &mut String, size: Size, property: &str, points: &[Point]) {
    for (index, &point) in points.iter().enumerate() {
        if index % POINTS_PER_LINE == 0 {
            text.push('\n');
        }
        if index == 0 {
            text.push_str(property);
        }
        let _ = write!(text, "[{}]", name(size, point));
    }
}

/// The two letters of a point: its column from the left, its row from the top.
fn name(size: Size, point: Point) -> String {
    [size.column(point), size.row(point)].map(|place| (b'a' + place) as char).iter().collect()
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// Writes a property with one value, escaped.
fn property(text: &mut String, name: &str, value: &str) {
    text.push_str(name);
    text.push('[');
    for c in value.chars() {
        if matches!(c, ']' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text.push(']');
}
