//! The commands before a game.

use super::{
    client::{Client, ClientError},
    game_settings::GameSettings,
    player::Player,
};
use crate::{
    board::{Color, Move, Size, Vertex},
    rules::Rules,
};

/// Prepares an engine for a game.
pub(super) fn prepare_player(
    player: &mut Player,
    settings: &GameSettings,
) -> Result<(), ClientError> {
    prepare_board(&mut player.client, settings)?;
    match player.stated_time() {
        Some(stated) => player.client.send(&stated.settings_command()).map(|_| ()),
        None => Ok(()),
    }
}

/// Prepares an engine for a game without a clock, or a referee for the moves of one.
pub(super) fn prepare_board(
    client: &mut Client,
    settings: &GameSettings,
) -> Result<(), ClientError> {
    if let Some(rules) = rules_commands(&settings.rules, client) {
        send_first_accepted(client, &rules)?;
    }
    let (width, height) = (settings.size.width(), settings.size.height());
    let size = match width == height {
        true => format!("boardsize {width}"),
        false => format!("rectangular_boardsize {width} {height}"),
    };
    for command in [size, "clear_board".to_string(), format!("komi {}", settings.komi)] {
        client.send(&command)?;
    }
    match settings.handicap.is_empty() {
        true => Ok(()),
        false => client.send(&handicap_command(settings)).map(|_| ()),
    }
}

/// The command that sets up handicap stones on given points, the same for both engines.
pub(super) const HANDICAP_COMMAND: &str = "set_free_handicap";

fn handicap_command(settings: &GameSettings) -> String {
    let vertices = settings.handicap.iter().map(|point| Vertex::of(settings.size, point));
    vertices.fold(HANDICAP_COMMAND.to_string(), |command, vertex| format!("{command} {vertex}"))
}

/// The commands that state the rules to an engine, the best first; `None` if it takes none of them.
pub(super) fn rules_commands(rules: &Rules, client: &Client) -> Option<Vec<String>> {
    if client.knows("kata-set-rules") {
        let name = rules.preset_name().map(str::to_string);
        let forms = name.into_iter().chain([rules.to_json(), rules.to_katago_json()]);
        return Some(forms.map(|form| format!("kata-set-rules {form}")).collect());
    }
    let name = rules.kgs_name().filter(|_| client.knows("kgs-rules"))?;
    Some(vec![format!("kgs-rules {name}")])
}

/// Sends commands up to the first that is not refused; if all are refused, the error is the first
/// one.
fn send_first_accepted(client: &mut Client, commands: &[String]) -> Result<(), ClientError> {
    let mut refusal = None;
    for command in commands {
        match client.send(command) {
            Ok(_) => return Ok(()),
            Err(error @ ClientError::Refused { .. }) => {
                refusal.get_or_insert(error);
            }
            Err(error) => return Err(error),
        }
    }
    refusal.map_or(Ok(()), Err)
}

/// The command that states a move to an engine.
pub(super) fn play_command(size: Size, color: Color, mv: Move) -> String {
    format!("play {} {}", color.letter().to_ascii_lowercase(), Vertex::new(size, mv))
}
