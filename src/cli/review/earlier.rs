//! The review that a file has, by an earlier call.

use std::{fs, path::Path};

use crate::{
    review::{Overrides, ReviewGame, is_reviewed},
    sgf::{Document, Step},
};

/// The review that an earlier call has written for this file; `None` if there is none.
///
/// # Errors
/// There is something else in its place, such as a review of other games or moves.
pub(super) fn earlier_review(
    name: &str,
    output: &Path,
    given: &Document,
) -> Result<Option<Document>, String> {
    let Ok(bytes) = fs::read(output) else { return Ok(None) };
    let earlier = Document::read(&bytes).ok().filter(has_review);
    let output = output.display();
    match earlier {
        None => Err(format!(
            "{name}: {output} exists and is not a review: move it, choose --out-dir, or replace it \
             with --force"
        )),
        Some(earlier) if steps(&earlier) != steps(given) => Err(format!(
            "{name}: {output} is a review of other games or moves: replace it with --force"
        )),
        earlier => Ok(earlier),
    }
}

/// The steps of all games of a file; `None` for a game that cannot be read.
fn steps(document: &Document) -> Vec<Option<Vec<Step>>> {
    let games = document.collection.games();
    games.map(|game| document.line(game).ok().map(|line| line.record.steps)).collect()
}

/// Whether a game of a file is reviewed.
pub(super) fn has_review(document: &Document) -> bool {
    let collection = &document.collection;
    collection.games().any(|game| is_reviewed(collection, game))
}

/// Whether all games that can be reviewed are.
pub(super) fn is_complete(document: &Document, overrides: &Overrides) -> bool {
    let collection = &document.collection;
    let can_be_reviewed = |game| ReviewGame::new(document, game, overrides).is_ok();
    collection.games().all(|game| is_reviewed(collection, game) || !can_be_reviewed(game))
}

/// Whether all games of a reviewed file were reviewed under the rules and the komi that are asked for.
pub(super) fn is_under(document: &Document, overrides: &Overrides) -> bool {
    let start = |root, overrides: &Overrides| {
        let game = ReviewGame::new(document, root, overrides).ok()?;
        let replay = game.replay();
        Some((replay.game().rules().clone(), replay.game().komi()))
    };
    document.collection.games().all(|root| {
        let earlier = Overrides::of_review(&document.collection, root);
        start(root, &overrides.or(earlier.clone())) == start(root, &earlier)
    })
}
