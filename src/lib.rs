//! shusaku, a Go engine that speaks GTP and plays by every rule set to the letter.
//!
//! The modules form layers; each imports only from those below it (a test checks that):
//!
//! | layer | modules |
//! |---|---|
//! | 8 | [`cli`]: the command line |
//! | 7 | [`commands`]: the GTP commands; [`mod@bench`]: measurements of speed |
//! | 6 | [`engine`]: the state of a session: game, clocks, player |
//! | 5 | [`search`]: the tree search; [`status`]: what becomes of stones |
//! | 4 | [`score`]: counting; [`sgf`]: records; [`playout`]: playouts; [`clock`]: time |
//! | 4 | [`features`]: what a network is shown of a game |
//! | 3 | [`game`]: a board with its history under a rule set; [`pattern`]: shapes, likely moves |
//! | 2 | [`rules`]: a rule set as plain data; [`tactics`]: reading |
//! | 1 | [`board`]: stones on a grid, simple ko, nothing else |
//! | 0 | [`gtp`]: the protocol, which knows no Go; [`network`]: networks, which know none either |
//! | 0 | [`tuning`]: what the strength depends on |
//!
//! To read the code, begin with [`board::Board`], [`rules::Rules`] and [`game::Game`]; then
//! [`search::Searcher`] with one iteration in `search/descend.rs`; then [`commands`].
//!
//! ```
//! use shusaku::{
//!     board::{Color, Size, Vertex},
//!     game::{Game, IllegalMove},
//!     rules::Rules,
//! };
//!
//! let size = Size::square(9)?;
//! let mut game = Game::new(size, Rules::preset("new_zealand")?);
//! let center = Vertex::parse(size, "E5")?;
//! game.play(Color::Black, center).expect("the board is empty");
//! assert_eq!(game.play(Color::White, center), Err(IllegalMove::Occupied));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bench;
pub mod board;
pub mod cli;
pub mod clock;
pub mod commands;
pub mod engine;
pub mod features;
pub mod game;
pub mod gtp;
pub mod network;
pub mod pattern;
pub mod playout;
pub mod rules;
pub mod score;
pub mod search;
pub mod sgf;
pub mod status;
pub mod tactics;
pub mod tuning;
