//! The lines of an analysis, in Leela Zero's and in KataGo's format.

use std::fmt::Write;

use crate::{
    board::{Move, Size, Vertex},
    search::{Candidate, ExpectedScore, Report, SearchConstraint},
};

/// The format of `info` lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Leela Zero's: probabilities as integers up to 10,000.
    Leela,
    /// KataGo's: decimal fractions, scores, and more on request.
    Kata,
}

/// The contents of `info` lines.
#[derive(Clone, Debug)]
pub(super) struct InfoFields {
    pub(super) dialect: Dialect,
    pub(super) min_moves: usize,
    pub(super) max_moves: usize,
    /// Moves that these exclude are not listed.
    pub(super) constraints: Vec<SearchConstraint>,
    pub(super) root_info: bool,
    pub(super) ownership: bool,
    pub(super) ownership_deviation: bool,
    pub(super) moves_ownership: bool,
    pub(super) moves_ownership_deviation: bool,
    pub(super) pv_visits: bool,
    pub(super) pv_edge_visits: bool,
    pub(super) no_result_value: bool,
}

/// Limit on the moves of a principal variation.
const MAX_PV_MOVES: usize = 15;

impl Dialect {
    /// The fields that are written without a request.
    pub(super) const fn default_fields(self) -> InfoFields {
        InfoFields {
            dialect: self,
            min_moves: 0,
            max_moves: usize::MAX,
            constraints: Vec::new(),
            root_info: false,
            ownership: false,
            ownership_deviation: false,
            moves_ownership: false,
            moves_ownership_deviation: false,
            pv_visits: false,
            pv_edge_visits: false,
            no_result_value: false,
        }
    }
}

impl InfoFields {
    /// The field that a boolean key of KataGo's switches, with the name of its value in errors;
    /// `None` for an unknown key.
    pub(super) fn flag(&mut self, key: &str) -> Option<(&'static str, &mut bool)> {
        if self.dialect != Dialect::Kata {
            return None;
        }
        Some(match key {
            "rootInfo" => ("value of rootInfo", &mut self.root_info),
            "ownership" => ("value of ownership", &mut self.ownership),
            "ownershipStdev" => ("value of ownershipStdev", &mut self.ownership_deviation),
            "movesOwnership" => ("value of movesOwnership", &mut self.moves_ownership),
            "movesOwnershipStdev" => {
                ("value of movesOwnershipStdev", &mut self.moves_ownership_deviation)
            }
            "pvVisits" => ("value of pvVisits", &mut self.pv_visits),
            "pvEdgeVisits" => ("value of pvEdgeVisits", &mut self.pv_edge_visits),
            "noResultValue" => ("value of noResultValue", &mut self.no_result_value),
            _ => return None,
        })
    }
}

/// Formats a report as one line.
pub(super) fn info(size: Size, report: &Report, fields: &InfoFields) -> String {
    let mut line = String::new();
    for (order, candidate) in selected(report, fields).into_iter().enumerate() {
        move_info(&mut line, size, report, candidate, order, fields);
    }
    if fields.root_info {
        root_info(&mut line, report);
    }
    let (mean, deviation) = (report.ownership.as_deref(), report.ownership_deviation.as_deref());
    add_ownership(&mut line, "ownership", mean.filter(|_| fields.ownership));
    add_ownership(&mut line, "ownershipStdev", deviation.filter(|_| fields.ownership_deviation));
    line.truncate(line.trim_end().len());
    line
}

/// The candidates to write, the best first: the visited ones, and others up to `min_moves`.
fn selected<'r>(report: &'r Report, fields: &InfoFields) -> Vec<&'r Candidate> {
    let permits = |mv: Move| fields.constraints.iter().all(|c| c.permits(report.color, mv, 0));
    let mut selected = report.ranked(&fields.constraints);
    let mut unvisited: Vec<&Candidate> =
        report.candidates.iter().filter(|c| c.visits == 0 && permits(c.mv)).collect();
    unvisited.sort_by(|a, b| b.prior.total_cmp(&a.prior));
    let missing = fields.min_moves.max(1).saturating_sub(selected.len());
    selected.extend(unvisited.into_iter().take(missing));
    selected.truncate(fields.max_moves);
    selected
}

