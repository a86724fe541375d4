//! AMX, the matrix instructions of x86-64: tile registers of 16 rows of 64 bytes, and an
//! instruction that multiplies two of them as matrices.
//!
//! `unsafe` is assembly, since stable Rust has no intrinsics for these instructions. A value of
//! [`Amx`] exists only if the processor has them and Linux permits this process to use them, and
//! [`Amx::multiply`] checks the bounds of all memory accesses beforehand.

use std::{
    arch::{asm, x86_64::__cpuid_count},
    sync::OnceLock,
};

use super::limit::{InstructionSet, permits};

/// Rows of a tile.
pub(in crate::network) const ROWS: usize = 16;

/// Inputs in a tile's row.
pub(in crate::network) const INPUTS: usize = 32;

/// Outputs in a tile's row.
pub(in crate::network) const OUTPUTS: usize = 16;

/// Weights in a tile.
const WEIGHTS: usize = INPUTS * OUTPUTS;

/// Greatest number of row tiles that are computed together, so that their latencies overlap and each
/// tile of weights is loaded once for all. Two registers are left for the operands; all six tiles of a
/// 9×9 board take 8 % less time together than as four and two.
const MAX_TILES: usize = 6;

/// Proof that AMX with `bf16` can be used.
#[derive(Clone, Copy, Debug)]
pub(in crate::network) struct Amx(());

/// The operand of `ldtilecfg`.
#[repr(C, align(64))]
struct Configuration {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    bytes_per_row: [u16; 16],
    rows: [u8; 16],
}

/// All eight tiles in full size.
static FULL_TILES: Configuration = {
    let mut configuration = Configuration {
        palette: 1,
        start_row: 0,
        reserved: [0; 14],
        bytes_per_row: [0; 16],
        rows: [0; 16],
    };
    let mut tile = 0;
    while tile < 8 {
        configuration.bytes_per_row[tile] = 64;
        configuration.rows[tile] = ROWS as u8;
        tile += 1;
    }
    configuration
};

/// A product of `bf16` matrices: rows of inputs by weights.
pub(in crate::network) struct Bf16Product<'a> {
    /// The rows.
    pub(in crate::network) inputs: &'a [u16],
    /// Inputs from one row to the next.
    pub(in crate::network) stride: usize,
    /// Offsets from the start of a row of each step's [`INPUTS`] inputs.
    pub(in crate::network) steps: &'a [usize],
    /// By block of [`OUTPUTS`], by step, by pair of inputs, by output: the weights of both inputs.
    pub(in crate::network) weights: &'a [u16],
}

impl Amx {
    /// Returns the proof if the processor has AMX, and the environment and Linux permit this process
    /// to use it.
    pub(in crate::network) fn detect() -> Option<Amx> {
        static IS_USABLE: OnceLock<bool> = OnceLock::new();
        let is_usable = || permits(InstructionSet::Amx) && has_amx_bf16() && request_permission();
        IS_USABLE.get_or_init(is_usable).then_some(Amx(()))
    }

    /// Multiplies `count` tiles of [`ROWS`] rows. A row of sums has all blocks of outputs.
    pub(in crate::network) fn multiply(
        self,
        product: &Bf16Product,
        count: usize,
        sums: &mut [f32],
    ) {
        let Bf16Product { inputs, stride, steps, weights } = product;
        let blocks = weights.len() / (steps.len() * WEIGHTS);
        let groups = count.div_ceil(MAX_TILES);
        let start = |group: usize| group * count / groups;
        let last = steps.iter().max().expect("a step") + (count * ROWS - 1) * stride;
        assert!(last + INPUTS <= inputs.len());
        assert!(count * ROWS * blocks * OUTPUTS <= sums.len());
        // SAFETY: all memory accesses are within the bounds that were just checked.
        unsafe {
            asm!("ldtilecfg [{}]", in(reg) &FULL_TILES, options(nostack, readonly));
            for (block, weights) in weights.chunks_exact(steps.len() * WEIGHTS).enumerate() {
                for group in 0..groups {
                    let first = start(group);
                    let inputs = inputs.as_ptr().add(first * ROWS * stride);
                    let place = (first * ROWS * blocks + block) * OUTPUTS;
                    let sums = sums.as_mut_ptr().add(place);
                    let tiles =
                        TileGroup { inputs, stride: 2 * stride, steps, weights, sums, blocks };
                    match start(group + 1) - first {
                        1 => tiles.one(),
                        2 => tiles.two(),
                        3 => tiles.three(),
                        4 => tiles.four(),
                        5 => tiles.five(),
                        _ => tiles.six(),
                    }
                }
            }
            asm!("tilerelease");
        }
    }
}

