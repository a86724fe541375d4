//! Self-play games, whose moves are drawn from the policy targets, or from another network's policy.

use rand::{
    RngExt,
    seq::{IndexedRandom, IteratorRandom},
};
use shusaku::{
    board::{Color, Move, Size},
    game::{Game, Stage},
    status::Status,
};

use crate::{
    packs::Record,
    plan::{Plan, Random, draw_game, draw_white_pda, pda},
    sample::{Sample, Targets},
    teacher::{Teacher, index},
};

/// Share of uniformly random legal moves, so that samples include the refutation of mistakes.
const RANDOM_MOVE_SHARE: f64 = 0.02;

/// Temperature of the first moves.
const FIRST_TEMPERATURE: f64 = 1.1;

/// Limit of the temperature in long games.
const LAST_TEMPERATURE: f64 = 0.25;

/// Factor of the temperature in counted games, which have no random moves either, so that their
/// scores depend on the positions more than on the moves drawn.
const COUNTED_TEMPERATURE: f64 = 0.5;

/// Moves after which the temperature is halfway to its limit, per point of the board.
const TEMPERATURE_HALF_LIFE: f64 = 0.15;

/// Maximum number of moves of a game, per point of the board.
const MAX_MOVES_PER_POINT: f64 = 2.5;

/// Plays a game, which may start with moves of `opening`, and returns its positions. The moves are
/// drawn by the player if there is one, else by the teacher. Counted games have no playout-doubling
/// advantage, since both sides draw their moves from policies of the same strength.
pub fn play(
    size: Size,
    opening: Option<Record>,
    (teacher, mut player): (&mut Teacher, Option<&mut Teacher>),
    plan: &Plan,
    rng: &mut Random,
) -> Vec<Sample> {
    let mut game = draw_game(size, rng);
    if let Some(record) = opening {
        open(&mut game, record, rng);
    }
    let is_counted = rng.random_bool(plan.counted);
    let white_pda = if is_counted { 0.0 } else { draw_white_pda(rng) };
    let first = game.turns().len();
    let max_moves = first + (MAX_MOVES_PER_POINT * size.area() as f64) as usize;
    let mut samples: Vec<(Color, Sample)> = Vec::new();
    let mut was_kept = false;
    while game.stage() != Stage::Over && !game.has_no_result() && game.turns().len() < max_moves {
        let color = game.to_move();
        let is_kept = rng.random_bool(plan.kept);
        let pda = pda(white_pda, color);
        let drawn = player.as_mut().map(|player| player.label(&game, pda, false, rng));
        let labelled =
            (is_kept || drawn.is_none()).then(|| teacher.label(&game, pda, is_kept, rng));
        let (_, Targets { policy, .. }) =
            drawn.as_ref().or(labelled.as_ref()).expect("one of both");
        let temperature = temperature(size, game.turns().len() - first);
        let mv = match is_counted {
            true => draw_move(&game, policy, COUNTED_TEMPERATURE * temperature, rng),
            false if rng.random_bool(RANDOM_MOVE_SHARE) => random_move(&game, rng),
            false => draw_move(&game, policy, temperature, rng),
        };
        let played = Some(index(size, mv));
        if was_kept && let Some((_, last)) = samples.last_mut() {
            last.reply = played;
        }
        if let Some((input, targets)) = labelled.filter(|_| is_kept) {
            samples.push((color, Sample { input, targets, played, reply: None, outcome: None }));
        }
        was_kept = is_kept;
        game.play(color, mv).expect("the move was drawn among the legal ones");
    }
    if game.stage() == Stage::Over && is_counted {
        let margin = Status::judge(&game).verdict.score(&game).margin();
        for (color, sample) in &mut samples {
            sample.outcome = Some(color.points(margin) as f32);
        }
    }
    samples.into_iter().map(|(_, sample)| sample).collect()
}

/// Plays the first moves of a record, at most two thirds of them, as long as they are legal.
fn open(game: &mut Game, record: Record, rng: &mut Random) {
    let is_even = game.handicap() == 0 && record.first() == Color::Black;
    let is_from_empty = record.start().is_some_and(|start| start == *game.board());
    if !is_even || !is_from_empty {
        return;
    }
    let moves = record.moves();
    let count = rng.random_range(0..=2 * moves.len() / 3);
    for mv in moves.take(count).take_while(|&mv| mv != Move::Pass) {
        let color = game.to_move();
        if game.check(color, mv).is_err() {
            break;
        }
        game.play(color, mv).expect("a legal move");
    }
}

/// The temperature after some moves of self-play: it falls during the game.
fn temperature(size: Size, moves: usize) -> f64 {
    let half_lives = moves as f64 / (TEMPERATURE_HALF_LIFE * size.area() as f64);
    LAST_TEMPERATURE + (FIRST_TEMPERATURE - LAST_TEMPERATURE) * 0.5_f64.powf(half_lives)
}

/// Draws a move from the policy.
fn draw_move(game: &Game, policy: &[f32], temperature: f64, rng: &mut Random) -> Move {
    let moves: Vec<Move> = plays(game).chain([Move::Pass]).collect();
    let probability = |mv: Move| f64::from(policy[usize::from(index(game.size(), mv))]);
    let weight = |&mv: &Move| probability(mv).powf(1.0 / temperature);
    *moves.choose_weighted(rng, weight).unwrap_or(&Move::Pass)
}

/// Draws one of the [`plays`], all alike; a pass if there is none.
fn random_move(game: &Game, rng: &mut Random) -> Move {
    plays(game).choose(rng).unwrap_or(Move::Pass)
}

/// The legal moves that are not passes and do not fill an own eye.
fn plays(game: &Game) -> impl Iterator<Item = Move> {
    let color = game.to_move();
    let points = game.state().legal_points(game.rules(), color);
    points.filter(move |&point| !game.board().is_eye(point, color)).map(Move::Play)
}
