//! Random games in which the engine and the reference must agree after every move.

use std::{
    fmt::Write as _,
    io::{self, Write as _},
    ops::{AddAssign, Range},
};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use shusaku::{
    board::{Color, Vertex},
    game::{Game, Variation},
    rules::IllegalMovePolicy,
};

use crate::{
    agreement::{self, JudgedPlay, legal_plays},
    reference::{Illegal, Reference, Turn, bridge, grid::Grid, random::random_rules},
};

const GAMES: u64 = 10_500;

/// Share of games under presets.
const PRESETS: f64 = 0.6;

const KOMI_HALF_POINTS: Range<i32> = -4..30;

/// On boards of more points than this, games are shorter.
const MAX_SMALL_AREA: usize = 81;

#[test]
fn engine_and_reference_agree_in_random_games() {
    let played = (0..GAMES).into_par_iter().map(|seed| {
        let mut trial = Trial::new(seed);
        match trial.run() {
            Ok(()) => Ok(trial.events),
            Err(error) => Err(trial.report(&error)),
        }
    });
    let events = played.try_reduce(EventCounts::default, |mut sum, events| {
        sum += events;
        Ok(sum)
    });
    let events = events.unwrap_or_else(|report| panic!("{report}"));
    // Not `print!`, whose output the test harness hides on success.
    writeln!(io::stdout(), "\n{GAMES} random games: {events:?}").expect("stdout is writable");
    events.assert_none_is_missing();
}

/// Numbers of events that the games must cover.
#[derive(Clone, Copy, Debug, Default)]
struct EventCounts {
    turns: u64,
    removals: u64,
    suicides: u64,
    illegal_suicides: u64,
    illegal_single_stone_suicides: u64,
    repetitions: u64,
    undos: u64,
    lines: u64,
    stops: u64,
    missing_passes: u64,
    no_results: u64,
    second_counts: u64,
    scores: u64,
}

impl EventCounts {
    fn counts(&mut self) -> [&mut u64; 13] {
        [
            &mut self.turns,
            &mut self.removals,
            &mut self.suicides,
            &mut self.illegal_suicides,
            &mut self.illegal_single_stone_suicides,
            &mut self.repetitions,
            &mut self.undos,
            &mut self.lines,
            &mut self.stops,
            &mut self.missing_passes,
            &mut self.no_results,
            &mut self.second_counts,
            &mut self.scores,
        ]
    }

    fn assert_none_is_missing(mut self) {
        let is_complete = self.counts().iter().all(|count| **count > 0);
        assert!(is_complete, "the games do not cover every event: {self:?}");
    }
}

impl AddAssign for EventCounts {
    fn add_assign(&mut self, mut other: EventCounts) {
        for (sum, count) in self.counts().into_iter().zip(other.counts()) {
            *sum += *count;
        }
    }
}

/// A random game, played in the engine and in the reference.
struct Trial {
    seed: u64,
    rng: Xoshiro256PlusPlus,
    game: Game,
    reference: Reference,
    /// The actions so far.
    log: Vec<String>,
    events: EventCounts,
}

impl Trial {
    fn new(seed: u64) -> Trial {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let rules = random_rules(&mut rng, PRESETS, KOMI_HALF_POINTS);
        let (width, height) = random_size(&mut rng);
        let mut grid = Grid::empty(width, height);
        if rng.random_bool(0.5) {
            fill(&mut grid, &mut rng);
        }
        let first = Color::ALL[usize::from(rng.random_bool(0.2))];
        let board = bridge::set_up(&grid).expect("the grid is legal");
        let game = Game::from_position(board, first, rules.clone());
        let log = vec![format!("{} to move first", first)];
        let reference = Reference::new(grid, first, rules);
        Trial { seed, rng, game, reference, log, events: EventCounts::default() }
    }

    fn run(&mut self) -> Result<(), String> {
        let area = self.reference.grid().points().len();
        let max_steps = if area > MAX_SMALL_AREA { 60 } else { 40 + (5 * area).min(260) };
        let steps = self.rng.random_range(20..max_steps);
        let mut plays = self.compare()?;
        for _ in 0..steps {
            self.step(&plays)?;
            plays = self.compare()?;
        }
        Ok(())
    }

