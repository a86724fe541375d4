//! The inputs that fuzzing starts from, and the words that it inserts.

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
};

use flate2::read::MultiGzDecoder;
use shusaku::rules::presets;

/// Longest text that is taken from a file as one input.
const MAX_LEN: usize = 4000;

/// The inputs for an invariant.
pub fn of(target: &str) -> Vec<Vec<u8>> {
    match target {
        "sgf" => records(),
        "gtp" => files("gtp-scripts", "gtp").map(|script| head(&script)).collect(),
        "rules" => rules(),
        "network" => files("tests/networks", "gz").filter_map(|file| unpacked(&file)).collect(),
        "config" => config(),
        "weights" => weights(),
        "analysis" => analysis(),
        "board" => board(),
        "review" => reviews(),
        "session" => sessions(),
        _ => panic!("no target {target}"),
    }
}

/// The words of its inputs.
pub fn words(target: &str) -> Vec<&'static str> {
    let words = match target {
        "sgf" => {
            "(; ) ; [ ] B[ W[ AB[aa][bb:cc] AE[ SZ[9] SZ[5:7] PL[W] CA[GB2312] CA[UTF-8] C[ \\ : KM[ RU[ HA[2] tt"
        }
        "gtp" => {
            "play genmove b w E5 pass undo boardsize komi kata-set-rules kata-set-rule japanese \
             final_score final_status_list dead fixed_handicap place_free_handicap \
             set_free_handicap time_settings time_left kata-analyze lz-analyze 10 -1 0 9 1e9 nan \
             gogui-setup gogui-play_sequence kgs-genmove_cleanup is_legal all_legal gg-undo # \
             # interrupt rectangular_boardsize resign clear_board"
        }
        "rules" => {
            "{ } \" : , ko scoring tax suicide hasButton whiteHandicapBonus friendlyPassOk SIMPLE \
             POSITIONAL AREA TERRITORY SEKI true false N-1 shusaku komi 6.5 nan inf 1e300 -0 \
             handicap_komi supply rules kgs null []"
        }
        "network" => {
            "@BIN@ @F16@ @I08@ 0 1 2 17 8 -1 1e38 nan inf ACTIVATION_MISH ACTIVATION_SILU ordinary_block \
             gpool_block nested_bottleneck_block 18446744073709551615 4294967296"
        }
        "config" => {
            "= # \" ' \"\"\" [ ] [[ ]] { } , @include true false 1e5 0x1 1_000 -1 nan inf komi rules \
             threads playouts level ponder gtp-name model maxVisits maxTime \
             reportAnalysisWinratesAs numAnalysisThreads wideRootNoise humanSLProfile logDir \
             rank_5k SIDETOMOVE"
        }
        "weights" => "SMW1 \u{7f} \u{1} \u{0} \u{0}\u{1}",
        "analysis" => {
            "{ } [ ] : , \" \\ null true false 0 -1 9 1e2 0.5 1e400 \"id\": \"moves\":[[\"b\",\"E5\"]] \
             \"rules\":\"Chinese\" \"boardXSize\":9 \"boardYSize\":9 \"analyzeTurns\":[0,1] \
             \"priorities\":[1,2] \"overrideSettings\":{\"maxTime\":1} \"komi\":6.5 \
             \"initialStones\":[[\"w\",\"(0,0)\"]] \"initialPlayer\":\"w\" \"pass\" \"pss\" \
             \"avoidMoves\" \"allowMoves\" \"player\" \"untilDepth\" \"includePolicy\" \
             \"whiteHandicapBonus\":\"N\" \"maxVisits\":10 \"action\":\"terminate\" \"turnNumbers\""
        }
        "board" => {
            "{ } [ ] : , \" null true false 0 -1 1e9 \"do\": play point pass E5 A1 new size [5,5] \
             rules undo redo resign color black white go node step by first last next-variation mode \
             review set-player kind engine person komi region points thresholds limits mark circle \
             line comment text node-name figure view annotate info property value set-up to-move \
             delete-node cut copy paste make-main undo-edit redo-edit add-line moves mark-dead agree \
             resume clock action press settings find game index charset count-all count on \
             confirm end-confirmation engine-ends \
             {\"do\":\"cut\"} {\"do\":\"paste\"} {\"do\":\"undo-edit\"} {\"do\":\"undo\"}"
        }
        "review" => {
            "SBKV[50] SBKS[-1e300] SBKS[2.5] LZ[ LZOP[ KT[ KTV[1.0] 1.2k 1e308 -1 nan winrate scoreLead \
             scoreMean scoreStdev visits prior order pv pass info move D4 root moves currentPlayer B[ W[ \
             ownership policy [] { } : , \""
        }
        "session" => {
            "{ } [ ] : , \" null true false 0 -1 1e18 1.8e19 4294967295 [0,1] \"line\":[0,0,0] \"record\" \
             \"turn\" \"over\" \"color\":\"white\" \"spent\": \"result\":\"B+R\" \"free_handicap\":2 \
             \"kind\":\"engine\" \"level\":3 \"kind\":\"hourglass\" \"kind\":\"canadian\" \"main\": \
             \"time\": \"periods\": \"stones\": ;B[aa] ;W[bb] AB[cc] SZ[5] BL[1e9] OB[3]"
        }
        _ => panic!("no target {target}"),
    };
    words.split_whitespace().chain([" ", "\n"]).collect()
}

