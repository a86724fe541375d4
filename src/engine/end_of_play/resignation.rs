//! Resignation.

use super::{Facts, SideSearch};
use crate::{engine::Decision, search::Report};

/// Resigns where the engine may.
pub(super) fn decide(facts: &Facts, _: &Report, _: &mut dyn SideSearch) -> Option<Decision> {
    facts.may_resign.then_some(Decision::Resign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Color,
        engine::end_of_play::test_support::{Setting, decide},
    };

    #[test]
    fn a_hopeless_game_is_resigned() {
        let mut setting = Setting::of_diagram(". . .\n. . .\n. . .", Color::Black, "chinese");
        assert!(matches!(decide(&setting, 50), Decision::Move(_)));
        setting.may_resign = true;
        assert_eq!(decide(&setting, 50), Decision::Resign);
    }
}
