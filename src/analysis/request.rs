//! A line of input as a request.

use serde_json::{Map, Value, json};

use super::{
    fields::{Fields, Problem},
    query::Query,
    settings::Settings,
};

/// A request, with the whole object for the echo of an action.
pub(super) enum Request {
    Analyze(Box<Query>, Vec<Problem>),
    Action(Action, Map<String, Value>),
}

/// A request that is answered at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    QueryVersion,
    QueryModels,
    ClearCache,
    /// The id of the queries to end, `None` for all; and the turns, `None` for all.
    Terminate {
        id: Option<String>,
        turns: Option<Vec<i64>>,
    },
}

/// Reads a line that is not blank.
///
/// # Errors
/// The object that answers a line which is no request.
pub(super) fn parse(line: &str, defaults: &Settings) -> Result<Request, Value> {
    let error = |message: String| json!({ "error": message });
    let value: Value = serde_json::from_str(line).map_err(|reason| {
        error(format!("{reason} - could not parse input line as json request: {line}"))
    })?;
    let Value::Object(object) = value else {
        let start = "Request line was valid json but was not an object, ignoring";
        return Err(error(format!("{start}: {line}")));
    };
    let Some(id) = object.get("id").and_then(Value::as_str).map(str::to_string) else {
        return Err(error("Request must have a string \"id\" field".to_string()));
    };
    let problem = |problem: Problem| field_error(&id, &problem);
    if let Some(name) = object.get("action").and_then(Value::as_str) {
        return match Action::parse(name, Fields(&object)) {
            None => Err(error(ACTIONS.to_string())),
            Some(action) => Ok(Request::Action(action.map_err(problem)?, object)),
        };
    }
    let (query, warnings) = Query::parse(&id, &object, defaults).map_err(problem)?;
    Ok(Request::Analyze(Box::new(query), warnings))
}

const ACTIONS: &str = "'action' field must be 'query_version', 'query_models', 'clear_cache', \
                       'terminate' or 'terminate_all'";

impl Action {
    /// The action of this name; `None` for an unknown name.
    fn parse(name: &str, fields: Fields) -> Option<Result<Action, Problem>> {
        let turns = || fields.integers("turnNumbers");
        Some(match name {
            "query_version" => Ok(Action::QueryVersion),
            "query_models" => Ok(Action::QueryModels),
            "clear_cache" => Ok(Action::ClearCache),
            "terminate" => match fields.get("terminateId").and_then(Value::as_str) {
                Some(id) => {
                    turns().map(|turns| Action::Terminate { id: Some(id.to_string()), turns })
                }
                None => Err(Problem::new("terminateId", "Must be a string")),
            },
            "terminate_all" => turns().map(|turns| Action::Terminate { id: None, turns }),
            _ => return None,
        })
    }
}

/// The answer to a query with a wrong field.
pub(super) fn field_error(id: &str, problem: &Problem) -> Value {
    json!({ "error": problem.message, "field": problem.field, "id": id })
}

/// A warning about a query that is analyzed all the same.
pub(super) fn field_warning(id: &str, problem: &Problem) -> Value {
    json!({ "field": problem.field, "id": id, "warning": problem.message })
}
