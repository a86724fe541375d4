//! The arguments of the analysis commands.

use std::time::Duration;

use super::format::{Dialect, Style};
use crate::{
    board::{Color, Move, Point, Size, Vertex},
    engine::SearchOptions,
    game::Game,
    gtp::{Args, quote},
    search::{Details, SearchConstraint},
};

/// What an analysis command is asked for.
pub(super) struct Arguments {
    pub(super) color: Color,
    /// Time between two lines; `None` for no lines.
    pub(super) interval: Option<Duration>,
    pub(super) style: Style,
    pub(super) question: SearchOptions,
}

/// No client can read faster, and no more than a year makes sense.
const LEAST_INTERVAL: f64 = 0.01;
const MOST_INTERVAL: f64 = 3e7;

/// Reads `[COLOR] [CENTISECONDS] {KEY VALUE}...`.
pub(super) fn read(game: &Game, args: &mut Args, dialect: Dialect) -> Result<Arguments, String> {
    let is_color = args.peek().is_some_and(|word| word.parse::<Color>().is_ok());
    let color = if is_color { super::color(args)? } else { game.to_move() };
    let mut arguments = Arguments {
        color,
        interval: None,
        style: dialect.style(),
        question: SearchOptions::default(),
    };
    if args.peek().is_some_and(|word| word.parse::<f64>().is_ok()) {
        arguments.interval = Some(interval(args)?);
    }
    while let Some(key) = args.next_word() {
        read_key(key, args, game.size(), &mut arguments)?;
    }
    let Style { ownership, ownership_deviation, .. } = arguments.style;
    let Style { moves_ownership, moves_ownership_deviation, .. } = arguments.style;
    arguments.question.details = Details {
        score: dialect == Dialect::Kata,
        ownership: ownership || ownership_deviation,
        move_ownership: moves_ownership || moves_ownership_deviation,
    };
    arguments.style.constraints.clone_from(&arguments.question.constraints);
    if !leaves_a_turn(game, color, &arguments.question) {
        return Err("avoid and allow leave no turn to look at".to_string());
    }
    Ok(arguments)
}

/// Whether there is a turn that the search looks at.
fn leaves_a_turn(game: &Game, color: Color, question: &SearchOptions) -> bool {
    let board = game.board();
    let is_left = |point: Point| {
        let mv = Move::Play(point);
        question.permits(color, mv)
            && board.is_empty(point)
            && !board.is_suicide(point, color)
            && !board.is_eye(point, color)
            && game.check(color, mv).is_ok()
    };
    question.permits(color, Move::Pass) || game.size().points().any(is_left)
}

fn read_key(
    key: &str,
    args: &mut Args,
    size: Size,
    arguments: &mut Arguments,
) -> Result<(), String> {
    let style = &mut arguments.style;
    match key {
        "interval" => arguments.interval = Some(interval(args)?),
        "minmoves" => style.min_moves = args.integer(key_name(key), 0..=i64::MAX)? as usize,
        "maxmoves" => style.max_moves = args.integer(key_name(key), 1..=i64::MAX)? as usize,
        "avoid" | "allow" => {
            let constraint = constraint(key == "allow", args, size)?;
            check_together(&arguments.question.constraints, &constraint)?;
            arguments.question.constraints.push(constraint);
        }
        _ => match style.flag(key) {
            Some(flag) => *flag = args.boolean(key_name(key))?,
            None => return Err(format!("syntax error: unknown key {}", quote(key))),
        },
    }
    Ok(())
}

/// What an error calls the value of a key.
fn key_name(key: &str) -> &'static str {
    match key {
        "minmoves" => "value of minmoves",
        "maxmoves" => "value of maxmoves",
        _ => "value of a key",
    }
}

/// A time in hundredths of a second, which may have a fraction.
fn interval(args: &mut Args) -> Result<Duration, String> {
    let seconds = args.float("interval")? / 100.0;
    if seconds < 0.0 {
        return Err("syntax error: interval: expected 0 or more".to_string());
    }
    Ok(Duration::from_secs_f64(seconds.clamp(LEAST_INTERVAL, MOST_INTERVAL)))
}

/// `COLOR VERTEX,VERTEX,... DEPTH`, where a vertex may be `pass` or a rectangle `A1:C3`.
fn constraint(is_exclusive: bool, args: &mut Args, size: Size) -> Result<SearchConstraint, String> {
    let color = super::color(args)?;
    let mut moves = Vec::new();
    for word in args.string("vertices")?.split(',') {
        moves.extend(vertex_or_rectangle(word, size)?);
    }
    let depth = args.integer("depth", 1..=i64::MAX)? as usize;
    Ok(SearchConstraint { color, moves, is_exclusive, depth })
}

