//! The shusaku binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    shusaku::cli::main()
}
