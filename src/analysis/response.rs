//! The answers: JSON with KataGo's keys, which serialization sorts, digits and perspective.

use serde_json::{Map, Value, json};

use super::{
    hash::position_hashes,
    number::{rounded, six_decimals},
    query::Query,
    settings::Perspective,
    twins::Twins,
};
use crate::{
    board::{Color, Move, Vertex},
    engine::RawEvaluation,
    game::Game,
    network::{ErrorEstimates, NetworkOutput},
    search::{Candidate, ExpectedScore, Report},
};

/// A position with everything that does not change during its search.
pub(super) struct Position<'p> {
    pub(super) query: &'p Query,
    pub(super) turn: usize,
    pub(super) game: &'p Game,
    /// The player to move.
    pub(super) color: Color,
    /// `None` where playouts evaluate.
    pub(super) raw: Option<&'p RawEvaluation>,
    /// How people see the position, if a query asks for their profile.
    pub(super) human: Option<&'p RawEvaluation>,
    pub(super) status: Option<Value>,
    /// The moves that are not searched since they equal others.
    pub(super) twins: Twins,
}

/// Values of a player to move, at the root or after a move.
struct Values {
    win_rate: f64,
    /// From -1 to 1, times the largest utility.
    utility: f64,
    lead: f64,
    selfplay_score: f64,
    score_deviation: f64,
}

/// The answer for a position of which no analysis began.
pub(super) fn no_results(query: &Query, turn: usize) -> Value {
    json!({ "id": query.id, "isDuringSearch": false, "noResults": true, "turnNumber": turn })
}

/// The answer for a position; `report` is `None` if only the network evaluated it.
pub(super) fn answer(position: &Position, report: Option<&Report>, is_during: bool) -> Value {
    let includes = position.query.includes;
    let mut object = Map::new();
    let mut add = |key: &str, value: Value| object.insert(key.to_string(), value);
    add("id", position.query.id.as_str().into());
    add("isDuringSearch", is_during.into());
    add("turnNumber", position.turn.into());
    add("moveInfos", position.move_infos(report).into());
    add("rootInfo", position.root_info(report));
    if includes.policy {
        add("policy", position.policy(report));
        if let Some(human) = position.human {
            add("humanPolicy", raw_policy(human));
        }
    }
    if includes.ownership {
        add("ownership", six_decimals(position.ownership(report)));
    }
    if includes.ownership_deviation {
        add("ownershipStdev", six_decimals(position.ownership_deviation(report)));
    }
    if let Some(status) = &position.status {
        add("status", status.clone());
    }
    Value::Object(object)
}

