//! Other names of players, from a list of the user.

use std::collections::HashMap;

use thiserror::Error;

use super::name::normalized;

/// Other names of players.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    /// By normalized other name: the name to use.
    names: HashMap<String, String>,
}

/// A list of aliases is malformed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AliasError {
    /// A line without names on both sides of `=`.
    #[error("line {0}: expected NAME = OTHER NAME, OTHER NAME")]
    Line(usize),
    /// A name before `=` is also listed as another name of a different player.
    #[error("line {line}: {name} is another name of {player}")]
    Other {
        /// The line, from 1.
        line: usize,
        /// The name before `=`.
        name: String,
        /// The player with that other name.
        player: String,
    },
    /// Two players have the same other name.
    #[error("line {line}: {name} is already another name of {player}")]
    Taken {
        /// The line, from 1.
        line: usize,
        /// The other name.
        name: String,
        /// The player with that name.
        player: String,
    },
}

impl Aliases {
    /// Reads a list: lines `name = other name, other name`. Empty lines and lines that start with
    /// `#` are skipped.
    ///
    /// # Errors
    /// [`AliasError`] for a malformed line.
    pub fn parse(text: &str) -> Result<Aliases, AliasError> {
        let mut names: HashMap<String, String> = HashMap::new();
        let mut players = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let (number, line) = (index + 1, line.trim().trim_start_matches('\u{feff}'));
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (player, others) = line.split_once('=').ok_or(AliasError::Line(number))?;
            let player = player.trim();
            players.push((number, player));
            for other in others.split(',').map(str::trim) {
                if player.is_empty() || other.is_empty() {
                    return Err(AliasError::Line(number));
                }
                let taken = names.insert(normalized(other), player.to_owned());
                if let Some(player) = taken.filter(|taken| normalized(taken) != normalized(player))
                {
                    return Err(AliasError::Taken { line: number, name: other.to_owned(), player });
                }
            }
        }
        for (line, name) in players {
            let key = normalized(name);
            if let Some(player) = names.get(&key).filter(|player| normalized(player) != key) {
                let (name, player) = (name.to_owned(), player.clone());
                return Err(AliasError::Other { line, name, player });
            }
        }
        Ok(Aliases { names })
    }

    /// The name to use for a name, and its normalized form.
    pub(super) fn resolve<'a>(&'a self, name: &'a str) -> (&'a str, String) {
        let key = normalized(name);
        match self.names.get(&key) {
            Some(player) => (player, normalized(player)),
            None => (name, key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_names_lead_to_the_player() {
        let aliases = Aliases::parse("# list\nHoninbo Shuho = Murase Shuho, 村瀬秀甫\n\n").unwrap();
        assert_eq!(aliases.resolve("MURASE Shuho 7d").0, "Honinbo Shuho");
        assert_eq!(aliases.resolve("村瀬秀甫").1, "honinbo shuho");
        assert_eq!(aliases.resolve("Shuei"), ("Shuei", "shuei".to_owned()));
        assert_eq!(Aliases::parse("a = b\nc").unwrap_err(), AliasError::Line(2));
        assert_eq!(Aliases::parse("a = b,").unwrap_err(), AliasError::Line(1));
        let taken = Aliases::parse("a = b\nc = B").unwrap_err().to_string();
        assert_eq!(taken, "line 2: B is already another name of a");
        for text in ["a = b\nB = c", "B = c\na = b"] {
            let other = Aliases::parse(text).unwrap_err().to_string();
            assert!(other.ends_with(": B is another name of a"), "{other}");
        }
        assert!(Aliases::parse("a = A\na = b").is_ok());
    }
}
