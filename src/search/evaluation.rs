//! What a leaf is worth.

use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;

use super::{node::Prior, prior::priors};
use crate::{
    board::{Board, CAPACITY, Color, Move, Observer, Point},
    game::{Game, Stage, State, Turn, Variation},
    pattern::Extractor,
    playout::{Recent, Tactical, area_margin, owner, play_out},
    rules::{Removal, Rules, Scoring, Tax},
    score::{Judgement, Tally, count},
    tuning::{EXPAND_AT, MARGIN_WEIGHT},
};

/// The worth of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// What the search goes by: from 0, White wins, to 1, Black wins, with a part for the margin.
    pub black_utility: f64,
    /// The chance that Black wins, from 0 to 1; a draw is half a win.
    pub black_win: f64,
    /// Expected margin, Black's points less White's, komi included.
    pub black_margin: f64,
    /// Standard deviation of the margin, in points.
    pub margin_deviation: f64,
}

/// What a search goes by on its way down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// Means of own visits, priors counted as visits, and [`Amaf`]: for evaluations that are cheap
    /// and uncertain. What is reported as the chance to win is the utility.
    Rave,
    /// Means of own visits, and chances of moves that say how much each is to be looked at: for
    /// evaluations that are worth more than one game played to its end.
    Puct,
}

/// Judges leaves; the search does not care how.
///
/// Every worker has an evaluator of its own, which may keep buffers and random numbers. Playouts
/// are one implementation, neural networks the other: a network finds value and priors at once,
/// so that its evaluator remembers what it said of a leaf at the first visit for
/// [`priors`](Self::priors) at the second.
pub trait Evaluator: Send {
    /// What the search goes by.
    const SELECTION: Selection = Selection::Rave;

    /// The visit at which a leaf gets children and the search goes on to one of them; at least 2.
    fn expand_at(&self) -> u32;

    /// The turns of `to_move` worth a look at the position that `line` has reached, each with what
    /// is thought of it; among them the pass.
    fn priors(&mut self, line: &Variation, to_move: Color) -> Vec<(Move, Prior)>;

    /// The worth of the position that `line` has reached, `to_move` being the player to move.
    ///
    /// An evaluator that plays on notes in `amaf`, which comes blank, who played where first; one
    /// that does not leaves it blank, and the search does without.
    fn evaluate(&mut self, line: &Variation, to_move: Color, amaf: &mut Amaf) -> Evaluation;

    /// Whose a point will be, by the last evaluation: from -1, White's, to 1, Black's.
    fn ownership(&self, point: Point) -> f32;
}

/// Who played first on each point in what follows a position ("all moves as first").
pub struct Amaf {
    first: Box<[Option<Color>; CAPACITY]>,
    is_blank: bool,
}

impl Default for Amaf {
    fn default() -> Amaf {
        Amaf { first: Box::new([None; CAPACITY]), is_blank: true }
    }
}

impl Amaf {
    /// Whether nothing was played.
    #[must_use]
    pub const fn is_blank(&self) -> bool {
        self.is_blank
    }

    /// Whether `color` was the first to play on the point with this index.
    #[inline]
    pub(super) fn is_first(&self, color: Color, index: usize) -> bool {
        self.first[index] == Some(color)
    }

    pub(super) fn clear(&mut self) {
        self.first.fill(None);
        self.is_blank = true;
    }

    /// Puts a play before all others.
    pub(super) fn play_earlier(&mut self, point: Point, color: Color) {
        self.first[point.index()] = Some(color);
    }
}

impl Observer for Amaf {
    #[inline]
    fn placed(&mut self, point: Point, color: Color) {
        self.first[point.index()].get_or_insert(color);
        self.is_blank = false;
    }

    #[inline]
    fn removed(&mut self, _: Point, _: Color) {}
}

impl Evaluation {
    /// The worth of an end by this margin (Black's points less White's) on a board of `area`
    /// points.
    #[must_use]
    pub fn from_margin(margin: f64, area: usize) -> Evaluation {
        let win = match margin {
            margin if margin > 0.0 => 1.0,
            margin if margin < 0.0 => 0.0,
            _ => 0.5,
        };
        let share = (margin / area as f64).clamp(-1.0, 1.0) / 2.0 + 0.5;
        let black_utility = (1.0 - MARGIN_WEIGHT) * win + MARGIN_WEIGHT * share;
        Evaluation { black_utility, black_win: win, black_margin: margin, margin_deviation: 0.0 }
    }
}

