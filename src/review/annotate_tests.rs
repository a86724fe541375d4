use super::{
    AnnotateOptions, Assessment, PositionValues, ReviewGame, Thresholds, annotate, assess,
    is_reviewed,
    marks::remove_notes,
    read_values,
    testing::{document, review_game, texts, values},
};
use crate::{
    board::Color,
    sgf::{Document, Editor},
};

const GAME: &str = "(;SZ[9]KM[6.5]C[start]XX[private];B[aa]C[a \\] b\n\nc]SBKV[12];\
                    W[bb]BM[1](;B[cc]LB[aa:1])(;B[ee];W[dd]))";

fn options() -> AnnotateOptions {
    AnnotateOptions {
        worst: 5,
        variations: 2,
        comments: true,
        katrain: true,
        engine: "net".to_string(),
    }
}

/// Black loses 2, White 9 and Black 4 points.
fn reviewed(document: &Document) -> (ReviewGame, Vec<Option<PositionValues>>, Assessment) {
    let game = review_game(document);
    let series = [(0.5, 0.0), (0.4, -2.0), (0.8, 7.0), (0.7, 3.0)];
    let values = game.positions.iter().zip(series).map(|(position, (rate, score))| {
        Some(PositionValues { to_move: position.to_move, ..values(rate, score) })
    });
    let values: Vec<_> = values.collect();
    let assessment = assess(&game.positions, &values, &Thresholds::default());
    (game, values, assessment)
}

fn annotated(document: Document, options: &AnnotateOptions) -> Editor {
    let (game, values, assessment) = reviewed(&document);
    let mut editor = Editor::new(document.collection);
    annotate(&mut editor, &game, &values, &assessment, options).expect("room");
    editor
}

#[test]
fn notes_are_added_and_nothing_is_lost() {
    let editor = annotated(document(GAME), &options());
    let nodes = texts(editor.collection());
    assert!(nodes[0].starts_with(
        "SZ[9]KM[6.5]C[start\n\nshusaku: reviewed with 100 visits a position, Chinese rules, \
         komi 6.5.\nBlack: accuracy"
    ));
    assert!(
        nodes[0].contains("Worst moves: 3 C7 (4.0 points), 1 A9 (2.0 points)."),
        "{}",
        nodes[0]
    );
    assert!(nodes[0].contains("XX[private]V[0]SBKV[50]SBKS[0]LZOP[net 50.0 100"), "{}", nodes[0]);
    assert!(nodes[0].contains("KTV[1.0]KT["));
    assert!(
        nodes[1].starts_with("B[aa]C[a \\] b\n\nc\n\nshusaku: Black A9 loses 2.0 points (0.0 ")
    );
    assert!(nodes[1].contains("SBKV[40]V[-2]SBKS[-2]LZ[net "), "{}", nodes[1]);
    assert!(nodes[1].contains("DO[]HO[1]"), "{}", nodes[1]);
    // A move annotation of the file stays.
    assert!(nodes[2].starts_with("W[bb]BM[1]V[7]") && !nodes[2].contains("BM[2]"), "{}", nodes[2]);
    assert!(nodes[2].contains("White B8 loses 9.0 points (W+2.0 becomes B+7.0), and White's win"));
    assert!(nodes[3].starts_with("B[cc]LB[aa:1]V[3]"), "{}", nodes[3]);
}

#[test]
fn better_lines_become_variations() {
    let editor = annotated(document(GAME), &options());
    let collection = editor.collection();
    let line: Vec<_> = collection.main_variation(collection.games().next().expect("it")).collect();
    let mv = |node| {
        let text = collection.text(node);
        text.split_inclusive(']').next().expect("a move").to_string()
    };
    let starts = |index: usize| -> Vec<String> {
        collection.children(line[index]).skip(1).map(mv).collect()
    };
    assert_eq!(starts(0), ["B[ee]", "B[cg]"]);
    assert_eq!(starts(1), ["W[ee]", "W[cg]"]);
    // E5 is a variation of the file already, C3 is new.
    assert_eq!(starts(2), ["B[ee]", "B[cg]"]);
    let best = collection.children(line[1]).nth(1).expect("a variation");
    let moves: Vec<String> = collection.main_variation(best).map(mv).collect();
    assert_eq!(moves, ["W[ee]", "B[df]", "W[]"]);
}

#[test]
fn removal_restores_the_file() {
    let mut editor = annotated(document(GAME), &options());
    let root = editor.collection().games().next().expect("a game");
    assert!(is_reviewed(editor.collection(), root));
    remove_notes(&mut editor, root).expect("room");
    assert!(!is_reviewed(editor.collection(), root));
    // The values of an earlier analysis were replaced.
    let expected = document(&GAME.replace("SBKV[12]", "")).collection;
    assert_eq!(editor.collection().write(), expected.write());
    assert!(editor.undo());
}

#[test]
fn a_second_review_replaces_the_first() {
    let game = GAME.replace("SBKV[12]", "");
    let once = annotated(document(&game), &options()).collection().write();
    let twice = annotated(document(&once), &options()).collection().write();
    assert_eq!(once, twice);
    let plain = AnnotateOptions { worst: 0, comments: false, katrain: false, ..options() };
    let expected = annotated(document(&game), &plain).collection().write();
    assert_eq!(annotated(document(&once), &plain).collection().write(), expected);
    assert!(!expected.contains("shusaku:") && !expected.contains("KT["), "{expected}");
}

#[test]
fn what_was_added_to_a_variation_of_a_review_stays() {
    let text = annotated(document(GAME), &options()).collection().write();
    // A reader continues the line with a move of their own.
    let text = text.replacen("W[]SHRV[branch]", "W[]SHRV[branch];B[hh]C[mine]", 1);
    let mut editor = Editor::new(document(&text).collection);
    let root = editor.collection().games().next().expect("a game");
    remove_notes(&mut editor, root).expect("room");
    let written = editor.collection().write();
    assert!(written.contains(";B[hh]C[mine]") && !written.contains("SHRV"), "{written}");
}

#[test]
fn values_are_read_back() {
    for katrain in [true, false] {
        let source = document(GAME);
        let (game, expected, _) = reviewed(&source);
        let editor = annotated(source, &AnnotateOptions { katrain, ..options() });
        for (position, expected) in game.positions.iter().zip(expected) {
            let (node, color) = (position.node, position.to_move);
            assert_eq!(read_values(editor.collection(), node, game.size(), color), expected);
        }
    }
    let foreign = document("(;SZ[9];B[aa]SBKV[53.21]SBKS[-1.5];W[bb])");
    let root = foreign.collection.games().next().expect("a game");
    let node = foreign.collection.first_child(root).expect("a move");
    let read =
        |node| read_values(&foreign.collection, node, review_game(&foreign).size(), Color::White);
    let values = read(node).expect("Sabaki's values");
    assert_eq!((values.win_rate, values.score), (0.5321, -1.5));
    assert_eq!(read(root), None);
}
