//! The evaluators of a search by a network, one for each thread.

use super::{
    cache::{CacheQuery, CachedEval, EvalCache},
    policy::{limit_pass, policy},
    recent::RecentEvals,
    utility::Utility,
};
use crate::{
    board::{Board, Color, Move, Point},
    features::{Extractor, FeatureOptions, HumanProfile, new_input},
    game::{Game, Variation},
    network::{ErrorEstimates, Input, NetworkOutput, Workspace},
    search::{
        Amaf, EvalOptions, Evaluation, Evaluator, Puct, plays::sensible_plays,
        terminal::TerminalScorer, tree::PositionKey,
    },
    tuning::{MAX_PDA, POLICY_OPTIMISM, ROOT_POLICY_OPTIMISM},
};

/// Makes the evaluators of one search's threads, and holds what they have in common.
pub struct NetworkEvaluators<'c> {
    cache: &'c EvalCache,
    human_profile: Option<HumanProfile>,
    eval_options: EvalOptions,
    game: &'c Game,
    color: Color,
    recent: RecentEvals,
}

/// Evaluates leaves by a network. [`NetworkEvaluators::evaluator`] returns one for each thread.
///
/// A finished game is counted instead if its rules leave no dead stones to agree on.
pub struct NetworkEvaluator<'c> {
    positions: PositionEvaluator<'c>,
    recent: &'c RecentEvals,
    scorer: TerminalScorer,
    utility: Utility,
    /// The weight of a counted game.
    counted_weight: f64,
    policy_temperature: f32,
    root_policy_temperature_factor: f32,
    /// The position counted last; the game's position until then.
    board: Board,
    /// The last evaluation and its player to move; `None` if the last position was counted.
    last_eval: Option<(CachedEval, Color)>,
    /// The inputs of positions that are to be evaluated together.
    prepared: Vec<CacheQuery>,
}

/// Evaluates positions: extracts their input features, and takes the output from the cache or
/// the network.
struct PositionEvaluator<'c> {
    cache: &'c EvalCache,
    extractor: Extractor,
    eval_options: EvalOptions,
    feature_options: FeatureOptions,
    input: Input,
    workspace: Workspace,
}

/// The errors of a counted game.
const NO_ERROR: ErrorEstimates = ErrorEstimates { time_variance: 0.0, value: 0.0, score: 0.0 };

impl<'c> NetworkEvaluators<'c> {
    /// The evaluators of a search of variations of this game that begin with a move of `color`. For a HumanSL network,
    /// `human_profile` describes both players. [`resolve_pda`] makes the options.
    #[must_use]
    pub fn new(
        cache: &'c EvalCache,
        human_profile: Option<HumanProfile>,
        eval_options: EvalOptions,
        game: &'c Game,
        color: Color,
    ) -> NetworkEvaluators<'c> {
        let recent = RecentEvals::default();
        NetworkEvaluators { cache, human_profile, eval_options, game, color, recent }
    }

    /// An evaluator for one thread.
    #[must_use]
    pub fn evaluator(&self) -> NetworkEvaluator<'_> {
        let NetworkEvaluators { cache, human_profile, eval_options, game, color, ref recent } =
            *self;
        let area = game.size().area();
        let mut positions = PositionEvaluator::new(cache, human_profile, eval_options, area);
        let eval = positions.evaluate(&Variation::new(game), color);
        let expected = color.points(f64::from(eval.output().score_mean));
        let utility = Utility::new(area, expected);
        let counted_weight =
            eval.output().errors.map_or(1.0, |_| utility.weight(expected, NO_ERROR));
        NetworkEvaluator {
            positions,
            recent,
            scorer: TerminalScorer::new(game),
            utility,
            counted_weight,
            policy_temperature: eval_options.policy_temperature as f32,
            root_policy_temperature_factor: eval_options.root_policy_temperature_factor as f32,
            board: game.board().clone(),
            last_eval: None,
            prepared: Vec::new(),
        }
    }
}

