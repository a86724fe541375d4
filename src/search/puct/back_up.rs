//! The means of a node from those of its children.
//!
//! The formulas are KataGo's (`recomputeNodeStats`, `downweightBadChildrenAndNormalizeWeight` and
//! `pruneNoiseWeight` in `cpp/search/searchupdatehelpers.cpp`). KataGo's utilities range from
//! -[`max_utility`](crate::search::neural::max_utility) to it, those of this module from 0 to 1.

use std::f64::consts::PI;

use super::{
    Puct,
    bias::{BiasSum, BiasTable},
    katago_unit,
    stats::WeightedMeans,
};
use crate::{
    search::node::Node,
    tuning::{NOISE_PRUNING_SCALE, VALUE_WEIGHT_EXPONENT},
};

/// The means of a node, for the player who moved there, over its own evaluation and those of its
/// children.
pub(super) fn means(
    node: &Node<Puct>,
    children: &[Node<Puct>],
    biases: &BiasTable,
) -> WeightedMeans {
    let of_children = means_of(children).of_opponent();
    let own = corrected(node, of_children, biases);
    let mut sums = WeightedSums::default();
    sums.add(own, own.weight);
    sums.add(of_children, of_children.weight);
    sums.means()
}

/// The evaluation of a node plus the correction of its class. First records in the class how far the
/// node's children differ from its evaluation.
fn corrected(node: &Node<Puct>, of_children: WeightedMeans, biases: &BiasTable) -> WeightedMeans {
    let own = node.stats.own();
    let class = node.stats.bias_class();
    if of_children.weight > 0.0 && own.weight > 0.0 {
        let bias = BiasSum::new(of_children.utility - own.utility, of_children.weight);
        let before = node.stats.swap_bias(bias);
        biases.replace(class, before, bias);
    }
    let utility = (own.utility + biases.correction(class)).clamp(0.0, 1.0);
    WeightedMeans { utility, utility_square: utility * utility, ..own }
}

/// The means of visited children (KataGo's `downweightBadChildrenAndNormalizeWeight`). Bad children count
/// less in the mean, but the node keeps their weight.
fn means_of(children: &[Node<Puct>]) -> WeightedMeans {
    let mut of_children = WeightedSums::default();
    for (means, weight) in WithoutNoise::new(children) {
        of_children.add(means, weight);
    }
    let WeightedMeans { weight: total, utility: mean, .. } = of_children.means();
    if total == 0.0 {
        return WeightedMeans::default();
    }
    let exponent = VALUE_WEIGHT_EXPONENT.get();
    if exponent > 0.0 {
        of_children = WeightedSums::default();
        for (means, weight) in WithoutNoise::new(children) {
            let factor = good_probability(means.utility - mean, weight).powf(exponent);
            of_children.add(means, weight * factor);
        }
    }
    WeightedMeans { weight: total, ..of_children.means() }
}

/// The probability that a child is at least as good as its siblings, for a difference between its
/// utility and their mean, by a t distribution with three degrees of freedom (its distribution function
/// has this closed form).
fn good_probability(difference: f64, weight: f64) -> f64 {
    /// Added so that no child is without weight.
    const MIN_PROBABILITY: f64 = 1e-4;
    /// A utility after one visit has a variance of 1 divided by this.
    const PRECISION: f64 = 1.5;
    let deviation = (1.0 / (PRECISION * weight.sqrt())).sqrt();
    let scaled = difference / katago_unit() / deviation / 3.0_f64.sqrt();
    0.5 + (scaled.atan() + scaled / (1.0 + scaled * scaled)) / PI + MIN_PROBABILITY
}

/// The visited children, in the order of their priors at expansion, with their weights less what is
/// taken to be noise: weight beyond twice the child's share by policy, if its utility is below those of
/// the siblings before it (KataGo's `pruneNoiseWeight`).
struct WithoutNoise<'c> {
    children: std::slice::Iter<'c, Node<Puct>>,
    utility_sum: f64,
    weight: f64,
    policy: f64,
}

impl WithoutNoise<'_> {
    fn new(children: &[Node<Puct>]) -> WithoutNoise<'_> {
        WithoutNoise { children: children.iter(), utility_sum: 0.0, weight: 0.0, policy: 0.0 }
    }

    /// The weight of a child without noise.
    fn pruned(&self, means: WeightedMeans, policy: f64) -> f64 {
        /// Multiple of a child's share by policy up to which no weight is noise.
        const LENIENCY: f64 = 2.0;
        let WeightedMeans { weight, utility, .. } = means;
        let scale = NOISE_PRUNING_SCALE.get();
        if scale == 0.0 || self.weight == 0.0 || self.policy == 0.0 {
            return weight;
        }
        let gap = (self.utility_sum / self.weight - utility) / katago_unit();
        let excess = weight - LENIENCY * self.weight * policy / self.policy;
        if gap <= 0.0 || excess <= 0.0 {
            return weight;
        }
        weight - excess * (1.0 - (-gap / scale).exp())
    }
}

impl Iterator for WithoutNoise<'_> {
    type Item = (WeightedMeans, f64);

    fn next(&mut self) -> Option<(WeightedMeans, f64)> {
        let (child, means) = loop {
            let child = self.children.next()?;
            let means = child.stats.edge_means();
            if means.weight > 0.0 {
                break (child, means);
            }
        };
        let policy = child.stats.policy();
        let weight = self.pruned(means, policy);
        self.utility_sum += weight * means.utility;
        self.weight += weight;
        self.policy += policy;
        Some((means, weight))
    }
}

