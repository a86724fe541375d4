//! Position hashes with KataGo's values, so that clients recognize a position in the answers of both
//! engines.
//!
//! The hash is a Zobrist hash of 128 bits (A. L. Zobrist 1970, "A new hashing method with application
//! for game playing") of the stones, the board's sides, the point banned by simple ko and the player to
//! move. Its tables come from a generator seeded by a text: the sum of PCG32 (O'Neill 2014) and
//! xorshift1024* (Vigna 2016), whose states are words of SHA-256 digests.

use std::sync::OnceLock;

use md5::Md5;
use sha2::{Digest, Sha256};

use crate::{
    board::{Color, Point, Size},
    game::Game,
    network::Symmetry,
};

/// The hashes of a position, each as 32 hexadecimal digits.
pub(super) struct PositionHashes {
    /// Of the position.
    pub(super) this: String,
    /// The least of the position and its symmetric ones.
    pub(super) least: String,
}

/// The hashes of the position that a game has reached, with `color` to move.
pub(super) fn position_hashes(game: &Game, color: Color) -> PositionHashes {
    let hash = |symmetry| hash(game, color, symmetry);
    let least = Symmetry::ALL.into_iter().map(hash).min().expect("there are symmetries");
    let text = |hash: u128| format!("{hash:032X}");
    PositionHashes { this: text(hash(Symmetry::default())), least: text(least) }
}

fn hash(game: &Game, color: Color, symmetry: Symmetry) -> u128 {
    let (board, size, tables) = (game.board(), game.size(), tables());
    let (width, height) = (usize::from(size.width()), usize::from(size.height()));
    let (columns, rows) = if symmetry.is_transposed() { (height, width) } else { (width, height) };
    let ko = board.ko_against(color);
    let mut hash = tables.width[columns] ^ tables.height[rows] ^ tables.player[color.index()];
    for point in size.points() {
        let (x, y) = transformed(size, point, symmetry);
        let places = &tables.places[(y + 1) * (columns + 1) + x + 1];
        if let Some(stone) = board.stone(point) {
            hash ^= places.stone[stone.index()];
        }
        if ko == Some(point) {
            hash ^= places.ko;
        }
    }
    hash
}

/// Column and row of a point on the board transformed by a symmetry; the sides of a rectangle change
/// places if it transposes.
fn transformed(size: Size, point: Point, symmetry: Symmetry) -> (usize, usize) {
    let (mut x, mut y) = (size.column(point), size.row(point));
    if symmetry.is_mirrored() {
        x = size.width() - 1 - x;
    }
    if symmetry.is_flipped() {
        y = size.height() - 1 - y;
    }
    if symmetry.is_transposed() { (y.into(), x.into()) } else { (x.into(), y.into()) }
}

struct Tables {
    /// By color.
    player: [u128; 2],
    places: Vec<PlaceHashes>,
    width: Vec<u128>,
    height: Vec<u128>,
}

struct PlaceHashes {
    /// By color.
    stone: [u128; 2],
    ko: u128,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let sides = usize::from(Size::MAX) + 1;
        let mut random = Generator::new("Board::initHash()");
        // Four values for players, of which the middle two are Black's and White's, and three for the
        // phases of a game.
        let first: Vec<u128> = (0..7).map(|_| random.next_u128()).collect();
        let places = (0..sides * (sides + 1)).map(|_| {
            let [black, _, white, _, ko] = std::array::from_fn(|_| random.next_u128());
            PlaceHashes { stone: [black, white], ko }
        });
        let places = places.collect();
        let mut random = Generator::new("Board::initHash() for ZOBRIST_SIZE hashes");
        let sizes = (0..sides).map(|_| (random.next_u128(), random.next_u128()));
        let (width, height) = sizes.unzip();
        Tables { player: [first[1], first[2]], places, width, height }
    })
}

/// KataGo's generator of random numbers.
struct Generator {
    xorshift: [u64; 16],
    index: usize,
    pcg: u64,
}

impl Generator {
    fn new(seed: &str) -> Generator {
        let mixed = Md5::digest(seed)[..4].try_into().map(u32::from_le_bytes).expect("four bytes");
        let digest = |block: u32| Sha256::digest(format!("{}|{mixed}|{seed}", 37 * block));
        let words = (0..).flat_map(|block| {
            let word = |bytes: &[u8]| u64::from_be_bytes(bytes.try_into().expect("eight bytes"));
            digest(block).chunks(8).map(word).collect::<Vec<_>>()
        });
        let mut words = words.filter(|&word| word != 0);
        let mut next = || words.next().expect("the words have no end");
        Generator { xorshift: std::array::from_fn(|_| next()), index: 0, pcg: next() }
    }

    fn next_u32(&mut self) -> u32 {
        self.next_pcg().wrapping_add(self.next_xorshift())
    }

    fn next_pcg(&mut self) -> u32 {
        self.pcg = self
            .pcg
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let bits = (((self.pcg >> 18) ^ self.pcg) >> 27) as u32;
        bits.rotate_right((self.pcg >> 59) as u32)
    }

    fn next_xorshift(&mut self) -> u32 {
        let first = self.xorshift[self.index];
        self.index = (self.index + 1) % self.xorshift.len();
        let mut second = self.xorshift[self.index];
        second ^= second << 31;
        second ^= second >> 11;
        let next = first ^ (first >> 30) ^ second;
        self.xorshift[self.index] = next;
        (next.wrapping_mul(1_181_783_497_276_652_981) >> 32) as u32
    }

    /// The low half is drawn first.
    fn next_u128(&mut self) -> u128 {
        let words: [u32; 4] = std::array::from_fn(|_| self.next_u32());
        words.iter().rev().fold(0, |sum, &word| sum << 32 | u128::from(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Move, Vertex},
        rules::Rules,
    };

    fn place(game: &mut Game, color: Color, vertices: &str) {
        for vertex in vertices.split(' ') {
            let mv = Vertex::parse(game.size(), vertex).expect("a point");
            game.play(color, mv).expect("legal");
        }
    }

    #[test]
    fn hashes_are_those_of_katagos_answers() {
        let game = |side| Game::new(Size::square(side).expect("a size"), Rules::CHINESE);
        let mut small = game(5);
        place(&mut small, Color::Black, "C2");
        let hashes = position_hashes(&small, Color::White);
        assert_eq!(hashes.this, "75FB7349DBEF656A6AE62C08628EDA61");
        let mut large = game(9);
        place(&mut large, Color::Black, "G3 G4 G5 G6 G7 G8 G9");
        place(&mut large, Color::White, "C4 C7 E4 E5 E6 E7 F8 F9");
        let hashes = position_hashes(&large, Color::Black);
        assert_eq!(hashes.this, "9443217DA5420E7F718B2777BC5F9C7F");
    }

    #[test]
    fn symmetric_positions_share_the_least_hash() {
        let hashes = |size: Size, column, row| {
            let mut game = Game::new(size, Rules::CHINESE);
            let point = size.point(column, row).expect("on the board");
            game.play(Color::Black, Move::Play(point)).expect("legal");
            position_hashes(&game, Color::White)
        };
        let square = Size::square(9).expect("a size");
        let (one, other) = (hashes(square, 2, 3), hashes(square, 5, 6));
        assert_ne!(one.this, other.this);
        assert_eq!(one.least, other.least);
        let (wide, tall) = (Size::new(9, 7).unwrap(), Size::new(7, 9).unwrap());
        assert_eq!(hashes(wide, 2, 3).least, hashes(tall, 3, 2).least);
    }
}
