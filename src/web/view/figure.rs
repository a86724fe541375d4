//! The figure of a printed game that a node belongs to (FG, MN and PM), and the part of the board that
//! is shown (VW).

use std::collections::BTreeMap;

use serde::Serialize;

use super::{vertex, vertices};
use crate::{
    board::{Board, Color, Move, Point, Size},
    sgf::{Collection, NodeId},
    web::{
        properties::{
            distinct_points,
            figure_flags::{KEEPS_CAPTURED, NO_COORDINATES, NO_LIST, NO_NAME, NO_STARS},
            node_move, print_modes,
        },
        session::Session,
        tree::Position,
    },
};

/// The figure up to the cursor.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FigureView {
    /// Whether a node up to the cursor has FG, PM or MN.
    is_set: bool,
    /// Whether the figure begins at the cursor.
    starts_here: bool,
    flags: u32,
    name: String,
    coordinates: bool,
    stars: bool,
    /// The value of PM in force.
    print: i64,
    /// The numbers on the board, by point.
    numbers: Vec<(String, usize)>,
    /// The moves that have no place on the board: the number, the point, and the number there.
    list: Vec<(usize, String, Option<usize>)>,
    /// The captured stones that are still drawn.
    kept: Vec<(String, Color)>,
}

/// A move of a figure.
struct FigureMove {
    color: Color,
    point: Point,
    number: usize,
}

impl FigureView {
    pub(super) fn of(session: &Session) -> FigureView {
        let (collection, cursor) = (session.tree.collection(), session.tree.cursor());
        let line = collection.line_to(cursor);
        let has = |node: &NodeId, name| collection.property(*node, name).is_some();
        let start = line.iter().rposition(|node| has(node, "FG")).unwrap_or(0);
        let (flags, name) = flags_and_name(collection, line[start]);
        let print =
            inherited(collection, cursor, "PM").and_then(|node| number(collection, node, "PM"));
        let print = print.unwrap_or(print_modes::NUMBERS);
        let board = session.tree.game().board();
        let (mut moves, first) = moves(collection, &line, start, board.size());
        if print == print_modes::NUMBERS_MODULO_100 {
            moves.iter_mut().for_each(|mv| mv.number -= first / 100 * 100);
        }
        let captured = if flags & KEEPS_CAPTURED == 0 {
            Vec::new()
        } else {
            captured_stones(&start_board(session, line[start]), &moves, board)
        };
        let (numbers, list) = numbers(&moves, board, &captured);
        let has_numbers = print != print_modes::NO_NUMBERS;
        let name_of = |point| vertex(board.size(), point);
        let is_listed = flags & NO_LIST == 0 && has_numbers;
        let list = if is_listed { list } else { Vec::new() };
        let numbers = if has_numbers { numbers } else { BTreeMap::new() };
        FigureView {
            is_set: line.iter().any(|node| ["FG", "PM", "MN"].iter().any(|name| has(node, name))),
            starts_here: has(&cursor, "FG"),
            flags,
            name: if flags & NO_NAME == 0 { name } else { String::new() },
            coordinates: flags & NO_COORDINATES == 0,
            stars: flags & NO_STARS == 0,
            print,
            numbers: numbers
                .into_values()
                .map(|(point, number)| (name_of(point), number))
                .collect(),
            list: list
                .into_iter()
                .map(|(number, point, at)| (number, name_of(point), at))
                .collect(),
            kept: captured.into_iter().map(|(point, color)| (name_of(point), color)).collect(),
        }
    }
}

/// The points that VW leaves visible at a node; `None` for all of them.
pub(super) fn visible(collection: &Collection, node: NodeId, size: Size) -> Option<Vec<String>> {
    let view = collection.property(inherited(collection, node, "VW")?, "VW")?;
    let points = vertices(size, distinct_points(view.values(), size));
    (!points.is_empty()).then_some(points)
}

/// The nearest node up to the root that has a property which is inherited.
pub(in crate::web) fn inherited(
    collection: &Collection,
    node: NodeId,
    name: &str,
) -> Option<NodeId> {
    collection.ancestors(node).find(|&node| collection.property(node, name).is_some())
}

