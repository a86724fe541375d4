//! Faults from outside: signals, full disks, no more memory, clients that do not read, more threads than
//! the machine has room for, and processors without the newest instructions.

#![cfg(unix)]

mod engine;
mod files;
mod instructions;
#[cfg(target_os = "linux")]
mod memory;
#[path = "../common/process.rs"]
mod process;
mod readers;
mod signals;
mod threads;
#[path = "../common/wait.rs"]
mod wait;
