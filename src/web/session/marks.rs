//! Marks on points, and lines between them.

use super::{Outcome, Refused, Session};
use crate::{
    board::Size,
    sgf::{Collection, EditError, Editor, NodeId, compose, point_name},
    web::{
        properties::{MARKS, OLD_MARKS, expanded_values, points_of, set_values, written_values},
        view::inherited,
    },
};

/// The mark that a point gets.
struct NewMark<'m> {
    /// The point as it is written.
    point: &'m str,
    /// The property of the mark; `None` to remove all marks.
    property: Option<&'static str>,
    /// The value of LB, for a label with a text.
    label: Option<String>,
}

impl NewMark<'_> {
    /// The values of a property at a node with this mark; `None` if they do not change.
    fn values(
        &self,
        collection: &Collection,
        node: NodeId,
        property: &'static str,
        size: Size,
    ) -> Option<Vec<String>> {
        let is_own = self.property == Some(property);
        let is_replaced =
            self.property.is_none_or(|new| is_exclusive_mark(new) && is_exclusive_mark(property));
        if !is_own && !is_replaced {
            return None;
        }
        // Dimmed points stay so at the nodes that follow.
        let owner = match property {
            "DD" => inherited(collection, node, property).unwrap_or(node),
            _ => node,
        };
        let had = written_values(collection, owner, property);
        let mut points = expanded_values(collection, owner, property, size);
        let is_on = points.iter().any(|name| is_on_point(name, self.point));
        points.retain(|name| !is_on_point(name, self.point));
        if is_own {
            match &self.label {
                Some(label) if !had.contains(label) => points.push(label.clone()),
                None if !is_on && property != "LB" => points.push(self.point.to_owned()),
                _ => {}
            }
        }
        if points.is_empty() && owner != node {
            points.push(String::new());
        }
        (points != had).then_some(points)
    }

    /// Makes this mark at a node, from which all lines at the point go if all its marks do.
    fn make(&self, editor: &mut Editor, node: NodeId, size: Size) -> Result<(), EditError> {
        renew_old_marks(editor, node, self.point, size)?;
        let collection = editor.collection();
        let new = MARKS.into_iter().filter_map(|(property, _)| {
            Some((property, self.values(collection, node, property, size)?))
        });
        let mut new: Vec<(&str, Vec<String>)> = new.collect();
        if self.property.is_none() {
            for name in ["LN", "AR"] {
                let mut lines = written_values(collection, node, name);
                lines.retain(|line| line.split(':').all(|end| end != self.point));
                new.push((name, lines));
            }
        }
        new.iter().try_for_each(|(name, points)| set_values(editor, node, name, points))
    }
}

/// Whether a point with this mark has no other one. A label, dimming and territory may be on a point with
/// a mark.
fn is_exclusive_mark(property: &str) -> bool {
    !matches!(property, "LB" | "DD" | "TB" | "TW")
}

impl Session {
    /// Toggles a mark on a point; a point has one mark, and one label. The kind `none` removes all of
    /// them, and the lines that begin or end there.
    pub(super) fn mark(&mut self, vertex: &str, kind: &str, text: Option<&str>) -> Outcome {
        let point = self.read_point(vertex)?;
        let property = MARKS.iter().find(|(_, name)| *name == kind).map(|&(property, _)| property);
        if kind != "none" && property.is_none() {
            return Err(Refused::invalid(format!("unknown mark {kind:?}")));
        }
        let (size, cursor) = (self.tree.size(), self.tree.cursor());
        let value = point_name(size, point);
        let label = text.map(|text| compose(&value, text)).filter(|_| kind == "label");
        let mark = NewMark { point: &value, property, label };
        Ok(self.tree.edit(|editor| mark.make(editor, cursor, size))?)
    }

    /// Toggles a line, which has no direction, or an arrow.
    pub(super) fn draw_line(&mut self, from: &str, to: &str, is_arrow: bool) -> Outcome {
        let (size, cursor) = (self.tree.size(), self.tree.cursor());
        let ends = [self.read_point(from)?, self.read_point(to)?];
        let [from, to] = ends.map(|point| point_name(size, point));
        if from == to {
            return Err(Refused::invalid("a line needs two points"));
        }
        let name = if is_arrow { "AR" } else { "LN" };
        let (value, reverse) = (format!("{from}:{to}"), format!("{to}:{from}"));
        let mut values = written_values(self.tree.collection(), cursor, name);
        let before = values.len();
        values.retain(|other| *other != value && (is_arrow || *other != reverse));
        if values.len() == before {
            values.push(value);
        }
        Ok(self.tree.edit(|editor| set_values(editor, cursor, name, &values))?)
    }
}

/// Writes the old marks L and M of a node as LB and MA, if one of them is on this point. The letters of
/// L follow from the order of its points, so that none can be taken out alone.
fn renew_old_marks(
    editor: &mut Editor,
    node: NodeId,
    point: &str,
    size: Size,
) -> Result<(), EditError> {
    for (old, new) in OLD_MARKS {
        let points = points_of(editor.collection(), node, old, size);
        if !points.iter().any(|name| name == point) {
            continue;
        }
        let mut values = expanded_values(editor.collection(), node, new, size);
        let mut letters = 'A'..='Z';
        for name in &points {
            let value = match new {
                "LB" => letters.next().map(|letter| compose(name, &letter.to_string())),
                _ => Some(name.clone()),
            };
            if !values.iter().any(|value| is_on_point(value, name)) {
                values.extend(value);
            }
        }
        editor.remove_property(node, old)?;
        set_values(editor, node, new, &values)?;
    }
    Ok(())
}

/// Whether a value is this point, or a label on it.
fn is_on_point(value: &str, point: &str) -> bool {
    value.strip_prefix(point).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
}
