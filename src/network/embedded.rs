//! The network that is part of the program: one for small boards, and one for all others.

use std::sync::{Arc, OnceLock};

use super::{
    loaded::Network,
    method::{Method, Precision, SIXTEEN_BITS},
};

/// The file for all but small boards, in the compact form of `reader`.
const BYTES: &[u8] = include_bytes!("embedded.bin");

/// The file for small boards, likewise.
const SMALL_BOARDS: &[u8] = include_bytes!("embedded-9x9.bin");

/// The greatest side of small boards.
const MAX_SMALL_SIDE: usize = 9;

impl Network {
    /// Returns the network that is part of the program; one instance serves all callers with
    /// [`Precision::Auto`].
    ///
    /// [`Precision::Auto`] takes the faster precision of 16 bits that the processor supports, else
    /// single precision. Unlike [`load`](Self::load) it does not compare them, which would take longer
    /// than the rest of the start; `tests/net_reference` does.
    #[must_use]
    pub fn embedded(precision: Precision) -> Arc<Network> {
        static SHARED: OnceLock<Arc<Network>> = OnceLock::new();
        let load = |precisions: &[Precision]| {
            let method = precisions.iter().copied().find_map(Method::fastest);
            Arc::new(Network::embedded_for(method.unwrap_or_else(Method::fastest_f32)))
        };
        match precision {
            Precision::Auto => Arc::clone(SHARED.get_or_init(|| load(&SIXTEEN_BITS))),
            precision => load(&[precision]),
        }
    }

    /// Returns the same network for one method.
    ///
    /// # Panics
    /// If the method is not [available](Method::available).
    #[must_use]
    pub fn embedded_for(method: Method) -> Network {
        let read = |bytes| Network::read_for(bytes, method).expect("the file was tested");
        read(BYTES).with_small_boards(read(SMALL_BOARDS), MAX_SMALL_SIDE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{InferenceOptions, Input, Workspace};

    /// Greatest size of both files, which are part of the program.
    const MAX_BYTES: usize = 2_500_000;

    #[test]
    fn files_are_small() {
        let bytes = BYTES.len() + SMALL_BOARDS.len();
        assert!(bytes <= MAX_BYTES, "{bytes} bytes");
    }

    #[test]
    fn a_board_is_evaluated_by_the_network_for_its_size() {
        let both = Network::embedded_for(Method::F32);
        for (side, bytes) in [(7, SMALL_BOARDS), (9, SMALL_BOARDS), (10, BYTES), (19, BYTES)] {
            let input = Input::new(9, side);
            let one = Network::read_for(bytes, Method::F32).expect("a network");
            let score = |network: &Network| {
                let options = InferenceOptions::default();
                network.evaluate(&input, options, &mut Workspace::default()).score_mean
            };
            assert_eq!(score(&both), score(&one), "9x{side}");
        }
    }

    #[test]
    fn takes_no_metadata() {
        let network = Network::embedded(Precision::Auto);
        assert!(!network.takes_metadata());
        assert!([&SIXTEEN_BITS[..], &[Precision::F32]].concat().contains(&network.precision()));
        assert_eq!(Network::embedded(Precision::F32).precision(), Precision::F32);
    }
}
