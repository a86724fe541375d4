use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;

use super::*;
use crate::{
    board::{Board, Point, Size, Vertex},
    rules::Rules,
    search::{Details, Puct, plays::sensible_plays},
};

/// An evaluator for which one move is likely, and Black wins if the number of empty points is even.
struct Likely(Move);

impl Evaluator for Likely {
    type Selection = Puct;

    fn priors(&mut self, line: &Variation, to_move: Color) -> Vec<(Move, f32)> {
        let plays = sensible_plays(line, to_move).into_iter().map(Move::Play);
        let likely = plays.chain([Move::Pass]).partition(|&mv| mv == self.0);
        let (likely, others): (Vec<Move>, Vec<Move>) = likely;
        let priors = |moves: Vec<Move>, prior| moves.into_iter().map(move |mv| (mv, prior));
        priors(likely, 0.9).chain(priors(others, 0.01)).collect()
    }

    fn evaluate(&mut self, line: &Variation, _: Color, _: &mut Amaf) -> Evaluation {
        let board = line.board();
        let margin = if board.empty_points().len().is_multiple_of(2) { 1.0 } else { -1.0 };
        Evaluation::from_margin(margin, board.size().area())
    }

    fn ownership(&self, _: Point) -> f32 {
        0.0
    }
}

type TestWorker<'s> = Worker<'s, Likely, Xoroshiro128PlusPlus>;

/// A worker that finds `likely` likely.
fn worker<'s>(
    game: &'s Game,
    request: &'s SearchRequest,
    tree: &'s Tree<Puct>,
    root_stats: &'s RootStats,
    likely: Move,
) -> TestWorker<'s> {
    let (root, color) = (PositionId::ROOT, game.to_move());
    let context = SearchContext { tree, root, game, color, request, root_stats };
    Worker::new(context, Likely(likely), Xoroshiro128PlusPlus::seed_from_u64(1))
}

/// Enters the edges of these moves, expands all positions but the last, and returns the last edge.
fn walk(worker: &mut TestWorker<'_>, moves: &str) -> EdgeId {
    let SearchContext { tree, root, game, mut color, .. } = worker.context;
    worker.line.rewind();
    worker.path.clear();
    let mut edge = EdgeId::from(root);
    worker.enter(edge, color);
    for vertex in moves.split_whitespace() {
        let mv = Vertex::parse(game.size(), vertex).expect("a vertex");
        let position = tree.position(edge);
        tree.expand(position, || worker.evaluator.priors(&worker.line, color));
        let index = tree.children(position).iter().position(|child| child.mv() == mv);
        edge = tree.child(position, index.expect("a child"));
        worker.line.play_unchecked(color, mv);
        color = color.opponent();
        worker.enter(edge, color);
    }
    edge
}

#[test]
fn all_visited_children_are_among_the_entered_ones() {
    let game = Game::new(Size::square(5).expect("a size"), Rules::CHINESE);
    let (request, tree) = (SearchRequest::default(), Tree::<Puct>::new(1 << 24));
    let root_stats = RootStats::new(game.size(), 0, Details::default());
    let center = Vertex::parse(game.size(), "C3").expect("a vertex");
    let mut worker = worker(&game, &request, &tree, &root_stats, center);
    (0..300).for_each(|_| assert_eq!(worker.iterate(1), 1));
    let (mut positions, mut most) = (vec![PositionId::ROOT], 0);
    while let Some(position) = positions.pop() {
        let (children, entered) = (tree.children(position), tree.entered_children(position));
        assert!(children[entered.len()..].iter().all(|child| child.visits() == 0));
        most = most.max(entered.len());
        let indices = 0..entered.len();
        positions.extend(indices.map(|index| tree.position(tree.child(position, index))));
    }
    assert!(most > 1);
}

/// White sends two stones, Black captures them, and White's recapture of one stone repeats the position
/// before that, unless the two stones elsewhere came after it.
#[test]
fn a_move_that_is_forbidden_after_one_order_of_moves_is_not_searched_after_that_order() {
    let board: Board = "
        . . . . .
        . . . . .
        . . . . .
        X X O . .
        . O . O ."
        .parse()
        .expect("a board");
    let game = Game::from_position(board, Color::White, Rules::CHINESE_KGS);
    let (request, tree) = (SearchRequest::default(), Tree::<Puct>::new(0));
    let root_stats = RootStats::new(game.size(), 0, Details::default());
    let recapture = Vertex::parse(game.size(), "B1").expect("a vertex");
    let mut worker = worker(&game, &request, &tree, &root_stats, recapture);
    let forbidding = walk(&mut worker, "E5 A5 A1 C1");
    let permitting = walk(&mut worker, "A1 C1 E5 A5");
    assert_eq!(EdgeId::from(tree.position(permitting)), forbidding);
    let next = worker.next(permitting, Color::White).map(|edge| tree.node(edge).mv());
    assert_eq!(next, Some(recapture));
    walk(&mut worker, "E5 A5 A1 C1");
    let next = worker.next(forbidding, Color::White).map(|edge| tree.node(edge).mv());
    assert!(next.is_some_and(|mv| mv != recapture), "{next:?}");
}
