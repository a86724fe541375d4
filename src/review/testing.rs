//! Hand-made games and values for the unit tests.

use super::{CandidateValues, Overrides, PositionValues, ReviewGame};
use crate::{
    board::{Color, Move, Size, Vertex},
    sgf::{Collection, Document},
};

pub(super) fn nine() -> Size {
    Size::square(9).expect("9 is a size")
}

pub(super) fn document(text: &str) -> Document {
    Document::read(text.as_bytes()).expect("a file")
}

pub(super) fn review_game(document: &Document) -> ReviewGame {
    let root = document.collection.games().next().expect("a game");
    ReviewGame::new(document, root, &Overrides::default()).expect("a well-formed game")
}

/// A game on 9x9 with these nodes.
pub(super) fn game_9x9(nodes: &str) -> ReviewGame {
    review_game(&document(&format!("(;SZ[9]RU[Japanese]KM[6.5]{nodes})")))
}

/// The main variation's nodes as they are written.
pub(super) fn texts(collection: &Collection) -> Vec<String> {
    let root = collection.games().next().expect("a game");
    collection.main_variation(root).map(|node| collection.text(node).to_string()).collect()
}

/// Values of a position on 9x9 with Black to move, of which E5 is the best move and C3 the next.
pub(super) fn values(win_rate: f64, score: f64) -> PositionValues {
    let line = |text: &str| -> Vec<Move> {
        text.split(' ').map(|vertex| Vertex::parse(nine(), vertex).expect("a vertex")).collect()
    };
    let candidate = |visits, win_rate, score, prior, moves| CandidateValues {
        visits,
        win_rate,
        score,
        prior,
        line: line(moves),
    };
    PositionValues {
        to_move: Color::Black,
        visits: 100,
        win_rate,
        score,
        deviation: 9.0,
        candidates: vec![
            candidate(60, win_rate, score, 0.5, "E5 D4 pass"),
            candidate(39, 0.55, score - 2.0, 0.2, "C3"),
        ],
        ownership: Vec::new(),
        policy: Vec::new(),
    }
}
