//! The answers: JSON with KataGo's keys, which serialization sorts, digits and perspective.

mod moves;
mod root;

use serde_json::{Map, Value, json};

use super::{
    number::{rounded, six_decimals},
    query::Query,
    settings::Perspective,
    symmetry_pruning::SymmetricMoves,
};
use crate::{
    board::{Color, Move, Vertex},
    engine::RawEvaluation,
    game::Game,
    network::{ErrorEstimates, NetworkOutput},
    search::Report,
};

/// A position with everything that does not change during its search.
pub(super) struct PositionContext<'p> {
    pub(super) query: &'p Query,
    pub(super) turn: usize,
    pub(super) game: &'p Game,
    /// The player to move.
    pub(super) color: Color,
    /// `None` where playouts evaluate.
    pub(super) raw: Option<&'p RawEvaluation>,
    /// The evaluation by the second network for the query's human profile, if there are both.
    pub(super) human: Option<&'p RawEvaluation>,
    pub(super) status: Option<Value>,
    /// The moves that are not searched since they equal others.
    pub(super) symmetric_moves: SymmetricMoves,
}

/// Values of a player to move, at the root or after a move.
#[derive(Clone, Copy)]
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
pub(super) fn answer(
    position: &PositionContext,
    report: Option<&Report>,
    is_during: bool,
) -> Value {
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

impl PositionContext<'_> {
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

    /// The ownership for the reader, the mean over the root's own evaluation and the iterations.
    fn ownership(&self, report: Option<&Report>) -> Vec<f64> {
        // Iterations without a move, as where none is permitted, have no part in it.
        let searched =
            report.and_then(|report| Some((report.ownership.as_ref()?, visits_of_moves(report))));
        let own = self.raw.map(|raw| &raw.output.ownership);
        let mean = |index: usize| {
            let (sum, visits) = searched.map_or((0.0, 0.0), |(points, visits)| {
                (f64::from(points[index]) * visits as f64, visits as f64)
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
    Values {
        win_rate: output.win_rate(),
        utility: raw.utility,
        lead: output.lead.into(),
        selfplay_score: output.score_mean.into(),
        score_deviation: output.score_deviation(),
    }
}

/// The policy of a network by point from the top left, then of the pass; [`ILLEGAL`] where a play is.
fn raw_policy(raw: &RawEvaluation) -> Value {
    raw.policy.iter().map(|prior| rounded(prior.map_or(ILLEGAL, f64::from))).collect()
}

/// The short-term errors of the win rate and the score, and the variance of the remaining time.
fn errors_of(output: &NetworkOutput) -> [f64; 3] {
    let errors = |e: ErrorEstimates| [e.value / 2.0, e.score, e.time_variance].map(f64::from);
    output.errors.map_or(NO_ERRORS, errors)
}

/// Values in place of the errors if a network does not estimate them.
const NO_ERRORS: [f64; 3] = [-0.5, -1.0, -1.0];

/// Value in place of the policy of an illegal play.
const ILLEGAL: f64 = -1.0;

/// Values in place of those of a position that was not searched.
const EVEN: Values =
    Values { win_rate: 0.5, utility: 0.0, lead: 0.0, selfplay_score: 0.0, score_deviation: 0.0 };

/// The visits of the root, its own evaluation included: one more than those of all moves.
fn root_visits(report: &Report) -> u64 {
    let visits = visits_of_moves(report);
    1 + if visits == 0 { u64::from(report.visits) } else { visits }
}

fn visits_of_moves(report: &Report) -> u64 {
    report.candidates.iter().map(|c| u64::from(c.visits)).sum()
}