impl NetworkEvaluator<'_> {
    /// The evaluation of the position that `line` has reached: its features are extracted unless it
    /// is known.
    fn eval(&mut self, line: &Variation, to_move: Color) -> CachedEval {
        let position = PositionKey::of(line, to_move);
        self.known(position).unwrap_or_else(|| {
            let eval = self.positions.evaluate(line, to_move);
            self.recent.insert(position, eval.key());
            eval
        })
    }

    /// The evaluation of a position seen before, as long as it is in the cache.
    fn known(&self, position: PositionKey) -> Option<CachedEval> {
        self.recent.get(position).and_then(|key| self.positions.cache.find(key))
    }

    fn evaluation(&self, output: &NetworkOutput, to_move: Color) -> Evaluation {
        let black_win_rate = to_move.probability(output.win_rate());
        let black_mean = to_move.points(output.score_mean.into());
        let score_deviation = output.score_deviation();
        Evaluation {
            black_utility: self.utility.of(black_win_rate, black_mean, score_deviation),
            black_win_rate,
            black_score: to_move.points(output.lead.into()),
            score_deviation,
            weight: output.errors.map_or(1.0, |errors| self.utility.weight(black_mean, errors)),
        }
    }
}

impl<'c> PositionEvaluator<'c> {
    fn new(
        cache: &'c EvalCache,
        human_profile: Option<HumanProfile>,
        eval_options: EvalOptions,
        area: usize,
    ) -> PositionEvaluator<'c> {
        PositionEvaluator {
            cache,
            extractor: Extractor::default(),
            eval_options,
            feature_options: FeatureOptions {
                passing_hacks: true,
                ..FeatureOptions::of(cache.network())
            },
            input: new_input(human_profile, area),
            workspace: Workspace::default(),
        }
    }

    /// The network's output for the position that `line` has reached.
    fn evaluate(&mut self, line: &Variation, to_move: Color) -> CachedEval {
        let optimism = self.extract(line, to_move);
        self.cache.evaluate(&self.input, optimism, &mut self.workspace)
    }

    /// Extracts the features of the position that `line` has reached, and returns the optimism of its
    /// policy.
    fn extract(&mut self, line: &Variation, to_move: Color) -> f32 {
        let EvalOptions { white_pda, hides_game_history, conservative_root, .. } =
            self.eval_options;
        // White's advantage is Black's disadvantage.
        self.feature_options.playout_doubling_advantage = -to_move.points(white_pda);
        let is_root = line.is_empty();
        self.feature_options.conservative_pass = is_root && conservative_root;
        self.feature_options.max_history = match hides_game_history {
            true => line.len().min(FeatureOptions::default().max_history),
            false => FeatureOptions::default().max_history,
        };
        self.extractor.extract_for(to_move, line, &self.feature_options, &mut self.input);
        if is_root { ROOT_POLICY_OPTIMISM.get() } else { POLICY_OPTIMISM.get() }
    }
}

impl Evaluator for NetworkEvaluator<'_> {
    type Selection = Puct;

    fn priors(&mut self, line: &Variation, to_move: Color) -> Vec<(Move, f32)> {
        let eval = self.eval(line, to_move);
        let plays = sensible_plays(line, to_move);
        let factor = if line.is_empty() { self.root_policy_temperature_factor } else { 1.0 };
        let temperature = self.policy_temperature * factor;
        let mut policy = policy(&plays, eval.output(), line.board(), temperature);
        limit_pass(&mut policy);
        let moves = plays.into_iter().map(Move::Play).chain([Move::Pass]);
        let mut priors: Vec<(Move, f32)> = moves.zip(policy).collect();
        priors.sort_by(|a, b| b.1.total_cmp(&a.1));
        priors
    }

    fn evaluate(&mut self, line: &Variation, to_move: Color, _: &mut Amaf) -> Evaluation {
        if let Some(margin) = self.scorer.margin(line) {
            self.board.clone_from(line.board());
            self.last_eval = None;
            let evaluation = Evaluation::from_margin(margin, self.board.size().area());
            let black_utility = self.utility.of(evaluation.black_win_rate, margin, 0.0);
            return Evaluation { black_utility, weight: self.counted_weight, ..evaluation };
        }
        let eval = self.eval(line, to_move);
        let evaluation = self.evaluation(eval.output(), to_move);
        self.last_eval = Some((eval, to_move));
        evaluation
    }

    fn ownership(&self, point: Point) -> f32 {
        match &self.last_eval {
            Some((eval, color)) => {
                let ownership = eval.output().ownership[self.board.size().row_major_index(point)];
                color.sign() as f32 * ownership
            }
            None => {
                let owner = self.scorer.owner(&self.board, point);
                owner.map_or(0.0, |color| color.sign() as f32)
            }
        }
    }

    fn best_batch_size(&self) -> usize {
        self.positions.cache.best_batch_size(&self.positions.input)
    }

    fn known_batch_size(&self) -> Option<usize> {
        self.positions.cache.known_batch_size()
    }

    fn prepare(&mut self, line: &Variation, to_move: Color) {
        if self.scorer.margin(line).is_some() {
            return;
        }
        let position = PositionKey::of(line, to_move);
        if self.known(position).is_some() {
            return;
        }
        let optimism = self.positions.extract(line, to_move);
        let query = self.positions.cache.query(&self.positions.input, optimism);
        self.recent.insert(position, query.key());
        self.prepared.push(query);
    }

    fn evaluate_prepared(&mut self) {
        self.positions.cache.evaluate_batch(&self.prepared, &mut self.positions.workspace);
        self.prepared.clear();
    }
}

