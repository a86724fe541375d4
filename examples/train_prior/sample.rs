//! Random positions of training games, large and small boards mixed.

use rand::{RngExt, seq::SliceRandom};

use crate::{Pack, games::Turn, train::Random};

/// Share of the positions that is on small boards, if there are both.
const SMALL_SHARE: f64 = 0.2;

/// Of so many positions of a game one is taken, on large and on small boards: neighbours teach
/// little that is new, and of games on small boards there are fewer.
const ONE_IN: [u32; 2] = [10, 4];

/// The training games of a pack, in random order.
struct Pile<'a> {
    pack: &'a Pack,
    games: Vec<usize>,
    next: usize,
}

impl Pile<'_> {
    fn draw(&mut self, rng: &mut Random) -> usize {
        if self.next.is_multiple_of(self.games.len()) {
            self.games.shuffle(rng);
        }
        let game = self.games[self.next % self.games.len()];
        self.next += 1;
        game
    }
}

/// Visits `count` positions, with their numbers from 0.
pub fn for_positions(
    packs: &[Pack],
    count: usize,
    rng: &mut Random,
    mut visit: impl FnMut(&Turn, usize, &mut Random),
) {
    let mut piles: Vec<Pile> = Vec::new();
    for pack in packs {
        let mut games: Vec<usize> = pack.training().collect();
        games.shuffle(rng);
        piles.push(Pile { pack, games, next: 0 });
    }
    let has = |small: bool| packs.iter().any(|pack| pack.is_small() == small);
    let has_both = has(true) && has(false);
    let (mut done, mut small) = (0, 0);
    while done < count {
        let wants_small = (small as f64) < SMALL_SHARE * (done as f64);
        let pile = piles
            .iter_mut()
            .filter(|pile| !has_both || pile.pack.is_small() == wants_small)
            .min_by_key(|pile| pile.next)
            .expect("there is a pack");
        let is_small = pile.pack.is_small();
        let game = pile.draw(rng);
        pile.pack.replay(game, |turn| {
            if done < count && rng.random_range(0..ONE_IN[usize::from(is_small)]) == 0 {
                visit(turn, done, rng);
                done += 1;
                small += usize::from(is_small);
            }
        });
    }
}
