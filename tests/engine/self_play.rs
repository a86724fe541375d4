//! Whole games of the engine against itself, under rule sets that end in different ways.
//!
//! `SHUSAKU_SELF_PLAY_GAMES` sets the number of games on 9×9 for each rule set, or a range of them,
//! counted from 0: `6..9`. Without it, one game on 7×7 is played. With `SHUSAKU_SELF_PLAY_NETWORK=1` the
//! players of these games use the embedded network.

use std::{env, ops::Range, sync::atomic::AtomicBool};

use shusaku::{
    board::{Board, Color, Move, Point, PointSet, Size, Vertex},
    engine::{Decision, Engine, ModelChoice, Options, SearchOptions},
    game::{Game, Stage, Turn},
    rules::{Rules, Scoring},
    score::{Judgment, PassAlive, Tally, count, dame, pass_alive},
    sgf::{self, Record},
    status::{Status, Verdict},
};

/// Playouts for each move of a game.
const PLAYOUTS: u64 = 1000;

/// Visits for each move of a game with the embedded network.
const VISITS: u64 = 100;

/// Playouts for each move when a count is disputed, and for the second try where the first one
/// gained points: the defender of the count must find the only move where a player of the game need
/// not.
const DISPUTE_PLAYOUTS: [u64; 2] = [4000, 40_000];

/// Visits for each move of the last try where the players of the game use the network, which knows
/// more about what is alive than playouts do.
const DISPUTE_VISITS: u64 = 4000;

/// Moves after which a game counts as a cycle.
const MAX_MOVES: usize = 300;

/// What players choose their moves by: the model, and its playouts or visits for a move.
type Strength = (ModelChoice, u64);

/// Whether the players of the games use the network.
fn has_network() -> bool {
    env::var_os("SHUSAKU_SELF_PLAY_NETWORK").is_some()
}

/// The engines of Black and of White, each with its own copy of the game.
struct Players([Engine; 2]);

impl Players {
    /// The engines before a game on a board of this many rows.
    fn new(rows: u8, rules: &Rules, (model, playouts): &Strength, seed: u64) -> Players {
        Players([0, 1].map(|player| {
            let mut engine = Engine::new(Options {
                model: model.clone(),
                rules: rules.clone(),
                threads: 1,
                playouts: Some(*playouts),
                resign_below: 0.0,
                seed: Some(2 * seed + player),
                ..Options::default()
            })
            .expect("a thread");
            engine.new_game(Size::square(rows).expect("a size"));
            engine
        }))
    }

    fn game(&self) -> &Game {
        self.0[0].game()
    }

    /// Plays until the game is over, too long, or no longer of interest.
    fn play(&mut self, is_of_interest: impl Fn(&Board) -> bool) {
        while self.game().stage() != Stage::Over
            && self.game().turns().len() < MAX_MOVES
            && is_of_interest(self.game().board())
        {
            let color = self.game().to_move();
            let [own, other] = match color {
                Color::Black => [0, 1],
                Color::White => [1, 0],
            };
            let never = AtomicBool::new(false);
            let (decision, _) = self.0[own].genmove(color, &SearchOptions::default(), &never);
            let Decision::Move(mv) = decision else { panic!("{color} resigned") };
            self.0[other].play(color, mv).expect("both have the same game");
        }
    }

    /// The result, if both engines agree on it.
    fn result(&self) -> Option<String> {
        let [black, white] = &self.0;
        let [black, white] =
            [black, white].map(|engine| engine.status().verdict.score(engine.game()).to_string());
        (black == white).then_some(black)
    }
}

/// Black's area less White's, without komi.
fn area_margin(board: &Board, dead: PointSet) -> f64 {
    let rules = Rules::preset("chinese").expect("a preset");
    let mut game = Game::new(board.size(), rules.clone());
    game.set_komi(Some(0.0));
    count(board, &rules, &Judgment { dead, seki: None }, &Tally::of(&game)).margin()
}

/// Plays the position out with `resister` moving first. Returns the points of area that the
/// resister has beyond `margin`, Black's points less White's: at most 0 if `margin` is right. Also
/// returns the game.
///
/// The komi draws a game of half a point more than `margin`, so that every point matters to both
/// players. Play ends early once the opponent has enough pass-alive points.
fn gain(game: &Game, resister: Color, margin: f64, strength: &Strength, seed: u64) -> (f64, Game) {
    let sign = if resister == Color::Black { 1.0 } else { -1.0 };
    let rules = Rules::preset("tromp-taylor").expect("a preset");
    let mut players = Players::new(game.size().height(), &rules, strength, seed);
    let mut end = Game::from_position(game.board().clone(), resister, rules);
    end.set_komi(Some(margin + sign * 0.5));
    for engine in &mut players.0 {
        engine.replace_game(end.clone());
    }
    let max_margin = |board: &Board| {
        let PassAlive { mut stones, eyes } = pass_alive(board, resister.opponent(), true);
        stones.extend_from(&eyes);
        board.size().area() as f64 - 2.0 * stones.len() as f64
    };
    players.play(|board| max_margin(board) > sign * margin);
    let played_out = players.game();
    let gain = sign * area_margin(played_out.board(), PointSet::EMPTY) - sign * margin;
    (gain.min(max_margin(played_out.board()) - sign * margin), played_out.clone())
}

