//! Charsets of records, declared or guessed.

use std::{borrow::Cow, fmt};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8};

/// Maximum length of a charset label, in bytes.
const MAX_LABEL_LEN: usize = 40;

/// The byte that starts the escape sequences of ISO-2022-JP.
const ESCAPE: u8 = 0x1b;

/// A charset, and the evidence for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charset {
    encoding: &'static Encoding,
    /// The evidence for the charset.
    pub source: CharsetSource,
}

/// The evidence for a charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CharsetSource {
    /// It was chosen by the caller.
    Chosen,
    /// The file starts with a byte order mark.
    ByteOrderMark,
    /// The first CA property with a known charset names it. A charset other than UTF-8 is disregarded
    /// if the file is valid UTF-8 with characters of three bytes or more.
    Declared,
    /// The file is valid UTF-8, and no CA property counts.
    ValidUtf8,
    /// No CA property counts, and the charset is guessed by the frequencies of characters.
    Guessed,
}

impl fmt::Display for CharsetSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CharsetSource::Chosen => "chosen",
            CharsetSource::ByteOrderMark => "byte order mark",
            CharsetSource::Declared => "declared by CA",
            CharsetSource::ValidUtf8 => "valid UTF-8",
            CharsetSource::Guessed => "guessed",
        })
    }
}

impl Charset {
    /// The charset with this label, such as `GBK` or `Shift_JIS`; `None` if it is unknown or cannot
    /// hold a game record.
    ///
    /// The labels are those of the [WHATWG Encoding Standard](https://encoding.spec.whatwg.org/).
    #[must_use]
    pub fn from_label(label: &str) -> Option<Charset> {
        usable(label.as_bytes()).map(|encoding| Charset { encoding, source: CharsetSource::Chosen })
    }

    /// The name of the charset.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.encoding.name()
    }

    /// Finds the charset of a file.
    pub(super) fn of(bytes: &[u8]) -> Charset {
        let charset = |source| move |encoding| Charset { encoding, source };
        let by_mark = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
        let found = by_mark.map(charset(CharsetSource::ByteOrderMark));
        let by_ca = declared(bytes).filter(|&encoding| encoding == UTF_8 || !is_long_utf8(bytes));
        let found = found.or_else(|| by_ca.map(charset(CharsetSource::Declared)));
        found.unwrap_or_else(|| undeclared(bytes))
    }

    /// Decodes a file without its byte order mark, and returns whether it has invalid bytes, which
    /// become replacement characters.
    ///
    /// Decoding precedes parsing, since the second byte of a Chinese or Japanese character can be
    /// `\` or `]`.
    pub(super) fn decode(self, bytes: &[u8]) -> (Cow<'_, str>, bool) {
        self.encoding.decode_with_bom_removal(bytes)
    }
}

/// Whether a file is valid UTF-8 with characters of three bytes or more, which no other charset
/// yields by chance: programs that convert a file may leave its CA property as it was.
fn is_long_utf8(bytes: &[u8]) -> bool {
    bytes.iter().any(|&byte| byte >= 0xe0) && std::str::from_utf8(bytes).is_ok()
}

fn usable(label: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label(label)
        .filter(|&encoding| encoding.is_ascii_compatible() || encoding == ISO_2022_JP)
}

/// The first known charset of a CA property, among those in which `CA[` is written in ASCII.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    const START: &[u8] = b"CA[";
    let starts = bytes.windows(START.len()).enumerate().filter(|(_, window)| *window == START);
    starts
        .filter(|&(at, _)| can_start_property(&bytes[..at]))
        .filter_map(|(at, _)| {
            let rest = &bytes[at + START.len()..];
            rest[..rest.len().min(MAX_LABEL_LEN)].split(|&byte| byte == b']').next()
        })
        .find_map(usable)
}

/// Whether a property can follow these bytes, rather than text of a value.
fn can_start_property(before: &[u8]) -> bool {
    match before.trim_ascii_end() {
        [.., b'\\', b']'] => false,
        [.., last] => b"(;]".contains(last),
        [] => false,
    }
}

fn undeclared(bytes: &[u8]) -> Charset {
    if !bytes.contains(&ESCAPE) && Encoding::utf8_valid_up_to(bytes) == bytes.len() {
        return Charset { encoding: UTF_8, source: CharsetSource::ValidUtf8 };
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    let encoding = detector.guess(None, Utf8Detection::Allow);
    Charset { encoding, source: CharsetSource::Guessed }
}
