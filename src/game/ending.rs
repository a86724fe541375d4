//! The end of a game: passes, stops, cycles, and the counts that follow.

use super::{Game, Turn, state::State};
use crate::{
    board::Color,
    rules::{End, LongCycle, Removal, Rules},
};

/// Number of times that a position occurs, with the same player to move, in a cycle.
const MIN_OCCURRENCES_IN_CYCLE: usize = 3;

/// The stage of a game: in progress, stopped or over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Play goes on.
    Playing,
    /// Play has stopped, but further passes are required: White's last pass under AGA rules, the
    /// second pair of passes under Ing's.
    Stopped,
    /// Play has stopped and no pass is missing. The players may still resume it.
    Over,
}

impl State {
    /// The stage of the game.
    #[must_use]
    pub fn stage(&self, rules: &Rules) -> Stage {
        let passes = self.passes_in_a_row(rules);
        // Any move after the stop, even a pass, resumes play until two new passes.
        let resumed = rules.end == End::Mizessyn && passes % 2 == 1;
        let passes = if resumed { 1 } else { passes };
        let is_pass_missing = match rules.end {
            End::Aga => passes == 2 && self.turns().last().is_some_and(|t| t.color == Color::Black),
            End::Ing => passes < 4,
            End::Two | End::TwoConfirm | End::Agree | End::Mizessyn => false,
        };
        match passes {
            0 | 1 => Stage::Playing,
            _ if is_pass_missing => Stage::Stopped,
            _ => Stage::Over,
        }
    }

    /// Number of consecutive passes by alternating players up to the last move. Taking the button
    /// does not count.
    #[must_use]
    pub fn passes_in_a_row(&self, rules: &Rules) -> usize {
        let button = if rules.button { self.button_turn() } else { None };
        let mut next: Option<Color> = None;
        let turns = self.turns().iter().enumerate().rev();
        turns
            .take_while(|(index, turn)| {
                let alternates = next.is_none_or(|color| color == turn.color.opponent());
                next = Some(turn.color);
                turn.is_pass() && alternates && Some(*index) != button
            })
            .count()
    }

    /// The index of the move that takes the button if there is one: the first pass.
    pub(super) fn button_turn(&self) -> Option<usize> {
        self.turns().iter().position(|turn| turn.is_pass())
    }

    /// The player who took the button, if the rule set has one.
    #[must_use]
    pub fn button_holder(&self, rules: &Rules) -> Option<Color> {
        let turn = self.button_turn().filter(|_| rules.button)?;
        Some(self.turns()[turn].color)
    }

    /// Number of passes by `color`.
    #[must_use]
    pub fn passes(&self, color: Color) -> u32 {
        self.turns().iter().filter(|turn| turn.is_pass() && turn.color == color).count() as u32
    }

    /// Stones played by Black minus stones played by White, in points, positive if Black played more.
    /// Stones of the start, prisoners taken before it, and prisoners handed over for passes count as
    /// played. It is the area margin less the territory margin.
    #[must_use]
    pub fn played_margin(&self, rules: &Rules) -> i32 {
        let passes = |color| if rules.pass_stones { self.passes(color) } else { 0 };
        let gone = |color| (self.removed(color) + passes(color)) as i32;
        self.board().stone_margin() + gone(Color::Black) - gone(Color::White)
    }

    /// Number of times that two passes in a row stopped play. Resumed play stops after two new
    /// passes.
    #[must_use]
    pub fn stops(&self, rules: &Rules) -> usize {
        let button = if rules.button { self.button_turn() } else { None };
        let (mut stops, mut passer) = (0, None);
        for (index, turn) in self.turns().iter().enumerate() {
            passer = match passer {
                _ if !turn.is_pass() || Some(index) == button => None,
                Some(other) if other != turn.color => {
                    stops += 1;
                    None
                }
                _ => Some(turn.color),
            };
        }
        stops
    }

    /// Whether the game has no result because of a cycle: the rule set has
    /// [`LongCycle::NoResult`], and the present position occurs with the same player to move for
    /// the third time since the last pass (KataGo's precise form of the Japanese rules, article
    /// 12).
    #[must_use]
    pub fn has_no_result(&self, rules: &Rules) -> bool {
        let Some(present) = self.turns().last() else { return false };
        if rules.long_cycle == LongCycle::Legal {
            return false;
        }
        let last_pass = self.turns().iter().rposition(|turn| turn.is_pass());
        self.occurrences(present, last_pass) >= MIN_OCCURRENCES_IN_CYCLE
    }

    /// The moves since the first occurrence of the present position with the same player to move,
    /// if a pass has led to it for the third time and they are not all passes. No rule set ends a game
    /// in such a cycle.
    #[must_use]
    pub fn cycle_with_pass(&self) -> Option<&[Turn]> {
        let present = self.turns().last().filter(|turn| turn.is_pass())?;
        let is_cycle = self.occurrences(present, None) >= MIN_OCCURRENCES_IN_CYCLE;
        let first = self.turns().iter().position(|turn| Self::leads_to_same(turn, present));
        let start = if self.starts_after(present) { 0 } else { first? + 1 };
        let cycle = &self.turns()[start..];
        (is_cycle && !cycle.iter().all(Turn::is_pass)).then_some(cycle)
    }

    /// Number of occurrences of the position after `present`, with the same player to move, since
    /// the move at index `first` or the start of the game.
    fn occurrences(&self, present: &Turn, first: Option<usize>) -> usize {
        let since = &self.turns()[first.unwrap_or(0)..];
        let same = since.iter().filter(|turn| Self::leads_to_same(turn, present));
        same.count() + usize::from(first.is_none() && self.starts_after(present))
    }

    /// Whether the game started with the position after `turn`, with the same player to move.
    fn starts_after(&self, turn: &Turn) -> bool {
        self.history.start() == turn.hash && self.history.first() == turn.color.opponent()
    }

    /// Whether two moves lead to the same position with the same player to move.
    fn leads_to_same(turn: &Turn, other: &Turn) -> bool {
        turn.hash == other.hash && turn.color == other.color
    }
}

impl Game {
    /// Whether the game has no result because of a cycle, see [`State::has_no_result`].
    #[must_use]
    pub fn has_no_result(&self) -> bool {
        self.state().has_no_result(self.rules())
    }

    /// The result, as SGF's property RE has it, of a game that is not counted: `B+F` after a forfeit,
    /// `Void` if it has no result. `None` for any other game.
    #[must_use]
    pub fn uncounted_result(&self) -> Option<String> {
        if let Some(color) = self.forfeited_by() {
            return Some(format!("{}+F", color.opponent().letter()));
        }
        self.has_no_result().then(|| "Void".to_string())
    }

    /// Whether the next count is the second one after a dispute ([`End::Mizessyn`]): play was
    /// stopped and resumed.
    #[must_use]
    pub fn is_second_count(&self) -> bool {
        let stops_before_next = if self.stage() == Stage::Playing { 1 } else { 2 };
        self.rules().end == End::Mizessyn && self.stops() >= stops_before_next
    }

    /// Whether the count is the second one after a dispute if play goes on and stops again.
    #[must_use]
    pub fn leads_to_second_count(&self) -> bool {
        self.rules().end == End::Mizessyn && self.stops() >= 1
    }

    fn stops(&self) -> usize {
        self.state().stops(self.rules())
    }

    /// Whether the next count removes no stones, so that dead stones must be captured before.
    #[must_use]
    pub fn removes_no_stones(&self) -> bool {
        self.rules().removal == Removal::Never || self.is_second_count()
    }
}