/// Formats a report for the spectators of the Computer Go Server ("GTP tournament game expansion"
/// of zakki/cgos).
pub(super) fn json(size: Size, report: &Report) -> String {
    /// The server keeps everything in its records.
    const MAX_MOVES: usize = 10;
    let name = |mv: Move| Vertex::new(size, mv).to_string();
    let score = |score: Option<ExpectedScore>| score.map(|score| score.mean);
    let mut moves = selected(report, &Dialect::Kata.default_fields());
    moves.truncate(MAX_MOVES);
    let describe = |candidate: &&Candidate| {
        let line: Vec<String> = candidate.line.iter().skip(1).map(|&(mv, _)| name(mv)).collect();
        serde_json::json!({
            "move": name(candidate.mv),
            "winrate": candidate.win_rate,
            "score": score(candidate.score),
            "prior": candidate.prior,
            "visits": candidate.visits,
            "pv": line.join(" "),
        })
    };
    serde_json::json!({
        "winrate": report.win_rate,
        "score": score(report.score),
        "visits": report.visits,
        "moves": moves.iter().map(describe).collect::<Vec<_>>(),
    })
    .to_string()
}

fn move_info(
    line: &mut String,
    size: Size,
    report: &Report,
    candidate: &Candidate,
    order: usize,
    fields: &InfoFields,
) {
    let Candidate { visits, win_rate, win_rate_lcb, prior, .. } = *candidate;
    let katago_utility = |utility| report.katago_utility(utility);
    let name = Vertex::new(size, candidate.mv);
    add(line, format_args!("info move {name} visits {visits}"));
    match fields.dialect {
        Dialect::Leela => {
            let parts = |share: f64| (share.clamp(0.0, 1.0) * 10_000.0).round() as u32;
            let [win, prior, lcb] = [win_rate, prior, win_rate_lcb].map(parts);
            add(line, format_args!("winrate {win} prior {prior} lcb {lcb} order {order}"));
        }
        Dialect::Kata => {
            add(line, format_args!("edgeVisits {visits}"));
            let score = report.score_after(candidate);
            add_values(line, katago_utility(candidate.utility), win_rate, score);
            let (lcb, utility_lcb) = (win_rate_lcb.max(0.0), katago_utility(candidate.utility_lcb));
            add(line, format_args!("prior {prior:.6} lcb {lcb:.6} utilityLcb {utility_lcb:.6}"));
            if fields.no_result_value {
                line.push_str("noResultValue 0.0 ");
            }
            add(line, format_args!("weight {:.1} order {order}", f64::from(visits)));
        }
    }
    add_principal_variation(line, size, candidate, fields);
    let mean = candidate.ownership.as_deref().filter(|_| fields.moves_ownership);
    add_ownership(line, "movesOwnership", mean);
    let deviation = candidate.ownership_deviation.as_deref();
    let deviation = deviation.filter(|_| fields.moves_ownership_deviation);
    add_ownership(line, "movesOwnershipStdev", deviation);
}

/// Adds the principal variation of a move, and its visits.
fn add_principal_variation(
    line: &mut String,
    size: Size,
    candidate: &Candidate,
    fields: &InfoFields,
) {
    let turns = &candidate.line[..candidate.line.len().min(MAX_PV_MOVES)];
    line.push_str("pv ");
    turns.iter().for_each(|&(mv, _)| add(line, format_args!("{}", Vertex::new(size, mv))));
    for (key, is_wanted) in
        [("pvVisits", fields.pv_visits), ("pvEdgeVisits", fields.pv_edge_visits)]
    {
        if is_wanted {
            add(line, format_args!("{key}"));
            turns.iter().for_each(|&(_, visits)| add(line, format_args!("{visits}")));
        }
    }
}

fn root_info(line: &mut String, report: &Report) {
    add(line, format_args!("rootInfo visits {}", report.visits));
    let (utility, score) = (report.katago_utility(report.utility()), report.score);
    add_values(line, utility, report.win_rate, score.unwrap_or_default());
    add(line, format_args!("weight {:.1}", f64::from(report.visits)));
}

/// Adds utility, win rate and score.
fn add_values(line: &mut String, utility: f64, win_rate: f64, score: ExpectedScore) {
    let ExpectedScore { mean, deviation } = score;
    add(line, format_args!("utility {utility:.6} winrate {win_rate:.6} scoreMean {mean:.4}"));
    add(line, format_args!("scoreStdev {deviation:.4} scoreLead {mean:.4}"));
    add(line, format_args!("scoreSelfplay {mean:.4}"));
}

fn add_ownership(line: &mut String, key: &str, points: Option<&[f32]>) {
    let Some(points) = points else { return };
    add(line, format_args!("{key}"));
    points.iter().for_each(|&share| add(line, format_args!("{share:.3}")));
}

fn add(line: &mut String, text: std::fmt::Arguments) {
    write!(line, "{text} ").expect("a write to a string never fails");
}
