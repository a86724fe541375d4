//! From what a search found to a turn: passing and resigning.

use std::time::Instant;

use log::info;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus;

use super::{
    Engine, SearchOptions, cleanup::capturing_moves, ending::agrees, foresight::Foresight,
    level::choose_as_person,
};
use crate::{
    board::{Color, Move, Vertex},
    game::{Stage, Turn},
    rules::Scoring,
    search::{Report, Watcher},
    tuning::{HOPELESS_TURNS, PLAYOUTS_TO_RESIGN},
};

/// What the engine does when asked for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A legal turn.
    Turn(Move),
    /// The game is given up.
    Resign,
}

/// Playouts for a report on a turn that needs no thought.
const PLAYOUTS_OF_A_GLANCE: u64 = 64;

impl Engine {
    /// Finds a turn for `color` and plays it. A resignation leaves the game as it was.
    ///
    /// The watcher may end the search early; a turn is found in any case.
    pub fn genmove(
        &mut self,
        color: Color,
        question: &SearchOptions,
        watcher: &impl Watcher,
    ) -> (Decision, Report) {
        let start = Instant::now();
        let (decision, report) = self.decide(color, start, question, watcher);
        self.make(color, decision, start);
        (decision, report)
    }

    /// Does what was decided on a request from `start`.
    pub(super) fn make(&mut self, color: Color, decision: Decision, start: Instant) {
        match decision {
            Decision::Turn(mv) => {
                self.game.play(color, mv).expect("the search proposes legal turns only");
                self.awaited_after = Some(self.game.turns().len());
            }
            Decision::Resign => self.resigned_by = Some(color),
        }
        self.clock.spend(color, start.elapsed());
    }

    /// Finds a turn for `color` as [`genmove`](Self::genmove) does, and leaves the game as it is.
    pub fn find_turn(
        &mut self,
        color: Color,
        question: &SearchOptions,
        watcher: &impl Watcher,
    ) -> (Decision, Report) {
        let hopeless_turns = self.hopeless_turns;
        let found = self.decide(color, Instant::now(), question, watcher);
        self.hopeless_turns = hopeless_turns;
        found
    }

    /// Finds a turn for `color` without playing it, and without what earlier searches found, so
    /// that the same question gets the same answer.
    pub fn suggest(&mut self, color: Color, watcher: &impl Watcher) -> Move {
        let start = Instant::now();
        self.clear_cache();
        self.settle_player();
        let foresight = self.timely_foresight(color, start);
        if self.may_end_a_circle(color) || self.may_pass_at_once(color, foresight.as_ref()) {
            return Move::Pass;
        }
        let limits = self.limits(color, start);
        self.search(color, limits, &SearchOptions::default(), watcher).best().mv
    }

    fn decide(
        &mut self,
        color: Color,
        start: Instant,
        question: &SearchOptions,
        watcher: &impl Watcher,
    ) -> (Decision, Report) {
        self.settle_player();
        let foresight = self.timely_foresight(color, start);
        let foresight = foresight.as_ref();
        if question.permits(color, Move::Pass) && self.may_end_a_circle(color) {
            let report = self.search(color, self.brief(PLAYOUTS_OF_A_GLANCE), question, watcher);
            let judged = foresight.map(Foresight::counted);
            let way_out = judged.and_then(|judged| self.way_out(color, start, question, &judged));
            return (Decision::Turn(way_out.unwrap_or(Move::Pass)), report);
        }
        if question.permits(color, Move::Pass) && self.may_pass_at_once(color, foresight) {
            let report = self.search(color, self.brief(PLAYOUTS_OF_A_GLANCE), question, watcher);
            if self.game.stage() == Stage::Stopped {
                return (Decision::Turn(Move::Pass), report);
            }
            let is_sure = |f: &&Foresight| agrees(&report, &f.counted(), &self.game);
            if let Some(foresight) = foresight.filter(is_sure) {
                let mv = self.pass_or_better(start, &report, question, foresight);
                return (Decision::Turn(mv), report);
            }
        }
        let foreseen = foresight.filter(|_| self.may_be_ending()).map(Foresight::status);
        let limits = match foreseen {
            Some(_) => self.late_limits(color, start),
            None => self.limits(color, start),
        };
        let report = self.search(color, limits, question, watcher);
        self.log(&report);
        if self.is_hopeless(&report) {
            return (Decision::Resign, report);
        }
        let ending = foreseen.and_then(|status| self.ending_turn(color, &report, status));
        let ending = ending.filter(|&mv| question.permits(color, mv));
        let mv = ending.unwrap_or_else(|| self.choose(&report, question));
        let mv = match foresight {
            Some(foresight) if mv == Move::Pass => {
                self.pass_or_better(start, &report, question, foresight)
            }
            _ => mv,
        };
        (Decision::Turn(mv), report)
    }

