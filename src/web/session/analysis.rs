//! Requests to the engine besides moves: hints, analyses and their region, and counts.

use serde_json::json;

use super::{Outcome, Refused, Session};
use crate::web::worker::JobKind;

impl Session {
    /// Checks that there is an engine.
    pub(super) fn check_engine(&self) -> Outcome {
        match &self.engine.failure {
            Some(message) => Err(Refused::conflict("engine", message.clone())),
            None => Ok(()),
        }
    }

    /// Searches for a good move at the cursor.
    pub(super) fn hint(&mut self) -> Outcome {
        self.check_engine()?;
        self.hint_at = Some(self.tree.cursor());
        Ok(())
    }

    /// Searches the position at the cursor without an end, or stops doing so.
    pub(super) fn analyze(&mut self, on: bool) -> Outcome {
        self.check_engine()?;
        self.is_analyzing = on;
        Ok(())
    }

    /// Judges and counts the position at the cursor, or stops doing so.
    pub(super) fn count_now(&mut self, on: bool) -> Outcome {
        self.count_here = on.then(|| self.tree.cursor());
        Ok(())
    }

    /// Counts the position under all presets.
    pub(super) fn count_all(&mut self) -> Outcome {
        self.check_engine()?;
        self.count_all_at = Some(self.tree.cursor());
        Ok(())
    }

    /// Drops the requests for a node that the cursor has left, and counts by an engine that has failed.
    pub(super) fn drop_stale_requests(&mut self) {
        let cursor = self.tree.cursor();
        for asked in [&mut self.hint_at, &mut self.count_here] {
            if asked.is_some_and(|node| node != cursor) {
                *asked = None;
            }
        }
        let is_left = self.count_all_at.is_some_and(|node| node != cursor);
        if is_left || self.engine.failure.is_some() {
            self.give_up_counts();
        }
    }

    /// Drops the request for the counts under all presets, for which a page waits.
    pub(super) fn give_up_counts(&mut self) {
        if self.count_all_at.take().is_some() {
            self.send("counts", &json!({ "counts": null }));
        }
    }

    /// Restricts analyses and hints to some points; to all if there are none.
    pub(super) fn set_region(&mut self, vertices: &[String]) -> Outcome {
        self.region = self.read_points(vertices)?;
        // The analysis begins anew with the region.
        self.analyzed = None;
        if let Some(job) = self.job.take_if(|job| job.key.kind == JobKind::Analyze) {
            job.stop();
        }
        Ok(())
    }

    /// Whether positions are searched without an end.
    pub(in crate::web) const fn is_analyzing(&self) -> bool {
        self.is_analyzing
    }
}
