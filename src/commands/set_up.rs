//! Commands that prepare a game: size, komi, handicap, set-up positions.

use super::{
    Command,
    notation::{DONE, color, point_set, turns, vertices},
};
use crate::{
    board::{Board, Color, PointSet, Size},
    engine::Engine,
    game::fixed_handicap,
    gtp::{ArgError, Args, Response},
};

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "boardsize",
        "N | WIDTH HEIGHT - starts a game on a board of this size, 1 to 25",
        boardsize,
    ),
    Command::new("rectangular_boardsize", "WIDTH HEIGHT - the same", boardsize),
    Command::new("clear_board", "- starts a game on the same board", clear_board),
    Command::new("komi", "POINTS - sets the komi", komi),
    Command::new("get_komi", "- the komi", get_komi),
    Command::new("fixed_handicap", "N - places N handicap stones on the star points", fixed),
    Command::new(
        "place_free_handicap",
        "N - places N handicap stones where the engine chooses",
        place_free,
    ),
    Command::new("set_free_handicap", "VERTEX... - places handicap stones", set_free),
    Command::new("gogui-setup", "{COLOR VERTEX}... - sets up a position on an empty board", setup),
    Command::new("gogui-setup_player", "COLOR - sets the player to move", setup_player),
    Command::new(
        "set_position",
        "{COLOR VERTEX}... - starts a game from a position on the same board",
        set_position,
    ),
];

fn boardsize(engine: &mut Engine, args: &mut Args) -> Response {
    let width = side(args)?;
    let height = if args.peek().is_some() { side(args)? } else { width };
    args.end()?;
    let size = u8::try_from(width).ok().zip(u8::try_from(height).ok());
    let size = size.and_then(|(width, height)| Size::new(width, height).ok());
    engine.new_game(size.ok_or("unacceptable size: sides are from 1 to 25")?);
    DONE
}

fn side(args: &mut Args) -> Result<i64, ArgError> {
    args.integer("size", i64::MIN..=i64::MAX)
}

fn clear_board(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    engine.new_game(engine.game().size());
    DONE
}

fn komi(engine: &mut Engine, args: &mut Args) -> Response {
    let komi = args.float("komi")?;
    args.end()?;
    // A negative zero would be printed as -0.
    engine.set_komi(Some(komi + 0.0));
    DONE
}

fn get_komi(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    Ok(engine.game().komi().to_string())
}

fn fixed(engine: &mut Engine, args: &mut Args) -> Response {
    let stones = number_of_stones(args)?;
    args.end()?;
    let size = engine.game().size();
    let places = fixed_handicap(size, stones).map_err(|error| error.to_string())?;
    place(engine, &places)
}

fn place_free(engine: &mut Engine, args: &mut Args) -> Response {
    let stones = number_of_stones(args)?;
    args.end()?;
    let size = engine.game().size();
    let max = size.area() - 1;
    if stones < 2 || stones as usize > max {
        return Err(format!("invalid number of stones: a {size} board takes from 2 to {max}"));
    }
    let places = engine.place_free_handicap(stones).map_err(|error| error.to_string())?;
    Ok(vertices(size, places.iter()))
}

fn set_free(engine: &mut Engine, args: &mut Args) -> Response {
    let size = engine.game().size();
    let places = point_set(args, size)?;
    if places.len() < 2 || places.len() >= size.area() {
        return Err("bad vertex list: give at least 2 vertices and leave one empty".to_string());
    }
    place(engine, &places)?;
    DONE
}

fn place(engine: &mut Engine, places: &PointSet) -> Response {
    engine.place_handicap(places).map_err(|error| error.to_string())?;
    Ok(vertices(engine.game().size(), places.iter()))
}

fn number_of_stones(args: &mut Args) -> Result<u32, ArgError> {
    // A number out of the range of u32 is as invalid as 0.
    let stones = args.integer("stones", i64::MIN..=i64::MAX)?;
    Ok(u32::try_from(stones).unwrap_or(0))
}

fn setup(engine: &mut Engine, args: &mut Args) -> Response {
    let position = position(args, engine.game().size())?;
    engine.set_up(position, Color::Black).map_err(|error| error.to_string())?;
    DONE
}

/// KataGo's command: unlike GoGui's, it clears the board.
fn set_position(engine: &mut Engine, args: &mut Args) -> Response {
    let size = engine.game().size();
    let position = position(args, size)?;
    engine.new_game(size);
    engine.set_up(position, Color::Black).map_err(|error| error.to_string())?;
    DONE
}

/// Parses the stones of a position up to the end of the line.
fn position(args: &mut Args, size: Size) -> Result<Board, String> {
    let stones: Option<Vec<_>> =
        turns(args, size)?.into_iter().map(|(color, mv)| Some((mv.point()?, color))).collect();
    let stones = stones.ok_or("syntax error: expected a vertex for each stone, got pass")?;
    Board::set_up(size, stones).map_err(|error| error.to_string())
}

fn setup_player(engine: &mut Engine, args: &mut Args) -> Response {
    let color = color(args)?;
    args.end()?;
    engine.set_to_move(color);
    DONE
}
