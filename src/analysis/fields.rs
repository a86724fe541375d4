//! The fields of a query: checked values, and errors that name the field.

use serde_json::{Map, Value};

/// An error or a warning about a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) field: String,
    pub(super) message: String,
}

impl Problem {
    pub(super) fn new(field: &str, message: impl Into<String>) -> Problem {
        Problem { field: field.to_string(), message: message.into() }
    }
}

/// The object of a query.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a>(pub(super) &'a Map<String, Value>);

impl<'a> Fields<'a> {
    pub(super) fn get(self, field: &str) -> Option<&'a Value> {
        self.0.get(field)
    }

    /// An integer in this range, written without a decimal point.
    pub(super) fn integer(
        self,
        field: &'static str,
        (min, max): (i64, i64),
    ) -> Result<Option<i64>, Problem> {
        let expected = || format!("Must be an integer from {min} to {max}");
        self.checked(field, expected, |value| {
            value.as_i64().filter(|value| (min..=max).contains(value))
        })
    }

    /// A number in this range.
    pub(super) fn number(
        self,
        field: &'static str,
        (min, max): (f64, f64),
    ) -> Result<Option<f64>, Problem> {
        let expected = || format!("Must be a number from {min} to {max}");
        self.checked(field, expected, |value| {
            value.as_f64().filter(|value| (min..=max).contains(value))
        })
    }

    /// True or false; false if missing.
    pub(super) fn boolean(self, field: &'static str) -> Result<bool, Problem> {
        let value = self.checked(field, || "Must be a boolean".to_string(), Value::as_bool)?;
        Ok(value.unwrap_or(false))
    }

    /// A list.
    pub(super) fn list(
        self,
        field: &'static str,
        expected: &str,
    ) -> Result<Option<&'a Vec<Value>>, Problem> {
        self.checked(field, || expected.to_string(), Value::as_array)
    }

    /// A list of integers.
    pub(super) fn integers(self, field: &'static str) -> Result<Option<Vec<i64>>, Problem> {
        const EXPECTED: &str = "Must be an array of integers";
        let Some(list) = self.list(field, EXPECTED)? else { return Ok(None) };
        let integers: Option<Vec<i64>> = list.iter().map(Value::as_i64).collect();
        integers.map(Some).ok_or_else(|| Problem::new(field, EXPECTED))
    }

    fn checked<T>(
        self,
        field: &'static str,
        expected: impl FnOnce() -> String,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        let Some(value) = self.get(field) else { return Ok(None) };
        read(value).map(Some).ok_or_else(|| Problem::new(field, expected()))
    }
}
