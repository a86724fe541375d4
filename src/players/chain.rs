//! The search for the shortest chains of games.

use std::collections::{BTreeMap, HashMap};

use thiserror::Error;

use super::{aliases::Aliases, date::Dates};
use crate::{board::Color, sgf::Record};

/// Number of similar names that an error suggests.
const MAX_SUGGESTIONS: usize = 3;

/// Minimum similarity of a suggested name, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.7;

/// The games that a chain may consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// Any game between two players.
    Game,
    /// Wins of each player over the next.
    Win,
    /// Wins of each player over the next that were certainly played after the next player's own
    /// win. Games without a date do not count, nor do two games that may be of the same day.
    PureWin,
}

/// A shortest chain of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameChain {
    /// The players from the first to the last.
    pub players: Vec<String>,
    /// The games between them, numbered from 0 as they were added.
    pub games: Vec<usize>,
    /// Number of chains of this length, which differ in the players; at least 1.
    pub count: u64,
}

/// No game is of this player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown player '{name}': {}", suggest(similar))]
pub struct UnknownPlayer {
    /// The name as given.
    pub name: String,
    /// The most similar names, the best first.
    pub similar: Vec<String>,
}

fn suggest(similar: &[String]) -> String {
    match similar {
        [] => "no game has a similar name".to_owned(),
        names => format!("did you mean {}?", names.join(" or ")),
    }
}

/// The number of a player.
type Player = usize;

/// A game seen from one of its players, which leads from this player to the other.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// The other player, who is nearer to the start of the chain.
    other: Player,
    game: usize,
    /// Whether the other player won.
    is_win: bool,
    dates: Option<Dates>,
}

/// The end of the chains by which a search arrived at a player.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    game: usize,
    /// The player and the day before the game.
    from: PlayerOnDay,
    count: u64,
}

/// A player at whom a search arrived by a game, and the day of that game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PlayerOnDay {
    player: Player,
    /// The last day of the game, as a number `yyyymmdd`; 0 if days do not count.
    day: u32,
}

/// Games by their players.
#[derive(Clone, Debug, Default)]
pub struct Games {
    aliases: Aliases,
    /// The players by normalized name.
    numbers: HashMap<String, Player>,
    /// By player: the name as first written.
    names: Vec<String>,
    /// By player: the games, in the order in which they were added.
    links: Vec<Vec<Link>>,
    count: usize,
}

impl Games {
    /// Returns an empty collection of games with these aliases.
    #[must_use]
    pub fn new(aliases: Aliases) -> Games {
        Games { aliases, ..Games::default() }
    }

    /// Adds a game. A game without two different named players takes a number but is part of no chain.
    pub fn add(&mut self, record: &Record) {
        let game = self.count;
        self.count += 1;
        let (Some(black), Some(white)) = (&record.black, &record.white) else { return };
        let (black, white) = (self.number(black), self.number(white));
        if black == white {
            return;
        }
        let winner = record.result.as_deref().and_then(winner);
        let dates = record.date.as_deref().and_then(Dates::parse);
        for (player, other, color) in [(black, white, Color::White), (white, black, Color::Black)] {
            let is_win = winner == Some(color);
            self.links[player].push(Link { other, game, is_win, dates });
        }
    }

    fn number(&mut self, name: &str) -> Player {
        let (name, key) = self.aliases.resolve(name);
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let number = self.names.len();
        self.numbers.insert(key, number);
        self.names.push(name.to_owned());
        self.links.push(Vec::new());
        number
    }

    /// Finds a shortest chain of games from one player to another by breadth-first search; `None`
    /// if there is none.
    ///
    /// # Errors
    /// [`UnknownPlayer`] if one of the players has no game.
    pub fn chain(
        &self,
        from: &str,
        to: &str,
        kind: LinkKind,
    ) -> Result<Option<GameChain>, UnknownPlayer> {
        let (from, to) = (self.find(from)?, self.find(to)?);
        // The search goes from the last player to the first, as pure wins were played.
        let mut earliest: Vec<Option<u32>> = vec![None; self.names.len()];
        earliest[to] = Some(0);
        let last = PlayerOnDay { player: to, day: 0 };
        let start = Arrival { game: 0, from: last, count: 1 };
        let mut layers = vec![BTreeMap::from([(last, start)])];
        let first = |day| PlayerOnDay { player: from, day };
        while let Some(layer) = layers.last().filter(|layer| !layer.is_empty()) {
            let found = layer.range(first(0)..=first(u32::MAX));
            let count = found.clone().fold(0_u64, |sum, (_, end)| sum.saturating_add(end.count));
            if let Some((&end, _)) = found.clone().next() {
                return Ok(Some(self.backtrack(&layers, end, count)));
            }
            let next = self.next_layer(layer, &earliest, kind);
            for &PlayerOnDay { player, day } in next.keys() {
                earliest[player] = Some(earliest[player].map_or(day, |known| known.min(day)));
            }
            layers.push(next);
        }
        Ok(None)
    }

