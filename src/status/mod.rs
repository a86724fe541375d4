//! What becomes of every stone on a board where play could stop: alive, dead, or alive in seki.
//!
//! Playouts from the position, both players moving first equally often, say who ends up with which
//! points. Unconditional life corrects them, and where they leave it open or are blind to a seki
//! (`doubt`), proofs do in small arenas (`proof`) and reading in others (`reading`); then those
//! stones are dead whose removal makes the count agree best with them all (`fit`). Filling the
//! neutral points shows what is in seki and what a player must still protect (`neutral`, `seki`); a
//! bent four in the corner is dead all the same (`bent_four`). Small territories may still need a
//! stone (`invasion`).

mod bent_four;
mod borders;
mod confined;
mod doubt;
mod enclosure;
mod fit;
mod invasion;
mod neutral;
mod proof;
mod prover;
mod reading;
mod seki;
mod walls;

use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;
use rayon::prelude::*;

use self::{
    bent_four::dead_by_bent_four,
    borders::close_borders,
    doubt::{leave_unread, read_doubtful},
    fit::dead_stones,
    invasion::add_invasions,
    neutral::{fill_neutral_points, next_filling},
    seki::stones_in_seki,
};
use crate::{
    board::{Board, Color, Observer, Point, PointSet},
    game::Game,
    playout::{Ownership, Recent, Tactical, play_out},
    rules::{Scoring, Suicide},
    score::{Judgement, Score, Tally, count, pass_alive},
};

/// Playouts that share one sequence of random numbers: the unit of parallel work. The judgement
/// does not depend on how many threads share it out.
const BATCH: u64 = 64;

/// The probability of what no playout has shown.
const LEAST_CHANCE: f64 = 0.02;

/// How much work a judgement is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// Playouts, with proofs and readings of what they leave open: mostly a tenth of a second.
    Full,
    /// A quarter of the playouts and nothing else: some milliseconds on 9×9, mostly less than a
    /// tenth of a second on 19×19. Sekis may be missed.
    Quick,
}

impl Effort {
    fn playouts(self) -> u64 {
        match self {
            Effort::Full => 1024,
            Effort::Quick => 256,
        }
    }
}

/// What is thought of every stone on a board where play could stop.
#[derive(Clone, Debug)]
pub struct Status {
    /// Who ends up holding each point.
    pub ownership: Ownership,
    /// The stones that are dead, and those in seki.
    pub judgement: Judgement,
    /// Stones whose fate, or that of a territory of theirs, depends on who moves first.
    pub unsettled: PointSet,
    /// By colour: where this player saves or takes such stones, or keeps or spoils the territory.
    pub vital: [PointSet; 2],
    /// The board as it is counted: with stones on gaps in borders that nothing can come through,
    /// and under territory rules with those that filling the neutral points makes necessary.
    pub closed: Board,
    /// What those stones capture.
    prisoners: Prisoners,
}

impl Status {
    /// Judges the present position of a game. The same position always gets the same judgement.
    ///
    /// Where stones are never removed, or not any more after a dispute, nothing is dead.
    #[must_use]
    pub fn judge(game: &Game) -> Status {
        Status::foresee(game, Effort::Full).counted(game)
    }

    /// What is foreseen of a game, as the rule set counts it.
    #[must_use]
    pub fn counted(self, game: &Game) -> Status {
        if !game.all_stones_stand() {
            return self;
        }
        let judgement = Judgement { dead: PointSet::EMPTY, seki: Some(PointSet::EMPTY) };
        let (closed, prisoners) = (game.board().clone(), Prisoners::default());
        Status { judgement, closed, prisoners, ..self }
    }

    /// What becomes of the stones if play goes on, also where the rule set lets them all stand.
    #[must_use]
    pub fn foresee(game: &Game, effort: Effort) -> Status {
        let board = game.board();
        let ownership = ownership(board, effort.playouts());
        let certain = certainly_alive(game);
        let mut verdicts = match effort {
            Effort::Full => read_doubtful(board, &ownership, &certain),
            Effort::Quick => leave_unread(board, &ownership, &certain),
        };
        let mut alive = certain;
        alive.extend_from(&verdicts.alive);
        let first = first_to_fill(game);
        let mut dead = dead_stones(board, &ownership, &alive, &verdicts.dead);
        let mut ending = Ending::new(board, &ownership, &dead, first);
        if !ending.by_bent_four.is_empty() {
            dead.extend_from(&ending.by_bent_four);
            ending = Ending::new(board, &ownership, &dead, first);
        }
        if effort == Effort::Full {
            add_invasions(&mut verdicts, board, &ownership, &dead, &certain);
        }
        let (mut closed, mut prisoners) = (ending.closed, Prisoners::default());
        let seki = Some(ending.in_seki.iter().filter(|&stone| !closed.is_empty(stone)).collect());
        if game.rules().scoring == Scoring::Territory {
            // A stone put where a dead one was taken would be counted as dead itself.
            for (point, color) in ending.protections {
                if closed.is_legal(point, color) && !dead.contains(point) {
                    closed.play_unchecked(point, color, &mut prisoners);
                }
            }
        }
        Status {
            ownership,
            judgement: Judgement { dead, seki },
            unsettled: verdicts.unsettled,
            vital: verdicts.vital,
            closed: *closed,
            prisoners,
        }
    }

