//! Game records: a file that is read is written the same again, and edits are undone and refused
//! whole.

use shusaku::sgf::{self, Collection, Document, Editor, NodeId};

/// Greatest length of a written file as a multiple of the one that was read: a charset of one byte
/// becomes UTF-8, and a game without properties gets them.
const MAX_GROWTH: usize = 16;

/// Edits of a file.
const MAX_EDITS: usize = 24;

pub fn check(data: &[u8]) {
    for record in sgf::read_collection(data).into_iter().flatten() {
        assert_eq!(sgf::read(sgf::write(&record).as_bytes()), Ok(record));
    }
    let Ok(document) = Document::read(data) else { return };
    let written = document.collection.write();
    assert!(written.len() <= MAX_GROWTH * data.len() + 64, "{} bytes", written.len());
    is_written_again(&document.collection);
    edit(document.collection, data);
}

/// Writes a collection, and reads and writes it again: text and records are the same.
fn is_written_again(collection: &Collection) {
    let written = collection.write();
    if collection.games().next().is_none() {
        assert_eq!(written, "");
        return;
    }
    let again = Document::read(written.as_bytes()).expect("it has a game");
    assert_eq!(again.warnings, [], "{written}");
    assert_eq!(again.collection.write(), written);
    for (game, game_again) in collection.games().zip(again.collection.games()) {
        assert_eq!(again.collection.record(game_again), collection.record(game), "{written}");
    }
}

/// Makes edits that the bytes choose, takes them back and makes them again.
fn edit(collection: Collection, data: &[u8]) {
    let start = without_charset(&collection);
    let pasted = Document::read(b"(;B[aa](;C[x])(;W[]))").expect("a game").collection;
    let mut editor = Editor::new(collection);
    for (index, bytes) in data.rchunks(4).take(MAX_EDITS).enumerate() {
        let before = (editor.collection().write(), editor.steps(), editor.can_redo());
        if !edit_once(&mut editor, bytes, index, &pasted) {
            let after = (editor.collection().write(), editor.steps(), editor.can_redo());
            assert_eq!(after, before, "a refused edit");
        }
    }
    is_written_again(editor.collection());
    let end = without_charset(editor.collection());
    while editor.undo() {}
    assert_eq!(without_charset(editor.collection()), start);
    while editor.redo() {}
    assert_eq!(without_charset(editor.collection()), end);
}

/// A collection without the charset, which is written if there was text outside ASCII at any time.
fn without_charset(collection: &Collection) -> String {
    collection.write().replace("CA[UTF-8]", "")
}

/// Makes one edit; returns whether it was accepted.
fn edit_once(editor: &mut Editor, bytes: &[u8], index: usize, pasted: &Collection) -> bool {
    let byte = |at: usize| usize::from(bytes.get(at).copied().unwrap_or_default());
    let node = editor.collection().node(byte(1)).unwrap_or(NodeId::COLLECTION);
    let text = String::from_utf8_lossy(bytes);
    let result = match byte(0) % 8 {
        0 => editor.add_node(node).map(drop),
        1 => editor.remove_node(node),
        2 => editor.make_main(node),
        3 => editor.remove_property(node, "B"),
        4 if index < 4 => editor.add_copies(node, pasted),
        5 => editor.set_property(node, "C", &[text]),
        6 => editor.set_property(node, &text, &["a"]),
        _ => editor.set_property(node, "C", &[sgf::escape(&text)]),
    };
    result.is_ok()
}