    fn find(&self, name: &str) -> Result<Player, UnknownPlayer> {
        let key = self.aliases.resolve(name).1;
        self.numbers
            .get(&key)
            .copied()
            .ok_or_else(|| UnknownPlayer { name: name.to_owned(), similar: self.similar(&key) })
    }

    /// The names most similar to a normalized name.
    fn similar(&self, key: &str) -> Vec<String> {
        let similarity = |known: &str| {
            let is_part = !key.is_empty() && known.contains(key);
            if is_part { 1.0 } else { strsim::jaro_winkler(known, key) }
        };
        let rated = self.numbers.iter().map(|(known, &number)| (similarity(known), number));
        let mut rated: Vec<_> = rated.filter(|(rate, _)| *rate >= MIN_SIMILARITY).collect();
        rated.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        rated.iter().take(MAX_SUGGESTIONS).map(|&(_, number)| self.names[number].clone()).collect()
    }

    /// The players one game further, without those that a shorter chain reaches as early.
    fn next_layer(
        &self,
        layer: &BTreeMap<PlayerOnDay, Arrival>,
        earliest: &[Option<u32>],
        kind: LinkKind,
    ) -> BTreeMap<PlayerOnDay, Arrival> {
        let mut next: BTreeMap<PlayerOnDay, Arrival> = BTreeMap::new();
        for (&from, arrival) in layer {
            for (player, (day, game)) in self.best_links(from, kind) {
                if earliest[player].is_some_and(|known| known <= day) {
                    continue;
                }
                let further = Arrival { game, from, count: 0 };
                let entry = next.entry(PlayerOnDay { player, day }).or_insert(further);
                entry.count = entry.count.saturating_add(arrival.count);
            }
        }
        next
    }

    /// By neighbor of a player: the usable game that ended first, with its last day. Where
    /// days do not count, the first game, and 0.
    fn best_links(&self, from: PlayerOnDay, kind: LinkKind) -> BTreeMap<Player, (u32, usize)> {
        let PlayerOnDay { player, day } = from;
        let mut best: BTreeMap<Player, (u32, usize)> = BTreeMap::new();
        for link in &self.links[player] {
            let end = match (kind, link.dates) {
                (LinkKind::Game, _) => Some(0),
                (LinkKind::Win, _) => link.is_win.then_some(0),
                (LinkKind::PureWin, dates) => {
                    dates.filter(|dates| link.is_win && dates.first > day).map(|dates| dates.last)
                }
            };
            if let Some(end) = end {
                let entry = best.entry(link.other).or_insert((end, link.game));
                *entry = (*entry).min((end, link.game));
            }
        }
        best
    }

    fn backtrack(
        &self,
        layers: &[BTreeMap<PlayerOnDay, Arrival>],
        end: PlayerOnDay,
        count: u64,
    ) -> GameChain {
        let mut chain = GameChain { players: Vec::new(), games: Vec::new(), count };
        let mut reached = end;
        for layer in layers.iter().skip(1).rev() {
            let arrival = layer[&reached];
            chain.players.push(self.names[reached.player].clone());
            chain.games.push(arrival.game);
            reached = arrival.from;
        }
        chain.players.push(self.names[reached.player].clone());
        chain
    }
}

/// The winner by a value of SGF's property RE; `None` for draws and other text.
fn winner(result: &str) -> Option<Color> {
    let (winner, _) = result.split_once('+')?;
    winner.trim().parse().ok()
}

#[cfg(test)]
#[path = "chain_tests.rs"]
mod tests;
