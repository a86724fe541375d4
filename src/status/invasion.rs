//! Territory in which an invading stone can live, usually in a seki, because the chains around it
//! lack outside liberties and cannot approach it.
//!
//! Playouts miss this: they go on until a player fills the last liberty of an own chain.

use rayon::prelude::*;

use super::{Effort, Ownership, fates::Fates, local_area::ChainContext, prover::Prover};
use crate::{
    board::{Board, Color, Point, PointSet},
    score::enclosed_regions,
};

/// Points of the largest territory that is searched for an invasion.
const MAX_TERRITORY_POINTS: usize = 9;

/// Outside liberties from which a chain around a territory is not short of liberties.
const MIN_OUTSIDE_LIBERTIES: usize = 3;

/// A territory that needs a defensive move, since an invasion succeeds otherwise.
struct Invasion {
    /// A chain around the territory.
    chain: Point,
    /// By color: the move that defends or invades.
    vital: [Option<Point>; 2],
}

/// Marks territories that need a defensive move as unsettled: the largest chain around each, and both
/// players' vital moves.
pub(super) fn add_invasions(
    fates: &mut Fates,
    board: &Board,
    ownership: &Ownership,
    dead: &PointSet,
    pass_alive: &PointSet,
    effort: Effort,
) {
    let regions: Vec<(Color, Vec<Point>)> = Color::ALL
        .into_iter()
        .flat_map(|owner| {
            enclosed_regions(board, dead, owner).into_iter().map(move |region| (owner, region))
        })
        .filter(|(_, region)| region.len() <= MAX_TERRITORY_POINTS)
        .collect();
    let find = |(owner, region): (Color, Vec<Point>)| {
        let chains = short_chains_around(board, dead, pass_alive, &region)?;
        let (safe, vulnerable) = (*pass_alive, PointSet::EMPTY);
        let chain = chains.iter().max_by_key(|&chain| board.chain_len(chain))?;
        let context = ChainContext { board, ownership, chain, owner, safe, vulnerable, effort };
        prove_invasion(&context, &region, &chains)
    };
    let invasions: Vec<Invasion> = regions.into_par_iter().filter_map(find).collect();
    for Invasion { chain, vital } in invasions {
        fates.unsettled.stones.extend_from(&board.chain(chain).collect());
        for color in Color::ALL {
            if let Some(point) = vital[color.index()] {
                fates.unsettled.vital[color.index()].insert(point);
            }
        }
    }
}

/// The heads of the chains around a territory that are not pass-alive, if one of them is short of
/// outside liberties and none can capture dead stones outside.
fn short_chains_around(
    board: &Board,
    dead: &PointSet,
    pass_alive: &PointSet,
    region: &[Point],
) -> Option<PointSet> {
    let around = region.iter().flat_map(|&point| board.neighbors(point));
    let open = around.filter(|&place| !region.contains(&place) && !pass_alive.contains(place));
    let chains: PointSet = open.map(|stone| board.head(stone)).collect();
    let is_short = |chain| outside_liberties(board, region, chain).count() < MIN_OUTSIDE_LIBERTIES;
    let can_capture = |stone| {
        board.neighbors(stone).any(|place| dead.contains(place) && !region.contains(&place))
    };
    let mut stones = chains.iter().flat_map(|chain| board.chain(chain));
    (chains.iter().any(is_short) && !stones.any(can_capture)).then_some(chains)
}

/// The liberties of a chain that are not in a region.
fn outside_liberties(board: &Board, region: &[Point], chain: Point) -> impl Iterator<Item = Point> {
    board.liberties(chain).filter(|liberty| !region.contains(liberty))
}

/// Proves that a territory within these chains can be both defended and invaded. All empty points
/// outside except the chains' liberties are conceded to its owner.
fn prove_invasion(context: &ChainContext, region: &[Point], chains: &PointSet) -> Option<Invasion> {
    let ChainContext { board, chain, owner, effort, .. } = *context;
    let stones = chains.iter().flat_map(|chain| board.chain(chain));
    let liberties = chains.iter().flat_map(|chain| outside_liberties(board, region, chain));
    let area: PointSet = region.iter().copied().chain(stones).chain(liberties).collect();
    let area: Vec<Point> = area.iter().collect();
    let area = context.with_short_walls(&area, owner.opponent());
    let mut prover = Prover::new(board, &area, chain, Some(owner), effort)?.guarding(region);
    let mut first_move = |first: Color, survives: bool| {
        let proven = prover.prove(first)?;
        proven.first_move.filter(|_| proven.survives == survives)
    };
    let invades = first_move(owner.opponent(), false)?;
    let mut vital = [None; 2];
    vital[owner.opponent().index()] = Some(invades);
    vital[owner.index()] = Some(first_move(owner, true)?);
    Some(Invasion { chain, vital })
}

#[cfg(test)]
mod tests {
    use crate::{
        board::{Board, Color, Vertex},
        game::Game,
        rules::Rules,
        status::Status,
    };

    /// The vital moves of Black and of White.
    fn vital(diagram: &str) -> [String; 2] {
        let board: Board = diagram.parse().unwrap();
        let rules = Rules::preset("japanese").unwrap();
        let game = Game::from_position(board.clone(), Color::Black, rules);
        let status = Status::judge(&game);
        status.unsettled.vital.map(|points| {
            let names = points.iter().map(|point| Vertex::of(board.size(), point).to_string());
            names.collect::<Vec<_>>().join(" ")
        })
    }

    const CORNER: &str = "
        . . O . O X X . .
        O O O O O O X X .
        X O X X O O O X .
        X X X X X O X X .
        O O O X X X O . .
        . O O X X . X . .
        . O O O X X . X X
        . . O O O X X O X
        . . O O O O O O X";

    #[test]
    fn six_points_without_outside_liberties_need_a_move() {
        assert_eq!(vital(CORNER), ["A2", "A2"]);
        let with_liberty = CORNER.replace("O O O O O O X", "O O O O O O .");
        assert_eq!(vital(&with_liberty), ["", ""]);
    }

    #[test]
    fn eight_points_without_outside_liberties_need_a_move() {
        let side = "
            X . X . X O O . .
            . X . X X X O . .
            X X X O O X O . .
            . X O O O X O . .
            O O O X X O O O O
            O . O O X X X O X
            . O X X X . . X X
            O X O . X X . X .
            . X X X . O X . .";
        assert_eq!(vital(side), ["J8", "H7"]);
    }

    #[test]
    fn eight_points_with_one_outside_liberty_need_a_move() {
        let side = "
            . X O O O . X O .
            O O X O . X X O X
            X . X O . . O O O
            O X X O O O O X O
            . O X X O X O X X
            O . O O X X O O X
            . O . O X X X X X
            . O . O X . . . .
            . . O X X . . . .";
        assert_eq!(vital(side), ["G2", "G2"]);
    }
}
