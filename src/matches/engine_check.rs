//! The check of the engines before a match.

use std::sync::atomic::AtomicBool;

use super::{
    client::Client,
    game_settings::GameSettings,
    match_settings::MatchSettings,
    player::Player,
    preparation::{HANDICAP_COMMAND, prepare_player, rules_commands},
    referee::Referee,
    runner::MatchError,
    worker::start_player,
};
use crate::{clock::TimeSettings, threads};

/// The commands that every game needs.
const REQUIRED_COMMANDS: [&str; 5] = ["boardsize", "clear_board", "komi", "play", "genmove"];

/// Starts every engine once, and prepares it for a game. Returns notes for the user: settings that
/// an engine has no command for, and cores that games share.
///
/// # Errors
/// [`MatchError`] if an engine does not start, lacks a command, or refuses one, or if `stop` is set.
pub fn check_engines(
    settings: &MatchSettings,
    stop: &AtomicBool,
) -> Result<Vec<String>, MatchError> {
    let mut notes = Vec::new();
    for contestant in &settings.contestants {
        let name = || contestant.name.clone();
        let failed = |source| MatchError::of_client(&contestant.name, source);
        let mut player =
            start_player(contestant, &[], settings.game.timeout, stop).map_err(failed)?;
        let for_handicap = (!settings.game.handicap.is_empty()).then_some(HANDICAP_COMMAND);
        let mut required = REQUIRED_COMMANDS.into_iter().chain(for_handicap);
        let missing = required.find(|command| !player.client.knows(command));
        if let Some(command) = missing {
            return Err(MatchError::MissingCommand { name: name(), command });
        }
        if player.stated_time().is_some_and(|stated| !stated.is_exact()) {
            return Err(MatchError::UnsupportedTime { name: name() });
        }
        prepare_player(&mut player, &settings.game).map_err(failed)?;
        let unsupported = unsupported_settings(&player, &settings.game).into_iter();
        notes.extend(unsupported.map(|note| format!("{} {note}", name())));
        player.client.quit();
    }
    if let Referee::Engine(program) = &settings.referee {
        let failed = |source| MatchError::of_client("referee", source);
        Client::start(program, &[], settings.game.timeout, stop).map_err(failed)?.quit();
    }
    notes.extend(shared_cores(settings));
    Ok(notes)
}

/// A note for the user if the games of a match share cores.
fn shared_cores(settings: &MatchSettings) -> Option<String> {
    let (games, per_game) = (settings.concurrency, settings.cores_per_game);
    (!settings.has_cores_for_all()).then(|| {
        let (needed, available) = (games * per_game, threads::cores());
        format!(
            "--concurrency {games} with --cores {per_game} needs {needed} cores, {available} are \
             available: the engines are not bound to cores"
        )
    })
}

/// The settings that an engine has no command for.
fn unsupported_settings(player: &Player, game: &GameSettings) -> Vec<&'static str> {
    let takes_no_rules = rules_commands(&game.rules, &player.client).is_none();
    let takes_no_time = player.time != TimeSettings::Unlimited && player.stated_time().is_none();
    let rules = takes_no_rules.then_some("is not told the rules: it has no command for them");
    let time = takes_no_time.then_some("is not told its time: it has no command for it");
    rules.into_iter().chain(time).collect()
}
