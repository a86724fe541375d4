//! The state of the session.

use std::{collections::BTreeMap, time::Instant};

use serde::Serialize;
use serde_json::{Value, json};

use super::{
    catalog::{axes, summary, title_of},
    count::{ByColor, CountView},
    node::{LineView, MarkView, info, lines, marks, move_numbers, notes},
};
use crate::{
    board::{Board, Color, Move, Vertex},
    game::Game,
    rules::Rules,
    sgf::NodeId,
    web::{
        action::Mode,
        session::{NodeValues, Phase, Player, Session, why_illegal},
        tree::text_of,
    },
};

/// The whole state of the session, as the page shows it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::web) struct StateView {
    version: u64,
    size: (u8, u8),
    rules: Value,
    komi: f64,
    handicap: u32,
    handicap_left: u32,
    mode: Mode,
    phase: Phase,
    phase_text: Value,
    board: Vec<String>,
    to_move: Color,
    move_number: usize,
    last_move: Option<String>,
    ko: Option<String>,
    illegal: Vec<(String, &'static str, Option<usize>)>,
    captures: ByColor<u32>,
    players: ByColor<PlayerView>,
    thinking: bool,
    analyzing: bool,
    can_undo: bool,
    can_redo: bool,
    can_undo_edit: bool,
    can_redo_edit: bool,
    can_paste: bool,
    dirty: bool,
    file: Option<String>,
    saved: bool,
    charset: Option<Value>,
    warnings: Vec<String>,
    games: Value,
    node: usize,
    path: Vec<usize>,
    children: Vec<ChildView>,
    siblings: Vec<ChildView>,
    comment: String,
    name: String,
    marks: Vec<MarkView>,
    lines: Vec<LineView>,
    info: BTreeMap<String, String>,
    notes: BTreeMap<String, String>,
    move_numbers: Vec<(String, usize)>,
    result: Option<String>,
    count: Option<CountView>,
    values: Option<NodeValues>,
    engine: Value,
}

#[derive(Clone, Debug, Serialize)]
struct PlayerView {
    #[serde(flatten)]
    player: Player,
    name: String,
}

#[derive(Clone, Debug, Serialize)]
struct ChildView {
    node: usize,
    #[serde(rename = "move")]
    vertex: Option<String>,
    color: Option<Color>,
}

/// The state now.
pub(in crate::web) fn state(session: &Session, _now: Instant) -> StateView {
    let tree = &session.tree;
    let (collection, cursor, root) = (tree.collection(), tree.cursor(), tree.root());
    let (game, size) = (tree.game(), tree.size());
    let node_text = |name| text_of(collection, cursor, name).unwrap_or_default();
    let parent = collection.parent(cursor).unwrap_or(NodeId::COLLECTION);
    let is_root = parent == NodeId::COLLECTION;
    let siblings = if is_root { Vec::new() } else { children(session, parent) };
    StateView {
        version: session.version(),
        size: (size.width(), size.height()),
        rules: rules(game.rules()),
        komi: game.komi(),
        handicap: game.handicap(),
        handicap_left: session.handicap_left,
        mode: session.mode,
        phase: session.phase(),
        phase_text: phase_text(session),
        board: rows(game.board()),
        to_move: session.to_move(),
        move_number: tree.position().moves,
        last_move: last_move(session),
        ko: ko(game),
        illegal: illegal(session),
        captures: captures(game),
        players: ByColor::of(Color::ALL.map(|color| player(session, color))),
        thinking: session.is_thinking(),
        analyzing: session.is_analyzing(),
        can_undo: session.undo_target().is_some(),
        can_redo: session.redo_target().is_some(),
        can_undo_edit: tree.editor().steps() > 0,
        can_redo_edit: tree.editor().can_redo(),
        can_paste: session.has_clipboard(),
        dirty: tree.is_dirty(),
        file: session.file.name.clone(),
        saved: session.file.path.is_some() && !tree.is_dirty(),
        charset: session
            .file
            .charset
            .as_ref()
            .map(|(name, source)| json!({"name": name, "source": source})),
        warnings: session.file.warnings.clone(),
        games: games(session),
        node: cursor.index(),
        path: path(session),
        children: children(session, cursor),
        siblings,
        comment: node_text("C"),
        name: node_text("N"),
        marks: marks(collection, cursor, size),
        lines: lines(collection, cursor, size),
        info: info(collection, root),
        notes: notes(collection, cursor),
        move_numbers: move_numbers(collection, cursor, game.board()),
        result: result(session),
        count: session.count.as_ref().map(|count| CountView::of(session, count)),
        values: session.values.get(&cursor).copied(),
        engine: json!({"version": session.engine.version, "failure": session.engine.failure}),
    }
}

