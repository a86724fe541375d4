use std::borrow::Cow;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, WINDOWS_1252};

/// The longest charset label looked at, in bytes.
const LABEL_LEN: usize = 40;

/// The text of a file, by its byte order mark, else the first CA it declares, else as UTF-8 or, if
/// it is none, Latin-1.
///
/// This has to come before parsing: the second byte of a Chinese or Japanese character can look
/// like `\` or `]`. Bytes that the charset lacks become replacement characters.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let guess = || {
        let is_utf8 = Encoding::utf8_valid_up_to(bytes) == bytes.len();
        if is_utf8 { UTF_8 } else { WINDOWS_1252 }
    };
    declared(bytes).unwrap_or_else(guess).decode(bytes).0
}

/// The first charset that a CA property names, among those in which `CA[` can be read as ASCII.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let starts = bytes
        .windows(4)
        .enumerate()
        .filter(|(_, window)| window.ends_with(b"CA[") && !window[0].is_ascii_alphabetic());
    starts
        .filter_map(|(at, _)| {
            let rest = &bytes[at + 4..];
            let label = rest[..rest.len().min(LABEL_LEN)].split(|&byte| byte == b']').next()?;
            Encoding::for_label(label)
        })
        .find(|&encoding| encoding.is_ascii_compatible() || encoding == ISO_2022_JP)
}