    /// Counts the board, with this judgement, as the game's rule set says.
    #[must_use]
    pub fn score(&self, game: &Game) -> Score {
        let mut tally = Tally::of(game);
        for color in Color::ALL {
            tally.removed[color.index()] += self.prisoners.of(color);
        }
        count(&self.closed, game.rules(), &self.judgement, &tally)
    }

    /// Where a player fills a neutral point, or first connects stones that this puts into atari.
    #[must_use]
    pub fn neutral_point(&self, color: Color) -> Option<Point> {
        next_filling(&self.closed, &self.judgement.dead, color)
    }

    /// Whether a player has won if play stops here, even if somebody counts the board without
    /// closing its borders.
    #[must_use]
    pub fn is_won_by(&self, game: &Game, color: Color) -> bool {
        let literal = count(game.board(), game.rules(), &self.judgement, &Tally::of(game));
        [self.score(game), literal].iter().all(|score| score.winner() == Some(color))
    }
}

/// By colour: stones taken off.
#[derive(Clone, Copy, Debug, Default)]
struct Prisoners([u32; 2]);

impl Prisoners {
    fn of(self, color: Color) -> u32 {
        self.0[color.index()]
    }
}

impl Observer for Prisoners {
    fn placed(&mut self, _: Point, _: Color) {}
    fn removed(&mut self, _: Point, color: Color) {
        self.0[color.index()] += 1;
    }
}

/// How play ends without the dead stones.
struct Ending {
    /// The board with its borders closed.
    closed: Box<Board>,
    /// Stones that filling the neutral points makes necessary.
    protections: Vec<(Point, Color)>,
    in_seki: PointSet,
    /// Those of them that are dead all the same.
    by_bent_four: PointSet,
}

impl Ending {
    fn new(board: &Board, ownership: &Ownership, dead: &PointSet, first: Color) -> Ending {
        let closed = Box::new(close_borders(board, ownership, dead));
        let end = fill_neutral_points(&closed, dead, first);
        let filled = end.living();
        let in_seki = stones_in_seki(&filled);
        let by_bent_four = dead_by_bent_four(&filled, &in_seki);
        Ending { closed, protections: end.protections, in_seki, by_bent_four }
    }
}

/// Who is to move when all that is left are neutral points: the opponent of the last play.
fn first_to_fill(game: &Game) -> Color {
    let last_play = game.turns().iter().rfind(|turn| !turn.is_pass());
    last_play.map_or(game.to_move(), |turn| turn.color.opponent())
}

/// From -1 to 1, how surely playouts leave a chain's points to its owner.
fn kept(board: &Board, ownership: &Ownership, chain: Point) -> f64 {
    let sum: f64 = board.chain(chain).map(|stone| ownership.of(stone)).sum();
    let mean = sum / board.chain_len(chain) as f64;
    if board.stone(chain) == Some(Color::Black) { mean } else { -mean }
}

fn ownership(board: &Board, playouts: u64) -> Ownership {
    (0..playouts / BATCH)
        .into_par_iter()
        .map(|batch| {
            let mut rng = Xoroshiro128PlusPlus::seed_from_u64(batch);
            let mut policy = Tactical::default();
            let mut scratch = board.clone();
            let mut ownership = Ownership::new(board);
            for playout in 0..BATCH {
                let first = Color::ALL[(playout % 2) as usize];
                scratch.clone_from(board);
                play_out(&mut scratch, first, Recent::default(), &mut policy, &mut rng, &mut ());
                ownership.add(&scratch);
            }
            ownership
        })
        .reduce(|| Ownership::new(board), |sum, part| sum.merge(&part))
}

/// The stones that are alive without another move, of both colours.
fn certainly_alive(game: &Game) -> PointSet {
    let suicide_is_legal = game.rules().suicide != Suicide::None;
    let alive = Color::ALL.map(|color| pass_alive(game.board(), color, suicide_is_legal).stones);
    alive.iter().flat_map(PointSet::iter).collect()
}
