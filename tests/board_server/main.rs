//! The server of the board, over raw connections: refused requests, and games, clocks, disputes and
//! records as a page goes through them.

mod client;
mod confirmation;
mod endings;
mod games;
mod hours;
mod markup;
#[path = "../common/process.rs"]
mod process;
mod records;
mod reviews;
mod safety;
mod sessions;
#[path = "../common/wait.rs"]
mod wait;
