//! The state of the session.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::{
    catalog::{axes, summary},
    count::{ByColor, CountView},
    node::{LineView, MarkView, info, lines, marks, move_numbers, notes},
};
use crate::{
    board::{Board, Color, Move, Vertex},
    game::Game,
    rules::{Rules, preset_title},
    sgf::NodeId,
    web::{
        action::Mode,
        properties::text_of,
        session::{EngineInfo, NodeValues, Phase, Player, Session, name_property, why_illegal},
    },
};

/// The whole state of the session, as the page shows it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::web) struct StateView {
    version: u64,
    mode: Mode,
    phase: Phase,
    phase_text: Value,
    players: ByColor<PlayerView>,
    thinking: bool,
    analyzing: bool,
    handicap_left: u32,
    result: Option<String>,
    count: Option<CountView>,
    values: Option<NodeValues>,
    engine: Value,
    #[serde(flatten)]
    position: PositionView,
    #[serde(flatten)]
    node: NodeView,
    #[serde(flatten)]
    record: RecordView,
}

/// The game at the cursor.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PositionView {
    size: (u8, u8),
    rules: Value,
    komi: f64,
    handicap: u32,
    board: Vec<String>,
    to_move: Color,
    move_number: usize,
    last_move: Option<String>,
    ko: Option<String>,
    illegal: Vec<(String, &'static str, Option<usize>)>,
    captures: ByColor<u32>,
    move_numbers: Vec<(String, usize)>,
}

/// The node at the cursor, and its place in the tree.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct NodeView {
    node: usize,
    path: Vec<usize>,
    children: Vec<ChildView>,
    siblings: Vec<ChildView>,
    comment: String,
    name: String,
    marks: Vec<MarkView>,
    lines: Vec<LineView>,
    notes: BTreeMap<String, String>,
}

/// The record and its file.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RecordView {
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
    info: BTreeMap<String, String>,
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
pub(in crate::web) fn state(session: &Session) -> StateView {
    let EngineInfo { version, failure, .. } = &session.engine;
    StateView {
        version: session.version(),
        mode: session.mode,
        phase: session.phase(),
        phase_text: phase_text(session),
        players: ByColor::of(Color::ALL.map(|color| player(session, color))),
        thinking: session.is_thinking(),
        analyzing: session.is_analyzing(),
        handicap_left: session.handicap_left,
        result: result(session),
        count: session.count.as_ref().map(|count| CountView::of(session, count)),
        values: session.values.get(&session.tree.cursor()).copied(),
        engine: json!({"version": version, "failure": failure}),
        position: position(session),
        node: node(session),
        record: record(session),
    }
}

fn position(session: &Session) -> PositionView {
    let (tree, game) = (&session.tree, session.tree.game());
    let size = game.size();
    PositionView {
        size: (size.width(), size.height()),
        rules: rules(game.rules()),
        komi: game.komi(),
        handicap: game.handicap(),
        board: rows(game.board()),
        to_move: session.to_move(),
        move_number: tree.position().moves,
        last_move: session.vertex_of(tree.cursor()).map(|(_, vertex)| vertex),
        ko: ko(game),
        illegal: illegal(session),
        captures: captures(game),
        move_numbers: move_numbers(tree.collection(), tree.cursor(), game.board()),
    }
}

fn node(session: &Session) -> NodeView {
    let (collection, cursor) = (session.tree.collection(), session.tree.cursor());
    let (size, parent) = (session.tree.size(), collection.parent(cursor));
    let text = |name| text_of(collection, cursor, name).unwrap_or_default();
    let parent = parent.filter(|&parent| parent != NodeId::COLLECTION);
    NodeView {
        node: cursor.index(),
        path: path(session),
        children: children(session, cursor),
        siblings: parent.map_or_else(Vec::new, |parent| children(session, parent)),
        comment: text("C"),
        name: text("N"),
        marks: marks(collection, cursor, size),
        lines: lines(collection, cursor, size),
        notes: notes(collection, cursor),
    }
}

fn record(session: &Session) -> RecordView {
    let (tree, file) = (&session.tree, &session.file);
    let charset = file.charset.as_ref();
    RecordView {
        can_undo: session.undo_target().is_some(),
        can_redo: session.redo_target().is_some(),
        can_undo_edit: tree.editor().steps() > 0,
        can_redo_edit: tree.editor().can_redo(),
        can_paste: session.has_clipboard(),
        dirty: tree.is_dirty(),
        file: file.name.clone(),
        saved: file.path.is_some() && !tree.is_dirty(),
        charset: charset.map(|(name, source)| json!({"name": name, "source": source})),
        warnings: file.warnings.clone(),
        games: games(session),
        info: info(tree.collection(), tree.root()),
    }
}

fn rules(rules: &Rules) -> Value {
    let name = rules.preset_name();
    json!({
        "name": name,
        "title": name.map_or_else(|| "custom".to_owned(), preset_title),
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
    let property = name_property(color);
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
