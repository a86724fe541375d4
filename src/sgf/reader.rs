use sgf_parse::{GameTree, SgfParseError, unknown_game::Prop};

use super::{
    Record, Step,
    decode::decode,
    error::{SgfError, quote},
    main_variation::Games,
    set_up::{SetUp, point},
};
use crate::board::{Color, Move, Size};

/// The board size of a record without SZ.
const DEFAULT_SIZE: Size = match Size::square(19) {
    Ok(size) => size,
    Err(_) => panic!("19x19 is a valid size"),
};

/// The largest board on which `tt` is a pass, as in FF\[3\].
const MAX_SIDE_WITH_TT_PASS: u8 = 19;

/// Reads the first game of a file.
///
/// The charset is given by a byte order mark or CA, else it is UTF-8 or Latin-1. Text around the
/// games, unknown properties and all variations but the first are skipped.
///
/// # Errors
/// [`SgfError`] if the file contains no game, or the first one is incomplete, malformed, not Go,
/// larger than 25x25, or has a stone off the board.
pub fn read(bytes: &[u8]) -> Result<Record, SgfError> {
    Games::new(&decode(bytes)).next().unwrap_or(Err(SgfError::NoGame)).and_then(record)
}

/// Reads every game of a file, each with its own error as in [`read`].
///
/// The games share one charset. The result is never empty: a file without a game gives
/// [`SgfError::NoGame`].
pub fn read_collection(bytes: &[u8]) -> Vec<Result<Record, SgfError>> {
    let text = decode(bytes);
    let games: Vec<_> = Games::new(&text).map(|nodes| nodes.and_then(record)).collect();
    if games.is_empty() { vec![Err(SgfError::NoGame)] } else { games }
}

fn record(nodes: Vec<String>) -> Result<Record, SgfError> {
    let mut reader = Reader { record: Record::new(DEFAULT_SIZE), moves: 0 };
    for (index, node) in nodes.iter().enumerate() {
        let node =
            properties(node).map_err(|reason| SgfError::Syntax { node: index + 1, reason })?;
        if index == 0 {
            reader.record.size = board_size(&node)?;
        }
        reader.node(index, node)?;
    }
    Ok(reader.record)
}

/// The board size of a root node, if the game is Go.
fn board_size(root: &[Prop]) -> Result<Size, SgfError> {
    let mut size = DEFAULT_SIZE;
    for property in root {
        match property {
            Prop::GM(1) => {}
            Prop::GM(game) => return Err(SgfError::OtherGame(game.to_string())),
            Prop::SZ((width, height)) => {
                let written =
                    if width == height { width.to_string() } else { format!("{width}:{height}") };
                size = Size::new(*width, *height).map_err(|_| SgfError::Size(written))?;
            }
            Prop::Invalid(name, values) if name == "GM" => {
                return Err(SgfError::OtherGame(quote(&values.join("]["))));
            }
            Prop::Invalid(name, values) if name == "SZ" => {
                return Err(SgfError::Size(quote(&values.join("]["))));
            }
            _ => {}
        }
    }
    Ok(size)
}

/// The properties of one node in order. Long names of FF\[1\] to FF\[3\] are shortened: `SiZe` to
/// `SZ`.
///
/// The node is parsed as the child of a root of an unknown game. For Go, `sgf-parse` would convert
/// komi to a float, which loses the text, and misread points, since it does not know the board
/// size.
fn properties(node: &str) -> Result<Vec<Prop>, SgfParseError> {
    let trees = sgf_parse::parse(&format!("(;GM[0];{node})"))?;
    let Some(GameTree::Unknown(mut root)) = trees.into_iter().next() else {
        return Err(SgfParseError::UnexpectedGameType);
    };
    let properties = root.children.pop().map(|child| child.properties).unwrap_or_default();
    Ok(properties.into_iter().map(recovered).collect())
}