    /// Does something at random, usually a move.
    fn step(&mut self, plays: &[JudgedPlay]) -> Result<(), String> {
        match self.rng.random_range(0..100) {
            0..2 => self.undo(),
            2..4 => {
                let rules = random_rules(&mut self.rng, PRESETS, KOMI_HALF_POINTS);
                self.log.push(rules.to_json());
                self.game.set_rules(rules.clone());
                self.reference.rules = rules;
                Ok(())
            }
            4..8 => self.attempt_illegal(plays),
            8..11 => self.play_variation(),
            _ => {
                let (color, turn) = random_turn(&self.reference, plays, &mut self.rng);
                self.log.push(self.describe(color, turn));
                self.play(color, turn)
            }
        }
    }

    fn describe(&self, color: Color, turn: Turn) -> String {
        let size = self.game.size();
        format!("{} {}", color.letter(), Vertex::new(size, bridge::mv(size, turn)))
    }

    fn play(&mut self, color: Color, turn: Turn) -> Result<(), String> {
        let mv = bridge::mv(self.game.size(), turn);
        self.game.play(color, mv).map_err(|error| format!("illegal in the engine: {error}"))?;
        self.reference
            .play(color, turn)
            .map_err(|illegal| format!("illegal in the reference: {illegal:?}"))?;
        let entries = self.reference.entries();
        let removed = entries[entries.len() - 1].removed;
        self.events.turns += 1;
        self.events.removals += u64::from(removed != [0, 0]);
        self.events.suicides += u64::from(removed[color.index()] > 0);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), String> {
        let played = self.reference.entries().len();
        if self.game.undo(played + 1).is_ok() {
            return Err("the engine takes back more moves than were played".to_owned());
        }
        let limit = if self.rng.random_bool(0.2) { played } else { played.min(4) };
        let turns = self.rng.random_range(0..=limit);
        self.log.push(format!("undo {turns}"));
        self.events.undos += 1;
        self.reference.undo(turns);
        self.game.undo(turns).map_err(|error| error.to_string())
    }

    /// Plays an illegal move on a copy: nothing may change, except that it may lose the game.
    fn attempt_illegal(&mut self, plays: &[JudgedPlay]) -> Result<(), String> {
        let illegal: Vec<&JudgedPlay> = plays.iter().filter(|play| play.2.is_err()).collect();
        if illegal.is_empty() {
            return Ok(());
        }
        let &(color, number, _) = illegal[self.rng.random_range(0..illegal.len())];
        let mut game = self.game.clone();
        let is_refused = game.play(color, bridge::mv(game.size(), Some(number))).is_err();
        let is_lost = game.forfeited_by() == Some(color);
        let must_lose = self.reference.rules.illegal == IllegalMovePolicy::Forfeit;
        if !is_refused || is_lost != must_lose || game.turns() != self.game.turns() {
            return Err(format!("illegal {}", self.describe(color, Some(number))));
        }
        Ok(())
    }

    /// Plays some moves on top of the game and takes them back.
    fn play_variation(&mut self) -> Result<(), String> {
        let game = self.game.clone();
        let mut line = Variation::new(&game);
        let mut reference = self.reference.clone();
        let known = self.log.len();
        let before = reference.entries().len();
        for _ in 0..self.rng.random_range(1..8) {
            let plays = agreement::on_legality(line.state(), game.rules(), &reference)?;
            let (color, turn) = random_turn(&reference, &plays, &mut self.rng);
            self.log.push(format!("line: {}", self.describe(color, turn)));
            line.play_unchecked(color, bridge::mv(game.size(), turn));
            reference.play(color, turn).map_err(|illegal| format!("{illegal:?}"))?;
            agreement::on_stones(line.state(), &reference)?;
        }
        let len = self.rng.random_range(0..=reference.entries().len() - before);
        line.truncate(len);
        reference.undo(reference.entries().len() - before - len);
        for _ in 0..2 {
            agreement::on_stones(line.state(), &reference)?;
            agreement::on_hashes(line.state(), &reference)?;
            agreement::on_legality(line.state(), game.rules(), &reference)?;
            line.rewind();
            reference = self.reference.clone();
        }
        self.log.truncate(known);
        self.events.lines += 1;
        Ok(())
    }

