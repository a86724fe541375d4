//! Commands about the engine's network (KataGo's document "GTP extensions").

use std::fmt::Write;

use super::{Command, notation::rows};
use crate::{
    board::{Color, Move},
    engine::{Engine, ModelChoice},
    gtp::{Args, Response, quote},
    network::{InferenceOptions, NetworkOutput, Symmetry},
};

/// Listed only if there is a network.
pub(super) const COMMANDS: &[Command] = &[
    Command::new("kata-get-models", "- the network, in JSON", models),
    Command::new(
        "kata-raw-nn",
        "SYMMETRY|all [OPTIMISM] - the output of the network for the position",
        raw,
    ),
];

/// Weight of the optimistic policy at the root in KataGo.
const KATAGO_ROOT_OPTIMISM: f64 = 0.2;

const NO_NETWORK: &str = "no network: start the engine without --playouts-only";

fn models(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    let network = engine.network().ok_or(NO_NETWORK)?;
    let name = match &engine.options().model {
        ModelChoice::File(path) => path.to_string_lossy(),
        _ => "embedded".into(),
    };
    Ok(serde_json::json!([{
        "name": name,
        "internalName": network.name(),
        "version": network.version(),
        "maxBatchSize": 1,
        "usesHumanSLProfile": network.takes_metadata(),
        "usingFP16": "false",
    }])
    .to_string())
}

fn raw(engine: &mut Engine, args: &mut Args) -> Response {
    let symmetries = symmetries(args)?;
    let optimism = match args.peek() {
        Some(_) => args.float("optimism")?,
        None => KATAGO_ROOT_OPTIMISM,
    };
    args.end()?;
    if !(0.0..=1.0).contains(&optimism) {
        return Err("syntax error: optimism: expected a number from 0 to 1".to_string());
    }
    let output = |symmetry| {
        let options = InferenceOptions { symmetry, optimism: optimism as f32 };
        let outputs = engine.raw_network_output(options)?;
        Some(describe(engine, symmetry, &outputs))
    };
    let texts: Option<Vec<String>> = symmetries.iter().copied().map(output).collect();
    Ok(texts.ok_or(NO_NETWORK)?.join("\n"))
}

fn symmetries(args: &mut Args) -> Result<Vec<Symmetry>, String> {
    let word = args.string("symmetry")?;
    if word == "all" {
        return Ok(Symmetry::ALL.to_vec());
    }
    let symmetry = word.parse().ok().and_then(Symmetry::new);
    let wrong = || {
        let got = quote(word);
        format!("syntax error: symmetry: expected all or an integer from 0 to 7, got {got}")
    };
    symmetry.map(|symmetry| vec![symmetry]).ok_or_else(wrong)
}

/// Formats an output as KataGo does, from White's perspective.
fn describe(engine: &Engine, symmetry: Symmetry, outputs: &NetworkOutput) -> String {
    let game = engine.game();
    let is_white = game.to_move() == Color::White;
    let white = |own: f32| if is_white { own } else { -own };
    let (win, loss) =
        if is_white { (outputs.win, outputs.loss) } else { (outputs.loss, outputs.win) };
    let errors = outputs.errors.map_or([-1.0; 3], |e| [e.time_variance, e.value, e.score]);
    let is_legal = |point| game.check(game.to_move(), Move::Play(point)).is_ok();
    let is_legal: Vec<bool> = game.size().points().map(is_legal).collect();
    let policy = outputs.probabilities(|index| is_legal[index], 1.0);
    let (pass, plays) = policy.split_last().expect("a pass is always legal");
    let probability = |(probability, is_legal): (&f32, &bool)| {
        if *is_legal { format!("{probability:8.6}") } else { format!("{:>8}", "NAN") }
    };
    let policy = rows(game.size(), plays.iter().zip(&is_legal).map(probability));
    let ownership = outputs.ownership.iter().map(|&own| format!("{:9.7}", white(own)));
    let ownership = rows(game.size(), ownership);
    let mut text = format!("symmetry {}", symmetry.number());
    let mut line = |key: &str, number: f32, digits: usize| {
        write!(text, "\n{key} {number:.digits$}").expect("a write to a string never fails");
    };
    line("whiteWin", win, 6);
    line("whiteLoss", loss, 6);
    line("noResult", outputs.no_result, 6);
    line("whiteLead", white(outputs.lead), 3);
    line("whiteScoreSelfplay", white(outputs.score_mean), 3);
    line("whiteScoreSelfplaySq", outputs.score_square, 3);
    line("varTimeLeft", errors[0], 3);
    line("shorttermWinlossError", errors[1], 3);
    line("shorttermScoreError", errors[2], 3);
    format!("{text}\npolicy{policy}\npolicyPass {pass:8.6}\nwhiteOwnership{ownership}")
}
