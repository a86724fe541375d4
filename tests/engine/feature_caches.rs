//! The caches of an extractor do not change its results.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shusaku::{
    board::{Board, Color, Move, Point, Size, Vertex},
    features::{Extractor, FeatureOptions},
    game::{Game, State, Variation},
    network::Input,
    rules::Rules,
};

/// Number of steps in a game: moves, undos, and variations. Small boards are filled and cleared
/// several times meanwhile, with kos and repetitions.
const STEPS: usize = 300;

/// Rules under which positions repeat in different ways: by a pass alone, by a cycle, by suicide.
const RULES: [&str; 6] =
    ["chinese", "japanese", "tromp-taylor", "new_zealand", "aga-button", "mizessyn"];

/// A random run with one extractor for all positions.
struct Trial {
    reused: Extractor,
    rng: Xoshiro256PlusPlus,
    /// Number of positions compared that had a ko ban.
    kos: usize,
    /// Number of positions compared that had chains caught in ladders.
    ladders: usize,
}

impl Trial {
    fn run(&mut self, size: Size, rules: &str) {
        let mut game = Game::new(size, Rules::preset(rules).unwrap());
        for _ in 0..STEPS {
            match self.rng.random_range(0..20) {
                0 => {
                    let max = game.turns().len().min(8);
                    game.undo(self.rng.random_range(0..=max)).unwrap();
                }
                1..4 => self.compare_variation(&game),
                _ => {
                    let (color, mv) = self.random_move(&game, game.state());
                    game.play(color, mv).unwrap();
                }
            }
            self.compare(&Variation::new(&game));
        }
    }

    fn compare_variation(&mut self, game: &Game) {
        let mut line = Variation::new(game);
        for _ in 0..self.rng.random_range(1..8) {
            let (color, mv) = self.random_move(game, line.state());
            line.play_unchecked(color, mv);
            self.compare(&line);
        }
    }

    /// A legal move, rarely a pass, sometimes out of turn.
    fn random_move(&mut self, game: &Game, state: &State) -> (Color, Move) {
        let is_in_turn = self.rng.random_bool(0.95);
        let color = if is_in_turn { state.to_move() } else { state.to_move().opponent() };
        let plays: Vec<Point> = state.legal_points(game.rules(), color).collect();
        if plays.is_empty() || self.rng.random_bool(0.05) {
            return (color, Move::Pass);
        }
        (color, Move::Play(plays[self.rng.random_range(0..plays.len())]))
    }

    fn compare(&mut self, line: &Variation) {
        let feature_options = FeatureOptions {
            strict_pass_alive: self.rng.random_bool(0.5),
            ..FeatureOptions::default()
        };
        let extract = |extractor: &mut Extractor| {
            let mut input = Input::default();
            extractor.extract_for(line.state().to_move(), line, &feature_options, &mut input);
            input
        };
        let input = extract(&mut self.reused);
        assert_eq!(input, extract(&mut Extractor::default()), "{:?}", line.state().turns());
        self.kos += usize::from(line.board().ko().is_some());
        self.ladders += usize::from(input.planes.iter().any(|planes| planes >> 14 & 1 == 1));
    }
}

#[test]
fn results_do_not_depend_on_earlier_positions() {
    let rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut trial = Trial { reused: Extractor::default(), rng, kos: 0, ladders: 0 };
    for (width, height) in [(2, 3), (3, 3), (4, 3), (5, 5), (7, 4), (9, 9), (19, 19)] {
        for rules in RULES {
            trial.run(Size::new(width, height).unwrap(), rules);
        }
    }
    assert!(trial.kos > 100 && trial.ladders > 1000, "{} {}", trial.kos, trial.ladders);
}

/// The position two moves before White takes the ko at C6 with D6.
const BEFORE_KO: &str = "
    . O O X . . .
    X O X . X . .
    . X O X . . .
    . X . X . . .
    . . X . . . .
    . . . . . O .
    . . . . . . .";

/// A position from which two moves lead to the same stones, but without a ko.
const WITHOUT_KO: &str = "
    . O O X . . .
    X O . O X . .
    . X O X . . .
    . X . X . . .
    . . X . . . .
    . . . . . . .
    . . . . . . .";

/// The inputs after G1 by Black and a play by White.
fn features_after(start: &str, white: &str, extractor: &mut Extractor) -> Input {
    let board: Board = start.parse().unwrap();
    let mut game = Game::from_position(board, Color::Black, Rules::preset("chinese").unwrap());
    for (color, text) in [(Color::Black, "G1"), (Color::White, white)] {
        game.play(color, Vertex::parse(game.size(), text).unwrap()).unwrap();
    }
    let mut input = Input::default();
    extractor.extract(&game, game.state(), &FeatureOptions::default(), &mut input);
    input
}

#[test]
fn ladders_with_the_same_stones_differ_by_the_ko() {
    let c6 = 9;
    let catches = |input: &Input| input.planes[c6] >> 17 & 1 == 1;
    let mut extractor = Extractor::default();
    assert!(!catches(&features_after(BEFORE_KO, "D6", &mut extractor)));
    assert!(catches(&features_after(WITHOUT_KO, "F2", &mut extractor)));
    assert!(!catches(&features_after(BEFORE_KO, "D6", &mut extractor)));
}
