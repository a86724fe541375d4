//! The JSON analysis engine: KataGo's protocol of that name (`docs/Analysis_Engine.md` in its
//! repository), as KataGo 1.17 answers it.
//!
//! A line of input is parsed into plain data (`request`, `query`), whose fields are checked in KataGo's
//! order. The positions of a query wait in a queue (`queue`) for one of the lanes (`server`), which
//! search them (`job`) and format the results (`response`).

mod constraints;
mod fields;
mod hash;
mod job;
mod moves;
mod number;
mod pools;
mod positions;
mod query;
mod queue;
mod request;
mod response;
mod rules;
mod server;
mod settings;
mod status;
mod symmetry_pruning;
#[cfg(test)]
mod tests;

pub use self::{
    positions::positions,
    server::{ServerOptions, search_count, serve},
    settings::{Settings, SettingsError},
};

/// The version of KataGo whose protocol this is; clients compare it.
const PROTOCOL_VERSION: &str = "1.17.2";
