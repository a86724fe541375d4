//! Problems that the search must solve. Each file of `tests/problems/` contains a sentence, a line
//! with the player to move, komi, rules and iterations (one thread, fixed seed), the moves that
//! solve the problem (`play`) or those that do not (`avoid`), and a diagram.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};

use rayon::ThreadPoolBuilder;
use shusaku::{
    board::{Board, Color, Vertex},
    game::Game,
    rules::Rules,
    search::{Limits, PlayoutEvaluator, Report, SearchRequest, Searcher},
};

use crate::parallel;

struct Problem {
    game: Game,
    iterations: u64,
    /// Whether the listed moves solve the problem, rather than all others.
    is_solution: bool,
    moves: Vec<String>,
}

impl Problem {
    fn is_solved_by(&self, played: &str) -> bool {
        self.moves.iter().any(|listed| listed == played) == self.is_solution
    }
}

/// Reads a file, whose second line is like `black to play, komi 0.5, chinese, 2000 iterations`.
fn parse(text: &str) -> Option<Problem> {
    let (_, rest) = text.split_once('\n')?;
    let (terms, rest) = rest.split_once('\n')?;
    let (moves, diagram) = rest.split_once('\n')?;
    let [player, komi, rules, iterations] = terms.split(", ").collect::<Vec<_>>()[..] else {
        return None;
    };
    let color: Color = player.strip_suffix(" to play")?.parse().ok()?;
    let board: Board = diagram.parse().ok()?;
    let mut game = Game::from_position(board, color, Rules::preset(rules).ok()?);
    // Set-up stones of one color are not a handicap here.
    game.declare_handicap(0);
    game.set_komi(Some(komi.strip_prefix("komi ")?.parse().ok()?));
    let (verb, moves) = moves.split_once(' ')?;
    Some(Problem {
        game,
        iterations: iterations.strip_suffix(" iterations")?.parse().ok()?,
        is_solution: match verb {
            "play" => true,
            "avoid" => false,
            _ => return None,
        },
        moves: moves.split(' ').map(str::to_string).collect(),
    })
}

fn search(game: &Game, iterations: u64) -> Report {
    let pool = ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let mut searcher = Searcher::new(Arc::new(pool), 64 << 20);
    let limits = Limits { iterations: Some(iterations), ..Limits::default() };
    let evaluator = |seed| PlayoutEvaluator::new(game, seed);
    let request = SearchRequest { limits, seed: 1, ..SearchRequest::default() };
    searcher.search(game, game.to_move(), &request, &AtomicBool::new(false), evaluator)
}

#[test]
fn every_problem_is_solved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems");
    let entries = fs::read_dir(folder).expect("the folder of problems");
    let paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    let unsolved = parallel::map(&paths, |path| {
        let text = fs::read_to_string(path).expect("a readable problem");
        let problem = parse(&text).unwrap_or_else(|| panic!("{}: unreadable", path.display()));
        let report = search(&problem.game, problem.iterations);
        let best = report.best();
        let played = Vertex::new(problem.game.size(), best.mv).to_string();
        (!problem.is_solved_by(&played)).then(|| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            format!("{name}: {played} ({:.2})", best.win_rate)
        })
    });
    let unsolved: Vec<String> = unsolved.into_iter().flatten().collect();
    assert!(unsolved.is_empty(), "{}", unsolved.join("\n"));
    assert!(!paths.is_empty());
}
