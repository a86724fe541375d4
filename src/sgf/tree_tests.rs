//! The tree: reading, mending and writing.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

pub(super) fn document(text: &str) -> Document {
    Document::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The text as it is written again, without the line breaks between nodes, and the kinds of the
/// warnings.
fn mended(text: &str) -> (String, Vec<WarningKind>) {
    let document = document(text);
    let kinds = document.warnings.iter().map(|warning| warning.kind).collect();
    (without_white_space(&document.collection.write()), kinds)
}

/// A text without white space outside values.
pub(super) fn without_white_space(text: &str) -> String {
    let (mut in_value, mut is_escaped) = (false, false);
    text.chars()
        .filter(|&c| {
            let keeps = in_value || !c.is_whitespace();
            match c {
                '[' if !in_value => in_value = true,
                ']' if !is_escaped => in_value = false,
                _ => {}
            }
            is_escaped = in_value && c == '\\' && !is_escaped;
            keeps
        })
        .collect()
}

pub(super) fn root(collection: &Collection) -> NodeId {
    collection.games().next().unwrap()
}

/// Every property of FF\[4\] and those of older formats and of other programs, with a value.
const PROPERTIES: &str = "B[dd] KO[] MN[12] W[] AB[aa][bb:cc] AE[dd] AW[ee:fg] PL[W] C[a\\]b\\\\] \
    DM[1] GB[2] GW[1] HO[1] N[name] UC[1] V[-3.5] BM[1] DO[] IT[] TE[2] AR[aa:bb][cc:dd] CR[aa] \
    DD[] LB[aa:1][bb:a\\:b] LN[aa:cc] MA[dd] SL[ee] SQ[ff] TR[gg:hh] AP[x:1.0] CA[UTF-8] FF[4] GM[1] \
    ST[3] SZ[19:13] AN[a] BR[1d] BT[t] CP[c] DT[1996-05-06,07] EV[e] GN[g] GC[one\ntwo] ON[o] \
    OT[5x30 byo-yomi] PB[b] PC[p] PW[w] RE[B+3.5] RO[1 (final)] RU[Japanese] SO[s] TM[3600] US[u] \
    WR[2k] WT[t] BL[10.5] OB[3] OW[2] WL[9] FG[257:Figure 1] PM[2] VW[aa:cc] HA[2] KM[5.5] TB[aa] \
    TW[bb:cc] KGSDE[aa] MULTIGOGM[1] XY1[a][b] L[aa] M[bb] CH[1] SI[x] BS[1] WS[2] ID[y] EL[1] EX[a]";

pub(super) fn random_value(rng: &mut impl Rng) -> String {
    const PIECES: [&str; 14] =
        ["a", "\\]", "\\\\", "[", ":", "\\:", ";", "(", ")", "\\\n", "\n", "é", "吳清源", " "];
    (0..rng.random_range(0..6)).map(|_| PIECES[rng.random_range(0..PIECES.len())]).collect()
}

fn random_node(rng: &mut impl Rng) -> String {
    let known: Vec<&str> = PROPERTIES.split(' ').filter(|word| word.contains('[')).collect();
    let mut node = String::from(";");
    for _ in 0..rng.random_range(0..4) {
        let name = known[rng.random_range(0..known.len())].split('[').next().unwrap();
        if name != "CA" {
            node += name;
            for _ in 0..rng.random_range(1..4) {
                node += &format!("[{}]", random_value(rng));
            }
        }
    }
    node
}

/// Closes a variation and those that it ends, and opens the next one; returns whether there is one.
fn close_variation(text: &mut String, branches: &mut Vec<u32>, rng: &mut impl Rng) -> bool {
    while let Some(left) = branches.pop() {
        text.push(')');
        if left > 0 {
            branches.push(left - 1);
            text.push('(');
            *text += &random_node(rng);
            return true;
        }
    }
    false
}

/// A game as it is written, without the line breaks between nodes.
pub(super) fn random_game(rng: &mut impl Rng, nodes: usize) -> String {
    let mut text = String::from("(;CA[UTF-8]");
    // The number of variations that are left of each branch.
    let mut branches: Vec<u32> = Vec::new();
    for _ in 0..nodes {
        if rng.random_bool(0.2) {
            branches.push(rng.random_range(1..4));
            text.push('(');
        }
        text += &random_node(rng);
        if rng.random_bool(0.2) && !close_variation(&mut text, &mut branches, rng) {
            break;
        }
    }
    while close_variation(&mut text, &mut branches, rng) {}
    text + ")"
}

#[test]
fn every_property_is_written_as_it_was_read() {
    let text = format!("(;{PROPERTIES}(;B[aa];{PROPERTIES})(;{PROPERTIES}))(;C[next])");
    let (written, warnings) = mended(&text);
    let cleared = without_white_space(&text);
    assert_eq!(written.strip_suffix("(;C[next])"), cleared.strip_suffix("(;C[next])"));
    assert!(written.ends_with("(;C[next])"), "{written}");
    assert_eq!(warnings, []);
    let collection = document(&text).collection;
    assert_eq!(
        collection.properties(root(&collection)).count(),
        PROPERTIES.matches("] ").count() + 1
    );
}

#[test]
fn random_trees_are_written_as_they_were_read() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for nodes in 0..300 {
        let text: String = (0..3).map(|_| random_game(&mut rng, nodes / 3)).collect();
        let (written, warnings) = mended(&text);
        assert_eq!(written, text);
        assert_eq!(warnings, []);
    }
}

