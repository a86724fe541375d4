//! Chains of games between two players in a collection of records.
//!
//! Players are known by name. The chains that Go players count lead to Shusaku: the Shusaku number
//! by any games, the winning Shusaku number by wins.
//!
//! ```
//! use shusaku::{players::{Games, LinkKind}, sgf};
//!
//! let mut games = Games::default();
//! for record in sgf::read_collection(b"(;PB[A]PW[B]RE[B+R])(;PB[C 9p]PW[b]RE[B+1])") {
//!     games.add(&record?);
//! }
//! let chain = games.chain("A", "C", LinkKind::Game)?.expect("a chain");
//! assert_eq!(chain.games, [0, 1]);
//! assert!(games.chain("A", "C", LinkKind::Win)?.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aliases;
mod chain;
mod date;
mod name;

pub use self::{
    aliases::{AliasError, Aliases},
    chain::{GameChain, Games, LinkKind, UnknownPlayer},
};
