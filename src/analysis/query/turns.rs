//! The positions that a query asks for, and their priorities.

use serde_json::Value;

use crate::analysis::fields::{Fields, Problem};

const MAX_PRIORITY: i64 = (1 << 62) - 1;

/// The numbers of `analyzeTurns`, of which fractions are cut off.
pub(super) fn turn_numbers(fields: Fields, last: usize) -> Result<Vec<usize>, Problem> {
    const FIELD: &str = "analyzeTurns";
    const EXPECTED: &str = "Must specify an array of integers indicating turns to analyze";
    let Some(list) = fields.list(FIELD, EXPECTED)? else { return Ok(vec![last]) };
    if list.is_empty() {
        return Err(Problem::new(FIELD, "Must specify at least one turn"));
    }
    let number = |value: &Value| {
        let number = value.as_bool().map(|value| f64::from(u8::from(value))).or(value.as_f64());
        let number = number.ok_or_else(|| Problem::new(FIELD, EXPECTED))?.trunc();
        let is_known = (0.0..=last as f64).contains(&number);
        let wrong = || Problem::new(FIELD, format!("Invalid turn number: {number}"));
        is_known.then_some(number as usize).ok_or_else(wrong)
    };
    list.iter().map(number).collect()
}

pub(super) fn priorities(fields: Fields, turns: usize) -> Result<Option<Vec<i64>>, Problem> {
    const FIELD: &str = "priorities";
    let Some(priorities) = fields.integers(FIELD)? else { return Ok(None) };
    let wrong = |message: &str| Err(Problem::new(FIELD, message));
    if fields.get("analyzeTurns").is_none() {
        return wrong("Can only specify priorities together with analyzeTurns");
    }
    if priorities.len() != turns {
        return wrong("Must have as many values as analyzeTurns");
    }
    if priorities.iter().any(|priority| !(-MAX_PRIORITY..=MAX_PRIORITY).contains(priority)) {
        return wrong("Priorities must be below 2^62 in absolute value");
    }
    Ok(Some(priorities))
}

pub(super) fn priority(fields: Fields) -> Result<i64, Problem> {
    let priority = fields.integer("priority", (-MAX_PRIORITY, MAX_PRIORITY))?;
    match priority {
        Some(_) if fields.get("priorities").is_some() => {
            Err(Problem::new("priority", "Cannot specify both priority and priorities"))
        }
        priority => Ok(priority.unwrap_or(0)),
    }
}

/// The turns in ascending order without duplicates; the last priority of a turn counts.
pub(super) fn prioritized(
    numbers: &[usize],
    priorities: Option<Vec<i64>>,
    priority: i64,
) -> Vec<(usize, i64)> {
    let priority_at = |index: usize| priorities.as_ref().map_or(priority, |list| list[index]);
    let turns = numbers.iter().enumerate().map(|(index, &turn)| (turn, priority_at(index)));
    turns.collect::<std::collections::BTreeMap<usize, i64>>().into_iter().collect()
}
