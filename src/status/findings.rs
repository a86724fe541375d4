//! Findings about the stones of a position, and the judgment that follows from them.

use super::{
    Effort, Ownership, Status,
    bent_four::dead_by_bent_four,
    borders::close_borders,
    dame::{fill_dame, first_to_fill_dame},
    dead_stones::dead_stones,
    fates::{Fates, read_chains},
    invasion::add_invasions,
    prisoners::Prisoners,
    reading::Reading,
    seki::stones_in_seki,
    verdict::Verdict,
    weights::EvidenceWeights,
};
use crate::{
    board::{Board, Color, Point, PointSet},
    game::Game,
    rules::{Rules, Scoring, Suicide},
    score::{Judgment, pass_alive},
};

/// The findings about the stones of a position, before they are weighed.
#[derive(Clone, Debug)]
pub struct Findings {
    ownership: Ownership,
    pass_alive: PointSet,
    readings: Vec<Reading>,
    effort: Effort,
}

impl Findings {
    /// Reads the present position of a game, except for readings that cannot matter with these
    /// weights. Of the rule set, only the legality of suicide matters.
    #[must_use]
    pub fn new(
        game: &Game,
        ownership: Ownership,
        effort: Effort,
        weights: &EvidenceWeights,
    ) -> Findings {
        let pass_alive = pass_alive_stones(game);
        let readings = read_chains(game.board(), &ownership, &pass_alive, weights, effort);
        Findings { ownership, pass_alive, readings, effort }
    }

    /// The chains that are dead by all evidence, among those that were read.
    #[must_use]
    pub fn dead_chains(&self, weights: &EvidenceWeights) -> Vec<Point> {
        let dead = self.readings.iter().filter(|reading| reading.is_dead(weights) == Some(true));
        dead.map(|reading| reading.chain).collect()
    }

    /// Judges the stones of the same position, if play goes on.
    #[must_use]
    pub fn weigh(&self, game: &Game, weights: &EvidenceWeights) -> Status {
        let (board, ownership) = (game.board(), &self.ownership);
        let mut fates = Fates::new(board, &self.readings, weights);
        let mut alive = self.pass_alive;
        alive.extend_from(&fates.alive);
        let first = first_to_fill_dame(game);
        let mut dead = dead_stones(board, ownership, &alive, &fates.dead);
        let mut final_position = FinalPosition::new(board, ownership, &dead, first);
        if !final_position.bent_four.is_empty() {
            dead.extend_from(&final_position.bent_four);
            final_position = FinalPosition::new(board, ownership, &dead, first);
        }
        if self.effort != Effort::Quick {
            add_invasions(&mut fates, board, ownership, &dead, &self.pass_alive, self.effort);
        }
        let (mut counted_board, mut prisoners) =
            (final_position.counted_board, Prisoners::default());
        let in_seki = final_position.in_seki.iter();
        let seki = Some(in_seki.filter(|&stone| !counted_board.is_empty(stone)).collect());
        if game.rules().scoring == Scoring::Territory {
            // A stone on the point of a captured dead stone would itself be counted as dead.
            for (point, color) in final_position.protections {
                if counted_board.is_legal(point, color) && !dead.contains(point) {
                    counted_board.play_unchecked(point, color, &mut prisoners);
                }
            }
        }
        let judgment = Judgment { dead, seki };
        Status {
            ownership: ownership.clone(),
            verdict: Verdict { judgment, counted_board: *counted_board, prisoners },
            unsettled: fates.unsettled,
            has_open_chains: !self.readings.is_empty(),
        }
    }
}

/// The position after borders are closed and dame are filled.
struct FinalPosition {
    /// The board with its borders closed.
    counted_board: Box<Board>,
    /// Protective moves that filling the dame makes necessary.
    protections: Vec<(Point, Color)>,
    in_seki: PointSet,
    /// Stones in seki that are dead because of a bent four in the corner.
    bent_four: PointSet,
}

impl FinalPosition {
    fn new(board: &Board, ownership: &Ownership, dead: &PointSet, first: Color) -> FinalPosition {
        let counted_board = Box::new(close_borders(board, ownership, dead));
        let end = fill_dame(&counted_board, dead, first);
        let filled = end.living();
        let in_seki = stones_in_seki(&filled);
        let bent_four = dead_by_bent_four(&filled, &in_seki);
        FinalPosition { counted_board, protections: end.protections, in_seki, bent_four }
    }
}

/// The pass-alive stones of both colors.
fn pass_alive_stones(game: &Game) -> PointSet {
    let suicide_is_legal = suicide_is_legal(game.rules());
    let alive = Color::ALL.map(|color| pass_alive(game.board(), color, suicide_is_legal).stones);
    alive.iter().flat_map(PointSet::iter).collect()
}

/// Whether suicide is legal, at least that of several stones.
pub(super) fn suicide_is_legal(rules: &Rules) -> bool {
    rules.suicide != Suicide::None
}
