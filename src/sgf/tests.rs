use encoding_rs::{EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::{game::Game, rules::Rules};

fn parse(text: &str) -> Record {
    read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn error(text: &str) -> String {
    read(text.as_bytes()).expect_err(text).to_string()
}

fn play(color: Color, size: Size, column: u8, row: u8) -> Step {
    Step::Turn(color, Move::Play(size.point(column, row).unwrap()))
}

fn random_text(rng: &mut impl Rng) -> Option<String> {
    const PIECES: [&str; 12] =
        ["a", "\\", "]", "[", ":", ";", "(", ")", "\\]", "é", "吳清源", "CA[GBK]"];
    let len = rng.random_range(0..6);
    (len > 0).then(|| (0..len).map(|_| PIECES[rng.random_range(0..PIECES.len())]).collect())
}

fn random_set_up(rng: &mut impl Rng, size: Size) -> Step {
    let mut lists = [Vec::new(), Vec::new(), Vec::new()];
    for point in size.points() {
        if let Some(list) = lists.get_mut(rng.random_range(0..4)) {
            list.push(point);
        }
    }
    if lists.iter().all(Vec::is_empty) {
        lists[0].extend(size.point(0, 0));
    }
    let [black, white, empty] = lists;
    Step::SetUp(SetUp { black, white, empty })
}

fn random_step(rng: &mut impl Rng, size: Size) -> Step {
    let color = Color::ALL[rng.random_range(0..2)];
    let column = rng.random_range(0..size.width());
    match rng.random_range(0..20) {
        0 => random_set_up(rng, size),
        1 => Step::ToPlay(color),
        2 => Step::Turn(color, Move::Pass),
        _ => play(color, size, column, rng.random_range(0..size.height())),
    }
}

fn random_record(rng: &mut impl Rng, size: Size) -> Record {
    let first = rng.random_range(0..3);
    let steps = rng.random_range(0..60);
    Record {
        size,
        komi: random_text(rng),
        rules: random_text(rng),
        handicap: rng.random_bool(0.5).then(|| rng.random_range(0..10)),
        result: random_text(rng),
        black: random_text(rng),
        white: random_text(rng),
        event: random_text(rng),
        date: random_text(rng),
        application: random_text(rng),
        first: Color::ALL.get(first).copied(),
        steps: (0..steps).map(|_| random_step(rng, size)).collect(),
    }
}

#[test]
fn every_record_reads_back_alone_and_in_a_collection() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut records = Vec::new();
    let mut collection = String::new();
    for width in 1..=Size::MAX {
        for height in 1..=Size::MAX {
            let record = random_record(&mut rng, Size::new(width, height).unwrap());
            let text = write(&record);
            assert_eq!(read(text.as_bytes()).as_ref(), Ok(&record), "{text}");
            collection.push_str(&text);
            records.push(Ok(record));
        }
    }
    assert!(read_collection(collection.as_bytes()) == records);
}

#[test]
fn written_files_are_valid_and_have_short_lines() {
    let mut record = parse("(;SZ[9:7]AB[aa:cc]AW[dd]PL[W]KM[6.5]PB[a]RE[W+R];W[ee];B[])");
    let size = record.size;
    record.application = None;
    record.steps.extend((0..63).map(|i| play(Color::White, size, i % 9, i / 9)));
    let text = write(&record);
    assert!(text.starts_with("(;FF[4]GM[1]CA[UTF-8]AP[shusaku:"), "{text}");
    assert!(text.contains("SZ[9:7]KM[6.5]") && text.lines().all(|line| line.len() <= 100));
    sgf_parse::go::parse(&text).unwrap()[0].validate().unwrap();
    assert!(write(&parse("(;SZ[9:9]AP[CGoban:3])")).contains("AP[CGoban:3]SZ[9]"));
}

#[test]
fn old_formats_are_read() {
    let new = parse("(;FF[4]GM[1]SZ[9]KM[5.5]PB[a]PW[b]AB[cc][gg]PL[W];W[dd];B[ee];W[])");
    assert_eq!(new.first, Some(Color::White));
    for text in [
        "(;GaMe[1]SiZe[9]KoMi[5.5]PlayerBlack[a]PlayerWhite[b]AddBlack[cc][gg]PLayer[white]
            ;White[dd];Black[ee];White[tt])",
        "(\n;\nFF[1] PB[a]PW[b]SZ [9]\nKM[5.5]AB[gg]\n[cc] PL[b]PL[w] ;W[dd]\r\n;B [ee];W[tt])",
    ] {
        assert_eq!(parse(text), new, "{text}");
    }
}

