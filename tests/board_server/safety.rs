//! Requests that the server refuses.

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
};

use serde_json::json;

use crate::client::{Board, Response};

const ACTION: &[u8] = br#"{"do":"play","point":"Q16"}"#;

/// A header with its value; `None` for a header that is left out.
type Header<'a> = (&'a str, Option<&'a str>);

/// Sends an action with the right headers, except for these.
fn act_with(board: &Board, changes: &[Header<'_>]) -> Response {
    let (host, length) = (board.host(), ACTION.len().to_string());
    let origin = format!("http://{host}");
    let right = [
        ("Host", &*host),
        ("Origin", &*origin),
        ("X-Token", &*board.token),
        ("Content-Type", "application/json"),
        ("Content-Length", &*length),
    ];
    let changed = |name: &str| changes.iter().any(|(other, _)| *other == name);
    let mut headers: Vec<(&str, &str)> =
        right.into_iter().filter(|(name, _)| !changed(name)).collect();
    headers.extend(changes.iter().filter_map(|&(name, value)| Some((name, value?))));
    board.request("POST /api/action", &headers, ACTION)
}

fn stones(board: &Board) -> String {
    board.state()["board"].to_string().replace(['.', '"', ',', '[', ']'], "")
}

#[test]
fn only_the_own_page_with_the_token_changes_anything() {
    let board = Board::start(&[]);
    let same_port = format!("http://localhost:{}", board.port);
    let refused: [(&[Header<'_>], &str); 12] = [
        (&[("Host", Some("evil.example"))], "host"),
        (&[("Host", Some("127.0.0.1:1"))], "host"),
        (&[("Host", None)], "host"),
        (&[("Origin", Some("http://evil.example"))], "origin"),
        (&[("Origin", Some(&same_port))], "origin"),
        (&[("Origin", Some("null"))], "origin"),
        (&[("Origin", None)], "origin"),
        (&[("Sec-Fetch-Site", Some("cross-site"))], "origin"),
        (&[("Sec-Fetch-Site", Some("same-site"))], "origin"),
        (&[("X-Token", None)], "token"),
        (&[("X-Token", Some("00000000000000000000000000000000"))], "token"),
        (&[("Content-Type", Some("text/plain"))], "content-type"),
    ];
    for (changes, kind) in refused {
        let response = act_with(&board, changes);
        assert!(matches!(response.status, 400 | 403 | 415), "{changes:?}: {}", response.head);
        if response.status != 400 {
            assert_eq!(response.kind(), kind, "{changes:?}");
        }
    }
    assert_eq!(stones(&board), "");
    assert_eq!(act_with(&board, &[]).status, 200);
    assert_eq!(stones(&board), "X");
}

#[test]
fn changes_need_post_and_reading_needs_the_token() {
    let board = Board::start(&[]);
    assert_eq!(board.get("/api/action").status, 405);
    assert_eq!(board.get("/api/open?name=x").status, 405);
    let host = board.host();
    for path in ["/api/record", "/api/tree", "/api/catalog", "/api/events"] {
        let response = board.request(&format!("GET {path}"), &[("Host", &host)], b"");
        assert_eq!((response.status, response.kind()), (403, "token".to_owned()), "{path}");
    }
    let put = board.request(
        "PUT /api/record",
        &[("Host", &host), ("Origin", &format!("http://{host}")), ("X-Token", &board.token)],
        b"",
    );
    assert_eq!(put.status, 405);
}

#[test]
fn other_methods_were_called_requests_of_another_page() {
    let board = Board::start(&[]);
    let host = board.host();
    let send = |line: &str| board.request(line, &[("Host", &host)], b"");
    let head = send("HEAD /");
    assert_eq!((head.status, head.body.as_str()), (200, ""), "{}", head.head);
    assert!(head.head.contains("content-type: text/html"), "{}", head.head);
    for method in ["PUT", "OPTIONS", "DELETE"] {
        for (path, allowed) in [("/", "get, head"), ("/api/action", "post")] {
            let response = send(&format!("{method} {path}"));
            assert_eq!((response.status, response.kind()), (405, "method".to_owned()), "{path}");
            assert!(response.head.contains(&format!("allow: {allowed}")), "{}", response.head);
        }
    }
}

#[test]
fn every_response_has_the_headers_that_protect_the_page() {
    let board = Board::start(&[]);
    let host = board.host();
    for path in ["/", "/assets/none.js", "/api/record", "/elsewhere"] {
        let head = board.request(&format!("GET {path}"), &[("Host", &host)], b"").head;
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-opener-policy: same-origin",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(head.contains(header), "{path}: {head}");
        }
        assert!(!head.contains("unsafe-") && !head.contains("access-control-"), "{head}");
        assert!(!head.contains("set-cookie"), "{head}");
    }
}

#[test]
fn paths_do_not_leave_the_folder_of_the_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page");
    fs::create_dir(&page).expect("a folder");
    fs::write(page.join("main.js"), "own").expect("a file");
    fs::write(folder.path().join("secret"), "secret").expect("a file");
    let board = Board::start(&["--assets", page.to_str().expect("a path")]);
    assert_eq!(board.get("/assets/main.js").body, "own");
    for path in [
        "/assets/../secret",
        "/assets/%2e%2e/secret",
        "/assets/..%2fsecret",
        "/assets//etc/passwd",
        "/assets/./main.js",
        "/../secret",
        "//secret",
    ] {
        let response = board.get(path);
        assert!(matches!(response.status, 400 | 404), "{path}: {}", response.head);
        assert!(!response.body.contains("own"), "{path}");
    }
}

#[test]
fn a_file_of_the_page_is_not_sent_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("main.js"), "own").expect("a file");
    let board = Board::start(&["--assets", folder.path().to_str().expect("a path")]);
    let first = board.get("/assets/main.js");
    let tag = first.head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag");
    let headers = [("Host", &*board.host()), ("If-None-Match", tag)];
    let second = board.request("GET /assets/main.js", &headers, b"");
    assert_eq!((second.status, second.body.as_str()), (304, ""));
    assert!(first.head.contains("text/javascript"), "{}", first.head);
}

