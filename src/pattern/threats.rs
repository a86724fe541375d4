//! Chains short of liberties, read out once for all moves of a position.

use super::Situation;
use crate::{
    board::{Board, CAPACITY, Point, Size},
    tactics::{LadderReader, rescues},
};

/// What is known of a chain, by its head.
#[derive(Clone, Copy, Debug, Default)]
struct Note {
    /// In atari: it would live through the ladder after extending.
    escapes: bool,
    /// The last move touches it.
    is_new: bool,
    /// The liberties of a chain of two from which a ladder captures it.
    ladders: [Option<Point>; 2],
}

/// The chains of one or two liberties of a position.
#[derive(Debug)]
pub(super) struct Threats {
    ladders: LadderReader,
    notes: Box<[Note; CAPACITY]>,
    /// By point the most stones in atari that a capture there saves.
    rescued: Box<[u16; CAPACITY]>,
}

impl Threats {
    pub(super) fn new() -> Threats {
        let smallest = Size::square(1).expect("a size");
        Threats {
            ladders: LadderReader::new(&Board::new(smallest)),
            notes: Box::new([Note::default(); CAPACITY]),
            rescued: Box::new([0; CAPACITY]),
        }
    }

    /// Reads a position.
    pub(super) fn read(&mut self, situation: &Situation) {
        self.rescued.fill(0);
        let board = situation.board;
        for chain in board.chains() {
            let liberties = board.liberty_count(chain);
            if liberties <= 2 {
                self.notes[chain.index()] = self.note(situation, chain, liberties);
            }
        }
        if let Some(last) = situation.last {
            for place in board.around(last) {
                if board.stone(place) == Some(situation.color) {
                    self.notes[board.head(place).index()].is_new = true;
                }
            }
        }
    }

    fn note(&mut self, situation: &Situation, chain: Point, liberties: usize) -> Note {
        let board = situation.board;
        let mut note = Note::default();
        let mut points = board.liberties(chain);
        let (Some(first), second) = (points.next(), points.next()) else { return note };
        if liberties == 1 {
            note.escapes = self.ladders.escapes(board, chain, first);
            if board.stone(chain) == Some(situation.color) {
                rescues(board, chain, |point| {
                    if point != first {
                        let rescued = &mut self.rescued[point.index()];
                        *rescued = (*rescued).max(board.chain_len(chain) as u16);
                    }
                });
            }
        } else {
            note.ladders = [Some(first), second]
                .map(|point| point.filter(|&point| self.ladders.captures(board, chain, point)));
        }
        note
    }

    /// Whether a chain in atari lives through the ladder after extending.
    pub(super) fn escapes(&self, head: Point) -> bool {
        self.notes[head.index()].escapes
    }

    /// Whether the last move touches a chain of one or two liberties of the player to move.
    pub(super) fn is_new(&self, head: Point) -> bool {
        self.notes[head.index()].is_new
    }

    /// Whether a ladder that begins on this point captures a chain of two liberties.
    pub(super) fn ladder_at(&self, head: Point, point: Point) -> bool {
        self.notes[head.index()].ladders.contains(&Some(point))
    }

    /// Whether some ladder captures a chain of two liberties.
    pub(super) fn is_hunted(&self, head: Point) -> bool {
        self.notes[head.index()].ladders != [None; 2]
    }

    /// The most stones of the player to move that a capture by a play on this point saves.
    pub(super) fn rescued(&self, point: Point) -> Option<usize> {
        let stones = self.rescued[point.index()];
        (stones > 0).then_some(stones.into())
    }
}
