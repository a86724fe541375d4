//! Positions of recorded games.

use rand::{
    RngExt,
    seq::{IndexedRandom, index::sample},
};
use shusaku::{
    board::{Board, Move, Point},
    game::Game,
    rules::Rules,
};

use crate::{
    packs::Record,
    plan::{Plan, Random, draw_komi, draw_rules, draw_white_pda, pda},
    sample::{Sample, Targets},
    teacher::{Teacher, index},
};

/// Share of the games that keep the rules and komi of the record, if known.
const RECORDED_RULES_SHARE: f64 = 0.5;

/// Share of the positions after a random move.
const RANDOM_MOVE_SHARE: f64 = 0.15;

/// Draws positions of a game, uniformly over its length. Held-out games keep their rules, komi,
/// moves and score; without known rules, komi and score they have no positions.
pub fn positions(
    record: Record,
    teacher: &mut Teacher,
    plan: &Plan,
    rng: &mut Random,
) -> Vec<Sample> {
    let Some(start) = record.start() else { return Vec::new() };
    let (known, score) = (record.komi().zip(record.rules()), record.score());
    if plan.held_out && (known.is_none() || score.is_none()) {
        return Vec::new();
    }
    let keeps_rules = plan.held_out || rng.random_bool(RECORDED_RULES_SHARE);
    let mut game = match known.filter(|_| keeps_rules) {
        Some((komi, rules)) => begin(start, record, Rules::preset(rules).expect("a preset"), komi),
        None => {
            let komi = draw_komi(start.size(), rng);
            begin(start, record, draw_rules(rng), komi)
        }
    };
    let outcome = score.filter(|_| keeps_rules && known.is_some());
    let moves: Vec<Move> = record.moves().collect();
    let mut chosen = sample(rng, moves.len(), plan.per_game.min(moves.len())).into_vec();
    chosen.sort_unstable();
    let mut samples = Vec::new();
    for (at, &mv) in moves.iter().enumerate() {
        if chosen.binary_search(&at).is_ok() {
            let next = moves.get(at + 1).copied();
            samples.push(make_sample(&game, (mv, next), outcome, teacher, plan, rng));
        }
        if game.play_as_recorded(game.to_move(), mv).is_err() {
            break;
        }
    }
    samples
}

fn begin(start: Board, record: Record, rules: Rules, komi: f64) -> Game {
    let mut game = Game::from_position(start, record.first(), rules);
    game.set_komi(Some(komi));
    game
}

/// A sample of the current position, or of the one after a random move.
fn make_sample(
    game: &Game,
    (mv, next): (Move, Option<Move>),
    outcome: Option<f64>,
    teacher: &mut Teacher,
    plan: &Plan,
    rng: &mut Random,
) -> Sample {
    let mut label = |game: &Game, pda: f64, rng: &mut Random| match plan.unlabelled {
        true => (teacher.input(game, pda), Targets::unknown(game.size())),
        false => teacher.label(game, pda, true, rng),
    };
    let white_pda = if plan.held_out { 0.0 } else { draw_white_pda(rng) };
    if !plan.held_out
        && rng.random_bool(RANDOM_MOVE_SHARE)
        && let Some(other) = after_random_move(game, rng)
    {
        let (input, targets) = label(&other, pda(white_pda, other.to_move()), rng);
        return Sample { input, targets, played: None, reply: None, outcome: None };
    }
    let (size, color) = (game.size(), game.to_move());
    let (input, targets) = label(game, pda(white_pda, color), rng);
    // An advantage changes the expected result, but the record's players had none.
    let outcome = outcome.filter(|_| white_pda == 0.0).map(|margin| color.points(margin) as f32);
    let (played, reply) = (Some(index(size, mv)), next.map(|mv| index(size, mv)));
    Sample { input, targets, played, reply, outcome }
}

/// The game after a random legal play, if there is one.
fn after_random_move(game: &Game, rng: &mut Random) -> Option<Game> {
    let color = game.to_move();
    let points: Vec<Point> = game.state().legal_points(game.rules(), color).collect();
    let point = *points.choose(rng)?;
    let mut other = game.clone();
    other.play(color, Move::Play(point)).expect("a legal point");
    Some(other)
}
