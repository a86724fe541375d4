//! Filling the dame, and the protective moves that this makes necessary.

use std::cmp::Reverse;

use super::prisoners::Prisoners;
use crate::{
    board::{Board, Color, Point, PointSet},
    game::Game,
    score::dame,
    tactics::{LadderReader, rescues, would_capture},
};

/// Stones that the opponent must win by a capture for a protective move in own territory to pay: it
/// costs a point.
const MIN_STONES_TO_PROTECT: u32 = 2;

/// Liberties other than dame up to which a chain may have to be connected.
const MAX_LIBERTIES_TO_CONNECT: usize = 1;

/// A game in which only dame are left, while they are being filled.
pub(super) struct DameFilling {
    /// The current board, with the dead stones that were not captured.
    board: Box<Board>,
    dead: PointSet,
    /// The stones that were in atari when play stopped, which both players have left so.
    left_in_atari: PointSet,
    /// The protective moves of both players in their own territory.
    pub(super) protections: Vec<(Point, Color)>,
}

/// The player who fills the first dame: the opponent of the player of the last stone.
pub(super) fn first_to_fill_dame(game: &Game) -> Color {
    let last_play = game.turns().iter().rfind(|turn| !turn.is_pass());
    last_play.map_or(game.to_move(), |turn| turn.color.opponent())
}

/// Fills the dame that can be filled without losing stones, the players moving alternately.
pub(super) fn fill_dame(board: &Board, dead: &PointSet, first: Color) -> DameFilling {
    let mut filled = DameFilling::new(board, dead);
    let mut reader = LadderReader::new(board);
    let (mut color, mut passed) = (first, false);
    // Protective captures can repeat in a cycle of kos, which no superko ends here.
    for _ in 0..2 * board.size().area() {
        let dame = filled.dame();
        let choice = filled.choose(color, &dame, &mut reader);
        match choice {
            Some(point) => {
                if !dame.contains(point) {
                    filled.protections.push((point, color));
                }
                filled.play(point, color);
            }
            None if passed => break,
            None => filled.board.pass(),
        }
        passed = choice.is_none();
        color = color.opponent();
    }
    filled
}

/// The first move of a player who fills the dame.
pub(super) fn next_dame(board: &Board, dead: &PointSet, color: Color) -> Option<Point> {
    let filled = DameFilling::new(board, dead);
    filled.choose(color, &filled.dame(), &mut LadderReader::new(board))
}

impl DameFilling {
    fn new(board: &Board, dead: &PointSet) -> DameFilling {
        let in_atari = Color::ALL.into_iter().flat_map(|color| chains_in_atari(board, color));
        let left_in_atari = in_atari.flat_map(|chain| board.chain(chain)).collect();
        DameFilling {
            board: Box::new(board.clone()),
            dead: *dead,
            left_in_atari,
            protections: Vec::new(),
        }
    }

    fn dame(&self) -> PointSet {
        dame(&self.board, &self.dead)
    }

    fn play(&mut self, point: Point, color: Color) {
        self.board.play_unchecked(point, color, &mut ());
        self.dead = self.dead.iter().filter(|&stone| !self.board.is_empty(stone)).collect();
    }

    /// The board without the dead stones.
    pub(super) fn living(&self) -> Box<Board> {
        let points = self.board.size().points();
        let stones = points.filter_map(|point| Some((point, self.board.stone(point)?)));
        let living = stones.filter(|(point, _)| !self.dead.contains(*point));
        let board = Board::set_up(self.board.size(), living);
        Box::new(board.expect("taking stones off leaves liberties"))
    }

    /// The next move of a player: saves own chains first, then fills a dame, preferring those that
    /// connect own chains and those that put a chain into atari.
    fn choose(&self, color: Color, dame: &PointSet, reader: &mut LadderReader) -> Option<Point> {
        let saving = self.find_connection(color, reader).or_else(|| self.find_rescue(color, dame));
        saving.or_else(|| self.find_filling(color, dame, reader))
    }

