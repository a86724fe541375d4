//! Play with networks: small ones with random weights, and the embedded one.

#[path = "../common/client.rs"]
mod client;
mod commands;
mod embedded_self_play;
mod games;
#[path = "../common/parallel.rs"]
mod parallel;
#[path = "../common/process.rs"]
mod process;
#[path = "../reference/mod.rs"]
mod reference;
mod search;

use std::path::{Path, PathBuf};

/// The path of one of the test networks.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/networks").join(name)
}

/// A network of each kind.
const FILES: [&str; 5] = [
    "synth-v08-relu-text.txt.gz",
    "synth-v10-relu.bin.gz",
    "synth-v14-mish-nbt.bin.gz",
    "synth-v15-meta.bin.gz",
    "synth-v17-mixed.bin.gz",
];
