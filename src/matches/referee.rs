//! The result of a game.

use super::{
    client::{Client, ClientError},
    fault::FaultKind,
    play::{GameEnd, GameSettings, PlayedGame, Player, PlayerFault, Stopped, fault_of},
    set_up::{play_command, set_up_board},
};
use crate::{
    board::Color,
    engine::Judge,
    game::Game,
    sgf::{CountedResult, counted_result},
};

/// The result of a game, with the claims of the players.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ruling {
    /// In the notation of SGF's property RE: `B+3.5`, `W+R` (resignation), `W+T` (time), `B+F`
    /// (another fault), `0`, or `Void` for a game without result.
    pub(super) result: String,
    /// By color: the answer to `final_score`, if the player was asked and gave one.
    pub(super) claims: [Option<String>; 2],
    /// Faults of the players, and of the referee if it is an engine.
    pub(super) faults: Vec<(Option<Color>, FaultKind, String)>,
}

/// The source of the result that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deciding {
    /// The players if they claim the same result, otherwise the referee.
    Players,
    /// The referee.
    Referee,
}

/// Rules on a finished game.
///
/// # Errors
/// [`Stopped`] if the match was stopped.
pub(super) fn rule(
    played: &PlayedGame,
    settings: &GameSettings,
    players: [&mut Player; 2],
    referee: Option<&mut Client>,
    deciding: Deciding,
) -> Result<Ruling, Stopped> {
    let without_count = match played.end {
        GameEnd::Resignation(loser) => Some(format!("{}+R", loser.opponent().letter())),
        GameEnd::Fault(loser, FaultKind::Time) => Some(format!("{}+T", loser.opponent().letter())),
        GameEnd::Fault(loser, _) => Some(format!("{}+F", loser.opponent().letter())),
        GameEnd::NoResult => Some("Void".to_string()),
        GameEnd::Passes | GameEnd::MoveLimit => None,
    };
    let mut ruling = Ruling { result: String::new(), claims: [None, None], faults: Vec::new() };
    if let (GameEnd::Fault(color, kind), Some(detail)) = (played.end, &played.fault) {
        ruling.faults.push((Some(color), kind, detail.clone()));
    }
    if let Some(result) = without_count {
        return Ok(Ruling { result, ..ruling });
    }
    if played.end == GameEnd::Passes {
        for (color, player) in Color::ALL.into_iter().zip(players) {
            match claim(color, &mut player.client) {
                Ok(claim) => ruling.claims[color.index()] = claim,
                Err(None) => return Err(Stopped),
                Err(Some((color, kind, detail))) => ruling.faults.push((Some(color), kind, detail)),
            }
        }
    }
    ruling.result = match agreed(&ruling.claims).filter(|_| deciding == Deciding::Players) {
        Some(result) => result,
        None => referees_result(&played.game, settings, referee, &mut ruling.faults)?,
    };
    let wrong = wrong_claims(&ruling.result, &ruling.claims);
    ruling.faults.extend(wrong.map(|(color, kind, detail)| (Some(color), kind, detail)));
    Ok(ruling)
}

/// Asks a player for the result; `None` if it does not take part in counting.
fn claim(color: Color, client: &mut Client) -> Result<Option<String>, Option<PlayerFault>> {
    if !client.knows("final_score") {
        return Ok(None);
    }
    match client.send("final_score") {
        Ok(text) => Ok(Some(text)),
        Err(ClientError::Refused { .. }) => Ok(None),
        Err(error) => Err(fault_of(color, &error)),
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
    Color::ALL.into_iter().zip(claims).filter_map(move |(color, claim)| {
        let claim = claim.as_deref()?;
        let is_right = counted_result(claim)
            .is_some_and(|CountedResult { winner: claimed, .. }| Some(claimed) == winner);
        let detail = || format!("final_score is {}, result {result}", crate::gtp::quote(claim));
        (!is_right).then(|| (color, FaultKind::WrongResult, detail()))
    })
}

/// The result by the referee: an engine, or shusaku's own judgment if there is none or it fails.
fn referees_result(
    game: &Game,
    settings: &GameSettings,
    referee: Option<&mut Client>,
    faults: &mut Vec<(Option<Color>, FaultKind, String)>,
) -> Result<String, Stopped> {
    let own = || Judge::Embedded.judge(game).verdict.score(game).to_string();
    let Some(referee) = referee else { return Ok(own()) };
    let answer = replay(game, settings, referee);
    match answer {
        Ok(text) if counted_result(&text).is_some() => Ok(text),
        Ok(text) => {
            let detail = format!("final_score is {}", crate::gtp::quote(&text));
            faults.push((None, FaultKind::Garbage, detail));
            Ok(own())
        }
        Err(error) => {
            let kind = error.fault().ok_or(Stopped)?;
            faults.push((None, kind, error.to_string()));
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
    set_up_board(referee, settings)?;
    for turn in game.turns() {
        referee.send(&play_command(settings.size, turn.color, turn.mv))?;
    }
    referee.send("final_score")
}
