//! The arguments of the analysis commands.

use std::time::Duration;

use super::format::{Dialect, InfoFields};
use crate::{
    board::{Color, Move, Point, Size, Vertex},
    engine::SearchOptions,
    game::Game,
    gtp::{Args, quote},
    search::{ConstraintKind, Details, SearchConstraint},
};

/// The arguments of an analysis command.
pub(super) struct AnalysisArgs {
    pub(super) color: Color,
    /// Time between two lines; `None` for no lines.
    pub(super) interval: Option<Duration>,
    pub(super) fields: InfoFields,
    pub(super) options: SearchOptions,
}

/// Range of the interval, in seconds: from what clients can read to a year.
const MIN_INTERVAL: f64 = 0.01;
const MAX_INTERVAL: f64 = 3e7;

/// Parses `[COLOR] [CENTISECONDS] {KEY VALUE}...`.
pub(super) fn parse(
    game: &Game,
    args: &mut Args,
    dialect: Dialect,
) -> Result<AnalysisArgs, String> {
    let is_color = args.peek().is_some_and(|word| word.parse::<Color>().is_ok());
    let color = if is_color { super::color(args)? } else { game.to_move() };
    let mut arguments = AnalysisArgs {
        color,
        interval: None,
        fields: dialect.default_fields(),
        options: SearchOptions::default(),
    };
    if args.peek().is_some_and(|word| word.parse::<f64>().is_ok()) {
        arguments.interval = Some(interval(args)?);
    }
    while let Some(key) = args.next_word() {
        parse_key(key, args, game.size(), &mut arguments)?;
    }
    let InfoFields { ownership, ownership_deviation, .. } = arguments.fields;
    let InfoFields { moves_ownership, moves_ownership_deviation, .. } = arguments.fields;
    arguments.options.details = Details {
        score: dialect == Dialect::Kata,
        ownership: ownership || ownership_deviation,
        move_ownership: moves_ownership || moves_ownership_deviation,
    };
    arguments.fields.constraints.clone_from(&arguments.options.constraints);
    if !leaves_a_move(game, color, &arguments.options) {
        return Err("avoid and allow leave no move; own eyes are never filled".to_string());
    }
    Ok(arguments)
}

/// Whether there is a move that the search considers: a pass, or a legal play that fills no eye.
fn leaves_a_move(game: &Game, color: Color, options: &SearchOptions) -> bool {
    let board = game.board();
    let is_left = |point: Point| {
        let mv = Move::Play(point);
        options.permits(color, mv)
            && board.is_empty(point)
            && !board.is_suicide(point, color)
            && !board.is_eye(point, color)
            && game.check(color, mv).is_ok()
    };
    options.permits(color, Move::Pass) || game.size().points().any(is_left)
}

fn parse_key(
    key: &str,
    args: &mut Args,
    size: Size,
    arguments: &mut AnalysisArgs,
) -> Result<(), String> {
    let fields = &mut arguments.fields;
    match key {
        "interval" => arguments.interval = Some(interval(args)?),
        "minmoves" => {
            fields.min_moves = args.integer("value of minmoves", 0..=i64::MAX)? as usize;
        }
        "maxmoves" => {
            fields.max_moves = args.integer("value of maxmoves", 1..=i64::MAX)? as usize;
        }
        "avoid" | "allow" => {
            let is_allow = key == "allow";
            let kind = if is_allow { ConstraintKind::Allow } else { ConstraintKind::Avoid };
            let constraint = constraint(kind, args, size)?;
            check_together(&arguments.options.constraints, &constraint)?;
            arguments.options.constraints.push(constraint);
        }
        _ => match fields.flag(key) {
            Some((name, flag)) => *flag = args.boolean(name)?,
            None => return Err(format!("syntax error: unknown key {}", quote(key))),
        },
    }
    Ok(())
}

/// Parses a time in hundredths of a second, which may have a fraction.
fn interval(args: &mut Args) -> Result<Duration, String> {
    let seconds = args.float("interval")? / 100.0;
    if seconds < 0.0 {
        return Err("syntax error: interval: expected a number of at least 0".to_string());
    }
    Ok(Duration::from_secs_f64(seconds.clamp(MIN_INTERVAL, MAX_INTERVAL)))
}

