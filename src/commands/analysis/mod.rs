//! Commands that report on a running search: Leela Zero's and KataGo's analysis (KataGo's document
//! "GTP extensions").

mod arguments;
mod format;
mod stream;

use self::{
    arguments::{AnalysisArgs, parse},
    format::Dialect,
    stream::{StopOn, Stream},
};
use super::{
    Command,
    notation::{DONE, color, decision},
};
use crate::{
    board::Color,
    engine::{Decision, Engine, SearchOptions},
    gtp::{Args, Response, Session},
    search::{Details, Report},
};

pub(super) const COMMANDS: &[Command] = &[
    Command::with_session(
        "lz-analyze",
        "[COLOR] [CENTISECONDS] {KEY VALUE}... - analyzes until the next line of input",
        lz_analyze,
    ),
    Command::with_session(
        "kata-analyze",
        "[COLOR] [CENTISECONDS] {KEY VALUE}... - the same with scores, and ownership on request",
        kata_analyze,
    ),
    Command::with_session(
        "lz-genmove_analyze",
        "[COLOR] [CENTISECONDS] {KEY VALUE}... - generates and plays a move, with analysis",
        lz_genmove_analyze,
    ),
    Command::with_session(
        "kata-genmove_analyze",
        "[COLOR] [CENTISECONDS] {KEY VALUE}... - the same with scores, and ownership on request",
        kata_genmove_analyze,
    ),
    Command::with_session(
        "cgos-genmove_analyze",
        "COLOR - generates and plays a move, with analysis in JSON",
        cgos_genmove_analyze,
    ),
    Command::with_session(
        "kata-search",
        "[COLOR] - generates a move without playing it",
        kata_search,
    ),
    Command::with_session(
        "kata-search_cancellable",
        "[COLOR] - the same, until the next line of input",
        kata_search_cancellable,
    ),
    Command::with_session(
        "kata-search_analyze",
        "[COLOR] [CENTISECONDS] {KEY VALUE}... - generates a move without playing it, with analysis",
        kata_search_analyze,
    ),
    Command::with_session(
        "kata-search_analyze_cancellable",
        "[COLOR] [CENTISECONDS] {KEY VALUE}... - the same, until the next line of input",
        kata_search_analyze_cancellable,
    ),
    Command::new("stop", "- ends pondering, and analysis as any line of input does", stop),
    Command::new("clear_cache", "- empties the search tree and the caches", clear_cache),
];

/// Whether a command plays the generated move, and the input that ends its search.
#[derive(Clone, Copy)]
struct SearchMode {
    plays: bool,
    stop_on: StopOn,
}

const GENMOVE: SearchMode = SearchMode { plays: true, stop_on: StopOn::Interrupt };
const SEARCH: SearchMode = SearchMode { plays: false, stop_on: StopOn::Interrupt };
const CANCELLABLE: SearchMode = SearchMode { plays: false, stop_on: StopOn::AnyLine };

fn lz_analyze(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    analyze(engine, args, session, Dialect::Leela)
}

fn kata_analyze(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    analyze(engine, args, session, Dialect::Kata)
}

fn analyze(engine: &mut Engine, args: &mut Args, session: &Session, dialect: Dialect) -> Response {
    let AnalysisArgs { color, interval, fields, options } = parse(engine.game(), args, dialect)?;
    let stream = Stream::new(session, engine.game(), fields, interval, StopOn::AnyLine);
    session.start_stream();
    engine.analyze(color, &options, &stream);
    DONE
}

fn lz_genmove_analyze(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    search_and_report(engine, args, session, Dialect::Leela, GENMOVE)
}

fn kata_genmove_analyze(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    search_and_report(engine, args, session, Dialect::Kata, GENMOVE)
}

fn kata_search_analyze(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    search_and_report(engine, args, session, Dialect::Kata, SEARCH)
}

fn kata_search_analyze_cancellable(
    engine: &mut Engine,
    args: &mut Args,
    session: &Session,
) -> Response {
    search_and_report(engine, args, session, Dialect::Kata, CANCELLABLE)
}

/// Generates a move and reports on it at least once: clients expect an `info` line before the move.
fn search_and_report(
    engine: &mut Engine,
    args: &mut Args,
    session: &Session,
    dialect: Dialect,
    mode: SearchMode,
) -> Response {
    let AnalysisArgs { color, interval, fields, options } = parse(engine.game(), args, dialect)?;
    let stream = Stream::new(session, engine.game(), fields, interval, mode.stop_on);
    session.start_stream();
    let (answer, report) = search(engine, color, &options, &stream, mode);
    stream.write(&report);
    Ok(format!("play {}", answer_text(engine, answer, &stream)))
}

fn cgos_genmove_analyze(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    let color = color(args)?;
    args.end()?;
    let stream = Stream::new(
        session,
        engine.game(),
        Dialect::Kata.default_fields(),
        None,
        StopOn::Interrupt,
    );
    let details = Details { score: true, ..Details::default() };
    let options = SearchOptions { details, ..SearchOptions::default() };
    session.start_stream();
    let (answer, report) = engine.genmove(color, &options, &stream);
    session.write_line(&format::json(engine.game().size(), &report));
    Ok(format!("play {}", decision(engine.game().size(), answer)))
}

fn kata_search(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    search_silently(engine, args, session, SEARCH)
}

fn kata_search_cancellable(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    search_silently(engine, args, session, CANCELLABLE)
}

fn search_silently(
    engine: &mut Engine,
    args: &mut Args,
    session: &Session,
    mode: SearchMode,
) -> Response {
    let color = if args.peek().is_some() { color(args)? } else { engine.game().to_move() };
    args.end()?;
    let fields = Dialect::Kata.default_fields();
    let stream = Stream::new(session, engine.game(), fields, None, mode.stop_on);
    let (answer, _) = search(engine, color, &SearchOptions::default(), &stream, mode);
    Ok(answer_text(engine, answer, &stream))
}

fn search(
    engine: &mut Engine,
    color: Color,
    options: &SearchOptions,
    stream: &Stream,
    mode: SearchMode,
) -> (Decision, Report) {
    if mode.plays {
        engine.genmove(color, options, stream)
    } else {
        engine.find_move(color, options, stream)
    }
}

/// Formats the decision, or `cancelled` if input ended the search.
fn answer_text(engine: &Engine, answer: Decision, stream: &Stream) -> String {
    if stream.is_cancelled() {
        "cancelled".to_string()
    } else {
        decision(engine.game().size(), answer)
    }
}

fn stop(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    engine.stop_waiting();
    DONE
}

fn clear_cache(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    engine.clear_cache();
    DONE
}