#[test]
fn what_is_read_of_any_bytes_writes_and_reads_back_equal() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut games = 0;
    for round in 0..6_000 {
        let mut bytes = random_game(&mut rng, 8).into_bytes();
        if round % 3 == 0 {
            let len = rng.random_range(0..200);
            bytes = (0..len)
                .map(|_| b"();[]\\:BWAaC \r\n\x1b\xe9\x80"[rng.random_range(0..18)])
                .collect();
        }
        for _ in 0..rng.random_range(0..8) {
            let at = rng.random_range(0..=bytes.len());
            match rng.random_range(0..3) {
                0 => bytes.insert(at, rng.random()),
                1 => bytes.insert(at, b"();[]\\:BWA\0\r"[rng.random_range(0..12)]),
                _ => bytes.truncate(bytes.len() - rng.random_range(0..4).min(bytes.len())),
            }
        }
        let Ok(first) = Document::read(&bytes) else { continue };
        games += 1;
        let text = first.collection.write();
        let second = document(&text);
        assert_eq!(second.warnings, [], "{text}");
        assert_eq!(second.collection.write(), text);
        assert_eq!(shape(&second.collection), shape(&first.collection), "{text}");
    }
    assert!(games > 3_000, "only {games} texts had a game");
}

/// The nodes of a collection in order with their levels, and their properties without CA.
fn shape(collection: &Collection) -> Vec<(usize, String)> {
    let nodes = collection.descendants(NodeId::COLLECTION);
    let line = nodes.map(|node| {
        let properties = collection.properties(node).filter(|property| property.name() != "CA");
        let text = properties.map(|property| format!("{}[{}]", property.name(), property.raw()));
        (collection.ancestors(node).count(), text.collect())
    });
    line.collect()
}

