//! Equal positions in a record.

use std::{collections::HashSet, rc::Rc};

use crate::{
    board::{Board, Color, Point},
    network::Symmetry,
    sgf::{Collection, NodeId, SetUp, with_set_up},
    web::properties::{distinct_points, node_move},
};

/// The nodes of all games on a board of this size whose stones are those of `board`, turned, mirrored
/// or with the colors exchanged.
pub(super) fn equal_to(collection: &Collection, board: &Board) -> HashSet<NodeId> {
    let size = board.size();
    let (wanted, counts) = (canonical(board), sorted_counts(board));
    let mut found = HashSet::new();
    // A board is shared by the children of its node, and dropped after the last of them.
    let start = Rc::new(Board::new(size));
    let mut open: Vec<(NodeId, Rc<Board>)> =
        collection.games().map(|game| (game, Rc::clone(&start))).collect();
    while let Some((node, before)) = open.pop() {
        let Some(after) = after(collection, node, before) else { continue };
        if sorted_counts(&after) == counts && canonical(&after) == wanted {
            found.insert(node);
        }
        open.extend(collection.children(node).map(|child| (child, Rc::clone(&after))));
    }
    found
}

/// The board after the set-up and the moves of a node; `None` if they are impossible.
fn after(collection: &Collection, node: NodeId, before: Rc<Board>) -> Option<Rc<Board>> {
    let size = before.size();
    let has_set_up =
        ["AB", "AW", "AE"].iter().any(|name| collection.property(node, name).is_some());
    let mv = node_move(collection, node, size).and_then(|(color, mv)| Some((color, mv.point()?)));
    if !has_set_up && mv.is_none() {
        return Some(before);
    }
    let mut board = match has_set_up {
        true => set_up(collection, node, &before)?,
        false => Rc::unwrap_or_clone(before),
    };
    if let Some((color, point)) = mv {
        if !board.is_empty(point) {
            return None;
        }
        board.play_unchecked(point, color, &mut ());
    }
    Some(Rc::new(board))
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
fn sorted_counts(board: &Board) -> [usize; 2] {
    let count =
        |color| board.size().points().filter(|&point| board.stone(point) == Some(color)).count();
    let mut counts = Color::ALL.map(count);
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
    use crate::{board::Size, sgf::Document};

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
