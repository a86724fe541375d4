use super::{
    cache::{CachedEval, EvalCache},
    utility::Utility,
};
use crate::{
    board::{Board, Color, Move, Point},
    features::{Extractor, FeatureOptions, HumanProfile},
    game::{Game, Variation},
    network::{Input, NetworkOutput, Workspace},
    playout::owner,
    search::{
        Amaf, EvalOptions, Evaluation, Evaluator, Prior, Selection, evaluation::LiteralCount,
        prior::sensible_plays,
    },
    tuning::{MAX_PDA, MOST_PASS_CHANCE, OPTIMISM, ROOT_OPTIMISM},
};

/// Evaluates by a network, and the end of a game that leaves nothing to agree on by its count.
pub struct NetworkEvaluator<'c> {
    shown: Shown<'c>,
    count: LiteralCount,
    utility: Utility,
    temperature: f32,
    /// The position evaluated last, and what was said of it by a player's view.
    board: Board,
    said: Option<(CachedEval, Color)>,
}

/// A network with what it takes to show it positions.
struct Shown<'c> {
    cache: &'c EvalCache,
    extractor: Extractor,
    /// By how many doublings White is said to search more.
    white_doublings: f64,
    feature_options: FeatureOptions,
    input: Input,
    workspace: Workspace,
}

impl<'c> NetworkEvaluator<'c> {
    /// An evaluator for lines of this game that begin with a turn of `color`. A network that
    /// imitates people is told that both players are this person.
    #[must_use]
    pub fn new(
        cache: &'c EvalCache,
        human_profile: Option<HumanProfile>,
        eval_options: EvalOptions,
        game: &Game,
        color: Color,
    ) -> NetworkEvaluator<'c> {
        let strict_pass_alive = cache.network().strict_pass_alive();
        let area = game.size().area();
        let mut input = Input::new(1, 1);
        input.metadata = human_profile.map(|human_profile| human_profile.row(area));
        let mut shown = Shown {
            cache,
            extractor: Extractor::default(),
            white_doublings: 0.0,
            feature_options: FeatureOptions {
                hides_lost_ends: true,
                strict_pass_alive,
                ..FeatureOptions::default()
            },
            input,
            workspace: Workspace::default(),
        };
        let root = Variation::new(game);
        let mut said = shown.say(&root, color);
        let lead = f64::from(said.outputs().lead);
        shown.white_doublings = doublings(eval_options.pda_per_point, blacks(color, lead));
        if shown.white_doublings > 0.0 {
            said = shown.say(&root, color);
        }
        let expected = blacks(color, f64::from(said.outputs().score_mean));
        NetworkEvaluator {
            shown,
            count: LiteralCount::new(game),
            utility: Utility::new(area, expected),
            temperature: eval_options.temperature as f32,
            board: game.board().clone(),
            said: None,
        }
    }

    fn evaluation(&self, outputs: &NetworkOutput, to_move: Color) -> Evaluation {
        let win = f64::from(outputs.win + 0.5 * outputs.no_result);
        let black_win = if to_move == Color::Black { win } else { 1.0 - win };
        let mean = f64::from(outputs.score_mean);
        let deviation = (f64::from(outputs.score_square) - mean * mean).max(0.0).sqrt();
        Evaluation {
            black_utility: self.utility.of(black_win, blacks(to_move, mean), deviation),
            black_win,
            black_margin: blacks(to_move, f64::from(outputs.lead)),
            margin_deviation: deviation,
        }
    }
}

impl Shown<'_> {
    /// What the network says of the position that `line` has reached.
    fn say(&mut self, line: &Variation, to_move: Color) -> CachedEval {
        self.feature_options.doubling_advantage = -blacks(to_move, self.white_doublings);
        self.extractor.extract_for(to_move, line, &self.feature_options, &mut self.input);
        let is_root = line.state().turns().len() == line.game().turns().len();
        let optimism = if is_root { ROOT_OPTIMISM } else { OPTIMISM };
        self.cache.evaluate(&self.input, optimism, &mut self.workspace)
    }
}

impl Evaluator for NetworkEvaluator<'_> {
    const SELECTION: Selection = Selection::Puct;

    fn expand_at(&self) -> u32 {
        2
    }

    fn priors(&mut self, line: &Variation, to_move: Color) -> Vec<(Move, Prior)> {
        let said = self.shown.say(line, to_move);
        let plays = sensible_plays(line, to_move);
        let chances = chances(&plays, said.outputs(), line.board(), self.temperature);
        let moves = plays.into_iter().map(Move::Play).chain([Move::Pass]);
        moves.zip(chances.into_iter().map(Prior::chance)).collect()
    }

    fn evaluate(&mut self, line: &Variation, to_move: Color, _: &mut Amaf) -> Evaluation {
        if let Some(margin) = self.count.margin(line) {
            self.board.clone_from(line.board());
            self.said = None;
            let evaluation = Evaluation::from_margin(margin, self.board.size().area());
            let black_utility = self.utility.of(evaluation.black_win, margin, 0.0);
            return Evaluation { black_utility, ..evaluation };
        }
        let said = self.shown.say(line, to_move);
        let evaluation = self.evaluation(said.outputs(), to_move);
        self.said = Some((said, to_move));
        evaluation
    }

    fn ownership(&self, point: Point) -> f32 {
        match &self.said {
            Some((said, color)) => {
                let share = said.outputs().ownership[place(&self.board, point)];
                if *color == Color::Black { share } else { -share }
            }
            None => match owner(&self.board, point) {
                Some(Color::Black) => 1.0,
                Some(Color::White) => -1.0,
                None => 0.0,
            },
        }
    }
}

/// Black's part of what is `color`'s.
fn blacks(color: Color, points: f64) -> f64 {
    if color == Color::Black { points } else { -points }
}

/// By how many doublings White is said to search more, where Black leads by so many points; in
/// steps, so that what was said of a position is of use for some turns.
fn doublings(pda_per_point: f64, black_lead: f64) -> f64 {
    const STEPS: f64 = 4.0;
    let exact = (pda_per_point * black_lead).clamp(0.0, MAX_PDA);
    (exact * STEPS).round() / STEPS
}

/// Where a network's outputs tell of a point.
fn place(board: &Board, point: Point) -> usize {
    let size = board.size();
    usize::from(size.row(point)) * usize::from(size.width()) + usize::from(size.column(point))
}

/// The chances of these plays, and last that of a pass: together one.
fn chances(plays: &[Point], outputs: &NetworkOutput, board: &Board, temperature: f32) -> Vec<f32> {
    let mut is_play = vec![false; board.size().area()];
    plays.iter().for_each(|&point| is_play[place(board, point)] = true);
    let all = outputs.probabilities(|place| is_play[place], temperature);
    let pass = *all.last().expect("a pass is always among them");
    let mut chances: Vec<f32> = plays.iter().map(|&point| all[place(board, point)]).collect();
    let others: f32 = chances.iter().sum();
    if pass > MOST_PASS_CHANCE && others > 0.0 {
        let scale = (1.0 - MOST_PASS_CHANCE) / others;
        chances.iter_mut().for_each(|chance| *chance *= scale);
    }
    chances.push(pass.min(MOST_PASS_CHANCE));
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_behind_is_bold_and_no_other() {
        assert_eq!(doublings(0.05, 20.0), 1.0);
        assert_eq!(doublings(0.05, 21.0), 1.0);
        assert_eq!(doublings(0.05, 200.0), MAX_PDA);
        assert_eq!(doublings(0.05, -20.0), 0.0);
        assert_eq!(doublings(0.0, 20.0), 0.0);
    }
}
