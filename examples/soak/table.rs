//! A game in progress: two engines, the referee and the clocks.

use std::time::{Duration, Instant};

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use shusaku::{
    board::Color,
    clock::TimeLeft,
    rules::{IllegalMovePolicy, Rules},
};

use crate::{
    Settings,
    fault::{Fault, FaultKind},
    pipe::Engine,
    plan::Plan,
    referee::Referee,
    reference::grid::Grid,
};

/// Difference of two results that rounding may make.
const MAX_ROUNDING: f64 = 1e-6;

/// The events of a game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    pub seed: u64,
    pub moves: usize,
    pub commands: u64,
    pub seconds: f64,
    /// The end of the game, in a few words.
    pub end: String,
    /// Results that the reference counted alike.
    pub results: u64,
    /// Other results, on boards where the engine may play moves before it counts.
    pub filled: u64,
    /// Number of answers after the clock had run out for which the machine is to blame: the
    /// engine's processor time was within the limit.
    pub tight: u64,
    pub faults: Vec<Fault>,
}

/// The start of a move.
pub struct Stopwatch {
    start: Instant,
    /// The processor time of the engine until then.
    cpu_time: Option<Duration>,
}

/// A game in progress.
pub struct Table<'s> {
    pub settings: &'s Settings,
    pub plan: Plan,
    pub rng: Xoshiro256PlusPlus,
    pub engines: [Engine; 2],
    pub referee: Referee,
    pub clocks: [TimeLeft; 2],
    pub summary: Summary,
}

