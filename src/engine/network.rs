//! The engine's network, and the boards on which it plays.

use std::{hint::black_box, ops::RangeInclusive, sync::Arc};

use cpu_time::ThreadTime;
use log::info;

use super::{ModelChoice, Options, StartError};
use crate::{
    board::Size,
    features::{Extractor, FeatureOptions, HumanProfile, new_input},
    game::Game,
    network::{self, Input, Network, Workspace},
    search::NetworkBackend,
};

/// Sides of the boards on which the embedded network plays. It was trained on 7 to 19. On 6×6 it
/// beats playouts of equal time, on 5×5 it does not.
const EMBEDDED_SIDES: RangeInclusive<u8> = 6..=19;

/// Evaluations a second of one thread below which playouts replace the embedded network, which
/// needs a few for a move. A move by one evaluation is nearly as good as one by 1,000 playouts, and
/// takes as long as 8 playouts. As evidence of a value, an evaluation counts for fewer playouts
/// ([`PLAYOUTS_PER_EVALUATION`](crate::tuning::PLAYOUTS_PER_EVALUATION)).
const MIN_EVALUATIONS_PER_SECOND: f64 = 2.0;

/// Whether the embedded network plays on boards of this size, if the machine is fast enough.
pub(super) fn embedded_plays_on(size: Size) -> bool {
    [size.width(), size.height()].iter().all(|side| EMBEDDED_SIDES.contains(side))
}

/// A network with the facts that decide where it plays.
///
/// A network from a file plays on every board. The embedded one leaves a board to playouts if a side
/// is outside [`EMBEDDED_SIDES`], or if the machine is too slow ([`MIN_EVALUATIONS_PER_SECOND`]), which
/// is measured before the first search on a board size.
pub(super) struct LoadedNetwork {
    pub(super) network: Arc<Network>,
    /// The people whom a HumanSL network imitates.
    pub(super) human_profile: Option<HumanProfile>,
    /// Computes the outputs in other processes.
    pub(super) backend: Option<Arc<dyn NetworkBackend>>,
    /// Whether searches with the same seed are the same. Positions are then evaluated one by one,
    /// since the number that is faster together is measured and not always the same.
    pub(super) is_reproducible: bool,
    is_embedded: bool,
    /// The board size measured last, and whether the machine is fast enough there.
    measured: Option<(Size, bool)>,
    /// Evaluations a second of one thread from which on the machine is fast enough.
    min_rate: f64,
}

impl LoadedNetwork {
    /// The network that the options name; `None` if they choose playouts.
    pub(super) fn new(options: &Options) -> Result<Option<LoadedNetwork>, StartError> {
        let Some(network) = options.model.load(options.precision)? else {
            let is_imitating = options.human_profile.is_some();
            return if is_imitating {
                Err(StartError::ProfileWithoutHumanNetwork)
            } else {
                Ok(None)
            };
        };
        let is_embedded = options.model == ModelChoice::Embedded;
        let (human_profile, min_rate) = (None, MIN_EVALUATIONS_PER_SECOND);
        let mut loaded = LoadedNetwork {
            network,
            human_profile,
            backend: options.peers.backend.clone(),
            is_reproducible: options.seed.is_some(),
            is_embedded,
            measured: None,
            min_rate,
        };
        loaded.set_human_profile(options.human_profile)?;
        Ok(Some(loaded))
    }

    /// Sets the people whom a HumanSL network imitates.
    pub(super) fn set_human_profile(
        &mut self,
        profile: Option<HumanProfile>,
    ) -> Result<(), StartError> {
        self.human_profile = match profile {
            Some(_) if !self.network.takes_metadata() => {
                return Err(StartError::ProfileWithoutHumanNetwork);
            }
            // Its inputs need some profile.
            None if self.network.takes_metadata() => Some(HumanProfile::STRONGEST),
            profile => profile,
        };
        Ok(())
    }

    /// Whether it plays on boards of this size. The machine counts as fast enough until it is
    /// measured.
    pub(super) fn plays_on(&self, size: Size) -> bool {
        let is_fast = self.measured != Some((size, false));
        !self.is_embedded || (embedded_plays_on(size) && is_fast)
    }

    /// Whether its rate on boards of this size matters and is unknown.
    fn needs_measurement(&self, size: Size) -> bool {
        let is_known = self.measured.is_some_and(|(measured, _)| measured == size);
        self.is_embedded && !is_known && self.plays_on(size)
    }