/// The network's output for the position that a game has reached, with `color` to move: the root of a
/// search with these options.
#[must_use]
pub fn root_output(
    cache: &EvalCache,
    human_profile: Option<HumanProfile>,
    eval_options: EvalOptions,
    game: &Game,
    color: Color,
) -> NetworkOutput {
    let area = game.size().area();
    let mut positions = PositionEvaluator::new(cache, human_profile, eval_options, area);
    positions.evaluate(&Variation::new(game), color).output().clone()
}

/// Returns `options` with `pda_per_point` resolved: `white_pda` becomes the playout-doubling advantage for
/// White's deficit at the root, where `color` is to move, or stays if that rounds to 0.
///
/// The result is part of the key of the search tree. `last_white_pda` is the advantage of the previous
/// search; it is kept if it is near, so that its tree stays valid.
#[must_use]
pub fn resolve_pda(
    cache: &EvalCache,
    human_profile: Option<HumanProfile>,
    options: EvalOptions,
    (game, color): (&Game, Color),
    last_white_pda: Option<f64>,
) -> EvalOptions {
    let EvalOptions { pda_per_point, white_pda, .. } = options;
    if pda_per_point == 0.0 {
        return options;
    }
    let output = root_output(cache, human_profile, options, game, color);
    let black_lead = color.points(output.lead.into());
    let dynamic_pda = dynamic_pda(pda_per_point, black_lead, last_white_pda);
    let white_pda = if dynamic_pda > 0.0 { dynamic_pda } else { white_pda };
    EvalOptions { pda_per_point: 0.0, white_pda, ..options }
}

/// Playout-doubling advantage of White, in doublings, where Black leads by `black_lead` points. It is
/// rounded to quarters, so that the tree and cached evaluations stay valid for some moves; `last` is kept
/// if it is at most 0.6 steps from the exact advantage.
fn dynamic_pda(pda_per_point: f64, black_lead: f64, last: Option<f64>) -> f64 {
    const STEPS_PER_DOUBLING: f64 = 4.0;
    /// Distance in steps, more than half of one, up to which the last advantage stays.
    const MAX_STEPS_TO_LAST: f64 = 0.6;
    let exact = (pda_per_point * black_lead).clamp(0.0, MAX_PDA.get());
    let is_near = |last: &f64| STEPS_PER_DOUBLING * (exact - last).abs() <= MAX_STEPS_TO_LAST;
    last.filter(is_near).unwrap_or((exact * STEPS_PER_DOUBLING).round() / STEPS_PER_DOUBLING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_player_who_is_behind_has_an_advantage() {
        let white_pda = |pda_per_point, lead| dynamic_pda(pda_per_point, lead, None);
        assert_eq!(white_pda(0.05, 20.0), 1.0);
        assert_eq!(white_pda(0.05, 21.0), 1.0);
        assert_eq!(white_pda(0.05, 200.0), MAX_PDA.get());
        assert_eq!(white_pda(0.05, -20.0), 0.0);
        assert_eq!(white_pda(0.0, 20.0), 0.0);
    }

    #[test]
    fn an_advantage_stays_while_it_is_nearly_the_nearest_step() {
        let white_pda = |lead, last| dynamic_pda(0.05, lead, last);
        assert_eq!(white_pda(22.75, None), 1.25);
        assert_eq!(white_pda(22.75, Some(1.0)), 1.0);
        assert_eq!(white_pda(23.25, Some(1.0)), 1.25);
        assert_eq!(white_pda(22.25, Some(1.25)), 1.25);
        assert_eq!(white_pda(22.25, Some(3.0)), 1.0);
    }
}
