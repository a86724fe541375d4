//! Whole games of the engine against itself, under rule sets that end in different ways.
//!
//! `SHUSAKU_SELF_PLAY_GAMES` sets how many games each rule set gets; one by default.

use std::{env, sync::atomic::AtomicBool};

use shusaku::{
    board::{Board, Color, PointSet, Size},
    engine::{Decision, Engine, Options, Question},
    game::{Game, Stage},
    rules::Rules,
    score::{Judgement, Tally, count},
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
    let Some(result) = players.result() else {
        return Some(format!("the players disagree\n{}", sgf::write(&Record::of(game))));
    };
    if game.stage() != Stage::Over {
        return Some(format!("no end\n{}", sgf::write(&Record::of(game))));
    }
    let status = players.0[0].status();
    let judged = area_margin(&status.closed, status.judgement.dead);
    let played_out = area_margin(&play_out(game, seed), PointSet::EMPTY);
    let differs = (judged - played_out).abs() > 0.0;
    differs.then(|| {
        let dead = status.judgement.dead.len();
        format!(
            "{result}: {judged} with {dead} dead, played out {played_out}\n{}",
            sgf::write(&Record::of(game))
        )
    })
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
