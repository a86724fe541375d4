//! The position of a tree's root, and the lookup of other positions in the tree.

use super::{
    request::EvalOptions,
    selection::Selection,
    tree::{PositionId, Tree},
};
use crate::{
    board::{Board, Color, Move},
    game::Game,
    rules::Rules,
};

/// Everything that determines the statistics of a tree.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RootKey {
    /// Boxed, since a board takes 15 KB.
    start: Box<Board>,
    /// By color: stones removed before the start.
    removed_before: [u32; 2],
    rules: Rules,
    komi: f64,
    handicap: u32,
    eval_options: EvalOptions,
    /// The moves up to the root.
    turns: Vec<(Color, Move)>,
    to_move: Color,
}

impl RootKey {
    /// The position of `game` with `color` to move, evaluated with these options.
    pub(super) fn new(game: &Game, color: Color, eval_options: EvalOptions) -> RootKey {
        // Finished games are counted with the handicap that Black has placed so far.
        let handicap = game.pending_handicap(game.state());
        let default_komi = || game.rules().default_komi(handicap);
        RootKey {
            start: Box::new(game.start().clone()),
            removed_before: game.removed_before(),
            rules: game.rules().clone(),
            komi: game.agreed_komi().unwrap_or_else(default_komi),
            handicap,
            eval_options,
            turns: game.turns().iter().map(|turn| (turn.color, turn.mv)).collect(),
            to_move: color,
        }
    }

    /// How positions are evaluated.
    pub(super) const fn eval_options(&self) -> EvalOptions {
        self.eval_options
    }

    /// The moves that lead from this position to `other`, if it follows and the players alternate.
    fn path_to(&self, other: &RootKey) -> Option<Vec<Move>> {
        let is_same_game = self.start == other.start
            && self.removed_before == other.removed_before
            && self.rules == other.rules
            && self.komi == other.komi
            && self.handicap == other.handicap
            && self.eval_options == other.eval_options;
        let further = other.turns.strip_prefix(&self.turns[..]).filter(|_| is_same_game)?;
        let mut color = self.to_move;
        for turn in further {
            if turn.0 != color {
                return None;
            }
            color = color.opponent();
        }
        (color == other.to_move).then(|| further.iter().map(|turn| turn.1).collect())
    }

    /// The node of `other` in the tree whose root is this position.
    pub(super) fn find<S: Selection>(&self, tree: &Tree<S>, other: &RootKey) -> Option<PositionId> {
        self.path_to(other)?.into_iter().try_fold(PositionId::ROOT, |parent, mv| {
            let index = tree.children(parent).iter().position(|child| child.mv() == mv)?;
            Some(tree.position(tree.child(parent, index)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Size, Vertex};

    /// Black's second stone on the empty board makes a handicap of two, with its bonus and komi.
    #[test]
    fn a_tree_from_before_a_handicap_was_found_after_it() {
        let size = Size::square(9).expect("a size");
        let mut game = Game::new(size, Rules::AGA);
        let vertex = |name| Vertex::parse(size, name).expect("a vertex");
        game.play(Color::Black, vertex("C3")).expect("a legal move");
        game.play(Color::White, Move::Pass).expect("a legal move");
        let before = RootKey::new(&game, Color::Black, EvalOptions::default());
        game.play(Color::Black, vertex("G7")).expect("a legal move");
        let after = RootKey::new(&game, Color::White, EvalOptions::default());
        assert_eq!(before.path_to(&after), None);
    }
}
