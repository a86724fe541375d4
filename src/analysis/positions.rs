//! The positions that a line of input asks for.

use serde_json::Value;

use super::{
    request::{Request, parse},
    settings::Settings,
};
use crate::game::Game;

/// Reads a line of input without answering it: the positions that a query asks to analyze, each with
/// the number of moves before it. An action asks for none.
///
/// # Errors
/// The object that answers a line which is no request, or a query with a wrong field.
pub fn positions(line: &str, defaults: &Settings) -> Result<Vec<(usize, Game)>, Value> {
    match parse(line, defaults)? {
        Request::Analyze(query, _) => {
            Ok(query.turns.iter().map(|&(turn, _)| (turn, query.game(turn))).collect())
        }
        Request::Action(..) => Ok(Vec::new()),
    }
}
