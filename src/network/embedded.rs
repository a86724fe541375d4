//! The network that comes with the program.

use std::sync::{Arc, OnceLock};

use super::dispatch::{Method, Network, Precision};

/// Its file, in the compact form of `reader`.
const BYTES: &[u8] = include_bytes!("embedded.bin");

impl Network {
    /// Returns the network that comes with the program; one instance serves all callers with
    /// [`Precision::Auto`].
    ///
    /// [`Precision::Auto`] is 16-bit integers where the processor has them and else single precision.
    /// They are not compared first, as [`load`](Self::load) does, which would take longer than all
    /// the rest of the start: a test of this module does that.
    #[must_use]
    pub fn embedded(precision: Precision) -> Arc<Network> {
        static SHARED: OnceLock<Arc<Network>> = OnceLock::new();
        let load = |precision| {
            let exact = || Method::fastest(Precision::F32).unwrap_or(Method::F32);
            Arc::new(Network::embedded_for(Method::fastest(precision).unwrap_or_else(exact)))
        };
        match precision {
            Precision::Auto => Arc::clone(SHARED.get_or_init(|| load(Precision::Int16))),
            precision => load(precision),
        }
    }

    /// The same network, for a way to compute.
    ///
    /// # Panics
    /// If the way is not [available](Method::available).
    #[must_use]
    pub fn embedded_for(method: Method) -> Network {
        Network::read_for(BYTES, method).expect("the file was tested")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::check::{self, Deviation};

    /// What the program may grow by.
    const MAX_BYTES: usize = 2_500_000;

    #[test]
    fn it_is_small() {
        assert!(BYTES.len() <= MAX_BYTES, "{} bytes", BYTES.len());
    }

    #[test]
    fn integers_say_nearly_the_same_as_single_precision() {
        let exact = Network::embedded_for(Method::F32);
        for method in Method::available().filter(|method| method.precision() == Precision::Int16) {
            let network = Network::embedded_for(method);
            let deviation = Deviation::of(&network, &exact, &check::positions());
            assert!(deviation.is_small(), "{network:?}: {deviation:?}");
        }
    }

    #[test]
    fn it_plays_the_ordinary_way() {
        let network = Network::embedded(Precision::Auto);
        assert!(!network.takes_metadata());
        assert!([Precision::Int16, Precision::F32].contains(&network.precision()));
        assert_eq!(Network::embedded(Precision::F32).precision(), Precision::F32);
    }
}
