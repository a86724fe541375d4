//! Networks against KataGo: the same inputs from the same games, and the same outputs.
//!
//! The records in `tests/networks`, of small networks with random weights, are always checked.
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

use outputs::{Closeness, Worst};
use record::Record;
use shusaku::{
    board::Move,
    features::Extractor,
    network::{LoadError, Method, Network, Precision},
};

/// The folders of records and of networks.
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

/// Every record below a folder.
fn records(folder: &Path) -> Vec<Record> {
    let is_other = |name: &str| name.starts_with("raw-") || name.starts_with("trace-");
    let holds_records =
        |name: &str| (name.ends_with(".jsonl") || name.ends_with(".jsonl.gz")) && !is_other(name);
    let records: Vec<Record> =
        record::files(folder, holds_records).iter().flat_map(|path| record::read(path)).collect();
    assert!(!records.is_empty(), "no records in {}", folder.display());
    records
}

/// The file of the network of this name below a folder.
fn network(folder: &Path, name: &str) -> PathBuf {
    let is_it = |file: &str| file.starts_with(name) && !file.contains(".jsonl");
    let found = record::files(folder, is_it);
    let [path] = found.as_slice() else { panic!("{name} is to be found once in {found:?}") };
    path.clone()
}

/// How the features of a record differ, if they do.
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
fn features_are_those_of_katago() {
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
fn legal_moves_are_those_of_katago() {
    for [folder, _] in folders() {
        for record in records(&folder).iter().filter(|record| record.state.encore_phase == 0) {
            let Some(expected) = &record.legal else { continue };
            let game = replay::game(record);
            let is_legal = |point| game.check(game.to_move(), Move::Play(point)).is_ok();
            let digit = |point| if is_legal(point) { '1' } else { '0' };
            let legal: String = game.size().points().map(digit).collect();
            assert_eq!(&legal, expected, "{}", record.id);
        }
    }
}

/// What `check` finds of each network on the records that tell its outputs.
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
    found.into_values().collect()
}

#[test]
fn outputs_are_those_of_katago() {
    let is_exact = |method: &Method| method.precision() == Precision::F32;
    for method in Method::available().filter(is_exact) {
        for folders in folders() {
            let load = |path: &Path| Network::load_for(path, method);
            let worst = by_network(&folders, load, Worst::check);
            let report: Vec<String> =
                worst.iter().map(|(network, worst)| format!("{network:?}: {worst}")).collect();
            println!("{}", report.join("\n"));
            let is_tolerable = worst.iter().all(|(_, worst)| worst.is_tolerable());
            assert!(is_tolerable, "\n{}", report.join("\n"));
        }
    }
}

/// Random weights make a policy without a favourite, so there only the win rate counts.
fn assert_close(load: impl Fn(&Path) -> Result<Network, LoadError>) {
    for folders in folders() {
        for (network, closeness) in by_network(&folders, &load, Closeness::check) {
            println!("{network:?}: {closeness}");
            let is_random = network.name().starts_with("synth");
            assert!(closeness.is_close(!is_random), "{network:?}: {closeness}");
        }
    }
}

#[test]
fn the_precision_that_is_chosen_is_close() {
    assert_close(|path| Network::load(path, Precision::Auto));
}

#[test]
fn lower_precisions_are_close() {
    let is_lower = |method: &Method| method.precision() != Precision::F32;
    for method in Method::available().filter(is_lower) {
        assert_close(|path| Network::load_for(path, method));
    }
}
