//! A small part of the board, bounded by stones that nobody can capture, in a few words of memory.

use crate::board::{Board, Color, Point};

/// Stones of a captured chain from which on its owner cannot live where they were.
const HOPELESS: u32 = 7;

/// A set of points of an enclosure: bit `n` stands for its point number `n`.
type Bits = u128;

/// What does not change while a chain is read: the points, and what is around them.
pub(super) struct Enclosure {
    points: Vec<Point>,
    /// By point: those next to it.
    neighbours: Vec<Bits>,
    /// By colour: the points next to stones outside.
    walls: [Bits; 2],
    /// By colour: the stones at first.
    stones: [Bits; 2],
    /// Where simple ko forbids a play at first, and to whom.
    ko: Option<(u8, Color)>,
    target: Bits,
    owner: Color,
    /// Points where no stone of the opponent may stand in the end.
    guarded: Bits,
}

/// What stands in an enclosure, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Position {
    /// By colour.
    stones: [Bits; 2],
    /// The point that simple ko forbids to the player to move.
    ko: Option<u8>,
    pub(super) to_move: Color,
    /// How many turns before this one were passes.
    passes: u8,
    /// Whether the target has been captured before.
    pub(super) was_captured: bool,
}

/// A turn, and what it leads to.
pub(super) struct Continuation {
    /// Where the stone is put; `None` for a pass.
    pub(super) point: Option<Point>,
    pub(super) after: Position,
    /// Whether the target's point stays its owner's, and what is guarded free of the opponent, where
    /// that is settled.
    pub(super) verdict: Option<bool>,
    /// How many liberties the chain on the target's point has in the arena.
    pub(super) liberties: u32,
}

impl Enclosure {
    /// The arena of a target, the empty points next to which count as stones of `beyond`; `None` if
    /// there are some and they are nobody's, or if it has more points than there are bits.
    pub(super) fn new(
        board: &Board,
        arena: &[Point],
        target: Point,
        beyond: Option<Color>,
    ) -> Option<Enclosure> {
        if arena.len() > Bits::BITS as usize {
            return None;
        }
        let number = |point: Point| arena.iter().position(|&other| other == point);
        let (mut neighbours, mut walls, mut stones) = (Vec::new(), [0; 2], [0; 2]);
        for (at, &point) in arena.iter().enumerate() {
            let mut around = 0;
            for place in board.neighbours(point) {
                match number(place) {
                    Some(other) => around |= 1 << other,
                    None => walls[board.stone(place).or(beyond)?.index()] |= 1 << at,
                }
            }
            neighbours.push(around);
            if let Some(color) = board.stone(point) {
                stones[color.index()] |= 1 << at;
            }
        }
        Some(Enclosure {
            points: arena.to_vec(),
            neighbours,
            walls,
            stones,
            ko: board.ko().and_then(|(point, color)| Some((number(point)? as u8, color))),
            target: 1 << number(target)?,
            owner: board.stone(target)?,
            guarded: 0,
        })
    }

    /// The same where the target's owner must also see to it that no stone of the opponent stays on
    /// some points.
    pub(super) fn guarding(mut self, points: &[Point]) -> Enclosure {
        let guarded = (0..self.points.len()).filter(|&at| points.contains(&self.points[at]));
        self.guarded = guarded.fold(0, |all, at| all | 1 << at);
        self
    }

    pub(super) fn owner(&self) -> Color {
        self.owner
    }

    /// The board as it is.
    pub(super) fn start(&self, to_move: Color) -> Position {
        let ko = self.ko.filter(|&(_, color)| color == to_move).map(|(at, _)| at);
        Position { stones: self.stones, ko, to_move, passes: 0, was_captured: false }
    }

    /// All that the player to move can do: a pass, and every play but suicide, what simple ko
    /// forbids, and those amid own stones that nobody can capture.
    pub(super) fn continuations(&self, position: &Position) -> Vec<Continuation> {
        let is_open = |at: &usize| {
            position.ko != Some(*at as u8) && !self.is_surrounded(position, *at, position.to_move)
        };
        let mut continuations: Vec<Continuation> = bits(self.empty(position))
            .filter(is_open)
            .filter_map(|at| self.play(position, at))
            .collect();
        let after = Position {
            ko: None,
            to_move: position.to_move.opponent(),
            passes: position.passes + 1,
            ..*position
        };
        continuations.push(self.continuation(None, after, false));
        continuations
    }

