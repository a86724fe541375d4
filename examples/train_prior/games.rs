//! Packs of games: the moves of many games in one file.

use std::{fs::File, io::Read, path::Path};

use liblzma::read::XzDecoder;
use shusaku::{
    board::{Board, Color, Point, Size},
    pattern::Situation,
};

/// The games of one pack, all on boards of one size.
pub struct Pack {
    pub size: Size,
    games: Vec<Entry>,
    bytes: Vec<u8>,
}

struct Entry {
    setup: std::ops::Range<usize>,
    moves: std::ops::Range<usize>,
    strength: u8,
    flags: u8,
}

/// Of so many games the first is kept out of training.
const KEPT_OUT: usize = 50;

/// Least strength of the weaker player for a game on a small board to be learned, and measured: 100
/// and dan, or 100 less kyu, on the server of the records.
const LEARNED: u8 = 95;
const MEASURED: u8 = 100;

const WHITE_FIRST: u8 = 1;
const HAS_SUICIDE: u8 = 4;

impl Pack {
    /// Reads a pack, compressed by xz if its name says so.
    pub fn read(path: &Path) -> Result<Pack, Box<dyn std::error::Error>> {
        let mut bytes = Vec::new();
        let file = File::open(path)?;
        if path.extension().is_some_and(|extension| extension == "xz") {
            XzDecoder::new(file).read_to_end(&mut bytes)?;
        } else {
            std::io::BufReader::new(file).read_to_end(&mut bytes)?;
        }
        Pack::parse(bytes).ok_or_else(|| format!("{} is no pack of games", path.display()).into())
    }

    /// Layout: `GGP1`, number of games u32, side u8, version u8, u16; then an array for each field:
    /// moves u16, source u8, komi i8, rules u8, strength u8, flags u8, result i16, date u16, set-up
    /// stones u8; then the set-up stones (color, x, y) and the moves (x, y) of all games.
    fn parse(bytes: Vec<u8>) -> Option<Pack> {
        const HEADER: usize = 12;
        let rest = bytes.strip_prefix(b"GGP1")?;
        let count = u32::from_le_bytes(*rest.first_chunk()?) as usize;
        let side = *rest.get(4)?;
        // Bytes a game before each field.
        let field = |before: usize| HEADER + before * count;
        let (strengths, flags, setups) = (field(5), field(6), field(11));
        let total = |lengths: &[usize]| lengths.iter().sum::<usize>();
        bytes.get(..field(12))?;
        let setup_lens: Vec<usize> =
            (0..count).map(|game| 3 * usize::from(bytes[setups + game])).collect();
        let mut setup_at = field(12);
        let mut moves_at = setup_at + total(&setup_lens);
        let mut games = Vec::with_capacity(count);
        for (game, setup_len) in setup_lens.into_iter().enumerate() {
            let at = field(0) + 2 * game;
            let moves_len = 2 * usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
            games.push(Entry {
                setup: setup_at..setup_at + setup_len,
                moves: moves_at..moves_at + moves_len,
                strength: bytes[strengths + game],
                flags: bytes[flags + game],
            });
            setup_at += setup_len;
            moves_at += moves_len;
        }
        let size = Size::square(side).ok()?;
        (moves_at == bytes.len()).then_some(Pack { size, games, bytes })
    }

    /// Whether the pack is one of small boards.
    pub fn is_small(&self) -> bool {
        is_small(self.size)
    }

    /// The games kept out of training on which predictions are measured.
    pub fn kept_out(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.games.len()).step_by(KEPT_OUT).filter(|&game| self.is_as_strong(game, MEASURED))
    }

    /// The games to learn from.
    pub fn training(&self) -> impl Iterator<Item = usize> + '_ {
        let is_kept_out = |game: usize| game.is_multiple_of(KEPT_OUT);
        (0..self.games.len())
            .filter(move |&game| !is_kept_out(game) && self.is_as_strong(game, LEARNED))
    }

    /// On small boards, whose packs hold weak players too, the strength counts.
    fn is_as_strong(&self, game: usize, strength: u8) -> bool {
        !self.is_small() || self.games[game].strength >= strength
    }

    /// Plays a game and shows each turn that is a play, before it is played, up to one that is not
    /// legal under simple ko without suicide.
    pub fn replay(&self, game: usize, mut visit: impl FnMut(&Turn)) {
        let entry = &self.games[game];
        let Some(mut board) = self.first_position(entry) else { return };
        let mut color = Color::ALL[usize::from(entry.flags & WHITE_FIRST)];
        let (mut last, mut before) = (None, None);
        for place in self.bytes[entry.moves.clone()].chunks_exact(2) {
            let play = self.size.point(place[0], place[1]);
            if let Some(played) = play {
                if !board.is_legal(played, color) {
                    return;
                }
                let turn = Turn { board: &board, color, last, before, played };
                visit(&turn);
                board.play_unchecked(played, color, &mut ());
            } else {
                board.pass();
            }
            (last, before) = (play, last);
            color = color.opponent();
        }
    }

    /// The position after the set-up; none for games that have a suicide of several stones, which
    /// cannot be replayed here to the end.
    fn first_position(&self, entry: &Entry) -> Option<Board> {
        let stones = self.bytes[entry.setup.clone()].chunks_exact(3).filter_map(|stone| {
            let color = *Color::ALL.get(usize::from(stone[0]).checked_sub(1)?)?;
            Some((self.size.point(stone[1], stone[2])?, color))
        });
        let is_usable = entry.flags & HAS_SUICIDE == 0;
        Board::set_up(self.size, stones).ok().filter(|_| is_usable)
    }
}

/// A position of a game and what was played there.
pub struct Turn<'a> {
    board: &'a Board,
    color: Color,
    last: Option<Point>,
    before: Option<Point>,
    pub played: Point,
}

impl Turn<'_> {
    /// What the predictor is asked.
    pub fn situation(&self) -> Situation<'_> {
        let Turn { board, color, last, before, .. } = *self;
        Situation { board, color, last, before }
    }

    /// The plays that are legal under simple ko without suicide.
    pub fn candidates(&self) -> Vec<Point> {
        let empty = self.board.empty_points().iter().copied();
        empty.filter(|&point| self.board.is_legal(point, self.color)).collect()
    }

    /// Whether it is on a small board.
    pub fn is_small(&self) -> bool {
        is_small(self.board.size())
    }
}

fn is_small(size: Size) -> bool {
    size.width() < 13
}
