//! The fates of chains that the ownership leaves open, or may misjudge.

use rayon::prelude::*;

use super::{
    Effort, Ownership, Unsettled, chain_ownership,
    reading::{MIN_DECIDED_OWNERSHIP, Reading, context, is_in_atari, is_in_semeai, read},
    weights::EvidenceWeights,
};
use crate::board::{Board, Color, Point, PointSet};

/// Iterations of all local searches of undecided chains in one judgment.
const MAX_TOTAL_ITERATIONS: usize = 120_000;

/// Iterations of one local search.
const MAX_ITERATIONS: usize = 5000;

/// The fates of chains that were read.
#[derive(Clone, Debug)]
pub(super) struct Fates {
    pub(super) alive: PointSet,
    pub(super) dead: PointSet,
    /// The chains whose fate, or whose territory, one more move decides.
    pub(super) unsettled: Unsettled,
}

impl Fates {
    /// The fates by these readings and weights.
    pub(super) fn new(board: &Board, readings: &[Reading], weights: &EvidenceWeights) -> Fates {
        let stones = |is_wanted: &dyn Fn(&Reading) -> bool| {
            let chosen = readings.iter().filter(|reading| is_wanted(reading));
            chosen.flat_map(|reading| board.chain(reading.chain)).collect()
        };
        let unsettled = || readings.iter().filter(|reading| reading.is_unsettled());
        Fates {
            alive: stones(&|reading| reading.is_dead(weights) == Some(false)),
            dead: stones(&|reading| reading.is_dead(weights) == Some(true)),
            unsettled: Unsettled {
                stones: stones(&Reading::is_unsettled),
                vital: Color::ALL.map(|color| {
                    unsettled().filter_map(|reading| reading.first_move(color)).collect()
                }),
            },
        }
    }
}

/// Reads, with each player moving first: the chains that are neither pass-alive nor decided by the
/// ownership, decided dead chains in a semeai, which may be a seki, and decided live chains in atari.
/// With [`Effort::Quick`] no chain is read.
pub(super) fn read_chains(
    board: &Board,
    ownership: &Ownership,
    pass_alive: &PointSet,
    weights: &EvidenceWeights,
    effort: Effort,
) -> Vec<Reading> {
    let open = board.chains().filter(|&chain| !pass_alive.contains(chain));
    let (decided, undecided): (Vec<Point>, Vec<Point>) = open.partition(|&chain| {
        chain_ownership(board, ownership, chain).abs() >= MIN_DECIDED_OWNERSHIP
    });
    let per_search = MAX_TOTAL_ITERATIONS / (2 * undecided.len().max(1));
    let iterations = effort.limit(per_search.min(MAX_ITERATIONS));
    let may_be_wrong = |&chain: &Point| {
        if chain_ownership(board, ownership, chain) < 0.0 {
            is_in_semeai(board, pass_alive, chain)
        } else {
            is_in_atari(board, chain)
        }
    };
    let suspects = decided.into_iter().filter(may_be_wrong);
    let chains: Vec<Point> = undecided.into_iter().chain(suspects).collect();
    read_all(board, chains, |chain, proven_alive| {
        let context = context(board, ownership, pass_alive, proven_alive, chain, effort);
        match effort {
            Effort::Quick => Reading::unread(&context),
            Effort::Full | Effort::InPlay => read(&context, iterations, weights),
        }
    })
}

/// Reads the chains, and reads some of them again once other chains are proven to live even if the
/// opponent moves first: chains of the same owner may then rely on those as on pass-alive ones.
fn read_all(
    board: &Board,
    chains: Vec<Point>,
    read: impl Fn(Point, &PointSet) -> Reading + Sync,
) -> Vec<Reading> {
    let mut proven_alive = PointSet::EMPTY;
    let mut readings: Vec<Reading> =
        chains.into_par_iter().map(|chain| read(chain, &proven_alive)).collect();
    loop {
        let proven = readings.iter().filter(|reading| reading.is_proven_alive());
        let stones = proven.flat_map(|reading| board.chain(reading.chain));
        let fresh: PointSet = stones.filter(|&stone| !proven_alive.contains(stone)).collect();
        if fresh.is_empty() {
            return readings;
        }
        proven_alive.extend_from(&fresh);
        let dependent =
            readings.par_iter_mut().filter(|reading| reading.may_rely_on(board, &fresh));
        dependent.for_each(|reading| *reading = read(reading.chain, &proven_alive));
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        board::{Board, Color, Point, Vertex},
        game::Game,
        rules::Rules,
        status::Status,
    };

    /// A position without history, and the point of each vertex there.
    fn position(diagram: &str, to_move: Color, rules: Rules) -> (Game, impl Fn(&str) -> Point) {
        let board: Board = diagram.parse().unwrap();
        let size = board.size();
        let at = move |vertex: &str| Vertex::parse(size, vertex).unwrap().point().unwrap();
        (Game::from_position(board, to_move, rules), at)
    }

    #[test]
    fn chains_in_atari_are_read_though_they_live_in_playouts() {
        let diagram = "
            . X X X X X O . .
            X X O X X . X O O
            O O O O X X O O O
            O O O X X X X X O
            O . O O X X O X X
            O O O X X O O O O
            . . . O O . . O .
            . O . . O . . . O
            O O O O O O O . O";
        let (game, at) = position(diagram, Color::White, Rules::CHINESE);
        let status = Status::judge(&game);
        assert!(status.unsettled.stones.contains(at("G8")));
        assert!(status.unsettled.vital[Color::White.index()].contains(at("F8")));
        assert!(!status.verdict.judgment.dead.contains(at("E7")));
    }

    #[test]
    fn weak_walls_may_be_captured() {
        let diagram = "
            O X X X X O . X .
            O O O O X O . X X
            X O . O X O O O O
            X X O O X X O O .
            . X X O O X O O O
            . . . X O X X X X
            . . . X O O O O X
            . . X . X O . X X
            . . . X X O O X .";
        let (game, at) = position(diagram, Color::White, Rules::JAPANESE);
        let judgment = Status::judge(&game).verdict.judgment;
        assert!(!judgment.dead.contains(at("B9")), "nobody can fill G2");
        assert!(judgment.seki.unwrap().contains(at("B9")));
    }

    /// Neither side can fill C3 or A1. Playouts do, so that they have Black's walls at 0.7 only.
    #[test]
    fn stones_in_seki_were_dead_where_playouts_doubt_the_walls() {
        let diagram = "
            O O O . . . . . .
            X O . O O . . O O
            X X O O O O O O X
            X X X X O X X X X
            X X X X X X . . .
            O O O O O O X . .
            O X . O O X X O .
            X X O O X X X . .
            . O O O O X . . .";
        let (game, at) = position(diagram, Color::Black, Rules::CHINESE);
        let judgment = Status::judge(&game).verdict.judgment;
        assert_eq!(judgment.dead.iter().collect::<Vec<_>>(), [at("H3")]);
        assert!(judgment.seki.unwrap().contains(at("B3")));
    }
}
