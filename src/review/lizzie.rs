//! Values as Lizzie and LizzieYzy keep them: properties LZ of moves and LZOP of the root.
//!
//! The first line has the name of the engine, the win rate of the player who has moved in percent,
//! the visits, and the lead and the deviation of the player to move. The second has the candidates
//! as in `lz-analyze`, with the values of the player to move and win rates in hundredths of a percent.

use std::fmt::Write;

use super::values::{CandidateValues, PositionValues, rounded};
use crate::board::{Color, Move, Size, Vertex};

/// The value of LZ or LZOP, which has nothing to escape.
pub(super) fn property(values: &PositionValues, size: Size, engine: &str) -> String {
    let to_move_rate = values.to_move.probability(values.win_rate);
    let engine: String =
        engine.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    let mut text = format!(
        "{engine} {:.1} {} {:.1} {:.1}\n",
        100.0 * (1.0 - to_move_rate),
        values.visits,
        values.to_move.points(values.score) + 0.0,
        values.deviation
    );
    for (index, candidate) in values.candidates.iter().enumerate() {
        let line: Vec<String> =
            candidate.line.iter().map(|&mv| Vertex::new(size, mv).to_string()).collect();
        let _ = write!(
            text,
            "{}move {} visits {} winrate {:.0} prior {:.0} scoreMean {:.2} pv {}",
            if index == 0 { "" } else { " info " },
            Vertex::new(size, candidate.mv()),
            candidate.visits,
            1e4 * values.to_move.probability(candidate.win_rate),
            1e4 * candidate.prior,
            values.to_move.points(candidate.score) + 0.0,
            line.join(" ")
        );
    }
    text
}

/// Reads LZ or LZOP. Win rate and lead have one digit less than Sabaki's SBKV and SBKS, which take
/// precedence over them. The values can be out of range.
pub(super) fn read(text: &str, size: Size, to_move: Color) -> Option<PositionValues> {
    let (first, second) = text.split_once('\n').unwrap_or((text, ""));
    let mut words = first.split(' ').skip(1);
    let moved_rate: f64 = words.next()?.parse().ok()?;
    let visits = read_visits(words.next()?)?;
    let mut number = || words.next().map_or(Some(0.0), |word| word.parse::<f64>().ok());
    let (score, deviation) = (number()?, number()?);
    let is_finite = [moved_rate, score, deviation].iter().all(|value| value.is_finite());
    let candidates = second.split(" info ").filter(|text| !text.trim().is_empty());
    let candidates = candidates.map(|text| read_candidate(text, size, to_move));
    is_finite.then_some(PositionValues {
        to_move,
        visits,
        win_rate: rounded(to_move.probability(1.0 - moved_rate / 100.0), 4),
        score: rounded(to_move.points(score), 2),
        deviation,
        candidates: candidates.collect::<Option<_>>()?,
        ownership: Vec::new(),
        policy: Vec::new(),
    })
}

/// Reads a number of visits such as `950` or `1.2k`.
fn read_visits(text: &str) -> Option<u32> {
    let (number, factor) = match text.as_bytes().last()? {
        b'k' => (&text[..text.len() - 1], 1e3),
        b'm' => (&text[..text.len() - 1], 1e6),
        _ => (text, 1.0),
    };
    let visits = number.parse::<f64>().ok()? * factor;
    (0.0..=1e9).contains(&visits).then_some(visits as u32)
}

fn read_candidate(text: &str, size: Size, to_move: Color) -> Option<CandidateValues> {
    let (values, line) = text.split_once(" pv ")?;
    let words: Vec<&str> = values.split_whitespace().collect();
    let number = |key: &str| -> Option<f64> {
        let pair = words.chunks_exact(2).find(|pair| pair[0] == key)?;
        pair[1].parse().ok().filter(|value: &f64| value.is_finite())
    };
    let vertices = line.split_whitespace().take_while(|word| *word != "pvVisits");
    let line: Option<Vec<Move>> = vertices.map(|vertex| Vertex::parse(size, vertex).ok()).collect();
    Some(CandidateValues {
        visits: number("visits").filter(|visits| (0.0..=1e9).contains(visits))? as u32,
        win_rate: rounded(to_move.probability(number("winrate")? / 1e4), 4),
        score: rounded(to_move.points(number("scoreMean").unwrap_or(0.0)), 2),
        prior: number("prior").unwrap_or(0.0) / 1e4,
        line: line.filter(|line| !line.is_empty())?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::testing::{nine, values};

    #[test]
    fn the_values_are_those_of_the_player_to_move() {
        let mut known = values(0.625, -3.5);
        assert_eq!(
            property(&known, nine(), "shu saku]"),
            "shusaku 37.5 100 -3.5 9.0\n\
             move E5 visits 60 winrate 6250 prior 5000 scoreMean -3.50 pv E5 D4 pass info \
             move C3 visits 39 winrate 5500 prior 2000 scoreMean -5.50 pv C3"
        );
        known.to_move = Color::White;
        let text = property(&known, nine(), "shusaku");
        assert!(text.starts_with("shusaku 62.5 100 3.5 9.0\nmove E5 visits 60 winrate 3750"));
    }

    #[test]
    fn values_are_read_back() {
        for color in Color::ALL {
            let known = PositionValues { to_move: color, ..values(0.625, -3.5) };
            assert_eq!(read(&property(&known, nine(), "x"), nine(), color), Some(known));
        }
    }

    #[test]
    fn files_of_other_programs_are_read() {
        let text = "0.7.4 47.4 1.2k\nmove D4 visits 900 winrate 5260 prior 1000 order 0 pv D4 E5";
        let read = read(text, nine(), Color::Black).expect("Lizzie's");
        assert_eq!((read.visits, read.win_rate, read.candidates[0].visits), (1200, 0.526, 900));
        for text in ["", "x", "x y z", "x 50 nan", "x inf 3", "x 50 3\nmove Z99 pv Z99"] {
            assert_eq!(super::read(text, nine(), Color::Black), None, "{text}");
        }
    }
}