fn rules(rules: &Rules) -> Value {
    let name = rules.preset_name();
    json!({
        "name": name,
        "title": name.map_or_else(|| "custom".to_owned(), title_of),
        "summary": summary(rules),
        "axes": axes(rules),
    })
}

fn phase_text(session: &Session) -> Value {
    let result = session.over.as_ref().map(|over| over.result.as_str());
    json!({"key": session.phase_key(), "args": {
        "color": session.to_move(),
        "result": result,
        "disputes": session.disputes,
        "stones": session.handicap_left,
    }})
}

fn rows(board: &Board) -> Vec<String> {
    let size = board.size();
    let symbol = |column, row| {
        let stone = size.point(column, row).and_then(|point| board.stone(point));
        stone.map_or('.', Color::symbol)
    };
    (0..size.height()).map(|row| (0..size.width()).map(|c| symbol(c, row)).collect()).collect()
}

fn last_move(session: &Session) -> Option<String> {
    session.vertex_of(session.tree.cursor()).map(|(_, vertex)| vertex)
}

fn ko(game: &Game) -> Option<String> {
    let (point, _) = game.board().ko()?;
    Some(Vertex::of(game.size(), point).to_string())
}

/// The empty points where the player to move may not play, with the reason.
fn illegal(session: &Session) -> Vec<(String, &'static str, Option<usize>)> {
    let position = session.tree.position();
    let (game, color) = (&position.game, session.to_move());
    let empty = game.size().points().filter(|&point| game.board().is_empty(point));
    let illegal = empty.filter_map(|point| {
        let reason = game.check(color, Move::Play(point)).err()?;
        let (kind, earlier) = why_illegal(position, reason);
        Some((Vertex::of(game.size(), point).to_string(), kind, earlier))
    });
    illegal.collect()
}

fn captures(game: &Game) -> ByColor<u32> {
    ByColor::of(Color::ALL.map(|color| game.state().removed(color.opponent())))
}

fn player(session: &Session, color: Color) -> PlayerView {
    let (tree, player) = (&session.tree, session.players[color.index()].clone());
    let property = crate::web::session::name_property(color);
    let name = text_of(tree.collection(), tree.root(), property).unwrap_or_default();
    PlayerView { player, name }
}

fn games(session: &Session) -> Value {
    let root = session.tree.root();
    let games: Vec<NodeId> = session.tree.collection().games().collect();
    let index = games.iter().position(|&game| game == root);
    json!({"index": index, "count": games.len()})
}

/// The numbers of the nodes from the root through the cursor to the end of the line.
fn path(session: &Session) -> Vec<usize> {
    let (collection, cursor) = (session.tree.collection(), session.tree.cursor());
    let mut line = collection.line_to(cursor);
    line.extend(collection.main_variation(cursor).skip(1));
    line.into_iter().map(NodeId::index).collect()
}

fn children(session: &Session, parent: NodeId) -> Vec<ChildView> {
    let children = session.tree.collection().children(parent);
    let view = |node: NodeId| {
        let (color, vertex) = session.vertex_of(node).unzip();
        ChildView { node: node.index(), vertex, color }
    };
    children.map(view).collect()
}

fn result(session: &Session) -> Option<String> {
    let in_record = || text_of(session.tree.collection(), session.tree.root(), "RE");
    session.over.as_ref().map(|over| over.result.clone()).or_else(in_record)
}