    /// The turn to make: the best one, or what a weaker player makes of the report.
    fn choose(&mut self, report: &Report, question: &SearchOptions) -> Move {
        let draw = || Xoroshiro128PlusPlus::seed_from_u64(self.search_seed()).random();
        match self.level() {
            _ if self.options.human_profile.is_some() => {
                let is_open = |mv| question.permits(report.color, mv);
                choose_as_person(report, is_open, draw()).mv
            }
            Some(level) => level.choose(report, draw()).mv,
            None => match self.harmless_turn(report) {
                Some(turn) => turn.mv,
                None => self.less_harmful_turn(report, question),
            },
        }
    }

    /// Whether a pass can be answered by a pass without a thought: one that only completes the end
    /// of play, or one that wins the game as the stones are judged and settled, if there is time to
    /// judge them.
    ///
    /// Passes before the opponent's first play are a handicap, and no offer to stop.
    pub(super) fn may_pass_at_once(&self, color: Color, foresight: Option<&Foresight>) -> bool {
        let opponent_passed =
            self.game.turns().last().is_some_and(|t| t.is_pass() && t.color != color);
        let has_played = |t: &Turn| !t.is_pass() && t.color != color;
        if !opponent_passed || !self.game.turns().iter().any(has_played) {
            return false;
        }
        let wins = |foresight| self.wins_by_passing(color, foresight);
        self.game.stage() == Stage::Stopped
            || (self.pass_ends_play(color) && foresight.is_some_and(wins))
    }

    /// Whether a pass ends a game that runs in a circle of turns and passes, which brings neither
    /// player anything and would go on for ever.
    fn may_end_a_circle(&self, color: Color) -> bool {
        self.game.state().circle_with_a_pass().is_some() && self.pass_ends_play(color)
    }

    fn wins_by_passing(&self, color: Color, foresight: &Foresight) -> bool {
        let (game, status) = (&self.game, foresight.counted());
        let gains_nothing = if game.all_stones_stand() {
            capturing_moves(game, color, &foresight.status().judgement.dead).is_empty()
        } else {
            game.rules().scoring == Scoring::Territory || status.neutral_point(color).is_none()
        };
        status.unsettled.is_empty() && gains_nothing && status.is_won_by(game, color)
    }

    fn pass_ends_play(&self, color: Color) -> bool {
        let mut after = self.game.clone();
        after.play(color, Move::Pass).expect("a pass is legal");
        after.stage() != Stage::Playing
    }

    fn is_hopeless(&mut self, report: &Report) -> bool {
        let best = report.best();
        let least = self.player.iterations(PLAYOUTS_TO_RESIGN);
        let turns = &mut self.hopeless_turns[report.color.index()];
        let looks_lost =
            best.value < self.options.resign_below && u64::from(report.visits) >= least;
        *turns = if looks_lost { *turns + 1 } else { 0 };
        let is_lost = *turns >= HOPELESS_TURNS;
        let (opponent, turns_played) = (report.color.opponent(), self.game.turns().len());
        is_lost && !self.clock.may_run_out(opponent, self.game.size(), turns_played)
    }

