//! Writing of a game as a file.

use super::{
    Record, SetUp, Step,
    points::point_name,
    property::escape,
    tree::{Collection, NodeId},
};
use crate::board::{Color, Move, Point, Size};

/// The AP property of files written by shusaku.
const APPLICATION: &str = concat!(env!("CARGO_PKG_NAME"), ":", env!("CARGO_PKG_VERSION"));

/// Writes a record as an FF\[4\] file in UTF-8.
///
/// AP is that of the record, on which the unit of komi depends.
/// [`read`](super::read) reads the same record back.
#[must_use]
pub fn write(record: &Record) -> String {
    Collection::from(record).write()
}

impl From<&Record> for Collection {
    /// A collection of one game without variations.
    fn from(record: &Record) -> Collection {
        let mut collection = Collection::new();
        let mut node = collection.add_with(NodeId::COLLECTION, &game_info(record));
        let mut steps = record.steps.iter().peekable();
        if let Some(set_up) = steps.next_if(|step| matches!(step, Step::SetUp(_))) {
            collection.buffer().push_str(&step(record.size, set_up));
            collection.end_text();
        }
        for next in steps {
            node = collection.add_with(node, &step(record.size, next));
        }
        collection
    }
}

fn game_info(record: &Record) -> String {
    let size = record.size;
    let size = if size.width() == size.height() {
        size.width().to_string()
    } else {
        format!("{}:{}", size.width(), size.height())
    };
    let handicap = record.handicap.map(|stones| stones.to_string());
    let first = record.first.map(|color| color.letter().to_string());
    let application = record.application.as_deref().unwrap_or(APPLICATION);
    let properties = [
        ("AP", Some(application).filter(|name| !name.is_empty())),
        ("SZ", Some(&*size)),
        ("KM", record.komi.as_deref()),
        ("RU", record.rules.as_deref()),
        ("HA", handicap.as_deref()),
        ("RE", record.result.as_deref()),
        ("EV", record.event.as_deref()),
        ("DT", record.date.as_deref()),
        ("PB", record.black.as_deref()),
        ("PW", record.white.as_deref()),
        ("PL", first.as_deref()),
    ];
    let mut text = String::from("FF[4]GM[1]CA[UTF-8]");
    for (name, value) in properties {
        if let Some(value) = value {
            text += &format!("{name}[{}]", escape(value));
        }
    }
    text
}

fn step(size: Size, step: &Step) -> String {
    match step {
        Step::SetUp(SetUp { black, white, empty }) => {
            let lists = [("AB", black), ("AW", white), ("AE", empty)];
            lists.map(|(name, points)| set_up(size, name, points)).concat()
        }
        Step::ToPlay(color) => format!("PL[{}]", color.letter()),
        Step::Turn(color, mv) => format!("{}[{}]", move_property(*color), move_value(size, *mv)),
    }
}

/// The name of the property of a player's moves.
#[must_use]
pub const fn move_property(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// The value of a move as B and W have it; empty for a pass.
#[must_use]
pub fn move_value(size: Size, mv: Move) -> String {
    mv.point().map_or_else(String::new, |point| point_name(size, point))
}

fn set_up(size: Size, property: &str, points: &[Point]) -> String {
    let mut text = String::new();
    for (index, &point) in points.iter().enumerate() {
        text += if index == 0 { property } else { "" };
        text += &format!("[{}]", point_name(size, point));
    }
    text
}
