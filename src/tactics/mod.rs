//! Reading on a board: what a move would lead to, beyond what the rules say of it.

mod atari;
mod nakade;

pub use self::{
    atari::{is_bad_self_atari, is_self_atari, rescues, would_capture},
    nakade::nakade_point,
};
