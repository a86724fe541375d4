//! The commands of GoGui's analyze menu: each answer has the format of its type.

use crate::client::Client;

#[test]
fn answers_of_the_menu_have_the_format_of_their_type() {
    check_menu(&[]);
}

#[test]
fn answers_of_the_menu_of_playouts_have_the_format_of_their_type() {
    check_menu(&["--playouts-only"]);
}

fn check_menu(options: &[&str]) {
    let quick = ["--threads", "1", "--playouts", "50", "--seed", "1"];
    let mut client = Client::start(&[&quick[..], options].concat());
    client.accept("boardsize 7 5");
    client.accept("gogui-play_sequence B D3 W D4 B C4 W C3");
    let menu = client.accept("gogui-analyze_commands");
    let menu: Vec<&str> = menu.trim_start_matches("= ").lines().collect();
    assert!(menu.len() >= 10, "{menu:?}");
    for entry in menu {
        let parts: Vec<&str> = entry.splitn(3, '/').collect();
        let [kind, label, command] = parts[..] else { panic!("{entry}") };
        assert!(!label.is_empty(), "{entry}");
        let answer = client.accept(&command.replace("%m", "b"));
        // GoGui drops everything up to the first space.
        let (mark, text) = answer.split_once(' ').expect("a space after the mark");
        assert_eq!(mark, "=", "{entry}");
        assert!(has_format(kind, text.trim_end_matches('\n')), "{entry}: {answer}");
    }
}

fn has_format(kind: &str, text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    match kind {
        "dboard" => is_board(text, |word| {
            word.parse::<f64>().is_ok_and(|value| (-1.0..=1.0).contains(&value))
        }),
        "sboard" => is_board(text, |word| word == "\"\"" || word.parse::<u32>().is_ok()),
        "plist" => words.iter().all(|word| is_vertex(word)),
        // Plain points start with the player to move.
        "var" => {
            let is_play = |play: &[&str]| ["b", "w"].contains(&play[0]) && is_vertex(play[1]);
            let are_plays = words.len().is_multiple_of(2) && words.chunks(2).all(is_play);
            let are_points = words.iter().all(|word| is_vertex(word) || *word == "PASS");
            !words.is_empty() && (are_plays || are_points)
        }
        "string" => !text.is_empty() && !text.contains('\n'),
        "hstring" => !text.is_empty(),
        "param" => {
            let mut lines = text.lines().filter(|line| !line.is_empty()).peekable();
            lines.peek().is_some() && lines.all(is_parameter)
        }
        _ => false,
    }
}

/// Whether a text is five rows of seven words.
fn is_board(text: &str, is_word: fn(&str) -> bool) -> bool {
    let rows: Vec<Vec<&str>> = text.trim().lines().map(|row| row.split(' ').collect()).collect();
    rows.len() == 5 && rows.iter().all(|row| row.len() == 7 && row.iter().all(|w| is_word(w)))
}

fn is_vertex(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(|column| ('A'..='G').contains(&column))
        && chars.as_str().parse::<u32>().is_ok_and(|row| (1..=5).contains(&row))
}

/// Whether a line is `[type] key value`, where the value may be empty.
fn is_parameter(line: &str) -> bool {
    let Some((kind, rest)) = line.strip_prefix('[').and_then(|line| line.split_once("] ")) else {
        return false;
    };
    let (_, value) = rest.split_once(' ').unwrap_or((rest, ""));
    match kind {
        "bool" => ["0", "1"].contains(&value),
        "string" => true,
        list => list.strip_prefix("list/").is_some_and(|all| all.split('/').any(|v| v == value)),
    }
}
