//! The lines that wait for a client that does not read.

use std::sync::mpsc::Receiver;

use super::*;
use crate::engine::{ModelChoice, Options};

/// An output that blocks until the other end of `reader` is dropped.
struct BlockedOutput {
    reader: Receiver<()>,
    written: Sender<String>,
}

impl Write for BlockedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Nothing is ever sent.
        let _ = self.reader.recv();
        let _ = self.written.send(String::from_utf8_lossy(bytes).into_owned());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A server without lanes that writes to this sender.
fn server(output: Sender<String>) -> Arc<Server> {
    let options = Options { model: ModelChoice::Playouts, ..Options::default() };
    let analyzer = Analyzer::new(&options, 1, false).expect("no network to load");
    let settings = Settings::default();
    Arc::new(Server {
        queue: Queue::new(lanes(&settings, 1)),
        pools: IdlePools::new(1),
        options: ServerOptions {
            analyzer,
            settings,
            model_name: String::new(),
            human_model_name: String::new(),
            quits_without_waiting: false,
            threads: 1,
        },
        output,
        unread: Arc::default(),
        is_muted: AtomicBool::new(false),
    })
}

#[test]
fn a_client_that_does_not_read_misses_reports_but_no_answer() {
    let (client, reader) = channel();
    let (written, read) = channel();
    let (output, lines) = channel();
    let (end, _ended) = channel();
    let server = server(output);
    let output = BlockedOutput { reader, written };
    let writer = start_writer(output, lines, &server, end).expect("a thread");
    for _ in 0..2 * MAX_UNREAD_LINES {
        server.write_report(&json!({ "isDuringSearch": true }));
    }
    server.write(&json!({ "isDuringSearch": false }));
    let unread = Arc::clone(&server.unread);
    drop((client, server));
    writer.join().expect("all lines are written");
    assert_eq!(unread.load(Relaxed), 0);
    let lines: Vec<String> = read.iter().collect();
    // The writer may hold one more report, which does not wait.
    let reports = lines.len() - 1;
    assert!([0, 1].contains(&(reports - MAX_UNREAD_LINES)), "{reports} reports");
    assert_eq!(lines[reports], "{\"isDuringSearch\":false}\n");
}