    fn log(&self, report: &Report) {
        let size = self.game.size();
        let best = report.best();
        let line: Vec<String> =
            best.line.iter().map(|&(mv, _)| Vertex::new(size, mv).to_string()).collect();
        let seconds = report.elapsed.as_secs_f64();
        info!(
            "{}: {} iterations in {seconds:.2} s, win {:.1} %, {}",
            report.color,
            report.visits,
            100.0 * best.value,
            line.join(" "),
        );
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::{
        board::Board,
        engine::{Options, with_large_stack},
        game::Game,
        rules::Rules,
    };

    /// Two kos, in one of which either player captures while the other passes.
    const TWO_KOS: &str = "
        O X X X . . . . .
        O X O X . . . . .
        O X O X X X . . .
        O O O O O X . . .
        O . . O X X X X .
        O X O O O O X . X
        O O X . O . O X .
        O O X O O O X X X
        . X . X O O O O X";

    /// An engine that is asked after so many turns that go round in a circle.
    fn in_circle(turns: usize) -> Engine {
        let options = Options { playouts: Some(1000), ..Options::of_playouts() };
        let mut engine = Engine::new(options).expect("a thread");
        let board: Board = TWO_KOS.parse().expect("a board");
        let rules = Rules::preset("japanese").expect("a preset");
        let mut game = Game::from_position(board, Color::Black, rules);
        for turn in ["pass", "C1", "F3", "pass", "D1", "G3"].iter().cycle().take(turns) {
            let mv = Vertex::parse(game.size(), turn).expect("a vertex");
            game.play(game.to_move(), mv).expect("a legal turn");
        }
        engine.replace_game(game);
        engine
    }

    fn decision(engine: &mut Engine) -> Decision {
        let color = engine.game.to_move();
        engine.genmove(color, &SearchOptions::default(), &AtomicBool::new(false)).0
    }

    #[test]
    fn who_is_in_a_hurry_passes_rather_than_fills_territory() {
        with_large_stack(|| {
            let options = Options { seconds: Some(0.4), ..Options::of_playouts() };
            let mut engine = Engine::new(options).expect("a thread");
            let rows = ". X X . X O O . O\n. X X X X O O O .\n".repeat(4) + ". X X . X O O . .";
            let board: Board = rows.parse().expect("a board");
            let rules = Rules::preset("japanese").expect("a preset");
            let mut game = Game::from_position(board, Color::White, rules);
            game.play(Color::White, Move::Pass).expect("a legal turn");
            engine.replace_game(game);
            assert_eq!(decision(&mut engine), Decision::Turn(Move::Pass));
        });
    }

    #[test]
    fn who_can_end_a_ko_does_so_rather_than_a_circle_by_a_pass() {
        with_large_stack(|| {
            for (turns, connection) in [(13, "F3"), (16, "G3")] {
                let mut engine = in_circle(turns);
                let mv = Vertex::parse(engine.game.size(), connection).expect("a vertex");
                assert_eq!(decision(&mut engine), Decision::Turn(mv), "after {turns} turns");
            }
        });
    }

    #[test]
    fn a_circle_of_two_kos_and_passes_ends() {
        with_large_stack(|| {
            let mut engine = in_circle(16);
            let most_turns = engine.game.turns().len() + 12;
            while engine.game.stage() != Stage::Over {
                decision(&mut engine);
                assert!(engine.game.turns().len() < most_turns, "it does not end");
            }
        });
    }

    #[test]
    fn playouts_of_a_handicap_game_serve_its_analysis_too() {
        const PLAYOUTS: u64 = 200;
        with_large_stack(|| {
            let options = Options { playouts: Some(PLAYOUTS), ..Options::of_playouts() };
            let mut engine = Engine::new(options).expect("a thread");
            engine.game.declare_handicap(2);
            let never = AtomicBool::new(false);
            let question = SearchOptions::default();
            let (_, report) = engine.find_turn(Color::White, &question, &never);
            assert_eq!(u64::from(report.visits), PLAYOUTS);
            assert!(u64::from(engine.glance(Color::White, 1, &question).visits) > PLAYOUTS);
        });
    }
}
