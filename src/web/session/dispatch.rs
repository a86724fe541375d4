//! The dispatch of requests and actions to methods, and the events for pages.

use std::time::Instant;

use hyper::body::Bytes;
use serde_json::json;
use tokio::sync::mpsc as pages;

use super::{Outcome, Refused, Reply, Request, Session};
use crate::web::{
    action::{Action, PageAction},
    events::event,
    view,
};

impl Session {
    /// Answers a request.
    ///
    /// # Errors
    /// [`Refused`] with the reason; the session stays as it was.
    pub(in crate::web) fn answer(
        &mut self,
        request: Request,
        now: Instant,
    ) -> Result<Reply, Refused> {
        match request {
            Request::Action(action) => {
                self.handle(*action, now)?;
                Ok(Reply::Done { version: self.version })
            }
            Request::Open { name, charset, bytes } => {
                self.open(name, charset.as_deref(), bytes)?;
                self.update_after_change(now);
                Ok(Reply::Done { version: self.version })
            }
            Request::Record => Ok(Reply::Text(self.tree.collection().write())),
            Request::Tree => {
                Ok(Reply::Json(serde_json::to_string(&view::tree(self)).expect("plain data")))
            }
            Request::Games => Ok(Reply::Json(view::games(self).to_string())),
            Request::Catalog => Ok(Reply::Json(view::catalog(self).to_string())),
        }
    }

    /// Does an action.
    ///
    /// # Errors
    /// [`Refused`] with the reason; the session stays as it was.
    pub(in crate::web) fn handle(&mut self, action: PageAction, now: Instant) -> Outcome {
        let PageAction { at, record, action } = action;
        let checked = self.check_place(at, record);
        let result = checked.and_then(|()| self.dispatch(action, now));
        self.update_after_change(now);
        result
    }

    /// Checks that the node and the record that an action is meant for are shown.
    fn check_place(&self, at: Option<usize>, record: Option<u64>) -> Outcome {
        if record.is_some_and(|record| record != self.record) {
            return Err(Refused::conflict("moved", "another record is shown meanwhile"));
        }
        if at.is_some_and(|node| node != self.tree.cursor().index()) {
            return Err(Refused::conflict("moved", "the board has gone to another node meanwhile"));
        }
        Ok(())
    }

    fn dispatch(&mut self, action: Action, now: Instant) -> Outcome {
        match action {
            Action::New(form) => self.new_game(&form, now),
            Action::Play { point, forfeit } => self.play_by_person(&point, forfeit, now),
            Action::Undo => self.undo(now),
            Action::Redo => self.redo(now),
            Action::Resign { color } => self.resign(color, now),
            Action::Hint => self.hint(),
            Action::Go { node } => self.go(node, now),
            Action::Step { by } => self.step(&by, now),
            Action::Mode { mode } => self.set_mode(mode, now),
            Action::SetPlayer { color, player } => self.set_player(color, &player),
            Action::Rules { name, axes } => self.set_rules(name, axes),
            Action::Komi { komi } => self.set_komi(komi),
            Action::Analyze { on } => self.analyze(on),
            Action::Region { points } => self.set_region(&points),
            Action::Thresholds { limits } => self.set_thresholds(limits),
            Action::Review { on, visits } => self.set_review_running(on, visits),
            Action::MarkDead { point } => self.mark_dead(&point),
            Action::Agree { color } => self.agree(color, now),
            Action::Resume { color, first } => self.resume(color, first, now),
            Action::Confirm { point, first } => self.begin_confirmation(&point, first),
            Action::EndConfirmation => self.end_confirmation(),
            Action::Count { on } => self.count_now(on),
            Action::CountAll => self.count_all(),
            Action::Clock { action, color, settings } => {
                self.change_clock(action, color, settings, now)
            }
            Action::Save { force } => self.save(force),
            Action::Charset { name } => self.reread(&name),
            Action::Find { kind, text } => self.find(&kind, &text, now),
            Action::Game { index } => self.show_game(index, now),
            edit => self.edit_record(edit, now),
        }
    }

    /// Adds a page, which gets the whole state.
    pub(in crate::web) fn add_page(&mut self, page: pages::Sender<Bytes>, now: Instant) {
        let state = view::state(self);
        self.known_parts = state.large_parts();
        let mut events = vec![
            event("state", &state),
            event("tree", &json!({"version": self.tree.version()})),
            event("clock", &self.clock.view(now)),
        ];
        events.extend(self.analysis.as_ref().map(|analysis| event("analysis", analysis)));
        if self.review.is_shown() {
            events.push(event("review", &self.review_view()));
        }
        // The queue is empty, so that there is room.
        if events.into_iter().all(|event| page.try_send(event).is_ok()) {
            self.hub.add(page);
        }
        self.schedule();
    }

    /// Sends the state and the clock to the pages, and the version of the tree if it has changed.
    pub(super) fn publish(&mut self, now: Instant) {
        self.version += 1;
        if self.hub.is_empty() {
            return;
        }
        let mut state = view::state(self);
        state.leave_out(&mut self.known_parts);
        self.hub.send("state", &state);
        let tree = (self.tree.root(), self.tree.version());
        if self.sent_tree.replace(tree) != Some(tree) {
            self.hub.send("tree", &json!({"version": tree.1}));
        }
        self.publish_clock(now);
    }

    /// Sends the clock to the pages.
    pub(super) fn publish_clock(&mut self, now: Instant) {
        let view = self.clock.view(now);
        self.hub.send("clock", &view);
    }

    /// Shows a message on all pages.
    pub(super) fn show_error(&mut self, message: &str) {
        self.hub.send("error", &json!({"message": message}));
    }

    /// Shows a message on all pages, now and on those that come later.
    pub(in crate::web) fn warn(&mut self, message: &str, now: Instant) {
        self.show_error(message);
        self.file.warnings.push(message.to_owned());
        self.publish(now);
    }

    /// Ends the present job, and sends the end of the program to the pages.
    pub(in crate::web) fn end_pages(&mut self) {
        if let Some(job) = self.job.take() {
            job.stop();
        }
        self.hub.send("bye", &json!({}));
    }

    /// The number of the state, which rises with each change.
    pub(in crate::web) const fn version(&self) -> u64 {
        self.version
    }

    /// Sends an event to all pages.
    pub(super) fn send(&mut self, name: &str, data: &impl serde::Serialize) {
        self.hub.send(name, data);
    }
}
