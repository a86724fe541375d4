//! What the engine cannot do, and what the pages hear of it.

use serde_json::json;

use super::tests::Table;
use crate::web::worker::Output;

#[test]
fn a_rank_without_a_humansl_network_played_at_full_strength() {
    let rank = json!({"kind": "engine", "profile": "rank_5k"});
    let mut table = Table::new(&json!({"do": "new", "size": [9, 9], "white": rank}));
    assert_eq!(table.state()["warnings"], json!([]), "the engine is not ready");
    let ready = Output::Ready { version: "1".to_owned(), takes_profile: false };
    table.session.handle_output(ready, table.now);
    let reason = "the engine plays at full strength: rank_5k needs a HumanSL network (--model)";
    assert_eq!(table.state()["warnings"], json!([reason]));
    for action in [
        json!({"do": "new", "black": rank}),
        json!({"do": "set-player", "color": "black", "player": rank}),
    ] {
        assert_eq!(table.act(&action).expect_err("no network").kind, "engine", "{action}");
    }
}

#[test]
fn the_pages_waited_for_counts_that_were_given_up() {
    let mut table = Table::new(&json!({"do": "new", "size": [9, 9], "white": {"kind": "engine"}}));
    let (page, mut events) = tokio::sync::mpsc::channel(100);
    table.session.add_page(page, table.now);
    let given_up = "event: counts\ndata: {\"counts\":null}\n\n";
    let mut count = || {
        let events = std::iter::from_fn(|| events.try_recv().ok());
        events.filter(|event| event == given_up).count()
    };
    table.play("E5");
    let job = table.jobs.try_iter().last().expect("a job").id;
    table.ok(&json!({"do": "count-all"}));
    assert_eq!(count(), 0);
    table.engine_passes(job);
    assert_eq!(count(), 1, "the move came first");
    table.ok(&json!({"do": "count-all"}));
    table.ok(&json!({"do": "new", "size": [9, 9]}));
    assert_eq!(count(), 1, "the record is gone");
    table.ok(&json!({"do": "count-all"}));
    table.session.handle_output(Output::Ended, table.now);
    assert_eq!(count(), 1, "the engine is gone");
}
