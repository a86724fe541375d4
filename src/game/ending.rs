use super::{Game, Turn, state::State};
use crate::{
    board::Color,
    rules::{End, LongCycle, Removal, Rules},
};

/// How often a grid may stand with the same player to move before a game is said to run in a circle.
const MOST_TIMES: usize = 3;

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Play goes on.
    Playing,
    /// Ordinary play has stopped, but turns are still owed: White's last pass under AGA rules, the
    /// second pair of passes under Ing's.
    Stopped,
    /// Play has stopped and nothing is owed; it may still be resumed where players disagree.
    Over,
}

impl State {
    /// Whether play goes on, has stopped, or is over.
    #[must_use]
    pub fn stage(&self, rules: &Rules) -> Stage {
        let passes = match self.passes_in_a_row(rules) {
            // A turn after the stop, be it a pass, takes play up again until two new passes.
            odd if rules.end == End::Mizessyn && odd % 2 == 1 => 1,
            passes => passes,
        };
        let is_owed = match rules.end {
            End::Aga => passes == 2 && self.turns().last().is_some_and(|t| t.color == Color::Black),
            End::Ing => passes < 4,
            End::Two | End::TwoConfirm | End::Agree | End::Mizessyn => false,
        };
        match passes {
            0 | 1 => Stage::Playing,
            _ if is_owed => Stage::Stopped,
            _ => Stage::Over,
        }
    }

    /// How many turns, up to the last one, were passes by the two players in turn. Taking the
    /// button is no such pass.
    #[must_use]
    pub fn passes_in_a_row(&self, rules: &Rules) -> usize {
        let button = if rules.button { self.button_turn() } else { None };
        let mut next: Option<Color> = None;
        let turns = self.turns().iter().enumerate().rev();
        turns
            .take_while(|(index, turn)| {
                let in_turn = next.is_none_or(|color| color == turn.color.opponent());
                next = Some(turn.color);
                turn.is_pass() && in_turn && Some(*index) != button
            })
            .count()
    }

    /// The turn, counted from 0, that takes the button where there is one: the first pass.
    pub(super) fn button_turn(&self) -> Option<usize> {
        self.turns().iter().position(|turn| turn.is_pass())
    }

    /// Who took the button, where the rule set has one.
    #[must_use]
    pub fn button_holder(&self, rules: &Rules) -> Option<Color> {
        let turn = self.button_turn().filter(|_| rules.button)?;
        Some(self.turns()[turn].color)
    }

    /// How many times this colour passed.
    #[must_use]
    pub fn passes(&self, color: Color) -> u32 {
        self.turns().iter().filter(|turn| turn.is_pass() && turn.color == color).count() as u32
    }

    /// How many times two passes in a row stopped play; play that was taken up again stops only
    /// at two new ones.
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

    /// Whether the game has no result because it runs in a circle: under a rule set that says so,
    /// the present grid stands with the same player to move for the third time since the last pass
    /// (KataGo's precise form of the Japanese rules, article 12).
    #[must_use]
    pub fn has_no_result(&self, rules: &Rules) -> bool {
        let Some(present) = self.turns().last() else { return false };
        if rules.long_cycle == LongCycle::Legal {
            return false;
        }
        let last_pass = self.turns().iter().rposition(|turn| turn.is_pass());
        self.times_stood(present, last_pass) >= MOST_TIMES
    }

    /// The turns since the present grid first stood with the same player to move, if a pass has led
    /// to it for the third time. No rule set ends a game that goes on like that.
    #[must_use]
    pub fn circle_with_a_pass(&self) -> Option<&[Turn]> {
        let present = self.turns().last().filter(|turn| turn.is_pass())?;
        let is_circle = self.times_stood(present, None) >= MOST_TIMES;
        let first = self.turns().iter().position(|turn| Self::is_same(turn, present));
        let start = if self.started_as(present) { 0 } else { first? + 1 };
        is_circle.then(|| &self.turns()[start..])
    }

    /// How often a turn since the one at `first`, or since the start of the game, left what the
    /// present one left, or the game started with it.
    fn times_stood(&self, present: &Turn, first: Option<usize>) -> usize {
        let since = &self.turns()[first.unwrap_or(0)..];
        let left = since.iter().filter(|turn| Self::is_same(turn, present));
        left.count() + usize::from(first.is_none() && self.started_as(present))
    }

    /// Whether the game started with what a turn left.
    fn started_as(&self, turn: &Turn) -> bool {
        self.history.start() == turn.grid && self.history.first() == turn.color.opponent()
    }

    /// Whether two turns left the same grid with the same player to move.
    fn is_same(turn: &Turn, other: &Turn) -> bool {
        turn.grid == other.grid && turn.color == other.color
    }
}

impl Game {
    /// Whether the game runs in a circle and has no result for that, by the rule set in force.
    #[must_use]
    pub fn has_no_result(&self) -> bool {
        self.state().has_no_result(self.rules())
    }

    /// Whether the next count is the one after a dispute, where the rule set has one: play was
    /// stopped, resumed, and stopped again.
    #[must_use]
    pub fn is_second_count(&self) -> bool {
        self.rules().end == End::Mizessyn && self.state().stops(self.rules()) >= 2
    }

    /// Whether the next count takes no stone for dead: whoever thinks it is captures it first.
    #[must_use]
    pub fn all_stones_stand(&self) -> bool {
        self.rules().removal == Removal::Never || self.is_second_count()
    }
}
