//! `allowMoves` and `avoidMoves`.

use serde_json::Value;

use super::{
    fields::{Fields, Problem},
    moves::{Place, place, player},
};
use crate::{
    board::{Move, Size},
    search::{ConstraintKind, SearchConstraint},
};

/// Reads the moves that are excluded from the search, or the only ones allowed.
pub(super) fn parse(size: Size, fields: Fields) -> Result<Vec<SearchConstraint>, Problem> {
    const MAX_ALLOWED: usize = 2;
    let read = |field: &'static str, kind| {
        let list = fields.list(field, "Must be an array of objects")?;
        let entry = |value: &Value| constraint(size, field, value, kind);
        list.map(|list| list.iter().map(entry).collect::<Result<Vec<_>, _>>()).transpose()
    };
    let avoided = read("avoidMoves", ConstraintKind::Avoid)?;
    let allowed = read("allowMoves", ConstraintKind::Allow)?;
    let wrong = |message: &str| Err(Problem::new("allowMoves", message));
    match (avoided, allowed) {
        (Some(_), Some(_)) => wrong("Cannot specify both allowMoves and avoidMoves"),
        (_, Some(allowed)) if allowed.len() > MAX_ALLOWED => {
            wrong("Must have at most two entries, one for each player")
        }
        (_, Some(allowed))
            if allowed.len() == MAX_ALLOWED && allowed[0].color == allowed[1].color =>
        {
            wrong("Must have at most one entry for each player")
        }
        (avoided, allowed) => Ok(avoided.or(allowed).unwrap_or_default()),
    }
}

fn constraint(
    size: Size,
    field: &'static str,
    value: &Value,
    kind: ConstraintKind,
) -> Result<SearchConstraint, Problem> {
    const EXPECTED: &str = "Must be objects with the keys player, moves and untilDepth";
    let get = |key| value.get(key).ok_or_else(|| Problem::new(field, EXPECTED));
    let (color, vertices, depth) = (get("player")?, get("moves")?, get("untilDepth")?);
    let color = player(color).map_err(|message| Problem::new("player", message))?;
    let wrong = || Problem::new("moves", "Must be an array of GTP board vertices");
    let mut moves: Vec<Move> = Vec::new();
    for vertex in vertices.as_array().ok_or_else(wrong)? {
        match place(size, vertex).map_err(|message| Problem::new("moves", message))? {
            Place::On(mv) => moves.push(mv),
            Place::Off => {}
        }
    }
    let depth = depth.as_u64().filter(|&depth| depth >= 1);
    let depth =
        depth.ok_or_else(|| Problem::new("untilDepth", "Must be an integer of at least 1"))?;
    let until_depth = usize::try_from(depth).unwrap_or(usize::MAX);
    Ok(SearchConstraint { color, moves, kind, until_depth })
}
