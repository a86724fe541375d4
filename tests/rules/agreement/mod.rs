//! Comparison of a game in the engine and in the reference.
//!
//! Every function returns the first difference as an error.

use rand::{Rng, RngExt};
use shusaku::{
    board::{Board, Color, Move, PointSet},
    game::{Game, IllegalMove, Stage, State},
    rules::{Ko, Rules, Suicide},
    score::{Judgment, Tally, count, living_group_count},
};

use crate::reference::{
    Illegal, Reference, Status, bridge,
    grid::{Grid, Point},
    score::{self, Agreement},
};

/// A play with its legality.
pub type JudgedPlay = (Color, Point, Result<(), Illegal>);

macro_rules! ensure_eq {
    ($engine:expr, $reference:expr, $($what:tt)+) => {
        let (engine, reference) = (&$engine, &$reference);
        if engine != reference {
            let what = format!($($what)+);
            return Err(format!("{what}: engine {engine:?}, reference {reference:?}"));
        }
    };
}

/// Compares the stones and all incrementally updated data about them.
pub fn on_stones(state: &State, reference: &Reference) -> Result<(), String> {
    let (board, grid) = (state.board(), reference.grid());
    ensure_eq!(bridge::grid(board).rows(), grid.rows(), "grid");
    ensure_eq!(board.is_consistent(), true, "board is consistent");
    ensure_eq!(state.hash(), bridge::hash(grid), "hash");
    for color in Color::ALL {
        ensure_eq!(state.removed(color), reference.removed(color), "{color} stones removed");
        ensure_eq!(state.passes(color), reference.passes(color), "passes by {color}");
    }
    on_chains(board, grid)
}

fn on_chains(board: &Board, grid: &Grid) -> Result<(), String> {
    let size = board.size();
    let numbers = |points: Vec<_>| -> Vec<Point> {
        let mut numbers: Vec<Point> =
            points.into_iter().map(|point| bridge::number(size, point)).collect();
        numbers.sort_unstable();
        numbers
    };
    for number in grid.points() {
        let point = bridge::point(size, number);
        ensure_eq!(board.is_empty(point), grid.get(number).is_none(), "point {number} is empty");
    }
    let chains = Color::ALL.map(|color| grid.chains(color)).concat();
    ensure_eq!(board.chains().count(), chains.len(), "number of chains");
    for mut chain in chains {
        chain.sort_unstable();
        let liberties = grid.liberties(&chain);
        for &number in &chain {
            let point = bridge::point(size, number);
            let found = numbers(board.liberties(point).collect());
            ensure_eq!(board.chain_len(point), chain.len(), "stones of the chain at {number}");
            ensure_eq!(numbers(board.chain(point).collect()), chain, "chain at {number}");
            ensure_eq!(board.liberty_count(point), liberties.len(), "liberties at {number}");
            ensure_eq!(found, liberties, "liberties at {number}");
        }
    }
    Ok(())
}

/// By color and point: the grid after a play; `None` where there is a stone.
type Results = [Vec<Option<Grid>>; 2];

/// Compares the legality of every play of both colors, and returns it.
pub fn on_legality(
    state: &State,
    rules: &Rules,
    reference: &Reference,
) -> Result<Vec<JudgedPlay>, String> {
    let (size, grid) = (state.board().size(), reference.grid());
    let results: Results =
        Color::ALL.map(|color| grid.points().map(|point| grid.result(point, color)).collect());
    let mut plays = Vec::new();
    for color in Color::ALL {
        ensure_eq!(state.check(rules, color, Move::Pass), Ok(()), "{color} pass");
        for (number, result) in results[color.index()].iter().enumerate() {
            let point = bridge::point(size, number);
            let engine = state.check(rules, color, Move::Play(point));
            let verdict = reference.check_play(rules, color, number, result.as_ref());
            ensure_eq!(engine.map_err(bridge::illegal), verdict, "{color} at {number}");
            if let Err(IllegalMove::Repetition(turn)) = engine {
                let repeated = Some(reference.grid_after(turn));
                ensure_eq!(repeated, result.as_ref(), "grid repeated after turn {turn}");
            }
            plays.push((color, number, verdict));
        }
        let legal: Vec<Point> =
            state.legal_points(rules, color).map(|point| bridge::number(size, point)).collect();
        ensure_eq!(legal, legal_plays(&plays, color), "legal points of {color}");
    }
    on_simple_ko(state, rules, reference, &results)?;
    Ok(plays)
}

