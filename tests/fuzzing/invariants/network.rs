//! Network files: an accepted file has as many weights as its bytes can hold, is read the same
//! gzipped, and can be evaluated; its beginnings are refused.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use shusaku::network::{InferenceOptions, Input, Method, Network, Workspace};

/// Greatest number of bytes that an error message quotes, and the longest text around them.
const MAX_MESSAGE_LEN: usize = 400;

pub fn check(data: &[u8]) {
    // Bytes that are packed are a file of their own, whose unpacked length is not known here.
    if data.starts_with(&[0x1f, 0x8b]) {
        let _ = read(data);
        return;
    }
    let network = match read(data) {
        Ok(network) => network,
        Err(message) => {
            assert_eq!(message.lines().count(), 1, "{message:?}");
            assert!(message.len() <= MAX_MESSAGE_LEN, "{message:?}");
            assert!(read(&packed(data)).is_err(), "{message:?}");
            return;
        }
    };
    assert!(network.weights() <= data.len(), "{} weights", network.weights());
    let again = read(&packed(data)).expect("the same bytes");
    assert_eq!((again.name(), again.version()), (network.name(), network.version()));
    assert_eq!(again.weights(), network.weights());
    let end = data.trim_ascii_end().iter().rposition(u8::is_ascii_whitespace);
    assert!(read(&data[..end.unwrap_or(0)]).is_err(), "a file without its end");
    let mut input = Input::new(5, 4);
    input.planes[3] = 0b11;
    let options = InferenceOptions::default();
    let outputs = [&network, &again]
        .map(|network| network.evaluate(&input, options, &mut Workspace::default()).policy.len());
    assert_eq!(outputs, [21, 21]);
}

fn read(bytes: &[u8]) -> Result<Network, String> {
    let method = Method::available().next().expect("a portable method");
    Network::read_for(bytes, method).map_err(|error| error.to_string())
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}