#[test]
fn large_bodies_and_heads_are_refused_without_reading_them() {
    let board = Board::start(&[]);
    let head = |path: &str, rest: &str| {
        format!(
            "POST {path} HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nX-Token: {1}\r\n\
             Content-Type: application/json\r\nConnection: close\r\n{rest}\r\n\r\n",
            board.host(),
            board.token
        )
    };
    for path in ["/api/open", "/api/action"] {
        let announced = board.raw(head(path, "Content-Length: 104857600").as_bytes());
        assert_eq!(announced.status, 413, "{path}");
    }
    // The length is not announced: 9 MiB in pieces.
    let mut stream = board.connect();
    stream.write_all(head("/api/action", "Transfer-Encoding: chunked").as_bytes()).expect("sent");
    let piece = [b"10000\r\n".as_slice(), &[b' '; 0x10000], b"\r\n"].concat();
    let sent = (0..144).take_while(|_| stream.write_all(&piece).is_ok()).count();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert!(answer.contains(" 413 ") || sent < 144, "{answer}");
    let long = head("/api/action", &format!("X-Long: {}", "x".repeat(100_000)));
    assert!(matches!(board.raw(long.as_bytes()).status, 0 | 400 | 431));
    assert_eq!(board.get("/api/record").status, 200);
}

#[test]
fn a_head_of_16_kib_is_refused() {
    let board = Board::start(&[]);
    let (host, token) = (board.host(), &board.token);
    let begin = format!(
        "GET /api/record HTTP/1.1\r\nHost: {host}\r\nX-Token: {token}\r\n\
         Connection: close\r\nX-Long: "
    );
    let head = |len: usize| begin.clone() + &"x".repeat(len - begin.len());
    assert_eq!(board.raw((head(15 << 10) + "\r\n\r\n").as_bytes()).status, 200);
    // The head may go on: the server does not wait for its end.
    assert_eq!(board.raw(head(16 << 10).as_bytes()).status, 431);
}

