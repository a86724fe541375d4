//! What GoGui shows on its board (GoGui's reference, chapter "Analyze commands").

mod live;

use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;

pub(super) use self::live::Live;
use super::{
    Command,
    words::{DONE, color, rows},
};
use crate::{
    board::{Board, Color, Observer, Point, Vertex},
    engine::{Engine, SearchOptions},
    gtp::{Args, Response},
    playout::{Recent, Tactical, play_out},
    search::{Candidate, Details, Report},
    tactics::LadderReader,
};

pub(super) const COMMANDS: &[Command] = &[
    Command::new("gogui-analyze_commands", "- what GoGui can show, one a line", analyze_commands),
    Command::new("gogui-title", "- a title for the window", title),
    Command::new("gogui-version", "VERSION - which GoGui asks", version),
    Command::new("gogui-interrupt", "- whether '# interrupt' is understood", interrupt),
    Command::new("shusaku-ownership", "- whose each point will be, Black's 1", ownership),
    Command::new("shusaku-visits", "COLOR - how often each move was looked at", visits),
    Command::new("shusaku-values", "COLOR - the chance to win after each move, in %", values),
    Command::new("shusaku-rave", "COLOR - the same of playing there at any time, in %", rave),
    Command::new("shusaku-priors", "COLOR - how likely each move looks, from 0 to 1", priors),
    Command::new("shusaku-best-line", "COLOR - the turns expected", best_line),
    Command::new("shusaku-playout", "COLOR - the turns of one playout", playout),
    Command::new("shusaku-ladders", "- the stones that a ladder captures", ladders),
];

/// Type, label and command of each entry of GoGui's menu; the label stands for the command.
const MENU: &str = "\
dboard/Ownership/shusaku-ownership
sboard/Visits/shusaku-visits %m
sboard/Winning Chances/shusaku-values %m
sboard/RAVE Values/shusaku-rave %m
dboard/Priors/shusaku-priors %m
varc/Best Line/shusaku-best-line %m
var/Playout/shusaku-playout %m
plist/Stones in a Ladder/shusaku-ladders
plist/Dead Stones/final_status_list dead
string/Score/final_score
hstring/Rule Set/shusaku-rules
param/Parameters/shusaku-param";

fn analyze_commands(_: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    Ok(MENU.to_string())
}

fn title(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    let rules = engine.game.rules().preset_name().unwrap_or("custom");
    Ok(format!("{}: {rules} rules, komi {}", engine.options().name, engine.game.komi()))
}

fn version(_: &mut Engine, args: &mut Args) -> Response {
    args.rest();
    DONE
}

fn interrupt(_: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    DONE
}

/// Playouts enough to show something, and few enough for a click.
const LOOK: u64 = 2000;

fn look(engine: &mut Engine, color: Color, details: Details) -> Report {
    engine.glance(color, LOOK, &SearchOptions { details, ..SearchOptions::default() })
}

fn ownership(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    let details = Details { ownership: true, ..Details::default() };
    let shares = look(engine, Color::Black, details).ownership.unwrap_or_default();
    let words = shares.iter().map(|share| format!("{share:.2}"));
    Ok(rows(engine.game.size(), words))
}

fn visits(engine: &mut Engine, args: &mut Args) -> Response {
    told_of_moves(engine, args, |candidate| candidate.visits.to_string())
}

fn values(engine: &mut Engine, args: &mut Args) -> Response {
    told_of_moves(engine, args, |candidate| percent(candidate.value))
}

fn rave(engine: &mut Engine, args: &mut Args) -> Response {
    told_of_moves(engine, args, |candidate| percent(candidate.later_value.unwrap_or(0.0)))
}

fn percent(share: f64) -> String {
    format!("{:.0}", 100.0 * share)
}

/// A word for each move that was looked at, an empty one for every other point.
fn told_of_moves(engine: &mut Engine, args: &mut Args, tell: fn(&Candidate) -> String) -> Response {
    let color = color(args)?;
    args.end()?;
    let report = look(engine, color, Details::default());
    let size = engine.game.size();
    let seen = |point: &Point| {
        let of_point = |c: &&Candidate| c.mv.point() == Some(*point) && c.visits > 0;
        report.candidates.iter().find(of_point).map_or("\"\"".to_string(), tell)
    };
    Ok(rows(size, size.points().map(|point| seen(&point))))
}

fn priors(engine: &mut Engine, args: &mut Args) -> Response {
    let color = color(args)?;
    args.end()?;
    let report = look(engine, color, Details::default());
    let size = engine.game.size();
    let prior = |point: Point| {
        let of_point = |c: &&Candidate| c.mv.point() == Some(point);
        report.candidates.iter().find(of_point).map_or(0.0, |candidate| candidate.prior)
    };
    Ok(rows(size, size.points().map(|point| format!("{:.3}", prior(point)))))
}

fn best_line(engine: &mut Engine, args: &mut Args) -> Response {
    let color = color(args)?;
    args.end()?;
    let report = look(engine, color, Details::default());
    let size = engine.game.size();
    let names = report.best().line.iter().map(|&(mv, _)| Vertex::new(size, mv).to_string());
    Ok(names.collect::<Vec<_>>().join(" "))
}

/// The turns of a playout.
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
    let mut board = engine.game.board().clone();
    let last = engine.game.turns().last().and_then(|turn| turn.mv.point());
    let recent = Recent { last, before: None };
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
    let board = engine.game.board();
    let mut reader = LadderReader::new(board);
    let captured = board.chains().filter(|&chain| is_captured(&mut reader, board, chain));
    let stones = captured.flat_map(|chain| board.chain(chain));
    Ok(super::words::vertices(board.size(), stones))
}

fn is_captured(reader: &mut LadderReader, board: &Board, chain: Point) -> bool {
    let liberties: Vec<Point> = board.liberties(chain).take(3).collect();
    match liberties[..] {
        [last] => !reader.escapes(board, chain, last),
        [one, other] => reader.captures(board, chain, one) || reader.captures(board, chain, other),
        _ => false,
    }
}
