//! Commands about the rule set.

use super::{Command, notation::DONE};
use crate::{
    engine::Engine,
    gtp::{ArgError, Args, Response},
    rules::{Rules, RulesError},
};

pub(super) const COMMANDS: &[Command] = &[
    Command::new("kgs-rules", "NAME - changes the rule set", kgs_rules),
    Command::new("kata-set-rules", "NAME|JSON - changes the rule set", set_rules),
    Command::new("kata-set-rule", "KEY VALUE - changes one rule", set_rule),
    Command::new("kata-get-rules", "- the rule set, in JSON", get_rules),
    Command::new("shusaku-rules", "- the rule set, in words", describe),
];

fn kgs_rules(engine: &mut Engine, args: &mut Args) -> Response {
    change_rules(engine, args, Rules::kgs)
}

fn set_rules(engine: &mut Engine, args: &mut Args) -> Response {
    change_rules(engine, args, Rules::parse)
}

fn change_rules(
    engine: &mut Engine,
    args: &mut Args,
    parse: fn(&str) -> Result<Rules, RulesError>,
) -> Response {
    let text = args.rest();
    if text.is_empty() {
        return Err(ArgError::Missing { what: "rules" }.to_string());
    }
    engine.set_rules(parse(text).map_err(|error| error.to_string())?);
    DONE
}

fn set_rule(engine: &mut Engine, args: &mut Args) -> Response {
    let key = args.string("key")?;
    let value = args.rest();
    if value.is_empty() {
        return Err(ArgError::Missing { what: "value" }.to_string());
    }
    let mut rules = engine.game().rules().clone();
    rules.set(key, value).map_err(|error| error.to_string())?;
    engine.set_rules(rules);
    DONE
}

fn get_rules(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    Ok(engine.game().rules().to_json())
}

fn describe(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    Ok(format!("\n{}", engine.game().rules().describe()))
}
