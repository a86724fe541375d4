//! Edits of trees, undone and redone.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{
    tree_tests::{document, random_game, random_value, root, without_white_space},
    *,
};

#[test]
fn edits_change_only_what_they_name() {
    let mut editor = Editor::new(document("(;SZ[9]KM[6]C[x](;B[aa];W[bb])(;B[cc]))").collection);
    let game = root(editor.collection());
    let written = |editor: &Editor| without_white_space(&editor.collection().write());
    let last = editor.collection().last_child(game).unwrap();
    editor.set_property(game, "KM", &["7.5"]).unwrap();
    editor.set_property(last, "LB", &[compose("cc", "a]"), compose("dd", "b")]).unwrap();
    editor.remove_property(game, "C").unwrap();
    editor.make_main(last).unwrap();
    let expected = "(;SZ[9]KM[7.5](;B[cc]LB[cc:a\\]][dd:b])(;B[aa];W[bb]))";
    assert_eq!(written(&editor), expected);
    let first = editor.collection().last_child(game).unwrap();
    assert!(editor.undo());
    assert_eq!(written(&editor), "(;SZ[9]KM[7.5](;B[aa];W[bb])(;B[cc]LB[cc:a\\]][dd:b]))");
    assert!(editor.redo() && !editor.redo());
    assert_eq!(written(&editor), expected);
    editor.step(|editor| {
        let child = editor.add_node(first).unwrap();
        editor.set_property(child, "W", &[""]).unwrap();
    });
    assert!(written(&editor).ends_with("(;W[bb])(;W[])))"));
    assert!(editor.undo());
    editor.remove_node(first).unwrap();
    assert_eq!(editor.set_property(first, "C", &["x"]), Err(EditError::NoNode(first.index())));
    assert_eq!(editor.remove_node(NodeId::COLLECTION), Err(EditError::WholeCollection));
    let refused = [("C", "a]b"), ("C", "a\\"), ("c", "a"), ("", "a"), ("1B", "a")];
    for (name, value) in refused {
        assert!(editor.set_property(game, name, &[value]).is_err(), "{name}[{value}]");
    }
    assert!(editor.set_property(game, "C", &[""; 0]).is_err());
    while editor.undo() {}
    assert_eq!(written(&editor), "(;SZ[9]KM[6]C[x](;B[aa];W[bb])(;B[cc]))");
}

#[test]
fn text_that_was_taken_back_left_its_charset() {
    let mut editor = Editor::new(document("(;SZ[9])").collection);
    let before = editor.collection().write();
    let game = root(editor.collection());
    editor.set_property(game, "PB", &["吳清源"]).unwrap();
    assert!(editor.collection().write().contains("CA[UTF-8]"));
    editor.undo();
    assert_eq!(editor.collection().write(), before);
}

#[test]
fn edits_that_failed_ended_redo() {
    let mut editor = Editor::new(document("(;SZ[9];B[aa])").collection);
    let game = root(editor.collection());
    editor.set_property(game, "C", &["x"]).unwrap();
    editor.undo();
    let text = editor.collection().write();
    let failed: Result<(), EditError> = editor.try_step(|editor| {
        editor.add_node(game)?;
        editor.try_step(|editor| editor.set_property(game, "C", &["a]b"])).unwrap_err();
        editor.remove_node(NodeId::COLLECTION)
    });
    assert_eq!(failed, Err(EditError::WholeCollection));
    assert_eq!((editor.collection().write(), editor.steps()), (text, 0));
    assert!(editor.redo());
}

#[test]
fn random_edits_are_undone_and_redone() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..30 {
        let pasted = document(&random_game(&mut rng, 5)).collection;
        let mut editor = Editor::new(document(&random_game(&mut rng, 20)).collection);
        let mut versions = vec![editor.collection().write()];
        for _ in 0..100 {
            let nodes: Vec<NodeId> = editor.collection().descendants(NodeId::COLLECTION).collect();
            let node = nodes[rng.random_range(0..nodes.len())];
            let done = match rng.random_range(0..6) {
                0 => editor.add_node(node).map(drop),
                1 => editor.remove_node(node),
                2 => editor.make_main(node),
                3 => editor.remove_property(node, "B"),
                4 => editor.add_copies(node, &pasted),
                _ => editor.set_property(node, "C", &[random_value(&mut rng)]),
            };
            let text = editor.collection().write();
            if done.is_ok() && versions.last() != Some(&text) {
                assert!(text.is_empty() || document(&text).collection.write() == text, "{text}");
                versions.push(text);
            }
        }
        let last = versions.last().cloned();
        for version in versions.iter().rev() {
            while editor.collection().write() != *version {
                assert!(editor.undo());
            }
        }
        while editor.redo() {}
        assert_eq!(Some(editor.collection().write()), last);
    }
}
