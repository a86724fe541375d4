//! Commands of the game servers KGS and CGOS.

use std::fmt::Write;

use super::{
    Command,
    gogui::Live,
    notation::{DONE, color, decision},
};
use crate::{
    board::Vertex,
    engine::{Engine, SearchOptions},
    gtp::{Args, Response, Session},
};

pub(super) const COMMANDS: &[Command] = &[
    Command::with_session(
        "kgs-genmove_cleanup",
        "COLOR - generates and plays a move that captures dead stones",
        genmove_cleanup,
    ),
    Command::new("kgs-game_over", "- stops pondering: the game is over or adjourned", game_over),
    Command::new("cgos-opponent_name", "NAME - the name of the opponent", opponent_name),
    Command::new("cgos-opponent_rating", "RATING - the rating of the opponent", opponent_rating),
    Command::new("cgos-gameover", "DATE RESULT [REASON] - the end of a game", cgos_game_over),
];

/// Listed only with `--kgs-chat`: some versions of kgsGtp stop working when it is listed.
pub(super) const CHAT: &[Command] =
    &[Command::new("kgs-chat", "game|private NAME TEXT - answers a chat message", chat)];

fn genmove_cleanup(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    let color = color(args)?;
    args.end()?;
    let live = Live::new(session, engine.game().size(), false);
    let answer = engine.genmove_cleanup(color, &live);
    Ok(decision(engine.game().size(), answer))
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

/// KGS truncates longer messages.
const MAX_CHAT_CHARS: usize = 1000;

/// Playouts of the search behind an answer.
const CHAT_PLAYOUTS: u64 = 500;

fn chat(engine: &mut Engine, args: &mut Args) -> Response {
    let kind = args.string("kind of chat")?;
    args.string("name")?;
    let text = args.rest().to_lowercase();
    let word = text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    let is_private = kind == "private";
    let answer = match word.unwrap_or_default() {
        "rules" => engine.game().rules().describe(),
        // Hints for one player would be unfair to the other.
        "winrate" | "score" | "line" | "pv" if is_private => {
            "I answer that only in the chat of the game.".to_string()
        }
        "winrate" | "score" | "line" | "pv" => expectation(engine),
        _ => {
            "I am shusaku, a computer program. Ask me for: winrate, line, rules, help.".to_string()
        }
    };
    Ok(answer.replace('\n', "; ").chars().take(MAX_CHAT_CHARS).collect())
}

/// Black's win rate and the expected line.
fn expectation(engine: &mut Engine) -> String {
    let (color, size) = (engine.game().to_move(), engine.game().size());
    let report = engine.search_briefly(color, CHAT_PLAYOUTS, &SearchOptions::default());
    let best = report.best();
    let black = color.probability(best.win_rate);
    let mut text = format!("Black's win rate is {:.0} %; expected line:", 100.0 * black);
    for &(mv, _) in best.line.iter().take(8) {
        write!(text, " {}", Vertex::new(size, mv)).expect("a write to a string never fails");
    }
    text
}
