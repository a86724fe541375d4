//! The list of moves in an answer.

use serde_json::{Map, Value};

use super::{PositionContext, Values};
use crate::{
    analysis::number::{rounded, six_decimals},
    board::Move,
    engine::RawEvaluation,
    search::{Candidate, Report},
};

impl PositionContext<'_> {
    pub(super) fn move_infos(&self, report: Option<&Report>) -> Vec<Value> {
        let Some(report) = report.filter(|_| self.shows_moves()) else { return Vec::new() };
        let most = report.candidates[0].visits;
        let prior_sum = self.tempered_sum();
        let mut infos = Vec::new();
        for candidate in report.ranked(&self.query.constraints) {
            // The chosen move may have fewer visits than another; its selection value is the largest all
            // the same.
            let selection = if infos.is_empty() { most } else { candidate.visits };
            let mut add = |mut info: Map<String, Value>| {
                info.insert("order".to_string(), infos.len().into());
                info.insert("playSelectionValue".to_string(), f64::from(selection).into());
                infos.push(Value::Object(info));
            };
            let own = self.move_info(report, candidate, prior_sum);
            let prior = own["prior"].clone();
            add(own);
            for symmetric in self.symmetric_moves.of(candidate) {
                let mut info = self.move_info(report, &symmetric, prior_sum);
                info.insert("prior".to_string(), prior.clone());
                info.insert("isSymmetryOf".to_string(), self.vertex(candidate.mv).into());
                add(info);
            }
        }
        infos
    }

    fn move_info(
        &self,
        report: &Report,
        candidate: &Candidate,
        prior_sum: f64,
    ) -> Map<String, Value> {
        let katago_utility = |utility| report.katago_utility(utility);
        let score = report.score_after(candidate);
        let values = Values {
            win_rate: candidate.win_rate,
            utility: katago_utility(candidate.utility),
            lead: score.mean,
            selfplay_score: score.mean,
            score_deviation: score.deviation,
        };
        let mut info = self.values(&values);
        let mut add = |key: &str, value: Value| info.insert(key.to_string(), value);
        let weight = Value::from(f64::from(candidate.visits));
        add("move", self.vertex(candidate.mv).into());
        add("visits", candidate.visits.into());
        add("edgeVisits", candidate.visits.into());
        add("weight", weight.clone());
        add("edgeWeight", weight);
        add("scoreMean", rounded(self.sign() * score.mean));
        add("lcb", rounded(self.turned(candidate.win_rate_lcb)));
        add("utilityLcb", rounded(self.sign() * katago_utility(candidate.utility_lcb)));
        add("prior", rounded(self.prior(candidate, prior_sum)));
        if let Some(human) = self.human {
            add("humanPrior", rounded(self.raw_prior(human, candidate.mv)));
        }
        if self.query.includes.no_result_value {
            add("noResultValue", 0.0.into());
        }
        self.add_line(&mut info, candidate);
        self.add_ownership(&mut info, candidate);
        info
    }

    /// Adds the principal variation of a move, and its visits.
    fn add_line(&self, info: &mut Map<String, Value>, candidate: &Candidate) {
        let mut add = |key: &str, value: Value| info.insert(key.to_string(), value);
        let len = candidate.line.len().min(self.query.settings.pv_len + 1);
        let line = &candidate.line[..len];
        add("pv", line.iter().map(|&(mv, _)| self.vertex(mv)).collect());
        if self.query.includes.pv_visits {
            let visits: Value = line.iter().map(|&(_, visits)| visits).collect();
            add("pvVisits", visits.clone());
            add("pvEdgeVisits", visits);
        }
    }

    /// Adds the ownership after a move, and its standard deviation.
    fn add_ownership(&self, info: &mut Map<String, Value>, candidate: &Candidate) {
        let includes = self.query.includes;
        let mut add = |key: &str, value: Value| info.insert(key.to_string(), value);
        if let Some(points) = candidate.ownership.as_ref().filter(|_| includes.moves_ownership) {
            let points = points.iter().map(|&value| self.sign() * f64::from(value));
            add("ownership", six_decimals(points));
        }
        let deviation = candidate.ownership_deviation.as_ref();
        if let Some(points) = deviation.filter(|_| includes.moves_ownership_deviation) {
            add("ownershipStdev", six_decimals(points.iter().map(|&value| value.into())));
        }
    }

    /// The probability of a move with the temperatures at the root.
    fn prior(&self, candidate: &Candidate, prior_sum: f64) -> f64 {
        let Some(raw) = self.raw else { return candidate.prior };
        self.tempered(self.raw_prior(raw, candidate.mv)) / prior_sum
    }

    /// The probability of a move in a network's policy.
    fn raw_prior(&self, raw: &RawEvaluation, mv: Move) -> f64 {
        let size = self.game.size();
        let index = mv.point().map_or(size.area(), |point| size.row_major_index(point));
        raw.policy[index].map_or(0.0, f64::from)
    }

    fn tempered_sum(&self) -> f64 {
        let policy = self.raw.map_or(&[][..], |raw| &raw.policy);
        policy.iter().flatten().map(|&prior| self.tempered(prior.into())).sum()
    }

    fn tempered(&self, prior: f64) -> f64 {
        let settings = &self.query.settings;
        prior.powf(1.0 / (settings.policy_temperature * settings.root_policy_temperature))
    }
}
