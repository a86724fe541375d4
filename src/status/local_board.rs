//! A small part of the board, bounded by uncapturable stones, as bit sets.

use crate::board::{Board, Color, Point};

/// Size of a capture, target included, from which the owner's case counts as hopeless: more points
/// than the largest nakade.
const MIN_HOPELESS_CAPTURE: u32 = 7;

/// A set of points of the area: bit `n` stands for point number `n`.
type Bits = u128;

/// The constant data of a search: the points and their surroundings.
pub(super) struct LocalBoard {
    points: Vec<Point>,
    /// By point: its neighbors in the area.
    neighbors: Vec<Bits>,
    /// By color: the points next to stones outside the area.
    walls: [Bits; 2],
    /// By color: the initial stones.
    stones: [Bits; 2],
    /// The initial ko point, and the color that may not play there.
    ko: Option<(u8, Color)>,
    target: Bits,
    owner: Color,
    /// Points on which no opposing stone may stand in the end.
    guarded: Bits,
}

/// A position in the area.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct LocalPosition {
    /// By color.
    stones: [Bits; 2],
    /// The point that simple ko forbids to the player to move.
    ko: Option<u8>,
    pub(super) to_move: Color,
    /// Number of passes just made.
    passes: u8,
    /// Whether the target has been captured before.
    pub(super) was_captured: bool,
}

/// A move and the position after it.
pub(super) struct Successor {
    /// The point of the move; `None` for a pass.
    pub(super) point: Option<Point>,
    pub(super) after: LocalPosition,
    /// Whether the target's owner holds its point and the guarded points are free of opposing
    /// stones; `None` where that is open.
    pub(super) survives: Option<bool>,
    /// Liberties in the area of the chain on the target's point.
    pub(super) liberties: u32,
}

impl LocalBoard {
    /// The area around a target. Empty points outside that touch the area count as stones of
    /// `conceded_to`. Returns `None` if there are such points and `conceded_to` is `None`, or if the
    /// area has more points than [`Bits`].
    pub(super) fn new(
        board: &Board,
        area: &[Point],
        target: Point,
        conceded_to: Option<Color>,
    ) -> Option<LocalBoard> {
        if area.len() > Bits::BITS as usize {
            return None;
        }
        let number = |point: Point| area.iter().position(|&other| other == point);
        let (mut neighbors, mut walls, mut stones) = (Vec::new(), [0; 2], [0; 2]);
        for (at, &point) in area.iter().enumerate() {
            let mut around = 0;
            for place in board.neighbors(point) {
                match number(place) {
                    Some(other) => around |= 1 << other,
                    None => walls[board.stone(place).or(conceded_to)?.index()] |= 1 << at,
                }
            }
            neighbors.push(around);
            if let Some(color) = board.stone(point) {
                stones[color.index()] |= 1 << at;
            }
        }
        Some(LocalBoard {
            points: area.to_vec(),
            neighbors,
            walls,
            stones,
            ko: board.ko().and_then(|(point, color)| Some((number(point)? as u8, color))),
            target: 1 << number(target)?,
            owner: board.stone(target)?,
            guarded: 0,
        })
    }

    /// Requires also that no opposing stone stays on these points.
    pub(super) fn guarding(mut self, points: &[Point]) -> LocalBoard {
        let guarded = (0..self.points.len()).filter(|&at| points.contains(&self.points[at]));
        self.guarded = guarded.fold(0, |all, at| all | 1 << at);
        self
    }

    pub(super) fn owner(&self) -> Color {
        self.owner
    }

    /// The initial position.
    pub(super) fn start(&self, to_move: Color) -> LocalPosition {
        let ko = self.ko.filter(|&(_, color)| color == to_move).map(|(at, _)| at);
        LocalPosition { stones: self.stones, ko, to_move, passes: 0, was_captured: false }
    }

    /// The positions after a pass and after every play except suicide, the play that simple ko
    /// forbids, and plays surrounded by own uncapturable stones.
    pub(super) fn successors(&self, position: &LocalPosition) -> Vec<Successor> {
        let is_open = |at: &usize| {
            position.ko != Some(*at as u8) && !self.is_surrounded(position, *at, position.to_move)
        };
        let mut successors: Vec<Successor> = bits(self.empty(position))
            .filter(is_open)
            .filter_map(|at| self.play(position, at))
            .collect();
        let after = LocalPosition {
            ko: None,
            to_move: position.to_move.opponent(),
            passes: position.passes + 1,
            ..*position
        };
        successors.push(self.successor(None, after, false));
        successors
    }

