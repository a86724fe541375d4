//! The server of the board, over raw connections: what it refuses, and games, clocks, disputes and
//! records as a page goes through them.

mod client;
mod endings;
mod games;
mod hours;
mod records;
mod reviews;
mod safety;
