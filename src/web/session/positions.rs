//! Equal positions in a record.

use std::collections::HashSet;

use crate::{
    board::{Board, Color, Move, Point, PointSet, Size},
    network::Symmetry,
    sgf::{Collection, NodeId, SetUp, with_set_up},
    web::properties::{distinct_points, node_move},
};

/// The points of the stones, by color.
type Stones = [PointSet; 2];

/// The nodes of all games on a board of this size whose stones are those of `board`, turned, mirrored
/// or with the colors exchanged.
pub(super) fn equal_to(collection: &Collection, board: &Board) -> HashSet<NodeId> {
    let size = board.size();
    let (wanted, counts) = (canonical(board), sorted_counts(&stones_of(board)));
    let mut found = HashSet::new();
    // The nodes from which on siblings are not visited yet, with the stones before them: all nodes of a
    // line can have siblings, and a board is a hundred times as large.
    let mut open: Vec<(NodeId, Stones)> =
        collection.games().take(1).map(|game| (game, [PointSet::EMPTY; 2])).collect();
    while let Some((first, before)) = open.pop() {
        open.extend(collection.next_sibling(first).map(|next| (next, before)));
        let Some(mut board) = board_with(size, &before) else { continue };
        for node in collection.main_variation(first) {
            if advance(collection, node, &mut board).is_none() {
                break;
            }
            let stones = stones_of(&board);
            if sorted_counts(&stones) == counts && canonical(&board) == wanted {
                found.insert(node);
            }
            let child = collection.first_child(node);
            let second = child.and_then(|child| collection.next_sibling(child));
            open.extend(second.map(|second| (second, stones)));
        }
    }
    found
}

fn stones_of(board: &Board) -> Stones {
    Color::ALL.map(|color| {
        let points = board.size().points();
        points.filter(|&point| board.stone(point) == Some(color)).collect()
    })
}

/// The board with these stones; `None` if they are no legal position.
fn board_with(size: Size, stones: &Stones) -> Option<Board> {
    let of_color = |color: Color| stones[color.index()].iter().map(move |point| (point, color));
    Board::set_up(size, Color::ALL.into_iter().flat_map(of_color)).ok()
}

/// Makes the set-up and the move of a node; `None` if they are impossible.
fn advance(collection: &Collection, node: NodeId, board: &mut Board) -> Option<()> {
    if ["AB", "AW", "AE"].iter().any(|name| collection.property(node, name).is_some()) {
        *board = set_up(collection, node, board)?;
    }
    if let Some((color, Move::Play(point))) = node_move(collection, node, board.size()) {
        if !board.is_empty(point) {
            return None;
        }
        board.play_unchecked(point, color, &mut ());
    }
    Some(())
}

fn set_up(collection: &Collection, node: NodeId, before: &Board) -> Option<Board> {
    let points = |name| -> Vec<Point> {
        let property = collection.property(node, name);
        let values = property.into_iter().flat_map(|property| property.values());
        distinct_points(values, before.size()).collect()
    };
    let set_up = SetUp { black: points("AB"), white: points("AW"), empty: points("AE") };
    with_set_up(before, &set_up).ok()
}

/// The numbers of stones of both colors, the smaller one first.
fn sorted_counts(stones: &Stones) -> [usize; 2] {
    let mut counts = [stones[0].len(), stones[1].len()];
    counts.sort_unstable();
    counts
}

/// The least of the 16 forms of a position, the same for all of them. On a rectangle, forms with
/// width and height exchanged are left out.
fn canonical(board: &Board) -> Vec<u8> {
    let size = board.size();
    let stones: Vec<Option<Color>> = size.points().map(|point| board.stone(point)).collect();
    let form = |symmetry: Symmetry, color: fn(Color) -> Color| -> Vec<u8> {
        let places = symmetry.points(size.width().into(), size.height().into());
        places
            .map(|place| stones[place].map_or(0, |stone| color(stone).index() as u8 + 1))
            .collect()
    };
    let forms = Symmetry::ALL
        .into_iter()
        .flat_map(|symmetry| [form(symmetry, |color| color), form(symmetry, Color::opponent)]);
    forms.min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::Document;

    #[test]
    fn a_position_is_found_turned_and_with_other_colors() {
        let text =
            b"(;SZ[9];B[cb];W[ee](;B[aa])(;B[bb];W[cc]))(;SZ[9]AW[hc]AB[ee])(;SZ[9]AB[cb][ee])";
        let collection = Document::read(text).expect("a record").collection;
        let size = Size::square(9).expect("a size");
        let stones = [((2, 1), Color::Black), ((4, 4), Color::White)];
        let stones = stones.map(|((x, y), color)| (size.point(x, y).expect("a point"), color));
        let board = Board::set_up(size, stones).expect("a position");
        let mut found: Vec<usize> =
            equal_to(&collection, &board).into_iter().map(NodeId::index).collect();
        found.sort_unstable();
        // The second move of the first game, and the second game.
        assert_eq!(found, [3, 7]);
    }
}