/// Recovers a property that `sgf-parse` rejects if dropping it would change the game: it is either
/// read nevertheless, or quoted in an error.
fn recovered(property: Prop) -> Prop {
    let Prop::Invalid(name, values) = property else { return property };
    match name.as_str() {
        "AB" => Prop::AB(values.into_iter().collect()),
        "AW" => Prop::AW(values.into_iter().collect()),
        "AE" => Prop::AE(values.into_iter().collect()),
        "B" => Prop::B(values.join("][")),
        "W" => Prop::W(values.join("][")),
        _ => Prop::Invalid(name, values),
    }
}

struct Reader {
    record: Record,
    moves: usize,
}

impl Reader {
    /// Adds a node, where the root has the `index` 0: its set-up, then the player to move, then its
    /// moves in the order of the file.
    fn node(&mut self, index: usize, properties: Vec<Prop>) -> Result<(), SgfError> {
        let mut set_up = SetUp::new(self.record.size, self.moves);
        let mut to_play = None;
        let mut moves = Vec::new();
        for property in properties {
            match property {
                Prop::AB(values) => set_up.add("AB", values)?,
                Prop::AW(values) => set_up.add("AW", values)?,
                Prop::AE(values) => set_up.add("AE", values)?,
                Prop::PL(sgf_parse::Color::Black) => to_play = Some(Color::Black),
                Prop::PL(sgf_parse::Color::White) => to_play = Some(Color::White),
                Prop::B(value) => moves.push(self.read_move(Color::Black, &value)?),
                Prop::W(value) => moves.push(self.read_move(Color::White, &value)?),
                Prop::Invalid(name, values) if name == "PL" => {
                    to_play = values.concat().trim().parse().ok();
                }
                other => self.game_info(other),
            }
        }
        self.record.steps.extend(set_up.step());
        if index == 0 {
            self.record.first = to_play;
        } else {
            self.record.steps.extend(to_play.map(Step::ToPlay));
        }
        self.record.steps.append(&mut moves);
        Ok(())
    }

    fn read_move(&mut self, color: Color, value: &str) -> Result<Step, SgfError> {
        self.moves += 1;
        let size = self.record.size;
        let is_tt_pass = size.width().max(size.height()) <= MAX_SIDE_WITH_TT_PASS;
        let mv = match value.trim() {
            "" => Some(Move::Pass),
            "tt" if is_tt_pass => Some(Move::Pass),
            name => point(size, name).map(Move::Play),
        };
        let off_board = || SgfError::Move { number: self.moves, color, value: quote(value), size };
        mv.map(|mv| Step::Turn(color, mv)).ok_or_else(off_board)
    }

    /// Adds a property of the game information, unless the record has it already.
    fn game_info(&mut self, property: Prop) {
        let record = &mut self.record;
        // The texts are unescaped. Printing them, as `sgf-parse` suggests, would unescape twice.
        let (field, text) = match property {
            Prop::RU(text) => (&mut record.rules, text.text),
            Prop::RE(text) => (&mut record.result, text.text),
            Prop::PB(text) => (&mut record.black, text.text),
            Prop::PW(text) => (&mut record.white, text.text),
            Prop::EV(text) => (&mut record.event, text.text),
            Prop::DT(text) => (&mut record.date, text.text),
            Prop::AP((name, _)) if name.text == env!("CARGO_PKG_NAME") => return,
            Prop::AP((name, version)) => {
                (&mut record.application, format!("{}:{}", name.text, version.text))
            }
            Prop::Unknown(name, values) | Prop::Invalid(name, values) => match name.as_str() {
                "KM" => (&mut record.komi, values.concat()),
                "AP" => (&mut record.application, values.concat()),
                "HA" => {
                    record.handicap = record.handicap.or(values.concat().trim().parse().ok());
                    return;
                }
                _ => return,
            },
            _ => return,
        };
        if field.is_none() {
            *field = line(&text);
        }
    }
}

/// Text as one line without control characters, `None` if empty.
fn line(text: &str) -> Option<String> {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let line = line.trim();
    (!line.is_empty()).then(|| line.to_owned())
}
