//! The games of a match, in order.

/// A game of a match: which engines play it, from which opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScheduledGame {
    /// Its number, from 0. Games `2 n` and `2 n + 1` are a pair of the same engines.
    pub(super) number: u64,
    /// The index of the opening.
    pub(super) opening: u64,
    /// The index of the engine that plays Black.
    pub(super) black: usize,
    /// The index of the engine that plays White.
    pub(super) white: usize,
}

/// The two games of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairForm {
    /// One opening, with colors exchanged.
    ColorsExchanged,
    /// Two openings. The first engine of the pairing, which gives the handicap, plays White in both.
    FirstPlaysWhite,
}

impl PairForm {
    /// The number of openings of a pair.
    #[must_use]
    pub const fn openings(self) -> u64 {
        match self {
            PairForm::ColorsExchanged => 1,
            PairForm::FirstPlaysWhite => 2,
        }
    }
}

/// The pairings of engines: each with each, the one that was given first is the first player.
#[must_use]
pub(super) fn pairings(engines: usize) -> Vec<[usize; 2]> {
    (0..engines).flat_map(|first| (first + 1..engines).map(move |second| [first, second])).collect()
}

/// The games of a round robin of `engines` engines in which each pairing has `pairs` pairs of games.
///
/// All pairings play the openings of a pair before any plays the next ones. A game has the same number
/// however many pairs there are.
#[must_use]
pub(super) fn schedule(engines: usize, pairs: u64, form: PairForm) -> Vec<ScheduledGame> {
    let pairings = pairings(engines);
    let rounds = (0..pairs).flat_map(|round| pairings.iter().map(move |pairing| (round, *pairing)));
    let games = rounds.enumerate().flat_map(|(pair, (round, [first, second]))| {
        let opening = round * form.openings();
        let [one, other] = match form {
            PairForm::ColorsExchanged => [(opening, first, second), (opening, second, first)],
            PairForm::FirstPlaysWhite => [(opening, second, first), (opening + 1, second, first)],
        };
        let numbered =
            |number, (opening, black, white)| ScheduledGame { number, opening, black, white };
        let number = 2 * pair as u64;
        [numbered(number, one), numbered(number + 1, other)]
    });
    games.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pairing_plays_every_opening_with_both_colors() {
        let games = schedule(3, 4, PairForm::ColorsExchanged);
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
    fn the_first_engine_gives_the_handicap_from_an_opening_for_each_game() {
        let games = schedule(3, 2, PairForm::FirstPlaysWhite);
        for [first, second] in pairings(3) {
            let of_pairing =
                games.iter().filter(|game| [game.white, game.black] == [first, second]);
            assert!(of_pairing.map(|game| game.opening).eq(0..4));
        }
        assert_eq!(games.len(), 12);
    }

    #[test]
    fn more_games_continue_a_shorter_match() {
        for form in [PairForm::ColorsExchanged, PairForm::FirstPlaysWhite] {
            assert_eq!(schedule(3, 9, form)[..12], schedule(3, 2, form));
            assert!(schedule(1, 5, form).is_empty());
        }
    }
}
