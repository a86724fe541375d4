//! A board without a server and an engine.

use std::{
    sync::mpsc,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{
    action::PageAction,
    autosave::SavedSession,
    files::{self, RecordFile},
    session::Session,
    tree::GameTree,
    view,
    worker::{Job, Output},
};

/// A session that takes the actions of pages, without a server, an engine or a file.
pub struct OfflineBoard {
    session: Session,
    /// The jobs for an engine, which are not done.
    jobs: mpsc::Receiver<Job>,
    now: Instant,
}

impl OfflineBoard {
    /// Shows a record, read in the charset of this label or, without one, in that of the file.
    ///
    /// # Errors
    /// The record cannot be read or shown, or the charset is unknown.
    pub fn open(record: Vec<u8>, charset: Option<&str>) -> Result<OfflineBoard, String> {
        let (tree, file) = files::read(record, charset)?;
        Ok(OfflineBoard::new(tree, file))
    }

    /// Restores a session from the bytes that [`kept`](Self::kept) has returned.
    ///
    /// # Errors
    /// The bytes have no session that can be shown.
    pub fn restore(kept: &[u8]) -> Result<OfflineBoard, String> {
        let (saved, tree) = SavedSession::from_json(kept)?;
        let mut board = OfflineBoard::new(files::empty_tree(), RecordFile::default());
        saved.restore(&mut board.session, tree, board.now);
        Ok(board)
    }

    fn new(tree: GameTree, file: RecordFile) -> OfflineBoard {
        let (sender, jobs) = mpsc::channel();
        OfflineBoard { session: Session::new(tree, file, sender), jobs, now: Instant::now() }
    }

    /// Does an action as pages send it: `{"do": NAME, …}`.
    ///
    /// # Errors
    /// The bytes are not an action, or it is refused; the session stays as it was.
    pub fn act(&mut self, action: &[u8]) -> Result<(), String> {
        let action: PageAction =
            serde_json::from_slice(action).map_err(|error| error.to_string())?;
        let outcome = self.session.handle(action, self.now);
        self.jobs.try_iter().for_each(drop);
        outcome.map_err(|refused| refused.message)
    }

    /// Ends the engine, which does no job until then: all stones count as alive unless they are marked.
    pub fn end_engine(&mut self) {
        self.session.handle_output(Output::Ended, self.now);
    }

    /// Lets time pass.
    pub fn wait(&mut self, time: Duration) {
        self.now += time;
        if self.session.deadline().is_some_and(|deadline| deadline <= self.now) {
            self.session.tick(self.now);
        }
    }

    /// The state without its number, the tree and the games, as pages receive them.
    #[must_use]
    pub fn view(&self) -> Value {
        let mut state = json!(view::state(&self.session));
        if let Some(fields) = state.as_object_mut() {
            fields.remove("version");
        }
        json!({"state": state, "tree": view::tree(&self.session), "games": view::games(&self.session)})
    }

    /// The session as it is kept on disk.
    ///
    /// # Errors
    /// The path of its file is not UTF-8.
    pub fn kept(&self) -> Result<String, String> {
        let saved = SavedSession::of(&self.session, self.record(), self.now);
        saved.to_json().map_err(|error| error.to_string())
    }

    /// The record as SGF.
    #[must_use]
    pub fn record(&self) -> String {
        self.session.tree.collection().write()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_undo_does_not_end_the_game() {
        let mut board = OfflineBoard::open(b"(;SZ[5];B[cc])".to_vec(), None).expect("a record");
        board.act(br#"{"do":"mode","mode":"play"}"#).expect("a game");
        let before = board.view();
        assert!(board.act(br#"{"do":"undo-edit"}"#).is_err());
        assert_eq!(board.view(), before);
    }

    #[test]
    fn a_refused_cut_leaves_the_clipboard() {
        let mut board = OfflineBoard::open(b"(;SZ[5];B[cc])".to_vec(), None).expect("a record");
        let can_paste = |board: &OfflineBoard| board.view()["state"]["canPaste"] == json!(true);
        assert!(board.act(br#"{"do":"cut"}"#).is_err(), "the root stays");
        assert!(!can_paste(&board));
        assert!(board.act(br#"{"do":"copy"}"#).is_ok());
        assert!(can_paste(&board));
    }
}
