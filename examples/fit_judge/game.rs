//! Counted games, and their counts by the judge with given weights.

use std::collections::HashMap;

use shusaku::{
    board::{Color, Move, Point},
    engine::Judge,
    game::Game,
    rules::Rules,
    status::{Effort, EvidenceWeights, Findings, SourceWeights},
};

use super::packs::{Pack, Record};

/// Weights with which everything is read.
const EVEN: SourceWeights = SourceWeights { owner_first: 1.0, opponent_first: 1.0, bias: 0.0 };

/// Share of a board that is occupied where a counted game has ended, at least.
const MIN_OCCUPIED: f64 = 0.5;

/// Numbers of the games of a pack that ended with a count, spread evenly over it.
pub fn counted_games(pack: &Pack, count: usize) -> Vec<usize> {
    let is_usable = |&index: &usize| {
        let record = pack.game(index);
        let has_facts = record.komi().is_some() && record.rules().is_some();
        has_facts && record.score().is_some_and(|score| score != 0.0) && ends_with_passes(record)
    };
    let usable: Vec<usize> = (0..pack.len()).filter(is_usable).collect();
    let step = (usable.len() / count.max(1)).max(1);
    usable.into_iter().step_by(step).take(count).collect()
}

fn ends_with_passes(record: Record) -> bool {
    let moves: Vec<Move> = record.moves().collect();
    moves.ends_with(&[Move::Pass, Move::Pass])
}

/// A game, with the findings in its final position.
pub struct JudgedGame {
    game: Game,
    findings: Findings,
    recorded: f64,
    /// By dead chains: the counted margin.
    margins: HashMap<Vec<Point>, f64>,
}

impl JudgedGame {
    /// Replays a game and reads its final position; `None` if it is not finished.
    pub fn new(record: Record, judge: &Judge) -> Option<JudgedGame> {
        let rules = Rules::preset(record.rules()?).ok()?;
        let mut game = Game::from_position(record.start()?, record.first(), rules);
        game.set_komi(record.komi());
        for mv in record.moves() {
            let color = game.to_move();
            game.play(color, mv).ok()?;
        }
        let board = game.board();
        let occupied = 1.0 - board.empty_points().len() as f64 / board.size().area() as f64;
        if occupied < MIN_OCCUPIED {
            return None;
        }
        let everything = EvidenceWeights { by_source: [EVEN; 6] };
        let findings = Findings::new(&game, judge.ownership(&game), Effort::Full, &everything);
        Some(JudgedGame { game, findings, recorded: record.score()?, margins: HashMap::new() })
    }

    /// The recorded and the counted margin, in points, positive for Black.
    pub fn margins(&mut self, weights: &EvidenceWeights) -> [f64; 2] {
        let JudgedGame { game, findings, .. } = self;
        let count = || findings.weigh(game, weights).verdict.score(game).margin();
        let counted = *self.margins.entry(findings.dead_chains(weights)).or_insert_with(count);
        [self.recorded, counted]
    }

    /// The player who won by a margin.
    pub fn winner(margin: f64) -> Option<Color> {
        match margin {
            margin if margin > 0.0 => Some(Color::Black),
            margin if margin < 0.0 => Some(Color::White),
            _ => None,
        }
    }
}
