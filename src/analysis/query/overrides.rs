//! The settings that a query changes for itself.

use serde_json::Value;

use crate::analysis::{
    fields::{Fields, Problem},
    settings::{Settings, SettingsError},
};

const MAX_VISITS: i64 = 1 << 50;

/// Applies `overrideSettings`; returns warnings about unknown keys.
pub(super) fn override_settings(
    fields: Fields,
    settings: &mut Settings,
) -> Result<Option<Problem>, Problem> {
    const FIELD: &str = "overrideSettings";
    let Some(value) = fields.get(FIELD) else { return Ok(None) };
    let object = value.as_object().ok_or_else(|| Problem::new(FIELD, "Must be an object"))?;
    let wrong = |reason: String| Problem::new(FIELD, format!("Could not set settings: {reason}"));
    let mut unknown = Vec::new();
    for (key, value) in object {
        let text = match value {
            Value::String(text) => text.trim().to_string(),
            Value::Number(_) | Value::Bool(_) => value.to_string(),
            _ => return Err(wrong(format!("{key} must be a number, a boolean or a string"))),
        };
        // An empty value stands for that of the configuration.
        if text.is_empty() && key != "humanSLProfile" {
            continue;
        }
        match settings.override_with(key, &text) {
            Ok(()) => {}
            Err(SettingsError::UnknownKey(key)) => unknown.push(key),
            Err(error) => return Err(wrong(error.to_string())),
        }
    }
    let has_unknown = !unknown.is_empty() && settings.warns_of_unused_fields;
    let text = || format!("Unknown config params: {}", unknown.join(","));
    Ok(has_unknown.then(|| Problem::new(FIELD, text())))
}

/// Reads the fields that are settings of their own.
pub(super) fn read_settings(fields: Fields, settings: &mut Settings) -> Result<(), Problem> {
    const MAX_PV: i64 = 1000;
    if let Some(visits) = fields.integer("maxVisits", (1, MAX_VISITS))? {
        settings.max_visits = Some(visits as u64);
    }
    if let Some(len) = fields.integer("analysisPVLen", (1, MAX_PV))? {
        settings.pv_len = len as usize;
    }
    // Checked as KataGo does; it has no effect here.
    fields.number("rootFpuReductionMax", (0.0, 2.0))?;
    if let Some(temperature) = fields.number("rootPolicyTemperature", (0.01, 100.0))? {
        settings.root_policy_temperature = temperature;
    }
    Ok(())
}