/// Up to [`MAX_TILES`] tiles of rows, by one block of outputs.
struct TileGroup<'a> {
    inputs: *const u16,
    /// Bytes from one row to the next.
    stride: usize,
    steps: &'a [usize],
    weights: &'a [u16],
    sums: *mut f32,
    blocks: usize,
}

/// Defines a function that multiplies one tile of rows for each register of sums.
macro_rules! group {
    ($name:ident: $($sum:literal)*) => {
        unsafe fn $name(&self) {
            unsafe {
                asm!(
                    $(concat!("tilezero ", $sum),)*
                    "2:",
                    "mov {at}, [{steps}]",
                    "lea {at}, [{inputs} + 2 * {at}]",
                    "tileloadd tmm7, [{weights} + {line}]",
                    $(
                        "tileloadd tmm6, [{at} + {stride}]",
                        concat!("tdpbf16ps ", $sum, ", tmm6, tmm7"),
                        "add {at}, {tile}",
                    )*
                    "add {steps}, 8",
                    "add {weights}, 1024",
                    "dec {left}",
                    "jnz 2b",
                    $(
                        concat!("tilestored [{sums} + {width}], ", $sum),
                        "add {sums}, {sums_tile}",
                    )*
                    at = out(reg) _,
                    steps = inout(reg) self.steps.as_ptr() => _,
                    left = inout(reg) self.steps.len() => _,
                    inputs = in(reg) self.inputs,
                    stride = in(reg) self.stride,
                    tile = in(reg) self.stride * ROWS,
                    weights = inout(reg) self.weights.as_ptr() => _,
                    line = in(reg) 64_usize,
                    sums = inout(reg) self.sums => _,
                    width = in(reg) self.blocks * 64,
                    sums_tile = in(reg) self.blocks * 64 * ROWS,
                    out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                    out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                    options(nostack),
                );
            }
        }
    };
}

impl TileGroup<'_> {
    group!(one: "tmm0");
    group!(two: "tmm0" "tmm1");
    group!(three: "tmm0" "tmm1" "tmm2");
    group!(four: "tmm0" "tmm1" "tmm2" "tmm3");
    group!(five: "tmm0" "tmm1" "tmm2" "tmm3" "tmm4");
    group!(six: "tmm0" "tmm1" "tmm2" "tmm3" "tmm4" "tmm5");
}

/// Whether CPUID reports AMX with `bf16` (Intel, "Software Developer's Manual", CPUID).
fn has_amx_bf16() -> bool {
    const LEAF: u32 = 7;
    const BF16: u32 = 1 << 22;
    const TILE: u32 = 1 << 24;
    let features = __cpuid_count(LEAF, 0).edx;
    features & (BF16 | TILE) == BF16 | TILE
}

/// Requests Linux's permission to use tiles, whose state takes more memory to save (Linux, "Using
/// XSTATE features in user space applications").
fn request_permission() -> bool {
    #[cfg(target_os = "linux")]
    {
        const ARCH_REQ_XCOMP_PERM: libc::c_ulong = 0x1023;
        const TILE_DATA: libc::c_ulong = 18;
        // SAFETY: the call takes two integers and writes no memory.
        unsafe { libc::syscall(libc::SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, TILE_DATA) == 0 }
    }
    #[cfg(not(target_os = "linux"))]
    false
}