#[test]
fn only_the_first_variation_is_read() {
    let text = "(;SZ[9];B[aa](;W[bb](;B[cc]C[\\];B[ff\\](])(;B[dd]))(;W[ee])) (;SZ[5])";
    let size = Size::square(9).unwrap();
    let turns = [(Color::Black, 0), (Color::White, 1), (Color::Black, 2)];
    assert_eq!(parse(text).steps, turns.map(|(color, i)| play(color, size, i, i)));
    assert_eq!(parse("(;(;)(;B[aa]))").steps, []);
}

#[test]
fn passes() {
    let last = |text: &str| parse(text).steps.pop();
    let pass = Some(Step::Turn(Color::White, Move::Pass));
    for text in ["(;W[])", "(;W[tt])", "(;SZ[9];W[tt])", "(;SZ[19:5];W[])", "(;SZ[21];W[])"] {
        assert_eq!(last(text), pass, "{text}");
    }
    let large = Size::square(21).unwrap();
    assert_eq!(last("(;SZ[21];W[tt])"), Some(play(Color::White, large, 19, 19)));
}

#[test]
fn a_node_gives_set_up_then_player_then_moves() {
    let record = parse("(;SZ[3];W[aa]B[bb]PL[B]AW[aa:cb]AE[cc:bc]AB[ac][ac])");
    let size = record.size;
    let points = |places: &[(u8, u8)]| -> Vec<Point> {
        places.iter().map(|&(column, row)| size.point(column, row).unwrap()).collect()
    };
    let set_up = Step::SetUp(SetUp {
        black: points(&[(0, 2)]),
        white: points(&[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]),
        empty: points(&[(1, 2), (2, 2)]),
    });
    let turns = [play(Color::White, size, 0, 0), play(Color::Black, size, 1, 1)];
    assert_eq!(record.steps[..2], [set_up, Step::ToPlay(Color::Black)]);
    assert_eq!(record.steps[2..], turns);
}

#[test]
fn texts_are_single_lines_without_escapes() {
    let record =
        parse("(;KM[6,5]PB[ a\\]\\\\b\\:c\\\nd\\\r\ne\nf\tg ]PW[]RU[ \n]AP[foxwq]HA[ 2 ]XX[y])");
    assert_eq!(record.komi.as_deref(), Some("6,5"));
    assert_eq!(record.black.as_deref(), Some("a]\\b:cde f g"));
    assert_eq!((record.white, record.rules, record.handicap), (None, None, Some(2)));
    assert_eq!(record.application.as_deref(), Some("foxwq"));
    assert_eq!(parse("(;AP[shusaku:0.0.1])").application, None);
    assert_eq!(parse("(;SZ[9])").application.as_deref(), Some(""));
}

