//! Commands that count the game.

use super::{
    Command,
    notation::{color, vertices},
};
use crate::{
    board::{Point, Vertex},
    engine::Engine,
    gtp::{Args, Response, quote},
};

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "final_score",
        "- the result if play stopped now: B+x, W+x or 0; B+F or W+F after a forfeit",
        final_score,
    ),
    Command::new("final_status_list", "alive|dead|seki - the stones of this status", status_list),
    Command::new("captures", "COLOR - the number of stones that the color has captured", captures),
];

fn final_score(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    if let Some(color) = engine.game().forfeited_by() {
        return Ok(format!("{}+F", color.opponent().letter()));
    }
    if engine.game().has_no_result() {
        return Err(
            "cannot score: the game has no result because of a repeated position".to_string()
        );
    }
    Ok(engine.status().verdict.score(engine.game()).to_string())
}

fn status_list(engine: &mut Engine, args: &mut Args) -> Response {
    let which = args.string("status")?;
    args.end()?;
    let judgment = engine.status().verdict.judgment;
    let board = engine.game().board();
    let is_dead = |chain: Point| judgment.dead.contains(chain);
    let is_in_seki = |chain: Point| judgment.seki.is_some_and(|seki| seki.contains(chain));
    let belongs: &dyn Fn(Point) -> bool = match which {
        "alive" => &|chain| !is_dead(chain) && !is_in_seki(chain),
        "dead" => &is_dead,
        "seki" => &|chain| is_in_seki(chain) && !is_dead(chain),
        other => {
            let got = quote(other);
            return Err(format!("syntax error: status: expected alive, dead or seki, got {got}"));
        }
    };
    let chains = board.chains().filter(|&chain| belongs(chain));
    let lines: Vec<String> = chains
        .map(|chain| {
            let mut stones: Vec<Point> = board.chain(chain).collect();
            stones.sort_by_key(|&stone| Vertex::of(board.size(), stone).to_string());
            vertices(board.size(), stones)
        })
        .collect();
    Ok(lines.join("\n"))
}

fn captures(engine: &mut Engine, args: &mut Args) -> Response {
    let color = color(args)?;
    args.end()?;
    Ok(engine.game().state().captures(color).to_string())
}
