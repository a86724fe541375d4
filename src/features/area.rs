//! The area inputs: the owner of each point if play stopped here.

use super::{
    CleanUp, Situation,
    pass_alive::PassAliveFinder,
    point_owners::{NO_OWNERS, PointOwners},
    seki::without_seki,
};
use crate::{
    board::{Board, Color, Point},
    rules::Tax,
};

/// Finds the owners of points; owns scratch memory.
#[derive(Debug, Default)]
pub(super) struct AreaFinder {
    pass_alive: PassAliveFinder,
}

impl AreaFinder {
    /// The owner of each point by the rules of a situation; no owners in a territory game before its
    /// second clean-up phase.
    ///
    /// `strict` is that of [`PassAliveFinder::claim`], which KataGo also sets where multi-stone suicide is
    /// legal.
    pub(super) fn owners(&mut self, situation: &Situation, strict: bool) -> PointOwners {
        let strict = strict || situation.rules.suicide;
        if !situation.rules.territory {
            return self.area_owners(situation, strict);
        }
        match situation.clean_up.as_ref().filter(|clean_up| clean_up.is_second) {
            Some(clean_up) => self.territory_owners(situation, clean_up, strict),
            None => NO_OWNERS,
        }
    }

    fn area_owners(&mut self, situation: &Situation, strict: bool) -> PointOwners {
        let board = situation.board;
        let area = self.area(board, strict);
        if situation.rules.tax == Tax::None {
            return area;
        }
        let has_stone = |point| area[Point::index(point)] == board.stone(point);
        without_seki(board, &area, has_stone)
    }

    fn territory_owners(
        &mut self,
        situation: &Situation,
        clean_up: &CleanUp,
        strict: bool,
    ) -> PointOwners {
        let board = situation.board;
        let has_tax = situation.rules.tax != Tax::None;
        let area = self.area(board, strict);
        let is_territory = |point| !has_tax && area[Point::index(point)] != board.stone(point);
        let mut owners = without_seki(board, &area, is_territory);
        for color in Color::ALL {
            for point in clean_up.start[color.index()].iter() {
                if board.stone(point) == Some(color) {
                    owners[point.index()].get_or_insert(color);
                }
            }
        }
        owners
    }

    /// The area of both players: pass-alive chains and their eyes, empty regions that touch one color
    /// only, and all other stones.
    fn area(&mut self, board: &Board, strict: bool) -> PointOwners {
        let mut owners = NO_OWNERS;
        for color in Color::ALL {
            self.pass_alive.claim(board, color, strict, &mut owners);
        }
        board.size().points().for_each(|point| {
            if let Some(color) = board.stone(point) {
                owners[point.index()].get_or_insert(color);
            }
        });
        owners
    }
}
