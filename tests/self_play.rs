//! Whole games of the engine against itself, under rule sets that end in different ways.
//!
//! `SHUSAKU_SELF_PLAY_GAMES` sets how many games each rule set gets; one by default.

use std::{env, sync::atomic::AtomicBool, thread};

use shusaku::{
    board::{Board, Color, PointSet, Size},
    engine::{Decision, Engine, Options, Question},
    game::{Game, Stage},
    rules::{Rules, Scoring},
    score::{Judgement, Tally, count, shared},
    sgf::{self, Record},
};

const PLAYOUTS: u64 = 1000;

/// Turns of a game on 9×9 that runs in no circle.
const MOST_TURNS: usize = 300;

/// Both players, each an engine with a game of its own, and what they play with.
struct Players([Engine; 2]);

impl Players {
    fn new(rules: &Rules, seed: u64) -> Players {
        Players([0, 1].map(|player| {
            let mut engine = Engine::new(Options {
                rules: rules.clone(),
                threads: 1,
                playouts: Some(PLAYOUTS),
                resign_below: 0.0,
                seed: Some(2 * seed + player),
                ..Options::default()
            })
            .expect("a thread");
            engine.new_game(Size::square(9).expect("a size"));
            engine
        }))
    }

    fn game(&self) -> &Game {
        &self.0[0].game
    }

    /// Plays until the game is over, or for too long.
    fn play(&mut self) {
        while self.game().stage() != Stage::Over && self.game().turns().len() < MOST_TURNS {
            let color = self.game().to_move();
            let [own, other] = match color {
                Color::Black => [0, 1],
                Color::White => [1, 0],
            };
            let never = AtomicBool::new(false);
            let (decision, _) = self.0[own].genmove(color, &Question::default(), &never);
            let Decision::Turn(mv) = decision else { panic!("{color} resigned") };
            self.0[other].game.play(color, mv).expect("both have the same game");
        }
    }

    /// The result, if both agree on it.
    fn result(&self) -> Option<String> {
        let [black, white] = &self.0;
        let [black, white] =
            [black, white].map(|engine| engine.status().score(&engine.game).to_string());
        (black == white).then_some(black)
    }
}

/// Black's area less White's, without komi.
fn area_margin(board: &Board, dead: PointSet) -> f64 {
    let rules = Rules::preset("chinese").expect("a preset");
    let mut game = Game::new(board.size(), rules.clone());
    game.set_komi(Some(0.0));
    count(board, &rules, &Judgement { dead, seki: None }, &Tally::of(&game)).margin()
}

/// The board once everything is played out that either player can still hope for.
fn play_out(game: &Game, seed: u64) -> Board {
    let rules = Rules::preset("tromp-taylor").expect("a preset");
    let mut players = Players::new(&rules, seed);
    let mut end = Game::from_position(game.board().clone(), game.to_move(), rules);
    end.set_komi(Some(0.0));
    for engine in &mut players.0 {
        engine.replace_game(end.clone());
    }
    players.play();
    players.game().board().clone()
}

/// What is wrong with the end of a game, if anything is.
fn fault(rules: &Rules, seed: u64) -> Option<String> {
    let mut players = Players::new(rules, seed);
    players.play();
    let game = players.game();
    let fault = match players.result() {
        None => Some("the players disagree".to_string()),
        _ if game.stage() != Stage::Over => Some("no end".to_string()),
        Some(result) => {
            contradiction(&players.0[0], seed).map(|other| format!("{result}: {other}"))
        }
    };
    fault.map(|fault| format!("{fault}\n{}", sgf::write(&Record::of(game))))
}

/// How the judgement differs from what comes of playing on, if it does. Where only territory
/// counts, neutral points may be left for either player to fill.
fn contradiction(engine: &Engine, seed: u64) -> Option<String> {
    let (game, status) = (&engine.game, engine.status());
    let dead = status.judgement.dead;
    let neutral = match game.rules().scoring {
        Scoring::Territory => shared(&status.closed, &dead).len() as f64,
        _ => 0.0,
    };
    let judged = area_margin(&status.closed, dead);
    let played_out = area_margin(&play_out(game, seed), PointSet::EMPTY);
    let differs = (judged - played_out).abs() > neutral;
    differs.then(|| format!("{judged} with {} dead, played out {played_out}", dead.len()))
}

fn play_games(name: &str) {
    let games = env::var("SHUSAKU_SELF_PLAY_GAMES").ok().and_then(|games| games.parse().ok());
    let games: u64 = games.unwrap_or(1);
    let rules = Rules::preset(name).expect("a preset");
    let faults: Vec<String> = (0..games)
        .filter_map(|seed| Some(format!("{name}, seed {seed}: {}", fault(&rules, seed)?)))
        .inspect(|fault| eprintln!("{fault}"))
        .collect();
    eprintln!("{name}: {} of {games} games are at fault", faults.len());
    assert!(faults.is_empty(), "{} of {games} games are at fault", faults.len());
}

/// Bytes for the stack of a thread, as the main thread has.
const STACK: usize = 8 << 20;

macro_rules! self_play {
    ($($test:ident $rules:literal)*) => {
        $(#[test]
        fn $test() {
            let thread = thread::Builder::new().stack_size(STACK).spawn(|| play_games($rules));
            thread.expect("a thread").join().expect("no game is at fault");
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
