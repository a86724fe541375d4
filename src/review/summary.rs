//! A review as text for the terminal.

use std::fmt::Write;

use super::{
    assess::{Assessment, MoveAssessment},
    game::ReviewGame,
    values::PositionValues,
};
use crate::board::{Color, Vertex};

/// Moves of a better line that are shown.
const SHOWN_LINE: usize = 6;

/// The heading of a review.
#[derive(Clone, Debug)]
pub struct GameHeading {
    /// The file, and the index of the game if it has several.
    pub name: String,
    /// The name of the black player.
    pub black: Option<String>,
    /// The name of the white player.
    pub white: Option<String>,
    /// The recorded result.
    pub result: Option<String>,
    /// The rule set.
    pub rules: String,
    /// The komi in points.
    pub komi: f64,
    /// Number of moves that lead to the last position.
    pub moves: usize,
}

impl GameHeading {
    /// The heading of a game of this name.
    #[must_use]
    pub fn new(name: String, game: &ReviewGame) -> GameHeading {
        let start = game.replay().game();
        let record = &game.line.record;
        GameHeading {
            name,
            black: record.black.clone(),
            white: record.white.clone(),
            result: record.result.clone(),
            rules: start.rules().sgf_name(),
            komi: start.komi(),
            moves: game.positions.last().map_or(0, |position| position.moves),
        }
    }

    /// Players and result, such as `A (Black), B (White), W+R`.
    #[must_use]
    pub fn players(&self) -> String {
        let player = |name: &Option<String>, color: Color| match name {
            Some(name) => format!("{name} ({color})"),
            None => color.to_string(),
        };
        let players = [player(&self.black, Color::Black), player(&self.white, Color::White)];
        let result = self.result.iter().map(String::as_str);
        let parts: Vec<&str> = players.iter().map(String::as_str).chain(result).collect();
        parts.join(", ")
    }
}

/// A score as in results: `B+3.4`, `W+0.5`, or `0.0` for an even game.
#[must_use]
pub(super) fn score_text(score: f64) -> String {
    let winner = match score {
        score if score >= 0.05 => Color::Black,
        score if score <= -0.05 => Color::White,
        _ => return "0.0".to_string(),
    };
    format!("{}+{:.1}", winner.letter(), score.abs())
}

/// A win rate of Black in percent of `color`.
pub(super) fn rate(win_rate: f64, color: Color) -> f64 {
    100.0 * color.probability(win_rate)
}

/// The accuracy of both players, the value of the last position, and the worst moves.
#[must_use]
pub fn summary(
    heading: &GameHeading,
    game: &ReviewGame,
    values: &[Option<PositionValues>],
    assessment: &Assessment,
    worst: usize,
) -> String {
    let GameHeading { name, rules, komi, moves, .. } = heading;
    let mut text = format!(
        "{name}: {}\n{moves} moves on {}, {rules} rules, komi {komi}\n",
        heading.players(),
        game.size()
    );
    text +=
        "         moves  accuracy  points lost/move  best  good  inaccuracy  mistake  blunder\n";
    for color in Color::ALL {
        let player = &assessment.players[color.index()];
        let [best, good, inaccuracy, mistake, blunder] = player.counts;
        let [accuracy, mean_loss] = match player.moves {
            0 => ["–", "–"].map(str::to_string),
            _ => [format!("{:.1} %", player.accuracy), format!("{:.2}", player.mean_loss)],
        };
        let _ = writeln!(
            text,
            "{color}    {:5}  {accuracy:>8}  {mean_loss:>16}  {best:4}  {good:4}  {inaccuracy:10}  \
             {mistake:7}  {blunder:7}",
            player.moves
        );
    }
    for color in Color::ALL {
        for assessed in assessment.worst(color, worst) {
            text += &bad_move(game, values, assessed);
        }
    }
    if let Some(last) = values.last().and_then(Option::as_ref) {
        let (score, rate) = (score_text(last.score), rate(last.win_rate, Color::Black));
        let _ = writeln!(text, "last position: {score}, Black wins {rate:.0} %");
    }
    text
}

/// A line on a bad move.
fn bad_move(
    game: &ReviewGame,
    values: &[Option<PositionValues>],
    assessed: &MoveAssessment,
) -> String {
    let MoveAssessment { position, number, color, mv, loss, quality, .. } = *assessed;
    let size = game.size();
    let mut text = format!(
        "{number:4} {color} {:4}  {:10} loses {loss:.1} points",
        Vertex::new(size, mv).to_string(),
        quality.name()
    );
    if let (Some(before), Some(after)) = (&values[position - 1], &values[position]) {
        let rates = [before, after].map(|values| rate(values.win_rate, color));
        let _ = write!(text, ", {:.0} % to {:.0} %", rates[0], rates[1]);
        if let Some(best) = before.best() {
            let line = best.line.iter().take(SHOWN_LINE);
            let line: Vec<String> = line.map(|&mv| Vertex::new(size, mv).to_string()).collect();
            let _ = write!(text, "; better {}", line.join(" "));
        }
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{
        Thresholds, assess,
        testing::{document, review_game, values},
    };

    #[test]
    fn a_summary_has_players_losses_and_the_worst_moves() {
        let text = "(;SZ[9]RU[Japanese]KM[6.5]PB[A]RE[W+R];B[ee];W[ba];B[dd])";
        let game = review_game(&document(text));
        let series = [(0.5, 0.0), (0.5, 0.0), (0.9, 9.5), (0.9, 9.5)];
        let values: Vec<_> =
            series.iter().map(|&(rate, score)| Some(values(rate, score))).collect();
        let assessment = assess(&game.positions, &values, &Thresholds::default());
        let heading = GameHeading::new("a.sgf".to_string(), &game);
        let lines = summary(&heading, &game, &values, &assessment, 3);
        let lines: Vec<&str> = lines.lines().collect();
        assert_eq!(lines[0], "a.sgf: A (Black), White, W+R");
        assert_eq!(lines[1], "3 moves on 9x9, Japanese rules, komi 6.5");
        assert_eq!(
            lines[3],
            "Black        2   100.0 %              0.00     1     1           0        0        0"
        );
        assert_eq!(
            lines[5],
            "   2 White B9    blunder    loses 9.5 points, 50 % to 10 %; better E5 D4 pass"
        );
        assert_eq!(lines[6], "last position: B+9.5, Black wins 90 %");
        assert_eq!(lines.len(), 7);
    }

    #[test]
    fn a_player_without_moves_had_an_accuracy() {
        let game = review_game(&document("(;SZ[9];B[ee])"));
        let values = vec![Some(values(0.5, 0.0)), Some(values(0.5, 0.0))];
        let assessment = assess(&game.positions, &values, &Thresholds::default());
        let heading = GameHeading::new("a.sgf".to_string(), &game);
        let lines = summary(&heading, &game, &values, &assessment, 3);
        let white = lines.lines().find(|line| line.starts_with("White ")).expect("a line");
        assert!(white.starts_with("White        0         –                 –     0"), "{white}");
    }

    #[test]
    fn scores_name_the_leader() {
        assert_eq!([3.44, -0.5, 0.04, -0.04].map(score_text), ["B+3.4", "W+0.5", "0.0", "0.0"]);
    }
}
