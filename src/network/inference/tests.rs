use std::path::{Path, PathBuf};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::network::{InferenceOptions, Input, METADATA, Method, Network, Symmetry, Workspace};

/// The test networks, which have random weights, and the embedded one.
fn networks(method: Method) -> Vec<Network> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/networks");
    let files = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let is_network = |path: &PathBuf| !path.to_str().unwrap().contains(".jsonl");
    let networks = files.filter(is_network).map(|path| Network::load_for(&path, method).unwrap());
    networks.chain([Network::embedded_for(method)]).collect()
}

fn input(seed: u64, takes_metadata: bool) -> Input {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut input = Input::new(9, 7);
    input.planes.iter_mut().for_each(|set| *set |= random.random_range(0..8) << 1);
    input.globals.iter_mut().for_each(|global| *global = random.random_range(0.0..1.0));
    input.metadata = takes_metadata.then(|| Box::new([random.random_range(0.0..1.0); METADATA]));
    input
}

#[test]
fn outputs_of_a_batch_are_those_of_single_evaluations() {
    for method in Method::available() {
        for network in networks(method) {
            let inputs = [1, 2, 3].map(|seed| input(seed, network.takes_metadata()));
            let symmetries = [0, 3, 6].map(|number| Symmetry::new(number).unwrap());
            let options = [0.0, 0.4, 1.0].into_iter().zip(symmetries);
            let options =
                options.map(|(optimism, symmetry)| InferenceOptions { symmetry, optimism });
            let positions: Vec<(&Input, InferenceOptions)> = inputs.iter().zip(options).collect();
            let mut workspace = Workspace::default();
            let together = network.evaluate_batch(&positions, &mut workspace);
            assert_eq!(together.len(), positions.len());
            for (output, (input, options)) in together.into_iter().zip(positions) {
                let alone = network.evaluate(input, options, &mut workspace);
                assert_eq!(output, alone, "{network:?}");
            }
        }
    }
}

#[test]
fn an_empty_batch_has_no_outputs() {
    let network = Network::embedded_for(Method::F32);
    assert!(network.evaluate_batch(&[], &mut Workspace::default()).is_empty());
}
