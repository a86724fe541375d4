//! Shapes around a point.

mod shape3;

pub use self::shape3::matches_shape;
