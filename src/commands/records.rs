//! Commands that read and write game records.

use std::{fs, path::Path};

use super::{Command, notation::DONE};
use crate::{
    engine::Engine,
    files,
    game::{Game, Stage},
    gtp::{Args, Response},
    sgf::{self, Record},
};

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "loadsgf",
        "FILE [N] - loads the position before move N, or the last one",
        loadsgf,
    ),
    Command::new(
        "printsgf",
        "[FILE] - writes the game as SGF, to a file or as the answer",
        printsgf,
    ),
];

fn loadsgf(engine: &mut Engine, args: &mut Args) -> Response {
    let file = args.file_name("file")?;
    let before = match args.peek() {
        Some(_) => Some(args.integer("move number", 0..=i64::MAX)? as usize),
        None => None,
    };
    args.end()?;
    let game = load(file, engine.game(), before)
        .map_err(|reason| format!("cannot load file: {reason}"))?;
    let to_move = game.to_move();
    engine.replace_game(game);
    Ok(to_move.to_string().to_lowercase())
}

fn load(file: &str, defaults: &Game, before: Option<usize>) -> Result<Game, String> {
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    let record = sgf::read(&bytes).map_err(|error| error.to_string())?;
    record.replay(defaults, before).map_err(|error| error.to_string())
}

fn printsgf(engine: &mut Engine, args: &mut Args) -> Response {
    let file = if args.peek().is_some() { Some(args.last_file_name("file")?) } else { None };
    let mut record = Record::of(engine.game());
    record.result = result(engine);
    let text = sgf::write(&record);
    match file {
        None => Ok(text),
        Some(file) => {
            files::replace(Path::new(file), text.as_bytes())
                .map_err(|error| format!("cannot write file: {error}"))?;
            DONE
        }
    }
}

/// The result of a finished game.
fn result(engine: &Engine) -> Option<String> {
    let is_over = engine.game().stage() == Stage::Over;
    let counted = || is_over.then(|| engine.status().verdict.score(engine.game()).to_string());
    known_result(engine).or_else(counted)
}

/// The result of a game that ended without counting.
pub(super) fn known_result(engine: &Engine) -> Option<String> {
    let by_resignation =
        || engine.resigned_by().map(|color| format!("{}+R", color.opponent().letter()));
    engine.game().uncounted_result().or_else(by_resignation)
}
