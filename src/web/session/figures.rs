//! The printed form of the record: figures, and the part of the board that is shown.

use super::{Outcome, Refused, Session};
use crate::{
    sgf::{compose, point_name},
    web::properties::figure_flags,
};

impl Session {
    /// Begins a figure at the cursor, or joins it to the one before.
    pub(super) fn set_figure(&mut self, on: bool, flags: u32, name: &str) -> Outcome {
        if flags & !figure_flags::ALL != 0 {
            return Err(Refused::invalid("flags: expected a sum of 1, 2, 4, 256, 512 and 32768"));
        }
        let cursor = self.tree.cursor();
        let value = compose(&flags.to_string(), name.trim());
        Ok(self.tree.edit(|editor| match on {
            true => editor.set_property(cursor, "FG", &[value]),
            false => editor.remove_property(cursor, "FG"),
        })?)
    }

    /// Shows only these points from the cursor on, or all points if there are none. Without a list,
    /// the node's own list is removed.
    pub(super) fn set_view(&mut self, vertices: Option<&[String]>) -> Outcome {
        let (size, cursor) = (self.tree.size(), self.tree.cursor());
        let points = vertices.map(|vertices| self.read_points(vertices)).transpose()?;
        Ok(self.tree.edit(|editor| match points {
            None => editor.remove_property(cursor, "VW"),
            // An empty value shows all points again.
            Some(points) if points.is_empty() => {
                editor.set_property(cursor, "VW", &[String::new()])
            }
            Some(points) => {
                let names: Vec<String> =
                    points.into_iter().map(|point| point_name(size, point)).collect();
                editor.set_property(cursor, "VW", &names)
            }
        })?)
    }
}
