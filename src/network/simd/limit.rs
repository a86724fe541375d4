//! The environment variable that limits the instruction sets in use.

use std::{env, sync::OnceLock};

use thiserror::Error;

/// The environment variable that names the newest instruction set to be used.
pub const CPU_VARIABLE: &str = "SHUSAKU_CPU";

/// Instruction sets, from those of any processor to the newest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::network) enum InstructionSet {
    Portable,
    Avx2,
    AvxVnni,
    Avx512,
    Amx,
}

/// The values of [`CPU_VARIABLE`].
const NAMES: [(&str, InstructionSet); 5] = [
    ("portable", InstructionSet::Portable),
    ("avx2", InstructionSet::Avx2),
    ("avx-vnni", InstructionSet::AvxVnni),
    ("avx512", InstructionSet::Avx512),
    ("amx", InstructionSet::Amx),
];

/// The value of [`CPU_VARIABLE`] is no instruction set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{CPU_VARIABLE} cannot be {0:?}: expected portable, avx2, avx-vnni, avx512, amx")]
pub struct CpuVariableError(String);

/// Checks the value of [`CPU_VARIABLE`].
///
/// # Errors
/// [`CpuVariableError`] if it is no instruction set. Networks then use all of the processor.
pub fn check_cpu_variable() -> Result<(), CpuVariableError> {
    newest().map(drop)
}

/// Whether the environment permits to use an instruction set, if the processor has it.
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "other processors have only portable code")
)]
pub(in crate::network) fn permits(set: InstructionSet) -> bool {
    static NEWEST: OnceLock<InstructionSet> = OnceLock::new();
    set <= *NEWEST.get_or_init(|| newest().unwrap_or(InstructionSet::Amx))
}

fn newest() -> Result<InstructionSet, CpuVariableError> {
    match env::var_os(CPU_VARIABLE) {
        Some(value) => parse(&value.to_string_lossy()),
        None => Ok(InstructionSet::Amx),
    }
}

/// An empty value permits everything.
fn parse(value: &str) -> Result<InstructionSet, CpuVariableError> {
    if value.is_empty() {
        return Ok(InstructionSet::Amx);
    }
    let found = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
    found.map(|&(_, set)| set).ok_or_else(|| CpuVariableError(value.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_the_instruction_sets() {
        assert_eq!(parse("avx2"), Ok(InstructionSet::Avx2));
        assert_eq!(parse("AVX-VNNI"), Ok(InstructionSet::AvxVnni));
        assert_eq!(parse(""), Ok(InstructionSet::Amx));
        assert!(NAMES.is_sorted_by_key(|(_, set)| *set));
    }

    #[test]
    fn the_error_names_all_values() {
        let message = parse("sse").expect_err("unknown").to_string();
        assert!(message.contains("\"sse\""), "{message}");
        assert!(NAMES.iter().all(|(name, _)| message.contains(name)), "{message}");
    }
}