#[test]
fn connections_above_128_are_closed() {
    let board = Board::start(&[]);
    let request = format!("GET /x HTTP/1.1\r\nHost: {}\r\n\r\n", board.host());
    let answered = |_| {
        let mut stream = board.connect();
        stream.write_all(request.as_bytes()).ok()?;
        let len = stream.read(&mut [0; 1]).ok()?;
        (len > 0).then_some(stream)
    };
    let held: Vec<TcpStream> = (0..200).map_while(answered).collect();
    // The server may not have seen the ends of all earlier connections.
    assert!((120..=128).contains(&held.len()), "{} connections", held.len());
}

#[test]
fn more_connections_than_are_permitted_leave_the_server_up() {
    let board = Board::start(&[]);
    let mut page = board.events();
    page.next("state");
    // The server permits 128. More would use up the open files of this process.
    let streams: Vec<TcpStream> =
        (0..200).map_while(|_| TcpStream::connect(("127.0.0.1", board.port)).ok()).collect();
    assert!(streams.len() > 150, "only {} connections", streams.len());
    drop(streams);
    // The server has to see the ends of the connections first.
    let is_up = |_| board.get("/api/record").status == 200;
    assert!((0..200).any(is_up));
    board.play(&["D4"]);
    page.wait("state", |state| state["lastMove"] == "D4");
}

#[test]
fn nonsense_is_refused_and_changes_nothing() {
    let board = Board::start(&[]);
    for bytes in ["GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n"] {
        assert!(matches!(board.raw(bytes.as_bytes()).status, 0 | 400 | 403 | 505), "{bytes:?}");
    }
    for body in
        ["", "{", "[]", "null", r#"{"do":"x"}"#, r#"{"do":"play"}"#, r#"{"do":"go","node":-1}"#]
    {
        assert_eq!(board.post("/api/action", "application/json", body.as_bytes()).status, 400);
    }
    for action in [
        json!({"do": "play", "point": "Z99"}),
        json!({"do": "new", "size": [26, 9]}),
        json!({"do": "new", "rules": "martian"}),
        json!({"do": "new", "komi": 1e300}),
        json!({"do": "new", "handicap": 400}),
        json!({"do": "new", "white": {"kind": "engine", "level": 13}}),
        json!({"do": "new", "clock": {"black": {"kind": "absolute", "main": -1}, "white": {}}}),
        json!({"do": "info", "property": "C] ;", "value": "x"}),
        json!({"do": "annotate", "property": "B", "value": "aa"}),
    ] {
        assert_eq!(board.refused(&action)["kind"], "invalid", "{action}");
    }
    assert_eq!(board.state()["moveNumber"], 0);
}

#[cfg(target_os = "linux")]
#[test]
fn only_the_loopback_address_listens() {
    let board = Board::start(&[]);
    let port = format!(":{:04X}", board.port);
    let listens = |table: &str| -> Vec<String> {
        let rows = fs::read_to_string(table).unwrap_or_default();
        let words = rows.lines().map(|row| row.split_whitespace().collect::<Vec<_>>());
        let listening = words.filter(|row| row.len() > 3 && row[3] == "0A");
        let own = listening.map(|row| row[1].to_owned());
        own.filter(|address| address.ends_with(&port)).collect()
    };
    assert_eq!(listens("/proc/net/tcp"), [format!("0100007F{port}")]);
    assert_eq!(listens("/proc/net/tcp6"), Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_program_and_tells_the_pages() {
    let mut board = Board::start(&[]);
    let mut page = board.events();
    page.next("clock");
    assert_eq!(board.interrupt(), Some(0));
    page.next("bye");
}
