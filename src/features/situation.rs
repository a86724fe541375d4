//! The facts that input features depend on, and the options of the features.

use super::move_history::MOVES;
use crate::{
    board::{Board, Color, Hash, Move, Point, PointSet},
    game::{Game, IllegalMove, State, Turn},
    network::Network,
    rules::{KataGoRules, Ko, Rules},
};

/// The facts of a position that input features depend on.
#[derive(Clone, Debug)]
pub struct Situation<'a> {
    /// The stones.
    pub board: &'a Board,
    /// The player to move, from whose view the features are.
    pub to_move: Color,
    /// The nearest of KataGo's rules.
    pub rules: KataGoRules,
    /// Points that White has in addition to the board: komi, handicap bonus, half a point for the
    /// button, and under territory scoring the difference to area scoring.
    pub komi: f64,
    /// Whether the result can be a draw: komi is an integer, or half an integer with a button.
    pub can_draw: bool,
    /// Whether the button can still be taken.
    pub button: bool,
    /// Empty points where a play is illegal by the ko rule only.
    pub banned: PointSet,
    /// The moves of the current phase of the game, the latest last; if a phase has ended within the
    /// history, the moves from the pass that ended it.
    pub turns: &'a [Turn],
    /// The passes before, and the effect of another one.
    pub passes: PassState,
    /// The clean-up phase of KataGo's territory rules, if it has begun.
    pub clean_up: Option<CleanUp>,
}

/// The last passes, and the effect of another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassState {
    /// Number of consecutive passes up to the last move that count towards the end.
    pub in_a_row: usize,
    /// Whether another pass would end the current phase of the game.
    pub would_end_phase: bool,
    /// Whether another pass would end the game.
    pub would_end_game: bool,
}

/// A clean-up phase of KataGo's territory rules (its "encore").
#[derive(Clone, Debug)]
pub struct CleanUp {
    /// Whether it is the second phase, which settles the life of stones by capture.
    pub is_second: bool,
    /// Stones that may not be recaptured in a ko before a pass.
    pub blocked: PointSet,
    /// By color, the stones at the start of the second phase; empty in the first.
    pub start: [PointSet; 2],
}

/// Options of the input features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeatureOptions {
    /// Value of a draw for White in wins, from 0 to 1.
    pub draw_value: f64,
    /// Playout-doubling advantage of the player to move, in doublings; negative for the opponent's.
    pub playout_doubling_advantage: f64,
    /// Whether the move history is hidden whenever a pass would end the game, so that the network
    /// cannot see that it would. For the root (KataGo's `conservativePass`).
    pub conservative_pass: bool,
    /// Whether the move history is hidden if a pass would end the game and the player to move would
    /// lose on the board as it stands (KataGo's `enablePassingHacks`).
    pub passing_hacks: bool,
    /// Maximum number of past moves, at most 5.
    pub max_history: usize,
    /// Whether the network expects pass-alive chains by the strict definition (`features::area`) under
    /// all rules ([`Network::strict_pass_alive`]).
    pub strict_pass_alive: bool,
}

impl Default for FeatureOptions {
    fn default() -> FeatureOptions {
        FeatureOptions {
            draw_value: 0.5,
            playout_doubling_advantage: 0.0,
            conservative_pass: false,
            passing_hacks: false,
            max_history: 5,
            strict_pass_alive: false,
        }
    }
}

impl FeatureOptions {
    /// The options with which a network was trained; the others are the defaults.
    #[must_use]
    pub fn of(network: &Network) -> FeatureOptions {
        let strict_pass_alive = network.strict_pass_alive();
        FeatureOptions { strict_pass_alive, ..FeatureOptions::default() }
    }
}

