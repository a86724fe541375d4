//! Rules and komi that a review uses in place of the record's, and their place in a reviewed file.

use super::marks::NodeNotes;
use crate::{
    rules::Rules,
    sgf::{Collection, EditError, NodeId, Value, escape},
};

/// The properties of the root that keep them, private to shusaku.
const RULES: &str = "SHRU";
const KOMI: &str = "SHKM";

/// Rules and komi that replace those of a record.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// The rule set.
    pub rules: Option<Rules>,
    /// The komi.
    pub komi: Option<f64>,
}

impl Overrides {
    /// Those with which a game was reviewed; none if it was not.
    #[must_use]
    pub fn of_review(collection: &Collection, root: NodeId) -> Overrides {
        let value = |name| collection.property(root, name).map(|property| property.value());
        let rules = value(RULES).and_then(|rules: Value<'_>| Rules::parse(&rules.text()).ok());
        Overrides { rules, komi: value(KOMI).and_then(|komi| komi.real()) }
    }

    /// These, and `others` for what these leave open.
    #[must_use]
    pub fn or(&self, others: Overrides) -> Overrides {
        let rules = self.rules.clone().or(others.rules);
        Overrides { rules, komi: self.komi.or(others.komi) }
    }

    /// Adds them to the root of a reviewed game.
    pub(super) fn write(&self, notes: &mut NodeNotes<'_>) -> Result<(), EditError> {
        if let Some(rules) = &self.rules {
            notes.set(RULES, &[escape(&rules.to_json())])?;
        }
        if let Some(komi) = self.komi {
            notes.set(KOMI, &[komi.to_string()])?;
        }
        Ok(())
    }
}
