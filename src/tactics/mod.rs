//! Reading on a board: what a move would lead to, beyond what the rules say of it.

mod atari;
mod ladder;
mod nakade;

pub use self::{
    atari::{is_bad_self_atari, is_self_atari, rescues, would_capture},
    ladder::LadderReader,
    nakade::nakade_point,
};
