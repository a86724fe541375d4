//! The players of the colors.

use std::time::Instant;

use serde::Serialize;

use super::{Outcome, Refused, Session};
use crate::{
    board::Color,
    engine::FULL_LEVEL,
    features::HumanProfile,
    web::{action::PlayerForm, properties::set_text},
};

/// Maximum length of a name, in characters.
const MAX_NAME_LEN: usize = 200;

/// The player of a color.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(in crate::web) enum Player {
    /// A person at one of the pages.
    #[default]
    Person,
    /// The engine at a level, or imitating people.
    Engine {
        level: u32,
        #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_text")]
        profile: Option<(String, HumanProfile)>,
    },
}

fn as_text<S: serde::Serializer>(
    profile: &Option<(String, HumanProfile)>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(profile.as_ref().map_or("", |(name, _)| name))
}

impl Player {
    /// Reads a form.
    ///
    /// # Errors
    /// [`Refused`] if the kind, the level or the profile is unknown.
    pub(in crate::web) fn of(form: &PlayerForm) -> Result<Player, Refused> {
        match form.kind.as_str() {
            "" | "person" => Ok(Player::Person),
            "engine" => {
                let level = form.level.unwrap_or(FULL_LEVEL);
                if !(1..=FULL_LEVEL).contains(&level) {
                    let message = format!("level: expected a number from 1 to {FULL_LEVEL}");
                    return Err(Refused::invalid(message));
                }
                let profile = form.profile.as_deref().filter(|name| !name.is_empty());
                let read = |name: &str| match name.parse() {
                    Ok(profile) => Ok((name.to_owned(), profile)),
                    Err(error) => Err(Refused::invalid(format!("profile: {error}"))),
                };
                Ok(Player::Engine { level, profile: profile.map(read).transpose()? })
            }
            kind => Err(Refused::invalid(format!("player {kind:?}: expected person or engine"))),
        }
    }

    /// The form that [`of`](Self::of) reads.
    pub(in crate::web) fn form(&self) -> PlayerForm {
        match self {
            Player::Person => PlayerForm::default(),
            Player::Engine { level, profile } => PlayerForm {
                kind: "engine".to_owned(),
                level: Some(*level),
                profile: profile.as_ref().map(|(name, _)| name.clone()),
                name: None,
            },
        }
    }

    /// Whether the engine plays.
    pub(in crate::web) const fn is_engine(&self) -> bool {
        matches!(self, Player::Engine { .. })
    }

    /// The name in the record if none is given.
    pub(super) fn default_name(&self) -> Option<String> {
        match self {
            Player::Person => None,
            Player::Engine { profile: Some((name, _)), .. } => {
                Some(format!("{} {name}", env!("CARGO_PKG_NAME")))
            }
            Player::Engine { level, .. } => {
                Some(format!("{} level {level}", env!("CARGO_PKG_NAME")))
            }
        }
    }
}

/// The name that a form gives a player, else the player's own.
pub(super) fn name_of(form: &PlayerForm, player: &Player) -> Option<String> {
    let given = form.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let given = given.map(|name| name.chars().take(MAX_NAME_LEN).collect());
    given.or_else(|| player.default_name())
}

/// The name of the property with a player's name.
pub(in crate::web) const fn name_property(color: Color) -> &'static str {
    match color {
        Color::Black => "PB",
        Color::White => "PW",
    }
}

impl Session {
    /// Whether the engine plays a color.
    pub(in crate::web) fn is_engine(&self, color: Color) -> bool {
        self.players[color.index()].is_engine()
    }

    /// The color that a person plays against the engine.
    pub(super) fn only_person(&self) -> Option<Color> {
        let mut people = Color::ALL.into_iter().filter(|&color| !self.is_engine(color));
        people.next().filter(|_| people.next().is_none())
    }

    /// Checks that the engine, once it is ready, can imitate people.
    pub(super) fn check_profile(&self, player: &Player) -> Outcome {
        let takes_none = !self.engine.version.is_empty() && !self.engine.takes_profile;
        match player {
            Player::Engine { profile: Some((name, _)), .. } if takes_none => {
                let message = format!("{name} needs a HumanSL network (--model)");
                Err(Refused::conflict("engine", message))
            }
            _ => Ok(()),
        }
    }

    /// Warns of players that were chosen before the engine was ready and that it cannot imitate.
    pub(super) fn warn_of_profiles(&mut self, now: Instant) {
        let checked = self.players.iter().try_for_each(|player| self.check_profile(player));
        if let Err(Refused { message, .. }) = checked {
            self.warn(&format!("the engine plays at full strength: {message}"), now);
        }
    }

    /// Changes the player of a color.
    pub(super) fn set_player(&mut self, color: Color, form: &PlayerForm) -> Outcome {
        let player = Player::of(form)?;
        self.check_profile(&player)?;
        let name = name_of(form, &player).unwrap_or_default();
        let root = self.tree.root();
        self.tree.edit(|editor| set_text(editor, root, name_property(color), &name))?;
        self.players[color.index()] = player;
        Ok(())
    }
}
