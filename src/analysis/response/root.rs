//! The values of the root in an answer.

use serde_json::Value;

use super::{
    EVEN, NO_ERRORS, PositionContext, Values, errors_of, raw_values, root_visits, visits_of_moves,
};
use crate::{
    analysis::{hash::position_hashes, number::rounded},
    search::{Candidate, Report},
};

impl PositionContext<'_> {
    pub(super) fn root_info(&self, report: Option<&Report>) -> Value {
        let searched = report.map(|report| self.root_values(report));
        let raw = self.own_values(searched);
        let mut info = self.values(&searched.unwrap_or(raw));
        let mut add = |key: &str, value: Value| info.insert(key.to_string(), value);
        let visits = if self.shows_moves() { report.map_or(1, root_visits) } else { 1 };
        add("visits", visits.into());
        add("weight", (visits as f64).into());
        add("currentPlayer", self.color.letter().to_string().into());
        add("rawWinrate", rounded(self.turned(raw.win_rate)));
        add("rawLead", rounded(self.sign() * raw.lead));
        add("rawScoreSelfplay", rounded(self.sign() * raw.selfplay_score));
        add("rawScoreSelfplayStdev", rounded(raw.score_deviation));
        let output = self.raw.map(|raw| &raw.output);
        add("rawNoResultProb", rounded(output.map_or(0.0, |output| output.no_result.into())));
        let errors = output.map_or(NO_ERRORS, errors_of);
        for (key, error) in ["rawStWrError", "rawStScoreError", "rawVarTimeLeft"].iter().zip(errors)
        {
            add(key, rounded(error));
        }
        if let Some(human) = self.human {
            let (values, errors) = (raw_values(human), errors_of(&human.output));
            add("humanWinrate", rounded(self.turned(values.win_rate)));
            add("humanScoreMean", rounded(self.sign() * values.selfplay_score));
            add("humanScoreStdev", rounded(values.score_deviation));
            add("humanStWrError", rounded(errors[0]));
            add("humanStScoreError", rounded(errors[1]));
        }
        let hashes = position_hashes(self.game, self.color);
        add("thisHash", hashes.this.into());
        add("symHash", hashes.least.into());
        Value::Object(info)
    }

    /// The values of the network at the root; without a network, those of the search.
    fn own_values(&self, searched: Option<Values>) -> Values {
        self.raw.map(raw_values).or(searched).unwrap_or(EVEN)
    }

    /// The means over the root's own evaluation and the iterations through its moves.
    fn root_values(&self, report: &Report) -> Values {
        let raw = self.raw.map(raw_values);
        let visits = visits_of_moves(report) as f64;
        let sum = |of: fn(&Candidate) -> f64| -> f64 {
            report.candidates.iter().map(|c| of(c) * f64::from(c.visits)).sum()
        };
        let score = report.score.unwrap_or_default();
        let mean = |sum: f64, own: fn(&Values) -> f64| match &raw {
            Some(raw) => (own(raw) + sum) / (visits + 1.0),
            None if visits > 0.0 => sum / visits,
            None => own(&EVEN),
        };
        let utility = report.katago_utility(report.utility());
        let lead = score.mean * visits;
        Values {
            win_rate: mean(sum(|c| c.win_rate), |raw| raw.win_rate),
            utility: mean(utility * visits, |raw| raw.utility),
            lead: mean(lead, |raw| raw.lead),
            selfplay_score: mean(lead, |raw| raw.selfplay_score),
            score_deviation: mean(score.deviation * visits, |raw| raw.score_deviation),
        }
    }
}
