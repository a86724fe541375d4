use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::board::Size;

/// Games of (black, white, result, date).
fn games(list: &[(&str, &str, &str, &str)]) -> Games {
    let mut games = Games::new(Aliases::parse("Shuho = Murase").unwrap());
    for (black, white, result, date) in list {
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let mut record = Record::new(Size::square(19).unwrap());
        (record.black, record.white) = (text(black), text(white));
        (record.result, record.date) = (text(result), text(date));
        games.add(&record);
    }
    games
}

fn found(games: &Games, from: &str, to: &str, kind: LinkKind) -> Option<(Vec<usize>, u64)> {
    games.chain(from, to, kind).unwrap().map(|chain| (chain.games, chain.count))
}

#[test]
fn the_shortest_chain_of_each_kind_is_found() {
    let games = games(&[
        ("Murase", "Shusaku", "B+R", "1861"),
        ("Shuei", "Shuho", "W+2", "1884-01-05"),
        ("Shuei 7d", "MURASE", "B+2", "1884-12-14"),
        ("Karigane", "Shuei", "B+", "1880"),
        ("Karigane", "Shuei", "0", "1899"),
        ("Karigane", "Shuei", "B+3", "1905-05"),
        ("Karigane", "Shusaku", "W+R", "1860"),
        ("Karigane", "Karigane", "B+R", "1860"),
        ("", "Shusaku", "B+R", "1860"),
    ]);
    assert_eq!(found(&games, "Karigane", "Shusaku", LinkKind::Game), Some((vec![6], 1)));
    assert_eq!(found(&games, "Karigane", "Shusaku", LinkKind::Win), Some((vec![3, 2, 0], 1)));
    assert_eq!(found(&games, "Karigane", "Shusaku", LinkKind::PureWin), Some((vec![5, 2, 0], 1)));
    assert_eq!(found(&games, "Shusaku", "Shuei", LinkKind::Win), Some((vec![6, 3], 1)));
    assert_eq!(found(&games, "Shusaku", "Shuei", LinkKind::PureWin), None);
    assert_eq!(found(&games, "Shusaku", "shusaku", LinkKind::Win), Some((vec![], 1)));
    let chain = games.chain("karigane", "murase", LinkKind::PureWin).unwrap().unwrap();
    assert_eq!(
        chain.players,
        ["Karigane", "Shuei 7d", "Shuho"].map(|name| name.replace(" 7d", ""))
    );
}

#[test]
fn an_unknown_player_is_an_error_with_similar_names() {
    let games = games(&[("Honinbo Shusaku", "Ota Yuzo", "B+R", "1850")]);
    let error = |name| games.chain(name, "Ota Yuzo", LinkKind::Game).unwrap_err().to_string();
    assert_eq!(error("Shusaku"), "unknown player 'Shusaku': did you mean Honinbo Shusaku?");
    assert_eq!(error("Ota Yuso"), "unknown player 'Ota Yuso': did you mean Ota Yuzo?");
    assert_eq!(error("xx"), "unknown player 'xx': no game has a similar name");
}

/// Lengths and numbers of shortest chains by trying all orders of players.
fn by_trial(
    wins: &[(usize, usize, u32)],
    kind: LinkKind,
    path: &mut Vec<usize>,
    day: u32,
) -> BTreeMap<usize, u64> {
    let last = path[path.len() - 1];
    if last == 0 {
        return BTreeMap::from([(path.len() - 1, 1)]);
    }
    let mut counts = BTreeMap::new();
    for next in (0..5).filter(|next| !path.contains(next)).collect::<Vec<_>>() {
        let usable = wins.iter().filter(|&&(winner, loser, _)| match kind {
            LinkKind::Game => [(winner, loser), (loser, winner)].contains(&(last, next)),
            _ => (winner, loser) == (last, next),
        });
        // From the first player to the last, the latest usable day leaves the most games.
        let days = usable.map(|win| win.2).filter(|&at| kind != LinkKind::PureWin || at < day);
        let Some(latest) = days.max() else { continue };
        path.push(next);
        for (len, count) in by_trial(wins, kind, path, latest) {
            *counts.entry(len).or_insert(0) += count;
        }
        path.pop();
    }
    counts
}

#[test]
fn random_chains_are_as_short_and_as_many_as_by_trial() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let names = ["a", "b", "c", "d", "e"];
    for round in 0..600 {
        let wins: Vec<(usize, usize, u32)> = (0..round % 15 + 5)
            .map(|_| (rng.random_range(0..5), rng.random_range(0..5), rng.random_range(1900..1920)))
            .filter(|(winner, loser, _)| winner != loser)
            .collect();
        let mut games = Games::default();
        for name in names {
            games.number(name);
        }
        for &(winner, loser, year) in &wins {
            let mut record = Record::new(Size::square(9).unwrap());
            (record.black, record.white) = (Some(names[winner].into()), Some(names[loser].into()));
            (record.result, record.date) = (Some("B+R".into()), Some(year.to_string()));
            games.add(&record);
        }
        for kind in [LinkKind::Game, LinkKind::Win, LinkKind::PureWin] {
            let expected = by_trial(&wins, kind, &mut vec![1], u32::MAX).into_iter().next();
            let got = found(&games, "b", "a", kind).map(|(chain, count)| (chain.len(), count));
            assert_eq!(got, expected, "{kind:?} {wins:?}");
        }
    }
}
