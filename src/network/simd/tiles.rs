//! The tiles of x86-64 (AMX): registers of 16 rows of 64 bytes, and one instruction that multiplies
//! two of them as matrices.
//!
//! `unsafe` is assembly, since the standard library has no such instructions yet: a value of
//! [`Tiles`] exists only where the processor has them and Linux lets this process use them, and
//! [`Tiles::multiply`] checks beforehand that all that they read and write is there.

use std::{
    arch::{asm, x86_64::__cpuid_count},
    sync::OnceLock,
};

/// Rows of a tile.
pub(in crate::network) const ROWS: usize = 16;

/// Inputs that an instruction takes of each row: a tile's row of 64 bytes.
pub(in crate::network) const INPUTS: usize = 32;

/// NetworkOutput that an instruction gives: a tile's row of single precision.
pub(in crate::network) const OUTPUTS: usize = 16;

/// Numbers of a tile of weights.
const WEIGHTS: usize = INPUTS * OUTPUTS;

/// Tiles of rows that are computed together, so that each waits for none of the others.
const MOST: usize = 4;

/// Proof that tiles of `bf16` can be used.
#[derive(Clone, Copy, Debug)]
pub(in crate::network) struct Tiles(());

/// How tiles are to be cut.
#[repr(C, align(64))]
struct Configuration {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    bytes_per_row: [u16; 16],
    rows: [u8; 16],
}

/// All of the eight tiles in full size.
static FULL: Configuration = {
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

/// A product of `bf16` matrices: rows of numbers by weights.
pub(in crate::network) struct Product<'a> {
    /// The rows.
    pub(in crate::network) numbers: &'a [u16],
    /// Numbers from one row to the next.
    pub(in crate::network) stride: usize,
    /// Where, counted from a row, the next [`INPUTS`] numbers stand that weights multiply.
    pub(in crate::network) steps: &'a [usize],
    /// By block of [`OUTPUTS`], by step: for each pair of inputs, for each output, both weights.
    pub(in crate::network) weights: &'a [u16],
}

impl Tiles {
    /// Whether the processor has tiles and Linux lets this process use them.
    pub(in crate::network) fn detect() -> Option<Tiles> {
        static IS_THERE: OnceLock<bool> = OnceLock::new();
        IS_THERE.get_or_init(|| has_tiles() && may_use_tiles()).then_some(Tiles(()))
    }

    /// Multiplies `count` times [`ROWS`] rows. A row of sums holds all blocks of outputs.
    pub(in crate::network) fn multiply(self, product: &Product, count: usize, sums: &mut [f32]) {
        let Product { numbers, stride, steps, weights } = product;
        let blocks = weights.len() / (steps.len() * WEIGHTS);
        let last = steps.iter().max().expect("a step") + (count * ROWS - 1) * stride;
        assert!(last + INPUTS <= numbers.len());
        assert!(count * ROWS * blocks * OUTPUTS <= sums.len());
        // SAFETY: all that the instructions read and write is there, as was just checked.
        unsafe {
            asm!("ldtilecfg [{}]", in(reg) &FULL, options(nostack, readonly));
            for (block, weights) in weights.chunks_exact(steps.len() * WEIGHTS).enumerate() {
                for first in (0..count).step_by(MOST) {
                    let numbers = numbers.as_ptr().add(first * ROWS * stride);
                    let place = (first * ROWS * blocks + block) * OUTPUTS;
                    let sums = sums.as_mut_ptr().add(place);
                    let group = Group { numbers, stride: 2 * stride, steps, weights, sums, blocks };
                    match count - first {
                        1 => group.one(),
                        2 => group.two(),
                        3 => group.three(),
                        _ => group.four(),
                    }
                }
            }
            asm!("tilerelease");
        }
    }
}

/// Up to [`MOST`] tiles of rows, and one block of outputs.
struct Group<'a> {
    numbers: *const u16,
    /// Bytes from one row to the next.
    stride: usize,
    steps: &'a [usize],
    weights: &'a [u16],
    sums: *mut f32,
    blocks: usize,
}

/// A function that multiplies as many tiles of rows as there are pairs of registers.
macro_rules! group {
    ($name:ident: $([$sum:literal $row:literal])*) => {
        unsafe fn $name(&self) {
            unsafe {
                asm!(
                    $(concat!("tilezero ", $sum),)*
                    "2:",
                    "mov {at}, [{steps}]",
                    "lea {at}, [{numbers} + 2 * {at}]",
                    "tileloadd tmm7, [{weights} + {line}]",
                    $(
                        concat!("tileloadd ", $row, ", [{at} + {stride}]"),
                        concat!("tdpbf16ps ", $sum, ", ", $row, ", tmm7"),
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
                    numbers = in(reg) self.numbers,
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

impl Group<'_> {
    group!(one: ["tmm0" "tmm4"]);
    group!(two: ["tmm0" "tmm4"] ["tmm1" "tmm5"]);
    group!(three: ["tmm0" "tmm4"] ["tmm1" "tmm5"] ["tmm2" "tmm6"]);
    group!(four: ["tmm0" "tmm4"] ["tmm1" "tmm5"] ["tmm2" "tmm6"] ["tmm3" "tmm4"]);
}

/// Whether the processor says so (Intel, "Software Developer's Manual", CPUID).
fn has_tiles() -> bool {
    const LEAF: u32 = 7;
    const BF16: u32 = 1 << 22;
    const TILE: u32 = 1 << 24;
    let features = __cpuid_count(LEAF, 0).edx;
    features & (BF16 | TILE) == BF16 | TILE
}

/// Asks Linux for the room that saving tiles takes (Linux, "Using XSTATE features in user space
/// applications").
fn may_use_tiles() -> bool {
    #[cfg(target_os = "linux")]
    {
        const ARCH_REQ_XCOMP_PERM: libc::c_ulong = 0x1023;
        const TILE_DATA: libc::c_ulong = 18;
        // SAFETY: the call takes two numbers and changes no memory of ours.
        unsafe { libc::syscall(libc::SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, TILE_DATA) == 0 }
    }
    #[cfg(not(target_os = "linux"))]
    false
}
