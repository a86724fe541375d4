/// One of the eight ways to look at a square board, numbered as KataGo numbers them: bit 0 turns it
/// upside down, bit 1 left to right, and bit 2 then exchanges rows and columns.
///
/// Boards that are not square have the first four only: on them bit 2 has no effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry(0); 8];
        let mut index = 0;
        while index < 8 {
            all[index] = Symmetry(index as u8);
            index += 1;
        }
        all
    };

    /// The symmetry of this number, if it is below 8.
    #[must_use]
    pub const fn new(number: u8) -> Option<Symmetry> {
        if number < 8 { Some(Symmetry(number)) } else { None }
    }

    /// KataGo's number, 0 to 7.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// For each place of the board looked at in this way, row by row, the point that appears there,
    /// counted row by row as well.
    pub fn points(self, width: usize, height: usize) -> impl Iterator<Item = usize> {
        let [upside_down, mirrored, turned] = [1, 2, 4].map(|bit| self.0 & bit != 0);
        let turned = turned && width == height;
        (0..height).flat_map(move |row| {
            (0..width).map(move |column| {
                let (x, y) = if turned { (row, column) } else { (column, row) };
                let x = if mirrored { width - 1 - x } else { x };
                let y = if upside_down { height - 1 - y } else { y };
                y * width + x
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_views_of_a_square() {
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
    fn a_rectangle_keeps_its_sides() {
        let view: Vec<usize> = Symmetry(7).points(3, 2).collect();
        assert_eq!(view, [5, 4, 3, 2, 1, 0]);
    }
}
