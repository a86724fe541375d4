//! Reading of the main variation of a game.

use std::collections::HashMap;

use super::{
    Document, NodeId, Property, Record, Step, WarningKind,
    error::{SgfError, quote},
    set_up::SetUpBuilder,
    tree::Collection,
};
use crate::board::{Color, Size};

/// The board size of a record without SZ.
const DEFAULT_SIZE: Size = match Size::square(19) {
    Ok(size) => size,
    Err(_) => panic!("19x19 is a valid size"),
};

/// Maximum number of points in all set-ups of a line: 27,700 whole boards of 19x19.
const MAX_SET_UP_POINTS: usize = 10_000_000;

/// Reads the first game of a file: its main variation.
///
/// The charset is that of [`Document::read`]. Text around the games, unknown properties and all
/// variations but the first are skipped.
///
/// # Errors
/// [`SgfError`] if the file contains no game, or the first one is incomplete, malformed, not Go,
/// larger than 25x25, has a stone off the board, or too many points in set-ups.
pub fn read(bytes: &[u8]) -> Result<Record, SgfError> {
    let document = Document::read(bytes)?;
    let game = document.collection.games().next().ok_or(SgfError::NoGame)?;
    document.record(game, &document.faults())
}

/// Reads every game of a file, each with its own error as in [`read`].
///
/// The games share one charset. The result is never empty: a file without a game gives
/// [`SgfError::NoGame`].
pub fn read_collection(bytes: &[u8]) -> Vec<Result<Record, SgfError>> {
    match Document::read(bytes) {
        Ok(document) => document.records(),
        Err(error) => vec![Err(error)],
    }
}

impl Document {
    /// The main variations of all games.
    ///
    /// A game is an error if it is incomplete or lacks a move, although it was mended for editing.
    pub fn records(&self) -> Vec<Result<Record, SgfError>> {
        let faults = self.faults();
        self.collection.games().map(|game| self.record(game, &faults)).collect()
    }

    fn record(&self, game: NodeId, faults: &Faults) -> Result<Record, SgfError> {
        if self.collection.next_sibling(game).is_none() && self.is_truncated() {
            return Err(SgfError::Truncated);
        }
        let line: Vec<NodeId> = self.collection.main_variation(game).collect();
        read_line(&self.collection, &line, faults)
    }
}

impl Collection {
    /// Reads the line that leads to a node and on along first children.
    ///
    /// # Errors
    /// [`SgfError`] if the game is not Go, larger than 25x25, or has a stone off the board there.
    pub fn record(&self, node: NodeId) -> Result<Record, SgfError> {
        read_line(self, &self.full_line(node), &HashMap::new())
    }

    /// Reads the line that leads to a node, up to that node.
    ///
    /// # Errors
    /// As [`Collection::record`].
    pub fn record_to(&self, node: NodeId) -> Result<Record, SgfError> {
        read_line(self, &self.line_to(node), &HashMap::new())
    }

    /// The nodes from the root of the game to a node.
    #[must_use]
    pub fn line_to(&self, node: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = self.ancestors(node).collect();
        line.reverse();
        line
    }

    /// The nodes from the root of the game through a node to the end of its main variation.
    #[must_use]
    pub fn full_line(&self, node: NodeId) -> Vec<NodeId> {
        let mut line = self.line_to(node);
        line.extend(self.main_variation(node).skip(1));
        line
    }
}

/// Reads the nodes of a line.
fn read_line(
    collection: &Collection,
    line: &[NodeId],
    faults: &Faults,
) -> Result<Record, SgfError> {
    let mut reader = LineReader::new(collection, faults);
    line.iter().try_for_each(|&node| reader.read(node))?;
    Ok(reader.into_record())
}

/// The nodes that may lack a move, each with its fault.
pub(super) type Faults = HashMap<NodeId, WarningKind>;

/// Reads the nodes of a line one by one. Nodes without properties do not count.
pub(super) struct LineReader<'c> {
    collection: &'c Collection,
    faults: &'c Faults,
    builder: RecordBuilder,
    /// Number of nodes that were read.
    number: usize,
}

