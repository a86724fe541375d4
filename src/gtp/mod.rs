//! GTP.