    fn compare(&mut self) -> Result<Vec<JudgedPlay>, String> {
        agreement::on_stones(self.game.state(), &self.reference)?;
        agreement::on_hashes(self.game.state(), &self.reference)?;
        let status = agreement::on_stage(&self.game, &self.reference)?;
        if status.is_stopped || self.rng.random_bool(0.2) {
            agreement::on_score(&self.game, &self.reference, &mut self.rng)?;
            self.events.scores += 1;
        }
        let plays = agreement::on_legality(self.game.state(), self.game.rules(), &self.reference)?;
        let count = |illegal| plays.iter().filter(|play| play.2 == Err(illegal)).count();
        self.events.illegal_suicides += count(Illegal::Suicide) as u64;
        self.events.illegal_single_stone_suicides += count(Illegal::SingleStoneSuicide) as u64;
        self.events.repetitions += count(Illegal::Repetition) as u64;
        self.events.stops += u64::from(status.is_stopped);
        self.events.missing_passes += u64::from(status.is_stopped && !status.is_final);
        self.events.no_results += u64::from(self.reference.has_no_result());
        self.events.second_counts += u64::from(self.reference.is_second_count());
        Ok(plays)
    }

    /// Everything needed to reproduce a disagreement.
    fn report(&self, error: &str) -> String {
        let mut report = format!("{error}\nseed {}\n", self.seed);
        let rules = self.game.rules();
        let _ = writeln!(report, "rules now: {} {}", rules.describe(), rules.to_json());
        let _ = writeln!(report, "start:\n{}", self.reference.start().rows().join("\n"));
        let _ = writeln!(report, "{}", self.log.join(", "));
        let _ = writeln!(report, "now:\n{}", self.game.board());
        report
    }
}

/// A random legal play, sometimes by the wrong player; or a pass, more often after a pass.
fn random_turn(
    reference: &Reference,
    plays: &[JudgedPlay],
    rng: &mut Xoshiro256PlusPlus,
) -> (Color, Turn) {
    let to_move = reference.to_move();
    let color = if rng.random_bool(0.04) { to_move.opponent() } else { to_move };
    let has_passed = reference.entries().last().is_some_and(|entry| entry.is_pass);
    let plays = legal_plays(plays, color);
    if plays.is_empty() || rng.random_bool(if has_passed { 0.4 } else { 0.06 }) {
        return (color, None);
    }
    (color, Some(plays[rng.random_range(0..plays.len())]))
}

/// Usually a small board, on which repetition, suicide and capture are more frequent.
fn random_size(rng: &mut Xoshiro256PlusPlus) -> (usize, usize) {
    let side = [3, 3, 4, 4, 5, 9][rng.random_range(0..6)];
    match rng.random_range(0..1000) {
        0..1 => (rng.random_range(10..=25), rng.random_range(10..=25)),
        1..125 => (1, rng.random_range(1..=9)),
        125..250 => (rng.random_range(1..=9), 1),
        _ => (rng.random_range(1..=side), rng.random_range(1..=side)),
    }
}

/// Places stones at random on an empty grid, but no chains without liberty.
fn fill(grid: &mut Grid, rng: &mut Xoshiro256PlusPlus) {
    let density = rng.random_range(0.1..0.95);
    for point in grid.points().filter(|_| rng.random_bool(density)).collect::<Vec<_>>() {
        grid.set(point, Some(Color::ALL[rng.random_range(0..2)]));
    }
    assert_eq!(bridge::set_up(grid).is_some(), grid.is_legal(), "{}", grid.rows().join("\n"));
    grid.remove_chains_without_liberties();
}
