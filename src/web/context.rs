//! What requests are answered from.

use std::sync::mpsc;

use super::{assets::Assets, guard::Guard, session::Input};

/// The guard, the files and the session that answer requests.
pub(super) struct Context {
    pub(super) guard: Guard,
    pub(super) assets: Assets,
    pub(super) session: mpsc::Sender<Input>,
}
