//! A search by playouts as a message: the game, and the limits.

use std::time::Duration;

use super::codec::{Decoder, Encoder, MessageError};
use crate::{
    board::{Board, Color, Move, Point, Size},
    game::Game,
    rules::Rules,
    search::{Limits, SearchRequest},
};

/// A search by playouts.
#[derive(Clone, Debug)]
pub(super) struct SearchJob {
    /// The search's number.
    pub(super) number: u64,
    pub(super) game: Game,
    /// The player to move.
    pub(super) color: Color,
    pub(super) seed: u64,
    /// Number of iterations of each rank.
    pub(super) iterations: Option<u64>,
    /// The longest time that the search may take.
    pub(super) max_time: Option<Duration>,
}

/// The code of a pass; a play is the index of its point, row by row.
const PASS: u16 = u16::MAX;

impl SearchJob {
    /// The search on a worker that contributes to one on rank 0.
    pub(super) fn new(number: u64, game: &Game, color: Color, request: &SearchRequest) -> Self {
        let limits = &request.limits;
        SearchJob {
            number,
            game: game.clone(),
            color,
            seed: request.seed,
            iterations: limits.iterations,
            max_time: limits.max_time.or(limits.time),
        }
    }

    /// The parameters of the search, which ends at its limits or when it is stopped.
    pub(super) fn request(&self) -> SearchRequest {
        let limits = Limits {
            iterations: self.iterations,
            time: self.max_time,
            runs_to_limit: true,
            ..Limits::default()
        };
        SearchRequest { limits, seed: self.seed, ..SearchRequest::default() }
    }

    pub(super) fn encode(&self, out: &mut Encoder) {
        out.u64(self.number);
        out.u8(self.color.index() as u8);
        out.u64(self.seed);
        out.u64(self.iterations.unwrap_or(u64::MAX));
        let micros = self.max_time.map_or(u64::MAX, |time| time.as_micros() as u64);
        out.u64(micros);
        encode_game(&self.game, out);
    }

    pub(super) fn decode(from: &mut Decoder) -> Result<SearchJob, MessageError> {
        let number = from.u64()?;
        let color = decode_color(from)?;
        let seed = from.u64()?;
        let limit = |value: u64| Some(value).filter(|&value| value != u64::MAX);
        let iterations = limit(from.u64()?);
        let max_time = limit(from.u64()?).map(Duration::from_micros);
        Ok(SearchJob { number, game: decode_game(from)?, color, seed, iterations, max_time })
    }
}

impl PartialEq for SearchJob {
    fn eq(&self, other: &SearchJob) -> bool {
        let bytes = |job: &SearchJob| {
            let mut out = Encoder::default();
            job.encode(&mut out);
            out.bytes
        };
        bytes(self) == bytes(other)
    }
}

fn decode_color(from: &mut Decoder) -> Result<Color, MessageError> {
    match from.u8()? {
        index if index == Color::Black.index() as u8 => Ok(Color::Black),
        index if index == Color::White.index() as u8 => Ok(Color::White),
        _ => Err(MessageError::Value("color")),
    }
}

fn encode_game(game: &Game, out: &mut Encoder) {
    let size = game.size();
    out.u8(size.width());
    out.u8(size.height());
    out.text(&game.rules().to_json());
    out.u8(game.agreed_komi().is_some().into());
    out.f64(game.agreed_komi().unwrap_or_default());
    out.u32(game.handicap());
    let stones = |&point: &Point| game.start().stone(point).is_some();
    let stones: Vec<Point> = size.points().filter(stones).collect();
    out.u16(stones.len() as u16);
    for point in stones {
        let color = game.start().stone(point).expect("a stone is there");
        encode_turn(size, (color, Move::Play(point)), out);
    }
    out.u8(game.first_to_move().index() as u8);
    game.removed_before().into_iter().for_each(|removed| out.u32(removed));
    out.u32(game.turns().len() as u32);
    game.turns().iter().for_each(|turn| encode_turn(size, (turn.color, turn.mv), out));
    out.u8(game.to_move().index() as u8);
}

fn decode_game(from: &mut Decoder) -> Result<Game, MessageError> {
    let size = Size::new(from.u8()?, from.u8()?).map_err(|_| MessageError::Value("board"))?;
    let rules = Rules::from_json(&from.text()?).map_err(|_| MessageError::Value("rule set"))?;
    let has_komi = from.flag()?;
    let komi = Some(from.f64()?).filter(|_| has_komi);
    let handicap = from.u32()?;
    let count = from.u16()?;
    let mut stones = Vec::new();
    for _ in 0..count {
        let (color, mv) = decode_turn(size, from)?;
        stones.push((mv.point().ok_or(MessageError::Value("stone"))?, color));
    }
    let start = Board::set_up(size, stones).map_err(|_| MessageError::Value("position"))?;
    let mut game = Game::from_position(start, decode_color(from)?, rules);
    game.set_komi(komi);
    game.declare_handicap(handicap);
    game.set_removed_before([from.u32()?, from.u32()?]);
    for _ in 0..from.u32()? {
        let (color, mv) = decode_turn(size, from)?;
        game.play_as_recorded(color, mv).map_err(|_| MessageError::Value("move"))?;
    }
    let to_move = decode_color(from)?;
    if to_move != game.to_move() {
        game.set_to_move(to_move);
    }
    Ok(game)
}

fn encode_turn(size: Size, (color, mv): (Color, Move), out: &mut Encoder) {
    out.u8(color.index() as u8);
    out.u16(mv.point().map_or(PASS, |point| size.row_major_index(point) as u16));
}

fn decode_turn(size: Size, from: &mut Decoder) -> Result<(Color, Move), MessageError> {
    let color = decode_color(from)?;
    let index = from.u16()?;
    if index == PASS {
        return Ok((color, Move::Pass));
    }
    let width = u16::from(size.width());
    let row = u8::try_from(index / width).ok();
    let point = row.and_then(|row| size.point((index % width) as u8, row));
    Ok((color, Move::Play(point.ok_or(MessageError::Value("point"))?)))
}
