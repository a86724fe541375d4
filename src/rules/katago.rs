//! Approximation of a rule set by the rules that KataGo's networks know.

use super::{
    Rules,
    axes::{Ko, Removal, Scoring, Suicide, Tax},
};

/// Rules as KataGo's networks know them, the nearest ones to a rule set.
///
/// | axis | value | nearest rule of KataGo |
/// |---|---|---|
/// | ko | simple, positional, situational | the same |
/// | | natural, natural+basic | situational, which also considers positions after a pass |
/// | scoring | territory | territory |
/// | | area, area-literal, area-split, mizessyn | area: dame seldom make a difference |
/// | | stones | area with a tax on all groups, since a group cannot fill its two eyes |
/// | tax | none, seki, all | the same |
/// | suicide | none | not allowed |
/// | | multi, any | allowed for several stones: suicide of one stone does not change the board |
/// | button | | the same |
/// | removal | agree | friendly pass: dead stones need not be captured |
/// | | never | no friendly pass, as with territory scoring, where the clean-up phase decides |
///
/// The other axes (start position, long cycles, end of play, illegal moves) are not input features.
/// Pass stones and handicap bonuses are part of the komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KataGoRules {
    /// [`Ko::Simple`], [`Ko::Positional`] or [`Ko::Situational`].
    pub ko: Ko,
    /// Whether territory is counted instead of area.
    pub territory: bool,
    /// Which eyes and groups are taxed.
    pub tax: Tax,
    /// Whether suicide of several stones is legal.
    pub suicide: bool,
    /// Whether the first pass takes a button.
    pub button: bool,
    /// Whether passing is safe while dead stones are on the board.
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
