//! The result of a game.

use super::{
    client::{Client, ClientError, Program},
    fault::FaultKind,
    game_settings::GameSettings,
    play::{Abort, GameEnd, PlayedGame, PlayerFault, Stopped, abort},
    player::Player,
    preparation::{play_command, prepare_board},
};
use crate::{
    board::Color,
    engine::Judge,
    game::Game,
    gtp::quote,
    sgf::{CountedResult, counted_result},
};

/// The judge of games that end by passes or by the limit of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Referee {
    /// shusaku's judgment of the stones.
    Own,
    /// The players' `final_score` if both answer the same, otherwise shusaku.
    Agreement,
    /// The `final_score` of this engine; shusaku where it fails.
    Engine(Program),
}

/// A fault of a player or of the referee.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EngineFault {
    /// `None`: the referee.
    pub(super) player: Option<Color>,
    pub(super) kind: FaultKind,
    /// The particulars, in one line.
    pub(super) detail: String,
}

impl From<PlayerFault> for EngineFault {
    fn from(PlayerFault { player, kind, detail }: PlayerFault) -> EngineFault {
        EngineFault { player: Some(player), kind, detail }
    }
}

/// The result of a game, with the claims of the players.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DecidedResult {
    /// In the notation of SGF's property RE: `B+3.5`, `W+R` (resignation), `W+T` (time), `B+F`
    /// (another fault), `0`, or `Void` for a game without result.
    pub(super) result: String,
    /// By color: the answer to `final_score`, if the player was asked and gave one.
    pub(super) claims: [Option<String>; 2],
    /// Faults of the players, and of the referee if it is an engine.
    pub(super) faults: Vec<EngineFault>,
}

/// Decides the result of a finished game: the one that both players claim, if `players_may_agree` and
/// there is one, otherwise the referee's.
///
/// # Errors
/// [`Stopped`] if the match was stopped.
pub(super) fn decide_result(
    played: &PlayedGame,
    settings: &GameSettings,
    players: [&mut Player; 2],
    referee: Option<&mut Client>,
    players_may_agree: bool,
) -> Result<DecidedResult, Stopped> {
    let without_count = match played.end {
        GameEnd::Resignation(loser) => Some(format!("{}+R", loser.opponent().letter())),
        GameEnd::Fault(loser, FaultKind::Time) => Some(format!("{}+T", loser.opponent().letter())),
        GameEnd::Fault(loser, _) => Some(format!("{}+F", loser.opponent().letter())),
        GameEnd::NoResult => Some("Void".to_string()),
        GameEnd::Passes | GameEnd::MoveLimit => None,
    };
    let (mut claims, mut faults) = ([None, None], Vec::new());
    if let (GameEnd::Fault(player, kind), Some(detail)) = (played.end, &played.fault) {
        faults.push(EngineFault { player: Some(player), kind, detail: detail.clone() });
    }
    if let Some(result) = without_count {
        return Ok(DecidedResult { result, claims, faults });
    }
    if played.end == GameEnd::Passes {
        for (color, player) in Color::ALL.into_iter().zip(players) {
            match claim(color, &mut player.client) {
                Ok(claim) => claims[color.index()] = claim,
                Err(Abort::Stopped) => return Err(Stopped),
                Err(Abort::Fault(fault)) => faults.push(fault.into()),
            }
        }
    }
    let result = match agreed(&claims).filter(|_| players_may_agree) {
        Some(result) => result,
        None => referees_result(&played.game, settings, referee, &mut faults)?,
    };
    faults.extend(wrong_claims(&result, &claims).map(EngineFault::from));
    Ok(DecidedResult { result, claims, faults })
}

/// Asks a player for the result; `None` if it does not take part in counting.
fn claim(color: Color, client: &mut Client) -> Result<Option<String>, Abort> {
    if !client.knows("final_score") {
        return Ok(None);
    }
    match client.send("final_score") {
        Ok(text) => Ok(Some(text)),
        Err(ClientError::Refused { .. }) => Ok(None),
        Err(error) => Err(abort(color, &error)),
    }
}

/// The result that both players claim.
fn agreed(claims: &[Option<String>; 2]) -> Option<String> {
    let [black, white] = claims;
    let result = |claim: &Option<String>| claim.as_deref().and_then(counted_result);
    let is_agreed = result(black).is_some() && result(black) == result(white);
    black.clone().filter(|_| is_agreed)
}

/// The claims with another winner than that of the result.
fn wrong_claims(result: &str, claims: &[Option<String>; 2]) -> impl Iterator<Item = PlayerFault> {
    let winner = counted_result(result).map(|result| result.winner);
    Color::ALL.into_iter().zip(claims).filter_map(move |(player, claim)| {
        let claim = claim.as_deref()?;
        let is_right = counted_result(claim)
            .is_some_and(|CountedResult { winner: claimed, .. }| Some(claimed) == winner);
        let detail = || format!("final_score is {}, result {result}", quote(claim));
        (!is_right).then(|| PlayerFault { player, kind: FaultKind::WrongResult, detail: detail() })
    })
}

/// The result by the referee: an engine, or shusaku's own judgment if there is none or it fails.
fn referees_result(
    game: &Game,
    settings: &GameSettings,
    referee: Option<&mut Client>,
    faults: &mut Vec<EngineFault>,
) -> Result<String, Stopped> {
    let own = || Judge::Embedded.judge(game).verdict.score(game).to_string();
    let Some(referee) = referee else { return Ok(own()) };
    let answer = replay(game, settings, referee);
    match answer {
        Ok(text) if counted_result(&text).is_some() => Ok(text),
        Ok(text) => {
            let detail = format!("final_score is {}", quote(&text));
            faults.push(EngineFault { player: None, kind: FaultKind::Garbage, detail });
            Ok(own())
        }
        Err(error) => {
            let kind = error.fault().ok_or(Stopped)?;
            faults.push(EngineFault { player: None, kind, detail: error.to_string() });
            Ok(own())
        }
    }
}

/// Shows a game to the referee and returns its count.
fn replay(
    game: &Game,
    settings: &GameSettings,
    referee: &mut Client,
) -> Result<String, ClientError> {
    prepare_board(referee, settings)?;
    for turn in game.turns() {
        referee.send(&play_command(settings.size, turn.color, turn.mv))?;
    }
    referee.send("final_score")
}
