//! Less memory than the engine asks for.

use std::path::Path;

use crate::engine::Engine;

/// MiB below which the system may not even load the program.
const MIN_MEBIBYTES: usize = 40;

/// Plays some moves with at most this number of MiB of address space. Returns whether that
/// succeeds; the engine may end, but must report the reason.
fn plays_within(mebibytes: usize, options: &[&str]) -> bool {
    let limit = format!("ulimit -c 0; ulimit -v {}", mebibytes << 10);
    let mut engine = Engine::start_after(&limit, options);
    let commands = ["boardsize 9", "genmove b", "genmove w", "final_score"];
    let answers: Vec<String> = commands.iter().map_while(|command| engine.send(command)).collect();
    let (status, errors) = engine.end();
    if status.success() && answers.iter().all(|answer| answer.starts_with('=')) {
        return true;
    }
    let is_clear = |line: &str| {
        let words = ["memory allocation of ", "no memory", "error: ", "error while loading"];
        words.iter().any(|words| line.contains(words))
    };
    let is_loaded = !(answers.is_empty() && errors.is_empty());
    let is_explained = errors.lines().any(is_clear) || (!is_loaded && mebibytes < MIN_MEBIBYTES);
    assert!(is_explained, "{mebibytes} MiB, {options:?}: {answers:?} {status}: {errors}");
    false
}

#[test]
fn an_engine_without_memory_plays_or_says_why_not() {
    let networks = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/networks");
    let file = networks.join("own-tiny.bin.gz");
    let few = ["--threads", "2", "--visits", "30", "--playouts", "30"];
    for kind in [&["--playouts-only"][..], &[], &["--model", file.to_str().expect("UTF-8")]] {
        let options = [kind, &few].concat();
        let is_enough = |mebibytes: &usize| plays_within(*mebibytes, &options);
        let enough = [2, 26, 32, 50, 200].iter().filter(|it| is_enough(it)).count();
        assert!(enough > 0, "{options:?} needs too much");
    }
}

#[test]
fn the_default_memory_fits_into_the_limit() {
    const LIMIT: u64 = 400 << 10;
    let options = ["--playouts-only", "--threads", "1", "--playouts", "1000"];
    // A search takes a quarter of the limit.
    assert!(idle_kib(&options) + LIMIT / 4 < LIMIT);
    let mut engine = Engine::start_after(&format!("ulimit -v {LIMIT}"), &options);
    engine.accept("genmove b");
    let (status, errors) = engine.end();
    assert!(status.success() && errors.is_empty(), "{status}: {errors}");
}

#[test]
fn a_long_search_stays_within_its_memory() {
    /// MiB for the search, and as much for everything else.
    const MEBIBYTES: u64 = 8 + 8;
    let options = ["--playouts-only", "--threads", "1", "--playouts", "100", "--memory", "8"];
    let mut engine = Engine::start(&options);
    let peak =
        |engine: &Engine| crate::process::kib(&engine.process, "VmHWM").expect("the process runs");
    engine.accept("boardsize 9");
    // The first move loads the learned prior.
    engine.accept("genmove b");
    let before = peak(&engine);
    // Without a limit, the tree would take some 30 MiB: it is collected several times.
    engine.accept("kata-set-param maxVisits 30000");
    engine.accept("genmove w");
    let grown = peak(&engine) - before;
    assert!(grown <= MEBIBYTES << 10, "{grown} KiB");
    let (status, errors) = engine.end();
    assert!(status.success() && errors.is_empty(), "{status}: {errors}");
}

/// KiB of address space that the engine takes with these options before it searches. They depend on
/// the libraries that it is linked with.
fn idle_kib(options: &[&str]) -> u64 {
    let mut engine = Engine::start(options);
    engine.accept("name");
    crate::process::kib(&engine.process, "VmSize").expect("the process runs")
}

#[test]
fn a_search_without_memory_for_its_tree_ends_early() {
    /// KiB for the first blocks of the tree, but not for all of it.
    const TREE: u64 = 16 << 10;
    let options = ["--playouts-only", "--threads", "1", "--playouts", "60000", "--memory", "2048"];
    let limit = format!("ulimit -c 0; ulimit -v {}", idle_kib(&options) + TREE);
    let mut engine = Engine::start_after(&limit, &options);
    for color in ["b", "w"] {
        engine.accept(&format!("genmove {color}"));
    }
    let (status, errors) = engine.end();
    assert!(status.success(), "{status}: {errors}");
    assert!(errors.contains("no more memory: the search ended early"), "{errors}");
}
