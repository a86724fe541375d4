//! The loop between a client and the lanes: one thread reads, one writes, and each lane analyzes one
//! position after another.

mod streams;
#[cfg(test)]
mod tests;

use std::{
    fmt::Display,
    io::{self, Read, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
        mpsc::{Sender, channel},
    },
    thread::{self, Scope},
};

use serde_json::{Map, Value, json};

use self::streams::{start_reader, start_writer};
use super::{
    PROTOCOL_VERSION,
    fields::Problem,
    job::analyze,
    pools::IdlePools,
    query::Query,
    queue::{Job, Lanes, Queue, RunningJob},
    request::{Action, Request, field_error, field_warning, parse},
    response::no_results,
    settings::Settings,
};
use crate::{engine::Analyzer, network::Network, stderr, threads};

/// The options of a server.
pub struct ServerOptions {
    /// The analyzer.
    pub analyzer: Analyzer,
    /// The settings of queries.
    pub settings: Settings,
    /// The name of the network as the command line gave it.
    pub model_name: String,
    /// The name of the second network, likewise.
    pub human_model_name: String,
    /// Whether the end of the input ends all searches, instead of waiting for them.
    pub quits_without_waiting: bool,
    /// Threads of all searches together.
    pub threads: usize,
}

/// Number of lines that wait for the client from which on reports during searches are left out.
const MAX_UNREAD_LINES: usize = 1000;

struct Server {
    options: ServerOptions,
    queue: Queue,
    pools: IdlePools,
    output: Sender<String>,
    /// Number of lines that are not written yet.
    unread: Arc<AtomicUsize>,
    /// Whether answers are dropped.
    is_muted: AtomicBool,
}

/// The number of positions that are analyzed at the same time: as many as the settings have, but not
/// more than threads, and one more for a query of higher priority unless the settings have 1.
fn lanes(settings: &Settings, threads: usize) -> Lanes {
    let (wanted, threads) = (settings.analysis_threads(), threads.max(1));
    let ordinary = wanted.unwrap_or(threads).clamp(1, threads);
    let express = usize::from(wanted != Some(1));
    Lanes { ordinary, express, threads }
}

/// Says that a thread could not be started.
fn thread_error(error: io::Error) -> io::Error {
    let reason = format!("cannot start the threads of the analysis: {error}");
    io::Error::new(error.kind(), reason)
}

/// Number of searches at the same time with this many threads.
#[must_use]
pub fn search_count(settings: &Settings, threads: usize) -> usize {
    lanes(settings, threads).count()
}

/// Serves a client until the input ends and every query is answered, or the client closes its end of
/// the output.
///
/// # Errors
/// Reading or writing fails, or the system refuses a thread. A broken output pipe is no error: the
/// client has left.
pub fn serve(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    options: ServerOptions,
) -> io::Result<()> {
    let (sender, lines) = channel();
    let (end, ended) = channel();
    let lanes = lanes(&options.settings, options.threads);
    let quits = options.quits_without_waiting;
    let server = Arc::new(Server {
        queue: Queue::new(lanes),
        pools: IdlePools::new(options.threads),
        options,
        output: sender,
        unread: Arc::default(),
        is_muted: AtomicBool::new(false),
    });
    let writer = start_writer(output, lines, &server, end.clone())?;
    let result = thread::scope(|scope| {
        let started = server
            .start_lanes(scope, lanes.count())
            .and_then(|()| start_reader(input, &server, end))
            .map_err(thread_error);
        let result = started.and_then(|()| ended.recv().unwrap_or(Ok(())));
        // The scope joins the lanes, so they must be told to end even if not all were started.
        if quits {
            server.abandon();
        } else {
            server.queue.close();
        }
        result
    });
    drop(server);
    // The client need not read answers that it does not wait for.
    if quits {
        return result;
    }
    writer.join().map_err(|_| io::Error::other("the writer failed"))?;
    result.and(ended.try_iter().collect())
}