/// The legal plays of a color.
pub fn legal_plays(plays: &[JudgedPlay], color: Color) -> Vec<Point> {
    let of_color = plays.iter().filter(|(player, _, verdict)| *player == color && verdict.is_ok());
    of_color.map(|&(_, number, _)| number).collect()
}

/// Compares legality under simple ko without suicide, which the board decides without history.
fn on_simple_ko(
    state: &State,
    rules: &Rules,
    reference: &Reference,
    results: &Results,
) -> Result<(), String> {
    let simple = Rules { ko: Ko::Simple, suicide: Suicide::None, button: false, ..rules.clone() };
    let board = state.board();
    for color in Color::ALL {
        for &point in board.empty_points() {
            let number = bridge::number(board.size(), point);
            let result = results[color.index()][number].as_ref();
            let is_legal = reference.check_play(&simple, color, number, result).is_ok();
            ensure_eq!(board.is_legal(point, color), is_legal, "{color} at {number}, simple ko");
        }
    }
    Ok(())
}

/// Compares the hashes of the positions of a game: equal if and only if the grids are equal.
pub fn on_hashes(state: &State, reference: &Reference) -> Result<(), String> {
    let present = (state.hash(), reference.grid());
    ensure_eq!(state.turns().len(), reference.entries().len(), "number of turns");
    for (number, (turn, entry)) in state.turns().iter().zip(reference.entries()).enumerate() {
        let is_same = entry.grid == *present.1;
        ensure_eq!(turn.hash == present.0, is_same, "turn {number} leads to the present grid");
        ensure_eq!(turn.color, entry.mover, "mover of turn {number}");
        ensure_eq!(turn.is_pass(), entry.is_pass, "turn {number} is a pass");
    }
    Ok(())
}

/// Compares the stage of a game.
pub fn on_stage(game: &Game, reference: &Reference) -> Result<Status, String> {
    let status = reference.status();
    let stage = match status {
        Status { is_stopped: false, .. } => Stage::Playing,
        Status { is_final: false, .. } => Stage::Stopped,
        Status { .. } => Stage::Over,
    };
    ensure_eq!(game.stage(), stage, "stage");
    ensure_eq!(game.to_move(), reference.to_move(), "player to move");
    ensure_eq!(game.has_no_result(), reference.has_no_result(), "has no result");
    ensure_eq!(game.is_second_count(), reference.is_second_count(), "is second count");
    let holder = game.state().button_holder(game.rules());
    ensure_eq!(holder, reference.button_holder(), "holder of the button");
    Ok(status)
}

/// Compares the score for a random agreement about dead stones.
pub fn on_score(game: &Game, reference: &Reference, rng: &mut impl Rng) -> Result<(), String> {
    let agreement = random_agreement(reference, rng);
    let size = game.size();
    let set = |points: &[Point]| -> PointSet {
        points.iter().map(|&number| bridge::point(size, number)).collect()
    };
    let dead = set(&agreement.dead);
    let judgment = Judgment { dead, seki: agreement.seki.as_deref().map(set) };
    let mut tally = Tally::with_handicap(game, agreement.handicap);
    tally.is_second_count = agreement.is_second_count;
    let points = reference.score(&agreement);
    let score = count(game.board(), game.rules(), &judgment, &tally);
    ensure_eq!([score.black, score.white], points, "score, {agreement:?}");
    let mut grid = reference.grid().clone();
    grid.remove(&agreement.dead);
    for color in Color::ALL {
        let groups = living_group_count(game.board(), &dead, color);
        let expected = score::independent_regions(&grid, color).len();
        ensure_eq!(groups, expected, "living groups of {color}, {agreement:?}");
    }
    Ok(())
}

/// Takes some chains as dead, and some of the others as alive in seki.
fn random_agreement(reference: &Reference, rng: &mut impl Rng) -> Agreement {
    let is_judged = rng.random_bool(0.5);
    let dead_share = [0.0, 0.0, 0.1, 0.4][rng.random_range(0..4)];
    let (mut dead, mut seki) = (Vec::new(), Vec::new());
    for chain in Color::ALL.into_iter().flat_map(|color| reference.grid().chains(color)) {
        if rng.random_bool(dead_share) {
            dead.extend(chain);
        } else if rng.random_bool(0.3) {
            seki.extend(chain);
        }
    }
    Agreement {
        dead,
        seki: is_judged.then_some(seki),
        handicap: [0, 0, 1, 2, 3, 9][rng.random_range(0..6)],
        is_second_count: rng.random_bool(0.3),
    }
}
