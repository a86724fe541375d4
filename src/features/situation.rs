use super::recent::MOVES;
use crate::{
    board::{Board, Color, Hash, Move, Point, PointSet},
    game::{Game, IllegalMove, State, Turn},
    rules::{KataGoRules, Ko, Rules},
};

/// The facts of a position that networks are told of.
#[derive(Clone, Debug)]
pub struct Situation<'a> {
    /// The stones.
    pub board: &'a Board,
    /// Whose view it is.
    pub to_move: Color,
    /// The rules, as near as KataGo's come.
    pub rules: KataGoRules,
    /// Points that White has beside the board: komi, the handicap's bonus, who took the button,
    /// and with territory scoring what makes the difference to area scoring.
    pub komi: f64,
    /// Whether the result can be a draw: komi is whole, or the button makes it so.
    pub can_draw: bool,
    /// Whether the button is still there to be taken.
    pub button: bool,
    /// Empty points where only the ko rule forbids a play.
    pub banned: PointSet,
    /// The turns of the present phase of the game, the latest last; where play went on after it had
    /// ended, or has just ended, those from the pass that ended it.
    pub turns: &'a [Turn],
    /// What a pass would do.
    pub passes: Passes,
    /// The clean-up by which KataGo's rules settle a territory game, where it has begun.
    pub clean_up: Option<CleanUp>,
}

/// What passes have done and what one more would do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passes {
    /// How many turns up to the last one were passes that count towards the end.
    pub in_a_row: usize,
    /// Whether one more would end the present phase of the game.
    pub would_end_phase: bool,
    /// Whether one more would end the game.
    pub would_end_game: bool,
}

/// A clean-up phase of KataGo's territory rules.
#[derive(Clone, Debug)]
pub struct CleanUp {
    /// Whether it is the second phase, in which what is captured is dead for sure.
    pub is_second: bool,
    /// Stones that may not be retaken in a ko before a pass.
    pub blocked: PointSet,
    /// By colour: the stones at the start of the second phase; empty in the first.
    pub start: [PointSet; 2],
}

/// How a network is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeatureOptions {
    /// How many wins a draw is worth for White, from 0 to 1.
    pub draw_value: f64,
    /// By how many doublings the player to move is supposed to search more than the opponent;
    /// negative if less.
    pub doubling_advantage: f64,
    /// At the root: never let the network see that a pass would end the game, so that it does not
    /// trust in one.
    pub is_conservative: bool,
    /// The same everywhere, where the game would be lost by the board as it stands.
    pub hides_lost_ends: bool,
    /// How many of the last moves are shown at most; the format has room for five.
    pub history: usize,
    /// Whether the network takes chains for pass-alive under the strict definition
    /// ([`crate::network::Network::strict_pass_alive`]).
    pub strict_pass_alive: bool,
}

impl Default for FeatureOptions {
    fn default() -> FeatureOptions {
        FeatureOptions {
            draw_value: 0.5,
            doubling_advantage: 0.0,
            is_conservative: false,
            hides_lost_ends: false,
            history: 5,
            strict_pass_alive: false,
        }
    }
}

