//! Parsing and formatting of colors, moves and vertices, for all commands.

use crate::{
    board::{Color, Move, Point, PointSet, Size, Vertex},
    engine::Decision,
    gtp::{Args, Response, quote},
};

/// A success without text.
pub(super) const DONE: Response = Ok(String::new());

pub(super) fn color(args: &mut Args) -> Result<Color, String> {
    Ok(args.parse::<Color>("color")?)
}

/// Parses a vertex or `pass`.
pub(super) fn any_move(args: &mut Args, size: Size) -> Result<Move, String> {
    let word = args.string("vertex")?;
    Vertex::parse(size, word).map_err(|error| format!("syntax error: {}: {error}", quote(word)))
}

/// Parses a color and a vertex or `pass`, the last arguments.
pub(super) fn turn(args: &mut Args, size: Size) -> Result<(Color, Move), String> {
    let turn = (color(args)?, any_move(args, size)?);
    args.end()?;
    Ok(turn)
}

/// Parses pairs of a color and a vertex or `pass` up to the end of the line.
pub(super) fn turns(args: &mut Args, size: Size) -> Result<Vec<(Color, Move)>, String> {
    let mut turns = Vec::new();
    while args.peek().is_some() {
        turns.push((color(args)?, any_move(args, size)?));
    }
    Ok(turns)
}

/// Formats the answer of `genmove`.
pub(super) fn decision(size: Size, decision: Decision) -> String {
    match decision {
        Decision::Move(mv) => Vertex::new(size, mv).to_string(),
        Decision::Resign => "resign".to_string(),
    }
}

/// Parses distinct vertices up to the end of the line.
pub(super) fn point_set(args: &mut Args, size: Size) -> Result<PointSet, String> {
    let mut points = PointSet::EMPTY;
    while let Some(word) = args.next_word() {
        let bad = |reason: &str| format!("bad vertex list: {}: {reason}", quote(word));
        match Vertex::parse(size, word) {
            Ok(Move::Play(point)) if points.insert(point) => {}
            Ok(Move::Play(_)) => return Err(bad("duplicate vertex")),
            Ok(Move::Pass) => return Err(bad("expected a vertex")),
            Err(error) => return Err(bad(&error.to_string())),
        }
    }
    Ok(points)
}

/// Formats vertices, separated by spaces.
pub(super) fn vertices(size: Size, points: impl IntoIterator<Item = Point>) -> String {
    let names: Vec<String> =
        points.into_iter().map(|point| Vertex::of(size, point).to_string()).collect();
    names.join(" ")
}

/// Formats one word per point as rows from the top, each on a line of its own.
pub(super) fn rows(size: Size, words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    let lines = words.chunks(size.width().into()).map(|row| row.join(" "));
    lines.fold(String::new(), |text, line| text + "\n" + &line)
}