#[test]
fn faults_are_mended_and_reported() {
    use WarningKind::*;
    for (text, expected, warnings) in [
        ("mail (see) (;B[aa]) bye", "(;B[aa])", &[TextOutsideGames, TextOutsideGames][..]),
        ("(;B[aa];W[bb](;C[x", "(;B[aa];W[bb];C[x])", &[UnclosedValue, UnclosedGame]),
        ("(;C[x\\", "(;C[x])", &[UnclosedValue, UnclosedGame]),
        ("(;B[aa];W;B[cc])", "(;B[aa];;B[cc])", &[MissingMove]),
        ("(;KO B[aa]DO)", "(;KO[]B[aa]DO[])", &[MissingValue]),
        ("(;[aa]B[bb])", "(;B[bb])", &[MissingName]),
        ("(;B[aa](W[bb])(W[cc]))", "(;B[aa](;W[bb])(;W[cc]))", &[MissingNode, MissingNode]),
        ("(;SZ[9](;B[aa])C[late])", "(;SZ[9](;B[aa])(;C[late]))", &[MissingNode]),
        ("(;b[aa]size[9])", "(;B[aa]SIZE[9])", &[SmallLetters]),
        ("(;GaMe[1]PlayerBlack[a])", "(;GM[1]PB[a])", &[]),
        ("(;AB[aa], [bb] and more;W[cc])", "(;AB[aa][bb];W[cc])", &[TextOutsideValues]),
        (
            "(;C[see [1] there\\] ok];B[aa])",
            "(;C[see [1\\] there\\] ok];B[aa])",
            &[UnescapedBracket],
        ),
        ("(;C[a]N[b])", "(;C[a]N[b])", &[]),
        ("(;C[a]\\])", "(;C[a])", &[TextOutsideValues]),
        ("(;C[a\r\nb\rc\n\rd\\\r\ne])", "(;C[a\nb\nc\nd\\\ne])", &[]),
        ("(;B[aa]((;W[bb]))())", "(;B[aa];W[bb])", &[]),
        ("(;;;)", "(;;;)", &[]),
    ] {
        let (written, found) = mended(text);
        assert_eq!((&*written, &*found), (expected, warnings), "{text}");
    }
    let warning = document("(;SZ[9]\n;B[aa] ?\n;W)").warnings;
    let texts: Vec<String> = warning.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "line 2, column 8: text outside the values is dropped",
            "line 3, column 2: a move without a value is dropped",
        ]
    );
}

#[test]
fn charsets_are_found_reported_and_can_be_chosen() {
    let japanese = "本因坊秀策は黒番で負けたことがないと言われている。耳赤の一手で知られる。";
    let chinese = "吴清源与木谷实的十番棋，黑先，中国流布局，白棋打入左边。";
    let cases = [
        (SHIFT_JIS, japanese),
        (EUC_JP, japanese),
        (GB18030, chinese),
        (BIG5, "吳清源與木谷實的十番棋，黑先，中國流佈局，白棋打入左邊。"),
        (EUC_KR, "이창호와 조훈현의 대국, 흑이 먼저 두고 백이 이겼다."),
        (WINDOWS_1251, "Чёрные начинают и выигрывают, белые сдались."),
        (WINDOWS_1252, "Le coup joué à gauche était très sévère; Sjöberg zögerte."),
    ];
    for (encoding, comment) in cases {
        let bytes = encoding.encode(&format!("(;GM[1]SZ[19]C[{comment}];B[aa])")).0.into_owned();
        let found = Document::read(&bytes).unwrap();
        assert_eq!(found.charset.source, CharsetSource::Guessed);
        let expected = if encoding == GB18030 { "GBK" } else { encoding.name() };
        assert_eq!(found.charset.name(), expected);
        let text = |document: &Document| {
            let collection = &document.collection;
            collection.property(root(collection), "C").unwrap().value().text().into_owned()
        };
        assert_eq!(text(&found), comment);
        assert!(found.collection.write().starts_with("(;CA[UTF-8]GM[1]SZ[19]C["));
        let chosen = Charset::from_label(encoding.name()).unwrap();
        assert_eq!(text(&Document::read_as(&bytes, chosen).unwrap()), comment);
    }
    let source = |bytes: &[u8]| Document::read(bytes).unwrap().charset.source;
    assert_eq!(source(b"(;CA[gb2312]PB[x])"), CharsetSource::Declared);
    assert_eq!(source("\u{feff}(;CA[GBK]PB[x])".as_bytes()), CharsetSource::ByteOrderMark);
    assert_eq!(source("(;PB[吳])".as_bytes()), CharsetSource::ValidUtf8);
    assert_eq!(source(b"(;PB[x]\r\n CA[gb2312])"), CharsetSource::Declared);
    for text in ["吳CA[GBK", "CA[GBK", "a CA[GBK", "\\]CA[GBK"] {
        let file = format!("(;RU[{text}]CA[UTF-8])");
        assert_eq!(Document::read(file.as_bytes()).unwrap().charset.name(), "UTF-8", "{text}");
    }
    assert_eq!(Charset::from_label("nonsense"), None);
    let invalid = Document::read(b"(;CA[UTF-8]PB[Sj\xf6])").unwrap();
    assert_eq!(invalid.warnings[0].kind, WarningKind::InvalidBytes);
    let utf16: Vec<u8> = "\u{feff}(;PB[吳])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(Document::read(&utf16).unwrap().charset.name(), "UTF-16LE");
}