/// Parses `COLOR VERTEX,VERTEX,... DEPTH`; a vertex may be `pass` or a rectangle `A1:C3`.
fn constraint(
    kind: ConstraintKind,
    args: &mut Args,
    size: Size,
) -> Result<SearchConstraint, String> {
    let color = super::color(args)?;
    let mut moves = Vec::new();
    for word in args.string("vertices")?.split(',') {
        moves.extend(vertex_or_rectangle(word, size)?);
    }
    let until_depth = args.integer("depth", 1..=i64::MAX)? as usize;
    Ok(SearchConstraint { color, moves, kind, until_depth })
}

fn vertex_or_rectangle(word: &str, size: Size) -> Result<Vec<Move>, String> {
    let vertex = |word: &str| {
        Vertex::parse(size, word).map_err(|error| format!("syntax error: {}: {error}", quote(word)))
    };
    let Some((one, other)) = word.split_once(':') else { return Ok(vec![vertex(word)?]) };
    let (Move::Play(one), Move::Play(other)) = (vertex(one)?, vertex(other)?) else {
        return Err(format!("syntax error: {}: expected two vertices", quote(word)));
    };
    let between = |value: u8, a: u8, b: u8| (a.min(b)..=a.max(b)).contains(&value);
    let is_inside = |point: &Point| {
        between(size.column(*point), size.column(one), size.column(other))
            && between(size.row(*point), size.row(one), size.row(other))
    };
    Ok(size.points().filter(is_inside).map(Move::Play).collect())
}

/// Checks that an `allow` is the only constraint of its color.
fn check_together(others: &[SearchConstraint], new: &SearchConstraint) -> Result<(), String> {
    let clashes = |other: &SearchConstraint| {
        other.color == new.color && [other.kind, new.kind].contains(&ConstraintKind::Allow)
    };
    if others.iter().any(clashes) {
        return Err("syntax error: expected one allow per color, without avoid".to_string());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    fn parse_line(line: &str, dialect: Dialect) -> Result<AnalysisArgs, String> {
        let size = Size::square(9).expect("a size");
        let game = Game::new(size, Rules::preset("chinese").expect("a preset"));
        parse(&game, &mut Args::new(line), dialect)
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
            let arguments =
                parse_line(line, Dialect::Leela).unwrap_or_else(|e| panic!("{line}: {e}"));
            assert_eq!(arguments.color, color, "{line}");
            assert_eq!(arguments.interval.map(|i| i.as_millis()), millis, "{line}");
        }
    }

    #[test]
    fn keys_are_read_in_any_order() {
        let line = "b 50 rootInfo true maxmoves 3 ownership true minmoves 2 pvVisits false";
        let arguments = parse_line(line, Dialect::Kata).expect("well formed");
        let fields = &arguments.fields;
        assert!(fields.root_info && fields.ownership && !fields.pv_visits);
        assert_eq!((fields.min_moves, fields.max_moves), (2, 3));
        assert!(arguments.options.details.ownership && arguments.options.details.score);
    }

    #[test]
    fn avoid_repeats_and_allow_does_not() {
        let line = "avoid b A1,pass 1 avoid b C3:D4 2 allow w E5 3";
        let constraints =
            parse_line(line, Dialect::Leela).expect("well formed").options.constraints;
        assert_eq!(constraints.iter().map(|r| r.moves.len()).collect::<Vec<_>>(), [2, 4, 1]);
        let pass = |r: &SearchConstraint, color, ply| r.permits(color, Move::Pass, ply);
        assert!(!pass(&constraints[0], Color::Black, 0) && pass(&constraints[0], Color::Black, 1));
        assert!(!pass(&constraints[2], Color::White, 2) && pass(&constraints[2], Color::Black, 0));
        for clash in ["allow b A1 1 allow b B1 1", "avoid b A1 1 allow b B1 1"] {
            assert!(parse_line(clash, Dialect::Kata).is_err(), "{clash}");
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
            assert!(parse_line(wrong, Dialect::Kata).is_err(), "{wrong}");
        }
        assert!(parse_line("ownership true", Dialect::Leela).is_err());
    }
}
