//! The state of a match, from its finished games.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
};

use serde::{Serialize, Serializer};

use super::{
    elo::{Estimate, estimate_score},
    fault::FaultKind,
    game_record::GameRecord,
    pairs::PairCounts,
    schedule::pairings,
    sprt::{Sprt, SprtVerdict},
};

/// The results of two engines against each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pairing {
    /// The name of the first engine, to which the numbers belong.
    pub first: String,
    /// The name of the other one.
    pub second: String,
    /// Games that the first engine won.
    pub won: u32,
    /// Games that it lost.
    pub lost: u32,
    /// Draws, games without result included.
    pub drawn: u32,
    /// The outcomes of the finished pairs of games.
    pub pairs: PairCounts,
    /// The score of the first engine in these pairs, with its 95 % interval.
    pub score: Estimate,
    /// The same in Elo.
    #[serde(serialize_with = "finite")]
    pub elo: Estimate,
}

/// A sequential test and its state.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The test.
    pub sprt: Sprt,
    /// The log-likelihood ratio when it was decided, or now.
    pub log_likelihood_ratio: f64,
    /// The accepted hypothesis.
    pub verdict: Option<SprtVerdict>,
}

/// The results of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// Each engine against each.
    pub pairings: Vec<Pairing>,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtState>,
    /// By engine, by fault: the number of times that the engine committed it.
    pub faults: BTreeMap<String, BTreeMap<FaultKind, u32>>,
}

impl Standings {
    /// The state of a match of these engines after these games, in the order in which they ended.
    ///
    /// The test is decided by the first pair that suffices, whatever comes after it. It concerns the
    /// first pairing.
    #[must_use]
    pub fn new(engines: &[String], games: &[GameRecord], sprt: Option<Sprt>) -> Standings {
        let pairings = pairings(engines.len());
        let mut state =
            sprt.map(|sprt| SprtState { sprt, log_likelihood_ratio: 0.0, verdict: None });
        let mut rows: Vec<Pairing> =
            pairings.iter().map(|&[a, b]| Pairing::new(&engines[a], &engines[b])).collect();
        // By pair: the half points of its first game.
        let mut half_pairs: HashMap<u64, u32> = HashMap::new();
        for game in games {
            let row = rows.iter_mut().find(|row| row.has(game));
            let Some(row) = row else { continue };
            let points = row.add_game(game);
            let pair = game.game / 2;
            match half_pairs.remove(&pair) {
                None => _ = half_pairs.insert(pair, points),
                Some(other) => row.pairs.add(points + other),
            }
            if let Some(state) = state.as_mut().filter(|state| state.verdict.is_none()) {
                state.log_likelihood_ratio = state.sprt.log_likelihood_ratio(&rows[0].pairs);
                state.verdict = state.sprt.verdict(&rows[0].pairs);
            }
        }
        for row in &mut rows {
            row.score = estimate_score(&row.pairs);
            row.elo = row.score.to_elo();
        }
        Standings { pairings: rows, sprt: state, faults: count_faults(games) }
    }

    /// Whether the test is decided.
    #[must_use]
    pub(super) fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|state| state.verdict.is_some())
    }
}

impl Pairing {
    fn new(first: &str, second: &str) -> Pairing {
        let nothing = estimate_score(&PairCounts::default());
        Pairing {
            first: first.to_string(),
            second: second.to_string(),
            won: 0,
            lost: 0,
            drawn: 0,
            pairs: PairCounts::default(),
            score: nothing,
            elo: nothing.to_elo(),
        }
    }

    fn has(&self, game: &GameRecord) -> bool {
        let players = [&game.black, &game.white];
        players == [&self.first, &self.second] || players == [&self.second, &self.first]
    }

    /// Counts a game and returns the half points of the first engine.
    fn add_game(&mut self, game: &GameRecord) -> u32 {
        let points = game.half_points(&self.first);
        let count = match points {
            0 => &mut self.lost,
            1 => &mut self.drawn,
            _ => &mut self.won,
        };
        *count += 1;
        points
    }
}

fn count_faults(games: &[GameRecord]) -> BTreeMap<String, BTreeMap<FaultKind, u32>> {
    let mut counts: BTreeMap<String, BTreeMap<FaultKind, u32>> = BTreeMap::new();
    for fault in games.iter().flat_map(|game| &game.faults) {
        *counts.entry(fault.engine.clone()).or_default().entry(fault.kind).or_default() += 1;
    }
    counts
}

