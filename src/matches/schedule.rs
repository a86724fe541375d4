/// A game of a match: which engines play it, from which opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Its number, from 0. Games `2 n` and `2 n + 1` are a pair: the same engines and opening, with
    /// colors exchanged.
    pub number: u64,
    /// The index of the opening.
    pub opening: u64,
    /// The index of the engine that plays Black.
    pub black: usize,
    /// The index of the engine that plays White.
    pub white: usize,
}

/// The pairings of engines: each with each, the one that was given first is the first player.
#[must_use]
pub fn pairings(engines: usize) -> Vec<[usize; 2]> {
    (0..engines).flat_map(|first| (first + 1..engines).map(move |second| [first, second])).collect()
}

/// The games of a round robin of `engines` engines in which each pairing has `pairs` pairs of games.
///
/// All pairings play an opening before any plays the next one. A game has the same number however
/// many pairs there are.
#[must_use]
pub fn schedule(engines: usize, pairs: u64) -> Vec<ScheduledGame> {
    let pairings = pairings(engines);
    let rounds =
        (0..pairs).flat_map(|opening| pairings.iter().map(move |pairing| (opening, *pairing)));
    let games = rounds.enumerate().flat_map(|(pair, (opening, [first, second]))| {
        let number = 2 * pair as u64;
        [
            ScheduledGame { number, opening, black: first, white: second },
            ScheduledGame { number: number + 1, opening, black: second, white: first },
        ]
    });
    games.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pairing_plays_every_opening_with_both_colors() {
        let games = schedule(3, 4);
        assert_eq!(games.len(), 24);
        for (index, game) in games.iter().enumerate() {
            assert_eq!(game.number, index as u64);
        }
        for [first, second] in pairings(3) {
            for opening in 0..4 {
                let is_in = |black, white| {
                    games.iter().filter(move |game| {
                        (game.opening, game.black, game.white) == (opening, black, white)
                    })
                };
                assert_eq!(is_in(first, second).count(), 1);
                assert_eq!(is_in(second, first).count(), 1);
            }
        }
    }

    #[test]
    fn more_games_continue_a_shorter_match() {
        assert_eq!(schedule(3, 9)[..12], schedule(3, 2));
        assert!(schedule(1, 5).is_empty());
    }
}
