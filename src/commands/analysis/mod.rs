//! Commands that tell what the engine thinks while it thinks: Leela Zero's and KataGo's analysis
//! (KataGo's document "GTP extensions").

mod arguments;
mod format;
mod stream;

use self::{
    arguments::{Arguments, read},
    format::Dialect,
    stream::{Ending, Stream},
};
use super::{
    Command,
    words::{DONE, color, decision},
};
use crate::{
    board::Color,
    engine::{Decision, Engine, SearchOptions},
    gtp::{Args, Response, Session},
    search::{Details, Report},
};

pub(super) const COMMANDS: &[Command] = &[
    Command::watching(
        "lz-analyze",
        "[COLOR] [CENTISECONDS] {KEY VALUE}... - tells what it thinks, until the next line of input",
        lz_analyze,
    ),
    Command::watching(
        "kata-analyze",
        "[COLOR] [CENTISECONDS] {KEY VALUE}... - the same with scores, and ownership where asked for",
        kata_analyze,
    ),
    Command::watching(
        "lz-genmove_analyze",
        "[COLOR] [CENTISECONDS] {KEY VALUE}... - finds a turn, plays it, and tells about it",
        lz_genmove_analyze,
    ),
    Command::watching(
        "kata-genmove_analyze",
        "[COLOR] [CENTISECONDS] {KEY VALUE}... - the same with scores, and ownership where asked for",
        kata_genmove_analyze,
    ),
    Command::watching(
        "cgos-genmove_analyze",
        "COLOR - finds a turn, plays it, and tells about it in JSON",
        cgos_genmove_analyze,
    ),
    Command::watching("kata-search", "[COLOR] - finds a turn without playing it", kata_search),
    Command::watching(
        "kata-search_cancellable",
        "[COLOR] - the same, until the next line of input",
        kata_search_cancellable,
    ),
    Command::watching(
        "kata-search_analyze",
        "[COLOR] [CENTISECONDS] {KEY VALUE}... - finds a turn without playing it, and tells about it",
        kata_search_analyze,
    ),
    Command::watching(
        "kata-search_analyze_cancellable",
        "[COLOR] [CENTISECONDS] {KEY VALUE}... - the same, until the next line of input",
        kata_search_analyze_cancellable,
    ),
    Command::new("stop", "- ends analysis and pondering, as any line of input does", stop),
    Command::new("clear_cache", "- forgets what searches found", clear_cache),
];

/// What a command that finds a turn does with it, and what ends its search.
#[derive(Clone, Copy)]
struct Manner {
    plays: bool,
    ending: Ending,
}

const GENMOVE: Manner = Manner { plays: true, ending: Ending::Interrupt };
const SEARCH: Manner = Manner { plays: false, ending: Ending::Interrupt };
const CANCELLABLE: Manner = Manner { plays: false, ending: Ending::Input };

fn lz_analyze(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    analyze(engine, args, session, Dialect::Leela)
}

fn kata_analyze(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    analyze(engine, args, session, Dialect::Kata)
}

fn analyze(engine: &mut Engine, args: &mut Args, session: &Session, dialect: Dialect) -> Response {
    let Arguments { color, interval, style, question } = read(&engine.game, args, dialect)?;
    let stream = Stream::new(session, &engine.game, style, interval, Ending::Input);
    session.start_stream();
    engine.analyze(color, &question, &stream);
    DONE
}

fn lz_genmove_analyze(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    find_and_tell(engine, args, session, Dialect::Leela, GENMOVE)
}

fn kata_genmove_analyze(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    find_and_tell(engine, args, session, Dialect::Kata, GENMOVE)
}

fn kata_search_analyze(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    find_and_tell(engine, args, session, Dialect::Kata, SEARCH)
}

fn kata_search_analyze_cancellable(
    engine: &mut Engine,
    args: &mut Args,
    session: &Session,
) -> Response {
    find_and_tell(engine, args, session, Dialect::Kata, CANCELLABLE)
}

/// Finds a turn and tells about it at least once, since clients look for a line of information
/// before the turn.
fn find_and_tell(
    engine: &mut Engine,
    args: &mut Args,
    session: &Session,
    dialect: Dialect,
    manner: Manner,
) -> Response {
    let Arguments { color, interval, style, question } = read(&engine.game, args, dialect)?;
    let stream = Stream::new(session, &engine.game, style, interval, manner.ending);
    session.start_stream();
    let (found, report) = find(engine, color, &question, &stream, manner);
    stream.write(&report);
    Ok(format!("play {}", outcome(engine, found, &stream)))
}

fn cgos_genmove_analyze(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    let color = color(args)?;
    args.end()?;
    let stream = Stream::new(session, &engine.game, Dialect::Kata.style(), None, Ending::Interrupt);
    let details = Details { score: true, ..Details::default() };
    let question = SearchOptions { details, ..SearchOptions::default() };
    session.start_stream();
    let (found, report) = engine.genmove(color, &question, &stream);
    session.write_line(&format::json(engine.game.size(), &report));
    Ok(format!("play {}", decision(engine.game.size(), found)))
}

fn kata_search(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    find_quietly(engine, args, session, SEARCH)
}

fn kata_search_cancellable(engine: &mut Engine, args: &mut Args, session: &Session) -> Response {
    find_quietly(engine, args, session, CANCELLABLE)
}

fn find_quietly(
    engine: &mut Engine,
    args: &mut Args,
    session: &Session,
    manner: Manner,
) -> Response {
    let color = if args.peek().is_some() { color(args)? } else { engine.game.to_move() };
    args.end()?;
    let style = Dialect::Kata.style();
    let stream = Stream::new(session, &engine.game, style, None, manner.ending);
    let (found, _) = find(engine, color, &SearchOptions::default(), &stream, manner);
    Ok(outcome(engine, found, &stream))
}

fn find(
    engine: &mut Engine,
    color: Color,
    question: &SearchOptions,
    stream: &Stream,
    manner: Manner,
) -> (Decision, Report) {
    if manner.plays {
        engine.genmove(color, question, stream)
    } else {
        engine.find_turn(color, question, stream)
    }
}

/// The decision; none if input ended the search.
fn outcome(engine: &Engine, found: Decision, stream: &Stream) -> String {
    if stream.is_cancelled() {
        "cancelled".to_string()
    } else {
        decision(engine.game.size(), found)
    }
}

fn stop(_: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    DONE
}

fn clear_cache(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    engine.clear_cache();
    DONE
}
