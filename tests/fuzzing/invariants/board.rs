//! The board in the browser: an action that is refused leaves the session as it was, and the record is
//! always written the same again.

use std::time::Duration;

use shusaku::{sgf::Document, web::OfflineBoard};

/// Number of actions.
const MAX_ACTIONS: usize = 24;

/// Greatest length of a record that is opened, in bytes.
const MAX_RECORD_LEN: usize = 4000;

/// A line that separates a record and actions, one a line.
const SEPARATOR: &[u8] = b"\n\n";

/// The line that ends the engine, so that play is counted without a judgment of the stones.
const ENGINE_ENDS: &[u8] = b"engine-ends";

/// The bytes are a record, a blank line, and actions or [`ENGINE_ENDS`], one a line.
pub fn check(data: &[u8]) {
    play(data);
}

/// Does the actions and returns the board after them; `None` if the record cannot be opened.
pub fn play(data: &[u8]) -> Option<OfflineBoard> {
    let split = data.windows(SEPARATOR.len()).position(|part| part == SEPARATOR);
    let (record, actions) = data.split_at(split.unwrap_or(0));
    let record =
        if record.len() > MAX_RECORD_LEN || record.is_empty() { b"(;SZ[9])" } else { record };
    let mut board = OfflineBoard::open(record.to_vec(), None).ok()?;
    let lines = actions.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    for line in lines.take(MAX_ACTIONS) {
        board.wait(Duration::from_secs(1));
        let before = (board.record(), board.view());
        let shown = String::from_utf8_lossy(line);
        let result = if line == ENGINE_ENDS {
            board.end_engine();
            Ok(())
        } else {
            board.act(line)
        };
        let after = (board.record(), board.view());
        if let Err(reason) = result {
            assert!(!reason.is_empty(), "{shown}");
            assert_eq!(after.0, before.0, "{shown}: {reason}");
            assert_eq!(after.1, before.1, "{shown}: {reason}");
        } else if after.0 != before.0 {
            is_written_again(&after.0);
        }
    }
    Some(board)
}

fn is_written_again(record: &str) {
    let document = Document::read(record.as_bytes()).expect("a record");
    assert_eq!(document.warnings, [], "{record}");
    assert_eq!(document.collection.write(), record);
    assert!(OfflineBoard::open(record.as_bytes().to_vec(), None).is_ok(), "{record}");
}
