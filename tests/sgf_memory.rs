//! Reading game records, and the search for a position in them, take memory in proportion to the file.
//!
//! `unsafe` implements the counting allocator.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering},
};

use shusaku::sgf::Document;

/// The system's allocator, with the number of bytes in use and its maximum.
struct Counting;

static USED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(used, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The peak of the memory that is used for this work, in bytes.
fn peak<T>(work: impl FnOnce() -> T) -> usize {
    let before = USED.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let result = work();
    let peak = PEAK.load(Ordering::Relaxed) - before;
    drop(result);
    peak
}

/// The peak of memory while a file is read, as a multiple of its length.
fn peak_per_byte(bytes: &[u8]) -> f64 {
    peak(|| Document::read(bytes)) as f64 / bytes.len() as f64
}

/// One test, since others in the process would be counted too.
#[test]
fn memory_is_a_small_multiple_of_the_file() {
    const LEN: usize = 1_000_000;
    let record = format!("(;SZ[19]KM[6.5]{})", ";B[aa]BL[10.5];W[bb]C[a comment]".repeat(LEN / 32));
    let moves = format!("(;SZ[19]{})", ";B[aa];W[bb]".repeat(LEN / 12));
    for (text, limit) in [(record, 8.0), (moves, 16.0)] {
        let multiple = peak_per_byte(text.as_bytes());
        assert!(multiple < limit, "{multiple} of {}...", &text[..60]);
    }
    for piece in ["(", ")", ";", "[", "]", "\\", "(;", "(;[", "a;", "(;a", "W;", "A", "A[]", "C[]]"]
    {
        let text = format!("(;{}", piece.repeat(LEN / piece.len()));
        let multiple = peak_per_byte(text.as_bytes());
        assert!(multiple < 100.0, "{multiple} of {piece:?}");
    }
    #[cfg(feature = "board")]
    a_search_for_a_position_kept_a_board_for_each_branch();
}

#[cfg(feature = "board")]
fn a_search_for_a_position_kept_a_board_for_each_branch() {
    const BRANCHES: usize = 1000;
    // Each node that goes on has a sibling before it and one after it.
    let (opened, closed) = ("(;)(;AB[aa]".repeat(BRANCHES), ")(;)".repeat(BRANCHES));
    let record = format!("(;SZ[25]{opened}{closed})").into_bytes();
    let mut board = shusaku::web::OfflineBoard::open(record, None).expect("a record");
    let peak = peak(|| board.act(br#"{"do":"find","kind":"position"}"#).expect("the empty board"));
    assert!(peak < 10_000_000, "{peak} bytes");
}
