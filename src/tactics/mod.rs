//! Tactical reading on a board: atari, self-atari, ladders, nakade.

mod atari;
mod eye_space;
mod ladder;
mod liberties;
mod nakade;

pub use self::{
    atari::{inescapable_ataris, is_bad_self_atari, is_self_atari, rescues, would_capture},
    eye_space::answer_in_eye_space,
    ladder::LadderReader,
    liberties::joined_liberties,
    nakade::nakade_point,
};
