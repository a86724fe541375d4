//! Rules cases: a position, some moves, a query and the expected answer, as records of a JSON file.

pub mod engine;
pub mod reference;

use serde_json::{Value, json};
use shusaku::{
    board::Color,
    rules::{Rules, sgf_komi},
};

/// An implementation of the rules of Go under test. Points are named as in GTP.
pub trait Subject: Sized {
    /// A game that starts from rows of `.`, `X` and `O`.
    fn start(rules: Rules, rows: &[String], first: Color) -> Result<Self, String>;
    fn play(&mut self, color: Color, vertex: &str) -> Result<(), String>;
    fn undo(&mut self) -> Result<(), String>;
    /// The code of the reason why a play is illegal, if it is.
    fn illegality(&self, color: Color, vertex: &str) -> Option<&'static str>;
    /// The consequence of an illegal play, `refuse` or `forfeit`; `None` if the play is legal.
    fn consequence(&mut self, color: Color, vertex: &str) -> Option<&'static str>;
    fn rows(&self) -> Vec<String>;
    fn removed(&self, color: Color) -> u32;
    fn legal_list(&self, color: Color) -> Vec<String>;
    fn status(&self) -> Status;
    fn has_no_result(&self) -> bool;
    fn score(&self, terms: &Terms) -> Result<Score, String>;
    fn independent_regions(&self, dead: &[String]) -> Result<[usize; 2], String>;
    fn perft(&self, depth: usize) -> Vec<u64>;
    /// The margin under best play, positive for Black.
    fn value(&self) -> f64;
    fn bonus(rules: &Rules, stones: u32) -> u32;
    fn komi(rules: &Rules, stones: u32) -> f64;
    /// The number of legal positions.
    fn positions(rows: usize, columns: usize) -> usize;
}

pub struct Status {
    pub is_stopped: bool,
    pub is_final: bool,
    pub to_move: Color,
}

/// The agreement by which a board is counted.
pub struct Terms {
    pub dead: Vec<String>,
    pub seki: Option<Vec<String>>,
    pub handicap: u32,
    pub is_second_count: Option<bool>,
}

pub struct Score {
    pub black: f64,
    pub white: f64,
    pub result: String,
}

/// Runs a case on `S`. The error states the answer and the expected one.
pub fn check_case<S: Subject>(case: &Value) -> Result<(), String> {
    let got = answer::<S>(case)?;
    let expected = &case["expect"];
    if is_same(expected, &got) { Ok(()) } else { Err(format!("expected {expected}, got {got}")) }
}

fn answer<S: Subject>(case: &Value) -> Result<Value, String> {
    let rules = read_rules(&case["rules"])?;
    let query = &case["query"];
    match query["type"].as_str() {
        Some("bonus") => {
            let stones = query["n"].as_array().ok_or("n is no list")?;
            stones.iter().map(|n| Ok(json!(S::bonus(&rules, number(n)? as u32)))).collect()
        }
        Some("komi") => Ok(json!({ "even": S::komi(&rules, 0), "handicap": S::komi(&rules, 2) })),
        Some("alias") => answer_alias(&rules, query, &case["expect"]),
        Some("sgf_komi") => Ok(json!(sgf_komi(text(&query["km"])?, &rules))),
        Some("positions") => {
            Ok(json!(S::positions(number(&query["size"][0])?, number(&query["size"][1])?)))
        }
        _ => answer_on_board(&mut set_up::<S>(rules, case)?, query),
    }
}

/// Sets up the game of a case and plays its moves.
fn set_up<S: Subject>(rules: Rules, case: &Value) -> Result<S, String> {
    let (height, width) = (number(&case["size"][0])?, number(&case["size"][1])?);
    let rows = match &case["setup"] {
        Value::Null => vec![".".repeat(width); height],
        rows => texts(rows)?,
    };
    if rows.len() != height || rows.iter().any(|row| row.len() != width) {
        return Err("setup and size differ".to_owned());
    }
    let mut subject = S::start(rules, &rows, color(&case["first"])?)?;
    for (number, mv) in texts(&case["moves"])?.iter().enumerate() {
        let played = match mv.split_once(' ') {
            None if mv == "undo" => subject.undo(),
            None => Err("not understood".to_owned()),
            Some((player, vertex)) => subject.play(color(&json!(player))?, vertex),
        };
        played.map_err(|error| format!("move {} ({mv}): {error}", number + 1))?;
    }
    Ok(subject)
}

