//! The positions of a game.

use thiserror::Error;

use super::overrides::Overrides;
use crate::{
    board::{Color, Move, Size},
    game::Game,
    rules::Rules,
    sgf::{Collection, Document, GameLine, NodeId, Replay, ReplayError, SgfError, Step},
};

/// The reason why a game cannot be reviewed, or only up to a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReviewError {
    /// A node cannot be read.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// A move or a set-up is impossible.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// A position of a game's main variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewPosition {
    /// The node at which it arises.
    pub node: NodeId,
    /// Number of steps of the record that lead to it.
    pub steps: usize,
    /// Number of moves that lead to it.
    pub moves: usize,
    /// The player to move: the one who moves next in the record.
    pub to_move: Color,
    /// The move that led here from the position before; `None` at the start, after a set-up, and
    /// where a node has several moves.
    pub played: Option<(Color, Move)>,
}

/// The positions of a game's main variation.
#[derive(Clone, Debug)]
pub struct ReviewGame {
    /// The main variation.
    pub line: GameLine,
    /// Rules and komi where the record names none.
    pub defaults: Game,
    /// Rules and komi in place of the record's.
    pub overrides: Overrides,
    /// Whether the record names the rule set, or the caller did.
    pub has_rules: bool,
    /// The positions, the start first; never empty.
    pub positions: Vec<ReviewPosition>,
    /// The reason why the positions after these are left out.
    pub fault: Option<ReviewError>,
}

impl ReviewGame {
    /// The positions of a game, up to the first fault of its main variation.
    ///
    /// Without a rule set in the record or the overrides it is Chinese without superko, as for
    /// `shusaku score`.
    ///
    /// # Errors
    /// [`ReviewError`] if the first position cannot be read or set up.
    pub fn new(
        document: &Document,
        game: NodeId,
        overrides: &Overrides,
    ) -> Result<ReviewGame, ReviewError> {
        ReviewGame::of(document.line(game)?, overrides)
    }

    /// The positions of the line through a node, from the root of its game to the end of the node's
    /// main variation, up to the first fault.
    ///
    /// # Errors
    /// [`ReviewError`] if the first position cannot be read or set up.
    pub fn through(
        collection: &Collection,
        node: NodeId,
        overrides: &Overrides,
    ) -> Result<ReviewGame, ReviewError> {
        ReviewGame::of(collection.line_through(node)?, overrides)
    }

    fn of(mut line: GameLine, overrides: &Overrides) -> Result<ReviewGame, ReviewError> {
        let rules = overrides.rules.clone();
        let own_rules = line.record.rule_set();
        let has_rules = rules.is_some() || own_rules.is_some();
        // The unit of KM depends on the rules of the record, not on those of the review.
        let unmarked = Rules::OF_UNMARKED_RECORDS;
        let own_komi = line.record.komi_points(&own_rules.unwrap_or(unmarked.clone()));
        line.record.komi = None;
        if rules.is_some() {
            line.record.rules = None;
        }
        let mut defaults = Game::new(line.record.size, rules.unwrap_or(unmarked));
        defaults.set_komi(overrides.komi.or(own_komi));
        let (positions, error) = positions(&line, &defaults);
        let fault = error.map(ReviewError::from);
        if let Some(error) = fault.clone().filter(|_| positions.is_empty()) {
            return Err(error);
        }
        let fault = fault.or_else(|| line.fault.clone().map(ReviewError::from));
        let overrides = overrides.clone();
        Ok(ReviewGame { line, defaults, overrides, has_rules, positions, fault })
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.line.record.size
    }

    /// The start of the record, to be replayed to one position after the other.
    #[must_use]
    pub fn replay(&self) -> Replay<'_> {
        Replay::new(&self.line.record, &self.defaults)
    }

    /// The node of the root.
    #[must_use]
    pub fn root(&self) -> NodeId {
        self.positions[0].node
    }
}

/// The positions up to the first impossible step.
fn positions(line: &GameLine, defaults: &Game) -> (Vec<ReviewPosition>, Option<ReplayError>) {
    let mut replay = Replay::new(&line.record, defaults);
    let mut positions: Vec<ReviewPosition> = Vec::new();
    for node in &line.nodes {
        let from = replay.steps();
        if !positions.is_empty() && node.steps == from {
            continue;
        }
        while replay.steps() < node.steps {
            if let Err(error) = replay.step() {
                return (positions, Some(error));
            }
        }
        let played = match line.record.steps[from..node.steps] {
            [Step::Turn(color, mv)] if !positions.is_empty() => Some((color, mv)),
            _ => None,
        };
        let to_move = match replay.next_step() {
            Some(Step::Turn(color, _)) => *color,
            _ => replay.to_move(),
        };
        let (steps, moves) = (node.steps, replay.moves());
        positions.push(ReviewPosition { node: node.node, steps, moves, to_move, played });
    }
    (positions, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Result<ReviewGame, ReviewError> {
        let document = Document::read(text.as_bytes()).expect("a file");
        let root = document.collection.games().next().expect("a game");
        ReviewGame::new(&document, root, &Overrides::default())
    }

    #[test]
    fn positions_are_those_of_nodes_that_change_them() {
        let text = "(;SZ[5]RU[Japanese];B[cc];C[the same];W[dd];AE[cc]PL[W];W[];B[aa]W[bb])";
        let game = game(text).expect("a well-formed game");
        let moves: Vec<usize> = game.positions.iter().map(|position| position.moves).collect();
        assert_eq!(moves, [0, 1, 2, 2, 3, 5]);
        let played: Vec<bool> = game.positions.iter().map(|p| p.played.is_some()).collect();
        assert_eq!(played, [false, true, true, false, true, false]);
        assert_eq!(game.positions[3].to_move, Color::White);
        assert!(game.has_rules && game.fault.is_none());
    }

    #[test]
    fn a_komi_in_stones_was_read_under_the_rules_of_the_review() {
        let document = Document::read(b"(;SZ[5]RU[Chinese]KM[3.75];B[cc])").expect("a file");
        let root = document.collection.games().next().expect("a game");
        let overrides = Overrides { rules: Some(Rules::JAPANESE), komi: None };
        let game = ReviewGame::new(&document, root, &overrides).expect("a well-formed game");
        assert_eq!(game.replay().game().komi(), 7.5);
    }

    #[test]
    fn a_broken_game_ends_before_the_fault() {
        let broken = game("(;SZ[5];B[cc];W[cc];B[aa])").expect("a well-formed start");
        assert_eq!(broken.positions.len(), 2);
        assert_eq!(broken.fault.expect("a fault").to_string(), "move 2: the point is occupied");
        assert!(game("(;SZ[5]AB[aa]AW[ba][ab];B[cc])").is_err());
    }

    #[test]
    fn white_may_move_first() {
        let game = game("(;SZ[5]HA[2]AB[bb][dd];W[cc])").expect("a well-formed game");
        assert_eq!(game.positions[0].to_move, Color::White);
        assert_eq!(game.positions[1].played, Some((Color::White, game_move(&game))));
    }

    fn game_move(game: &ReviewGame) -> Move {
        Move::Play(game.size().point(2, 2).expect("on the board"))
    }
}
