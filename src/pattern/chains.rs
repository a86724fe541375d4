//! Features of a move: what it does to the chains around it.

use super::{
    Key, Sink, Situation,
    features::{Candidate, Look, digits},
    key::Kind,
};
use crate::{
    board::{Color, Point},
    tactics::{is_bad_self_atari, is_self_atari, joined_liberties},
};

/// Liberties that are told apart.
const MOST_LIBERTIES: usize = 6;

/// The chains of one colour around a point, each once, by their heads.
struct Touched {
    heads: [Point; 4],
    len: usize,
}

impl Touched {
    fn of(situation: &Situation, point: Point, color: Color) -> Touched {
        let board = situation.board;
        let mut touched = Touched { heads: [point; 4], len: 0 };
        for place in board.around(point) {
            let head = board.head(place);
            if board.stone(place) == Some(color) && !touched.heads().contains(&head) {
                touched.heads[touched.len] = head;
                touched.len += 1;
            }
        }
        touched
    }

    fn heads(&self) -> &[Point] {
        &self.heads[..self.len]
    }
}

/// A move, and what it touches.
struct Contact {
    point: Point,
    own: Touched,
    others: Touched,
    is_self_atari: bool,
}

/// A number of stones as one of five classes.
fn size_class(stones: usize) -> u64 {
    match stones {
        0 | 1 => 0,
        2 => 1,
        3..=4 => 2,
        5..=8 => 3,
        _ => 4,
    }
}

impl Look<'_> {
    /// Captures, ataris, escapes and liberties.
    pub(super) fn chains(&self, point: Point, candidate: &mut Candidate<impl Sink>) {
        let Situation { board, color, .. } = *self.situation;
        let contact = Contact {
            point,
            own: Touched::of(self.situation, point, color),
            others: Touched::of(self.situation, point, color.opponent()),
            is_self_atari: is_self_atari(board, point, color),
        };
        self.attack(&contact, candidate);
        self.defence(&contact, candidate);
        if contact.is_self_atari {
            self.self_atari(&contact, candidate);
        }
        if board.is_eye(point, color) {
            candidate.add(Key::new(Kind::Eye, self.phase));
        }
        if contact.own.len > 0 {
            let chains = [contact.own.len as u64, contact.others.len as u64];
            let liberties = joined_liberties::<MOST_LIBERTIES>(board, point, color, None) as u64;
            candidate.add(Key::new(Kind::Liberties, digits([liberties, chains[0], chains[1]])));
        }
    }

    fn attack(&self, contact: &Contact, candidate: &mut Candidate<impl Sink>) {
        let board = self.situation.board;
        let is_self_atari = u64::from(contact.is_self_atari);
        let mut ataris = 0;
        for &head in contact.others.heads() {
            let size = size_class(board.chain_len(head));
            let is_last = u64::from(self.is_last(head));
            match board.liberty_count(head) {
                1 => {
                    let runs = u64::from(self.threats.escapes(head));
                    let value = digits([size, runs, is_last, u64::from(contact.own.len > 0)]);
                    candidate.add(Key::new(Kind::Capture, value));
                }
                2 => {
                    ataris += 1;
                    let ladder = u64::from(self.threats.ladder_at(head, contact.point));
                    let has_ko = u64::from(board.ko().is_some());
                    let value = digits([size, ladder, is_self_atari, has_ko, is_last]);
                    candidate.add(Key::new(Kind::Atari, value));
                }
                _ => {}
            }
        }
        if ataris > 1 {
            candidate.add(Key::new(Kind::DoubleAtari, is_self_atari));
        }
    }

    fn defence(&self, contact: &Contact, candidate: &mut Candidate<impl Sink>) {
        let board = self.situation.board;
        let is_self_atari = u64::from(contact.is_self_atari);
        if let Some(stones) = self.threats.rescued(contact.point) {
            candidate.add(Key::new(Kind::Rescue, size_class(stones)));
        }
        for &head in contact.own.heads() {
            let size = size_class(board.chain_len(head));
            match board.liberty_count(head) {
                1 => {
                    let runs = u64::from(self.threats.escapes(head));
                    let is_new = u64::from(self.threats.is_new(head));
                    let value = digits([size, runs, is_self_atari, is_new]);
                    candidate.add(Key::new(Kind::Extension, value));
                }
                2 if self.threats.is_hunted(head) => {
                    let is_new = u64::from(self.threats.is_new(head));
                    let joins = u64::from(contact.own.len > 1);
                    let value = digits([size, is_self_atari, is_new, joins]);
                    candidate.add(Key::new(Kind::Defence, value));
                }
                _ => {}
            }
        }
    }

    fn self_atari(&self, contact: &Contact, candidate: &mut Candidate<impl Sink>) {
        let Situation { board, color, .. } = *self.situation;
        let stones = |total: usize, &head: &Point| total + board.chain_len(head);
        let is_captured = |head: &&Point| board.liberty_count(**head) == 1;
        let lost = contact.own.heads().iter().fold(1, stones);
        let captured = contact.others.heads().iter().filter(is_captured).fold(0, stones);
        let is_bad = u64::from(is_bad_self_atari(board, contact.point, color));
        let value =
            digits([size_class(lost), is_bad, size_class(captured), u64::from(captured > 0)]);
        candidate.add(Key::new(Kind::SelfAtari, value));
    }

    /// Whether the last move was a stone of this chain.
    fn is_last(&self, head: Point) -> bool {
        let board = self.situation.board;
        let stone = self.situation.last.filter(|&last| !board.is_empty(last));
        stone.is_some_and(|last| board.head(last) == head)
    }
}