fn answer_on_board(subject: &mut impl Subject, query: &Value) -> Result<Value, String> {
    Ok(match text(&query["type"])? {
        "board" => json!(subject.rows()),
        "captures" => json!({
            "B": subject.removed(Color::Black),
            "W": subject.removed(Color::White),
        }),
        "legal" => match subject.illegality(color(&query["color"])?, text(&query["point"])?) {
            None => json!({ "legal": true }),
            Some(code) => json!({ "legal": false, "code": code }),
        },
        "legal_list" => json!(subject.legal_list(color(&query["color"])?)),
        "illegal_consequence" => {
            let player = color(&query["color"])?;
            let consequence = subject.consequence(player, text(&query["point"])?);
            json!(consequence.ok_or("the move is legal")?)
        }
        "status" => {
            let Status { is_stopped, is_final, to_move } = subject.status();
            let to_move = to_move.letter().to_string();
            json!({ "stopped": is_stopped, "final": is_final, "to_move": to_move })
        }
        "no_result" => json!(subject.has_no_result()),
        "score" => {
            let Score { black, white, result } = subject.score(&read_terms(query)?)?;
            json!({ "black": black, "white": white, "result": result })
        }
        "independent" => json!(subject.independent_regions(&texts(&query["dead"])?)?),
        "perft" => json!(subject.perft(number(&query["depth"])?)),
        "value" => json!(subject.value()),
        unknown => return Err(format!("unknown query {unknown}")),
    })
}

fn read_terms(query: &Value) -> Result<Terms, String> {
    let optional = |key: &str| query.get(key).filter(|value| !value.is_null());
    let is_second_count = match optional("phase").map(number).transpose()? {
        None => None,
        Some(1) => Some(false),
        Some(2) => Some(true),
        Some(other) => return Err(format!("unknown phase {other}")),
    };
    Ok(Terms {
        dead: texts(&query["dead"])?,
        seki: optional("seki").map(texts).transpose()?,
        handicap: optional("handicap").map_or(Ok(0), number)? as u32,
        is_second_count,
    })
}

/// A preset with some axes changed.
fn read_rules(value: &Value) -> Result<Rules, String> {
    let mut rules = Rules::preset(text(&value["preset"])?).map_err(|error| error.to_string())?;
    for (key, value) in value.as_object().ok_or("rules are no object")? {
        let key = match key.as_str() {
            "preset" => continue,
            "handicap" => "handicap_bonus",
            "hkomi" => "handicap_komi",
            other => other,
        };
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        rules.set(key, &value).map_err(|error| error.to_string())?;
    }
    Ok(rules)
}

/// The preset that a name means. Presets may be equal: the answer is the expected one if it is
/// among the presets meant.
fn answer_alias(present: &Rules, query: &Value, expected: &Value) -> Result<Value, String> {
    let name = text(&query["name"])?;
    let meant = match text(&query["context"])? {
        "name" => Rules::preset(name).ok(),
        "kgs-rules" => Rules::kgs(name).ok(),
        // Text that names no rule set leaves the current one in force.
        "sgf-ru" => Some(Rules::from_sgf(name).unwrap_or_else(|| present.clone())),
        other => return Err(format!("unknown context {other}")),
    };
    let is_expected = expected.as_str().is_some_and(|name| Rules::preset(name).ok() == meant);
    match meant {
        None => Ok(json!("error")),
        Some(_) if is_expected => Ok(expected.clone()),
        Some(rules) => Ok(json!(rules.preset_name())),
    }
}

/// Whether an answer is the expected one, which may leave out fields of an object.
fn is_same(expected: &Value, got: &Value) -> bool {
    match (expected, got) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.iter().all(|(key, value)| b.get(key).is_some_and(|other| is_same(value, other)))
        }
        _ => expected == got,
    }
}

fn text(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| format!("{value} is no text"))
}

fn number(value: &Value) -> Result<usize, String> {
    value.as_u64().map(|n| n as usize).ok_or_else(|| format!("{value} is no number"))
}

fn color(value: &Value) -> Result<Color, String> {
    text(value)?.parse().map_err(|_| format!("{value} is no color"))
}

/// A list of texts; none if there is no list.
fn texts(value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::Null => Ok(Vec::new()),
        Value::Array(list) => list.iter().map(|item| Ok(text(item)?.to_owned())).collect(),
        _ => Err(format!("{value} is no list")),
    }
}
