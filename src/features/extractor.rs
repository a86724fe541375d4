use super::{
    Manner, Situation,
    area::{AreaReader, Owners},
    globals::globals,
    ladder::LadderReader,
    planes::Planes,
    recent::Recent,
};
use crate::{
    board::{Board, Color, Size},
    game::{Game, State, Turn, Variation},
    network::Input,
};

/// Turns positions into the inputs of networks; to be kept and used again, since it owns memory.
#[derive(Debug)]
pub struct Extractor {
    readers: Readers,
    /// The boards of one and two turns ago.
    before: [Box<Board>; 2],
}

#[derive(Debug)]
struct Readers {
    ladders: LadderReader,
    area: AreaReader,
}

impl Default for Extractor {
    fn default() -> Extractor {
        let board = Board::new(Size::square(1).expect("a size"));
        Extractor {
            readers: Readers { ladders: LadderReader::new(), area: AreaReader::default() },
            before: [Box::new(board.clone()), Box::new(board)],
        }
    }
}

impl Extractor {
    /// Shows the position that a game has reached, or a line of play tried out on top of it.
    pub fn extract(&mut self, game: &Game, state: &State, manner: &Manner, input: &mut Input) {
        let situation = situation(&mut self.before, game, state, state.to_move());
        self.readers.fill(&situation, manner, input);
    }

    /// Shows the position that a line of play has reached, by the view of `to_move`, who need not be
    /// the one whose turn it is.
    pub fn extract_for(
        &mut self,
        to_move: Color,
        line: &Variation,
        manner: &Manner,
        input: &mut Input,
    ) {
        let situation = situation(&mut self.before, line.game(), line.state(), to_move);
        self.readers.fill(&situation, manner, input);
    }

    /// Shows a situation.
    pub fn fill(&mut self, situation: &Situation, manner: &Manner, input: &mut Input) {
        self.readers.fill(situation, manner, input);
    }
}

impl Readers {
    fn fill(&mut self, situation: &Situation, manner: &Manner, input: &mut Input) {
        let (board, to_move) = (situation.boards[0], situation.to_move);
        let size = board.size();
        input.reset(size.width().into(), size.height().into());
        let owners = self.area.owners(situation, manner.strict_pass_alive);
        let recent = Recent::new(situation, manner, || {
            margin(size, &owners, to_move) + situation.own_komi(manner) <= 0.0
        });
        input.globals = globals(situation, manner, &recent);
        let mut planes = Planes::new(size, input);
        planes.stones(board, to_move);
        planes.ko(situation);
        planes.recent(&recent);
        planes.area(|point| owners[point.index()], to_move);
        let ladders = self.ladders.read(board);
        planes.ladder_moves(&ladders.moves[to_move.opponent().index()]);
        let one =
            if recent.len >= 1 { self.ladders.read(situation.boards[1]) } else { ladders.clone() };
        let two =
            if recent.len >= 2 { self.ladders.read(situation.boards[2]) } else { one.clone() };
        planes.ladders([&ladders, &one, &two]);
    }
}

/// How many more points the player to move has on the board.
fn margin(size: Size, owners: &Owners, to_move: Color) -> f64 {
    let sign = |owner: Color| if owner == to_move { 1.0 } else { -1.0 };
    size.points().filter_map(|point| owners[point.index()]).map(sign).sum()
}

/// The facts of a position by the view of `to_move`; `before` becomes the boards before it.
fn situation<'a>(
    before: &'a mut [Box<Board>; 2],
    game: &Game,
    state: &'a State,
    to_move: Color,
) -> Situation<'a> {
    let [one, two] = before;
    replay(game, state.turns(), one, two);
    Situation::of(game, state, to_move, [one, two])
}

/// Sets up the boards of one and two turns before the end of `turns`.
fn replay(game: &Game, turns: &[Turn], one: &mut Board, two: &mut Board) {
    two.clone_from(game.start());
    let play = |board: &mut Board, turn: &Turn| match turn.mv.point() {
        Some(point) => board.play_unchecked(point, turn.color, &mut ()),
        None => board.pass(),
    };
    let earlier = turns.len().saturating_sub(2);
    turns[..earlier].iter().for_each(|turn| play(two, turn));
    one.clone_from(two);
    if turns.len() >= 2 {
        play(one, &turns[earlier]);
    }
}
