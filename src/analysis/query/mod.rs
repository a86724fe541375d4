//! An analysis query as plain data, and its parsing.

mod overrides;
mod turns;

use serde_json::{Map, Value};

use self::{
    overrides::{override_settings, read_settings},
    turns::{priorities, prioritized, priority, turn_numbers},
};
use super::{
    constraints,
    fields::{Fields, Problem},
    moves::{Place, Start, player, turns},
    rules::{self, QueryRules},
    settings::Settings,
};
use crate::{
    board::{Color, Move, Point, Size},
    game::Game,
    search::SearchConstraint,
};

/// A query for some positions of a game.
#[derive(Clone, Debug)]
pub(super) struct Query {
    pub(super) id: String,
    pub(super) start: Start,
    pub(super) moves: Vec<(Color, Move)>,
    /// The positions to analyze, by the number of moves before, ascending, each with its priority.
    pub(super) turns: Vec<(usize, i64)>,
    pub(super) settings: Settings,
    pub(super) constraints: Vec<SearchConstraint>,
    pub(super) includes: Includes,
    /// Seconds from the start of the search to the first report, and between reports.
    pub(super) first_report: Option<f64>,
    pub(super) report_every: Option<f64>,
}

/// Optional parts of the answers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Includes {
    pub(super) ownership: bool,
    pub(super) ownership_deviation: bool,
    pub(super) moves_ownership: bool,
    pub(super) moves_ownership_deviation: bool,
    pub(super) policy: bool,
    pub(super) pv_visits: bool,
    pub(super) no_result_value: bool,
    pub(super) status: bool,
}

/// Every field that a query may have.
const FIELDS: &[&str] = &[
    "action",
    "allowMoves",
    "analysisPVLen",
    "analyzeTurns",
    "avoidMoves",
    "boardXSize",
    "boardYSize",
    "firstReportDuringSearchAfter",
    "id",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includeNoResultValue",
    "includeOwnership",
    "includeOwnershipStdev",
    "includePVVisits",
    "includePolicy",
    "includeStatus",
    "initialPlayer",
    "initialStones",
    "komi",
    "maxVisits",
    "moves",
    "overrideSettings",
    "priorities",
    "priority",
    "reportDuringSearchEvery",
    "rootFpuReductionMax",
    "rootPolicyTemperature",
    "rules",
    "terminateId",
    "turnNumbers",
    "whiteHandicapBonus",
];

const SECONDS: (f64, f64) = (0.001, 1e6);

impl Query {
    /// Reads a query. Fields that it does not state are those of `defaults`.
    ///
    /// # Errors
    /// The first wrong field.
    pub(super) fn parse(
        id: &str,
        object: &Map<String, Value>,
        defaults: &Settings,
    ) -> Result<(Query, Vec<Problem>), Problem> {
        let fields = Fields(object);
        let size = size(fields)?;
        let stones = initial_stones(size, fields)?;
        let moves = moves(size, fields)?;
        let initial_player = initial_player(fields)?;
        let numbers = turn_numbers(fields, moves.len())?;
        let priorities = priorities(fields, numbers.len())?;
        let mut rules = rules::parse(fields)?;
        let mut warnings: Vec<Problem> = rules.warning.take().into_iter().collect();
        let mut settings = defaults.clone();
        warnings.extend(override_settings(fields, &mut settings)?);
        read_settings(fields, &mut settings)?;
        let includes = Includes::parse(fields)?;
        let report_every = fields.number("reportDuringSearchEvery", SECONDS)?;
        let first_report = fields.number("firstReportDuringSearchAfter", SECONDS)?;
        let priority = priority(fields)?;
        let turns = prioritized(&numbers, priorities, priority);
        let constraints = constraints::parse(size, fields)?;
        if settings.warns_of_unused_fields {
            warnings.extend(unused_fields(object));
        }
        let start = start(size, stones, initial_player, &moves, rules, &settings);
        let moves = legal_moves(&start, moves)?;
        let query = Query {
            id: id.to_string(),
            start,
            moves,
            turns,
            settings,
            constraints,
            includes,
            first_report: first_report.or(report_every),
            report_every,
        };
        Ok((query, warnings))
    }

    /// The game after this number of moves.
    pub(super) fn game(&self, turn: usize) -> Game {
        self.start.replay(&self.moves[..turn]).expect("the moves were replayed before")
    }
}