/// The root of the repository.
fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let has_scripts = |folder: &&Path| folder.join("gtp-scripts").is_dir();
    package.ancestors().find(has_scripts).expect("a checkout of the repository").to_path_buf()
}

/// The contents of the files in a folder with this extension, in the order of their names.
fn files(folder: &str, extension: &str) -> impl Iterator<Item = Vec<u8>> + use<> {
    let folder = root().join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).expect("a file"))
}

fn head(bytes: &[u8]) -> Vec<u8> {
    bytes[..bytes.len().min(MAX_LEN)].to_vec()
}

/// A network's file without compression; `None` for the positions that belong to it.
fn unpacked(file: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    MultiGzDecoder::new(file).read_to_end(&mut bytes).expect("gzip");
    (!bytes.starts_with(b"{")).then_some(bytes)
}

fn records() -> Vec<Vec<u8>> {
    let games = fs::read_to_string(root().join("tests/data/records.sgf")).expect("a file");
    let own: [&[u8]; 8] = [
        b"(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]PB[a\\]b]AB[aa][bb:cc]PL[W](;W[ee]C[a:\\:b]LB[aa:x])(;W[tt];B[]))",
        b"(;FF[4]CA[GB2312]PW[\xce\xe2\xc7\xe5\xd4\xb4]SZ[5:7];B[aa];W[bb]AE[aa])",
        b"(;SiZe[9]BlackName[x];Black[ee] junk ;W[ff)",
        b"\xff\xfe(\0;\0S\0Z\0[\09\0]\0)\0",
        b"x(;C[\xe9\xe8]KM[6,5])(;HA[2]AB[gc][cg]PL[W];W[ee])",
        b"(;AB[aa]AW[aa]AE[aa][zz];B[aa]B[bb]W[cc];PL[B]PL[x])",
        b"(;;SZ[5]CA[GBK]C[\xce\xe2])",
        b"(;Gm];B[;CA[GB2312](;W[cd];B[qr\xc2\x8f])",
    ];
    let own = own.into_iter().map(<[u8]>::to_vec);
    games.lines().map(|game| head(game.as_bytes())).chain(own).collect()
}

fn config() -> Vec<Vec<u8>> {
    let seeds = [
        "# mine\nrules = \"new_zealand\"\nthreads = 2\n\nkomi = -6.5\nponder = true\n",
        "level = 3\nplayouts = 1_000\nseconds = 1.5\ngtp-name = 'Honinbo'\nplayouts-only = true\n",
        "threads = 2\nkomi = [1, 2]\n[gtp]\nkomi = 0x10\n",
        "# mine\n@include base.cfg\nmaxVisits=500 # many\n\nlogFile = \"a # b\"\r\n",
        "reportAnalysisWinratesAs = BLACK\nnumAnalysisThreads = 4\nnnMaxBatchSize = 8\n\
         humanSLProfile = rank_5k\nwideRootNoise = 0.04\nmaxTime = 1e3\nlogAllRequests = true\n\
         chosenMoveTemperature = 0.1\ncpuctExploration = 1.0\n",
    ];
    seeds.map(|seed| seed.as_bytes().to_vec()).into()
}

fn weights() -> Vec<Vec<u8>> {
    let file = fs::read(root().join("src/pattern/weights.bin")).expect("a file");
    let own: [&[u8]; 4] =
        [b"SMW1", b"SMW1\x05\x01\x81\x02\x7f", b"SMW1\x00\x81", b"\xff\xff\x03\x10"];
    own.into_iter().map(<[u8]>::to_vec).chain([head(&file)]).collect()
}

