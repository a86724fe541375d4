//! A day at the board in a minute: a program that runs for long must not accumulate resources.

#![cfg(target_os = "linux")]

use serde_json::json;

use crate::client::Board;

/// A game of 60 moves with comments, marks, looks at the record, and edits that are taken back.
fn play_game(board: &Board) {
    board.ok(&json!({"do": "new", "size": [13, 13], "rules": "japanese"}));
    for number in 0..60u32 {
        let column = "ABCDEFGHJKLMN".chars().nth((number * 7 % 13) as usize).expect("a column");
        let point = format!("{column}{}", number * 7 / 13 % 13 + 1);
        board.act(&json!({"do": "play", "point": point}));
        if number % 4 == 0 {
            board.ok(&json!({"do": "comment", "text": format!("move {number}")}));
            board.ok(&json!({"do": "mark", "point": point, "kind": "circle"}));
            board.ok(&json!({"do": "undo-edit"}));
            board.ok(&json!({"do": "mode", "mode": "play"}));
        }
    }
    board.ok(&json!({"do": "step", "by": "first"}));
    for _ in 0..10 {
        board.ok(&json!({"do": "step", "by": 1}));
    }
}

/// 8 hours with an action every 10 seconds are 2,880 actions, and 28 games of about 115 actions each.
#[test]
fn the_memory_stays_the_same_over_the_actions_of_eight_hours() {
    let board = Board::start(&[]);
    let _page = board.events();
    (0..8).for_each(|_| play_game(&board));
    let before = board.memory();
    (0..28).for_each(|_| play_game(&board));
    let after = board.memory();
    println!("{} kB before, {} kB after", before >> 10, after >> 10);
    assert!(after < before + (8 << 20), "{before} bytes before, {after} after");
}
