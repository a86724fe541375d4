//! Sessions of the board on disk: one that is restored is kept and restored the same again, and its
//! game can go on.

use std::time::Duration;

use shusaku::web::OfflineBoard;

/// Actions after which the game goes on. Each may be refused.
const ACTIONS: [&str; 8] = [
    r#"{"do":"mode","mode":"play"}"#,
    r#"{"do":"clock","action":"start"}"#,
    r#"{"do":"play","point":"C3"}"#,
    r#"{"do":"play","point":"pass"}"#,
    r#"{"do":"play","point":"pass"}"#,
    r#"{"do":"mark-dead","point":"C3"}"#,
    r#"{"do":"agree"}"#,
    r#"{"do":"resume","color":"white","first":"black"}"#,
];

/// Time between two actions.
const PAUSE: Duration = Duration::from_secs(3600);

/// The bytes are a session.
pub fn check(data: &[u8]) {
    let Ok(mut board) = OfflineBoard::restore(data) else { return };
    let kept = board.kept().expect("a session");
    let again = OfflineBoard::restore(kept.as_bytes()).expect("the same session");
    assert_eq!(again.kept().expect("a session"), kept);
    assert_eq!(again.view(), board.view(), "{kept}");
    // Without an engine the game ends by agreement; with one that is silent, it waits for a judgment.
    if data.len().is_multiple_of(2) {
        board.end_engine();
    }
    for action in ACTIONS {
        let _ = board.act(action.as_bytes());
        board.wait(PAUSE);
        let kept = board.kept().expect("a session");
        assert!(OfflineBoard::restore(kept.as_bytes()).is_ok(), "{action}: {kept}");
    }
}
