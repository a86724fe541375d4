//! One game between two engines.

use std::time::Instant;

use super::{
    client::ClientError,
    fault::FaultKind,
    game_settings::GameSettings,
    opening::OpeningMove,
    player::Player,
    preparation::{play_command, prepare_player},
};
use crate::{
    board::{Color, Move, Vertex},
    clock::TimeLeft,
    game::{Game, Stage},
    gtp::quote,
};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameEnd {
    /// By passes, as the rule set requires.
    Passes,
    /// By the limit on the number of moves.
    MoveLimit,
    /// By a cycle that leaves the game without result.
    NoResult,
    /// This player resigned.
    Resignation(Color),
    /// This player lost by a fault.
    Fault(Color, FaultKind),
}

/// A fault of a player.
#[derive(Clone, Debug)]
pub(super) struct PlayerFault {
    pub(super) player: Color,
    pub(super) kind: FaultKind,
    /// The particulars, in one line.
    pub(super) detail: String,
}

/// The reason why a game does not go on.
#[derive(Clone, Debug)]
pub(super) enum Abort {
    /// The match was stopped.
    Stopped,
    /// A player committed a fault.
    Fault(PlayerFault),
}

/// A game up to its end.
#[derive(Clone, Debug)]
pub(super) struct PlayedGame {
    /// The moves.
    pub(super) game: Game,
    /// The end of the game.
    pub(super) end: GameEnd,
    /// The fault by which it ended, with its particulars.
    pub(super) fault: Option<String>,
    /// By color: the seconds that the player used.
    pub(super) seconds: [f64; 2],
    /// By color: the seconds of the player's longest move.
    pub(super) longest: [f64; 2],
}

/// The match was stopped before the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Plays a game from an opening, whose moves are legal. `players` are Black and White.
///
/// A player who breaks the contract loses the game ([`FaultKind`]).
///
/// # Errors
/// [`Stopped`] if the match was stopped.
pub(super) fn play_game(
    settings: &GameSettings,
    opening: &[OpeningMove],
    players: [&mut Player; 2],
) -> Result<PlayedGame, Stopped> {
    let left = [0, 1].map(|index| TimeLeft::full(players[index].time));
    let game = settings.new_game();
    let (seconds, longest) = ([0.0; 2], [0.0; 2]);
    let mut ongoing = OngoingGame { settings, players, game, left, seconds, longest };
    let (end, fault) = match ongoing.run(opening) {
        Ok(end) => (end, None),
        Err(Abort::Stopped) => return Err(Stopped),
        Err(Abort::Fault(PlayerFault { player, kind, detail })) => {
            (GameEnd::Fault(player, kind), Some(detail))
        }
    };
    let OngoingGame { game, seconds, longest, .. } = ongoing;
    Ok(PlayedGame { game, end, fault, seconds, longest })
}

/// A game in progress.
struct OngoingGame<'g, 'a> {
    settings: &'g GameSettings,
    players: [&'g mut Player<'a>; 2],
    game: Game,
    left: [TimeLeft; 2],
    seconds: [f64; 2],
    longest: [f64; 2],
}

/// The reason why a game does not go on after an error of this player's client.
pub(super) fn abort(player: Color, error: &ClientError) -> Abort {
    match error.fault() {
        Some(kind) => Abort::Fault(PlayerFault { player, kind, detail: error.to_string() }),
        None => Abort::Stopped,
    }
}

impl OngoingGame<'_, '_> {
    /// Plays to the end.
    fn run(&mut self, opening: &[OpeningMove]) -> Result<GameEnd, Abort> {
        for color in Color::ALL {
            prepare_player(self.players[color.index()], self.settings)
                .map_err(|error| abort(color, &error))?;
        }
        for &(color, mv) in opening {
            self.game.play(color, mv).expect("an opening is legal");
            for receiver in Color::ALL {
                self.relay(color, mv, receiver)?;
            }
        }
        loop {
            if self.game.has_no_result() {
                return Ok(GameEnd::NoResult);
            }
            if self.game.stage() == Stage::Over {
                return Ok(GameEnd::Passes);
            }
            if self.game.turns().len() >= self.settings.max_moves {
                return Ok(GameEnd::MoveLimit);
            }
            let color = self.game.to_move();
            let answer = self.genmove(color)?;
            if answer.eq_ignore_ascii_case("resign") {
                return Ok(GameEnd::Resignation(color));
            }
            let mv = self.accept(color, &answer).map_err(Abort::Fault)?;
            self.relay(color, mv, color.opponent())?;
        }
    }

    /// Sends a move to an engine.
    fn relay(&mut self, color: Color, mv: Move, receiver: Color) -> Result<(), Abort> {
        let command = play_command(self.settings.size, color, mv);
        let sent = self.players[receiver.index()].client.send(&command);
        sent.map(|_| ()).map_err(|error| abort(receiver, &error))
    }

    /// Asks an engine for a move, and runs its clock.
    fn genmove(&mut self, color: Color) -> Result<String, Abort> {
        let player = &mut *self.players[color.index()];
        let failed = |error: ClientError| abort(color, &error);
        if let Some(stated) = player.stated_time() {
            for owner in Color::ALL {
                if let Some(command) = stated.time_left_command(owner, self.left[owner.index()]) {
                    player.client.send(&command).map_err(failed)?;
                }
            }
        }
        let left = &mut self.left[color.index()];
        let max = left.max_move_time(player.time);
        let limit = max.map(|max| max + self.settings.time_margin);
        let wait = limit.unwrap_or_default() + self.settings.timeout;
        let start = Instant::now();
        let command = format!("genmove {}", color.letter().to_ascii_lowercase());
        let answer = player.client.send_within(&command, wait);
        let spent = start.elapsed();
        self.seconds[color.index()] += spent.as_secs_f64();
        self.longest[color.index()] = self.longest[color.index()].max(spent.as_secs_f64());
        let answer = answer.map_err(failed)?;
        if let Some(limit) = limit.filter(|&limit| spent > limit) {
            let detail = format!("{:.3} s of {:.3}", spent.as_secs_f64(), limit.as_secs_f64());
            let fault = PlayerFault { player: color, kind: FaultKind::Time, detail };
            return Err(Abort::Fault(fault));
        }
        *left = left.after(player.time, max.map_or(spent, |max| spent.min(max)));
        Ok(answer)
    }

    /// Plays the move that an engine answered.
    fn accept(&mut self, player: Color, answer: &str) -> Result<Move, PlayerFault> {
        let mv = Vertex::parse(self.settings.size, answer).map_err(|error| {
            let detail = format!("'genmove' is answered by {}: {error}", quote(answer));
            PlayerFault { player, kind: FaultKind::Garbage, detail }
        })?;
        self.game.play(player, mv).map_err(|reason| {
            let number = self.game.turns().len() + 1;
            let detail = format!("move {number}, {answer}: {reason}");
            PlayerFault { player, kind: FaultKind::IllegalMove, detail }
        })?;
        Ok(mv)
    }
}
