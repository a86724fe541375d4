//! Commands of the game servers KGS and CGOS.

use std::fmt::Write;

use super::{
    Command,
    gogui::Live,
    words::{DONE, color, decision},
};
use crate::{
    board::{Color, Vertex},
    engine::{Engine, SearchOptions},
    gtp::{Args, Response, Session},
};

pub(super) const COMMANDS: &[Command] = &[
    Command::watching(
        "kgs-genmove_cleanup",
        "COLOR - finds a turn that captures dead stones and plays it",
        genmove_cleanup,
    ),
    Command::new("kgs-game_over", "- ends pondering: the game is over, or adjourned", game_over),
    Command::new("cgos-opponent_name", "NAME - who plays against the engine", opponent_name),
    Command::new("cgos-opponent_rating", "RATING - how strong that player is", opponent_rating),
    Command::new("cgos-gameover", "DATE RESULT [REASON] - how a game ended", cgos_game_over),
];

/// Not told to every client: some versions of KGS's own stop working when they know it.
pub(super) const CHAT: &[Command] =
    &[Command::new("kgs-chat", "game|private NAME TEXT - answers a chat message", chat)];

fn genmove_cleanup(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    let color = color(args)?;
    args.end()?;
    let live = Live::new(session, engine.game.size(), false);
    let found = engine.genmove_cleanup(color, &live);
    Ok(decision(engine.game.size(), found))
}

fn game_over(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    engine.stop_waiting();
    DONE
}

fn opponent_name(_: &mut Engine, args: &mut Args) -> Response {
    args.rest();
    DONE
}

fn opponent_rating(_: &mut Engine, args: &mut Args) -> Response {
    args.rest();
    DONE
}

fn cgos_game_over(engine: &mut Engine, args: &mut Args) -> Response {
    args.rest();
    engine.stop_waiting();
    DONE
}

/// KGS cuts what is longer than this.
const LONGEST_ANSWER: usize = 1000;

/// For how many playouts the engine may think about its answer.
const GLANCE: u64 = 500;

fn chat(engine: &mut Engine, args: &mut Args) -> Response {
    let kind = args.string("kind of chat")?;
    args.string("name")?;
    let text = args.rest().to_lowercase();
    let word = text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    let is_private = kind == "private";
    let answer = match word.unwrap_or_default() {
        "rules" => engine.game.rules().describe(),
        // Hints for one player would be unfair to the other.
        "winrate" | "score" | "line" | "pv" if is_private => {
            "I tell that in the game's own chat only.".to_string()
        }
        "winrate" | "score" | "line" | "pv" => thoughts(engine),
        _ => {
            "I am shusaku, a computer program. Ask me for: winrate, line, rules, help.".to_string()
        }
    };
    Ok(answer.replace('\n', "; ").chars().take(LONGEST_ANSWER).collect())
}

/// What the engine expects.
fn thoughts(engine: &mut Engine) -> String {
    let (color, size) = (engine.game.to_move(), engine.game.size());
    let report = engine.glance(color, GLANCE, &SearchOptions::default());
    let best = report.best();
    let black = if color == Color::Black { best.value } else { 1.0 - best.value };
    let mut text = format!("Black wins with {:.0} %; I expect", 100.0 * black);
    for &(mv, _) in best.line.iter().take(8) {
        write!(text, " {}", Vertex::new(size, mv)).expect("a string takes everything");
    }
    text
}