    /// The successor with this position. The holder of the target's point is settled after two
    /// passes, once the stone there cannot be captured, and if the owner's case is hopeless;
    /// whether the guarded points are free is settled only after two passes.
    fn successor(&self, at: Option<usize>, after: LocalPosition, is_hopeless: bool) -> Successor {
        let holds = |color: &Color| after.stones[color.index()] & self.target != 0;
        let holder = Color::ALL.into_iter().find(holds);
        let chain =
            holder.map_or(0, |holder| self.chain(self.target, after.stones[holder.index()]));
        let liberties = self.around(chain) & self.empty(&after);
        let is_safe = |holder: Color| {
            chain & self.walls[holder.index()] != 0 || self.has_two_eyes(chain, liberties, holder)
        };
        let may_be_invaded = self.guarded != 0 && holder == Some(self.owner);
        let is_settled = after.passes == 2 || (!may_be_invaded && holder.is_some_and(is_safe));
        let is_free = after.stones[self.owner.opponent().index()] & self.guarded == 0;
        let survives = is_settled.then_some(is_free && holder == Some(self.owner));
        Successor {
            point: at.map(|at| self.points[at]),
            after,
            survives: if is_hopeless { Some(false) } else { survives },
            liberties: liberties.count_ones(),
        }
    }

    /// Whether two of a chain's liberties are surrounded by its stones alone.
    fn has_two_eyes(&self, chain: Bits, liberties: Bits, color: Color) -> bool {
        let is_eye = |&at: &usize| self.neighbors[at] & !chain == 0;
        let closed = liberties & !self.walls[color.opponent().index()];
        bits(closed).filter(is_eye).nth(1).is_some()
    }

    fn play(&self, position: &LocalPosition, at: usize) -> Option<Successor> {
        let (color, opponent) = (position.to_move, position.to_move.opponent());
        let (own, other) = (color.index(), opponent.index());
        let mut stones = position.stones;
        stones[own] |= 1 << at;
        let captured = self.captured(at, &stones, opponent);
        stones[other] &= !captured;
        let chain = self.chain(1 << at, stones[own]);
        if !self.has_liberty(chain, &stones, color) {
            return None;
        }
        let is_ko = captured.count_ones() == 1
            && chain == 1 << at
            && chain & self.walls[own] == 0
            && self.neighbors[at] & !stones[other] == captured;
        let is_target_captured = captured & self.target != 0;
        let after = LocalPosition {
            stones,
            ko: is_ko.then(|| captured.trailing_zeros() as u8),
            to_move: opponent,
            passes: 0,
            was_captured: position.was_captured || is_target_captured,
        };
        let is_hopeless = is_target_captured
            && !position.was_captured
            && captured.count_ones() >= MIN_HOPELESS_CAPTURE;
        Some(self.successor(Some(at), after, is_hopeless))
    }

    /// Whether a point is surrounded by uncapturable stones of a player alone.
    fn is_surrounded(&self, position: &LocalPosition, at: usize, color: Color) -> bool {
        let (own, other) = (color.index(), color.opponent().index());
        let around = self.neighbors[at];
        self.walls[other] & 1 << at == 0
            && around & !position.stones[own] == 0
            && self.chains(around, position.stones[own]).all(|chain| chain & self.walls[own] != 0)
    }

    /// The chains of `color` around a point that have no liberty.
    fn captured(&self, at: usize, stones: &[Bits; 2], color: Color) -> Bits {
        let own = stones[color.index()];
        let chains = self.chains(self.neighbors[at] & own, own);
        chains.filter(|&chain| !self.has_liberty(chain, stones, color)).fold(0, |all, c| all | c)
    }

    /// The chains of the stones of `some`, within `stones`.
    fn chains(&self, mut some: Bits, stones: Bits) -> impl Iterator<Item = Bits> {
        std::iter::from_fn(move || {
            (some != 0).then(|| {
                let chain = self.chain(some & some.wrapping_neg(), stones);
                some &= !chain;
                chain
            })
        })
    }

    /// The stones connected with `start` within `stones`.
    fn chain(&self, start: Bits, stones: Bits) -> Bits {
        let (mut chain, mut fresh) = (start, start);
        while fresh != 0 {
            fresh = self.around(fresh) & stones & !chain;
            chain |= fresh;
        }
        chain
    }

    /// The neighbors of the points of a set.
    fn around(&self, points: Bits) -> Bits {
        bits(points).fold(0, |all, at| all | self.neighbors[at])
    }

    fn empty(&self, position: &LocalPosition) -> Bits {
        let all = Bits::MAX >> (Bits::BITS as usize - self.points.len());
        all & !(position.stones[0] | position.stones[1])
    }

    fn has_liberty(&self, chain: Bits, stones: &[Bits; 2], color: Color) -> bool {
        let is_empty = |at: usize| self.neighbors[at] & !(stones[0] | stones[1]) != 0;
        chain & self.walls[color.index()] != 0 || bits(chain).any(is_empty)
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
