//! Levels below full strength: natural moves of a limited loss instead of blunders.

use crate::{
    board::Move,
    search::{Candidate, Report},
    tuning::{LEVEL_LOSS, LEVEL_PLAYOUTS, MIN_LEVEL_LOSS, MIN_LEVEL_VISITS},
};

/// The level of full strength.
pub const FULL_LEVEL: u32 = 12;

/// A level below [`FULL_LEVEL`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Level {
    /// Iterations of the search for a move.
    pub(super) iterations: u64,
    /// Visits below which a move is not chosen, since its value is too uncertain.
    min_visits: u64,
    /// Largest difference in value from the best move, from 0 to 1.
    max_loss: f64,
    /// Temperature of the priors by which a move is sampled.
    temperature: f64,
}

/// Number of the highest levels below full strength that, with playouts, may lose only
/// [`MIN_LEVEL_LOSS`].
const STRONG_LEVELS: u32 = 2;

/// The parameters of a level with a network; see [`Level`].
struct NetworkLevel {
    iterations: u64,
    max_loss: f64,
    temperature: f64,
}

/// The levels from 1 on with a network. `docs/strength.md` has the measured differences between adjacent
/// levels.
const WITH_NETWORK: [NetworkLevel; FULL_LEVEL as usize - 1] = [
    NetworkLevel { iterations: 16, max_loss: 1.0, temperature: 1.66 },
    NetworkLevel { iterations: 16, max_loss: 1.0, temperature: 1.33 },
    NetworkLevel { iterations: 16, max_loss: 1.0, temperature: 1.07 },
    NetworkLevel { iterations: 16, max_loss: 1.0, temperature: 0.8 },
    NetworkLevel { iterations: 16, max_loss: 1.0, temperature: 0.4 },
    NetworkLevel { iterations: 16, max_loss: 0.12, temperature: 0.52 },
    NetworkLevel { iterations: 32, max_loss: 0.045, temperature: 0.5 },
    NetworkLevel { iterations: 105, max_loss: 0.03, temperature: 0.5 },
    NetworkLevel { iterations: 270, max_loss: 0.02, temperature: 0.5 },
    NetworkLevel { iterations: 720, max_loss: 0.01, temperature: 0.5 },
    NetworkLevel { iterations: 2500, max_loss: 0.004, temperature: 0.5 },
];

impl Level {
    /// The level of this number, from 1; `None` from [`FULL_LEVEL`] on.
    pub(super) fn new(number: u32, has_network: bool) -> Option<Level> {
        let below = FULL_LEVEL.checked_sub(number).filter(|&below| below > 0)?;
        if has_network {
            let NetworkLevel { iterations, max_loss, temperature } =
                WITH_NETWORK[number.max(1) as usize - 1];
            // A level that may lose anything also plays moves that the search did not visit.
            let min_visits = if max_loss < 1.0 { 1 } else { 0 };
            return Some(Level { iterations, min_visits, max_loss, temperature });
        }
        let iterations = LEVEL_PLAYOUTS.get() << number;
        let weak_levels = f64::from(below.saturating_sub(STRONG_LEVELS));
        let max_loss = (LEVEL_LOSS.get() * weak_levels).max(MIN_LEVEL_LOSS.get());
        Some(Level { iterations, min_visits: MIN_LEVEL_VISITS.get(), max_loss, temperature: 1.0 })
    }

    /// Whether a move of this level may lose any amount. Both players blunder then, so that a game that
    /// looks lost is not resigned.
    pub(super) fn blunders(self) -> bool {
        self.max_loss >= 1.0
    }

    /// Chooses among the permitted moves within the largest loss, as [`choose_play`] does.
    pub(super) fn choose(
        self,
        report: &Report,
        sample: f64,
        permits: impl Fn(Move) -> bool,
    ) -> &Candidate {
        let min_value = report.best().win_rate - self.max_loss;
        choose_play(report, self.temperature, sample, |candidate| {
            let is_known = u64::from(candidate.visits) >= self.min_visits;
            is_known && candidate.win_rate >= min_value && permits(candidate.mv)
        })
    }
}

/// Draws among the eligible plays with weights prior^(1/temperature); `sample` is from 0 to 1. A pass is
/// played if it is best, and the best move if no play is eligible.
pub(super) fn choose_play(
    report: &Report,
    temperature: f64,
    sample: f64,
    is_eligible: impl Fn(&Candidate) -> bool,
) -> &Candidate {
    let best = report.best();
    if best.mv == Move::Pass {
        return best;
    }
    let is_play = |candidate: &&Candidate| candidate.mv != Move::Pass && is_eligible(candidate);
    let plays = report.candidates.iter().filter(is_play);
    let weight = |candidate: &Candidate| candidate.prior.powf(1.0 / temperature);
    sampled(plays.map(|candidate| (candidate, weight(candidate))), sample).unwrap_or(best)
}