fn analysis() -> Vec<Vec<u8>> {
    let fields = [
        "",
        r#","moves":[["b","E5"],["w","C3"]],"analyzeTurns":[0,1,2],"priorities":[3,2,1],"komi":6.5"#,
        r#","initialStones":[["b","C3"],["b","(6,2)"]],"initialPlayer":"w","includePolicy":true"#,
        r#","rules":{"ko":"SPIGHT","scoring":"AREA","tax":"SEKI","suicide":true,"komi":7}"#,
        r#","overrideSettings":{"maxTime":1,"humanSLProfile":"rank_5k","x":0},"priority":-3"#,
        r#","allowMoves":[{"player":"b","moves":["D4","pass"],"untilDepth":1}],"maxVisits":5"#,
        r#","whiteHandicapBonus":"N-1","reportDuringSearchEvery":0.5,"analysisPVLen":3,"y":null"#,
    ];
    let start =
        r#"{"id":"q","boardXSize":9,"boardYSize":7,"rules":"koSIMPLEscoreAREAkomi7.5","moves":[]"#;
    let queries = fields.map(|more| format!("{start}{more}}}").into_bytes());
    let actions = [
        r#"{"id":"a","action":"query_version"}"#,
        r#"{"id":"a","action":"terminate","terminateId":"q","turnNumbers":[1,2]}"#,
    ];
    queries.into_iter().chain(actions.map(|action| action.as_bytes().to_vec())).collect()
}

fn board() -> Vec<Vec<u8>> {
    let game = r#"(;GM[1]SZ[5]RU[Japanese]KM[0.5];B[cc](;W[cd]C[x];B[dd])(;W[bb]))"#;
    let actions = [
        r#"{"do":"new","size":[5,5],"rules":"aga","white":{"kind":"engine","level":3}}
{"do":"play","point":"C3"}
{"do":"undo"}
{"do":"resign","color":"black"}"#,
        r#"{"do":"new","size":[5,5],"rules":"chinese","handicap":2,"free":true,"clock":{"black":{"kind":"byo-yomi","main":2,"time":1,"periods":2},"white":{"kind":"fischer","main":9,"increment":1}}}
{"do":"play","point":"C3"}
{"do":"play","point":"B2"}
{"do":"clock","action":"pause"}
{"do":"play","point":"pass"}
{"do":"play","point":"pass"}
{"do":"mark-dead","point":"C3"}
{"do":"agree","color":"black"}
{"do":"resume","color":"white","first":"black"}"#,
        r#"{"do":"step","by":"last"}
{"do":"step","by":-1}
{"do":"comment","text":"a ] comment"}
{"do":"mark","point":"A1","kind":"circle"}
{"do":"line","from":"A1","to":"C3","arrow":true}
{"do":"figure","on":true,"flags":257,"name":"Figure: 2"}
{"do":"view","points":["A1","B2"]}
{"do":"annotate","property":"MN","value":"101"}
{"do":"info","property":"KM","value":"6.5"}"#,
        r#"{"do":"go","node":2,"at":1,"record":0}
{"do":"cut"}
{"do":"paste"}
{"do":"make-main"}
{"do":"undo-edit"}
{"do":"redo-edit"}
{"do":"add-line","moves":["C4","D4"]}
{"do":"set-up","points":["E5"],"color":"white"}
{"do":"to-move","color":"white"}
{"do":"find","kind":"comment","text":"x"}"#,
        r#"{"do":"mode","mode":"play"}
{"do":"set-player","color":"white","player":{"kind":"engine","name":"x"}}
{"do":"rules","name":"japanese"}
{"do":"rules","axes":{"ko":"simple"}}
{"do":"komi","komi":-0.5}
{"do":"analyze","on":true}
{"do":"region","points":["A1"]}
{"do":"thresholds","limits":[1,2,3]}
{"do":"review","on":true,"visits":10}
{"do":"charset","name":"windows-1252"}
{"do":"count-all"}
{"do":"count","on":true}
{"do":"game","index":0}
{"do":"save"}"#,
        r#"{"do":"new","size":[5,5],"rules":"chinese"}
{"do":"play","point":"C3"}
{"do":"play","point":"pass"}
{"do":"play","point":"pass"}
{"do":"mark-dead","point":"C3"}
engine-ends
{"do":"mark-dead","point":"C3"}
{"do":"mark-dead","point":"C3"}
{"do":"agree","color":"black"}
{"do":"agree","color":"white"}"#,
        r#"{"do":"new","size":[5,5],"rules":"japanese"}
engine-ends
{"do":"play","point":"C3"}
{"do":"play","point":"D4"}
{"do":"play","point":"pass"}
{"do":"play","point":"pass"}
{"do":"confirm","point":"D4","first":"black"}
{"do":"play","point":"D3"}
{"do":"play","point":"pass"}
{"do":"play","point":"pass"}
{"do":"confirm","point":"C3"}
{"do":"end-confirmation"}
{"do":"resume","color":"white","first":"black"}
{"do":"play","point":"C4"}
{"do":"play","point":"pass"}
{"do":"play","point":"pass"}
{"do":"agree"}"#,
    ];
    actions.map(|actions| format!("{game}\n\n{actions}").into_bytes()).into()
}