impl<'c> LineReader<'c> {
    pub(super) fn new(collection: &'c Collection, faults: &'c Faults) -> LineReader<'c> {
        let record = Record { application: Some(String::new()), ..Record::new(DEFAULT_SIZE) };
        let builder = RecordBuilder { record, moves: 0, set_up_points: 0 };
        LineReader { collection, faults, builder, number: 0 }
    }

    /// Reads the next node. A node that is an error adds no step.
    pub(super) fn read(&mut self, node: NodeId) -> Result<(), SgfError> {
        let reason = self.faults.get(&node).copied();
        if reason.is_none() && self.collection.text(node).is_empty() {
            return Ok(());
        }
        if let Some(reason) = reason {
            return Err(SgfError::Syntax { node: self.number + 1, reason });
        }
        if self.number == 0 {
            self.builder.record.size = board_size(self.collection, node)?;
        }
        self.builder.add_node(self.number == 0, self.collection.properties(node))?;
        self.number += 1;
        Ok(())
    }

    /// Whether no node was read.
    pub(super) const fn is_empty(&self) -> bool {
        self.number == 0
    }

    /// Number of steps that were read.
    pub(super) const fn steps(&self) -> usize {
        self.builder.record.steps.len()
    }

    pub(super) fn into_record(self) -> Record {
        self.builder.record
    }
}

/// The board size of a root node, if the game is Go.
fn board_size(collection: &Collection, root: NodeId) -> Result<Size, SgfError> {
    let mut size = DEFAULT_SIZE;
    for property in collection.properties(root) {
        let text = property.raw().trim();
        match property.name() {
            "GM" if text.parse() == Ok(1) => {}
            "GM" => return Err(SgfError::OtherGame(quote(text))),
            "SZ" => size = read_size(text).ok_or_else(|| SgfError::Size(quote(text)))?,
            _ => {}
        }
    }
    Ok(size)
}

/// Reads `9`, or `9:7` for 9 columns and 7 rows.
fn read_size(text: &str) -> Option<Size> {
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    Size::new(width.trim().parse().ok()?, height.trim().parse().ok()?).ok()
}

struct RecordBuilder {
    record: Record,
    /// Number of moves that were read.
    moves: usize,
    /// Number of points in the set-ups that were read.
    set_up_points: usize,
}

impl RecordBuilder {
    /// Adds a node: its set-up, then the player to move, then its moves in the order of the file.
    fn add_node<'a>(
        &mut self,
        is_root: bool,
        properties: impl Iterator<Item = Property<'a>>,
    ) -> Result<(), SgfError> {
        let mut set_up = SetUpBuilder::new(self.record.size, self.moves);
        let mut to_play = None;
        let mut moves = Vec::new();
        for property in properties {
            match property.name() {
                "AB" => set_up.add("AB", property)?,
                "AW" => set_up.add("AW", property)?,
                "AE" => set_up.add("AE", property)?,
                "PL" => to_play = property.value().color().or(to_play),
                "B" => moves.push(self.read_move(Color::Black, property)?),
                "W" => moves.push(self.read_move(Color::White, property)?),
                _ => self.game_info(property),
            }
        }
        // A rectangle of a few bytes becomes hundreds of points.
        self.set_up_points += set_up.len();
        if self.set_up_points > MAX_SET_UP_POINTS {
            return Err(SgfError::TooManySetUpPoints { max: MAX_SET_UP_POINTS });
        }
        self.record.steps.extend(set_up.step());
        if is_root {
            self.record.first = to_play;
        } else {
            self.record.steps.extend(to_play.map(Step::ToPlay));
        }
        self.record.steps.append(&mut moves);
        Ok(())
    }

    fn read_move(&mut self, color: Color, property: Property<'_>) -> Result<Step, SgfError> {
        self.moves += 1;
        let size = self.record.size;
        let is_single = property.values().nth(1).is_none();
        let mv = property.value().mv(size).filter(|_| is_single);
        let off_board =
            || SgfError::Move { number: self.moves, color, value: quote(property.raw()), size };
        mv.map(|mv| Step::Turn(color, mv)).ok_or_else(off_board)
    }

    /// Adds a property of the game information, unless the record has it already.
    fn game_info(&mut self, property: Property<'_>) {
        let record = &mut self.record;
        let field = match property.name() {
            "KM" => &mut record.komi,
            "RU" => &mut record.rules,
            "RE" => &mut record.result,
            "PB" => &mut record.black,
            "PW" => &mut record.white,
            "EV" => &mut record.event,
            "DT" => &mut record.date,
            "AP" => {
                if record.application.as_deref() == Some("") {
                    let name = non_empty_text(&property.value().simple_text()).unwrap_or_default();
                    record.application = Some(name).filter(|_| !is_own(property));
                }
                return;
            }
            "HA" => {
                let stones = property.value().raw().trim().parse().ok();
                record.handicap = record.handicap.or(stones);
                return;
            }
            _ => return,
        };
        if field.is_none() {
            *field = non_empty_text(&property.value().simple_text());
        }
    }
}

/// Whether AP names this program.
fn is_own(application: Property<'_>) -> bool {
    let value = application.value();
    value.composed().map_or(value, |(name, _)| name).simple_text() == env!("CARGO_PKG_NAME")
}

/// Text without white space around it, `None` if empty.
fn non_empty_text(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
