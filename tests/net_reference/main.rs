//! Compares features and networks with KataGo: the same inputs from the same games, and the same
//! outputs.
//!
//! The records in `tests/networks`, for small networks with random weights, are always checked.
//! `NET_REFERENCE=DIR NET_FILES=DIR cargo test --release --test net_reference` also checks every
//! record below the first folder against the networks below the second.

mod outputs;
mod record;
mod replay;

use std::{
    collections::BTreeMap,
    env,
    path::{Path, PathBuf},
};

use outputs::{Agreement, MaxErrors};
use record::Record;
use shusaku::{
    board::Move,
    features::{Extractor, check_inputs},
    network::{Accuracy, LoadError, Method, Network, Precision},
};

/// The directories of records and of networks.
fn folders() -> Vec<[PathBuf; 2]> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/networks");
    let mut folders = vec![[own.clone(), own]];
    match (env::var_os("NET_REFERENCE"), env::var_os("NET_FILES")) {
        (Some(records), Some(networks)) => folders.push([records.into(), networks.into()]),
        (None, None) => {}
        _ => panic!("NET_REFERENCE and NET_FILES belong together"),
    }
    folders
}

/// Every record below a directory.
fn records(folder: &Path) -> Vec<Record> {
    let is_other = |name: &str| name.starts_with("raw-") || name.starts_with("trace-");
    let holds_records =
        |name: &str| (name.ends_with(".jsonl") || name.ends_with(".jsonl.gz")) && !is_other(name);
    let records: Vec<Record> =
        record::files(folder, holds_records).iter().flat_map(|path| record::read(path)).collect();
    assert!(!records.is_empty(), "no records in {}", folder.display());
    records
}

/// The file of a network below a directory.
fn network(folder: &Path, name: &str) -> PathBuf {
    let matches = |file: &str| file.starts_with(name) && !file.contains(".jsonl");
    let found = record::files(folder, matches);
    let [path] = found.as_slice() else { panic!("expected one file of {name}, found {found:?}") };
    path.clone()
}

/// Describes the difference of a record's features from KataGo's, if there is one.
fn difference(record: &Record, extractor: &mut Extractor) -> Option<String> {
    let input = replay::features(record, extractor);
    let expected = record.features.bits(input.planes.len());
    let mut planes: Vec<u32> = (0..32).collect();
    planes
        .retain(|plane| input.planes.iter().zip(&expected).any(|(a, b)| (a ^ b) >> plane & 1 != 0));
    let globals = input.globals.iter().zip(&record.features.global).enumerate();
    let globals: Vec<String> = globals
        .filter(|(_, (got, expected))| (*got - *expected).abs() > 1e-6)
        .map(|(at, (got, expected))| format!("{at}: {got} for {expected}"))
        .collect();
    let is_same = planes.is_empty() && globals.is_empty();
    (!is_same).then(|| format!("{}: planes {planes:?}, globals {globals:?}", record.id))
}

#[test]
fn features_match_katago() {
    let mut extractor = Extractor::default();
    for [folder, _] in folders() {
        let records = records(&folder);
        let wrong: Vec<String> =
            records.iter().filter_map(|record| difference(record, &mut extractor)).collect();
        println!("{} records", records.len());
        assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), records.len(), wrong.join("\n"));
    }
}

#[test]
fn legal_moves_match_katago() {
    let mut count = 0;
    for [folder, _] in folders() {
        for record in records(&folder).iter().filter(|record| record.state.encore_phase == 0) {
            let Some(expected) = &record.legal else { continue };
            count += 1;
            let game = replay::game(record);
            let is_legal = |point| game.check(game.to_move(), Move::Play(point)).is_ok();
            let digit = |point| if is_legal(point) { '1' } else { '0' };
            let legal: String = game.size().points().map(digit).collect();
            assert_eq!(&legal, expected, "{}", record.id);
        }
    }
    assert!(count > 0, "no record has legal moves");
}

/// Runs `check` on the records with outputs; returns its results by network.
fn by_network<T: Default>(
    [record_folder, network_folder]: &[PathBuf; 2],
    load: impl Fn(&Path) -> Result<Network, LoadError>,
    check: impl Fn(&mut T, &Record, &Network),
) -> Vec<(Network, T)> {
    let mut found: BTreeMap<String, (Network, T)> = BTreeMap::new();
    for record in records(record_folder).iter().filter(|record| record.out.is_some()) {
        let load = || load(&network(network_folder, &record.net)).expect("a network");
        let start = || (load(), T::default());
        let (network, found) = found.entry(record.net.clone()).or_insert_with(start);
        check(found, record, network);
    }
    assert!(!found.is_empty(), "no records with outputs in {}", record_folder.display());
    found.into_values().collect()
}

#[test]
fn outputs_match_katago() {
    let is_exact = |method: &Method| method.precision() == Precision::F32;
    for method in Method::available().filter(is_exact) {
        for folders in folders() {
            let load = |path: &Path| Network::load_for(path, method);
            let errors = by_network(&folders, load, MaxErrors::check);
            let report: Vec<String> =
                errors.iter().map(|(network, errors)| format!("{network:?}: {errors}")).collect();
            println!("{}", report.join("\n"));
            let is_tolerable = errors.iter().all(|(_, errors)| errors.is_tolerable());
            assert!(is_tolerable, "\n{}", report.join("\n"));
        }
    }
}

/// Checks lower precisions. Random weights give a nearly uniform policy, so that their preferred
/// moves are not compared.
fn assert_close(load: impl Fn(&Path) -> Result<Network, LoadError>) {
    for folders in folders() {
        for (network, agreement) in by_network(&folders, &load, Agreement::check) {
            println!("{network:?}: {agreement}");
            let is_random = network.name().starts_with("synth");
            assert!(agreement.is_close(!is_random), "{network:?}: {agreement}");
        }
    }
}

#[test]
fn auto_precision_is_close() {
    assert_close(|path| Network::load(path, Precision::Auto, &check_inputs()));
}

#[test]
fn the_embedded_network_is_as_accurate_in_16_bits_as_in_single_precision() {
    // By its name: the constant would compile its kernels once more here, which takes long.
    let exact = Method::available().find(|method| method.to_string() == "f32");
    let exact = Network::embedded_for(exact.expect("a method of every machine"));
    let has_16_bits =
        |method: &Method| [Precision::Int16, Precision::Bf16].contains(&method.precision());
    for method in Method::available().filter(has_16_bits) {
        let network = Network::embedded_for(method);
        let accuracy = Accuracy::of(&network, &exact, &check_inputs());
        assert!(accuracy.is_sufficient(), "{network:?}: {accuracy:?}");
    }
}

#[test]
fn lower_precisions_are_close() {
    let is_lower = |method: &Method| method.precision() != Precision::F32;
    for method in Method::available().filter(is_lower) {
        assert_close(|path| Network::load_for(path, method));
    }
}
