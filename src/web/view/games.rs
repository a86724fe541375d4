//! The titles of the games of the file.

use serde_json::{Value, json};

use crate::{
    sgf::{Collection, NodeId},
    web::{properties::text_of, session::Session},
};

/// Maximum number of games that have titles.
const MAX_TITLES: usize = 10_000;

/// Maximum length of a title, in characters.
const MAX_TITLE_LEN: usize = 120;

/// The titles of the games of the file: the players, the event and the date.
pub(in crate::web) fn games(session: &Session) -> Value {
    let collection = session.tree.collection();
    let games = collection.games().take(MAX_TITLES);
    let titles: Vec<String> = games.map(|game| title(collection, game)).collect();
    json!({ "titles": titles })
}

fn title(collection: &Collection, game: NodeId) -> String {
    let text = |name| text_of(collection, game, name);
    let players = [text("PB"), text("PW")].map(|name| name.unwrap_or_else(|| "?".to_owned()));
    let is_known = players.iter().any(|name| name != "?");
    let players = is_known.then(|| players.join(" - "));
    let parts = [players.or_else(|| text("GN")), text("EV"), text("DT"), text("RE")];
    let title = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    title.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_TITLE_LEN).collect()
}
