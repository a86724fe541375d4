use std::borrow::Cow;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, WINDOWS_1252};

/// Maximum length of a charset label, in bytes.
const MAX_LABEL_LEN: usize = 40;

/// Decodes a file by its byte order mark, else by the first CA property with a known charset, else
/// as UTF-8, or as Latin-1 if it is not valid UTF-8.
///
/// Decoding precedes parsing, since the second byte of a Chinese or Japanese character can be `\`
/// or `]`. Invalid bytes become replacement characters.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let guess = || {
        let is_utf8 = Encoding::utf8_valid_up_to(bytes) == bytes.len();
        if is_utf8 { UTF_8 } else { WINDOWS_1252 }
    };
    declared(bytes).unwrap_or_else(guess).decode(bytes).0
}

/// The first known charset of a CA property, among those in which `CA[` is written in ASCII.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let starts = bytes
        .windows(4)
        .enumerate()
        .filter(|(_, window)| window.ends_with(b"CA[") && !window[0].is_ascii_alphabetic());
    starts
        .filter_map(|(at, _)| {
            let rest = &bytes[at + 4..];
            let label = rest[..rest.len().min(MAX_LABEL_LEN)].split(|&byte| byte == b']').next()?;
            Encoding::for_label(label)
        })
        .find(|&encoding| encoding.is_ascii_compatible() || encoding == ISO_2022_JP)
}