/// The game information is that of the first node with properties, so that a charset in an empty
/// root would hide it.
#[test]
fn an_empty_root_stays_empty() {
    for text in ["(;;SZ[5]CA[GBK]C[é];B[cc])", "(;;SZ[5]C[é];B[cc])"] {
        let collection = document(text).collection;
        let written = collection.write();
        assert!(written.starts_with("(;\n;") && written.contains("CA[UTF-8]"), "{written}");
        let again = document(&written).collection;
        assert_eq!(again.record(root(&again)), collection.record(root(&collection)));
        assert_eq!(again.record(root(&again)).unwrap().size, Size::new(5, 5).unwrap());
        assert_eq!(again.write(), written);
    }
}

#[test]
fn values_are_read_by_their_types() {
    let size = Size::new(19, 13).unwrap();
    let collection =
        document("(;LB[aa:a\\:b]C[1\\\\\\]\\\n2\n3\t4]KM[6,5]MN[ 7 ]PL[white]VW[bc:aa]W[tt])")
            .collection;
    let value = |name| collection.property(root(&collection), name).unwrap().value();
    let (point, label) = value("LB").composed().unwrap();
    assert_eq!((point.point(size), &*label.simple_text()), (size.point(0, 0), "a:b"));
    assert_eq!((&*value("C").text(), &*value("C").simple_text()), ("1\\]2\n3 4", "1\\]2 3 4"));
    assert_eq!((value("KM").real(), value("MN").number()), (Some(6.5), Some(7)));
    assert_eq!((value("PL").color(), value("W").mv(size)), (Some(Color::White), Some(Move::Pass)));
    assert_eq!(value("VW").points(size).unwrap().count(), 6);
    assert_eq!(compose("a:b]", "c\\"), "a\\:b\\]:c\\\\");
    assert_eq!(value("KM").points(size).is_none(), value("KM").composed().is_none());
}

#[test]
fn large_and_deep_trees_are_read_written_and_edited() {
    let moves = ";B[aa]C[x]".repeat(100_000);
    let deep = format!("(;SZ[9]{}{})", "(;B[aa](;W[bb])".repeat(50_000), ")".repeat(50_000));
    let wide = format!("(;SZ[9]{})", "(;B[aa];W[bb])".repeat(50_000));
    for (text, nodes) in [(format!("(;SZ[9]{moves})"), 100_001), (deep, 100_001), (wide, 100_001)] {
        let first = document(&text).collection;
        let game = root(&first);
        assert_eq!(first.descendants(game).count(), nodes);
        let written = first.write();
        assert_eq!(document(&written).collection, first);
        let last = first.descendants(game).last().unwrap();
        let mut editor = Editor::new(first.clone());
        editor.make_main(last).unwrap();
        editor.set_property(last, "C", &["end"]).unwrap();
        editor.add_copies(last, &first).unwrap();
        editor.remove_node(root(&first)).unwrap();
        assert_eq!(editor.collection().games().count(), 0);
        while editor.undo() {}
        assert!(*editor.collection() == first);
    }
}

#[test]
fn the_nodes_of_a_file_had_no_limit() {
    for text in
        ["(;A[];B[aa](;W[bb]))", "(;A[](;B[aa])(;W[bb]))", "(;A[])(;B[])(;W[])", "(;A[](B[](W["]
    {
        let read = |max| Document::read_up_to(text.as_bytes(), None, max);
        assert!(read(3).is_ok(), "{text}");
        assert_eq!(read(2).err(), Some(SgfError::TooManyNodes { max: 2 }), "{text}");
    }
}

/// Environment variable with names of files, separated by blanks, to be tested too.
const FILES_VARIABLE: &str = "SGF_FILES";

#[test]
fn files_are_written_as_they_were_read() {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/records.sgf");
    let more = std::env::var(FILES_VARIABLE).unwrap_or_default();
    let mut games = 0;
    for file in more.split_whitespace().chain([own]) {
        let text = std::fs::read_to_string(file).unwrap();
        let (written, warnings) = mended(&text);
        assert!(written == without_white_space(&text), "{file}");
        assert_eq!(warnings, [], "{file}");
        games += document(&text).collection.games().count();
    }
    assert!(games >= 4, "{games} games");
}