impl<'s> Table<'s> {
    /// Starts the engines of a game.
    pub fn new(settings: &'s Settings, seed: u64) -> Result<Table<'s>, Fault> {
        let (plan, rng) = Plan::of(seed, settings.gnugo.as_deref());
        let start = |number: usize| {
            let is_foreign = plan.foreign == Some(number);
            let own = if is_foreign { &[] } else { &settings.engine[..] };
            let words = [own, &plan.options[number]].concat();
            Engine::start(number, is_foreign, &words, settings.timeout)
        };
        let engines = [start(0)?, start(1)?];
        let referee = Referee::new(plan.width, plan.height, plan.rules.clone(), plan.komi);
        let clocks = [TimeLeft::full(plan.time.1); 2];
        let summary = Summary { seed, ..Summary::default() };
        Ok(Table { settings, plan, rng, engines, referee, clocks, summary })
    }

    /// Notes a fault after which the game can go on.
    pub fn note(&mut self, kind: FaultKind, engine: usize, command: &str, detail: impl ToString) {
        let fault = self.engines[engine].fault(kind, command, detail);
        self.summary.faults.push(fault);
    }

    /// One of the engines, but not GNU Go.
    pub fn any_engine(&mut self) -> usize {
        let number = self.rng.random_range(0..2);
        self.plan.foreign.map_or(number, |foreign| 1 - foreign)
    }

    /// The engines without GNU Go.
    pub fn own_engines(&self) -> impl Iterator<Item = usize> + use<> {
        let foreign = self.plan.foreign;
        (0..2).filter(move |&number| Some(number) != foreign)
    }

    /// Sends a command to both engines, which must accept it.
    pub fn send_both(&mut self, command: &str) -> Result<[String; 2], Fault> {
        let [black, white] = &mut self.engines;
        Ok([black.send(command)?, white.send(command)?])
    }

    /// The player to move.
    pub fn to_move(&self) -> Color {
        self.referee.game.to_move()
    }

    /// Starts to take the time of a move of `color`.
    pub fn stopwatch(&self, color: Color) -> Stopwatch {
        Stopwatch { start: Instant::now(), cpu_time: self.engines[color.index()].cpu_time() }
    }

    /// Takes the time of a move of `color` from the clock, and notes whether it was too long.
    pub fn spend(&mut self, color: Color, stopwatch: &Stopwatch, command: &str) {
        let spent = stopwatch.start.elapsed();
        let cpu_time = self.engines[color.index()].cpu_time().zip(stopwatch.cpu_time);
        // A process that the machine does not let run is not to blame.
        let own = cpu_time.map_or(spent, |(after, before)| spent.min(after.saturating_sub(before)));
        let (left, settings) = (self.clocks[color.index()], self.plan.time.1);
        if let Some(max) = left.max_move_time(settings)
            && spent > max
        {
            if own > max + self.settings.grace {
                let detail = format!(
                    "{spent:.2?}, {own:.2?} of them running, where {max:.2?} were left of {left:?}"
                );
                self.note(FaultKind::Late, color.index(), command, detail);
            } else {
                self.summary.tight += 1;
            }
        }
        self.clocks[color.index()] = left.after(settings, spent);
        if self.clocks[color.index()].time.is_zero() {
            // Without any time the player could not go on.
            self.clocks[color.index()].time = Duration::from_secs(1);
        }
    }

    /// The command that states a player's clock.
    pub fn time_left_command(&self, color: Color) -> String {
        let TimeLeft { time, count } = self.clocks[color.index()];
        let letter = color.letter().to_ascii_lowercase();
        format!("time_left {letter} {:.3} {count}", time.as_secs_f64())
    }

    /// Applies the move of an engine, and sends it to the other engine. A move that the referee
    /// forbids ends the game.
    pub fn apply(&mut self, color: Color, vertex: &str, command: &str) -> Result<(), Fault> {
        let engine = color.index();
        let turn = self.referee.parse(vertex);
        let fault = |table: &Table, kind, detail: String| {
            Err(table.engines[engine].fault(kind, command, detail))
        };
        let turn = match turn {
            Ok(turn) => turn,
            Err(error) => return fault(self, FaultKind::Garbage, error),
        };
        if let Err(illegal) = self.referee.play(color, turn) {
            return fault(self, FaultKind::IllegalMove, format!("{vertex}: {}", illegal.code()));
        }
        self.engines[1 - engine].send(&format!("play {color} {vertex}"))?;
        Ok(())
    }

    /// Compares an engine's state of the game with the referee's.
    pub fn compare_state(&mut self, engine: usize) -> Result<(), Fault> {
        let rules = self.engines[engine].send("kata-get-rules")?;
        if Rules::parse(&rules).ok().as_ref() != Some(&self.referee.game.rules) {
            let expected = self.referee.game.rules.to_json();
            let detail = format!("{rules}, expected {expected}");
            self.note(FaultKind::WrongState, engine, "kata-get-rules", detail);
        }
        let komi = self.engines[engine].send("get_komi")?;
        let expected = self.referee.komi_in_force();
        if komi.parse().ok() != Some(expected) {
            let detail = format!("{komi}, expected {expected}");
            self.note(FaultKind::WrongState, engine, "get_komi", detail);
        }
        let history = self.engines[engine].send("move_history")?;
        if history.lines().ne(self.referee.history()) {
            self.note(FaultKind::WrongState, engine, "move_history", history);
        }
        let board = self.engines[engine].send("showboard")?;
        if read_board(&board).as_ref() != Some(self.referee.game.grid()) {
            let expected = self.referee.game.grid().rows().join("\n");
            let detail = format!("{board}\nexpected\n{expected}");
            self.note(FaultKind::WrongState, engine, "showboard", detail);
        }
        for color in Color::ALL {
            let command = format!("all_legal {color}");
            let text = self.engines[engine].send(&command)?;
            let points: Option<Vec<usize>> =
                text.split_whitespace().map(|word| self.referee.parse(word).ok()?).collect();
            let mut points = points.unwrap_or_default();
            points.sort_unstable();
            if points != self.referee.game.legal_points(color) {
                self.note(FaultKind::WrongState, engine, &command, text);
            }
        }
        Ok(())
    }

    /// Tries an illegal play, which must be refused and change nothing.
    pub fn try_illegal(&mut self, engine: usize, color: Color, start: usize) -> Result<(), Fault> {
        if self.referee.game.rules.illegal == IllegalMovePolicy::Forfeit {
            return Ok(());
        }
        let Some((point, illegal)) = self.referee.illegal_point(color, start) else {
            return Ok(());
        };
        let command = format!("play {color} {}", self.referee.vertex(Some(point)));
        match self.engines[engine].ask(&command)? {
            Err(message) if message == "illegal move" => Ok(()),
            Err(message) => {
                self.note(FaultKind::Garbage, engine, &command, message);
                Ok(())
            }
            Ok(_) => {
                let kind = FaultKind::AcceptedIllegalMove;
                Err(self.engines[engine].fault(kind, &command, illegal.code()))
            }
        }
    }

    /// Compares the result of an engine, by its judgment of the stones, with the reference's count.
    pub fn compare_result(&mut self, engine: usize) -> Result<(), Fault> {
        const COMMAND: &str = "final_score";
        let answer = self.engines[engine].ask(COMMAND)?;
        let score = match answer {
            Ok(score) => score,
            Err(_) if self.referee.game.has_no_result() => return Ok(()),
            Err(message) => {
                self.note(FaultKind::Refused, engine, COMMAND, message);
                return Ok(());
            }
        };
        let mut stones = |status: &str| {
            let text = self.engines[engine].send(&format!("final_status_list {status}"))?;
            let points = text.split_whitespace().map(|word| self.referee.parse(word).ok()?);
            Ok::<Vec<usize>, Fault>(points.collect::<Option<Vec<_>>>().unwrap_or_default())
        };
        let (dead, seki) = (stones("dead")?, stones("seki")?);
        let stands = self.referee.removes_no_stones();
        if stands && !dead.is_empty() {
            self.note(FaultKind::WrongResult, engine, COMMAND, "dead stones where all stand");
        }
        let may_need_moves = !stands && self.referee.may_need_moves(&dead);
        let expected = self.referee.margin(dead.clone(), Some(seki.clone()));
        match read_score(&score) {
            Some(margin) if (margin - expected).abs() < MAX_ROUNDING => self.summary.results += 1,
            Some(_) if may_need_moves => self.summary.filled += 1,
            _ => {
                let vertices = |points: &[usize]| {
                    let names = points.iter().map(|&point| self.referee.vertex(Some(point)));
                    names.collect::<Vec<String>>().join(" ")
                };
                let detail = format!(
                    "{score}, expected {expected}\ndead: {}\nseki: {}\n{}",
                    vertices(&dead),
                    vertices(&seki),
                    self.referee.game.grid().rows().join("\n")
                );
                self.note(FaultKind::WrongResult, engine, COMMAND, detail);
            }
        }
        Ok(())
    }
}

/// The stones of a `showboard`.
fn read_board(text: &str) -> Option<Grid> {
    let is_row = |line: &&str| line.trim_start().starts_with(|first: char| first.is_ascii_digit());
    let rows: Vec<String> = text
        .lines()
        .filter(is_row)
        .map(|line| line.chars().filter(|symbol| ".XO".contains(*symbol)).collect())
        .collect();
    Grid::from_rows(&rows)
}

/// Black's margin of a result such as `B+3.5`.
fn read_score(text: &str) -> Option<f64> {
    match text.split_once('+') {
        Some(("B", points)) => points.parse().ok(),
        Some(("W", points)) => points.parse::<f64>().ok().map(|points| -points),
        _ => (text == "0").then_some(0.0),
    }
}
