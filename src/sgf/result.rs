//! Results by counting in the property RE.

use crate::{board::Color, rules::is_in_stones};

/// A recorded result by counting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CountedResult {
    /// Points, positive if Black won; `None` if only the winner is recorded.
    pub margin: Option<f64>,
    /// The winner, `None` for a draw.
    pub winner: Option<Color>,
}

impl CountedResult {
    /// Whether the recorded margin is this one, in points and positive if Black won; `None` if only
    /// the winner is recorded. Chinese records count in stones of two points each: an odd number of
    /// quarters may be stones (8.75 is 17.5 points) or, with a komi in quarters, points.
    #[must_use]
    pub fn has_margin(&self, margin: f64) -> Option<bool> {
        self.margin.map(|recorded| {
            recorded == margin || (is_in_stones(recorded) && 2.0 * recorded == margin)
        })
    }
}

/// Parses a value of the SGF property RE; `None` unless it is a result by counting, such as
/// `B+3.5`, `W+`, `0` or `Draw`.
#[must_use]
pub fn counted_result(result: &str) -> Option<CountedResult> {
    let result = result.trim();
    if ["0", "draw", "jigo"].iter().any(|draw| result.eq_ignore_ascii_case(draw)) {
        return Some(CountedResult { margin: Some(0.0), winner: None });
    }
    let (winner, points) = result.split_once('+')?;
    let winner: Color = winner.trim().parse().ok()?;
    let margin = match points.trim() {
        "" => None,
        points => {
            let points: f64 = points.replace(',', ".").parse().ok()?;
            if !points.is_finite() {
                return None;
            }
            Some(winner.points(points))
        }
    };
    Some(CountedResult { margin, winner: Some(winner).filter(|_| margin != Some(0.0)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_results_by_counting_are_parsed() {
        let black = CountedResult { margin: Some(3.5), winner: Some(Color::Black) };
        assert_eq!(counted_result("B+3.5"), Some(black));
        assert_eq!(counted_result("b+3,5 "), Some(black));
        assert_eq!(counted_result("W+12").and_then(|result| result.margin), Some(-12.0));
        assert_eq!(
            counted_result("W+"),
            Some(CountedResult { margin: None, winner: Some(Color::White) })
        );
        let margins = ["W+12", "W+13", "W+"].map(counted_result);
        let has_12 = margins.map(|result| result.and_then(|result| result.has_margin(-12.0)));
        assert_eq!(has_12, [Some(true), Some(false), None]);
        for draw in ["0", "Draw", "jigo", "B+0", "W+0.0"] {
            let result = counted_result(draw).expect("a result");
            assert_eq!((result.winner, result.has_margin(0.0)), (None, Some(true)), "{draw}");
        }
        let in_stones = counted_result("W+8.75").expect("a result");
        assert_eq!(
            [-17.5, -8.75, -35.0].map(|margin| in_stones.has_margin(margin)),
            [Some(true), Some(true), Some(false)]
        );
        for other in ["B+R", "W+Time", "B+F", "B+inf", "Void", "?", "", "3.5"] {
            assert_eq!(counted_result(other), None, "{other}");
        }
    }
}
