//! Programs and packages of others. A test that lacks one prints that and passes.

// No test program uses all of it.
#![allow(dead_code)]

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::Command,
};

/// Prints a skipped test on standard error, which the test harness does not capture here.
pub fn skip(missing: &str) {
    writeln!(io::stderr(), "skipped: {missing} is missing").expect("an open standard error");
}

/// Whether a program can be started.
pub fn exists(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The command that starts GNU Go. Debian installs it outside the usual search path.
pub fn gnu_go() -> Option<&'static str> {
    ["gnugo", "/usr/games/gnugo"].into_iter().find(|program| exists(program))
}

/// The folder for the packages of a test, kept between runs.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The modules of packages from npm, which are installed into the [`folder`] of this name; `None` if
/// that fails.
pub fn npm_modules(name: &str, packages: &[&str]) -> Option<PathBuf> {
    let folder = folder(name);
    let (modules, marker) = (folder.join("node_modules"), folder.join("installed"));
    // The marker comes last: packages that were left half installed are installed again.
    if !marker.is_file() {
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"]).arg(&folder);
        if !npm.args(packages).status().is_ok_and(|status| status.success()) {
            return None;
        }
        fs::write(&marker, "").expect("a writable folder");
    }
    Some(modules)
}
