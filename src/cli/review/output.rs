//! The output of `shusaku review`: text, JSON and graphs.

use std::{
    error::Error,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde_json::{Map, Value, json};

use super::{file::ReviewFile, options::ReviewArgs};
use crate::{
    board::{Color, Size, Vertex},
    cli::errors::print_error,
    review::{
        Assessment, GameHeading, MoveAssessment, MoveQuality, PlayerSummary, PositionValues,
        ReviewGame, assess, graph, summary,
    },
};

/// Prints the games of a file, and draws their graphs: to this path, with the index of the game if
/// there are several.
///
/// # Errors
/// A graph cannot be written, or the output is closed.
pub(super) fn print(
    file: &ReviewFile,
    graph_path: Option<&Path>,
    args: &ReviewArgs,
) -> Result<(), Box<dyn Error>> {
    let mut output = io::stdout().lock();
    for (index, game) in file.games.iter().enumerate() {
        match game {
            Ok(game) => {
                let path = graph_path.map(|path| numbered(path, index, file.games.len()));
                print_game(file, index, game, path.as_deref(), args, &mut output)?;
            }
            Err(reason) if args.json => {
                let line = json!({ "file": file.name, "game": index, "error": reason });
                writeln!(output, "{line}")?;
            }
            Err(reason) => print_error(format_args!("{}: {reason}", file.game_name(index))),
        }
    }
    output.flush()?;
    Ok(())
}

/// Prints a game, which has this index in the file, and draws its graph to this path.
fn print_game(
    file: &ReviewFile,
    index: usize,
    game: &ReviewGame,
    graph_path: Option<&Path>,
    args: &ReviewArgs,
    output: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let values = &file.values[index];
    let assessment = assess(&game.positions, values, &args.thresholds);
    let heading = GameHeading::new(file.game_name(index), game);
    if let Some(path) = graph_path {
        write_graph(path, &graph(&heading, game, values, &assessment, args.worst))?;
    }
    if args.json {
        let line = Line { file, index, game, heading: &heading, values, graph: graph_path };
        writeln!(output, "{}", line.json(&assessment))?;
    } else {
        output.write_all(summary(&heading, game, values, &assessment, args.worst).as_bytes())?;
        let graph = graph_path.map(|path| format!(", {}", path.display())).unwrap_or_default();
        writeln!(output, "review: {}{graph}\n", file.output.display())?;
    }
    if let Some(fault) = &game.fault {
        let moves = heading.moves;
        print_error(format_args!("{}: reviewed up to move {moves}: {fault}", heading.name));
    }
    Ok(())
}

/// Writes a drawing, and makes its folder.
fn write_graph(path: &Path, svg: &str) -> Result<(), String> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, svg));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// `a.svg`, or `a.3.svg` for the game with index 3 of several.
fn numbered(path: &Path, index: usize, games: usize) -> PathBuf {
    if games == 1 { path.to_owned() } else { path.with_extension(format!("{index}.svg")) }
}

/// A game as a line of JSON.
struct Line<'l> {
    file: &'l ReviewFile,
    index: usize,
    game: &'l ReviewGame,
    heading: &'l GameHeading,
    values: &'l [Option<PositionValues>],
    graph: Option<&'l Path>,
}

impl Line<'_> {
    fn json(&self, assessment: &Assessment) -> Value {
        let GameHeading { black, white, result, rules, komi, .. } = self.heading;
        let summaries = Color::ALL.map(|color| player(&assessment.players[color.index()]));
        let [black_summary, white_summary] = summaries;
        let moves: Vec<Value> = assessment.moves.iter().map(|m| self.assessed(m)).collect();
        let size = self.game.size();
        json!({
            "file": self.file.name,
            "game": self.index,
            "review": self.file.output.display().to_string(),
            "graph": self.graph.map(|path| path.display().to_string()),
            "size": [size.width(), size.height()],
            "rules": rules,
            "komi": komi,
            "players": { "black": black, "white": white },
            "result": result,
            "fault": self.game.fault.as_ref().map(ToString::to_string),
            "summary": { "black": black_summary, "white": white_summary },
            "positions": self.positions(),
            "moves": moves,
        })
    }

    /// The values of all positions, `null` where unknown.
    fn positions(&self) -> Vec<Value> {
        let size = self.game.size();
        let position = |values: &Option<PositionValues>| match values {
            None => Value::Null,
            Some(values) => json!({
                "win_rate": values.win_rate,
                "score": values.score,
                "deviation": values.deviation,
                "visits": values.visits,
                "best": values.best().map(|best| line(&best.line, size)),
            }),
        };
        self.values.iter().map(position).collect()
    }

    fn assessed(&self, assessed: &MoveAssessment) -> Value {
        json!({
            "move": assessed.number,
            "position": assessed.position,
            "color": assessed.color.letter().to_string(),
            "vertex": Vertex::new(self.game.size(), assessed.mv).to_string(),
            "loss": assessed.loss,
            "win_rate_loss": assessed.win_rate_loss,
            "quality": assessed.quality.name(),
        })
    }
}

fn line(moves: &[crate::board::Move], size: Size) -> Vec<String> {
    moves.iter().map(|&mv| Vertex::new(size, mv).to_string()).collect()
}

fn player(player: &PlayerSummary) -> Value {
    let counts = MoveQuality::ALL.iter().zip(player.counts);
    let counts: Map<String, Value> =
        counts.map(|(quality, count)| (quality.name().to_string(), count.into())).collect();
    let has_moves = player.moves > 0;
    json!({
        "moves": player.moves,
        "accuracy": has_moves.then_some(player.accuracy),
        "mean_loss": has_moves.then_some(player.mean_loss),
        "qualities": counts,
    })
}
