//! The network that is part of the program.

use std::sync::{Arc, OnceLock};

use super::{
    dispatch::Network,
    method::{Method, Precision},
};

/// The network's file, in the compact form of `reader`.
const BYTES: &[u8] = include_bytes!("embedded.bin");

impl Network {
    /// Returns the network that is part of the program; one instance serves all callers with
    /// [`Precision::Auto`].
    ///
    /// [`Precision::Auto`] takes 16-bit integers if the processor supports them, else single
    /// precision. Unlike [`load`](Self::load) it does not compare the two, which would take longer
    /// than the rest of the start; `tests/net_reference` does.
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

    /// Returns the same network for one method.
    ///
    /// # Panics
    /// If the method is not [available](Method::available).
    #[must_use]
    pub fn embedded_for(method: Method) -> Network {
        Network::read_for(BYTES, method).expect("the file was tested")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Greatest size of the file, which is part of the program.
    const MAX_BYTES: usize = 2_500_000;

    #[test]
    fn file_is_small() {
        assert!(BYTES.len() <= MAX_BYTES, "{} bytes", BYTES.len());
    }

    #[test]
    fn takes_no_metadata() {
        let network = Network::embedded(Precision::Auto);
        assert!(!network.takes_metadata());
        assert!([Precision::Int16, Precision::F32].contains(&network.precision()));
        assert_eq!(Network::embedded(Precision::F32).precision(), Precision::F32);
    }
}
