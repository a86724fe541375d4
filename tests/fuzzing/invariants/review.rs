//! Reviews: values from other programs are read within their ranges, and those that a review writes
//! are read back.

use shusaku::{
    review::{
        AnnotateOptions, GameHeading, Overrides, PositionValues, ReviewGame, Thresholds, annotate,
        assess, from_json, graph, known_values, summary, to_json,
    },
    sgf::{Document, Editor},
};

/// Number of positions of a game.
const MAX_POSITIONS: usize = 50;

/// Greatest lead that is read, in points.
const MAX_SCORE: f64 = 2000.0;

/// Greatest length of the drawing and of the summary, by position.
const MAX_SHOWN: usize = 4000;

/// Worst moves of each player that are shown.
const WORST: usize = 5;

/// The bytes are a line of JSON, the values of the last position, and a record.
pub fn check(data: &[u8]) {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    let (line, record) = data.split_at(end);
    let Ok(document) = Document::read(record) else { return };
    let Some(game) = first_game(&document) else { return };
    let mut values = values_of(&document, &game);
    let json = serde_json::from_slice(line).ok();
    if let Some(own) = json.and_then(|object| from_json(&object, game.size())) {
        assert_eq!(from_json(&to_json(&own, game.size()), game.size()).as_ref(), Some(&own));
        let to_move = game.positions.last().expect("the start").to_move;
        *values.last_mut().expect("the start") = Some(PositionValues { to_move, ..own });
    }
    let reviewed = review(document, &game, &values);
    let game = first_game(&reviewed).expect("the same game");
    let values = values_of(&reviewed, &game);
    let again = review(reviewed, &game, &values);
    let game = first_game(&again).expect("the same game");
    assert_eq!(values_of(&again, &game), values, "{}", again.collection.write());
}

/// The first game of a file, if it can be reviewed and is not long.
fn first_game(document: &Document) -> Option<ReviewGame> {
    let root = document.collection.games().next()?;
    let game = ReviewGame::new(document, root, &Overrides::default()).ok()?;
    (game.positions.len() <= MAX_POSITIONS).then_some(game)
}

/// The values that a file has, each within its range.
fn values_of(document: &Document, game: &ReviewGame) -> Vec<Option<PositionValues>> {
    let values = known_values(&document.collection, game);
    values.iter().flatten().for_each(check_ranges);
    values
}

fn check_ranges(values: &PositionValues) {
    let rates = values.candidates.iter().flat_map(|found| [found.win_rate, found.prior]);
    assert!(rates.chain([values.win_rate]).all(|rate| (0.0..=1.0).contains(&rate)), "{values:?}");
    let scores = values.candidates.iter().map(|found| found.score);
    assert!(scores.chain([values.score]).all(|score| score.abs() <= MAX_SCORE), "{values:?}");
    assert!((0.0..=MAX_SCORE).contains(&values.deviation), "{values:?}");
}

/// The file with a review of its first game.
fn review(document: Document, game: &ReviewGame, values: &[Option<PositionValues>]) -> Document {
    let assessment = assess(&game.positions, values, &Thresholds::default());
    // Names could have the word that is searched for below.
    let heading = GameHeading {
        black: None,
        white: None,
        result: None,
        ..GameHeading::new("game".to_string(), game)
    };
    let shown = [
        graph(&heading, game, values, &assessment, WORST),
        summary(&heading, game, values, &assessment, WORST),
    ];
    let max_len = MAX_SHOWN * (game.positions.len() + 1);
    assert!(shown.iter().all(|text| text.len() <= max_len && !text.contains("NaN")));
    let options = AnnotateOptions {
        worst: WORST,
        variations: 2,
        comments: true,
        katrain: true,
        engine: "net".to_string(),
    };
    let mut editor = Editor::new(document.collection);
    annotate(&mut editor, game, values, &assessment, &options).expect("room");
    Document::read(editor.collection().write().as_bytes()).expect("a record")
}
