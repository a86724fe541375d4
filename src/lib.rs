//! shusaku, a Go engine that speaks GTP and knows 21 rule sets.
//!
//! ```
//! use shusaku::{Color, Game, IllegalMove, Rules, Size, Vertex};
//!
//! let size = Size::square(9)?;
//! let mut game = Game::new(size, Rules::NEW_ZEALAND);
//! let center = Vertex::parse(size, "E5")?;
//! game.play(Color::Black, center)?;
//! assert_eq!(game.play(Color::White, center), Err(IllegalMove::Occupied));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules form layers. Each imports only from layers below its own, which a test checks:
//!
//! | layer | modules |
//! |---|---|
//! | 9 | [`cli`]: the command line |
//! | 8 | `web`: the board in the browser (feature `board`) |
//! | 7 | [`commands`]: the GTP commands; [`analysis`]: the JSON analysis engine |
//! | 7 | [`cluster`]: one search, or the games of files, on several processes |
//! | 7 | [`mod@bench`]: measurements of speed; [`mod@matches`]: matches; [`review`]: reviews of games |
//! | 6 | [`engine`]: the state of a session: game, clocks, player |
//! | 5 | [`search`]: the tree search; [`status`]: dead, alive and seki |
//! | 5 | [`players`]: chains of games between two players (the Shusaku number) |
//! | 4 | [`score`]: counting; [`sgf`]: records; [`playout`]: playouts; [`clock`]: time |
//! | 4 | [`features`]: the input features of networks |
//! | 3 | [`game`]: a board with its history under a rule set; [`pattern`]: the move predictor |
//! | 2 | [`rules`]: a rule set as plain data; [`tactics`]: local reading |
//! | 1 | [`board`]: stones on a grid and simple ko |
//! | 0 | [`gtp`]: the protocol, independent of Go; [`network`]: inference, independent of Go |
//! | 0 | [`tuning`]: the constants that playing strength depends on |
//! | 0 | [`files`]: files that are replaced as a whole; [`threads`]: starting threads |
//! | 0 | [`stderr`]: lines on standard error |
//! | 0 | [`mpi_env`]: the environment of an MPI job; [`signals`]: requests to end the program |
//!
//! To read the code, start with [`Board`], [`Rules`] and [`Game`]; then [`search::Searcher`] with
//! one iteration in `search/descend/mod.rs`; then [`commands`].

#[cfg(feature = "cli")]
pub mod analysis;
#[cfg(feature = "cli")]
pub mod bench;
pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod clock;
#[cfg(feature = "cli")]
pub mod cluster;
#[cfg(feature = "cli")]
pub mod commands;
pub mod engine;
pub mod features;
#[cfg(feature = "cli")]
pub mod files;
pub mod game;
pub mod gtp;
#[cfg(feature = "cli")]
pub mod matches;
#[cfg(feature = "cli")]
pub mod mpi_env;
pub mod network;
pub mod pattern;
pub mod players;
pub mod playout;
#[cfg(feature = "cli")]
pub mod review;
pub mod rules;
pub mod score;
pub mod search;
pub mod sgf;
#[cfg(feature = "cli")]
pub mod signals;
pub mod status;
#[cfg(feature = "cli")]
pub mod stderr;
pub mod tactics;
pub mod threads;
pub mod tuning;
#[cfg(feature = "board")]
pub mod web;

pub use board::{Board, Color, Move, Point, Size, Vertex};
pub use game::{Game, IllegalMove};
pub use network::Network;
pub use rules::Rules;
pub use search::Searcher;
pub use sgf::Record;

/// The example of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExample;