impl Position<'_> {
    /// Whether values of the player to move change sign for the reader.
    fn is_turned(&self) -> bool {
        match self.query.settings.perspective {
            Perspective::Of(color) => color != self.color,
            Perspective::SideToMove => false,
        }
    }

    fn sign(&self) -> f64 {
        if self.is_turned() { -1.0 } else { 1.0 }
    }

    fn turned(&self, win_rate: f64) -> f64 {
        if self.is_turned() { 1.0 - win_rate } else { win_rate }
    }

    /// Whether the search answers a request for one visit, for which it has no moves to show.
    fn shows_moves(&self) -> bool {
        self.query.settings.visit_limit() != Some(1)
    }

    fn move_infos(&self, report: Option<&Report>) -> Vec<Value> {
        let Some(report) = report.filter(|_| self.shows_moves()) else { return Vec::new() };
        let best = report.best().mv;
        let constraints = &self.query.constraints;
        let mut visited: Vec<&Candidate> = report
            .candidates
            .iter()
            .filter(|c| c.visits > 0)
            .filter(|c| constraints.iter().all(|r| r.permits(self.color, c.mv, 0)))
            .collect();
        visited.sort_by_key(|candidate| candidate.mv != best);
        let most = report.candidates[0].visits;
        let total: f64 = self.tempered_sum();
        let mut infos = Vec::new();
        for candidate in visited {
            let selection = if infos.is_empty() { most } else { candidate.visits };
            let mut add = |mut info: Map<String, Value>| {
                info.insert("order".to_string(), infos.len().into());
                info.insert("playSelectionValue".to_string(), f64::from(selection).into());
                infos.push(Value::Object(info));
            };
            let own = self.move_info(report, candidate, total);
            let prior = own["prior"].clone();
            add(own);
            for twin in self.twins.of(candidate) {
                let mut info = self.move_info(report, &twin, total);
                info.insert("prior".to_string(), prior.clone());
                info.insert("isSymmetryOf".to_string(), self.vertex(candidate.mv).into());
                add(info);
            }
        }
        infos
    }

    fn move_info(&self, report: &Report, candidate: &Candidate, total: f64) -> Map<String, Value> {
        let (query, includes, scale) = (self.query, self.query.includes, report.max_utility);
        let utility = |share: f64| (2.0 * share - 1.0) * scale;
        let score = candidate.score.or(report.score).unwrap_or(NO_SCORE);
        let values = Values {
            win_rate: candidate.value,
            utility: utility(candidate.utility),
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
        add("lcb", rounded(self.turned(candidate.lower_bound)));
        add("utilityLcb", rounded(self.sign() * utility(candidate.utility_bound)));
        add("prior", rounded(self.prior(candidate, total)));
        if let Some(human) = self.human {
            add("humanPrior", rounded(self.raw_prior(human, candidate.mv)));
        }
        let line = &candidate.line[..candidate.line.len().min(query.settings.pv_len + 1)];
        add("pv", line.iter().map(|&(mv, _)| self.vertex(mv)).collect());
        if includes.pv_visits {
            let visits: Value = line.iter().map(|&(_, visits)| visits).collect();
            add("pvVisits", visits.clone());
            add("pvEdgeVisits", visits);
        }
        if includes.no_result_value {
            add("noResultValue", 0.0.into());
        }
        if let Some(points) = candidate.ownership.as_ref().filter(|_| includes.moves_ownership) {
            let turned = points.iter().map(|&value| self.sign() * f64::from(value));
            add("ownership", six_decimals(turned));
        }
        let deviation = candidate.ownership_deviation.as_ref();
        if let Some(points) = deviation.filter(|_| includes.moves_ownership_deviation) {
            add("ownershipStdev", six_decimals(points.iter().map(|&value| value.into())));
        }
        info
    }

    /// The keys that the root and the moves share, from the reader's view.
    fn values(&self, values: &Values) -> Map<String, Value> {
        let sign = self.sign();
        let object = json!({
            "winrate": rounded(self.turned(values.win_rate)),
            "utility": rounded(sign * values.utility),
            "scoreLead": rounded(sign * values.lead),
            "scoreSelfplay": rounded(sign * values.selfplay_score),
            "scoreStdev": rounded(values.score_deviation),
        });
        match object {
            Value::Object(map) => map,
            _ => unreachable!("the macro makes an object"),
        }
    }

    fn root_info(&self, report: Option<&Report>) -> Value {
        let searched = report.map(|report| self.root_values(report));
        let raw = self.raw_values(searched.as_ref());
        let mut info = self.values(searched.as_ref().unwrap_or(&raw));
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
    fn raw_values(&self, searched: Option<&Values>) -> Values {
        let searched = || searched.map_or(EVEN, |values| Values { ..*values });
        self.raw.map_or_else(searched, raw_values)
    }

    /// The means over the root's own evaluation and the iterations through its moves.
    fn root_values(&self, report: &Report) -> Values {
        let raw = self.raw.map(|_| self.raw_values(None));
        let visits: f64 = report.candidates.iter().map(|c| f64::from(c.visits)).sum();
        let sum = |of: fn(&Candidate) -> f64| -> f64 {
            report.candidates.iter().map(|c| of(c) * f64::from(c.visits)).sum()
        };
        let score = report.score.unwrap_or(NO_SCORE);
        let mean = |sum: f64, own: fn(&Values) -> f64| match &raw {
            Some(raw) => (own(raw) + sum) / (visits + 1.0),
            None if visits > 0.0 => sum / visits,
            None => own(&EVEN),
        };
        let utility = |candidate: &Candidate| 2.0 * candidate.utility - 1.0;
        let lead = score.mean * visits;
        Values {
            win_rate: mean(sum(|c| c.value), |raw| raw.win_rate),
            utility: mean(sum(utility) * report.max_utility, |raw| raw.utility),
            lead: mean(lead, |raw| raw.lead),
            selfplay_score: mean(lead, |raw| raw.selfplay_score),
            score_deviation: mean(score.deviation * visits, |raw| raw.score_deviation),
        }
    }

    /// The policy by point from the top left, then of the pass; -1 where a play is illegal.
    fn policy(&self, report: Option<&Report>) -> Value {
        if let Some(raw) = self.raw {
            return raw_policy(raw);
        }
        let prior = |mv: Move| {
            let candidates = report.map_or(&[][..], |report| &report.candidates);
            candidates.iter().find(|candidate| candidate.mv == mv).map_or(0.0, |c| c.prior)
        };
        let value = |mv: Move| match self.game.check(self.color, mv) {
            Ok(()) => rounded(prior(mv)),
            Err(_) => ILLEGAL.into(),
        };
        self.game.size().points().map(Move::Play).chain([Move::Pass]).map(value).collect()
    }

    /// The probability of a move with the temperature at the root.
    fn prior(&self, candidate: &Candidate, total: f64) -> f64 {
        let Some(raw) = self.raw else { return candidate.prior };
        self.tempered(self.raw_prior(raw, candidate.mv)) / total
    }

    /// The probability of a move in a network's policy.
    fn raw_prior(&self, raw: &RawEvaluation, mv: Move) -> f64 {
        let size = self.game.size();
        let index = mv.point().map_or(size.area(), |point| size.row_major_index(point));
        raw.policy[index].map_or(0.0, f64::from)
    }

    fn tempered_sum(&self) -> f64 {
        let policy = self.raw.map_or(&[][..], |raw| &raw.policy);
        policy.iter().flatten().map(|&share| self.tempered(share.into())).sum()
    }

    fn tempered(&self, share: f64) -> f64 {
        share.powf(1.0 / self.query.settings.root_temperature)
    }

    /// The ownership for the reader, the mean over the root's own evaluation and the iterations.
    fn ownership(&self, report: Option<&Report>) -> Vec<f64> {
        let searched = report.and_then(|report| Some((report.ownership.as_ref()?, report.visits)));
        let own = self.raw.map(|raw| &raw.output.ownership);
        let mean = |index: usize| {
            let (sum, visits) = searched.map_or((0.0, 0.0), |(points, visits)| {
                (f64::from(points[index]) * f64::from(visits), f64::from(visits))
            });
            match own {
                Some(own) => (f64::from(own[index]) + sum) / (visits + 1.0),
                None => sum / visits.max(1.0),
            }
        };
        (0..self.game.size().area()).map(|index| self.sign() * mean(index)).collect()
    }

    fn ownership_deviation(&self, report: Option<&Report>) -> Vec<f64> {
        match report.and_then(|report| report.ownership_deviation.as_ref()) {
            Some(points) => points.iter().map(|&value| value.into()).collect(),
            None => vec![0.0; self.game.size().area()],
        }
    }

    fn vertex(&self, mv: Move) -> String {
        Vertex::new(self.game.size(), mv).to_string()
    }
}

/// The values of a network's evaluation.
fn raw_values(raw: &RawEvaluation) -> Values {
    let output = &raw.output;
    let [lead, mean, square] = [output.lead, output.score_mean, output.score_square].map(f64::from);
    let win_rate = f64::from(output.win + 0.5 * output.no_result);
    Values {
        win_rate,
        utility: 2.0 * win_rate - 1.0,
        lead,
        selfplay_score: mean,
        score_deviation: (square - mean * mean).max(0.0).sqrt(),
    }
}

/// The policy of a network by point from the top left, then of the pass; [`ILLEGAL`] where a play is.
fn raw_policy(raw: &RawEvaluation) -> Value {
    raw.policy.iter().map(|share| rounded(share.map_or(ILLEGAL, f64::from))).collect()
}

/// The short-term errors of the win rate and the score, and the variance of the remaining time.
fn errors_of(output: &NetworkOutput) -> [f64; 3] {
    let errors = |e: ErrorEstimates| [e.value / 2.0, e.score, e.time_variance].map(f64::from);
    output.errors.map_or(NO_ERRORS, errors)
}

/// What stands for the errors if a network does not estimate them.
const NO_ERRORS: [f64; 3] = [-0.5, -1.0, -1.0];

/// What stands for the policy of an illegal play.
const ILLEGAL: f64 = -1.0;

const NO_SCORE: ExpectedScore = ExpectedScore { mean: 0.0, deviation: 0.0 };

/// Values of a position of which nothing is known.
const EVEN: Values =
    Values { win_rate: 0.5, utility: 0.0, lead: 0.0, selfplay_score: 0.0, score_deviation: 0.0 };

/// The visits of the root, its own evaluation included: one more than those of all moves.
fn root_visits(report: &Report) -> u64 {
    let visits: u64 = report.candidates.iter().map(|c| u64::from(c.visits)).sum();
    1 + if visits == 0 { u64::from(report.visits) } else { visits }
}
