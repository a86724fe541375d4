//! Random rule sets.

use std::ops::Range;

use rand::{Rng, RngExt};
use shusaku::rules::{
    self, End, HandicapBonus, HandicapMethod, IllegalMovePolicy, Ko, LongCycle, Removal, Rules,
    Scoring, StartPosition, StoneSupply, Suicide, Tax,
};

/// A preset with probability `presets`, else a random combination of axes with komis in this range of
/// half points.
pub fn random_rules(rng: &mut impl Rng, presets: f64, half_points: Range<i32>) -> Rules {
    if rng.random_bool(presets) {
        let presets: Vec<Rules> = rules::presets().map(|(_, rules)| rules).collect();
        return any(rng, &presets);
    }
    Rules {
        ko: any(rng, Ko::ALL),
        start: any(rng, StartPosition::ALL),
        long_cycle: any(rng, LongCycle::ALL),
        suicide: any(rng, Suicide::ALL),
        scoring: any(rng, Scoring::ALL),
        tax: any(rng, Tax::ALL),
        end: any(rng, End::ALL),
        removal: any(rng, Removal::ALL),
        button: rng.random_bool(0.3),
        pass_stones: rng.random_bool(0.5),
        handicap_bonus: any(rng, HandicapBonus::ALL),
        handicap_method: any(rng, HandicapMethod::ALL),
        komi: random_komi(rng, half_points.clone()),
        handicap_komi: random_komi(rng, half_points),
        illegal: any(rng, IllegalMovePolicy::ALL),
        supply: StoneSupply::UNLIMITED,
    }
}

/// A komi in this range of half points.
pub fn random_komi(rng: &mut impl Rng, half_points: Range<i32>) -> f64 {
    f64::from(rng.random_range(half_points)) / 2.0
}

fn any<T: Clone>(rng: &mut impl Rng, values: &[T]) -> T {
    values[rng.random_range(0..values.len())].clone()
}
