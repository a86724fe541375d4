use std::time::Duration;

use super::*;
use crate::{
    board::{Board, Color, Move, Size},
    features::check_inputs,
    game::Game,
    rules::Rules,
    search::SearchRequest,
};

fn game() -> Game {
    let size = Size::new(9, 7).expect("a size");
    let point = |x, y| size.point(x, y).expect("on the board");
    let stones = [(point(2, 2), Color::Black), (point(6, 4), Color::White)];
    let start = Board::set_up(size, stones).expect("a position");
    let mut game = Game::from_position(start, Color::White, Rules::preset("japanese").unwrap());
    game.set_komi(Some(-3.5));
    game.declare_handicap(2);
    for (color, mv) in [
        (Color::White, Move::Play(point(0, 6))),
        (Color::Black, Move::Pass),
        (Color::White, Move::Play(point(8, 0))),
    ] {
        game.play(color, mv).expect("a legal move");
    }
    game
}

fn output(area: usize) -> NetworkOutput {
    NetworkOutput {
        policy: (0..=area).map(|index| index as f32 / 7.0 - 20.0).collect(),
        win: 0.6,
        loss: 0.3,
        no_result: 0.1,
        score_mean: 3.25,
        score_square: 200.0,
        lead: 2.5,
        errors: Some(ErrorEstimates { time_variance: 1.0, value: 0.2, score: 3.0 }),
        ownership: (0..area).map(|index| (index as f32).sin()).collect(),
    }
}

fn sums() -> TreeSums {
    let mut sums = TreeSums::default();
    let some = NodeSums { visits: 40.0, utility: 17.5, amaf_visits: 90.0, amaf_utility: 60.25 };
    sums.add(&[], 31, some);
    sums.add(&[31, 0], 500, NodeSums { visits: 3.0, ..NodeSums::default() });
    sums
}

fn messages() -> Vec<Message> {
    let mut human = check_inputs().swap_remove(0);
    human.metadata = Some(Box::new([0.5; METADATA]));
    let options = InferenceOptions { symmetry: Symmetry::ALL[5], optimism: 0.75 };
    let network = NetworkId::EMBEDDED;
    let job = SearchJob {
        number: 12,
        game: game(),
        color: Color::Black,
        seed: 99,
        iterations: Some(1000),
        max_time: Some(Duration::from_millis(1500)),
    };
    vec![
        Message::Hello(Hello::new(network, WorkId::SEARCHES, 4)),
        Message::Hello(Hello::new(network, WorkId::of_games(3, "no options", &[]), 70_000)),
        Message::Unable("no such file: gö.bin".to_string()),
        Message::Evaluate { ticket: 7, options, input: human },
        Message::Search(Box::new(job.clone())),
        Message::Search(Box::new(SearchJob { iterations: None, max_time: None, ..job })),
        Message::Stop { search: 12 },
        Message::RankStats { search: 12, is_last: true, sums: sums() },
        Message::OtherStats { search: 12, sums: sums() },
        Message::Task { ticket: 5 },
        Message::Done { ticket: 5, result: "B+3.5 – größer".to_string() },
        Message::Quit,
        Message::Bye,
    ]
}

#[test]
fn messages_survive_encoding() {
    for message in messages() {
        assert_eq!(Message::decode(&message.encode()).as_ref(), Ok(&message));
    }
    for input in check_inputs() {
        let options = InferenceOptions::default();
        let message = Message::Evaluate { ticket: u64::MAX, options, input };
        assert_eq!(Message::decode(&message.encode()).as_ref(), Ok(&message));
    }
}

#[test]
fn the_default_komi_of_a_search_was_taken_for_an_agreed_one() {
    for komi in [None, Some(0.0), Some(6.5)] {
        let mut game = game();
        game.set_komi(komi);
        let job = SearchJob::new(1, &game, Color::Black, &SearchRequest::default());
        let bytes = Message::Search(Box::new(job)).encode();
        let Ok(Message::Search(job)) = Message::decode(&bytes) else { panic!("not a search") };
        assert_eq!(job.game.agreed_komi(), komi);
    }
}

#[test]
fn a_position_takes_some_hundred_bytes() {
    for input in check_inputs() {
        let points = input.planes.len();
        let options = InferenceOptions::default();
        let bytes = Message::Evaluate { ticket: 1, options, input }.encode().len();
        assert!(bytes < 120 + 4 * points, "{bytes} bytes for {points} points");
        assert!(bytes < 1500, "{bytes} bytes");
    }
}

#[test]
fn outputs_are_exact_to_half_precision() {
    let sent = output(361);
    let message = Message::Output { ticket: 3, output: sent.clone() };
    let bytes = message.encode();
    assert!(bytes.len() < 1500, "{} bytes", bytes.len());
    let Ok(Message::Output { ticket: 3, output }) = Message::decode(&bytes) else {
        panic!("not an output");
    };
    assert_eq!((output.win, output.lead, output.errors), (sent.win, sent.lead, sent.errors));
    let pairs = |a: &[f32], b: &[f32]| a.iter().copied().zip(b.iter().copied()).collect::<Vec<_>>();
    let policy = pairs(&sent.policy, &output.policy);
    assert_eq!(policy.len(), 362);
    assert!(policy.iter().all(|(a, b)| (a - b).abs() <= a.abs() / 1024.0));
    let ownership = pairs(&sent.ownership, &output.ownership);
    assert_eq!(ownership.len(), 361);
    assert!(ownership.iter().all(|(a, b)| (a - b).abs() <= 1.0 / 2048.0));
}

/// Every prefix and thousands of changed bytes are refused or read, without a panic.
#[test]
fn garbage_is_refused() {
    let mut messages = messages();
    messages.push(Message::Output { ticket: 3, output: output(81) });
    for message in messages {
        let bytes = message.encode();
        for len in 0..bytes.len() {
            assert!(Message::decode(&bytes[..len]).is_err(), "{message:?} of {len} bytes");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(Message::decode(&longer), Err(MessageError::Length));
        for at in 0..bytes.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[at] = value;
                if let Ok(other) = Message::decode(&changed) {
                    assert!(Message::decode(&other.encode()).is_ok());
                }
            }
        }
    }
    assert_eq!(Message::decode(&[1, 8]), Err(MessageError::Version(1)));
    assert_eq!(Message::decode(&[VERSION, 99]), Err(MessageError::Value("kind")));
}
