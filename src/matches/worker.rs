//! A worker of a match: it keeps its engines from one game to the next.

use std::{sync::atomic::AtomicBool, time::Duration};

use super::{
    client::{Client, ClientError},
    fault::{Fault, FaultKind},
    game_record::GameRecord,
    match_settings::{Contestant, MatchSettings},
    play::{GameEnd, PlayedGame, Stopped, play_game},
    player::Player,
    referee::{DecidedResult, EngineFault, Referee, decide_result},
    schedule::ScheduledGame,
};
use crate::{
    board::{Color, Vertex},
    game::Game,
};

/// The name of the referee in faults.
const REFEREE: &str = "referee";

/// Plays games one after another, and keeps the engines between them.
pub(super) struct Worker<'a> {
    settings: &'a MatchSettings,
    cores: Vec<usize>,
    stop: &'a AtomicBool,
    players: Vec<Option<Player<'a>>>,
    referee: Option<Client<'a>>,
}

/// Starts the engine of a contestant.
pub(super) fn start_player<'a>(
    contestant: &Contestant,
    cores: &[usize],
    timeout: Duration,
    stop: &'a AtomicBool,
) -> Result<Player<'a>, ClientError> {
    let client = Client::start(&contestant.program, cores, timeout, stop)?;
    Ok(Player { client, time: contestant.time })
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        settings: &'a MatchSettings,
        cores: Vec<usize>,
        stop: &'a AtomicBool,
    ) -> Worker<'a> {
        let players = settings.contestants.iter().map(|_| None).collect();
        Worker { settings, cores, stop, players, referee: None }
    }

    /// Plays a game. An engine that commits a fault is started anew before its next game.
    pub(super) fn play(&mut self, scheduled: ScheduledGame) -> Result<(Game, GameRecord), Stopped> {
        let indices = [scheduled.black, scheduled.white];
        let mut players = Vec::new();
        for (color, index) in Color::ALL.into_iter().zip(indices) {
            match self.take_player(index) {
                Ok(player) => players.push(player),
                Err(ClientError::Stopped) => return Err(Stopped),
                Err(error) => return Ok(self.forfeit(scheduled, color, &error)),
            }
        }
        let [black, white] = &mut players[..] else { unreachable!("two players") };
        let opening = &self.settings.openings[scheduled.opening as usize];
        let played = play_game(&self.settings.game, opening, [&mut *black, &mut *white])?;
        let decided = self.decide_result(&played, [black, white])?;
        let must_restart = |color| {
            let must = |fault: &EngineFault| fault.kind != FaultKind::WrongResult;
            decided.faults.iter().any(|fault| fault.player == Some(color) && must(fault))
        };
        for ((color, index), player) in Color::ALL.into_iter().zip(indices).zip(players) {
            self.players[index] = (!must_restart(color)).then_some(player);
        }
        if decided.faults.iter().any(|fault| fault.player.is_none()) {
            self.referee = None;
        }
        let record = self.record(scheduled, &played, decided);
        Ok((played.game, record))
    }

    /// Lets all engines quit.
    pub(super) fn quit(self) {
        self.players.into_iter().flatten().for_each(|player| player.client.quit());
        self.referee.into_iter().for_each(Client::quit);
    }

    fn take_player(&mut self, index: usize) -> Result<Player<'a>, ClientError> {
        if let Some(player) = self.players[index].take() {
            return Ok(player);
        }
        let (contestant, timeout) = (&self.settings.contestants[index], self.settings.game.timeout);
        start_player(contestant, &self.cores, timeout, self.stop)
    }

    /// Decides the result of a finished game, and starts the referee's engine if one is needed.
    fn decide_result(
        &mut self,
        played: &PlayedGame,
        players: [&mut Player; 2],
    ) -> Result<DecidedResult, Stopped> {
        let settings = &self.settings.game;
        let needs_count = matches!(played.end, GameEnd::Passes | GameEnd::MoveLimit);
        let mut failed = None;
        if let (Referee::Engine(program), None, true) =
            (&self.settings.referee, &self.referee, needs_count)
        {
            match Client::start(program, &self.cores, settings.timeout, self.stop) {
                Ok(client) => self.referee = Some(client),
                Err(ClientError::Stopped) => return Err(Stopped),
                Err(error) => {
                    let detail = error.to_string();
                    failed = error.fault().map(|kind| EngineFault { player: None, kind, detail });
                }
            }
        }
        let players_may_agree = self.settings.referee == Referee::Agreement;
        let referee = self.referee.as_mut();
        let mut decided = decide_result(played, settings, players, referee, players_may_agree)?;
        decided.faults.extend(failed);
        Ok(decided)
    }

    /// The game of an engine that does not start.
    fn forfeit(
        &self,
        scheduled: ScheduledGame,
        color: Color,
        error: &ClientError,
    ) -> (Game, GameRecord) {
        let kind = error.fault().unwrap_or(FaultKind::Crash);
        let game = self.settings.game.new_game();
        let end = GameEnd::Fault(color, kind);
        let played = PlayedGame { game, end, fault: None, seconds: [0.0; 2], longest: [0.0; 2] };
        let decided = DecidedResult {
            result: format!("{}+F", color.opponent().letter()),
            claims: [None, None],
            faults: vec![EngineFault { player: Some(color), kind, detail: error.to_string() }],
        };
        let record = self.record(scheduled, &played, decided);
        (played.game, record)
    }

    fn record(
        &self,
        scheduled: ScheduledGame,
        played: &PlayedGame,
        decided: DecidedResult,
    ) -> GameRecord {
        let ScheduledGame { number, opening, black, white } = scheduled;
        let name = |index: usize| self.settings.contestants[index].name.clone();
        let names = [name(black), name(white)];
        let faults = decided.faults.into_iter().map(|EngineFault { player, kind, detail }| {
            let engine = player.map_or(REFEREE, |color| &names[color.index()]).to_string();
            Fault { engine, kind, detail }
        });
        let faults = faults.collect();
        let size = played.game.size();
        let turns = played.game.turns().iter();
        let moves = turns.map(|turn| Vertex::new(size, turn.mv).to_string()).collect();
        let rounded = |seconds: [f64; 2]| seconds.map(|time| (time * 1000.0).round() / 1000.0);
        let [black, white] = names;
        GameRecord {
            game: number,
            opening,
            black,
            white,
            result: decided.result,
            end: end_name(played.end),
            moves,
            seconds: rounded(played.seconds),
            longest: rounded(played.longest),
            claims: decided.claims,
            faults,
        }
    }
}

fn end_name(end: GameEnd) -> String {
    match end {
        GameEnd::Passes => "passes".to_string(),
        GameEnd::MoveLimit => "move-limit".to_string(),
        GameEnd::NoResult => "no-result".to_string(),
        GameEnd::Resignation(_) => "resignation".to_string(),
        GameEnd::Fault(_, kind) => kind.to_string().replace(' ', "-"),
    }
}