    /// The safe dame that a player fills first; of equal ones the last in the order of points.
    fn find_filling(
        &self,
        color: Color,
        dame: &PointSet,
        reader: &mut LadderReader,
    ) -> Option<Point> {
        let mut points: Vec<Point> = dame.iter().collect();
        points.reverse();
        points.sort_by_cached_key(|&point| {
            Reverse((self.connects(point, color, dame), self.gives_atari(point)))
        });
        // In this order, since the check of safety copies the board.
        points.into_iter().find(|&point| is_safe(&self.board, point, color, reader))
    }

    /// The move that connects a chain which would be in atari without the dead stones on the board.
    fn find_connection(&self, color: Color, reader: &mut LadderReader) -> Option<Point> {
        let board = self.living();
        let in_atari = chains_in_atari(&board, color);
        let mut connections = in_atari.filter_map(|chain| board.liberties(chain).next());
        connections.find(|&point| {
            self.board.is_legal(point, color) && is_safe(&board, point, color, reader)
        })
    }

    /// The move that saves a chain from capture with the help of dead stones, which stay on the
    /// board until play has ended.
    fn find_rescue(&self, color: Color, dame: &PointSet) -> Option<Point> {
        let board = &self.board;
        let mut chains = chains_in_atari(board, color).filter(|&chain| {
            let is_open = !self.dead.contains(chain) && !self.left_in_atari.contains(chain);
            is_open && stones_to_win(board, chain) >= MIN_STONES_TO_PROTECT
        });
        chains.find_map(|chain| {
            let mut moves = Vec::new();
            rescues(board, chain, |point| moves.push(point));
            moves.sort_by_key(|&point| (!dame.contains(point), would_capture(board, point, color)));
            moves.into_iter().find(|&point| {
                board.is_legal(point, color) && {
                    let (after, _) = board_after(board, point, color);
                    after.liberty_count(chain) > 1 && after.liberty_count(point) > 1
                }
            })
        })
    }

    /// Whether a stone on this point connects two chains of a player, one of which may otherwise
    /// need a connection in own territory.
    fn connects(&self, point: Point, color: Color, dame: &PointSet) -> bool {
        let board = &self.board;
        let is_own =
            |&place: &Point| board.stone(place) == Some(color) && !self.dead.contains(place);
        let around = board.neighbors(point).filter(is_own);
        let chains: PointSet = around.map(|place| board.head(place)).collect();
        let is_short = |chain| {
            board.liberties(chain).filter(|&liberty| !dame.contains(liberty)).count()
                <= MAX_LIBERTIES_TO_CONNECT
        };
        chains.len() > 1 && chains.iter().any(is_short)
    }

    /// Whether a stone on this point puts a live chain into atari.
    fn gives_atari(&self, point: Point) -> bool {
        let mut around = self.board.neighbors(point);
        around.any(|place| {
            let is_alive = !self.board.is_empty(place) && !self.dead.contains(place);
            is_alive && self.board.liberty_count(place) == 2
        })
    }
}

/// The board after a play, and the stones captured by it.
fn board_after(board: &Board, point: Point, color: Color) -> (Box<Board>, Prisoners) {
    let (mut after, mut prisoners) = (Box::new(board.clone()), Prisoners::default());
    after.play_unchecked(point, color, &mut prisoners);
    (after, prisoners)
}

fn chains_in_atari(board: &Board, color: Color) -> impl Iterator<Item = Point> {
    let own = board.chains().filter(move |&chain| board.stone(chain) == Some(color));
    own.filter(|&chain| board.liberty_count(chain) == 1)
}

/// The number of stones that the opponent gains by capturing a chain in atari: all stones captured by
/// that move, less those of its own that the owner recaptures at once.
fn stones_to_win(board: &Board, chain: Point) -> u32 {
    let (Some(owner), Some(attack)) = (board.stone(chain), board.liberties(chain).next()) else {
        return 0;
    };
    let attacker = owner.opponent();
    if !board.is_legal(attack, attacker) {
        return 0;
    }
    let (captured, won) = board_after(board, attack, attacker);
    let mut liberties = captured.liberties(attack);
    let recaptured = match (liberties.next(), liberties.next()) {
        (Some(only), None) if captured.is_legal(only, owner) => {
            board_after(&captured, only, owner).1.of(attacker)
        }
        _ => 0,
    };
    won.of(owner).saturating_sub(recaptured)
}

