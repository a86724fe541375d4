//! The Go Text Protocol (GTP 2, draft 2): lines in, framed responses out. The module knows neither
//! Go nor any command; a [`Handler`] answers the requests.
//!
//! Reading order: [`Request`] (a parsed line), [`Args`] (its arguments, typed), [`Response`] (the
//! answer), [`Session`] (the connection of a running command), [`serve`] (the loop).
//!
//! ```
//! use shusaku::gtp::{Handler, Outcome, Request, Session, serve};
//!
//! struct Greeter;
//!
//! impl Handler for Greeter {
//!     fn handle(&mut self, request: &Request, _session: &Session) -> Outcome {
//!         match request.name.as_str() {
//!             "name" => Ok("Greeter".to_string()).into(),
//!             "quit" => Outcome::quit(Ok(String::new())),
//!             _ => Err("unknown command".to_string()).into(),
//!         }
//!     }
//! }
//!
//! // Prints "=1 Greeter", an empty line, "= " and an empty line.
//! serve(&b"1 name\nquit\n"[..], std::io::stdout(), &mut Greeter)?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod args;
mod request;
mod response;
mod session;
mod transport;

pub use args::{ArgError, Args};
pub use request::{Line, Request};
pub use response::{Response, quote};
pub use session::Session;
pub use transport::{Flow, Handler, Outcome, serve};