/// Plays a game and returns the fault of its end, if there is one.
fn fault(rows: u8, rules: &Rules, seed: u64) -> Option<String> {
    let strength = match has_network() {
        true => (ModelChoice::Embedded, VISITS),
        false => (ModelChoice::Playouts, PLAYOUTS),
    };
    let mut players = Players::new(rows, rules, &strength, seed);
    players.play(|_| true);
    let game = players.game();
    let fault = match players.result() {
        None => Some("the players disagree".to_string()),
        _ if game.stage() != Stage::Over => Some("no end".to_string()),
        Some(result) => filled_eye(game)
            .map(|number| format!("move {number} fills an eye"))
            .or_else(|| contradiction(game, &players.0[0].status().verdict, seed))
            .map(|other| format!("{result}: {other}")),
    };
    fault.map(|fault| format!("{fault}\n{}", sgf::write(&Record::of(game))))
}

/// The number, from 1, of the first move that filled an eye which a chain of the player needed to
/// be pass-alive.
///
/// Captures are excluded: empty points inside an eye can end pass-alive status without ending life.
fn filled_eye(game: &Game) -> Option<usize> {
    let mut replay = Game::new(game.size(), game.rules().clone());
    let alive = |board: &Board, color| pass_alive(board, color, true).stones;
    let fills = |turn: &Turn| {
        let before = replay.board().clone();
        replay.play(turn.color, turn.mv).expect("a move of the game");
        let stones = |board: &Board| board.size().area() - board.empty_points().len();
        let only_adds = stones(replay.board()) > stones(&before);
        let still_alive = alive(replay.board(), turn.color);
        only_adds && alive(&before, turn.color).iter().any(|stone| !still_alive.contains(stone))
    };
    game.turns().iter().position(fills).map(|index| index + 1)
}

/// The proof that a judgment is wrong, if a player gains points by resisting to the end. Under
/// territory rules, dame may be left for either player to fill.
fn contradiction(game: &Game, verdict: &Verdict, seed: u64) -> Option<String> {
    let dead = verdict.judgment.dead;
    let dame_count = match game.rules().scoring {
        Scoring::Territory => dame(&verdict.counted_board, &dead).len() as f64,
        _ => 0.0,
    };
    let judged = area_margin(&verdict.counted_board, dead);
    Color::ALL.into_iter().find_map(|resister| {
        let sign = if resister == Color::Black { 1.0 } else { -1.0 };
        let mut proof = String::new();
        let by_playouts = DISPUTE_PLAYOUTS.map(|playouts| (ModelChoice::Playouts, playouts));
        let by_network = has_network().then_some((ModelChoice::Embedded, DISPUTE_VISITS));
        for strength in by_playouts.into_iter().chain(by_network) {
            let (gain, end) = gain(game, resister, judged + sign * dame_count, &strength, seed);
            if gain <= 0.0 {
                return None;
            }
            proof = format!("{resister} gains {gain}\n{}", sgf::write(&Record::of(&end)));
        }
        Some(format!("by {judged} with {} dead, {proof}", dead.len()))
    })
}

/// The rows of the board, and the seeds of the games.
fn selected_games() -> (u8, Range<u64>) {
    let Ok(games) = env::var("SHUSAKU_SELF_PLAY_GAMES") else { return (7, 0..1) };
    let (first, end) = games.split_once("..").unwrap_or(("0", &games));
    let [first, end] = [first, end].map(|seed| seed.parse().expect("a number"));
    (9, first..end)
}

fn play_games(name: &str) {
    let (rows, seeds) = selected_games();
    let games = seeds.end - seeds.start;
    let rules = Rules::preset(name).expect("a preset");
    let faults: Vec<String> = seeds
        .filter_map(|seed| Some(format!("{name}, seed {seed}: {}", fault(rows, &rules, seed)?)))
        .inspect(|fault| eprintln!("{fault}"))
        .collect();
    eprintln!("{name}: {} of {games} games are at fault", faults.len());
    assert!(faults.is_empty(), "{} of {games} games are at fault", faults.len());
}

macro_rules! self_play {
    ($($test:ident $rules:literal)*) => {
        $(#[test]
        fn $test() {
            play_games($rules);
        })*
    };
}

self_play! {
    new_zealand "new_zealand"
    mizessyn "mizessyn"
    weiqi_chinese "weiqi-chinese"
    weiqi_japanese "weiqi-japanese"
    simple_territory "simple-territory"
    japanese "japanese"
    tromp_taylor "tromp-taylor"
    stone_scoring "stone-scoring"
}

