//! Random samples of training games, from large and small boards.

use rand::{RngExt, seq::SliceRandom};

use crate::{Pack, games::Sample, train::Random};

/// Share of samples from small boards, if there are packs of both.
const SMALL_SHARE: f64 = 0.2;

/// Mean distance in moves between samples of a game, on large and on small boards. Neighboring
/// positions are too similar; there are fewer games on small boards.
const MOVES_PER_SAMPLE: [u32; 2] = [10, 4];

/// The training games of a pack, in random order.
struct ShuffledGames<'a> {
    pack: &'a Pack,
    games: Vec<usize>,
    next: usize,
}

impl ShuffledGames<'_> {
    fn draw(&mut self, rng: &mut Random) -> usize {
        if self.next.is_multiple_of(self.games.len()) {
            self.games.shuffle(rng);
        }
        let game = self.games[self.next % self.games.len()];
        self.next += 1;
        game
    }
}

/// Calls `visit` with `count` samples and their numbers from 0.
pub fn for_samples(
    packs: &[Pack],
    count: usize,
    rng: &mut Random,
    mut visit: impl FnMut(&Sample, usize, &mut Random),
) {
    let mut shuffled: Vec<ShuffledGames> = Vec::new();
    for pack in packs {
        let mut games: Vec<usize> = pack.training().collect();
        games.shuffle(rng);
        if !games.is_empty() {
            shuffled.push(ShuffledGames { pack, games, next: 0 });
        }
    }
    let has = |small: bool| shuffled.iter().any(|games| games.pack.is_small() == small);
    let has_both = has(true) && has(false);
    let (mut done, mut small) = (0, 0);
    while done < count {
        let needs_small = (small as f64) < SMALL_SHARE * (done as f64);
        let games = shuffled
            .iter_mut()
            .filter(|games| !has_both || games.pack.is_small() == needs_small)
            .min_by_key(|games| games.next)
            .expect("there are training games");
        let is_small = games.pack.is_small();
        let game = games.draw(rng);
        games.pack.replay(game, |sample| {
            let moves_per_sample = MOVES_PER_SAMPLE[usize::from(is_small)];
            if done < count && rng.random_range(0..moves_per_sample) == 0 {
                visit(sample, done, rng);
                done += 1;
                small += usize::from(is_small);
            }
        });
    }
}
