#![no_main]

#[path = "../../tests/fuzzing/invariants/session.rs"]
mod invariant;
#[path = "../../tests/fuzzing/seeds.rs"]
mod seeds;
#[path = "../start.rs"]
mod start;

libfuzzer_sys::fuzz_target!(init: start::write_seeds("session"), |data: &[u8]| invariant::check(data));
