//! Ladders and rescues of chains short of liberties, read once for all moves of a position.

use super::Position;
use crate::{
    board::{Board, CAPACITY, Point, Size},
    tactics::{LadderReader, rescues},
};

/// Reading results for a chain of one or two liberties.
#[derive(Clone, Copy, Debug, Default)]
struct ChainThreats {
    /// The chain is in atari and would escape the ladder after extending.
    escapes: bool,
    /// The last move is next to the chain.
    touches_last: bool,
    /// The liberties of a chain of two from which a ladder captures it.
    ladders: [Option<Point>; 2],
}

/// The chains of one or two liberties of a position.
#[derive(Debug)]
pub(super) struct Threats {
    ladders: LadderReader,
    /// By head.
    chains: Box<[ChainThreats; CAPACITY]>,
    /// By point: the largest number of stones in atari that a capture there saves.
    rescued: Box<[u16; CAPACITY]>,
}

impl Threats {
    pub(super) fn new() -> Threats {
        let smallest = Size::square(1).expect("a valid size");
        Threats {
            ladders: LadderReader::new(&Board::new(smallest)),
            chains: Box::new([ChainThreats::default(); CAPACITY]),
            rescued: Box::new([0; CAPACITY]),
        }
    }

    /// Reads a position.
    pub(super) fn read(&mut self, position: &Position) {
        self.rescued.fill(0);
        let board = position.board;
        for chain in board.chains() {
            let liberties = board.liberty_count(chain);
            if liberties <= 2 {
                self.chains[chain.index()] = self.read_chain(position, chain, liberties);
            }
        }
        if let Some(last) = position.last {
            for place in board.around(last) {
                if board.stone(place) == Some(position.color) {
                    self.chains[board.head(place).index()].touches_last = true;
                }
            }
        }
    }

    fn read_chain(&mut self, position: &Position, chain: Point, liberties: usize) -> ChainThreats {
        let board = position.board;
        let mut threats = ChainThreats::default();
        let mut points = board.liberties(chain);
        let (Some(first), second) = (points.next(), points.next()) else { return threats };
        if liberties == 1 {
            threats.escapes = self.ladders.escapes(board, chain, first);
            if board.stone(chain) == Some(position.color) {
                rescues(board, chain, |point| {
                    if point != first {
                        let rescued = &mut self.rescued[point.index()];
                        *rescued = (*rescued).max(board.chain_len(chain) as u16);
                    }
                });
            }
        } else {
            threats.ladders = [Some(first), second]
                .map(|point| point.filter(|&point| self.ladders.captures(board, chain, point)));
        }
        threats
    }

    /// Whether a chain in atari escapes the ladder after extending.
    pub(super) fn escapes(&self, head: Point) -> bool {
        self.chains[head.index()].escapes
    }

    /// Whether the last move is next to a chain of one or two liberties of the player to move.
    pub(super) fn touches_last(&self, head: Point) -> bool {
        self.chains[head.index()].touches_last
    }

    /// Whether a ladder that starts on `point` captures a chain of two liberties.
    pub(super) fn ladder_at(&self, head: Point, point: Point) -> bool {
        self.chains[head.index()].ladders.contains(&Some(point))
    }

    /// Whether a ladder captures a chain of two liberties.
    pub(super) fn has_ladder(&self, head: Point) -> bool {
        self.chains[head.index()].ladders != [None; 2]
    }

    /// The largest number of stones of the player to move that a capture on `point` saves.
    pub(super) fn rescued(&self, point: Point) -> Option<usize> {
        let stones = self.rescued[point.index()];
        (stones > 0).then_some(stones.into())
    }
}