impl<'a> Situation<'a> {
    /// The situation that a game has reached, or a variation that extends it, from the view of
    /// `to_move`.
    #[must_use]
    pub fn of(game: &Game, state: &'a State, to_move: Color) -> Situation<'a> {
        let rules = game.rules();
        let nearest = rules.nearest_katago();
        let handicap = game.pending_handicap(state);
        let komi = game.agreed_komi().unwrap_or_else(|| rules.default_komi(handicap));
        let bonus = f64::from(rules.handicap_bonus.points(handicap));
        let holder = state.button_holder(rules);
        let button_points = holder.map_or(0.0, |color| color.points(-0.5));
        let phase_end = PhaseEnd::new(rules, state);
        let can_take_button = rules.button && holder.is_none();
        let would_end_phase =
            !can_take_button && phase_end.is_reached(state.turns().len(), to_move, state.hash());
        Situation {
            board: state.board(),
            to_move,
            rules: nearest,
            komi: komi + bonus + button_points + area_difference(game, state),
            can_draw: (komi.fract() == 0.0) != rules.button,
            button: can_take_button,
            banned: banned(game, state, to_move),
            turns: phase_end.turns_since(),
            passes: PassState {
                in_a_row: phase_end.passes_in_a_row(),
                would_end_phase,
                would_end_game: would_end_phase && !nearest.territory,
            },
            clean_up: None,
        }
    }
}

/// White's gain from territory scoring over area scoring, in points.
fn area_difference(game: &Game, state: &State) -> f64 {
    let rules = game.rules();
    if !rules.nearest_katago().territory {
        return 0.0;
    }
    f64::from(state.played_margin(rules))
}

/// Empty points where a play is illegal by the ko rule only. The suicide of a single stone, which
/// repeats the position, is not among them by KataGo's rules.
fn banned(game: &Game, state: &State, color: Color) -> PointSet {
    let (board, rules) = (state.board(), game.rules());
    let ko = board.ko_against(color);
    if rules.ko == Ko::Simple {
        return ko.into_iter().collect();
    }
    let is_banned = |point: &Point| {
        let checked = state.check(rules, color, Move::Play(*point));
        matches!(checked, Err(IllegalMove::Repetition(_)))
            && !board.is_single_stone_suicide(*point, color)
    };
    board.empty_points().iter().copied().filter(is_banned).chain(ko).collect()
}

/// The end of a phase by KataGo's rules.
struct PhaseEnd<'a> {
    turns: &'a [Turn],
    /// Index of the first move that counts: the one after the button was taken.
    first: usize,
    /// Whether a pass also ends the phase if the same player has passed in the same position before.
    is_repeatable: bool,
}

impl<'a> PhaseEnd<'a> {
    fn new(rules: &Rules, state: &'a State) -> PhaseEnd<'a> {
        let turns = state.turns();
        let button = if rules.button { turns.iter().position(Turn::is_pass) } else { None };
        let first = button.map_or(0, |button| button + 1);
        PhaseEnd { turns, first, is_repeatable: rules.ko == Ko::Simple }
    }

    /// Number of consecutive passes up to the last move.
    fn passes_in_a_row(&self) -> usize {
        self.turns[self.first..].iter().rev().take_while(|turn| turn.is_pass()).count()
    }

    /// Whether a pass of `color` as move number `at`, in the position `hash`, ends the phase.
    fn is_reached(&self, at: usize, color: Color, hash: Hash) -> bool {
        let before = self.turns.get(self.first..at).unwrap_or_default();
        let has_passed_here =
            |turn: &Turn| turn.is_pass() && turn.color == color && turn.hash == hash;
        before.last().is_some_and(Turn::is_pass)
            || self.is_repeatable && before.iter().any(has_passed_here)
    }

    /// The moves from the latest pass that ended a phase within the history, or all moves.
    fn turns_since(&self) -> &'a [Turn] {
        let has_ended = |&at: &usize| {
            let turn = &self.turns[at];
            turn.is_pass() && self.is_reached(at, turn.color, turn.hash)
        };
        let latest = (0..self.turns.len()).rev().take(MOVES).find(has_ended);
        &self.turns[latest.unwrap_or(0)..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Size, Vertex},
        game::Variation,
        rules::Rules,
    };

    #[test]
    fn a_handicap_of_plays_still_counts_after_whites_first_move() {
        let size = Size::square(9).expect("a size");
        let mut game = Game::new(size, Rules::preset("aga").expect("a preset"));
        let play = |column| Move::Play(size.point(column, 2).expect("a point"));
        for column in [2, 6] {
            game.play(Color::Black, play(column)).expect("a legal move");
        }
        let mut line = Variation::new(&game);
        let before = Situation::of(&game, line.state(), Color::White).komi;
        line.play_unchecked(Color::White, play(4));
        assert_eq!(Situation::of(&game, line.state(), Color::Black).komi, before);
    }

    #[test]
    fn prisoners_of_before_a_set_up_in_mid_game_counted_for_nobody() {
        let mut game = Game::new(Size::square(9).expect("a size"), Rules::JAPANESE);
        let captures = "A2 A1 B2 B1 E5 C1 C2 G7 D1";
        for (number, vertex) in captures.split_whitespace().enumerate() {
            let color = if number % 2 == 0 { Color::Black } else { Color::White };
            let mv = Vertex::parse(game.size(), vertex).expect("a vertex");
            game.play(color, mv).expect("a legal move");
        }
        assert_eq!(game.state().removed(Color::White), 3);
        let komi = |game: &Game| Situation::of(game, game.state(), Color::White).komi;
        let before = komi(&game);
        game.start_from(game.board().clone(), Color::White);
        assert_eq!(komi(&game), before);
    }
}