impl Server {
    /// Starts the threads that analyze.
    fn start_lanes<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        count: usize,
    ) -> io::Result<()> {
        for lane in 0..count {
            let builder = thread::Builder::new().name(format!("analysis-{lane}"));
            threads::start(|start| {
                builder.spawn_scoped(scope, move || {
                    drop(start);
                    self.work();
                })
            })?;
        }
        Ok(())
    }

    /// Ends all analysis without answers, and takes no more queries.
    fn abandon(&self) {
        self.is_muted.store(true, Relaxed);
        self.queue.close();
        self.queue.terminate(|_| true, |_| {}, || {});
    }

    fn take_line(&self, line: &str, is_text: bool) {
        self.log(|settings| settings.logs_requests, "Request", line);
        if !is_text {
            let reason = "invalid UTF-8 - could not parse input line as json request";
            return self.write_problem(&json!({ "error": format!("{reason}: {line}") }));
        }
        match parse(line, &self.options.settings) {
            Err(error) => self.write_problem(&error),
            Ok(Request::Action(action, object)) => self.act(action, object),
            Ok(Request::Analyze(query, warnings)) => self.enqueue(*query, &warnings),
        }
    }

    fn enqueue(&self, query: Query, warnings: &[Problem]) {
        let takes_profile = self.options.analyzer.takes_human_profile();
        if query.settings.has_human_profile() && !takes_profile {
            let reason = "Could not set settings: humanSLProfile needs a HumanSL network";
            let problem = Problem::new("overrideSettings", reason);
            return self.write_problem(&field_error(&query.id, &problem));
        }
        for warning in warnings {
            self.write_problem(&field_warning(&query.id, warning));
        }
        self.queue.add(query);
    }

    fn act(&self, action: Action, mut echo: Map<String, Value>) {
        match action {
            Action::QueryVersion => {
                echo.insert("version".to_string(), PROTOCOL_VERSION.into());
                echo.insert("git_hash".to_string(), "<omitted>".into());
                let engine = format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
                echo.insert("engine".to_string(), engine.into());
            }
            Action::QueryModels => {
                echo.insert("models".to_string(), self.models());
            }
            Action::ClearCache => self.options.analyzer.clear_cache(),
            Action::Terminate { id, turns } => {
                let matches = |job: &Job| {
                    let has_turn = |turns: &Vec<i64>| turns.contains(&(job.turn as i64));
                    id.as_ref().is_none_or(|id| *id == job.query.id)
                        && turns.as_ref().is_none_or(has_turn)
                };
                let answer = |job: &Job| self.write(&no_results(&job.query, job.turn));
                return self.queue.terminate(matches, answer, || self.write(&Value::Object(echo)));
            }
        }
        self.write(&Value::Object(echo));
    }

    fn models(&self) -> Value {
        let ServerOptions { analyzer, model_name, human_model_name, .. } = &self.options;
        let networks =
            [(analyzer.network(), model_name), (analyzer.human_network(), human_model_name)];
        let model = |(network, name): (Option<&Network>, &String)| {
            network.map(|network| {
                json!({
                    "name": name,
                    "internalName": network.name(),
                    "maxBatchSize": 1,
                    "usesHumanSLProfile": network.takes_metadata(),
                    "version": network.version(),
                    "usingFP16": "false",
                })
            })
        };
        networks.into_iter().filter_map(model).collect()
    }

    /// Analyzes one position after another until the queue is closed.
    fn work(&self) {
        while let Some(running) = self.queue.take() {
            let answer = self.answer(&running);
            self.write(&answer);
            self.queue.finish(&running);
        }
    }

    /// The answer for a position; one without results if the analysis fails.
    fn answer(&self, running: &RunningJob) -> Value {
        let write = |report: &Value| self.write_report(report);
        let analyze = || {
            let pool = self.pools.take(running.threads).map_err(|error| error.to_string())?;
            let answer = analyze(&self.options.analyzer, &self.queue, running, &pool, &write);
            self.pools.give_back(pool);
            Ok::<Value, String>(answer)
        };
        let analyzed = catch_unwind(AssertUnwindSafe(analyze));
        match analyzed.unwrap_or_else(|_| Err("internal fault".to_string())) {
            Ok(answer) => answer,
            Err(reason) => {
                log::error!("query {:?}: {reason}", running.job.query.id);
                no_results(&running.job.query, running.job.turn)
            }
        }
    }

    /// Writes an error or a warning, which is logged too.
    fn write_problem(&self, problem: &Value) {
        let kind = if problem.get("error").is_some() { "Error" } else { "Warning" };
        self.log(|settings| settings.logs_problems, kind, problem);
        self.write(problem);
    }

    /// Writes a line to the log if the settings ask for its kind.
    fn log(&self, is_wanted: fn(&Settings) -> bool, kind: &str, text: impl Display) {
        let settings = &self.options.settings;
        if settings.logs && is_wanted(settings) {
            stderr::line(format_args!("{kind}: {text}"));
        }
    }

    /// Writes a report during a search, unless the client is far behind with reading.
    fn write_report(&self, report: &Value) {
        if self.unread.load(Relaxed) < MAX_UNREAD_LINES {
            self.write(report);
        }
    }

    fn write(&self, value: &Value) {
        if self.is_muted.load(Relaxed) {
            return;
        }
        self.log(|settings| settings.logs_responses, "Response", value);
        self.unread.fetch_add(1, Relaxed);
        // The writer is gone only if the client is.
        let _ = self.output.send(format!("{value}\n"));
    }
}