/// The candidate of these weights on which `sample`, from 0 to 1, falls.
fn sampled<'r>(
    weighted: impl Iterator<Item = (&'r Candidate, f64)> + Clone,
    sample: f64,
) -> Option<&'r Candidate> {
    let all: f64 = weighted.clone().map(|(_, weight)| weight).sum();
    let mut left = sample * all;
    let mut chosen = weighted.filter(|(_, weight)| {
        left -= weight;
        left < 0.0
    });
    chosen.next().map(|(candidate, _)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Point, Size};
    use std::time::Duration;

    fn candidate(mv: Move, visits: u32, win_rate: f64, prior: f64) -> Candidate {
        let line = vec![(mv, visits)];
        let (score, ownership, ownership_deviation) = (None, None, None);
        Candidate {
            mv,
            visits,
            win_rate,
            utility: win_rate,
            amaf_utility: None,
            win_rate_lcb: win_rate,
            utility_lcb: win_rate,
            prior,
            line,
            score,
            ownership,
            ownership_deviation,
        }
    }

    fn report(candidates: Vec<Candidate>) -> Report {
        let (score, ownership, elapsed) = (None, None, Duration::ZERO);
        let color = Color::Black;
        Report {
            color,
            candidates,
            visits: 100,
            iterations: 100,
            win_rate: 0.5,
            score,
            ownership,
            ownership_deviation: None,
            max_utility: 1.0,
            elapsed,
        }
    }

    fn point(column: u8) -> Point {
        Size::square(9).expect("a size").point(column, 0).expect("on the board")
    }

    #[test]
    fn natural_moves_of_little_loss_are_chosen_and_no_blunders() {
        let moves = [(0, 50, 0.60, 0.2), (1, 20, 0.55, 0.6), (2, 20, 0.30, 0.2), (3, 1, 0.6, 0.9)];
        let candidates = moves.map(|(x, n, v, p)| candidate(Move::Play(point(x)), n, v, p)).into();
        let report = report(candidates);
        let level = Level { iterations: 100, min_visits: 4, max_loss: 0.1, temperature: 1.0 };
        for sample in 0..100 {
            let expected = if sample < 25 { 0 } else { 1 };
            let chosen = level.choose(&report, f64::from(sample) / 100.0, |_| true);
            assert_eq!(chosen.mv, Move::Play(point(expected)), "{sample}");
        }
    }

    #[test]
    fn a_pass_that_is_best_is_passed() {
        let play = candidate(Move::Play(point(0)), 50, 0.90, 0.9);
        let passing = report(vec![candidate(Move::Pass, 60, 0.95, 0.1), play]);
        let level = Level { iterations: 100, min_visits: 4, max_loss: 0.2, temperature: 1.0 };
        assert_eq!(level.choose(&passing, 0.5, |_| true).mv, Move::Pass);
    }

    #[test]
    fn levels_rise() {
        for has_network in [false, true] {
            assert_eq!(Level::new(FULL_LEVEL, has_network), None);
            for number in 1..FULL_LEVEL - 1 {
                let levels = [number, number + 1].map(|n| Level::new(n, has_network).unwrap());
                let [low, high] = levels;
                assert!(
                    low.iterations <= high.iterations && low.max_loss >= high.max_loss,
                    "{number}"
                );
                assert_ne!(low, high, "{number}");
            }
        }
    }

    #[test]
    fn the_documents_have_these_levels() {
        let text = include_str!("../../docs/clients.md");
        for (index, level) in WITH_NETWORK.into_iter().enumerate() {
            let NetworkLevel { iterations, max_loss, temperature } = level;
            let loss = match max_loss {
                1.0 => "any".to_owned(),
                loss => format!("{} %", 100.0 * loss),
            };
            let row = format!("| {} | {iterations} | {loss} | {temperature} |\n", index + 1);
            assert!(text.contains(&row), "{row}");
        }
    }

    #[test]
    fn the_documents_have_these_levels_of_playouts() {
        let text = include_str!("../../docs/clients.md");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(
            "level N searches 25 × 2ᴺ playouts per move and may lose 20 % − 2 % × N of the win \
             rate, at least 1 %."
        ));
        for number in 1..FULL_LEVEL {
            let level = Level::new(number, false).unwrap();
            assert_eq!(level.iterations, 25_u64 << number);
            let max_loss = (0.20 - 0.02 * f64::from(number)).max(0.01);
            assert!((level.max_loss - max_loss).abs() < 1e-9, "level {number}");
        }
    }

    #[test]
    fn only_weak_levels_with_a_network_blunder() {
        let blunders = |number, has_network| Level::new(number, has_network).unwrap().blunders();
        assert!((1..=5).all(|number| blunders(number, true)));
        assert!((6..FULL_LEVEL).all(|number| !blunders(number, true)));
        assert!((1..FULL_LEVEL).all(|number| !blunders(number, false)));
    }

    #[test]
    fn a_weak_level_draws_natural_moves_without_visits() {
        let moves = [(0, 12, 0.6, 0.5), (1, 4, 0.5, 0.3), (2, 0, 0.0, 0.2)];
        let candidates = moves.map(|(x, n, v, p)| candidate(Move::Play(point(x)), n, v, p)).into();
        let report = report(candidates);
        let level = Level::new(1, true).unwrap();
        let chosen = |sample| level.choose(&report, sample, |_| true).mv;
        assert_eq!([0.0, 0.999].map(chosen), [0, 2].map(|x| Move::Play(point(x))));
    }

    #[test]
    fn a_weak_level_draws_no_forbidden_move() {
        let moves = [(0, 16, 0.6, 0.5), (1, 0, 0.0, 0.5)];
        let candidates = moves.map(|(x, n, v, p)| candidate(Move::Play(point(x)), n, v, p)).into();
        let report = report(candidates);
        let level = Level::new(1, true).unwrap();
        let permits = |mv: Move| mv != Move::Play(point(1));
        for sample in [0.0, 0.5, 0.999] {
            assert_eq!(level.choose(&report, sample, permits).mv, Move::Play(point(0)));
        }
    }
}
