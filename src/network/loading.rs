//! Loading a network for the method that suits the machine.

use std::path::Path;

use log::debug;

use super::{
    accuracy::Accuracy,
    input::Input,
    loaded::Network,
    method::{Method, Precision, SIXTEEN_BITS},
    reader::{self, LoadError, ModelError},
};

impl Network {
    /// Reads a file of one of the [`VERSIONS`](super::VERSIONS), for the fastest method of a
    /// precision, or of single precision if this machine does not support `precision`.
    ///
    /// [`Precision::Auto`] takes 16 bits if the outputs for `check_inputs`
    /// ([`features::check_inputs`](crate::features::check_inputs)) are close to those of single
    /// precision. It never takes 8 bits, which are less accurate and no faster.
    ///
    /// # Errors
    /// [`LoadError`] if the file cannot be read or is not a network of these versions.
    ///
    /// # Panics
    /// If there are no `check_inputs`.
    pub fn load(
        path: &Path,
        precision: Precision,
        check_inputs: &[Input],
    ) -> Result<Network, LoadError> {
        let exact = Method::fastest_f32();
        if precision != Precision::Auto {
            return Network::load_for(path, Method::fastest(precision).unwrap_or(exact));
        }
        let network = Network::load_checked(path, exact, check_inputs);
        network.map_err(|reason| LoadError { path: path.to_owned(), reason })
    }

    /// Reads a file for the fastest method whose outputs are close to those of an exact one.
    ///
    /// The file is unpacked only once, and a network is dropped before the next one is read: those
    /// packed for the board size of the inputs take several times the memory of the file.
    fn load_checked(
        path: &Path,
        exact: Method,
        check_inputs: &[Input],
    ) -> Result<Network, ModelError> {
        let mut file = reader::Recorded::new(reader::open(path)?);
        let exact_network = Network::read(Box::new(&mut file), exact)?;
        let bytes = file.into_bytes();
        let mut shorter = SIXTEEN_BITS.into_iter().filter_map(Method::fastest).peekable();
        if shorter.peek().is_none() {
            return Ok(exact_network);
        }
        let expected = exact_network.outputs(check_inputs);
        drop(exact_network);
        for method in shorter {
            let network = Network::read(Box::new(&*bytes), method)?;
            let accuracy =
                Accuracy::between(&network.outputs(check_inputs), &expected, check_inputs);
            debug!("{network:?}: {accuracy:?}");
            drop(network);
            if accuracy.is_sufficient() {
                return Network::read(Box::new(&*bytes), method);
            }
        }
        Network::read(Box::new(&*bytes), exact)
    }

    /// Reads a file for one method.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    ///
    /// # Panics
    /// If the method is not [available](Method::available).
    pub fn load_for(path: &Path, method: Method) -> Result<Network, LoadError> {
        let network = reader::open(path).and_then(|bytes| Network::read(bytes, method));
        network.map_err(|reason| LoadError { path: path.to_owned(), reason })
    }

    /// Reads the bytes of a file for one method.
    ///
    /// # Errors
    /// [`ModelError`] if they are not a network of one of the [`VERSIONS`](super::VERSIONS).
    ///
    /// # Panics
    /// As [`load_for`](Self::load_for).
    pub fn read_for(bytes: &[u8], method: Method) -> Result<Network, ModelError> {
        Network::read(reader::unpack(bytes, bytes.len() as u64)?, method)
    }
}
