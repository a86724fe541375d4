//! The Go Text Protocol (GTP 2, draft 2) alone: lines in, framed responses out. It knows no Go and no
//! command.

mod args;
mod request;
mod response;

pub use args::{ArgError, Args};
pub use request::{Line, Request};
pub use response::{Response, excerpt, frame, quote};
