//! The game on disk after every move, so that it survives the end of the program.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::records::known_result;
use crate::{
    board::Color,
    engine::Engine,
    files,
    sgf::{self, Record},
    stderr,
};

/// Keeps the record of the game in a file.
pub struct Autosave {
    path: PathBuf,
    /// The game on disk.
    kept: Option<SavedGame>,
    has_failed: bool,
}

/// The parts of a game that make its record.
#[derive(PartialEq)]
struct SavedGame {
    /// The record without its result.
    record: String,
    resigned_by: Option<Color>,
    forfeited_by: Option<Color>,
}

/// A file in which no record can be kept.
#[derive(Debug, Error)]
#[error("cannot write {path}: {reason}")]
pub struct AutosaveError {
    path: PathBuf,
    reason: &'static str,
}

impl Autosave {
    /// Keeps records in this file, which is replaced after the first move.
    ///
    /// # Errors
    /// [`AutosaveError`] if it is a folder, or is in a folder that does not exist.
    pub fn new(path: &Path) -> Result<Autosave, AutosaveError> {
        let error = |reason| AutosaveError { path: path.to_owned(), reason };
        if path.is_dir() || path.file_name().is_none() {
            return Err(error("it is a folder, expected a file"));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            return Err(error("its folder does not exist"));
        }
        Ok(Autosave { path: path.to_owned(), kept: None, has_failed: false })
    }

    /// Takes the game as kept: it was loaded, and the file may have more than its record.
    pub(super) fn adopt(&mut self, engine: &Engine) {
        self.kept = Some(SavedGame::of(engine));
    }

    /// Writes the record if the game has moves and differs from the one on disk.
    pub(super) fn update(&mut self, engine: &Engine) {
        if engine.game().turns().is_empty() {
            return;
        }
        let game = Some(SavedGame::of(engine));
        if game == self.kept {
            return;
        }
        let record = Record { result: known_result(engine), ..Record::of(engine.game()) };
        match files::replace_soon(&self.path, sgf::write(&record).as_bytes()) {
            Ok(()) => {
                self.has_failed = false;
                self.kept = game;
            }
            Err(error) if !self.has_failed => {
                stderr::line(format_args!("cannot write {}: {error}", self.path.display()));
                self.has_failed = true;
            }
            Err(_) => {}
        }
    }
}

impl SavedGame {
    fn of(engine: &Engine) -> SavedGame {
        SavedGame {
            record: sgf::write(&Record::of(engine.game())),
            resigned_by: engine.resigned_by(),
            forfeited_by: engine.game().forfeited_by(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{
        board::Move,
        engine::{ModelChoice, Options},
        rules::Rules,
    };

    #[test]
    fn the_record_is_replaced_after_every_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.sgf");
        fs::write(&path, "an old game").expect("a file");
        let options = Options { model: ModelChoice::Playouts, threads: 1, ..Options::default() };
        let mut engine = Engine::new(options).expect("a thread");
        let mut autosave = Autosave::new(&path).expect("a good path");
        let text = |autosave: &mut Autosave, engine: &Engine| {
            autosave.update(engine);
            fs::read_to_string(&path).expect("the file")
        };
        assert_eq!(
            text(&mut autosave, &engine),
            "an old game",
            "a game without moves replaces nothing"
        );
        let point = engine.game().size().point(3, 3).expect("a point");
        engine.play(Color::Black, Move::Play(point)).expect("a legal move");
        assert!(text(&mut autosave, &engine).contains(";B[dd]"));
        engine.play(Color::White, Move::Pass).expect("a legal move");
        assert!(text(&mut autosave, &engine).contains(";W["));
        engine.undo(1).expect("a move to take back");
        assert!(!text(&mut autosave, &engine).contains(";W["));
        fs::write(&path, "a record with comments").expect("a file");
        autosave.adopt(&engine);
        autosave.update(&engine);
        let text = fs::read_to_string(&path).expect("the file");
        assert_eq!(text, "a record with comments", "a game that was loaded is not played");
        let files: Vec<_> = fs::read_dir(folder.path()).expect("the folder").collect();
        assert_eq!(files.len(), 1, "no temporary file is left");
    }

    #[test]
    fn a_forfeit_is_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.sgf");
        let options = Options { model: ModelChoice::Playouts, threads: 1, ..Options::default() };
        let mut engine = Engine::new(options).expect("a thread");
        engine.set_rules(Rules::preset("weiqi-chinese").expect("a preset"));
        let mut autosave = Autosave::new(&path).expect("a good path");
        let point = engine.game().size().point(3, 3).expect("a point");
        engine.play(Color::Black, Move::Play(point)).expect("a legal move");
        autosave.update(&engine);
        engine.play(Color::White, Move::Play(point)).expect_err("an occupied point");
        autosave.update(&engine);
        assert!(fs::read_to_string(&path).expect("the file").contains("RE[B+F]"));
    }

    #[test]
    fn impossible_files_are_refused_at_the_start() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(Autosave::new(folder.path()).is_err());
        assert!(Autosave::new(&folder.path().join("none/game.sgf")).is_err());
        assert!(Autosave::new(Path::new("game.sgf")).is_ok());
    }
}
