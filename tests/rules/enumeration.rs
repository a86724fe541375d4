//! Known numbers, computed by the engine and by the reference: legal move sequences, legal
//! positions, games, and the values of tiny boards.

use rayon::prelude::*;
use shusaku::{
    board::{Color, Size},
    game::{Game, perft},
    rules::{self, Rules},
};

use crate::reference::{
    Reference,
    bridge::{self, EngineLine, set_up},
    grid::{Grid, Point},
    search,
};

fn preset(name: &str) -> Rules {
    Rules::preset(name).expect("the preset exists")
}

fn game(width: u8, height: u8, rules: &Rules) -> Game {
    Game::new(Size::new(width, height).expect("a size"), rules.clone())
}

fn reference_game(width: usize, height: usize, rules: &Rules) -> Reference {
    Reference::new(Grid::empty(width, height), Color::Black, rules.clone())
}

#[test]
fn perft_of_tiny_boards_has_the_known_counts() {
    let known: [(&[&str], u8, u8, &[u64]); 9] = [
        (&["tromp-taylor", "aga"], 1, 1, &[1, 1, 0, 0, 0]),
        (&["new_zealand"], 1, 1, &[2, 4, 3, 2, 0]),
        (&["mizessyn"], 1, 1, &[2, 4, 4, 3, 1]),
        (&["tromp-taylor", "aga", "japanese", "bga"], 2, 1, &[3, 7, 8, 6, 2, 0]),
        (&["new_zealand"], 2, 1, &[3, 7, 10, 16, 22, 32]),
        (&["mizessyn"], 2, 1, &[3, 7, 10, 16, 24, 36]),
        (&["tromp-taylor", "aga", "japanese"], 2, 2, &[5, 21, 68, 156, 316]),
        (&["new_zealand", "mizessyn"], 2, 2, &[5, 21, 68, 180, 428]),
        (&["tromp-taylor"], 1, 2, &[3, 7, 8, 6, 2, 0]),
    ];
    for (names, width, height, counts) in known {
        for name in names {
            let rules = preset(name);
            assert_eq!(perft(&game(width, height, &rules), counts.len()), counts, "{name}");
            let mut reference = reference_game(width.into(), height.into(), &rules);
            assert_eq!(search::perft(&mut reference, counts.len()), counts, "{name}");
        }
    }
}

#[test]
fn perft_is_the_same_in_engine_and_reference() {
    let boards = [(1, 1, 8), (2, 1, 10), (3, 1, 8), (2, 2, 7), (3, 2, 5), (4, 1, 7), (3, 3, 4)];
    let cases: Vec<_> = rules::presets()
        // Under a button the first of two passes in a row does not count.
        .filter(|(_, rules)| !rules.button)
        .flat_map(|preset| boards.map(|board| (preset.clone(), board)))
        .collect();
    cases.into_par_iter().for_each(|((name, rules), (width, height, depth))| {
        let engine = perft(&game(width, height, &rules), depth);
        let mut reference = reference_game(width.into(), height.into(), &rules);
        let counts = search::perft(&mut reference, depth);
        assert_eq!(engine, counts, "{name} {width}x{height}");
    });
}

#[test]
fn only_legal_positions_can_be_set_up() {
    let known =
        [(1, 1, 1), (2, 1, 5), (3, 1, 15), (1, 3, 15), (2, 2, 57), (3, 2, 489), (3, 3, 12_675)];
    for (width, height, count) in known {
        let (legal, illegal): (Vec<_>, Vec<_>) = Grid::all(width, height).partition(Grid::is_legal);
        assert_eq!(legal.len(), count, "{width}x{height}");
        assert!(legal.iter().all(|grid| set_up(grid).is_some()), "{width}x{height}");
        assert!(illegal.iter().all(|grid| set_up(grid).is_none()), "{width}x{height}");
    }
}

#[test]
#[ignore = "takes minutes"]
fn only_legal_4x4_positions_can_be_set_up() {
    let grids = (0..3_u64.pow(16)).into_par_iter().map(|number| Grid::numbered(4, 4, number));
    assert_eq!(grids.filter(|grid| set_up(grid).is_some()).count(), 24_318_165);
}

#[test]
fn games_without_repetition_have_the_known_counts() {
    for (width, games) in [(1, 1), (2, 9), (3, 907)] {
        assert_eq!(search::simple_paths(width, 1, after_play), games, "engine, {width}x1");
        assert_eq!(search::simple_paths(1, width, Grid::after_play), games, "1x{width}");
    }
}

/// The grid after a play, by the engine.
fn after_play(grid: &Grid, point: Point, color: Color) -> Grid {
    let mut board = set_up(grid).expect("the grid is a position");
    board.play_unchecked(bridge::point(board.size(), point), color, &mut ());
    bridge::grid(&board)
}

#[test]
fn best_play_on_tiny_boards_has_the_known_value() {
    let superko = ["chinese-kgs", "tromp-taylor", "aga", "french", "new_zealand", "mizessyn"];
    let known = [(1, 1, 0.0), (2, 1, 0.0), (3, 1, 3.0), (4, 1, 4.0), (2, 2, 1.0)];
    for name in superko {
        for (width, height, margin) in known {
            assert_value(name, width, height, margin);
        }
    }
    assert_value("chinese-kgs", 5, 1, 0.0);
}

fn assert_value(name: &str, width: u8, height: u8, margin: f64) {
    let rules = preset(name);
    let area = usize::from(width) * usize::from(height);
    let mut reference = reference_game(width.into(), height.into(), &rules);
    assert_eq!(search::value(&mut reference, area), margin, "{name} {width}x{height}");
    let game = game(width, height, &rules);
    let engine = search::value(&mut EngineLine::new(&game), area);
    assert_eq!(engine, margin, "{name} {width}x{height}, engine");
}
