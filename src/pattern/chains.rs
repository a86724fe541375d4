//! Features of a move: its effect on the chains next to it.

use super::{
    FeatureKey, FeatureSink, Position,
    features::{Context, MoveSink, digits},
    key::FeatureKind,
};
use crate::{
    board::{Color, Point},
    tactics::{is_bad_self_atari, is_self_atari, joined_liberties},
};

/// Liberties of the chain after a move are counted up to this number.
const MAX_LIBERTIES: usize = 6;

/// The chains of one color next to a point, each once, by their heads.
struct AdjacentChains {
    heads: [Point; 4],
    len: usize,
}

impl AdjacentChains {
    fn of(position: &Position, point: Point, color: Color) -> AdjacentChains {
        let board = position.board;
        let mut chains = AdjacentChains { heads: [point; 4], len: 0 };
        for place in board.around(point) {
            let head = board.head(place);
            if board.stone(place) == Some(color) && !chains.heads().contains(&head) {
                chains.heads[chains.len] = head;
                chains.len += 1;
            }
        }
        chains
    }

    fn heads(&self) -> &[Point] {
        &self.heads[..self.len]
    }
}

/// A move with the chains next to it.
struct Contact {
    point: Point,
    own: AdjacentChains,
    others: AdjacentChains,
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

impl Context<'_> {
    /// Captures, ataris, extensions and liberties.
    pub(super) fn chains(&self, point: Point, sink: &mut MoveSink<impl FeatureSink>) {
        let Position { board, color, .. } = *self.position;
        let contact = Contact {
            point,
            own: AdjacentChains::of(self.position, point, color),
            others: AdjacentChains::of(self.position, point, color.opponent()),
            is_self_atari: is_self_atari(board, point, color),
        };
        self.attack(&contact, sink);
        self.defense(&contact, sink);
        if contact.is_self_atari {
            self.self_atari(&contact, sink);
        }
        if board.is_eye(point, color) {
            sink.add(FeatureKey::new(FeatureKind::Eye, self.stage));
        }
        if contact.own.len > 0 {
            let liberties = joined_liberties::<MAX_LIBERTIES>(board, point, color, None) as u64;
            let value = digits([liberties, contact.own.len as u64, contact.others.len as u64]);
            sink.add(FeatureKey::new(FeatureKind::Liberties, value));
        }
    }

    fn attack(&self, contact: &Contact, sink: &mut MoveSink<impl FeatureSink>) {
        let board = self.position.board;
        let is_self_atari = u64::from(contact.is_self_atari);
        let mut ataris = 0;
        for &head in contact.others.heads() {
            let size = size_class(board.chain_len(head));
            let holds_last_move = u64::from(self.holds_last_move(head));
            match board.liberty_count(head) {
                1 => {
                    let escapes = u64::from(self.threats.escapes(head));
                    let value =
                        digits([size, escapes, holds_last_move, u64::from(contact.own.len > 0)]);
                    sink.add(FeatureKey::new(FeatureKind::Capture, value));
                }
                2 => {
                    ataris += 1;
                    let ladder = u64::from(self.threats.ladder_at(head, contact.point));
                    let has_ko = u64::from(board.ko().is_some());
                    let value = digits([size, ladder, is_self_atari, has_ko, holds_last_move]);
                    sink.add(FeatureKey::new(FeatureKind::Atari, value));
                }
                _ => {}
            }
        }
        if ataris > 1 {
            sink.add(FeatureKey::new(FeatureKind::DoubleAtari, is_self_atari));
        }
    }

    fn defense(&self, contact: &Contact, sink: &mut MoveSink<impl FeatureSink>) {
        let board = self.position.board;
        let is_self_atari = u64::from(contact.is_self_atari);
        if let Some(stones) = self.threats.rescued(contact.point) {
            sink.add(FeatureKey::new(FeatureKind::Rescue, size_class(stones)));
        }
        for &head in contact.own.heads() {
            let size = size_class(board.chain_len(head));
            match board.liberty_count(head) {
                1 => {
                    let escapes = u64::from(self.threats.escapes(head));
                    let touches_last = u64::from(self.threats.touches_last(head));
                    let value = digits([size, escapes, is_self_atari, touches_last]);
                    sink.add(FeatureKey::new(FeatureKind::Extension, value));
                }
                2 if self.threats.has_ladder(head) => {
                    let touches_last = u64::from(self.threats.touches_last(head));
                    let connects = u64::from(contact.own.len > 1);
                    let value = digits([size, is_self_atari, touches_last, connects]);
                    sink.add(FeatureKey::new(FeatureKind::Defense, value));
                }
                _ => {}
            }
        }
    }

    fn self_atari(&self, contact: &Contact, sink: &mut MoveSink<impl FeatureSink>) {
        let Position { board, color, .. } = *self.position;
        let stones = |total: usize, &head: &Point| total + board.chain_len(head);
        let is_captured = |head: &&Point| board.liberty_count(**head) == 1;
        let own = contact.own.heads().iter().fold(1, stones);
        let captured = contact.others.heads().iter().filter(is_captured).fold(0, stones);
        let is_bad = u64::from(is_bad_self_atari(board, contact.point, color));
        let value =
            digits([size_class(own), is_bad, size_class(captured), u64::from(captured > 0)]);
        sink.add(FeatureKey::new(FeatureKind::SelfAtari, value));
    }

    /// Whether the stone of the last move belongs to a chain.
    fn holds_last_move(&self, head: Point) -> bool {
        let board = self.position.board;
        let stone = self.position.last.filter(|&last| !board.is_empty(last));
        stone.is_some_and(|last| board.head(last) == head)
    }
}
