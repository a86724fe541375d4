//! Lines of a game, node by node up to the first fault.

use super::{
    Collection, Document, NodeId, Record, SgfError, WarningKind,
    reader::{Faults, LineReader},
};

/// A line of a game as a record, up to its first fault.
#[derive(Clone, Debug)]
pub struct GameLine {
    /// The record of the nodes that were read.
    pub record: Record,
    /// The nodes that were read, in order.
    pub nodes: Vec<LineNode>,
    /// The fault of the node after these, or that the file ends inside the game.
    pub fault: Option<SgfError>,
}

/// A node of a [`GameLine`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineNode {
    /// The node.
    pub node: NodeId,
    /// Number of steps of the record up to the end of this node.
    pub steps: usize,
}

impl Collection {
    /// Reads the line from the root of a game through a node to the end of the node's main variation,
    /// up to its first fault.
    ///
    /// # Errors
    /// As in [`read`](super::read), if the root node is malformed.
    pub fn line_through(&self, node: NodeId) -> Result<GameLine, SgfError> {
        read_until_fault(self, &Faults::new(), self.full_line(node).into_iter(), |_| false)
    }
}

/// Reads nodes up to the first fault. A move cut off by the end of the file is a fault too.
fn read_until_fault(
    collection: &Collection,
    faults: &Faults,
    line: impl Iterator<Item = NodeId>,
    is_cut_off: impl Fn(NodeId) -> bool,
) -> Result<GameLine, SgfError> {
    let mut reader = LineReader::new(collection, faults);
    let (mut nodes, mut fault) = (Vec::new(), None);
    for node in line {
        let read = match is_cut_off(node) {
            true => Err(SgfError::Truncated),
            false => reader.read(node),
        };
        match read {
            Ok(()) => nodes.push(LineNode { node, steps: reader.steps() }),
            Err(error) if reader.is_empty() => return Err(error),
            Err(error) => {
                fault = Some(error);
                break;
            }
        }
    }
    Ok(GameLine { record: reader.into_record(), nodes, fault })
}

impl Document {
    /// Reads the main variation of a game up to its first fault.
    ///
    /// # Errors
    /// As in [`read`](super::read), if the root node is malformed.
    pub fn line(&self, game: NodeId) -> Result<GameLine, SgfError> {
        let is_truncated = self.collection.next_sibling(game).is_none() && self.is_truncated();
        let nodes = self.collection.main_variation(game);
        let is_cut_off = |node| self.is_cut_off(node);
        let mut line = read_until_fault(&self.collection, &self.faults(), nodes, is_cut_off)?;
        line.fault = line.fault.or_else(|| is_truncated.then_some(SgfError::Truncated));
        Ok(line)
    }

    /// Whether the file ends inside a move or a set-up of this node, whose value is not certain.
    /// Only the warning of the unclosed game follows that of the value.
    fn is_cut_off(&self, node: NodeId) -> bool {
        let is_unclosed = |warning: &super::Warning| {
            warning.node == node && warning.kind == WarningKind::UnclosedValue
        };
        let last = self.collection.properties(node).last().map(|property| property.name());
        let is_position = matches!(last, Some("B" | "W" | "AB" | "AW" | "AE" | "PL"));
        is_position && self.warnings.iter().rev().take(2).any(is_unclosed)
    }

    /// Whether the file ends inside its last game.
    pub(super) fn is_truncated(&self) -> bool {
        self.warnings.last().is_some_and(|warning| warning.kind == WarningKind::UnclosedGame)
    }

    /// The nodes that may lack a move.
    pub(super) fn faults(&self) -> Faults {
        let is_fault = |kind: &WarningKind| {
            matches!(kind, WarningKind::MissingMove | WarningKind::MissingName)
        };
        let kinds = self.warnings.iter().map(|warning| (warning.node, warning.kind));
        kinds.filter(|(_, kind)| is_fault(kind)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Result<GameLine, SgfError> {
        let document = Document::read(text.as_bytes()).expect("a file");
        let game = document.collection.games().next().expect("a game");
        document.line(game)
    }

    #[test]
    fn each_node_has_its_steps() {
        let line = line("(;SZ[9]AB[aa];C[no step];B[ee]W[ff];PL[B])").expect("well-formed");
        let steps: Vec<usize> = line.nodes.iter().map(|node| node.steps).collect();
        assert_eq!(steps, [1, 1, 3, 4]);
        assert_eq!(line.fault, None);
    }

    #[test]
    fn a_line_goes_through_any_node() {
        let document = Document::read(b"(;SZ[9];B[ee](;W[gc];B[aa])(;W[cc];B[cg];W[gg]))");
        let collection = document.expect("a file").collection;
        let nodes: Vec<NodeId> =
            collection.games().flat_map(|g| collection.descendants(g)).collect();
        let line = collection.line_through(nodes[4]).expect("well-formed");
        let own: Vec<NodeId> = line.nodes.iter().map(|node| node.node).collect();
        assert_eq!(own, [nodes[0], nodes[1], nodes[4], nodes[5], nodes[6]]);
        assert_eq!((line.record.steps.len(), line.fault), (4, None));
    }

    #[test]
    fn a_line_is_read_up_to_its_first_fault() {
        let cut = line("(;SZ[9];B[ee];W[zz];B[aa])").expect("a well-formed root");
        assert_eq!(cut.nodes.len(), 2);
        assert!(matches!(cut.fault, Some(SgfError::Move { number: 2, .. })), "{:?}", cut.fault);
        let cut = line("(;SZ[9];B[ee];W[a").expect("a well-formed root");
        assert_eq!((cut.nodes.len(), cut.fault), (2, Some(SgfError::Truncated)));
        let cut = line("(;SZ[9];B[ee];W[aa]C[good mo").expect("a well-formed root");
        assert_eq!((cut.nodes.len(), cut.fault), (3, Some(SgfError::Truncated)));
        assert!(matches!(line("(;SZ[99];B[ee])"), Err(SgfError::Size(_))));
    }
}
