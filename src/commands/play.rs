//! Commands that play moves and take them back.

use log::info;

use super::{
    Command,
    gogui::Live,
    notation::{DONE, any_move, color, decision, turn, turns, vertices},
};
use crate::{
    board::{Move, Size, Vertex},
    engine::{Engine, SearchOptions},
    gtp::{Args, Response, Session},
    search::{Details, ExpectedScore, Report},
    stderr,
};

pub(super) const COMMANDS: &[Command] = &[
    Command::new("play", "COLOR VERTEX|pass - plays a move", play),
    Command::new(
        "gogui-play_sequence",
        "{COLOR VERTEX}... - plays all moves, or none",
        play_sequence,
    ),
    Command::with_session("genmove", "COLOR - generates a move and plays it", genmove),
    Command::with_session(
        "reg_genmove",
        "COLOR - generates a move without playing it",
        reg_genmove,
    ),
    Command::new("undo", "- takes back the last move", undo),
    Command::new("gg-undo", "[N] - takes back N moves, or one", gg_undo),
    Command::new("is_legal", "COLOR VERTEX - whether the move is legal: 1 or 0", is_legal),
    Command::new("all_legal", "COLOR - every legal point", all_legal),
    Command::new("move_history", "- the moves so far, the last one first", move_history),
];

/// Clients compare this text.
const ILLEGAL: &str = "illegal move";

fn play(engine: &mut Engine, args: &mut Args) -> Response {
    let size = engine.game().size();
    let (color, mv) = turn(args, size)?;
    engine.play(color, mv).map_err(|reason| {
        info!("illegal move {color} {}: {reason}", Vertex::new(size, mv));
        ILLEGAL.to_string()
    })?;
    DONE
}

fn play_sequence(engine: &mut Engine, args: &mut Args) -> Response {
    let turns = turns(args, engine.game().size())?;
    engine.play_all(&turns).map_err(|_| ILLEGAL.to_string())?;
    DONE
}

fn genmove(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    let color = color(args)?;
    args.end()?;
    let wants_line = engine.options().malkovich;
    let details = Details { score: wants_line, ..Details::default() };
    let options = SearchOptions { details, ..SearchOptions::default() };
    let live = Live::new(session, engine.game().size(), engine.options().live_gfx);
    let (answer, report) = engine.genmove(color, &options, &live);
    live.clear();
    if wants_line {
        stderr::line(malkovich(engine.game().size(), &report));
    }
    Ok(decision(engine.game().size(), answer))
}

/// Formats the line that gtp2ogs shows to spectators, as KataGo writes it.
fn malkovich(size: Size, report: &Report) -> String {
    let best = report.best();
    let ExpectedScore { mean, deviation } = report.score_after(best);
    let line: Vec<String> =
        best.line.iter().map(|&(mv, _)| Vertex::new(size, mv).to_string()).collect();
    format!(
        "MALKOVICH:Visits {} Winrate {:.2}% ScoreLead {mean:.1} ScoreStdev {deviation:.1} PV {}",
        report.visits,
        100.0 * best.win_rate,
        line.join(" "),
    )
}

fn reg_genmove(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    let color = color(args)?;
    args.end()?;
    let mv = engine.suggest(color, &Live::new(session, engine.game().size(), false));
    Ok(Vertex::new(engine.game().size(), mv).to_string())
}

fn undo(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    engine.undo(1).map_err(|error| error.to_string())?;
    DONE
}

fn gg_undo(engine: &mut Engine, args: &mut Args) -> Response {
    let count = match args.peek() {
        Some(_) => args.integer("number of moves", 0..=i64::MAX)?,
        None => 1,
    };
    args.end()?;
    engine.undo(count as usize).map_err(|error| error.to_string())?;
    DONE
}

fn is_legal(engine: &mut Engine, args: &mut Args) -> Response {
    let color = color(args)?;
    let mv = any_move(args, engine.game().size())?;
    args.end()?;
    Ok(u8::from(engine.game().check(color, mv).is_ok()).to_string())
}

fn all_legal(engine: &mut Engine, args: &mut Args) -> Response {
    let color = color(args)?;
    args.end()?;
    let (game, state) = (engine.game(), engine.game().state());
    Ok(vertices(game.size(), state.legal_points(game.rules(), color)))
}

fn move_history(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    let size = engine.game().size();
    let line = |color: crate::board::Color, mv: Move| {
        format!("{} {}", color.to_string().to_lowercase(), Vertex::new(size, mv))
    };
    let lines: Vec<String> =
        engine.game().turns().iter().rev().map(|turn| line(turn.color, turn.mv)).collect();
    Ok(lines.join("\n"))
}
