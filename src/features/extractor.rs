//! The extraction of input features from a position.

use super::{
    FeatureOptions, Situation,
    area::AreaFinder,
    globals::globals,
    ladder::{KataGoLadderReader, LadderCache, Ladders},
    move_history::MoveHistory,
    planes::Planes,
    point_owners::PointOwners,
};
use crate::{
    board::{Board, Color, Size},
    game::{Game, State, Variation},
    network::Input,
};

/// Extracts the input features of positions. Worth reusing, since it owns scratch memory and caches
/// ladders.
#[derive(Debug, Default)]
pub struct Extractor {
    area: AreaFinder,
    ladders: KataGoLadderReader,
    ladder_cache: LadderCache,
}

impl Extractor {
    /// Extracts the position that a game has reached, or a variation that extends it.
    pub fn extract(
        &mut self,
        game: &Game,
        state: &State,
        feature_options: &FeatureOptions,
        input: &mut Input,
    ) {
        self.extract_state(state.to_move(), game, state, feature_options, input);
    }

    /// Extracts the position that a variation has reached, from the view of `to_move`, who need not be
    /// its player to move.
    pub fn extract_for(
        &mut self,
        to_move: Color,
        line: &Variation,
        feature_options: &FeatureOptions,
        input: &mut Input,
    ) {
        self.extract_state(to_move, line.game(), line.state(), feature_options, input);
    }

    /// Extracts a situation; `before` are the boards one and two moves ago.
    pub fn extract_situation(
        &mut self,
        situation: &Situation,
        before: [&Board; 2],
        feature_options: &FeatureOptions,
        input: &mut Input,
    ) {
        let boards = [situation.board, before[0], before[1]];
        let ladders = |ago: usize| self.ladders.read(boards[ago]);
        fill_input(situation, feature_options, &mut self.area, ladders, input);
    }

    fn extract_state(
        &mut self,
        to_move: Color,
        game: &Game,
        state: &State,
        feature_options: &FeatureOptions,
        input: &mut Input,
    ) {
        let situation = Situation::of(game, state, to_move);
        let ladders = |ago| self.ladder_cache.ladders(ago, game, state, &mut self.ladders);
        fill_input(&situation, feature_options, &mut self.area, ladders, input);
    }
}

/// Fills in all inputs; `ladders` returns the ladders of the board that many moves ago.
fn fill_input(
    situation: &Situation,
    feature_options: &FeatureOptions,
    area: &mut AreaFinder,
    mut ladders: impl FnMut(usize) -> Ladders,
    input: &mut Input,
) {
    let (board, to_move) = (situation.board, situation.to_move);
    let size = board.size();
    input.reset(size.width().into(), size.height().into());
    let owners = area.owners(situation, feature_options.strict_pass_alive);
    let history = MoveHistory::new(situation, feature_options, || {
        margin(size, &owners, to_move) + situation.own_komi(feature_options) <= 0.0
    });
    input.globals = globals(situation, feature_options, &history);
    let mut planes = Planes::new(size, input);
    planes.stones(board, &owners, to_move);
    planes.ko(situation);
    planes.history(&history);
    let now = ladders(0);
    planes.ladder_moves(&now.moves[to_move.opponent().index()]);
    let one = if history.len >= 1 { ladders(1).caught } else { now.caught };
    let two = if history.len >= 2 { ladders(2).caught } else { one };
    planes.ladders([&now.caught, &one, &two]);
}

/// The margin on the board, in points, positive for the player to move.
fn margin(size: Size, owners: &PointOwners, to_move: Color) -> f64 {
    let sign = |owner: Color| if owner == to_move { 1.0 } else { -1.0 };
    size.points().filter_map(|point| owners[point.index()]).map(sign).sum()
}