#[test]
fn a_filled_eye_is_found() {
    let mut game = Game::new(Size::square(4).expect("a size"), Rules::preset("chinese").unwrap());
    let black = ["B4", "B3", "B2", "B1", "A3", "A2", "A4"];
    let white = ["C4", "C3", "C2", "C1", "D4", "D3"];
    for number in 0..black.len() {
        for (color, plays) in [(Color::Black, &black[..]), (Color::White, &white[..])] {
            let mv = plays
                .get(number)
                .map_or(Move::Pass, |play| Vertex::parse(game.size(), play).expect("a point"));
            game.play(color, mv).expect("a legal move");
        }
    }
    assert_eq!(filled_eye(&game), Some(13));
}

#[test]
fn wrong_counts_are_contradicted() {
    contradict_wrong_counts();
}

fn contradict_wrong_counts() {
    let dead_stone = "
        . X . X O . O
        X X X X O O .
        . . . X O O O
        . O . X O . O
        . . . X O O O
        X X X X O O .
        . X . X O O O";
    let board: Board = dead_stone.parse().expect("a board");
    let rules = Rules::preset("chinese").expect("a preset");
    let game = Game::from_position(board, Color::Black, rules);
    let right = Status::judge(&game).verdict;
    assert_eq!(right.judgment.dead.len(), 1);
    assert_eq!(contradiction(&game, &right, 0), None);
    let counted = |dead: PointSet| {
        let judgment = Judgment { dead, ..right.judgment.clone() };
        let mut wrong = right.clone();
        wrong.judgment = judgment;
        contradiction(&game, &wrong, 0).unwrap_or_default()
    };
    let white = |point: &Point| game.board().stone(*point) == Some(Color::White);
    assert!(counted(PointSet::EMPTY).contains("Black gains"), "the stone is dead");
    let all_white = game.size().points().filter(white).collect();
    assert!(counted(all_white).contains("White gains"), "the others are alive");
}

/// The decision of a player with the network in a position, after these moves from `first` on.
fn decision_after(moves: &[&str], first: Color, diagram: &str, rules: &str, seed: u64) -> Decision {
    let rules = Rules::preset(rules).expect("a preset");
    let board: Board = diagram.parse().expect("a board");
    let size = board.size();
    let mut players = Players::new(9, &rules, &(ModelChoice::Embedded, VISITS), seed);
    let engine = &mut players.0[0];
    engine.replace_game(Game::from_position(board, first, rules));
    for vertex in moves {
        let mv = Vertex::parse(size, vertex).expect("a vertex");
        engine.play(engine.game().to_move(), mv).expect("a legal move");
    }
    let never = AtomicBool::new(false);
    engine.genmove(engine.game().to_move(), &SearchOptions::default(), &never).0
}

/// White's next move takes the stone at A7, which would count as alive. White wins in any case, and Black
/// has passed.
const CAPTURE_LEFT: &str = "
    O . . O . . . O O
    . O . O . O O O .
    X O . O O . . O O
    O O O X O O O O O
    X O X X X X X X O
    X X X . X X O X X
    X X O O O O O X X
    . X O X O O . O X
    X X X X X O O O X";

#[test]
fn a_capture_worth_points_was_left_in_a_won_game() {
    let size = Size::square(9).expect("a size");
    let capture = Decision::Move(Vertex::parse(size, "A8").expect("a point"));
    for seed in 0..16 {
        let decision =
            decision_after(&["pass"], Color::Black, CAPTURE_LEFT, "simple-territory", seed);
        assert_eq!(decision, capture, "seed {seed}");
    }
}

/// Black has won, and can kill White's stones on the right. The judgment has them alive. In the search the
/// kill has the value of a pass, but a far higher expected score.
const KILL_LEFT: &str = "
    . X O . O X . X X
    O . O O X . X X O
    . O . X . X O O O
    X O O O X X O . .
    . X X . X O O O .
    . . . X X O O X .
    . . . X O O X X .
    . . . X X O X . O
    . . . X O O . . .";

#[test]
fn a_group_that_the_search_kills_was_left_in_a_won_game() {
    for seed in 0..16 {
        let decision = decision_after(&[], Color::Black, KILL_LEFT, "weiqi-japanese", seed);
        assert_ne!(decision, Decision::Move(Move::Pass), "seed {seed}");
    }
}

/// White's stones on the right have a ko for their second eye. The judgment for a move has them dead, a win
/// for Black; the judgment for the count has them alive, a loss.
const KO_FOR_AN_EYE: &str = "
    . X O . X O . . .
    O X O O O X X . X
    O X . O O X . X O
    O O O X X . X O O
    O X X . X X X O .
    X . . . X . X O .
    . X . X O O O O .
    . . X X X O . X .
    . . . X O O O X .";

#[test]
fn a_pass_ended_a_game_that_the_count_lost() {
    let moves = ["C7", "F4", "pass"];
    for seed in 0..16 {
        let decision = decision_after(&moves, Color::White, KO_FOR_AN_EYE, "weiqi-chinese", seed);
        assert_ne!(decision, Decision::Move(Move::Pass), "seed {seed}");
    }
}