impl<'a> Situation<'a> {
    /// The facts of a position that a game has reached, or a line of play tried out on top of it, by
    /// the view of `to_move`.
    #[must_use]
    pub fn of(game: &Game, state: &'a State, to_move: Color) -> Situation<'a> {
        let rules = game.rules();
        let nearest = rules.nearest_katago();
        let komi = game.komi();
        let bonus = f64::from(rules.handicap_bonus.points(handicap(game, state)));
        let button = match state.button_holder(rules) {
            Some(Color::White) => 0.5,
            Some(Color::Black) => -0.5,
            None => 0.0,
        };
        let ending = Ending::new(rules, state);
        let can_take_button = rules.button && state.button_holder(rules).is_none();
        let would_end_phase =
            !can_take_button && ending.is_reached(state.turns().len(), to_move, state.grid());
        Situation {
            board: state.board(),
            to_move,
            rules: nearest,
            komi: komi + bonus + button + area_difference(game, state),
            can_draw: (komi.fract() == 0.0) != rules.button,
            button: can_take_button,
            banned: banned(game, state, to_move),
            turns: ending.turns_since(),
            passes: Passes {
                in_a_row: ending.passes_in_a_row(),
                would_end_phase,
                would_end_game: would_end_phase && !nearest.territory,
            },
            clean_up: None,
        }
    }
}

/// The handicap in stones. While White has not played yet it grows.
fn handicap(game: &Game, state: &State) -> u32 {
    let is_giving = |turn: &Turn| turn.is_pass() == (turn.color == Color::White);
    let is_empty = game.start().empty_points().len() == game.size().area();
    match game.handicap() {
        0 if is_empty && state.turns().iter().all(is_giving) => {
            state.turns().iter().filter(|turn| !turn.is_pass()).count() as u32
        }
        handicap => handicap,
    }
}

/// What White gains with territory scoring over area scoring: every stone that Black puts on the
/// board costs him a point of territory or a prisoner there and earns one here; so does a pass that
/// hands over a prisoner.
fn area_difference(game: &Game, state: &State) -> f64 {
    let rules = game.rules();
    if !rules.nearest_katago().territory {
        return 0.0;
    }
    let sign = |color: Color| if color == Color::Black { 1.0 } else { -1.0 };
    let counts = |turn: &&Turn| rules.pass_stones || !turn.is_pass();
    let played = state.turns().iter().filter(counts).map(|turn| sign(turn.color));
    let start = game.start();
    let set_up = game.size().points().filter_map(|point| start.stone(point)).map(sign);
    played.chain(set_up).sum()
}

/// Empty points where only the ko rule forbids a play. The suicide of a single stone, which leaves
/// the board as it is, is none by KataGo's rules.
fn banned(game: &Game, state: &State, color: Color) -> PointSet {
    let (board, rules) = (state.board(), game.rules());
    let ko = board.ko().map(|(point, _)| point);
    if rules.ko == Ko::Simple {
        return ko.into_iter().collect();
    }
    // The stone played stands on the grid that would be repeated, unless it takes itself off: few
    // points have seen a stone before.
    let played: PointSet = state.turns().iter().filter_map(|turn| turn.mv.point()).collect();
    let had_stone = |point| played.contains(point) || !game.start().is_empty(point);
    let may_repeat = |point: &Point| had_stone(*point) || board.is_suicide(*point, color);
    let is_banned = |point: &Point| {
        let checked = state.check(rules, color, Move::Play(*point));
        matches!(checked, Err(IllegalMove::Repetition(_)))
            && !board.is_single_stone_suicide(*point, color)
    };
    let candidates = board.empty_points().iter().copied().filter(may_repeat);
    candidates.filter(is_banned).chain(ko).collect()
}

/// How play ends by KataGo's rules.
struct Ending<'a> {
    turns: &'a [Turn],
    /// The first turn that counts: the one after the taking of the button.
    first: usize,
    /// Whether a pass also ends play where the same player has passed before.
    is_repeatable: bool,
}

impl<'a> Ending<'a> {
    fn new(rules: &Rules, state: &'a State) -> Ending<'a> {
        let turns = state.turns();
        let button = if rules.button { turns.iter().position(Turn::is_pass) } else { None };
        let first = button.map_or(0, |button| button + 1);
        Ending { turns, first, is_repeatable: rules.ko == Ko::Simple }
    }

    /// The passes up to the last turn, whoever passed.
    fn passes_in_a_row(&self) -> usize {
        self.turns[self.first..].iter().rev().take_while(|turn| turn.is_pass()).count()
    }

    /// Whether a pass of `color` as turn number `at` ends play, the grid being `grid`.
    fn is_reached(&self, at: usize, color: Color, grid: Hash) -> bool {
        let before = self.turns.get(self.first..at).unwrap_or_default();
        let has_passed_here =
            |turn: &Turn| turn.is_pass() && turn.color == color && turn.grid == grid;
        before.last().is_some_and(Turn::is_pass)
            || self.is_repeatable && before.iter().any(has_passed_here)
    }

    /// The turns from the latest that ended play, if one of those that may be shown did; or all.
    fn turns_since(&self) -> &'a [Turn] {
        let has_ended = |&at: &usize| {
            let turn = &self.turns[at];
            turn.is_pass() && self.is_reached(at, turn.color, turn.grid)
        };
        let latest = (0..self.turns.len()).rev().take(MOVES).find(has_ended);
        &self.turns[latest.unwrap_or(0)..]
    }
}