/// Whether a play is legal and its stone cannot be captured at once or in a ladder.
fn is_safe(board: &Board, point: Point, color: Color, reader: &mut LadderReader) -> bool {
    if !board.is_legal(point, color) {
        return false;
    }
    let (after, _) = board_after(board, point, color);
    let is_captured = |attack: Point| reader.captures(&after, point, attack);
    match after.liberty_count(point) {
        0 | 1 => false,
        2 => !after.liberties(point).collect::<Vec<_>>().into_iter().any(is_captured),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Vertex, status::seki::stones_in_seki};

    fn filled(diagram: &str, first: Color) -> DameFilling {
        fill_dame(&diagram.parse().unwrap(), &PointSet::EMPTY, first)
    }

    #[test]
    fn a_chain_put_into_atari_has_to_be_connected() {
        let cut = "
            . . X O . . .
            . X X O . . .
            . X . . O . .
            . X X O . . .
            . . X O . . .";
        let white_first = filled(cut, Color::White);
        assert!(white_first.protections.is_empty(), "nothing is cut");
        let loose = "
            . X O O .
            X . X O .
            X X . O .
            . X O O .
            . X O . .";
        let filled = filled(loose, Color::White);
        let size = filled.board.size();
        let protections: Vec<String> =
            filled.protections.iter().map(|&(p, _)| Vertex::of(size, p).to_string()).collect();
        assert_eq!(protections, ["B4"]);
    }

    #[test]
    fn dead_stones_stay_until_they_must_be_captured() {
        let board: Board = "
            . . X X O O .
            X X X O O . O
            . O O . O O .
            X X O X O . O
            . X X O O O ."
            .parse()
            .unwrap();
        let at = |vertex| Vertex::parse(board.size(), vertex).unwrap().point().unwrap();
        let dead: PointSet = [at("D2")].into_iter().collect();
        let end = fill_dame(&board, &dead, Color::Black);
        assert_eq!(end.protections, [(at("D3"), Color::White)]);
        assert!(end.living().is_empty(at("D2")));
    }

    #[test]
    fn dame_that_connect_are_filled_first() {
        let board: Board = "
            X X X X X X X
            . O . O . . .
            X X X O O O O
            . . X O . O .
            . . X O O O O"
            .parse()
            .unwrap();
        let at = |vertex| Vertex::parse(board.size(), vertex).unwrap().point().unwrap();
        assert_eq!(next_dame(&board, &PointSet::EMPTY, Color::White), Some(at("C4")));
    }

    #[test]
    fn the_last_of_equal_dame_is_filled_first_if_it_is_safe() {
        let first = |diagram: &str| {
            let board: Board = diagram.parse().unwrap();
            let point = next_dame(&board, &PointSet::EMPTY, Color::Black);
            point.map(|point| Vertex::of(board.size(), point).to_string())
        };
        let walls = "
            X X . O O
            . X . O .
            X X . O O
            . X . O .
            X X . O O";
        assert_eq!(first(walls).as_deref(), Some("C1"));
        let wider = "
            X X . O O
            . X . O .
            X X . O O
            . X . O O
            X X . . O";
        assert_eq!(first(wider).as_deref(), Some("C1"), "a stone on D1 is captured at C1");
    }

    #[test]
    fn common_liberties_that_nobody_can_fill_are_a_seki() {
        let seki = filled(
            "
            . X X X . O X
            O O O O O O X
            X X X X X X X
            . . . . . . .",
            Color::Black,
        );
        assert_eq!(stones_in_seki(&seki.living()).len(), 3 + 7);
        let none = filled(". X . O .\n. X . O .\n. X . O .\n. X . O .", Color::Black);
        assert!(stones_in_seki(&none.living()).is_empty());
    }
}
