//! Input features of single positions; `tests/net_reference` compares with KataGo's.

use shusaku::{
    board::{Board, Color, Move, Point, Vertex},
    features::{Extractor, FeatureOptions},
    game::Game,
    network::Input,
    rules::Rules,
};

fn game(diagram: &str, to_move: Color, rules: &str) -> Game {
    let board: Board = diagram.parse().unwrap();
    Game::from_position(board, to_move, Rules::preset(rules).unwrap())
}

fn point(game: &Game, vertex: &str) -> Point {
    Vertex::parse(game.size(), vertex).unwrap().point().unwrap()
}

fn extract(game: &Game) -> Input {
    let mut input = Input::default();
    Extractor::default().extract(game, game.state(), &FeatureOptions::default(), &mut input);
    input
}

/// A plane as the rows of a diagram.
fn plane(input: &Input, number: u32) -> Vec<String> {
    let symbol = |bits: &u32| if bits >> number & 1 == 1 { '#' } else { '.' };
    input.planes.chunks(input.width()).map(|row| row.iter().map(symbol).collect()).collect()
}

#[test]
fn stones_are_relative_to_the_player_to_move() {
    let diagram = "
        X . .
        X O .";
    for (to_move, planes) in [(Color::Black, [1, 2]), (Color::White, [2, 1])] {
        let input = extract(&game(diagram, to_move, "chinese"));
        assert_eq!(plane(&input, 0), ["###", "###"]);
        assert_eq!(plane(&input, planes[0]), ["#..", "#.."]);
        assert_eq!(plane(&input, planes[1]), ["...", ".#."]);
        // Black has one liberty, White two.
        assert_eq!(plane(&input, 3), ["#..", "#.."]);
        assert_eq!(plane(&input, 4), ["...", ".#."]);
    }
}

#[test]
fn the_history_ends_where_the_players_do_not_alternate() {
    let mut game = game(". . . .\n. . . .", Color::Black, "tromp-taylor");
    for (color, vertex) in [
        (Color::Black, "A1"),
        (Color::Black, "B1"),
        (Color::White, "D1"),
        (Color::Black, "pass"),
        (Color::White, "D2"),
    ] {
        let mv = Vertex::parse(game.size(), vertex).unwrap();
        game.play(color, mv).unwrap();
    }
    let input = extract(&game);
    assert_eq!(plane(&input, 9), ["...#", "...."]);
    assert_eq!(plane(&input, 10), ["....", "...."]);
    assert_eq!(plane(&input, 11), ["....", "...#"]);
    assert_eq!(plane(&input, 12), ["....", ".#.."]);
    assert_eq!(plane(&input, 13), ["....", "...."]);
    assert_eq!(input.globals[..5], [0.0, 1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn a_friendly_pass_is_hidden_and_another_is_not() {
    for (rules, is_hidden) in [("chinese", true), ("tromp-taylor", false), ("japanese", false)] {
        let mut game = game(". . .\n. . .", Color::Black, rules);
        game.play(Color::Black, Move::Pass).unwrap();
        let input = extract(&game);
        let expected = if is_hidden { 0.0 } else { 1.0 };
        assert_eq!([input.globals[0], input.globals[14]], [expected; 2], "{rules}");
    }
}

#[test]
fn a_chain_in_a_ladder_is_set_with_the_move_that_catches_it() {
    let ladder = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X O . . .
        . . . X X . .
        . . . . . . .";
    let input = extract(&game(ladder, Color::Black, "chinese"));
    let stone = [".......", ".......", ".......", "...#...", ".......", "......."];
    let attack = [".......", ".......", "...#...", ".......", ".......", "......."];
    assert_eq!(plane(&input, 14), stone);
    assert_eq!(plane(&input, 15), stone, "without history the current board is repeated");
    assert_eq!(plane(&input, 17), attack);
    // With White to move the chain is caught too, but the attack is not set.
    let input = extract(&game(ladder, Color::White, "chinese"));
    assert_eq!(plane(&input, 14), stone);
    assert!(plane(&input, 17).iter().all(|row| !row.contains('#')));
}

#[test]
fn ko_and_superko_bans_are_set() {
    let ko = "
        . X O .
        X O . O
        . X O .";
    let mut game = game(ko, Color::Black, "japanese");
    game.play(Color::Black, Move::Play(point(&game, "C2"))).unwrap();
    assert_eq!(plane(&extract(&game), 6), ["....", ".#..", "...."]);
    // Two passes lift simple ko, but not superko.
    for color in [Color::White, Color::Black] {
        game.play(color, Move::Pass).unwrap();
    }
    assert_eq!(plane(&extract(&game), 6), ["....", "....", "...."]);
    game.set_rules(Rules::preset("tromp-taylor").unwrap());
    assert_eq!(plane(&extract(&game), 6), ["....", ".#..", "...."]);
}

#[test]
fn eyes_in_seki_are_unowned_where_they_are_taxed() {
    // Both corners are eyes, both middle points dame.
    let seki = "
        . X . O .
        X X . O O
        X X X O O";
    let area = |rules: &str| {
        let input = extract(&game(seki, Color::Black, rules));
        [plane(&input, 18), plane(&input, 19)]
    };
    assert_eq!(area("chinese"), [["##...", "##...", "###.."], ["...##", "...##", "...##"]]);
    assert_eq!(area("stone-scoring"), [[".#...", "##...", "###.."], ["...#.", "...##", "...##"]]);
    assert_eq!(area("japanese"), [["....."; 3], ["....."; 3]]);
}

#[test]
fn komi_is_the_players_own_and_includes_the_difference_of_area_scoring() {
    let mut game = game(". . . .\n. . . .", Color::Black, "japanese");
    game.set_komi(Some(6.5));
    let komi = |game: &Game| extract(game).globals[5] * 20.0;
    assert_eq!(komi(&game), -6.5);
    // Black's stone counts one for Black as area, which White's komi makes up for.
    game.play(Color::Black, Move::Play(point(&game, "A1"))).unwrap();
    assert_eq!(komi(&game), 7.5);
    game.play(Color::White, Move::Play(point(&game, "D1"))).unwrap();
    assert_eq!(komi(&game), -6.5);
}

#[test]
fn white_gets_the_handicap_bonus_with_each_stone() {
    let mut game = game(". . . .\n. . . .", Color::Black, "chinese");
    game.set_komi(Some(0.5));
    for (color, vertex) in [(Color::Black, "A1"), (Color::White, "pass"), (Color::Black, "D2")] {
        let mv = Vertex::parse(game.size(), vertex).unwrap();
        game.play(color, mv).unwrap();
    }
    assert_eq!(extract(&game).globals[5] * 20.0, 2.5);
}