    /// Measures the rate on the board of a game if it matters and is unknown. Returns whether the
    /// network turns out to be too slow there.
    pub(super) fn measure_speed(&mut self, game: &Game) -> bool {
        let size = game.size();
        if !self.needs_measurement(size) {
            return false;
        }
        let input = self.input(game);
        self.measure(size, &input);
        let is_too_slow = !self.plays_on(size);
        if is_too_slow {
            info!("the network is too slow on {size}: playouts are used");
        }
        is_too_slow
    }

    /// The input features of the present position of a game.
    pub(super) fn input(&self, game: &Game) -> Input {
        let feature_options = FeatureOptions::of(&self.network);
        let mut input = new_input(self.human_profile, game.size().area());
        Extractor::default().extract(game, game.state(), &feature_options, &mut input);
        input
    }

    /// Measures the rate on a board of this size in processor time, which other programs do not
    /// affect. The first evaluation also waits for memory: if it is too slow, a second one decides.
    fn measure(&mut self, size: Size, input: &Input) {
        let mut workspace = Workspace::default();
        let mut is_fast = |_| {
            let start = ThreadTime::now();
            let options = network::InferenceOptions::default();
            black_box(self.network.evaluate(input, options, &mut workspace));
            start.elapsed().as_secs_f64() * self.min_rate <= 1.0
        };
        self.measured = Some((size, (0..2).any(&mut is_fast)));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::engine::{Decision, Engine, SearchOptions};

    const MEMORY: usize = 8 << 20;

    fn engine(model: ModelChoice) -> Engine {
        let options = Options {
            model,
            threads: 1,
            playouts: Some(20),
            memory: MEMORY,
            seed: Some(1),
            ..Options::default()
        };
        Engine::new(options).expect("good options")
    }

    /// Whether the network evaluates the search for a move on an empty board of this size.
    fn is_played_by_network(engine: &mut Engine, (width, height): (u8, u8)) -> bool {
        engine.new_game(Size::new(width, height).expect("a size"));
        let color = engine.game().to_move();
        let never = AtomicBool::new(false);
        let (decision, _) = engine.genmove(color, &SearchOptions::default(), &never);
        assert_ne!(decision, Decision::Resign);
        assert!(engine.raw_network_output(network::InferenceOptions::default()).is_some());
        engine.evaluator.network().is_some()
    }

    #[test]
    fn the_embedded_network_plays_on_sides_from_6_to_19() {
        let mut engine = engine(ModelChoice::Embedded);
        for (size, is_expected) in [
            ((9, 9), true),
            ((4, 4), false),
            ((25, 25), false),
            ((19, 19), true),
            ((4, 5), false),
            ((5, 5), false),
            ((6, 6), true),
            ((20, 19), false),
            ((7, 13), true),
            ((1, 1), false),
        ] {
            assert_eq!(is_played_by_network(&mut engine, size), is_expected, "{size:?}");
            let tree = engine.evaluator.tree_memory(MEMORY);
            assert_eq!(tree < MEMORY, is_expected, "the network has a part of the memory");
        }
    }

    #[test]
    fn a_machine_that_is_too_slow_leaves_play_to_playouts() {
        let mut engine = engine(ModelChoice::Embedded);
        assert!(is_played_by_network(&mut engine, (9, 9)));
        let set_rate = |engine: &mut Engine, rate| {
            engine.network.as_mut().expect("a network").min_rate = rate;
        };
        set_rate(&mut engine, f64::INFINITY);
        assert!(is_played_by_network(&mut engine, (9, 9)), "the size was measured before");
        assert!(!is_played_by_network(&mut engine, (7, 7)));
        engine.clear_cache();
        assert!(engine.evaluator.network().is_none(), "this is not forgotten");
        set_rate(&mut engine, 0.0);
        assert!(is_played_by_network(&mut engine, (9, 9)));
    }

    #[test]
    fn a_network_from_a_file_plays_everywhere() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/networks");
        let file = ModelChoice::File(folder.join("synth-v10-relu.bin.gz"));
        let mut engine = engine(file);
        engine.network.as_mut().expect("a network").min_rate = f64::INFINITY;
        for size in [(9, 9), (4, 4), (25, 25)] {
            assert!(is_played_by_network(&mut engine, size), "{size:?}");
        }
    }

    #[test]
    fn the_version_names_the_network() {
        let with = engine(ModelChoice::Embedded);
        assert!(with.version().contains(with.network().expect("a network").name()));
        let without = engine(ModelChoice::Playouts);
        assert_eq!(without.version(), env!("CARGO_PKG_VERSION"));
        assert!(without.network().is_none());
    }
}
