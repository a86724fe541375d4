//! Filling the neutral points, and what that makes the players protect.

use super::Prisoners;
use crate::{
    board::{Board, Color, Point, PointSet},
    score::shared,
    tactics::{LadderReader, rescues, would_capture},
};

/// Stones that the opponent must win by a capture for it to be worth a stone in own territory; where
/// he takes one, he has left as much himself.
const WORTH_A_STONE: u32 = 2;

/// Liberties in own territory up to which a chain may have to be connected.
const FEW: usize = 1;

/// How a game goes on when nothing is left but neutral points.
pub(super) struct Filled {
    /// The board at the end, with the dead stones that nobody has had to take.
    board: Box<Board>,
    dead: PointSet,
    /// The stones that were in atari when play stopped: both players have left them so.
    left: PointSet,
    /// Stones that a player had to put into his own territory to save chains.
    pub(super) protections: Vec<(Point, Color)>,
}

/// Fills the neutral points that a player can fill without losing stones, both players in turn.
pub(super) fn fill_neutral_points(board: &Board, dead: &PointSet, first: Color) -> Filled {
    let mut filled = Filled::new(board, dead);
    let mut reader = LadderReader::new(board);
    let (mut color, mut passed) = (first, false);
    // Captures by protections can go round in a circle of kos, which no superko ends here.
    for _ in 0..2 * board.size().area() {
        let neutral = filled.neutral();
        let choice = filled.choose(color, &neutral, &mut reader);
        match choice {
            Some(point) => {
                if !neutral.contains(point) {
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

/// Where a player begins to fill the neutral points.
pub(super) fn next_filling(board: &Board, dead: &PointSet, color: Color) -> Option<Point> {
    let filled = Filled::new(board, dead);
    filled.choose(color, &filled.neutral(), &mut LadderReader::new(board))
}

impl Filled {
    fn new(board: &Board, dead: &PointSet) -> Filled {
        let in_atari = Color::ALL.into_iter().flat_map(|color| chains_in_atari(board, color));
        let left = in_atari.flat_map(|chain| board.chain(chain)).collect();
        Filled { board: Box::new(board.clone()), dead: *dead, left, protections: Vec::new() }
    }

    fn neutral(&self) -> PointSet {
        shared(&self.board, &self.dead)
    }

    fn play(&mut self, point: Point, color: Color) {
        self.board.play_unchecked(point, color, &mut ());
        self.dead = self.dead.iter().filter(|&stone| !self.board.is_empty(stone)).collect();
    }

    /// The board without dead stones.
    pub(super) fn living(&self) -> Box<Board> {
        let points = self.board.size().points();
        let stones = points.filter_map(|point| Some((point, self.board.stone(point)?)));
        let living = stones.filter(|(point, _)| !self.dead.contains(*point));
        let board = Board::set_up(self.board.size(), living);
        Box::new(board.expect("taking stones off leaves liberties"))
    }

    /// First own chains are saved, then neutral points filled: those that connect own chains, and
    /// those that put a chain into atari, before others.
    fn choose(&self, color: Color, neutral: &PointSet, reader: &mut LadderReader) -> Option<Point> {
        let saving = self.connection(color, reader).or_else(|| self.rescue(color, neutral));
        saving.or_else(|| {
            let safe = neutral.iter().filter(|&point| is_safe(&self.board, point, color, reader));
            safe.max_by_key(|&point| (self.connects(point, color, neutral), self.presses(point)))
        })
    }

    /// Where a player connects a chain that would be in atari if the dead stones were gone.
    fn connection(&self, color: Color, reader: &mut LadderReader) -> Option<Point> {
        let board = self.living();
        let in_atari = chains_in_atari(&board, color);
        let mut connections = in_atari.filter_map(|chain| board.liberties(chain).next());
        connections.find(|&point| {
            self.board.is_legal(point, color) && is_safe(&board, point, color, reader)
        })
    }

    /// Where a player saves a chain that the opponent could capture with the help of dead stones:
    /// the rules leave those on the board until play has ended.
    fn rescue(&self, color: Color, neutral: &PointSet) -> Option<Point> {
        let board = &self.board;
        let mut chains = chains_in_atari(board, color).filter(|&chain| {
            let is_open = !self.dead.contains(chain) && !self.left.contains(chain);
            is_open && stones_to_win(board, chain) >= WORTH_A_STONE
        });
        chains.find_map(|chain| {
            let mut ways = Vec::new();
            rescues(board, chain, |point| ways.push(point));
            ways.sort_by_key(|&point| {
                (!neutral.contains(point), would_capture(board, point, color))
            });
            ways.into_iter().find(|&point| {
                board.is_legal(point, color) && {
                    let (after, _) = play(board, point, color);
                    after.liberty_count(chain) > 1 && after.liberty_count(point) > 1
                }
            })
        })
    }

    /// Whether a stone on this point connects two chains of a player, one of which may have to be
    /// connected in his territory otherwise.
    fn connects(&self, point: Point, color: Color, neutral: &PointSet) -> bool {
        let board = &self.board;
        let is_own =
            |&place: &Point| board.stone(place) == Some(color) && !self.dead.contains(place);
        let around = board.neighbours(point).filter(is_own);
        let chains: PointSet = around.map(|place| board.head(place)).collect();
        let has_few = |chain| {
            board.liberties(chain).filter(|&liberty| !neutral.contains(liberty)).count() <= FEW
        };
        chains.len() > 1 && chains.iter().any(has_few)
    }

    /// Whether a stone on this point takes the last liberty but one of a living chain.
    fn presses(&self, point: Point) -> bool {
        let mut around = self.board.neighbours(point);
        around.any(|place| {
            let is_living = !self.board.is_empty(place) && !self.dead.contains(place);
            is_living && self.board.liberty_count(place) == 2
        })
    }
}

/// The board after a play, and what it takes off.
fn play(board: &Board, point: Point, color: Color) -> (Box<Board>, Prisoners) {
    let (mut after, mut prisoners) = (Box::new(board.clone()), Prisoners::default());
    after.play_unchecked(point, color, &mut prisoners);
    (after, prisoners)
}

fn chains_in_atari(board: &Board, color: Color) -> impl Iterator<Item = Point> {
    let own = board.chains().filter(move |&chain| board.stone(chain) == Some(color));
    own.filter(|&chain| board.liberty_count(chain) == 1)
}

/// How many stones the opponent wins if he captures a chain in atari, less those that its owner
/// takes back at once.
fn stones_to_win(board: &Board, chain: Point) -> u32 {
    let (Some(owner), Some(attack)) = (board.stone(chain), board.liberties(chain).next()) else {
        return 0;
    };
    let hunter = owner.opponent();
    if !board.is_legal(attack, hunter) {
        return 0;
    }
    let (captured, won) = play(board, attack, hunter);
    let mut liberties = captured.liberties(attack);
    let lost = match (liberties.next(), liberties.next()) {
        (Some(only), None) if captured.is_legal(only, owner) => {
            play(&captured, only, owner).1.of(hunter)
        }
        _ => 0,
    };
    won.of(owner).saturating_sub(lost)
}

/// Whether a stone put on a point cannot be captured at once.
fn is_safe(board: &Board, point: Point, color: Color, reader: &mut LadderReader) -> bool {
    if !board.is_legal(point, color) {
        return false;
    }
    let (after, _) = play(board, point, color);
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

    fn filled(diagram: &str, first: Color) -> Filled {
        fill_neutral_points(&diagram.parse().unwrap(), &PointSet::EMPTY, first)
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
    fn dead_stones_stay_until_they_have_to_be_taken() {
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
        let end = fill_neutral_points(&board, &dead, Color::Black);
        assert_eq!(end.protections, [(at("D3"), Color::White)]);
        assert!(end.living().is_empty(at("D2")));
    }

    #[test]
    fn neutral_points_that_connect_are_filled_first() {
        let board: Board = "
            X X X X X X X
            . O . O . . .
            X X X O O O O
            . . X O . O .
            . . X O O O O"
            .parse()
            .unwrap();
        let at = |vertex| Vertex::parse(board.size(), vertex).unwrap().point().unwrap();
        assert_eq!(next_filling(&board, &PointSet::EMPTY, Color::White), Some(at("C4")));
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
