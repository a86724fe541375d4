use super::{
    FeatureOptions, Situation,
    area::{AreaReader, Owners},
    globals::globals,
    ladder::{LadderReader, Ladders},
    past::Past,
    planes::Planes,
    recent::Recent,
};
use crate::{
    board::{Board, Color, Size},
    game::{Game, State, Variation},
    network::Input,
};

/// Turns positions into the inputs of networks; to be kept and used again, since it owns memory and
/// remembers what it has read.
#[derive(Debug, Default)]
pub struct Extractor {
    area: AreaReader,
    ladders: LadderReader,
    past: Past,
}

impl Extractor {
    /// Shows the position that a game has reached, or a line of play tried out on top of it.
    pub fn extract(
        &mut self,
        game: &Game,
        state: &State,
        feature_options: &FeatureOptions,
        input: &mut Input,
    ) {
        self.show(state.to_move(), game, state, feature_options, input);
    }

    /// Shows the position that a line of play has reached, by the view of `to_move`, who need not be
    /// the one whose turn it is.
    pub fn extract_for(
        &mut self,
        to_move: Color,
        line: &Variation,
        feature_options: &FeatureOptions,
        input: &mut Input,
    ) {
        self.show(to_move, line.game(), line.state(), feature_options, input);
    }

    /// Shows a situation; `before` are the boards of one and two turns ago.
    pub fn fill(
        &mut self,
        situation: &Situation,
        before: [&Board; 2],
        feature_options: &FeatureOptions,
        input: &mut Input,
    ) {
        let boards = [situation.board, before[0], before[1]];
        let ladders = |ago: usize| self.ladders.read(boards[ago]);
        fill(situation, feature_options, &mut self.area, ladders, input);
    }

    fn show(
        &mut self,
        to_move: Color,
        game: &Game,
        state: &State,
        feature_options: &FeatureOptions,
        input: &mut Input,
    ) {
        let situation = Situation::of(game, state, to_move);
        let ladders = |ago| self.past.ladders(ago, game, state, &mut self.ladders);
        fill(&situation, feature_options, &mut self.area, ladders, input);
    }
}

/// Fills in all inputs; `ladders` tells those of so many turns ago.
fn fill(
    situation: &Situation,
    feature_options: &FeatureOptions,
    area: &mut AreaReader,
    mut ladders: impl FnMut(usize) -> Ladders,
    input: &mut Input,
) {
    let (board, to_move) = (situation.board, situation.to_move);
    let size = board.size();
    input.reset(size.width().into(), size.height().into());
    let owners = area.owners(situation, feature_options.strict_pass_alive);
    let recent = Recent::new(situation, feature_options, || {
        margin(size, &owners, to_move) + situation.own_komi(feature_options) <= 0.0
    });
    input.globals = globals(situation, feature_options, &recent);
    let mut planes = Planes::new(size, input);
    planes.stones(board, &owners, to_move);
    planes.ko(situation);
    planes.recent(&recent);
    let now = ladders(0);
    planes.ladder_moves(&now.moves[to_move.opponent().index()]);
    let one = if recent.len >= 1 { ladders(1).caught } else { now.caught };
    let two = if recent.len >= 2 { ladders(2).caught } else { one };
    planes.ladders([&now.caught, &one, &two]);
}

/// How many more points the player to move has on the board.
fn margin(size: Size, owners: &Owners, to_move: Color) -> f64 {
    let sign = |owner: Color| if owner == to_move { 1.0 } else { -1.0 };
    size.points().filter_map(|point| owners[point.index()]).map(sign).sum()
}
