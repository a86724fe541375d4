//! How near KataGo's rules come to a rule set.

use super::{
    Rules,
    axes::{Ko, Removal, Scoring, Suicide, Tax},
};

/// The rules that KataGo's networks know, each as near to a rule set as they come.
///
/// | axis | values | become |
/// |---|---|---|
/// | ko | simple, positional, situational | themselves |
/// | | natural, natural+basic | situational, which also minds positions that a pass left |
/// | scoring | territory | territory |
/// | | area, area-literal, area-split, mizessyn | area: shared regions are seldom worth anything |
/// | | stones | area, with the tax on all groups: each lacks its two eyes |
/// | tax | none, seki, all | themselves |
/// | suicide | none | none |
/// | | multi, any | of several stones: a single one changes nothing on the board |
/// | button | | itself |
/// | removal | agree | dead stones need not be captured, so that a pass may be friendly |
/// | | never | they must be, as with territory scoring, where clean-up settles it |
///
/// Everything else (who remembers the start, long cycles, how play ends, phases of a dispute, what
/// an illegal move costs) networks are not told. Pass stones and handicap bonuses reach them as
/// komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KataGoRules {
    /// [`Ko::Simple`], [`Ko::Positional`] or [`Ko::Situational`].
    pub ko: Ko,
    /// Whether territory is counted instead of area.
    pub territory: bool,
    /// What is deducted for eyes.
    pub tax: Tax,
    /// Whether a play of several stones may be suicide.
    pub suicide: bool,
    /// Whether the first pass takes a button.
    pub button: bool,
    /// Whether passing is safe while dead stones stand on the board.
    pub friendly_pass: bool,
}

impl Rules {
    /// The nearest rules that KataGo's networks know.
    #[must_use]
    pub fn nearest_katago(&self) -> KataGoRules {
        let territory = self.scoring == Scoring::Territory;
        KataGoRules {
            ko: match self.ko {
                Ko::Natural | Ko::NaturalAndBasic => Ko::Situational,
                ko => ko,
            },
            territory,
            tax: if self.scoring == Scoring::Stones { Tax::All } else { self.tax },
            suicide: self.suicide != Suicide::None,
            button: self.button,
            friendly_pass: self.removal == Removal::Agree && !territory,
        }
    }
}
