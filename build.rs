//! Lists the files of the board's page, so that the program contains them.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

/// The folder of the page.
const FOLDER: &str = "assets/board";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={FOLDER}");
    println!("cargo::rerun-if-changed=build.rs");
    let mut names = Vec::new();
    list(Path::new(FOLDER), "", &mut names)?;
    names.sort();
    // The root is found when the table is compiled: a build folder may move with its checkout.
    let rows = names.iter().map(|name| {
        let path = format!("/{FOLDER}/{name}");
        let root = "env!(\"CARGO_MANIFEST_DIR\")";
        format!("    ({name:?}, include_bytes!(concat!({root}, {path:?}))),\n")
    });
    let table = format!("&[\n{}]\n", rows.collect::<String>());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by Cargo"));
    fs::write(out.join("board_assets.rs"), table)
}

/// Adds the names of the files in a folder, with `/` between folders.
fn list(root: &Path, folder: &str, names: &mut Vec<String>) -> io::Result<()> {
    let Ok(entries) = fs::read_dir(root.join(folder)) else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().into_string().expect("a name in ASCII");
        if name.starts_with('.') {
            continue;
        }
        let name = if folder.is_empty() { name } else { format!("{folder}/{name}") };
        if entry.file_type()?.is_dir() {
            list(root, &name, names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}
