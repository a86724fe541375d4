//! Commands that read and change parameters of the engine.

use super::{Command, notation::DONE};
use crate::{
    engine::{Engine, Parameter, ParameterKind, parameters},
    gtp::{Args, Response, quote},
};

pub(super) const COMMANDS: &[Command] = &[
    Command::new("kata-list-params", "- the names of all parameters", list),
    Command::new("kata-get-param", "NAME - the value of a parameter", get),
    Command::new("kata-set-param", "NAME VALUE - sets a parameter", set),
    Command::new(
        "shusaku-param",
        "[NAME VALUE] - lists all parameters, or sets one, for GoGui",
        gogui,
    ),
];

fn list(_: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    Ok(parameters().map(|parameter| parameter.name).collect::<Vec<_>>().join(" "))
}

fn get(engine: &mut Engine, args: &mut Args) -> Response {
    let parameter = find(args)?;
    args.end()?;
    Ok(parameter.value(engine))
}

fn set(engine: &mut Engine, args: &mut Args) -> Response {
    let parameter = find(args)?;
    let is_text = parameter.kind == ParameterKind::Profile;
    let value = if is_text && args.peek().is_none() { "" } else { args.string("value")? };
    args.end()?;
    parameter.set(engine, value).map_err(|error| error.to_string())?;
    DONE
}

fn find(args: &mut Args) -> Result<Parameter, String> {
    let name = args.string("parameter")?;
    parameters()
        .find(|parameter| parameter.name == name)
        .ok_or_else(|| format!("unknown parameter {}: see kata-list-params", quote(name)))
}

/// GoGui's analyze command of the type `param`: without arguments, one line per parameter.
fn gogui(engine: &mut Engine, args: &mut Args) -> Response {
    if args.peek().is_some() {
        return set(engine, args);
    }
    let line = |parameter: Parameter| {
        let (kind, value) = match (&parameter.kind, parameter.value(engine)) {
            (ParameterKind::Switch, value) => ("bool", u8::from(value == "true").to_string()),
            (_, value) => ("string", value),
        };
        format!("[{kind}] {} {value}", parameter.name)
    };
    Ok(format!("\n{}", parameters().map(line).collect::<Vec<_>>().join("\n")))
}
