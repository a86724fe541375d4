//! The position of a record, by replaying its game, and the features of it.

use serde::Deserialize;
use shusaku::{
    board::{Board, Color, Move, PointSet, Size, Vertex},
    features::{CleanUp, Extractor, FeatureOptions, PassState, Situation},
    game::Game,
    network::Input,
    rules::Rules,
};

use super::record::Record;

/// KataGo's state of the position.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct State {
    pub encore_phase: usize,
    pub pass_would_end_phase: bool,
    pub pass_would_end_game: bool,
    pub white_bonus_score: f64,
    pub white_handicap_bonus: f64,
    pub board: String,
}

/// The features of a record as this engine extracts them.
pub fn features(record: &Record, extractor: &mut Extractor) -> Input {
    let game = game(record);
    assert_eq!(rows(game.board()), record.state.board, "{}", record.id);
    let mut input = Input::default();
    if record.state.encore_phase == 0 {
        extractor.extract(&game, game.state(), &feature_options(record), &mut input);
    } else {
        fill_clean_up(record, &game, extractor, &mut input);
    }
    input
}

/// The game up to the position.
pub fn game(record: &Record) -> Game {
    let size = Size::new(record.xsize, record.ysize).unwrap();
    let rules = Rules::from_json(&record.rules.to_string()).unwrap();
    let color = |text: &str| text.parse::<Color>().unwrap();
    let mv = |text: &str| Vertex::parse(size, text).unwrap();
    let stones = record.initial_stones.iter();
    let stones = stones.map(|(owner, vertex)| (mv(vertex).point().unwrap(), color(owner)));
    let start = Board::set_up(size, stones).unwrap();
    let mut game = Game::from_position(start, color(&record.initial_player), rules);
    game.set_komi(Some(record.komi));
    for (player, vertex) in &record.moves {
        game.play_as_recorded(color(player), mv(vertex)).unwrap();
    }
    game.set_to_move(color(&record.to_move));
    game
}

fn feature_options(record: &Record) -> FeatureOptions {
    let params = &record.params;
    FeatureOptions {
        draw_value: params.draw_equivalent_wins_for_white,
        playout_doubling_advantage: params.playout_doubling_advantage,
        conservative_pass: params.conservative_pass_and_is_root,
        passing_hacks: params.enable_passing_hacks,
        max_history: params.max_history,
        ..FeatureOptions::default()
    }
}

fn rows(board: &Board) -> String {
    board.to_string().replace(' ', "").replace('\n', "/")
}

/// This engine has no rules for KataGo's clean-up phases: the phase, the effect of passes and ko
/// bans are taken from the record.
fn fill_clean_up(record: &Record, game: &Game, extractor: &mut Extractor, input: &mut Input) {
    let starts = phase_starts(game);
    let state = &record.state;
    assert_eq!(starts.len(), state.encore_phase, "{}", record.id);
    let phase_start = *starts.last().expect("a clean-up phase");
    let played = game.turns().len();
    let boards = [0, 1, 2].map(|ago| board_after(game, played.saturating_sub(ago), starts[0]));
    let start = board_after(game, phase_start, starts[0]);
    let is_second = state.encore_phase == 2;
    let stones = |color| {
        let points = start.size().points();
        points.filter(|&point| is_second && start.stone(point) == Some(color)).collect()
    };
    let turns = &game.turns()[phase_start..];
    let situation = Situation {
        board: &boards[0],
        to_move: game.to_move(),
        rules: game.rules().nearest_katago(),
        komi: record.komi + state.white_bonus_score + state.white_handicap_bonus,
        can_draw: record.komi.fract() == 0.0,
        button: false,
        banned: plane(record, 6),
        turns,
        passes: PassState {
            in_a_row: turns.iter().rev().take_while(|turn| turn.is_pass()).count(),
            would_end_phase: state.pass_would_end_phase,
            would_end_game: state.pass_would_end_game,
        },
        clean_up: Some(CleanUp {
            is_second,
            blocked: plane(record, 7),
            start: [stones(Color::Black), stones(Color::White)],
        }),
    };
    extractor.extract_situation(
        &situation,
        [&boards[1], &boards[2]],
        &feature_options(record),
        input,
    );
}

/// The numbers of moves after which clean-up phases begin.
fn phase_starts(game: &Game) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut start = 0;
    for (at, turn) in game.turns().iter().enumerate() {
        let is_repeated = || {
            let has_other_end = game.rules().nearest_katago().ko == shusaku::rules::Ko::Simple;
            let mut same = game.turns()[start..at].iter().filter(|earlier| {
                earlier.is_pass() && earlier.color == turn.color && earlier.hash == turn.hash
            });
            (has_other_end || !starts.is_empty()) && same.next().is_some()
        };
        if turn.is_pass() && ((at > start && game.turns()[at - 1].is_pass()) || is_repeated()) {
            start = at + 1;
            starts.push(start);
        }
    }
    starts
}

/// The board after `turns` moves. Moves from `clean_up` on leave no simple ko; KataGo has blocked
/// points there instead.
fn board_after(game: &Game, turns: usize, clean_up: usize) -> Board {
    let mut board = game.start().clone();
    for (at, turn) in game.turns()[..turns].iter().enumerate() {
        if let Move::Play(point) = turn.mv {
            board.play_unchecked(point, turn.color, &mut ());
        }
        if turn.is_pass() || at >= clean_up {
            board.pass();
        }
    }
    board
}

/// A plane of the record as points.
fn plane(record: &Record, number: usize) -> PointSet {
    let size = Size::new(record.xsize, record.ysize).unwrap();
    let points: Vec<_> = size.points().collect();
    record.features.planes.get(&number).into_iter().flatten().map(|&at| points[at]).collect()
}