/// JSON has no infinite numbers: `null` stands for them.
fn finite<S: Serializer>(estimate: &Estimate, serializer: S) -> Result<S::Ok, S::Error> {
    let Estimate { value, low, high } = *estimate;
    let [value, low, high] = [value, low, high].map(|elo| elo.is_finite().then_some(elo));
    serde_json::json!({ "value": value, "low": low, "high": high }).serialize(serializer)
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.pairings {
            writeln!(f, "{row}")?;
        }
        if let Some(state) = &self.sprt {
            writeln!(f, "{state}")?;
        }
        for (engine, faults) in &self.faults {
            let counts: Vec<String> =
                faults.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
            writeln!(f, "faults of {engine}: {}", counts.join(", "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pairing { first, second, won, lost, drawn, pairs, score, elo } = self;
        let games = won + lost + drawn;
        let [value, low, high] = [score.value, score.low, score.high].map(|share| 100.0 * share);
        let PairCounts(outcomes) = pairs;
        write!(
            f,
            "{first} against {second}: won {won}, lost {lost}, drew {drawn} of {games}\n  \
             score {value:.1} % (95 % interval {low:.1} to {high:.1}), \
             Elo {:+.0} ({:+.0} to {:+.0}), pairs by half points {outcomes:?}",
            // A negative zero would be printed as -0.
            elo.value + 0.0,
            elo.low,
            elo.high,
        )
    }
}

impl fmt::Display for SprtState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta } = self.sprt;
        let [lower, upper] = self.sprt.bounds();
        write!(
            f,
            "SPRT of Elo {elo0} (H0) against {elo1} (H1), error rates {alpha} and {beta}: \
             log-likelihood ratio {:.2} ({lower:.2} to {upper:.2}), ",
            self.log_likelihood_ratio
        )?;
        match self.verdict {
            None => write!(f, "undecided"),
            Some(SprtVerdict::H0) => write!(f, "H0 accepted"),
            Some(SprtVerdict::H1) => write!(f, "H1 accepted"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::Fault;

    fn game(number: u64, black: &str, white: &str, result: &str) -> GameRecord {
        GameRecord {
            game: number,
            opening: 0,
            black: black.to_string(),
            white: white.to_string(),
            result: result.to_string(),
            end: "passes".to_string(),
            moves: Vec::new(),
            seconds: [0.0; 2],
            longest: [0.0; 2],
            claims: [None, None],
            faults: Vec::new(),
        }
    }

    fn standings(games: &[GameRecord], sprt: Option<Sprt>) -> Standings {
        Standings::new(&["a".to_string(), "b".to_string()], games, sprt)
    }

    #[test]
    fn games_are_counted_for_the_first_engine_in_any_order() {
        let games = [
            game(2, "a", "b", "W+R"),
            game(1, "b", "a", "W+3.5"),
            game(0, "a", "b", "0"),
            game(3, "b", "a", "Void"),
            game(4, "a", "b", "B+T"),
        ];
        let standings = standings(&games, None);
        let row = &standings.pairings[0];
        assert_eq!((row.won, row.lost, row.drawn), (2, 1, 2));
        assert_eq!(row.pairs, PairCounts([0, 1, 0, 1, 0]));
        assert_eq!(row.score.value, 0.5);
    }

    #[test]
    fn a_decided_test_stays_decided() {
        let sprt = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 };
        let mut games = Vec::new();
        while !standings(&games, Some(sprt)).is_decided() {
            let number = games.len() as u64;
            games.push(game(
                number,
                "a",
                "b",
                if number.is_multiple_of(2) { "B+R" } else { "B+1.0" },
            ));
            assert!(number < 100);
        }
        let decided = standings(&games, Some(sprt)).sprt;
        let losses = (0..50).map(|n| game(1000 + n, "a", "b", "W+R"));
        games.extend(losses);
        assert_eq!(standings(&games, Some(sprt)).sprt, decided);
    }

    #[test]
    fn faults_are_counted_by_engine_and_kind() {
        let mut lost = game(0, "a", "b", "W+F");
        let (engine, kind) = ("a".to_string(), FaultKind::IllegalMove);
        lost.faults = vec![Fault { engine, kind, detail: String::new() }];
        let text = standings(&[lost.clone(), lost], None).to_string();
        assert!(text.ends_with("faults of a: illegal move 2\n"), "{text}");
        let json = serde_json::to_value(standings(&[], None)).expect("JSON");
        assert!(json["pairings"][0]["elo"]["high"].is_null(), "{json}");
    }
}
