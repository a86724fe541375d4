//! The state of the session.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::{
    count::CountView,
    figure::{FigureView, visible},
    node::{LineView, MarkView, info, lines, marks, notes},
    position::PositionView,
    vertex, vertices,
};
use crate::{
    board::Color,
    sgf::NodeId,
    web::{
        action::Mode,
        by_color::ByColor,
        properties::text_of,
        session::{EngineInfo, NodeValues, Phase, Player, Session, name_property},
    },
};

/// Maximum number of children that are sent, and of siblings.
const MAX_VARIATIONS: usize = 1000;

/// The whole state of the session, as the page shows it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::web) struct StateView {
    version: u64,
    /// The number of the record. Nodes of different records have the same numbers.
    #[serde(rename = "record")]
    record_number: u64,
    /// The version of the positions of the record.
    positions: u64,
    mode: Mode,
    phase: Phase,
    phase_text: Value,
    players: ByColor<PlayerView>,
    thinking: bool,
    analyzing: bool,
    result: Option<String>,
    count: Option<CountView>,
    /// Whether the life of a chain is played out.
    confirming: bool,
    values: Option<NodeValues>,
    engine: Value,
    #[serde(flatten)]
    position: PositionView,
    #[serde(flatten)]
    node: NodeView,
    #[serde(flatten)]
    record: RecordView,
}

/// The node at the cursor, and its place in the tree.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct NodeView {
    node: usize,
    /// Left out if the pages know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<usize>>,
    children: Vec<ChildView>,
    siblings: Vec<ChildView>,
    comment: String,
    name: String,
    marks: Vec<MarkView>,
    lines: Vec<LineView>,
    notes: BTreeMap<String, String>,
    figure: FigureView,
    /// The points that are shown, if not all are.
    visible: Option<Vec<String>>,
    region: Vec<String>,
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
    charset: Option<Value>,
    warnings: Vec<String>,
    games: Value,
    /// Left out if the pages know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    info: Option<BTreeMap<String, String>>,
}

/// The parts of a state that can be much larger than all others, and change seldom.
#[derive(Clone, Debug, Default)]
pub(in crate::web) struct LargeParts {
    path: Option<Vec<usize>>,
    info: Option<BTreeMap<String, String>>,
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

impl StateView {
    /// The line of the cursor and the game information.
    pub(in crate::web) fn large_parts(&self) -> LargeParts {
        LargeParts { path: self.node.path.clone(), info: self.record.info.clone() }
    }

    /// Leaves out the parts that the pages know; they know the others after that.
    pub(in crate::web) fn leave_out(&mut self, known: &mut LargeParts) {
        leave_out(&mut self.node.path, &mut known.path);
        leave_out(&mut self.record.info, &mut known.info);
    }
}

fn leave_out<T: Clone + PartialEq>(part: &mut Option<T>, known: &mut Option<T>) {
    if part == known {
        *part = None;
    } else {
        known.clone_from(part);
    }
}

/// The state now.
pub(in crate::web) fn state(session: &Session) -> StateView {
    let EngineInfo { version, failure, .. } = &session.engine;
    StateView {
        version: session.version(),
        record_number: session.record,
        positions: session.tree.position_version(),
        mode: session.mode,
        phase: session.phase(),
        phase_text: phase_text(session),
        players: ByColor::of(Color::ALL.map(|color| player(session, color))),
        thinking: session.is_thinking(),
        analyzing: session.is_analyzing(),
        result: result(session),
        count: session.count.as_ref().map(|count| CountView::of(session, count)),
        confirming: session.confirmation().is_some(),
        values: session.values.get(&session.tree.cursor()).copied(),
        engine: json!({"version": version, "failure": failure}),
        position: PositionView::of(session),
        node: node(session),
        record: record(session),
    }
}

fn node(session: &Session) -> NodeView {
    let (collection, cursor) = (session.tree.collection(), session.tree.cursor());
    let (size, parent) = (session.tree.size(), collection.parent(cursor));
    let text = |name| text_of(collection, cursor, name).unwrap_or_default();
    let parent = parent.filter(|&parent| parent != NodeId::COLLECTION);
    NodeView {
        node: cursor.index(),
        path: Some(path(session)),
        children: children(session, cursor),
        siblings: parent.map_or_else(Vec::new, |parent| children(session, parent)),
        comment: text("C"),
        name: text("N"),
        marks: marks(collection, cursor, size),
        lines: lines(collection, cursor, size),
        notes: notes(collection, cursor),
        figure: FigureView::of(session),
        visible: visible(collection, cursor, size),
        region: vertices(size, session.region.iter().copied()),
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
        charset: charset.map(|(name, source)| json!({"name": name, "source": source})),
        warnings: file.warnings.clone(),
        games: games(session),
        info: Some(info(tree.collection(), tree.root())),
    }
}

fn phase_text(session: &Session) -> Value {
    let result = session.over.as_ref().map(|over| over.result.as_str());
    let name = |point| vertex(session.tree.size(), point);
    let ko = session.banned_ko().map(name);
    let chain = session.confirmation().map(|confirmation| name(confirmation.stone));
    json!({"key": session.phase_key(), "args": {
        "color": session.to_move(),
        "result": result,
        "disputes": session.disputes(),
        "stones": session.handicap_left(),
        "ko": ko,
        "chain": chain,
    }})
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
    let line = session.tree.collection().full_line(session.tree.cursor());
    line.into_iter().map(NodeId::index).collect()
}

/// The first children of a node.
fn children(session: &Session, parent: NodeId) -> Vec<ChildView> {
    let children = session.tree.collection().children(parent);
    let view = |node: NodeId| {
        let (color, vertex) = session.vertex_of(node).unzip();
        ChildView { node: node.index(), vertex, color }
    };
    children.take(MAX_VARIATIONS).map(view).collect()
}

/// The result of the game, or of the record. A record that is played on has none any more.
fn result(session: &Session) -> Option<String> {
    let over = session.over.as_ref().filter(|over| session.shows(over));
    let over = over.map(|over| over.result.clone());
    let in_record = || text_of(session.tree.collection(), session.tree.root(), "RE");
    over.or_else(|| in_record().filter(|_| session.mode == Mode::Review))
}