fn vertex_or_rectangle(word: &str, size: Size) -> Result<Vec<Move>, String> {
    let vertex = |word: &str| {
        Vertex::parse(size, word).map_err(|error| format!("syntax error: {}: {error}", quote(word)))
    };
    let Some((one, other)) = word.split_once(':') else { return Ok(vec![vertex(word)?]) };
    let (Move::Play(one), Move::Play(other)) = (vertex(one)?, vertex(other)?) else {
        return Err(format!("syntax error: {}: a pass has no place", quote(word)));
    };
    let between = |value: u8, a: u8, b: u8| (a.min(b)..=a.max(b)).contains(&value);
    let is_inside = |point: &Point| {
        between(size.column(*point), size.column(one), size.column(other))
            && between(size.row(*point), size.row(one), size.row(other))
    };
    Ok(size.points().filter(is_inside).map(Move::Play).collect())
}

/// A list of the only turns allowed stands alone for its colour.
fn check_together(others: &[SearchConstraint], new: &SearchConstraint) -> Result<(), String> {
    let clashes = |other: &SearchConstraint| {
        other.color == new.color && (other.is_exclusive || new.is_exclusive)
    };
    if others.iter().any(clashes) {
        return Err("syntax error: allow goes once for a color, and without avoid".to_string());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    fn parse(line: &str, dialect: Dialect) -> Result<Arguments, String> {
        let size = Size::square(9).expect("a size");
        let game = Game::new(size, Rules::preset("chinese").expect("a preset"));
        read(&game, &mut Args::new(line), dialect)
    }

    #[test]
    fn color_and_interval_come_first_and_both_are_optional() {
        let cases = [
            ("", Color::Black, None),
            ("w", Color::White, None),
            ("10", Color::Black, Some(100)),
            ("W 7.000000000000001", Color::White, Some(70)),
            ("b 2147483600", Color::Black, Some(21_474_836_000)),
            ("white interval 50", Color::White, Some(500)),
            ("0", Color::Black, Some(10)),
        ];
        for (line, color, millis) in cases {
            let arguments = parse(line, Dialect::Leela).unwrap_or_else(|e| panic!("{line}: {e}"));
            assert_eq!(arguments.color, color, "{line}");
            assert_eq!(arguments.interval.map(|i| i.as_millis()), millis, "{line}");
        }
    }

    #[test]
    fn keys_are_read_in_any_order() {
        let line = "b 50 rootInfo true maxmoves 3 ownership true minmoves 2 pvVisits false";
        let arguments = parse(line, Dialect::Kata).expect("well formed");
        let style = &arguments.style;
        assert!(style.root_info && style.ownership && !style.pv_visits);
        assert_eq!((style.min_moves, style.max_moves), (2, 3));
        assert!(arguments.question.details.ownership && arguments.question.details.score);
    }

    #[test]
    fn avoid_repeats_and_allow_does_not() {
        let line = "avoid b A1,pass 1 avoid b C3:D4 2 allow w E5 3";
        let constraints = parse(line, Dialect::Leela).expect("well formed").question.constraints;
        assert_eq!(constraints.iter().map(|r| r.moves.len()).collect::<Vec<_>>(), [2, 4, 1]);
        let pass = |r: &SearchConstraint, color, ply| r.permits(color, Move::Pass, ply);
        assert!(!pass(&constraints[0], Color::Black, 0) && pass(&constraints[0], Color::Black, 1));
        assert!(!pass(&constraints[2], Color::White, 2) && pass(&constraints[2], Color::Black, 0));
        for clash in ["allow b A1 1 allow b B1 1", "avoid b A1 1 allow b B1 1"] {
            assert!(parse(clash, Dialect::Kata).is_err(), "{clash}");
        }
    }

    #[test]
    fn wrong_arguments_are_errors() {
        for wrong in [
            "c",
            "-1",
            "nan",
            "b 10 20",
            "b 10 interval",
            "maxmoves 0",
            "minmoves x",
            "avoid b",
            "avoid b A1",
            "avoid b A1 0",
            "avoid b Z9 1",
            "avoid b A1:pass 1",
            "ownership maybe",
            "nonsense true",
        ] {
            assert!(parse(wrong, Dialect::Kata).is_err(), "{wrong}");
        }
        assert!(parse("ownership true", Dialect::Leela).is_err());
    }
}
