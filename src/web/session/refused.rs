//! The refusals of actions.

use serde::Serialize;

/// The reason why an action is refused; the session stays as it was.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(in crate::web) struct Refused {
    /// A stable word, such as `superko`.
    pub(in crate::web) kind: &'static str,
    /// The reason for people.
    pub(in crate::web) message: String,
    /// The number of the earlier move that an illegal move repeats.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(in crate::web) earlier_move: Option<usize>,
    /// Whether the action is valid, but not in the present state.
    #[serde(skip)]
    pub(in crate::web) is_conflict: bool,
}

impl Refused {
    /// An action that does not fit the present state.
    pub(in crate::web) fn conflict(kind: &'static str, message: impl Into<String>) -> Refused {
        Refused { kind, message: message.into(), earlier_move: None, is_conflict: true }
    }

    pub(super) fn not_stopped() -> Refused {
        Refused::conflict("playing", "play has not stopped")
    }

    pub(super) fn still_judging() -> Refused {
        Refused::conflict("judging", "the engine is still judging the stones")
    }

    pub(super) fn game_over() -> Refused {
        Refused::conflict("over", "the game is over")
    }

    /// An action that is never valid.
    pub(in crate::web) fn invalid(message: impl Into<String>) -> Refused {
        let kind = "invalid";
        Refused { kind, message: message.into(), earlier_move: None, is_conflict: false }
    }
}

/// The refusals of the record.
impl From<String> for Refused {
    fn from(message: String) -> Refused {
        Refused::conflict("record", message)
    }
}