#[test]
fn charsets_are_decoded_before_parsing() {
    let cases: [(&'static Encoding, &str, &str, bool); 5] = [
        (SHIFT_JIS, "Shift_JIS", "表ソ", true),
        (GBK, "gb2312", "乗乚", true),
        (GB18030, "GB18030", "聂卫平㐀乗", true),
        (EUC_KR, "EUC-KR", "이창호", false),
        (encoding_rs::WINDOWS_1252, "ISO-8859-1", "Sjö", false),
    ];
    for (encoding, label, name, has_backslash) in cases {
        let text = format!("(;GM[1]CA[{label}]SZ[9]PB[{name}];B[aa])");
        let bytes = encoding.encode(&text).0;
        assert_eq!(bytes.contains(&b'\\'), has_backslash);
        let record = read(&bytes).unwrap();
        assert_eq!((record.black.as_deref(), record.steps.len()), (Some(name), 1), "{label}");
    }
    for bytes in [
        "\u{feff}(;CA[GBK]PB[吳])".as_bytes(),
        "(;CA[ utf8 ]PB[吳])".as_bytes(),
        "(;CA[nonsense]PB[吳])".as_bytes(),
        // Converted to UTF-8 by a program that left the property.
        "(;CA[GB2312]PB[吳])".as_bytes(),
        "(;PB[吳])".as_bytes(),
    ] {
        assert_eq!(read(bytes).unwrap().black.as_deref(), Some("吳"));
    }
    assert_eq!(read(b"(;PB[Sj\xf6])").unwrap().black.as_deref(), Some("Sjö"));
    assert_eq!(read(b"(;CA[UTF-8]PB[Sj\xf6]SZ[9])").unwrap().size.width(), 9);
    assert!(read(b"(;CA[UTF-16]SZ[9])").is_ok());
}

#[test]
fn errors_name_the_location() {
    let size = "width and height must be from 1 to 25";
    for (text, expected) in [
        ("(;GM[2])", "the record is of another game: GM[2] instead of GM[1], Go".to_owned()),
        ("(;GM[Go])", "the record is of another game: GM[Go] instead of GM[1], Go".to_owned()),
        ("(;SZ[37])", format!("unacceptable size SZ[37]: {size}")),
        ("(;SZ[9:0])", format!("unacceptable size SZ[9:0]: {size}")),
        ("(;SZ[1000])", format!("unacceptable size SZ[1000]: {size}")),
        ("(;SZ[-5])", format!("unacceptable size SZ[-5]: {size}")),
        ("(;SZ[9];B[aa];W[ja])", "move 2: W[ja] is not on the 9x9 board".to_owned()),
        ("(;SZ[20:9];B[tt])", "move 1: B[tt] is not on the 20x9 board".to_owned()),
        ("(;SZ[9];B[aa][bb])", "move 1: B[aa][bb] is not on the 9x9 board".to_owned()),
        ("(;B[\u{0}A])", "move 1: B[?A] is not on the 19x19 board".to_owned()),
        (
            "(;SZ[9];B[aa];AW[bb][jj][zz])",
            "set-up after move 1: AW[jj] is not on the 9x9 board".to_owned(),
        ),
        ("(;AE[aa:])", "set-up after move 0: AE[aa:] is not on the 19x19 board".to_owned()),
        ("(;AB[a:b:c])", "set-up after move 0: AB[a:b:c] is not on the 19x19 board".to_owned()),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
    let long = error(&format!("(;B[{}])", "\u{1}".repeat(1_000_000)));
    assert_eq!(long, format!("move 1: B[{}...] is not on the 19x19 board", "?".repeat(20)));
    assert!(error("(;B[aa];W)").starts_with("node 2 of the record: "));
}

#[test]
fn a_malformed_game_does_not_affect_the_others() {
    let games =
        read_collection(b"Mail: (see below)\n(;SZ[9];B[zz])\nand )(;SZ[5];B[aa])((;W)x(;SZ[7");
    assert_eq!(games.len(), 4);
    assert!(matches!(games[0], Err(SgfError::Move { number: 1, .. })));
    assert_eq!(games[1].as_ref().unwrap().size.width(), 5);
    assert!(matches!(games[2], Err(SgfError::Syntax { node: 1, .. })));
    assert_eq!(games[3], Err(SgfError::Truncated));
    assert_eq!(read_collection(b"no game"), [Err(SgfError::NoGame)]);
}

#[test]
fn every_truncation_is_an_error() {
    let whole = "text (;FF[4]SZ[9]C[a\\]b](;B[aa];W[bb])(;B[cc]))";
    for end in 0..whole.len() {
        let result = read(&whole.as_bytes()[..end]);
        assert!(matches!(result, Err(SgfError::NoGame | SgfError::Truncated)), "{end}");
    }
    assert!(read(whole.as_bytes()).is_ok());
}

#[test]
fn a_million_bytes_of_any_text_are_read() {
    const LEN: usize = 1_000_000;
    for piece in ["(", ")", ";", "[", "]", "\\", "\0", "(;", "(;[", "A", "CA[", "(;)", "\u{feff}"] {
        let text = piece.repeat(LEN / piece.len());
        for text in [format!("(;{text}"), format!("(;{text})"), format!("(;C[{text}])"), text] {
            for error in read_collection(text.as_bytes()).into_iter().filter_map(Result::err) {
                assert_eq!(error.to_string().lines().count(), 1);
            }
        }
    }
    let moves = format!("(;SZ[9]{})", ";B[aa];W[]".repeat(LEN / 10));
    assert_eq!(parse(&moves).steps.len(), LEN / 5);
    let nested = format!("(;SZ[9]{}{})", "(;B[aa]".repeat(LEN / 8), ")".repeat(LEN / 8));
    assert_eq!(parse(&nested).steps.len(), LEN / 8);
    let rectangles = format!("(;SZ[25]AB{})", "[aa:yy]".repeat(LEN / 8));
    assert!(
        matches!(&parse(&rectangles).steps[..], [Step::SetUp(set_up)] if set_up.black.len() == 625)
    );
    let games = read_collection("(;SZ[9]KM[7];B[ee];W[gc];B[cg])".repeat(LEN / 32).as_bytes());
    assert_eq!(games.iter().flatten().count(), LEN / 32);
}

#[test]
fn repeated_set_ups_of_the_whole_board_had_no_limit() {
    let read = |count| read(format!("(;{})", ";AE[aa:ss]".repeat(count)).as_bytes());
    assert_eq!(read(27_700).map(|record| record.steps.len()), Ok(27_700));
    assert_eq!(read(27_701), Err(SgfError::TooManySetUpPoints { max: 10_000_000 }));
}

#[test]
fn mutations_of_a_record_never_panic() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let seed = write(&random_record(&mut rng, Size::new(13, 9).unwrap()));
    for _ in 0..5_000 {
        let mut bytes = seed.as_bytes().to_vec();
        for _ in 0..rng.random_range(1..8) {
            let at = rng.random_range(0..bytes.len());
            let to = rng.random_range(at..bytes.len()).min(at + 30);
            match rng.random_range(0..4) {
                0 => bytes[at] = rng.random(),
                1 => bytes[at] = b"();[]\\:BWA\0"[rng.random_range(0..11)],
                2 => drop(bytes.drain(at..to)),
                _ => bytes.extend_from_within(at..to),
            }
        }
        for record in read_collection(&bytes).into_iter().flatten() {
            assert_eq!(read(write(&record).as_bytes()), Ok(record));
        }
    }
}

fn replayed(text: &str) -> Game {
    let record = parse(text);
    let defaults = Game::new(record.size, Rules::default());
    record.replay(&defaults, None).expect("a record that can be replayed")
}

#[test]
fn the_turn_stays_when_stones_are_set_up_in_mid_game() {
    for (text, expected) in [
        ("(;SZ[9];B[ee];AW[cc])", Color::White),
        ("(;SZ[9];B[ee];AW[cc];W[dd])", Color::Black),
        ("(;SZ[9];B[ee];AW[cc]PL[B])", Color::Black),
        ("(;SZ[9];AB[ee][ec]AW[cc]PL[W])", Color::White),
        ("(;SZ[9]AB[cc]AW[gg];PL[W])", Color::White),
        ("(;SZ[9]PL[W];AB[cc])", Color::White),
    ] {
        assert_eq!(replayed(text).to_move(), expected, "{text}");
    }
    let game = parse("(;SZ[9]AB[cc];W[dd])").replay(&Game::new(size9(), Rules::default()), Some(1));
    assert_eq!(game.expect("a good record").to_move(), Color::White);
}

#[test]
fn prisoners_and_handicap_stay_when_stones_are_set_up_in_mid_game() {
    let mut game = replayed("(;SZ[3]RU[Japanese];B[ab];W[aa];B[ba];W[];AB[cc])");
    assert_eq!(game.state().removed(Color::White), 1);
    game.play(Color::Black, Move::Pass).expect("a pass");
    game.undo(1).expect("the pass");
    assert_eq!(game.state().removed(Color::White), 1);
    assert_eq!(replayed("(;SZ[9]AB[cc][gg];W[ee];AW[aa])").handicap(), 2);
}

#[test]
fn the_player_to_move_on_an_empty_board_is_written() {
    let mut game = Game::new(size9(), Rules::default());
    game.set_to_move(Color::White);
    assert_eq!(replayed(&write(&Record::of(&game))).to_move(), Color::White);
}

#[test]
fn komi_of_our_own_records_was_taken_for_hundredths_or_stones() {
    for komi in [250.0, -375.0, 3.75] {
        let mut game = Game::new(size9(), Rules::preset("chinese").expect("a preset"));
        game.set_komi(Some(komi));
        assert_eq!(replayed(&write(&Record::of(&game))).komi(), komi);
    }
    assert_eq!(replayed("(;SZ[9]RU[Chinese]KM[375])").komi(), 7.5);
}

#[test]
fn handicap_stones_that_were_set_up_in_two_nodes_counted_as_none() {
    let game = replayed("(;SZ[9]RU[Chinese];AB[cc];AB[gg];W[ee])");
    assert_eq!((game.handicap(), game.komi()), (2, 0.5));
    assert_eq!(replayed("(;SZ[9]RU[NZ];B[cc];W[];B[gg];AB[ee];W[ff])").handicap(), 3);
}

#[test]
fn a_forfeit_in_a_record_was_ignored() {
    let text = "(;SZ[5]RU[weiqi-chinese];B[ab];W[dd];B[ba];W[aa];B[ee];AB[ea])";
    assert_eq!(replayed(text).forfeited_by(), Some(Color::White));
    let (mut game, white_too) = (replayed(text), text.replace("RU[weiqi-chinese]", ""));
    game.set_rules(Rules::preset("chinese").expect("a preset"));
    assert_eq!(game.forfeited_by(), None, "these rules refuse illegal moves");
    assert_eq!(replayed(&white_too).forfeited_by(), None, "the record names no rules");
}

#[test]
fn records_lost_an_even_start_and_the_player_to_move() {
    let game = replayed("(;SZ[9]HA[0]AB[cc][gg]PL[B];B[ee];PL[B])");
    assert_eq!((game.handicap(), game.to_move()), (0, Color::Black));
    let again = replayed(&write(&Record::of(&game)));
    assert_eq!((again.handicap(), again.to_move()), (0, Color::Black));
}

fn size9() -> Size {
    Size::square(9).expect("a size")
}
