//! Connected sets of points.

use super::{Board, Point, PointSet};

impl Board {
    /// The points that are connected with `start` through points for which `belongs` holds, and `start`
    /// itself; nearest first.
    pub fn component(&self, start: Point, belongs: impl Fn(Point) -> bool) -> Vec<Point> {
        let mut points = vec![start];
        let mut seen = PointSet::EMPTY;
        seen.insert(start);
        let mut at = 0;
        while let Some(&point) = points.get(at) {
            points.extend(
                self.neighbors(point).filter(|&place| belongs(place) && seen.insert(place)),
            );
            at += 1;
        }
        points
    }

    /// The maximal connected sets of points for which `belongs` holds.
    pub fn components(&self, belongs: impl Fn(Point) -> bool) -> Vec<Vec<Point>> {
        let mut seen = PointSet::EMPTY;
        let mut components = Vec::new();
        for point in self.size().points().filter(|&point| belongs(point)) {
            if !seen.contains(point) {
                let component = self.component(point, &belongs);
                for &place in &component {
                    seen.insert(place);
                }
                components.push(component);
            }
        }
        components
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIAGRAM: &str = ". X . .\nX . . O\n. . O .\n";

    #[test]
    fn a_component_ends_where_nothing_belongs() {
        let board: Board = DIAGRAM.parse().expect("a board");
        let empty = |point| board.is_empty(point);
        let mut sizes: Vec<usize> = board.components(empty).iter().map(Vec::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [1, 1, 6]);
        let corner = board.size().point(3, 0).expect("a point");
        let all = board.component(corner, |_| true);
        assert_eq!(all.len(), board.size().area());
        assert_eq!(all[0], corner);
    }

    #[test]
    fn the_start_is_part_of_its_component() {
        let board: Board = DIAGRAM.parse().expect("a board");
        let corner = board.size().point(0, 0).expect("a point");
        assert_eq!(board.component(corner, |_| false), [corner]);
    }
}
