//! The eight symmetries of a board.

/// One of the eight symmetries of a square board, in KataGo's numbering: bit 0 flips it vertically,
/// bit 1 flips it horizontally, and bit 2 then transposes it.
///
/// Bit 2 has no effect on boards that are not square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight symmetries.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry(0); 8];
        let mut index = 0;
        while index < 8 {
            all[index] = Symmetry(index as u8);
            index += 1;
        }
        all
    };

    /// The symmetry with KataGo's `number`, if it is below 8.
    #[must_use]
    pub const fn new(number: u8) -> Option<Symmetry> {
        if number < 8 { Some(Symmetry(number)) } else { None }
    }

    /// KataGo's number, 0 to 7.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether it flips the board vertically.
    #[must_use]
    pub const fn is_flipped(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether it flips the board horizontally.
    #[must_use]
    pub const fn is_mirrored(self) -> bool {
        self.0 & 2 != 0
    }

    /// Whether it then transposes the board.
    #[must_use]
    pub const fn is_transposed(self) -> bool {
        self.0 & 4 != 0
    }

    /// For each point of the transformed board, row by row, the index of the original point that
    /// appears there.
    pub fn points(self, width: usize, height: usize) -> impl Iterator<Item = usize> {
        let transposed = self.is_transposed() && width == height;
        (0..height).flat_map(move |row| {
            (0..width).map(move |column| {
                let (x, y) = if transposed { (row, column) } else { (column, row) };
                let x = if self.is_mirrored() { width - 1 - x } else { x };
                let y = if self.is_flipped() { height - 1 - y } else { y };
                y * width + x
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_eight_symmetries() {
        let views = Symmetry::ALL.map(|view| view.points(2, 2).collect::<Vec<_>>());
        assert_eq!(views[0], [0, 1, 2, 3]);
        assert_eq!(views[1], [2, 3, 0, 1]);
        assert_eq!(views[2], [1, 0, 3, 2]);
        assert_eq!(views[4], [0, 2, 1, 3]);
        for (index, view) in views.iter().enumerate() {
            assert!(!views[..index].contains(view), "{index}");
        }
    }

    #[test]
    fn rectangles_are_not_transposed() {
        let view: Vec<usize> = Symmetry(7).points(3, 2).collect();
        assert_eq!(view, [5, 4, 3, 2, 1, 0]);
    }
}
