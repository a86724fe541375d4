//! Commands of GoGui, most of which paint its board (GoGui's reference, chapter "Analyze
//! commands").

mod live;

use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;

pub(super) use self::live::Live;
use super::{
    Command,
    notation::{DONE, color, rows},
};
use crate::{
    board::{Board, Color, Observer, Point, Vertex},
    engine::{Engine, SearchOptions},
    gtp::{Args, Response},
    playout::{LastMoves, Tactical, play_out},
    search::{Candidate, Details, Report},
    tactics::LadderReader,
};

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "gogui-analyze_commands",
        "- the commands of GoGui's analyze menu",
        analyze_commands,
    ),
    Command::new("gogui-title", "- the title of GoGui's window", title),
    Command::new("gogui-version", "VERSION - the version of GoGui", version),
    Command::new("gogui-interrupt", "- succeeds: '# interrupt' is supported", interrupt),
    Command::new(
        "shusaku-ownership",
        "- ownership of each point, 1 for Black, -1 for White",
        ownership,
    ),
    Command::new("shusaku-visits", "COLOR - visits of each move", visits),
    Command::new("shusaku-values", "COLOR - win rate of each move, in %", values),
    Command::new(RAVE, "COLOR - RAVE value of each move in a search by playouts, in %", rave),
    Command::new("shusaku-priors", "COLOR - prior of each move, from 0 to 1", priors),
    Command::new("shusaku-best-line", "COLOR - the principal variation", best_line),
    Command::new("shusaku-playout", "COLOR - the moves of one playout", playout),
    Command::new("shusaku-ladders", "- the stones that can be captured in a ladder", ladders),
];

/// The command that only a search by playouts can answer.
pub(super) const RAVE: &str = "shusaku-rave";

/// Type, label and command of each entry of GoGui's analyze menu.
const MENU: &str = "\
dboard/Ownership/shusaku-ownership
sboard/Visits/shusaku-visits %m
sboard/Win Rates/shusaku-values %m
dboard/Priors/shusaku-priors %m
var/Best Line/shusaku-best-line %m
var/Playout/shusaku-playout %m
plist/Stones in a Ladder/shusaku-ladders
plist/Dead Stones/final_status_list dead
string/Score/final_score
hstring/Rule Set/shusaku-rules
param/Parameters/shusaku-param";

/// The entry that a search by playouts has besides.
const RAVE_ENTRY: &str = "sboard/RAVE Values/shusaku-rave %m";

fn analyze_commands(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    if engine.evaluates_by_network() {
        return Ok(MENU.to_string());
    }
    Ok(format!("{MENU}\n{RAVE_ENTRY}"))
}

fn title(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    let rules = engine.game().rules().preset_name().unwrap_or("custom");
    Ok(format!("{}: {rules} rules, komi {}", engine.options().name, engine.game().komi()))
}

fn version(_: &mut Engine, args: &mut Args) -> Response {
    args.rest();
    DONE
}

fn interrupt(_: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    DONE
}

/// Iterations of the search behind an answer: few enough for a click.
const ITERATIONS: u64 = 2000;

fn search(engine: &mut Engine, color: Color, details: Details) -> Report {
    engine.search_briefly(color, ITERATIONS, &SearchOptions { details, ..SearchOptions::default() })
}

fn ownership(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    let details = Details { ownership: true, ..Details::default() };
    let shares = search(engine, Color::Black, details).ownership.unwrap_or_default();
    let words = shares.iter().map(|share| format!("{share:.2}"));
    Ok(rows(engine.game().size(), words))
}

fn visits(engine: &mut Engine, args: &mut Args) -> Response {
    visited_moves(engine, args, |candidate| candidate.visits.to_string())
}

fn values(engine: &mut Engine, args: &mut Args) -> Response {
    visited_moves(engine, args, |candidate| percent(candidate.win_rate))
}

fn rave(engine: &mut Engine, args: &mut Args) -> Response {
    if engine.evaluates_by_network() {
        return Err("no RAVE values: the search uses a network".to_string());
    }
    visited_moves(engine, args, |candidate| percent(candidate.amaf_utility.unwrap_or(0.0)))
}

fn percent(share: f64) -> String {
    format!("{:.0}", 100.0 * share)
}

/// Writes a word per visited move, and an empty one for every other point.
fn visited_moves(
    engine: &mut Engine,
    args: &mut Args,
    format: fn(&Candidate) -> String,
) -> Response {
    let color = color(args)?;
    args.end()?;
    let report = search(engine, color, Details::default());
    let size = engine.game().size();
    let word = |point: &Point| {
        let of_point = |c: &&Candidate| c.mv.point() == Some(*point) && c.visits > 0;
        report.candidates.iter().find(of_point).map_or("\"\"".to_string(), format)
    };
    Ok(rows(size, size.points().map(|point| word(&point))))
}

fn priors(engine: &mut Engine, args: &mut Args) -> Response {
    let color = color(args)?;
    args.end()?;
    let report = search(engine, color, Details::default());
    let size = engine.game().size();
    let prior = |point: Point| {
        let of_point = |c: &&Candidate| c.mv.point() == Some(point);
        report.candidates.iter().find(of_point).map_or(0.0, |candidate| candidate.prior)
    };
    Ok(rows(size, size.points().map(|point| format!("{:.3}", prior(point)))))
}

fn best_line(engine: &mut Engine, args: &mut Args) -> Response {
    let color = color(args)?;
    args.end()?;
    let report = search(engine, color, Details::default());
    let size = engine.game().size();
    let names = report.best().line.iter().map(|&(mv, _)| Vertex::new(size, mv).to_string());
    Ok(names.collect::<Vec<_>>().join(" "))
}

/// Records the plays of a playout.
struct Trace(Vec<(Color, Point)>);

impl Observer for Trace {
    fn placed(&mut self, point: Point, color: Color) {
        self.0.push((color, point));
    }

    fn removed(&mut self, _: Point, _: Color) {}
}

fn playout(engine: &mut Engine, args: &mut Args) -> Response {
    let color = color(args)?;
    args.end()?;
    let mut board = engine.game().board().clone();
    let last = engine.game().turns().last().and_then(|turn| turn.mv.point());
    let recent = LastMoves { last, before: None };
    let mut rng = Xoroshiro128PlusPlus::seed_from_u64(rand::random());
    let mut trace = Trace(Vec::new());
    play_out(&mut board, color, recent, &mut Tactical::default(), &mut rng, &mut trace);
    let size = board.size();
    let turn = |(color, point): &(Color, Point)| {
        format!("{} {}", color.letter().to_ascii_lowercase(), Vertex::of(size, *point))
    };
    Ok(trace.0.iter().map(turn).collect::<Vec<_>>().join(" "))
}

fn ladders(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    let board = engine.game().board();
    let mut reader = LadderReader::new(board);
    let captured = board.chains().filter(|&chain| is_captured(&mut reader, board, chain));
    let stones = captured.flat_map(|chain| board.chain(chain));
    Ok(super::notation::vertices(board.size(), stones))
}

fn is_captured(reader: &mut LadderReader, board: &Board, chain: Point) -> bool {
    let liberties: Vec<Point> = board.liberties(chain).take(3).collect();
    match liberties[..] {
        [last] => !reader.escapes(board, chain, last),
        [one, other] => reader.captures(board, chain, one) || reader.captures(board, chain, other),
        _ => false,
    }
}
