//! Times in game records: the properties BL, WL, OB and OW.

use std::time::Duration;

use super::{MAX_SECONDS, PlayerTime, TimeSystem};
use crate::{
    board::Color,
    sgf::{Collection, NodeId},
};

/// The names of a player's properties: the seconds left, and the stones or periods left.
const fn names(color: Color) -> (&'static str, &'static str) {
    match color {
        Color::Black => ("BL", "OB"),
        Color::White => ("WL", "OW"),
    }
}

/// The properties of the time systems of both players: TM, and OT, which describes both where they
/// differ. Those without a value are not written.
pub(in crate::web) fn system_properties(
    systems: [TimeSystem; 2],
) -> [(&'static str, Option<String>); 2] {
    let [black, white] = systems;
    if black == white {
        let main = black.main_time().map(|seconds| seconds.to_string());
        return [("TM", main), ("OT", black.overtime_text())];
    }
    // No property has two systems.
    let [black, white] = systems.map(|system| {
        let main = system.main_time().map(|seconds| format!("{seconds} s"));
        let parts = main.into_iter().chain(system.overtime_text());
        let text = parts.collect::<Vec<_>>().join(" + ");
        if text.is_empty() { "no limit".to_owned() } else { text }
    });
    [("TM", None), ("OT", Some(format!("Black {black}; White {white}")))]
}

/// The properties of a player's time after a move, in milliseconds. Those without a value are not
/// written, and one from an earlier play of the same move does not stay.
pub(in crate::web) fn time_properties(
    color: Color,
    system: TimeSystem,
    time: &PlayerTime,
) -> [(&'static str, Option<String>); 2] {
    let (left, count) = names(color);
    if !system.has_limit() {
        return [(left, None), (count, None)];
    }
    let seconds = time.left.as_millis() as f64 / 1000.0;
    let number = overtime_count(time).map(|number| number.to_string());
    [(left, Some(seconds.to_string())), (count, number)]
}

/// The periods or stones that a player has left in overtime; `None` in main time.
pub(in crate::web) fn overtime_count(time: &PlayerTime) -> Option<u32> {
    let number = if time.periods > 0 { time.periods } else { time.stones };
    time.is_overtime.then_some(number)
}

/// A player's time at a node, by the last of these properties on the line to it; `None` if there is
/// none.
pub(in crate::web) fn read_time(
    collection: &Collection,
    node: NodeId,
    color: Color,
    system: TimeSystem,
) -> Option<PlayerTime> {
    let (left, count) = names(color);
    let written = |node: &NodeId| collection.property(*node, left).is_some();
    let node = collection.ancestors(node).find(written)?;
    let seconds = collection.property(node, left)?.value().real()?;
    let count = collection.property(node, count).and_then(|count| count.value().number());
    let count = count.and_then(|count| u32::try_from(count).ok());
    time_left(system, seconds, count)
}

/// The time of a player with these seconds left and, in overtime, these periods or stones, within the
/// bounds of the system; `None` if the seconds are no time.
pub(in crate::web) fn time_left(
    system: TimeSystem,
    seconds: f64,
    overtime_count: Option<u32>,
) -> Option<PlayerTime> {
    let left = Duration::try_from_secs_f64(seconds.min(MAX_SECONDS)).ok()?;
    let count = overtime_count.filter(|&count| count > 0);
    let full = system.full();
    let time = PlayerTime { left, is_overtime: false, ..full };
    Some(match (system, count) {
        (TimeSystem::ByoYomi { period, periods, .. }, Some(count)) => {
            let (left, periods) = (left.min(period), periods.min(count));
            PlayerTime { left, periods, is_overtime: true, ..time }
        }
        (TimeSystem::Canadian { overtime, stones, .. }, Some(count)) => {
            let (left, stones) = (left.min(overtime), stones.min(count));
            PlayerTime { left, stones, is_overtime: true, ..time }
        }
        (TimeSystem::ByoYomi { .. } | TimeSystem::Canadian { .. }, None) if full.is_overtime => {
            full
        }
        (TimeSystem::PerMove { time: limit }, _) => PlayerTime { left: left.min(limit), ..time },
        _ => time,
    })
}

/// The seconds that a player has left by a node itself, and whether they are overtime.
pub(in crate::web) fn written_time(
    collection: &Collection,
    node: NodeId,
    color: Color,
) -> Option<(f64, bool)> {
    let (left, count) = names(color);
    let seconds = collection.property(node, left)?.value().real()?;
    Some((seconds, collection.property(node, count).is_some()))
}
