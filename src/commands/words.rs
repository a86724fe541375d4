//! Reading and writing what the commands have in common: colours, vertices, points.

use crate::{
    board::{Color, Move, Point, PointSet, Size, Vertex},
    engine::Decision,
    gtp::{Args, Response, quote},
};

/// The reply that says nothing but that all went well.
pub(super) const DONE: Response = Ok(String::new());

pub(super) fn color(args: &mut Args) -> Result<Color, String> {
    Ok(args.parse::<Color>("color")?)
}

/// A vertex or `pass`.
pub(super) fn any_move(args: &mut Args, size: Size) -> Result<Move, String> {
    let word = args.string("vertex")?;
    Vertex::parse(size, word).map_err(|error| format!("syntax error: {}: {error}", quote(word)))
}

/// A colour and a vertex or `pass`, and nothing more.
pub(super) fn turn(args: &mut Args, size: Size) -> Result<(Color, Move), String> {
    let turn = (color(args)?, any_move(args, size)?);
    args.end()?;
    Ok(turn)
}

/// Pairs of a colour and a vertex or `pass` up to the end of the line.
pub(super) fn turns(args: &mut Args, size: Size) -> Result<Vec<(Color, Move)>, String> {
    let mut turns = Vec::new();
    while args.peek().is_some() {
        turns.push((color(args)?, any_move(args, size)?));
    }
    Ok(turns)
}

/// A decision as `genmove` tells it.
pub(super) fn decision(size: Size, decision: Decision) -> String {
    match decision {
        Decision::Turn(mv) => Vertex::new(size, mv).to_string(),
        Decision::Resign => "resign".to_string(),
    }
}

/// Distinct vertices up to the end of the line.
pub(super) fn point_set(args: &mut Args, size: Size) -> Result<PointSet, String> {
    let mut points = PointSet::EMPTY;
    while let Some(word) = args.next_word() {
        let bad = |why: &str| format!("bad vertex list: {}: {why}", quote(word));
        match Vertex::parse(size, word) {
            Ok(Move::Play(point)) if points.insert(point) => {}
            Ok(Move::Play(_)) => return Err(bad("twice the same vertex")),
            Ok(Move::Pass) => return Err(bad("a pass is no place for a stone")),
            Err(error) => return Err(bad(&error.to_string())),
        }
    }
    Ok(points)
}

/// Vertices with blanks between them.
pub(super) fn vertices(size: Size, points: impl IntoIterator<Item = Point>) -> String {
    let names: Vec<String> =
        points.into_iter().map(|point| Vertex::of(size, point).to_string()).collect();
    names.join(" ")
}

/// One word for each point, row by row from the top, below the mark.
pub(super) fn rows(size: Size, words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    let lines = words.chunks(size.width().into()).map(|row| row.join(" "));
    lines.fold(String::new(), |text, line| text + "\n" + &line)
}