fn number(collection: &Collection, node: NodeId, name: &str) -> Option<i64> {
    collection.property(node, name)?.value().number()
}

/// The flags and the name of the figure that begins at a node.
fn flags_and_name(collection: &Collection, node: NodeId) -> (u32, String) {
    let Some(figure) = collection.property(node, "FG") else { return (0, String::new()) };
    let Some((flags, name)) = figure.value().composed() else { return (0, String::new()) };
    let flags = flags.number().and_then(|flags| u32::try_from(flags).ok()).unwrap_or(0);
    (flags, name.simple_text().into_owned())
}

/// A move of a line.
pub(super) struct NumberedMove {
    /// The index of its node in the line.
    index: usize,
    pub(super) color: Color,
    pub(super) mv: Move,
    pub(super) number: usize,
}

/// The moves of a line with their numbers; MN sets the number of its move.
pub(super) fn numbered_moves(
    collection: &Collection,
    line: &[NodeId],
    size: Size,
) -> impl Iterator<Item = NumberedMove> {
    let mut last = 0;
    line.iter().enumerate().filter_map(move |(index, &node)| {
        let (color, mv) = node_move(collection, node, size)?;
        let set = number(collection, node, "MN").and_then(|set| usize::try_from(set).ok());
        last = set.unwrap_or(last + 1);
        Some(NumberedMove { index, color, mv, number: last })
    })
}

/// The plays of the line from an index on, and the least number of the moves there.
fn moves(
    collection: &Collection,
    line: &[NodeId],
    start: usize,
    size: Size,
) -> (Vec<FigureMove>, usize) {
    let numbered =
        numbered_moves(collection, line, size).filter(|numbered| numbered.index >= start);
    let (mut moves, mut first) = (Vec::new(), None);
    for NumberedMove { color, mv, number, .. } in numbered {
        first = Some(first.map_or(number, |first: usize| first.min(number)));
        if let Move::Play(point) = mv {
            moves.push(FigureMove { color, point, number });
        }
    }
    (moves, first.unwrap_or(0))
}

/// The board before the first move of a figure.
fn start_board(session: &Session, start: NodeId) -> Board {
    let collection = session.tree.collection();
    let has_move = node_move(collection, start, session.tree.size()).is_some();
    let before =
        collection.parent(start).filter(|&parent| has_move && parent != NodeId::COLLECTION);
    let position = Position::at(collection, before.unwrap_or(start));
    position.map_or_else(|_| session.tree.game().board().clone(), |at| at.game.board().clone())
}

/// The stones of the start and of the moves that are not on the board any more. The first stone on a
/// point stays.
fn captured_stones(start: &Board, moves: &[FigureMove], board: &Board) -> Vec<(Point, Color)> {
    let size = board.size();
    let first = |point| moves.iter().find(|mv| mv.point == point).map(|mv| mv.color);
    let stones = size.points().filter_map(|point| {
        let color = start.stone(point).or_else(|| first(point))?;
        Some((point, color))
    });
    stones.filter(|&(point, color)| board.stone(point) != Some(color)).collect()
}

/// Numbers on the board with their points, by the index of the point.
type ShownNumbers = BTreeMap<usize, (Point, usize)>;

/// A move that has no place on the board: its number, its point, and the number there.
type HiddenMove = (usize, Point, Option<usize>);

