//! Marks, lines, figures and views.

use serde_json::json;

use crate::{client::Board, records::squeezed};

#[test]
fn removing_the_marks_of_a_point_removes_its_label() {
    let board = Board::start(&[]);
    let text = "(;SZ[9]LB[aa:A][bb:B]TR[aa]DD[aa])";
    board.post("/api/open?name=x.sgf", "application/octet-stream", text.as_bytes());
    // Another mark keeps the label.
    board.ok(&json!({"do": "mark", "point": "A9", "kind": "circle"}));
    let record = || squeezed(&board.get("/api/record").body);
    assert_eq!(record(), "(;SZ[9]LB[aa:A][bb:B]DD[aa]CR[aa])");
    board.ok(&json!({"do": "mark", "point": "A9", "kind": "none"}));
    assert_eq!(record(), "(;SZ[9]LB[bb:B])");
}

#[test]
fn a_label_replaced_the_mark_of_its_point() {
    let board = Board::start(&[]);
    board.ok(&json!({"do": "new", "size": [9, 9]}));
    board.ok(&json!({"do": "mark", "point": "A9", "kind": "triangle"}));
    board.ok(&json!({"do": "mark", "point": "A9", "kind": "label", "text": "A"}));
    let record = squeezed(&board.get("/api/record").body);
    assert!(record.contains("TR[aa]LB[aa:A]"), "{record}");
}

#[test]
fn the_marks_of_old_files_and_lines_are_removed() {
    let board = Board::start(&[]);
    let text = "(;SZ[9]L[aa][bb][cc]M[dd]LN[aa:ee]AR[ff:gg])";
    board.post("/api/open?name=x.sgf", "application/octet-stream", text.as_bytes());
    let record = || squeezed(&board.get("/api/record").body);
    // The other letters stay what they are.
    board.ok(&json!({"do": "mark", "point": "A9", "kind": "none"}));
    assert_eq!(record(), "(;SZ[9]M[dd]AR[ff:gg]LB[bb:B][cc:C])");
    board.ok(&json!({"do": "mark", "point": "D6", "kind": "cross"}));
    assert_eq!(record(), "(;SZ[9]AR[ff:gg]LB[bb:B][cc:C])");
    board.ok(&json!({"do": "mark", "point": "G3", "kind": "none"}));
    assert_eq!(record(), "(;SZ[9]LB[bb:B][cc:C])");
}

#[test]
fn points_that_a_file_repeated_were_sent_each_time() {
    let board = Board::start(&[]);
    let text = "(;SZ[9]TR[aa:bb][aa][ba:bb]TR[aa]VW[aa:bb][aa]L[bb][bb][aa]LB[aa:x]MA[aa]M[aa])";
    board.post("/api/open?name=x.sgf", "application/octet-stream", text.as_bytes());
    let state = board.state();
    let mark = |point: &str, kind: &str| json!({"point": point, "kind": kind});
    let label = |point: &str, text: &str| json!({"point": point, "kind": "label", "text": text});
    let triangles = ["A9", "B9", "A8", "B8"].map(|point| mark(point, "triangle"));
    let others = [label("B8", "A"), label("A9", "B"), mark("A9", "cross")];
    let expected = [triangles.to_vec(), others.to_vec()].concat();
    assert_eq!(state["marks"], json!(expected));
    assert_eq!(state["visible"], json!(["A9", "B9", "A8", "B8"]));
    board.ok(&json!({"do": "mark", "point": "A9", "kind": "triangle"}));
    let record = squeezed(&board.get("/api/record").body);
    assert!(record.contains("TR[ba][ab][bb]"), "{record}");
}

#[test]
fn a_line_is_the_same_in_both_directions() {
    let board = Board::start(&[]);
    board.ok(&json!({"do": "new", "size": [9, 9]}));
    for is_arrow in [false, true] {
        board.ok(&json!({"do": "line", "from": "A1", "to": "C3", "arrow": is_arrow}));
        board.ok(&json!({"do": "line", "from": "C3", "to": "A1", "arrow": is_arrow}));
    }
    let record = board.get("/api/record").body;
    assert!(!record.contains("LN[") && record.contains("AR[ai:cg][cg:ai]"), "{record}");
}

#[test]
fn figures_and_views_are_edited() {
    let board = Board::start(&[]);
    let text = "(;SZ[9];B[ee];W[cc];B[gg];W[gc])";
    board.post("/api/open?name=x.sgf", "application/octet-stream", text.as_bytes());
    board.ok(&json!({"do": "step", "by": 3}));
    board.ok(&json!({"do": "figure", "on": true, "flags": 257, "name": "Figure: 2"}));
    board.ok(&json!({"do": "annotate", "property": "MN", "value": "101"}));
    board.ok(&json!({"do": "annotate", "property": "PM", "value": "2"}));
    board.ok(&json!({"do": "view", "points": ["G3", "G7"]}));
    board.ok(&json!({"do": "mark", "point": "A1", "kind": "dim"}));
    board.ok(&json!({"do": "step", "by": 1}));
    let state = board.state();
    let figure = &state["figure"];
    assert_eq!(figure["numbers"], json!([["G7", 2], ["G3", 1]]), "{figure}");
    assert_eq!(
        (figure["name"].as_str(), figure["coordinates"].as_bool()),
        (Some("Figure: 2"), Some(false))
    );
    assert_eq!(state["visible"], json!(["G3", "G7"]));
    // A dimmed point stays so until it is taken back.
    assert_eq!(state["marks"], json!([{"point": "A1", "kind": "dim"}]));
    board.ok(&json!({"do": "mark", "point": "A1", "kind": "dim"}));
    board.ok(&json!({"do": "view", "points": []}));
    let state = board.state();
    assert_eq!((&state["marks"], &state["visible"]), (&json!([]), &json!(null)));
    let record = squeezed(&board.get("/api/record").body);
    let expected = r";B[gg]FG[257:Figure\: 2]MN[101]PM[2]VW[gg][gc]DD[ai];W[gc]DD[]VW[]";
    assert!(record.contains(expected), "{record}");
    board.ok(&json!({"do": "step", "by": -1}));
    board.ok(&json!({"do": "figure", "on": false}));
    board.ok(&json!({"do": "view", "points": null}));
    let record = board.get("/api/record").body;
    assert!(!record.contains("FG[") && !record.contains("VW[gg]"), "{record}");
    assert_eq!(board.refused(&json!({"do": "figure", "on": true, "flags": 8}))["kind"], "invalid");
}

#[test]
fn lines_and_arrows_are_edited() {
    let board = Board::start(&[]);
    board.ok(&json!({"do": "new", "size": [9, 9]}));
    board.ok(&json!({"do": "line", "from": "A1", "to": "C3"}));
    board.ok(&json!({"do": "line", "from": "C3", "to": "E5", "arrow": true}));
    let state = board.state();
    let lines = json!([
        {"from": "A1", "to": "C3", "arrow": false}, {"from": "C3", "to": "E5", "arrow": true},
    ]);
    assert_eq!(state["lines"], lines);
    assert!(board.get("/api/record").body.contains("LN[ai:cg]AR[cg:ee]"));
    board.ok(&json!({"do": "line", "from": "A1", "to": "C3"}));
    assert!(!board.get("/api/record").body.contains("LN["));
}
