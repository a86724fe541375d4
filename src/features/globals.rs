//! The global inputs.

use super::{FeatureOptions, Situation, move_history::MoveHistory};
use crate::{
    board::{Color, Move},
    network::{GLOBALS, global},
    rules::{Ko, Tax},
};

/// Komi is limited to the number of points of the board plus this.
const KOMI_BEYOND_BOARD: f64 = 20.0;

/// Points of komi in a unit of its input.
const KOMI_UNIT: f64 = 20.0;

impl Situation<'_> {
    /// Points that the player to move has in addition to the board, plus `draw_value` - 0.5 points for
    /// White where a draw is possible.
    pub(super) fn own_komi(&self, feature_options: &FeatureOptions) -> f64 {
        let draw = if self.can_draw { feature_options.draw_value - 0.5 } else { 0.0 };
        match self.to_move {
            Color::White => self.komi + draw,
            Color::Black => -(self.komi + draw),
        }
    }
}

/// The global inputs.
pub(super) fn globals(
    situation: &Situation,
    feature_options: &FeatureOptions,
    history: &MoveHistory,
) -> [f32; GLOBALS] {
    let rules = &situation.rules;
    let area = situation.board.size().area();
    let max_komi = area as f64 + KOMI_BEYOND_BOARD;
    let komi = situation.own_komi(feature_options).clamp(-max_komi, max_komi);
    let is_set = |condition: bool| f32::from(u8::from(condition));
    let [superko, superko_kind] = match rules.ko {
        Ko::Simple => [0.0, 0.0],
        Ko::Positional => [1.0, 0.5],
        _ => [1.0, -0.5],
    };
    let phase = situation.clean_up.as_ref().map_or(0, |phase| 1 + u8::from(phase.is_second));
    let counts_area = !rules.territory || phase == 2;
    let mut globals = [0.0; GLOBALS];
    for (input, mv) in globals[global::PASSES..].iter_mut().zip(history.moves()) {
        *input = is_set(mv == Move::Pass);
    }
    let pda = feature_options.playout_doubling_advantage;
    for (index, input) in [
        (global::KOMI, (komi / KOMI_UNIT) as f32),
        (global::SUPERKO, superko),
        (global::SUPERKO_KIND, superko_kind),
        (global::SUICIDE, is_set(rules.suicide)),
        (global::TERRITORY, is_set(rules.territory)),
        (global::TAX, is_set(rules.tax != Tax::None)),
        (global::TAX_ALL, is_set(rules.tax == Tax::All)),
        (global::CLEAN_UP, is_set(phase >= 1)),
        (global::SECOND_CLEAN_UP, is_set(phase >= 2)),
        (global::PASS_ENDS_PHASE, is_set(history.pass_ends_phase)),
        (global::HAS_PDA, is_set(pda != 0.0)),
        (global::PDA, (pda / 2.0) as f32),
        (global::BUTTON, is_set(situation.button)),
        (global::PARITY, if counts_area { parity(area, komi) as f32 } else { 0.0 }),
    ] {
        globals[index] = input;
    }
    globals
}

/// KataGo's komi parity wave: komi relative to the values at which a draw is possible if every point
/// is owned, which have the parity of the number of points. A triangle wave with a period of two
/// points that is 0 at these values.
fn parity(area: usize, komi: f64) -> f64 {
    let odd = (area % 2) as f64;
    let drawable = ((komi - odd) / 2.0).floor() * 2.0 + odd;
    match komi - drawable {
        d if d < 0.5 => d,
        d if d < 1.5 => 1.0 - d,
        d => d - 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parity_wave_is_zero_at_a_draw_and_highest_half_a_point_above() {
        for (area, komi, wave) in [
            (361, 7.0, 0.0),
            (361, 7.5, 0.5),
            (361, 6.5, -0.5),
            (361, -7.5, -0.5),
            (361, 8.0, 0.0),
            (324, 7.5, -0.5),
            (324, 6.25, 0.25),
        ] {
            assert_eq!(parity(area, komi), wave, "{area} {komi}");
        }
    }
}
