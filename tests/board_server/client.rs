//! A client that speaks HTTP over plain sockets.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, ChildStderr, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::process;

/// Time after which a test gives up. Nothing here takes more than a part of it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A board that is served.
pub struct Board {
    child: Child,
    /// Open, so that the program can write to it.
    _stderr: BufReader<ChildStderr>,
    /// The lines of the program before the address.
    pub notes: String,
    pub port: u16,
    pub token: String,
}

/// A response.
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    fn parse(bytes: &[u8]) -> Response {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Response { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The kind of the error.
    pub fn kind(&self) -> String {
        self.json()["error"]["kind"].as_str().unwrap_or_default().to_owned()
    }
}

impl Board {
    /// Serves a board whose engine evaluates by playouts.
    pub fn start(args: &[&str]) -> Board {
        Board::start_in(None, args)
    }

    /// Serves a board whose engine evaluates with the embedded network.
    pub fn start_with_network(args: &[&str]) -> Board {
        Board::launch(None, args, &[])
    }

    /// Serves a board that keeps its session in this folder.
    pub fn start_in(state: Option<&Path>, args: &[&str]) -> Board {
        Board::launch(state, args, &["--playouts-only"])
    }

    fn launch(state: Option<&Path>, args: &[&str], engine: &[&str]) -> Board {
        let mut child = Command::new(env!("CARGO_BIN_EXE_shusaku"))
            .args(["board", "--no-browser", "--threads", "1", "--seed", "1"])
            .args(engine)
            .args(if state.is_none() { &["--no-autosave"][..] } else { &[] })
            .args(args)
            .env("XDG_STATE_HOME", state.unwrap_or(Path::new("/nonexistent")))
            // The folder on Windows.
            .env("APPDATA", state.unwrap_or(Path::new("/nonexistent")))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let (mut notes, mut line) = (String::new(), String::new());
        while !line.contains("http://") {
            notes += &line;
            line.clear();
            assert!(stderr.read_line(&mut line).expect("a line") > 0, "{notes}");
        }
        let address = line.trim().rsplit("http://127.0.0.1:").next().expect("an address");
        let (port, token) = address.split_once("/#token=").unwrap_or_else(|| panic!("{line}"));
        let (port, token) = (port.parse().expect("a port"), token.to_owned());
        let board = Board { child, _stderr: stderr, notes, port, token };
        // The server listens before its engine is ready, and sends the state again when it is.
        board.wait(|state| state["engine"]["version"] != "");
        board
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Sends bytes and returns the response up to the end of the connection.
    pub fn raw(&self, bytes: &[u8]) -> Response {
        let mut stream = self.connect();
        // The server may refuse before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Response::parse(&answer)
    }

    /// Sends a request with exactly these headers.
    pub fn request(&self, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        let mut bytes = format!("{line} HTTP/1.1\r\n").into_bytes();
        for (name, value) in headers {
            bytes.extend(format!("{name}: {value}\r\n").into_bytes());
        }
        bytes.extend(b"Connection: close\r\n\r\n");
        bytes.extend(body);
        self.raw(&bytes)
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub fn get(&self, path: &str) -> Response {
        let headers = [("Host", &*self.host()), ("X-Token", &*self.token)];
        self.request(&format!("GET {path}"), &headers, b"")
    }

    pub fn post(&self, path: &str, kind: &str, body: &[u8]) -> Response {
        let (host, length) = (self.host(), body.len().to_string());
        let origin = format!("http://{host}");
        let headers = [
            ("Host", &*host),
            ("Origin", &*origin),
            ("X-Token", &*self.token),
            ("Content-Type", kind),
            ("Content-Length", &*length),
        ];
        self.request(&format!("POST {path}"), &headers, body)
    }

    pub fn act(&self, action: &Value) -> Response {
        self.post("/api/action", "application/json", action.to_string().as_bytes())
    }

    /// Does an action that is accepted.
    pub fn ok(&self, action: &Value) {
        let response = self.act(action);
        assert_eq!(response.status, 200, "{action}: {}", response.body);
    }

    /// Does an action that is refused, and returns the error.
    pub fn refused(&self, action: &Value) -> Value {
        let response = self.act(action);
        assert!(matches!(response.status, 400 | 409), "{action}: {}", response.body);
        response.json()["error"].clone()
    }

    pub fn play(&self, moves: &[&str]) {
        for point in moves {
            self.ok(&json!({"do": "play", "point": point}));
        }
    }

    pub fn events(&self) -> Events {
        let mut stream = self.connect();
        let head = format!(
            "GET /api/events HTTP/1.1\r\nHost: {}\r\nX-Token: {}\r\n\r\n",
            self.host(),
            self.token
        );
        stream.write_all(head.as_bytes()).expect("a connection");
        Events { reader: BufReader::new(stream) }
    }

    /// The state now, as a new page gets it.
    pub fn state(&self) -> Value {
        self.events().next("state")
    }

    /// Waits for a state.
    pub fn wait(&self, fits: impl Fn(&Value) -> bool) -> Value {
        self.events().wait("state", fits)
    }

    /// The memory of the program, in bytes.
    #[cfg(target_os = "linux")]
    pub fn memory(&self) -> u64 {
        process::kib(&self.child, "VmRSS").expect("the status of a child") << 10
    }

    /// The greatest memory of the program so far, in bytes.
    #[cfg(target_os = "linux")]
    pub fn peak_memory(&self) -> u64 {
        process::kib(&self.child, "VmHWM").expect("the status of a child") << 10
    }

    /// Interrupts the program as Ctrl-C does, and returns its exit code.
    #[cfg(unix)]
    pub fn interrupt(&mut self) -> Option<i32> {
        process::signal("-INT", self.child.id());
        crate::wait::for_end(&mut self.child).expect("the program ends").code()
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A stream of events.
pub struct Events {
    reader: BufReader<TcpStream>,
}

impl Events {
    /// The data of the next event with this name.
    pub fn next(&mut self, name: &str) -> Value {
        let wanted = format!("event: {name}");
        let mut line = String::new();
        loop {
            line.clear();
            let length = self.reader.read_line(&mut line).expect("an event");
            assert!(length > 0, "the stream ended before {name}");
            if line.trim_end() == wanted {
                line.clear();
                self.reader.read_line(&mut line).expect("data");
                let data = line.strip_prefix("data: ").unwrap_or_else(|| panic!("{line}"));
                return serde_json::from_str(data).expect("JSON");
            }
        }
    }

    pub fn wait(&mut self, name: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let event = self.next(name);
            if fits(&event) {
                return event;
            }
            assert!(Instant::now() < end, "no such {name}; the last one is {event}");
        }
    }
}
