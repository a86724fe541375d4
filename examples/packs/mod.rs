//! Packs of game records: the moves of many games in one file.
//!
//! Layout: `GGP1`, number of games u32, side u8, version u8, u16; then an array for each field:
//! moves u16, source u8, komi × 2 i8, rules u8, strength u8, flags u8, result i16, date u16, set-up
//! stones u8; then the set-up stones (color, x, y) and the moves (x, y) of all games as bytes. A
//! pass is 255, 255. Numbers are little-endian; x counts from the left, y from the top.

#![allow(dead_code, reason = "each example that includes this module uses a part of it")]

use std::{fs::File, io::Read, ops::Range, path::Path};

use liblzma::read::XzDecoder;
use shusaku::board::{Board, Color, Move, Point, Size};

/// Games whose index is a multiple of this are held out: used for measuring, never for training.
pub const HELD_OUT_STEP: usize = 50;

const WHITE_FIRST: u8 = 1;
const HAS_SUICIDE: u8 = 4;

/// The games of one pack, all on boards of one size.
pub struct Pack {
    pub size: Size,
    games: Vec<Entry>,
    bytes: Vec<u8>,
}

struct Entry {
    setup: Range<usize>,
    moves: Range<usize>,
    komi: Option<f64>,
    rules: u8,
    strength: u8,
    flags: u8,
    result: i16,
}

/// One game of a pack.
#[derive(Clone, Copy)]
pub struct Record<'p> {
    pack: &'p Pack,
    entry: &'p Entry,
}

impl Pack {
    /// Reads a pack, compressed by xz if its name ends in `.xz`.
    pub fn read(path: &Path) -> Result<Pack, Box<dyn std::error::Error>> {
        let mut bytes = Vec::new();
        let mut file = File::open(path)?;
        if path.extension().is_some_and(|extension| extension == "xz") {
            XzDecoder::new(file).read_to_end(&mut bytes)?;
        } else {
            file.read_to_end(&mut bytes)?;
        }
        let pack = Pack::parse(bytes)
            .ok_or_else(|| format!("{} is not a pack of games", path.display()))?;
        // The first game is held out.
        if pack.len() < 2 {
            return Err(format!("{}: expected at least 2 games", path.display()).into());
        }
        Ok(pack)
    }

    fn parse(bytes: Vec<u8>) -> Option<Pack> {
        const HEADER: usize = 12;
        let rest = bytes.strip_prefix(b"GGP1")?;
        let count = u32::from_le_bytes(*rest.first_chunk()?) as usize;
        let size = Size::square(*rest.get(4)?).ok()?;
        // Offset of a field's array, where `before` is the bytes per game of the preceding fields.
        let field = |before: usize| HEADER + before * count;
        bytes.get(..field(12))?;
        let word = |at: usize| [bytes[at], bytes[at + 1]];
        let mut setup_at = field(12);
        let setup_len = |game: usize| 3 * usize::from(bytes[field(11) + game]);
        let mut moves_at = setup_at + (0..count).map(setup_len).sum::<usize>();
        let mut games = Vec::with_capacity(count);
        for game in 0..count {
            let moves_len = 2 * usize::from(u16::from_le_bytes(word(field(0) + 2 * game)));
            let komi = bytes[field(3) + game] as i8;
            games.push(Entry {
                setup: setup_at..setup_at + setup_len(game),
                moves: moves_at..moves_at + moves_len,
                komi: (komi != i8::MAX).then(|| f64::from(komi) / 2.0),
                rules: bytes[field(4) + game],
                strength: bytes[field(5) + game],
                flags: bytes[field(6) + game],
                result: i16::from_le_bytes(word(field(7) + 2 * game)),
            });
            setup_at += setup_len(game);
            moves_at += moves_len;
        }
        (moves_at == bytes.len()).then_some(Pack { size, games, bytes })
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// One of the games.
    pub fn game(&self, index: usize) -> Record<'_> {
        Record { pack: self, entry: &self.games[index] }
    }
}

impl<'p> Record<'p> {
    /// The position after the set-up; `None` for games with suicide of several stones, which some
    /// rule sets forbid.
    pub fn start(self) -> Option<Board> {
        let size = self.pack.size;
        let stones =
            self.pack.bytes[self.entry.setup.clone()].chunks_exact(3).filter_map(|stone| {
                let color = *Color::ALL.get(usize::from(stone[0]).checked_sub(1)?)?;
                Some((size.point(stone[1], stone[2])?, color))
            });
        let is_usable = self.entry.flags & HAS_SUICIDE == 0;
        Board::set_up(size, stones).ok().filter(|_| is_usable)
    }

    /// The color that moves first.
    pub fn first(self) -> Color {
        Color::ALL[usize::from(self.entry.flags & WHITE_FIRST)]
    }

    /// The moves, by alternating colors.
    pub fn moves(self) -> impl ExactSizeIterator<Item = Move> + 'p {
        let point =
            move |place: &[u8]| -> Option<Point> { self.pack.size.point(place[0], place[1]) };
        let moves = self.pack.bytes[self.entry.moves.clone()].chunks_exact(2);
        moves.map(move |place| point(place).map_or(Move::Pass, Move::Play))
    }

    /// Strength of the weaker player: on small boards 100 + dan or 100 - kyu.
    pub fn strength(self) -> u8 {
        self.entry.strength
    }

    /// Komi in points, if known.
    pub fn komi(self) -> Option<f64> {
        self.entry.komi
    }

    /// Name of the rule set, if known.
    pub fn rules(self) -> Option<&'static str> {
        match self.entry.rules {
            1 | 5 => Some("japanese"),
            2 | 4 => Some("chinese"),
            3 => Some("new_zealand"),
            _ => None,
        }
    }

    /// The counted score in points, positive for Black; `None` if the game was not counted.
    pub fn score(self) -> Option<f64> {
        let result = self.entry.result;
        (result.unsigned_abs() < 1000).then(|| f64::from(result) / 2.0)
    }
}
