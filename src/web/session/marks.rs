//! Marks on points, and lines between them.

use super::{
    Outcome, Refused, Session,
    edits::{expand, set_values},
};
use crate::{
    sgf::{Collection, NodeId, compose, point_name},
    web::view::inherited,
};

/// The properties of marks, by the kind that the page names.
const MARKS: [(&str, &str); 9] = [
    ("triangle", "TR"),
    ("square", "SQ"),
    ("circle", "CR"),
    ("cross", "MA"),
    ("selected", "SL"),
    ("dim", "DD"),
    ("territory-black", "TB"),
    ("territory-white", "TW"),
    ("label", "LB"),
];

impl Session {
    /// Toggles a mark on a point; a point has one mark, and one label. The kind `none` removes all of
    /// them.
    pub(super) fn mark(&mut self, vertex: &str, kind: &str, text: Option<&str>) -> Outcome {
        let point = self.read_point(vertex)?;
        let row = MARKS.iter().find(|(name, _)| *name == kind);
        if kind != "none" && row.is_none() {
            return Err(Refused::invalid(format!("unknown mark {kind:?}")));
        }
        let (size, cursor) = (self.tree.size(), self.tree.cursor());
        let value = point_name(size, point);
        let collection = self.tree.collection();
        let label = text.map(|text| compose(&value, text)).filter(|_| kind == "label");
        let mut new: Vec<(&str, Vec<String>)> = Vec::new();
        for (_, property) in MARKS {
            // Dimmed points stay so at the nodes that follow.
            let owner = match property {
                "DD" => inherited(collection, cursor, property).unwrap_or(cursor),
                _ => cursor,
            };
            let had = values_of(collection, owner, property);
            let mut points = expand(collection, owner, property, size);
            let is_on = points.iter().any(|name| starts_at(name, &value));
            points.retain(|name| !starts_at(name, &value));
            if row.is_some_and(|(_, own)| *own == property) {
                match &label {
                    Some(label) if !had.contains(label) => points.push(label.clone()),
                    None if !is_on && property != "LB" => points.push(value.clone()),
                    _ => {}
                }
            } else if matches!(property, "LB" | "DD" | "TB" | "TW") && kind != "none" {
                // A label, a dimmed point and territory may be on a point with a mark.
                continue;
            }
            if points.is_empty() && owner != cursor {
                points.push(String::new());
            }
            if points != had {
                new.push((property, points));
            }
        }
        self.tree.edit(|editor| {
            new.iter().try_for_each(|(name, points)| set_values(editor, cursor, name, points))
        })?;
        Ok(())
    }

    /// Toggles a line or an arrow.
    pub(super) fn draw_line(&mut self, from: &str, to: &str, is_arrow: bool) -> Outcome {
        let (size, cursor) = (self.tree.size(), self.tree.cursor());
        let ends = [self.read_point(from)?, self.read_point(to)?];
        let [from, to] = ends.map(|point| point_name(size, point));
        if from == to {
            return Err(Refused::invalid("a line needs two points"));
        }
        let name = if is_arrow { "AR" } else { "LN" };
        let value = format!("{from}:{to}");
        let mut values = values_of(self.tree.collection(), cursor, name);
        let before = values.len();
        values.retain(|other| *other != value);
        if values.len() == before {
            values.push(value);
        }
        Ok(self.tree.edit(|editor| set_values(editor, cursor, name, &values))?)
    }
}

/// The values of a property as they are written.
fn values_of(collection: &Collection, node: NodeId, name: &str) -> Vec<String> {
    let values = collection.property(node, name).into_iter().flat_map(|p| p.values());
    values.map(|value| value.raw().to_owned()).collect()
}

/// Whether a value is this point, or a label on it.
fn starts_at(value: &str, point: &str) -> bool {
    value.strip_prefix(point).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
}
