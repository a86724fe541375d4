//! The program as its clients and users see it: the protocol, the subcommands, errors and installed files.

mod analysis;
mod bad_input;
mod chain_command;
#[path = "../common/client.rs"]
mod client;
mod embedded_play;
mod gogui;
mod gtp_scripts;
mod install;
mod live_output;
#[path = "../common/parallel.rs"]
mod parallel;
#[path = "../common/process.rs"]
mod process;
mod review_command;
mod score_command;
mod wrong_calls;