/// Sums of values, each times its weight.
#[derive(Clone, Copy, Default)]
struct WeightedSums {
    weight: f64,
    utility: f64,
    utility_square: f64,
    win_rate: f64,
}

impl WeightedSums {
    fn add(&mut self, means: WeightedMeans, weight: f64) {
        self.weight += weight;
        self.utility += weight * means.utility;
        self.utility_square += weight * means.utility_square;
        self.win_rate += weight * means.win_rate;
    }

    fn means(self) -> WeightedMeans {
        let WeightedSums { weight, utility, utility_square, win_rate } = self;
        if weight == 0.0 {
            return WeightedMeans::default();
        }
        WeightedMeans {
            weight,
            utility: utility / weight,
            utility_square: utility_square / weight,
            win_rate: win_rate / weight,
        }
    }
}

impl WeightedMeans {
    /// The same means for the other player.
    pub(super) fn of_opponent(self) -> WeightedMeans {
        WeightedMeans {
            weight: self.weight,
            utility: 1.0 - self.utility,
            utility_square: 1.0 - 2.0 * self.utility + self.utility_square,
            win_rate: 1.0 - self.win_rate,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::{
        board::Move,
        search::{puct::BiasClass, selection::LeafEvaluation},
    };

    /// The evaluation of a leaf, for that leaf.
    fn leaf(utility: f64, weight: f64, bias_class: BiasClass) -> LeafEvaluation<BiasClass> {
        LeafEvaluation { utility, win_rate: utility, weight, is_at_leaf: true, bias_class }
    }

    /// A child with this policy and the same utility after each visit.
    fn child(policy: f32, utility: f64, visits: usize) -> Node<Puct> {
        let node = Node::default();
        node.set(Move::Pass, policy);
        for _ in 0..visits {
            visit(&node, &[], utility);
        }
        node
    }

    /// Backs up an evaluation of weight 1 made at the node.
    fn visit(node: &Node<Puct>, children: &[Node<Puct>], utility: f64) {
        weighted_visit(node, children, utility, 1.0);
    }

    fn weighted_visit(node: &Node<Puct>, children: &[Node<Puct>], utility: f64, weight: f64) {
        node.stats.count(leaf(utility, weight, BiasClass::default()));
        node.stats.count_edge();
        node.stats.set_means(means(node, children, &BiasTable::default()));
    }

    fn parent(children: &[Node<Puct>]) -> WeightedMeans {
        let node = child(1.0, 0.3, 1);
        means(&node, children, &BiasTable::default())
    }

    fn is_near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn the_mean_is_over_the_own_evaluation_and_the_visited_children() {
        let alone = parent(&[child(0.5, 0.0, 0)]);
        assert!(is_near(alone.utility, 0.3) && is_near(alone.weight, 1.0));
        let one = parent(&[child(0.5, 0.5, 3), child(0.5, 0.0, 0)]);
        assert!(is_near(one.utility, (0.3 + 3.0 * 0.5) / 4.0) && is_near(one.weight, 4.0));
        assert!(is_near(one.utility_square, (0.09 + 3.0 * 0.25) / 4.0));
        let equal = parent(&[child(0.5, 0.5, 2), child(0.5, 0.5, 2)]);
        assert!(is_near(equal.utility, (0.3 + 4.0 * 0.5) / 5.0) && is_near(equal.win_rate, 0.46));
    }

    #[test]
    fn an_uncertain_evaluation_counts_less() {
        let (certain, uncertain) = (child(0.5, 0.0, 0), child(0.5, 0.0, 0));
        weighted_visit(&certain, &[], 0.5, 3.0);
        weighted_visit(&uncertain, &[], 0.5, 0.5);
        assert!(is_near(parent(&[certain]).utility, (0.3 + 3.0 * 0.5) / 4.0));
        let of_uncertain = parent(&[uncertain]);
        assert!(is_near(of_uncertain.utility, (0.3 + 0.5 * 0.5) / 1.5));
        assert!(is_near(of_uncertain.weight, 1.5));
    }

    #[test]
    fn a_bad_child_counts_less_than_its_visits() {
        let utility = parent(&[child(0.5, 0.8, 20), child(0.5, 0.2, 20)]).utility;
        let plain = (0.3 + 20.0 * 0.2 + 20.0 * 0.8) / 41.0;
        assert!(utility < plain - 0.05, "{utility}");
    }

    #[test]
    fn visits_of_a_bad_unlikely_child_are_noise() {
        let weight =
            |policy, utility| parent(&[child(0.9, 0.6, 20), child(policy, utility, 20)]).weight;
        assert!(is_near(weight(0.01, 0.6), 41.0), "as good as the likelier one");
        assert!(is_near(weight(0.9, 0.2), 41.0), "as likely");
        assert!(weight(0.01, 0.2) < 30.0);
        assert!(weight(0.01, 0.2) < weight(0.01, 0.5));
    }

    /// Both had read the same bias of the node before.
    #[test]
    fn what_one_of_two_threads_added_to_the_biases_was_never_taken_out() {
        let class = BiasClass::from_number(1);
        let (node, biases) = (&Node::<Puct>::default(), &BiasTable::default());
        node.stats.count(leaf(0.3, 1.0, class));
        let children = [0.4, 0.9].map(|utility| [child(0.5, utility, 1)]);
        thread::scope(|scope| {
            for children in &children {
                scope.spawn(move || {
                    for _ in 0..20_000 {
                        means(node, children, biases);
                    }
                });
            }
        });
        biases.replace(class, node.stats.bias(), BiasSum::new(0.0, 1.0));
        let left = biases.correction(class);
        assert!(left.abs() < 0.01, "{left}");
    }
}