/// Evaluates by one tactical playout, and the end of a game that leaves nothing to agree on by its
/// count; thinks of moves what the learned prior does.
pub struct PlayoutEvaluator {
    board: Board,
    policy: Tactical,
    rng: Xoroshiro128PlusPlus,
    count: LiteralCount,
    extractor: Extractor,
}

impl PlayoutEvaluator {
    /// An evaluator for lines of this game, whose playouts follow from the seed.
    #[must_use]
    pub fn new(game: &Game, seed: u64) -> PlayoutEvaluator {
        PlayoutEvaluator {
            board: game.board().clone(),
            policy: Tactical::default(),
            rng: Xoroshiro128PlusPlus::seed_from_u64(seed),
            count: LiteralCount::new(game),
            extractor: Extractor::default(),
        }
    }

    fn playout_margin(&mut self, line: &Variation, to_move: Color, amaf: &mut Amaf) -> f64 {
        self.board.clone_from(line.board());
        let recent = recent(line.state().turns());
        play_out(&mut self.board, to_move, recent, &mut self.policy, &mut self.rng, amaf);
        let button = match line.state().button_holder(line.rules()) {
            Some(Color::Black) => 0.5,
            Some(Color::White) => -0.5,
            None => 0.0,
        };
        final_margin(&self.board, line.state(), line.rules()) + button
            - self.count.tally.komi
            - f64::from(self.count.tally.bonus)
    }
}

impl Evaluator for PlayoutEvaluator {
    fn expand_at(&self) -> u32 {
        EXPAND_AT
    }

    fn priors(&mut self, line: &Variation, to_move: Color) -> Vec<(Move, Prior)> {
        priors(line, to_move, &mut self.extractor)
    }

    fn evaluate(&mut self, line: &Variation, to_move: Color, amaf: &mut Amaf) -> Evaluation {
        let margin = match self.count.margin(line) {
            Some(margin) => {
                self.board.clone_from(line.board());
                margin
            }
            None => self.playout_margin(line, to_move, amaf),
        };
        Evaluation::from_margin(margin, line.board().size().area())
    }

    fn ownership(&self, point: Point) -> f32 {
        match owner(&self.board, point) {
            Some(Color::Black) => 1.0,
            Some(Color::White) => -1.0,
            None => 0.0,
        }
    }
}

/// Counts the ends of games that leave nothing to agree on.
pub(super) struct LiteralCount {
    tally: Tally,
}

impl LiteralCount {
    pub(super) fn new(game: &Game) -> LiteralCount {
        LiteralCount { tally: Tally::of(game) }
    }

    /// Black's points less White's at the end of this line; `None` while play goes on, and where
    /// the players agree on dead stones before they count.
    pub(super) fn margin(&mut self, line: &Variation) -> Option<f64> {
        let (state, rules) = (line.state(), line.rules());
        if line.stage() == Stage::Playing || rules.removal != Removal::Never {
            return None;
        }
        self.tally.removed = Color::ALL.map(|color| state.removed(color));
        self.tally.passes = Color::ALL.map(|color| state.passes(color));
        self.tally.button = state.button_holder(rules);
        Some(count(line.board(), rules, &Judgement::default(), &self.tally).margin())
    }
}

/// The last two turns, for a playout to answer.
fn recent(turns: &[Turn]) -> Recent {
    let mut latest = turns.iter().rev().map(|turn| turn.mv.point());
    Recent { last: latest.next().flatten(), before: latest.next().flatten() }
}

/// Black's points less White's, without komi, on a board that a playout has played to the end
/// from `leaf`.
///
/// Territory is counted as area less the stones played up to the leaf: what the playout itself
/// plays costs nothing, as if each stone had been answered. A tax on living groups is what two
/// eyes for each of them cost, which the playout has left open: so stones alone count.
#[must_use]
pub fn final_margin(end: &Board, leaf: &State, rules: &Rules) -> f64 {
    let margin = match (rules.scoring, rules.tax) {
        (Scoring::Stones, _) | (_, Tax::All) => stone_margin(end),
        _ => area_margin(end),
    };
    if rules.scoring != Scoring::Territory {
        return f64::from(margin);
    }
    // A prisoner handed over for a pass counts like a stone played and lost.
    let passes = |color: Color| if rules.pass_stones { leaf.passes(color) } else { 0 };
    let lost = |color: Color| f64::from(leaf.removed(color) + passes(color));
    let played_margin =
        f64::from(stone_margin(leaf.board())) + lost(Color::Black) - lost(Color::White);
    f64::from(margin) - played_margin
}

fn stone_margin(board: &Board) -> i32 {
    let worth = |point| match board.stone(point) {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    };
    board.size().points().map(worth).sum()
}
