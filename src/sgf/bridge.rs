//! Conversion between records and games.

use super::{Record, Replay, ReplayError, SetUp, Step};
use crate::{
    board::{Color, Point},
    game::Game,
    rules::{Rules, sgf_komi},
};

impl Record {
    /// The rule set that RU names, `None` if it is missing or unknown.
    #[must_use]
    pub fn rule_set(&self) -> Option<Rules> {
        self.rules.as_deref().and_then(Rules::from_sgf)
    }

    /// The komi in points, `None` if KM is missing or is not a komi. Records of other programs may
    /// have other units ([`sgf_komi`]).
    #[must_use]
    pub fn komi_points(&self, rules: &Rules) -> Option<f64> {
        let km = self.komi.as_deref()?;
        if self.application.is_some() {
            return sgf_komi(km, rules);
        }
        km.trim().parse().ok().filter(|komi: &f64| komi.is_finite())
    }

    /// Plays the record up to the position before move number `before`, from 1; to its end for
    /// `None` or a larger number than it has moves.
    ///
    /// The game has the record's rules and komi, or those of `defaults` if it names none. Moves are
    /// played as recorded, even if illegal under these rules.
    ///
    /// # Errors
    /// [`ReplayError`] if a move or a set-up is impossible.
    pub fn replay(&self, defaults: &Game, before: Option<usize>) -> Result<Game, ReplayError> {
        let mut replay = Replay::new(self, defaults);
        let moves = before.map_or(usize::MAX, |before| before.saturating_sub(1));
        while replay.next_step().is_some_and(|step| !step.is_turn() || replay.moves() < moves) {
            replay.step()?;
        }
        Ok(replay.game())
    }

    /// The player to move first: by PL, else by the first move, else White if there is a handicap.
    pub(super) fn first_to_move(&self) -> Color {
        let first_turn = self.steps.iter().find_map(|step| match step {
            Step::Turn(color, _) => Some(*color),
            _ => None,
        });
        let by_handicap =
            if self.handicap.is_some_and(|n| n >= 2) { Color::White } else { Color::Black };
        self.first.or(first_turn).unwrap_or(by_handicap)
    }

    /// Returns the record of a game, without players and result.
    #[must_use]
    pub fn of(game: &Game) -> Record {
        let start = game.start();
        let stones = |color| -> Vec<Point> {
            start.size().points().filter(|&point| start.stone(point) == Some(color)).collect()
        };
        let (black, white) = (stones(Color::Black), stones(Color::White));
        let mut record = Record::new(game.size());
        record.komi = Some(game.komi().to_string());
        record.rules = Some(game.rules().sgf_name());
        let handicap = game.handicap();
        record.handicap =
            Some(handicap).filter(|&stones| stones >= 2 || stones != game.handicap_stones());
        let is_set_up = !(black.is_empty() && white.is_empty());
        let first = game.first_to_move();
        if is_set_up || (game.turns().is_empty() && first != record.first_to_move()) {
            record.first = Some(first);
        }
        if is_set_up {
            record.steps.push(Step::SetUp(SetUp { black, white, empty: Vec::new() }));
        }
        record.steps.extend(game.turns().iter().map(|turn| Step::Turn(turn.color, turn.mv)));
        let to_move = game.to_move();
        if game.turns().last().is_some_and(|turn| turn.color == to_move) {
            record.steps.push(Step::ToPlay(to_move));
        }
        record
    }
}
