//! Writes the inputs that a target starts from.

use std::{env, fs, path::PathBuf};

use crate::seeds;

/// Environment variable with the folder for the seeds and the words of a target.
const FOLDER: &str = "FUZZ_SEEDS";

/// Writes the seeds of a target to files `seed-N` and its words to a dictionary of libFuzzer, if the
/// environment names a folder.
pub fn write_seeds(target: &str) {
    let Some(folder) = env::var_os(FOLDER).map(PathBuf::from) else { return };
    fs::create_dir_all(&folder).expect("a folder that can be written");
    for (index, seed) in seeds::of(target).iter().enumerate() {
        fs::write(folder.join(format!("seed-{index}")), seed).expect("a file that can be written");
    }
    let words = seeds::words(target).into_iter().map(quoted);
    let dictionary = folder.with_extension("dict");
    fs::write(dictionary, words.collect::<String>()).expect("a file that can be written");
}

/// A word as a line of a dictionary.
fn quoted(word: &str) -> String {
    let bytes = word.bytes().map(|byte| format!("\\x{byte:02x}"));
    format!("\"{}\"\n", bytes.collect::<String>())
}
