//! Sums of statistics, by node.

use std::collections::BTreeMap;

/// Visits of a node, and the sums of their values, from 0 to 1 each, for the player who moved there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeSums {
    /// Number of visits.
    pub visits: f64,
    /// Sum of their utilities.
    pub utility: f64,
    /// Number of visits of the parent in which the move was played later.
    pub amaf_visits: f64,
    /// Sum of their utilities.
    pub amaf_utility: f64,
}

impl NodeSums {
    /// The sums of both.
    pub(super) fn plus(self, other: NodeSums) -> NodeSums {
        NodeSums {
            visits: self.visits + other.visits,
            utility: self.utility + other.utility,
            amaf_visits: self.amaf_visits + other.amaf_visits,
            amaf_utility: self.amaf_utility + other.amaf_utility,
        }
    }

    /// The sums without those of `other`.
    #[must_use]
    pub fn minus(self, other: NodeSums) -> NodeSums {
        NodeSums {
            visits: self.visits - other.visits,
            utility: self.utility - other.utility,
            amaf_visits: self.amaf_visits - other.amaf_visits,
            amaf_utility: self.amaf_utility - other.amaf_utility,
        }
    }

    /// Whether the numbers are possible: counts from 0 to 2^31. A sum may exceed its count by the
    /// visits in progress, which have a value later than they are counted.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        const MAX: f64 = (1_u32 << 31) as f64;
        let is_count = |count: f64| (0.0..=MAX).contains(&count);
        [self.visits, self.amaf_visits].into_iter().all(is_count)
            && [self.utility, self.amaf_utility].into_iter().all(|sum| sum.abs() <= MAX)
    }

    /// The sums in units that add up without rounding, in whatever order.
    pub(super) fn rounded(self) -> NodeSums {
        const UNITS: f64 = 4096.0;
        let round = |sum: f64| (sum * UNITS).round() / UNITS;
        NodeSums { utility: round(self.utility), amaf_utility: round(self.amaf_utility), ..self }
    }

    /// Whether there is nothing to add.
    pub(super) fn is_nothing(&self) -> bool {
        *self == NodeSums::default()
    }
}

/// The statistics of one child of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChildSums {
    /// The move, by the index of its point in the layout of the board, 0 for a pass.
    pub point_index: u16,
    /// What is known of it.
    pub sums: NodeSums,
}

/// Statistics of the children of nodes near the root. A node is identified by the moves from the root,
/// each by the index of its point as in [`ChildSums`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeSums(BTreeMap<Vec<u16>, Children>);

/// The statistics of some children of a node, in the order of their points.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Children(Vec<ChildSums>);

impl TreeSums {
    /// Adds to the statistics of one child of a node.
    pub fn add(&mut self, parent: &[u16], point_index: u16, sums: NodeSums) {
        self.children_mut(parent).add(point_index, sums);
    }

    /// Adds to the statistics of some nodes.
    pub fn add_all(&mut self, other: &TreeSums) {
        for (parent, children) in other.iter() {
            let own = self.children_mut(parent);
            children.iter().for_each(|child| own.add(child.point_index, child.sums));
        }
    }

    /// The nodes that differ, without what `other` has of them.
    #[must_use]
    pub fn minus(&self, other: &TreeSums) -> TreeSums {
        let none = Children::default();
        let mut difference = TreeSums::default();
        for (parent, children) in &self.0 {
            let theirs = other.0.get(parent).unwrap_or(&none);
            let rest = children.map(|index, sums| sums.minus(theirs.get(index)));
            difference.insert(parent.clone(), rest);
        }
        difference
    }

    /// The statistics of a child of a node; zeros if it has none.
    #[must_use]
    pub fn get(&self, parent: &[u16], point_index: u16) -> NodeSums {
        self.0.get(parent).map_or_else(NodeSums::default, |children| children.get(point_index))
    }

    /// The nodes whose children have statistics, in the order of their paths.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&[u16], &[ChildSums])> {
        self.0.iter().map(|(parent, children)| (&parent[..], &children.0[..]))
    }

    /// Sets the statistics of the children of a node.
    pub(super) fn insert(&mut self, parent: Vec<u16>, children: Children) {
        if !children.0.is_empty() {
            self.0.insert(parent, children);
        }
    }

    /// The statistics of the children of a node, for changes.
    pub(super) fn children_mut(&mut self, parent: &[u16]) -> &mut Children {
        if !self.0.contains_key(parent) {
            self.0.insert(parent.to_vec(), Children::default());
        }
        self.0.get_mut(parent).expect("it was inserted")
    }

    /// The statistics of the children of each node.
    pub(super) fn into_nodes(self) -> impl Iterator<Item = (Vec<u16>, Children)> {
        self.0.into_iter()
    }
}

impl Children {
    /// The statistics of one child; zeros if it has none.
    pub(super) fn get(&self, point_index: u16) -> NodeSums {
        self.search(point_index).map_or_else(|_| NodeSums::default(), |at| self.0[at].sums)
    }

    /// Sets the statistics of one child.
    pub(super) fn set(&mut self, point_index: u16, sums: NodeSums) {
        match self.search(point_index) {
            Ok(at) => self.0[at].sums = sums,
            Err(at) => self.0.insert(at, ChildSums { point_index, sums }),
        }
    }

    /// Adds to the statistics of one child.
    pub(super) fn add(&mut self, point_index: u16, sums: NodeSums) {
        self.set(point_index, self.get(point_index).plus(sums));
    }

    /// Applies a function to the statistics of each child, and drops zeros.
    pub(super) fn map(&self, mut function: impl FnMut(u16, NodeSums) -> NodeSums) -> Children {
        let changed = |&ChildSums { point_index, sums }: &ChildSums| {
            let sums = function(point_index, sums);
            (!sums.is_nothing()).then_some(ChildSums { point_index, sums })
        };
        Children(self.0.iter().filter_map(changed).collect())
    }

    fn search(&self, point_index: u16) -> Result<usize, usize> {
        self.0.binary_search_by_key(&point_index, |child| child.point_index)
    }
}
