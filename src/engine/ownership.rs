//! The ownership by which the stones of a game with a network are judged.

use crate::{
    board::Color,
    features::{Extractor, FeatureOptions, HumanProfile, new_input},
    game::{Game, Variation},
    network::{InferenceOptions, Network, Symmetry, Workspace},
    status::{Effort, Ownership},
    tuning::PLAYOUT_OWNERSHIP_SHARE,
};

/// The expected owner of each point in the present position of a game: the mean of a network's outputs
/// for both players to move. With [`Effort::Full`] it is the mean over all symmetries, and playouts
/// have a share of it.
#[must_use]
pub(super) fn network_ownership(
    network: &Network,
    human_profile: Option<HumanProfile>,
    game: &Game,
    effort: Effort,
) -> Ownership {
    let size = game.size();
    let feature_options = FeatureOptions::of(network);
    let (mut extractor, mut workspace) = (Extractor::default(), Workspace::default());
    let (line, mut input) = (Variation::new(game), new_input(human_profile, size.area()));
    let mut black_sums = vec![0.0; size.area()];
    for color in Color::ALL {
        extractor.extract_for(color, &line, &feature_options, &mut input);
        let sign = color.sign() as f32;
        for &symmetry in &Symmetry::ALL[..symmetries(effort)] {
            let options = InferenceOptions { symmetry, ..InferenceOptions::default() };
            let output = network.evaluate(&input, options, &mut workspace);
            for (sum, ownership) in black_sums.iter_mut().zip(&output.ownership) {
                *sum += sign * ownership;
            }
        }
    }
    let evaluations = evaluations(effort) as f32;
    let ownership =
        Ownership::by_network(size, |point| black_sums[size.row_major_index(point)] / evaluations);
    if effort != Effort::Full {
        return ownership;
    }
    let by_playouts = effort.playout_ownership(game.board());
    ownership.mixed_with(&by_playouts, PLAYOUT_OWNERSHIP_SHARE.get())
}

/// Number of evaluations, one after the other, from which the ownership comes.
pub(super) const fn evaluations(effort: Effort) -> u64 {
    (Color::ALL.len() * symmetries(effort)) as u64
}

/// Number of symmetries under which a position is evaluated.
const fn symmetries(effort: Effort) -> usize {
    match effort {
        Effort::Full => Symmetry::ALL.len(),
        Effort::Quick | Effort::InPlay => 1,
    }
}