/// The numbers on the board, and the moves that have no place there.
fn numbers(
    moves: &[FigureMove],
    board: &Board,
    captured: &[(Point, Color)],
) -> (ShownNumbers, Vec<HiddenMove>) {
    let is_captured = |mv: &FigureMove| captured.iter().any(|(point, _)| *point == mv.point);
    let mut shown = ShownNumbers::new();
    for mv in moves {
        let is_first = !shown.contains_key(&mv.point.index());
        let is_there = board.stone(mv.point) == Some(mv.color);
        let is_shown = if is_captured(mv) { is_first } else { is_there };
        if is_shown {
            shown.insert(mv.point.index(), (mv.point, mv.number));
        }
    }
    let number_at = |point: Point| shown.get(&point.index()).map(|(_, number)| *number);
    let hidden = moves.iter().filter(|mv| number_at(mv.point) != Some(mv.number));
    let list = hidden.map(|mv| (mv.number, mv.point, number_at(mv.point))).collect();
    (shown, list)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use serde_json::{Value, json};

    use super::*;
    use crate::web::files::{RecordFile, read};

    /// The figure at the last node of a record on 5x5.
    fn figure(nodes: &str) -> Value {
        let text = format!("(;SZ[5]{nodes})");
        let (mut tree, _) = read(text.into_bytes(), None).expect("a record");
        let last = tree.collection().main_variation(tree.root()).last().expect("a node");
        tree.go_to(last).expect("a well-formed line");
        let session = Session::new(tree, RecordFile::default(), mpsc::channel().0);
        serde_json::to_value(FigureView::of(&session)).expect("plain data")
    }

    /// Black is about to take the stone of move 2.
    const KO: &str = ";B[bb];W[cb];B[ca];W[da];B[db];W[ea]";

    #[test]
    fn a_figure_numbers_its_own_moves() {
        let view = figure(";B[aa];W[ba];FG[257:Figure 1]B[bb];W[cc]");
        assert_eq!(view["numbers"], json!([["B4", 3], ["C3", 4]]));
        assert_eq!((&view["name"], &view["coordinates"]), (&json!("Figure 1"), &json!(false)));
        assert_eq!((&view["isSet"], &view["startsHere"]), (&json!(true), &json!(false)));
        assert_eq!(figure(";B[aa]")["isSet"], false);
    }

    #[test]
    fn mn_sets_the_number_of_its_move_and_pm_how_numbers_are_printed() {
        let view = figure(";B[aa]MN[132];W[ba]");
        assert_eq!(view["numbers"], json!([["A5", 132], ["B5", 133]]));
        let view = figure(";PM[2];B[aa]MN[132];W[ba]");
        assert_eq!(view["numbers"], json!([["A5", 32], ["B5", 33]]));
        // The hundreds are those of the first move.
        let view = figure(";PM[2];B[aa]MN[99];W[ba]");
        assert_eq!(view["numbers"], json!([["A5", 99], ["B5", 100]]));
        assert_eq!(figure(";PM[0];B[aa];W[ba]")["numbers"], json!([]));
        let own = figure(";PM[0];B[aa];PM[1]W[ba]");
        assert_eq!(own["numbers"], json!([["A5", 1], ["B5", 2]]));
    }

    #[test]
    fn captured_stones_stay_where_a_figure_keeps_them() {
        let text = format!("{KO};B[cc];W[ee];B[cb]");
        let plain = figure(&format!("{KO};B[cc]"));
        assert_eq!(plain["list"], json!([[2, "C4", null]]));
        assert_eq!(plain["kept"], json!([]));
        let kept = figure(&format!(";FG[256:]{}", &format!("{KO};B[cc]")[1..]));
        assert_eq!(kept["kept"], json!([["C4", "white"]]));
        assert_eq!(
            (&kept["list"], kept["numbers"].as_array().map(Vec::len)),
            (&json!([]), Some(7))
        );
        // A move on a point that is taken in the figure is listed with the number there.
        let again = figure(&format!(";FG[256:]{}", &text[1..]));
        assert_eq!(again["list"], json!([[9, "C4", 2]]), "{again}");
        assert_eq!(figure(&format!(";FG[260:]{}", &text[1..]))["list"], json!([]));
    }

    #[test]
    fn a_view_is_inherited_until_it_is_taken_back() {
        let read = |text: &str| {
            let (tree, _) = read(text.as_bytes().to_vec(), None).expect("a record");
            let last = tree.collection().main_variation(tree.root()).last().expect("a node");
            visible(tree.collection(), last, tree.size())
        };
        let two = vec!["A5".to_owned(), "B5".to_owned()];
        assert_eq!(read("(;SZ[5];VW[aa:ba];B[cc])"), Some(two));
        assert_eq!(read("(;SZ[5];VW[aa:ba];B[cc];VW[])"), None);
        assert_eq!(read("(;SZ[5];B[cc])"), None);
    }
}
