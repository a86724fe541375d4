//! Territory where a stone of the opponent can still come to stay, mostly in a seki: its owner has
//! no liberties elsewhere, and cannot approach it.
//!
//! Playouts do not see that. They go on until somebody fills his own last liberty.

use rayon::prelude::*;

use super::{doubt::Verdicts, prover::Prover, walls::Surroundings};
use crate::{
    board::{Board, Color, Point, PointSet},
    playout::Ownership,
    score::enclosed_regions,
};

/// Points of a territory up to which an invasion is looked for.
const MOST_POINTS: usize = 9;

/// Liberties of a chain outside a territory from which on it has time enough.
const ENOUGH: usize = 3;

/// A territory that needs a stone, or that a stone spoils.
struct Invasion {
    /// A chain around it.
    chain: Point,
    /// By colour: where this player begins.
    vital: [Option<Point>; 2],
}

/// Adds, as unsettled, the stones around territories that the player who moves first keeps or
/// spoils.
pub(super) fn add_invasions(
    verdicts: &mut Verdicts,
    board: &Board,
    ownership: &Ownership,
    dead: &PointSet,
    certain: &PointSet,
) {
    let regions: Vec<(Color, Vec<Point>)> = Color::ALL
        .into_iter()
        .flat_map(|owner| {
            enclosed_regions(board, dead, owner).into_iter().map(move |region| (owner, region))
        })
        .filter(|(_, region)| region.len() <= MOST_POINTS)
        .collect();
    let find = |(owner, region): (Color, Vec<Point>)| {
        let bounds = bounds(board, dead, certain, &region)?;
        invasion(board, ownership, certain, owner, &region, &bounds)
    };
    let invasions: Vec<Invasion> = regions.into_par_iter().filter_map(find).collect();
    for Invasion { chain, vital } in invasions {
        verdicts.unsettled.extend_from(&board.chain(chain).collect());
        for color in Color::ALL {
            vital[color.index()].map(|point| verdicts.vital[color.index()].insert(point));
        }
    }
}

/// The heads of the chains around a territory that are not certain to live, if one of them is short
/// of liberties elsewhere, and none can take dead stones there.
fn bounds(
    board: &Board,
    dead: &PointSet,
    certain: &PointSet,
    region: &[Point],
) -> Option<PointSet> {
    let around = region.iter().flat_map(|&point| board.neighbours(point));
    let open = around.filter(|&place| !region.contains(&place) && !certain.contains(place));
    let bounds: PointSet = open.map(|stone| board.head(stone)).collect();
    let is_short = |chain| outside(board, region, chain).count() < ENOUGH;
    let takes = |stone| {
        board.neighbours(stone).any(|place| dead.contains(place) && !region.contains(&place))
    };
    let mut stones = bounds.iter().flat_map(|chain| board.chain(chain));
    (bounds.iter().any(is_short) && !stones.any(takes)).then_some(bounds)
}

/// The liberties of a chain that are not in a region.
fn outside(board: &Board, region: &[Point], chain: Point) -> impl Iterator<Item = Point> {
    board.liberties(chain).filter(|liberty| !region.contains(liberty))
}

/// What can be proven of a territory within these chains, all empty points beyond them and their
/// liberties being conceded to its owner.
fn invasion(
    board: &Board,
    ownership: &Ownership,
    certain: &PointSet,
    owner: Color,
    region: &[Point],
    bounds: &PointSet,
) -> Option<Invasion> {
    let chain = bounds.iter().max_by_key(|&chain| board.chain_len(chain))?;
    let stones = bounds.iter().flat_map(|chain| board.chain(chain));
    let liberties = bounds.iter().flat_map(|chain| outside(board, region, chain));
    let arena: PointSet = region.iter().copied().chain(stones).chain(liberties).collect();
    let arena: Vec<Point> = arena.iter().collect();
    let (standing, shaky) = (*certain, PointSet::EMPTY);
    let around = Surroundings { board, ownership, chain, owner, standing, shaky };
    let arena = around.with_short_walls(&arena, owner.opponent());
    let mut prover = Prover::new(board, &arena, chain, Some(owner))?.guarding(region);
    let mut begins_at = |first: Color, survives: bool| {
        let proven = prover.prove(first)?;
        proven.begins_at.filter(|_| proven.survives == survives)
    };
    let spoils = begins_at(owner.opponent(), false)?;
    let mut vital = [None; 2];
    vital[owner.opponent().index()] = Some(spoils);
    vital[owner.index()] = Some(begins_at(owner, true)?);
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

    /// Where Black spoils a territory of White's, and where White keeps it.
    fn vital(diagram: &str) -> [String; 2] {
        let board: Board = diagram.parse().unwrap();
        let rules = Rules::preset("japanese").unwrap();
        let game = Game::from_position(board.clone(), Color::Black, rules);
        let status = Status::judge(&game);
        status.vital.map(|points| {
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
    fn six_points_without_outside_liberties_need_a_stone() {
        assert_eq!(vital(CORNER), ["A2", "A2"]);
        let with_liberty = CORNER.replace("O O O O O O X", "O O O O O O .");
        assert_eq!(vital(&with_liberty), ["", ""]);
    }

    #[test]
    fn eight_points_without_outside_liberties_need_a_stone() {
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
    fn eight_points_with_one_outside_liberty_need_a_stone() {
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