    /// A turn that leads to this position. Whether the target's point stays its owner's is settled
    /// after two passes, once a stone on it cannot be captured, and if it is hopeless for the owner;
    /// what he guards is only after two passes.
    fn continuation(&self, at: Option<usize>, after: Position, is_hopeless: bool) -> Continuation {
        let holds = |color: &Color| after.stones[color.index()] & self.target != 0;
        let holder = Color::ALL.into_iter().find(holds);
        let chain =
            holder.map_or(0, |holder| self.chain(self.target, after.stones[holder.index()]));
        let liberties = self.around(chain) & self.empty(&after);
        let is_safe = |holder: Color| {
            chain & self.walls[holder.index()] != 0 || self.has_two_eyes(chain, liberties, holder)
        };
        let has_more_to_do = self.guarded != 0 && holder == Some(self.owner);
        let is_settled = after.passes == 2 || (!has_more_to_do && holder.is_some_and(is_safe));
        let is_free = after.stones[self.owner.opponent().index()] & self.guarded == 0;
        let verdict = is_settled.then_some(is_free && holder == Some(self.owner));
        Continuation {
            point: at.map(|at| self.points[at]),
            after,
            verdict: if is_hopeless { Some(false) } else { verdict },
            liberties: liberties.count_ones(),
        }
    }

    /// Whether two of a chain's liberties have nothing but its stones around them.
    fn has_two_eyes(&self, chain: Bits, liberties: Bits, color: Color) -> bool {
        let is_eye = |&at: &usize| self.neighbours[at] & !chain == 0;
        let closed = liberties & !self.walls[color.opponent().index()];
        bits(closed).filter(is_eye).nth(1).is_some()
    }

    fn play(&self, position: &Position, at: usize) -> Option<Continuation> {
        let (own, other) = (position.to_move.index(), position.to_move.opponent().index());
        let mut stones = position.stones;
        stones[own] |= 1 << at;
        let captured = self.captured(at, &stones, other);
        stones[other] &= !captured;
        let chain = self.chain(1 << at, stones[own]);
        if !self.has_liberty(chain, &stones, own) {
            return None;
        }
        let is_ko = captured.count_ones() == 1
            && chain == 1 << at
            && chain & self.walls[own] == 0
            && self.neighbours[at] & !stones[other] == captured;
        let falls = captured & self.target != 0;
        let after = Position {
            stones,
            ko: is_ko.then(|| captured.trailing_zeros() as u8),
            to_move: position.to_move.opponent(),
            passes: 0,
            was_captured: position.was_captured || falls,
        };
        let is_hopeless = falls && !position.was_captured && captured.count_ones() >= HOPELESS;
        Some(self.continuation(Some(at), after, is_hopeless))
    }

    /// Whether all that is around a point are stones of a player that nobody can capture.
    fn is_surrounded(&self, position: &Position, at: usize, color: Color) -> bool {
        let (own, other) = (color.index(), color.opponent().index());
        let around = self.neighbours[at];
        self.walls[other] & 1 << at == 0
            && around & !position.stones[own] == 0
            && self.chains(around, position.stones[own]).all(|chain| chain & self.walls[own] != 0)
    }

    /// The stones of a colour around a point that have no liberty.
    fn captured(&self, at: usize, stones: &[Bits; 2], color: usize) -> Bits {
        let chains = self.chains(self.neighbours[at] & stones[color], stones[color]);
        chains.filter(|&chain| !self.has_liberty(chain, stones, color)).fold(0, |all, c| all | c)
    }

    /// The chains, among `stones`, of those that `some` contains.
    fn chains(&self, mut some: Bits, stones: Bits) -> impl Iterator<Item = Bits> {
        std::iter::from_fn(move || {
            (some != 0).then(|| {
                let chain = self.chain(some & some.wrapping_neg(), stones);
                some &= !chain;
                chain
            })
        })
    }

    /// The stones connected with `start` among `stones`.
    fn chain(&self, start: Bits, stones: Bits) -> Bits {
        let (mut chain, mut fresh) = (start, start);
        while fresh != 0 {
            fresh = self.around(fresh) & stones & !chain;
            chain |= fresh;
        }
        chain
    }

    /// The points next to those of a set.
    fn around(&self, points: Bits) -> Bits {
        bits(points).fold(0, |all, at| all | self.neighbours[at])
    }

    fn empty(&self, position: &Position) -> Bits {
        let all = Bits::MAX >> (Bits::BITS as usize - self.points.len());
        all & !(position.stones[0] | position.stones[1])
    }

    fn has_liberty(&self, chain: Bits, stones: &[Bits; 2], color: usize) -> bool {
        let is_empty = |at: usize| self.neighbours[at] & !(stones[0] | stones[1]) != 0;
        chain & self.walls[color] != 0 || bits(chain).any(is_empty)
    }
}

/// The numbers of the points of a set.
fn bits(mut set: Bits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let at = set.trailing_zeros() as usize;
            set &= set - 1;
            at
        })
    })
}