fn reviews() -> Vec<Vec<u8>> {
    let values = r#"{"moves":{"C3":{"order":0,"visits":60,"winrate":0.5,"scoreLead":2.5,"prior":0.4,"pv":["C3","pass"]},"A1":{"order":1,"visits":1,"winrate":0.2,"scoreLead":-3,"pv":["A1"]}},"root":{"currentPlayer":"B","visits":100,"winrate":0.5,"scoreLead":2.5,"scoreStdev":9.5},"ownership":[],"policy":[]}"#;
    let lizzie = "net 37.5 1.2k -3.5 9.0\nmove C3 visits 60 winrate 6250 prior 5000 scoreMean -3.50 pv C3 \
                  D4 info move A1 visits 39 winrate 5500 prior 20 scoreMean -5.50 pv A1";
    let games = [
        format!("(;SZ[5]RU[Japanese]KM[0.5]LZOP[{lizzie}];B[cc]SBKV[40]SBKS[-2](;W[bb])(;W[dd]))"),
        format!(
            "(;SZ[5]SBKV[50]SBKS[0];B[cc]SBKV[10]SBKS[-12]LZ[{lizzie}];W[dd]SBKV[90]SBKS[8.5])"
        ),
        "(;SZ[5]PB[a]RE[B+R]KTV[1.0];B[aa]KT[a][b][c];W[])".to_string(),
        "(;SZ[5];B[cc]SBKV[50]SBKS[-1e300];W[dd]LZ[net 1e9 1 1e300 -1])".to_string(),
    ];
    let with = |values: &str| games.each_ref().map(|game| format!("{values}\n{game}").into_bytes());
    let wild = values.replace("2.5", "-1e300").replace("0.5", "7").replace(r#"["A1"]"#, "[]");
    with(values)
        .into_iter()
        .chain(with(&wild))
        .chain(games.iter().map(|game| game.clone().into_bytes()))
        .collect()
}

fn sessions() -> Vec<Vec<u8>> {
    let rest = [
        r#""line":[0],"players":[{},{}],"clock":{},"path":null,"name":null"#,
        r#""line":[0,0,1],"players":[{"kind":"person","name":"a"},{"kind":"engine","level":3}],"clock":{"black":{"kind":"byo-yomi","main":2,"time":1,"periods":2},"white":{"kind":"fischer","main":9,"increment":1}},"turn":{"line":[0,0,1],"color":"black","spent":2.5,"times":[{"left":0.5,"overtime":2,"used":3},{"left":1e300,"overtime":null,"used":-1}]},"path":"/x/y.sgf","name":"y.sgf","content":7"#,
        r#""line":[0,0,0,0],"players":[{},{}],"clock":{"black":{"kind":"hourglass","main":60},"white":{"kind":"up"}},"turn":{"line":[0,0,0,0],"color":"white","spent":1.8446744073709549e19},"path":null,"name":"x""#,
        r#""line":[0,0],"players":[{},{}],"clock":{"black":{"kind":"canadian","main":0,"time":9,"stones":3},"white":{"kind":"move","time":5}},"over":{"line":[0,0,0,0],"result":"W+R"},"free_handicap":4294967295,"path":null,"name":null"#,
    ];
    let record = "(;GM[1]CA[GBK]SZ[5]RU[Japanese]KM[0.5];B[cc](;W[cd]BL[3]OB[2];B[dd])(;W[bb]))";
    rest.map(|rest| format!(r#"{{"record":"{record}",{rest}}}"#).into_bytes()).into()
}

fn rules() -> Vec<Vec<u8>> {
    let cases = fs::read_to_string(root().join("tests/data/presets.json")).expect("a file");
    let own = "ko simple\nsuicide true\ntax all\nkomi 6.5\nhandicap_komi -0.5\nscoring stones\n\
               koSIMPLEscoreAREAtaxNONEsui0whbN\nChinese rules\nkgs chinese\nsupply 181/180\n\
               \"japanese\"\n{\"ko\":\"SIMPLE\",\"scoring\":\"TERRITORY\",\"friendlyPassOk\":true}";
    let mut seeds: Vec<Vec<u8>> =
        presets().map(|(name, rules)| format!("{name}\n{}", rules.to_json()).into()).collect();
    seeds.extend([own.into(), head(cases.as_bytes())]);
    seeds
}
