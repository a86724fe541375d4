//! Files of game records, with their charset and their faults.

use super::{
    SgfError,
    charset::Charset,
    parser::parse,
    tree::Collection,
    tree::NodeId,
    warning::{Warning, WarningKind},
};

/// The content of a file, with its charset and its faults.
///
/// Reading normalizes the text outside values: white space is dropped, property names have only
/// capital letters (`SiZe` becomes `SZ`), and a single variation has no parentheses of its own.
/// Line ends in values become `\n`. Everything else is kept, so that
/// [`Collection::write`] writes what was read, in UTF-8.
#[derive(Clone, Debug)]
pub struct Document {
    /// The games.
    pub collection: Collection,
    /// The charset of the file. If it is wrong, read the file again with another one.
    pub charset: Charset,
    /// The faults that were mended, in the order of the file.
    pub warnings: Vec<Warning>,
}

impl Document {
    /// Maximum length of a file after decoding, in bytes: half of the buffer, since mending can
    /// lengthen the text.
    pub const MAX_LEN: usize = Collection::MAX_LEN / 2;

    /// Reads a file in the charset of its byte order mark, else in UTF-8 if it is valid and has
    /// characters of three bytes or more, else in the charset of the first CA property with a known
    /// one, else in UTF-8 if it is valid, else in the charset that is likeliest by the frequencies of
    /// characters.
    ///
    /// # Errors
    /// [`SgfError::NoGame`] or [`SgfError::TooLarge`]. All other faults are mended.
    pub fn read(bytes: &[u8]) -> Result<Document, SgfError> {
        Document::read_up_to(bytes, None, Collection::MAX_LEN)
    }

    /// Reads a file in this charset.
    ///
    /// # Errors
    /// As [`Document::read`].
    pub fn read_as(bytes: &[u8], charset: Charset) -> Result<Document, SgfError> {
        Document::read_up_to(bytes, Some(charset), Collection::MAX_LEN)
    }

    /// Reads a file of at most this number of nodes, in this charset or that of [`Document::read`].
    ///
    /// # Errors
    /// As [`Document::read`], and [`SgfError::TooManyNodes`], without memory for the nodes above the
    /// maximum.
    pub fn read_up_to(
        bytes: &[u8],
        charset: Option<Charset>,
        max_nodes: usize,
    ) -> Result<Document, SgfError> {
        let charset = charset.unwrap_or_else(|| Charset::of(bytes));
        let (text, is_invalid) = charset.decode(bytes);
        if text.len() > Document::MAX_LEN {
            return Err(SgfError::TooLarge);
        }
        let (collection, mut warnings) =
            parse(&text, max_nodes).ok_or(SgfError::TooManyNodes { max: max_nodes })?;
        if collection.games().next().is_none() {
            return Err(SgfError::NoGame);
        }
        if is_invalid {
            let kind = WarningKind::InvalidBytes;
            warnings.insert(0, Warning { kind, node: NodeId::COLLECTION, line: 1, column: 1 });
        }
        Ok(Document { collection, charset, warnings })
    }
}