impl Includes {
    fn parse(fields: Fields) -> Result<Includes, Problem> {
        Ok(Includes {
            moves_ownership: fields.boolean("includeMovesOwnership")?,
            moves_ownership_deviation: fields.boolean("includeMovesOwnershipStdev")?,
            no_result_value: fields.boolean("includeNoResultValue")?,
            ownership: fields.boolean("includeOwnership")?,
            ownership_deviation: fields.boolean("includeOwnershipStdev")?,
            pv_visits: fields.boolean("includePVVisits")?,
            policy: fields.boolean("includePolicy")?,
            status: fields.boolean("includeStatus")?,
        })
    }
}

fn size(fields: Fields) -> Result<Size, Problem> {
    for field in ["boardXSize", "boardYSize"] {
        if fields.get(field).is_none() {
            return Err(Problem::new(field, "Must specify this value"));
        }
    }
    let side = |field| {
        let side = fields.integer(field, (1, i64::from(Size::MAX)))?;
        Ok(side.expect("the field is present") as u8)
    };
    let (width, height) = (side("boardXSize")?, side("boardYSize")?);
    Ok(Size::new(width, height).expect("both sides are in range"))
}

fn initial_stones(size: Size, fields: Fields) -> Result<Vec<(Color, Point)>, Problem> {
    const FIELD: &str = "initialStones";
    let Some(value) = fields.get(FIELD) else { return Ok(Vec::new()) };
    let mut stones = Vec::new();
    for (color, place) in turns(size, FIELD, value)? {
        match place {
            Place::On(Move::Play(point)) => stones.push((color, point)),
            Place::On(Move::Pass) => {
                return Err(Problem::new(FIELD, "Could not parse board location: pass"));
            }
            Place::Off => {}
        }
    }
    Ok(stones)
}

fn initial_player(fields: Fields) -> Result<Option<Color>, Problem> {
    let stated = fields.get("initialPlayer").map(player).transpose();
    stated.map_err(|message| Problem::new("initialPlayer", message))
}

/// Warnings of the fields that no query has.
fn unused_fields(object: &Map<String, Value>) -> impl Iterator<Item = Problem> {
    let unused = object.keys().filter(|key| !FIELDS.contains(&key.as_str()));
    unused.map(|key| Problem::new(key, "Unexpected or unused field"))
}

fn moves(size: Size, fields: Fields) -> Result<Vec<(Color, Place)>, Problem> {
    const FIELD: &str = "moves";
    let value = fields.get(FIELD);
    turns(size, FIELD, value.ok_or_else(|| Problem::new(FIELD, "Must specify an array of moves"))?)
}

/// The start of the game, with the player to move first if the query states one.
fn start(
    size: Size,
    stones: Vec<(Color, Point)>,
    stated: Option<Color>,
    moves: &[(Color, Place)],
    rules: QueryRules,
    settings: &Settings,
) -> Start {
    let handicap = handicap_of(size, &stones);
    let first = first_player(stated, moves, handicap);
    let handicap = (!settings.counts_starting_moves_as_handicap).then_some(handicap);
    Start { size, stones, first, rules: rules.rules, komi: rules.komi, handicap }
}

/// The moves, all of which can be played.
fn legal_moves(start: &Start, moves: Vec<(Color, Place)>) -> Result<Vec<(Color, Move)>, Problem> {
    let on_board = |&(color, place): &(Color, Place)| match place {
        Place::On(mv) => Some((color, mv)),
        Place::Off => None,
    };
    let legal: Vec<(Color, Move)> = moves.iter().map_while(on_board).collect();
    let illegal = match start.replay(&legal) {
        Err(index) => Some(index),
        Ok(_) => (legal.len() < moves.len()).then_some(legal.len()),
    };
    let Some(index) = illegal else { return Ok(legal) };
    let name = legal.get(index).map_or_else(
        || "off the board".to_string(),
        |&(_, mv)| crate::board::Vertex::new(start.size, mv).to_string(),
    );
    Err(Problem::new("moves", format!("Illegal move {index}: {name}")))
}

/// The player to move first: as stated, or the player of the first move, or White where Black has a
/// handicap.
fn first_player(stated: Option<Color>, moves: &[(Color, Place)], handicap: u32) -> Color {
    let default = if handicap > 0 { Color::White } else { Color::Black };
    stated.or(moves.first().map(|&(color, _)| color)).unwrap_or(default)
}

/// The number of handicap stones in a set-up.
fn handicap_of(size: Size, stones: &[(Color, Point)]) -> u32 {
    let board = super::moves::set_up(size, stones);
    Game::from_position(board, Color::White, crate::rules::Rules::default()).handicap()
}
