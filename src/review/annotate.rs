//! A review as notes in the tree of its game.

use std::collections::HashMap;

use super::{
    assess::{Assessment, MoveAssessment, MoveQuality},
    comments,
    game::ReviewGame,
    marks::{self, NodeNotes},
    properties::{self, Context},
    values::{CandidateValues, PositionValues},
};
use crate::{
    board::Color,
    sgf::{Collection, EditError, Editor, NodeId, move_property, move_value},
};

/// The annotations of moves, of which a node has at most one.
const MOVE_ANNOTATIONS: [&str; 4] = ["BM", "DO", "IT", "TE"];

/// The options of the annotations that a review adds to a game.
#[derive(Clone, Debug)]
pub struct AnnotateOptions {
    /// Moves of each player that are marked.
    pub worst: usize,
    /// Variations that are added at a marked move.
    pub variations: usize,
    /// Whether comments are added.
    pub comments: bool,
    /// Whether KaTrain's property is added, most of the size of a file.
    pub katrain: bool,
    /// The name of the engine that evaluated the positions.
    pub engine: String,
}

/// Adds the values of all positions to their nodes, and to the worst moves an annotation (`BM` or
/// `DO`), a hotspot, a comment and the better lines as variations. The notes of an earlier review
/// are removed, all else in the file stays. It is one step for undo.
///
/// # Errors
/// The collection lacks nodes of the game, or is full.
pub fn annotate(
    editor: &mut Editor,
    game: &ReviewGame,
    values: &[Option<PositionValues>],
    assessment: &Assessment,
    options: &AnnotateOptions,
) -> Result<(), EditError> {
    let worst: HashMap<usize, &MoveAssessment> = Color::ALL
        .into_iter()
        .flat_map(|color| assessment.worst(color, options.worst))
        .map(|assessed| (assessed.position, assessed))
        .collect();
    let review = Review { game, values, assessment, options };
    editor.step(|editor| {
        marks::remove_notes(editor, game.root())?;
        for index in 0..game.positions.len() {
            review.note_position(editor, index, worst.get(&index).copied())?;
        }
        let mut marked: Vec<&MoveAssessment> = worst.into_values().collect();
        marked.sort_by_key(|assessed| assessed.position);
        marked.into_iter().try_for_each(|assessed| review.add_variations(editor, assessed))
    })
}

/// Whether a game has the notes of a review.
#[must_use]
pub fn is_reviewed(collection: &Collection, game: NodeId) -> bool {
    collection.main_variation(game).any(|node| marks::is_marked(collection, node))
}

struct Review<'r> {
    game: &'r ReviewGame,
    values: &'r [Option<PositionValues>],
    assessment: &'r Assessment,
    options: &'r AnnotateOptions,
}

impl Review<'_> {
    fn values(&self, index: usize) -> Option<&PositionValues> {
        self.values.get(index)?.as_ref()
    }

    fn note_position(
        &self,
        editor: &mut Editor,
        index: usize,
        marked: Option<&MoveAssessment>,
    ) -> Result<(), EditError> {
        let Some(values) = self.values(index) else { return Ok(()) };
        let positions = &self.game.positions;
        let played = positions.get(index + 1).and_then(|next| next.played);
        let after = self.values(index + 1);
        let mut notes = NodeNotes::new(editor, positions[index].node);
        let context = Context {
            size: self.game.size(),
            engine: &self.options.engine,
            is_root: index == 0,
            has_katrain: self.options.katrain,
            next: played.zip(after).map(|((_, mv), after)| (mv, after)),
        };
        properties::write(&mut notes, values, &context)?;
        if index == 0 {
            self.game.overrides.write(&mut notes)?;
        }
        if index == 0 && self.options.comments {
            let (values, worst) = (self.values, self.options.worst);
            notes.comment(&comments::on_game(self.game, values, self.assessment, worst))?;
        }
        if let Some(assessed) = marked {
            self.mark(&mut notes, assessed, values)?;
        }
        notes.finish()
    }

    fn mark(
        &self,
        notes: &mut NodeNotes<'_>,
        assessed: &MoveAssessment,
        after: &PositionValues,
    ) -> Result<(), EditError> {
        let (name, value) = match assessed.quality {
            MoveQuality::Blunder => ("BM", "2"),
            MoveQuality::Mistake => ("BM", "1"),
            _ => ("DO", ""),
        };
        notes.set_unless(&MOVE_ANNOTATIONS, name, &[value])?;
        notes.set_unless(&["HO"], "HO", &["1"])?;
        match self.values(assessed.position - 1).filter(|_| self.options.comments) {
            Some(before) => {
                let size = self.game.size();
                notes.comment(&comments::on_move(assessed, [before, after], size))
            }
            None => Ok(()),
        }
    }

    /// Adds the best lines next to a move, unless the file has a variation that starts alike.
    fn add_variations(
        &self,
        editor: &mut Editor,
        assessed: &MoveAssessment,
    ) -> Result<(), EditError> {
        let node = self.game.positions[assessed.position].node;
        let parent = editor.collection().parent(node).filter(|&node| node != NodeId::COLLECTION);
        let Some((parent, before)) = parent.zip(self.values(assessed.position - 1)) else {
            return Ok(());
        };
        let size = self.game.size();
        let name = assessed.color.letter().to_string();
        let known = marks::first_moves(editor.collection(), parent);
        let is_new = |candidate: &&CandidateValues| {
            let start = (name.clone(), move_value(size, candidate.mv()));
            candidate.mv() != assessed.mv && !known.contains(&start)
        };
        for candidate in before.candidates.iter().take(self.options.variations).filter(is_new) {
            self.add_variation(editor, parent, assessed.color, candidate)?;
        }
        Ok(())
    }

    fn add_variation(
        &self,
        editor: &mut Editor,
        parent: NodeId,
        color: Color,
        candidate: &CandidateValues,
    ) -> Result<(), EditError> {
        let size = self.game.size();
        let mut node = parent;
        for (index, &mv) in candidate.line.iter().enumerate() {
            node = editor.add_node(node)?;
            let name = move_property(color_at(color, index));
            editor.set_property(node, name, &[move_value(size, mv)])?;
            let mut notes = NodeNotes::new(editor, node);
            notes.mark_branch();
            if index == 0 && self.options.comments {
                notes.comment(&comments::on_variation(candidate, color, size))?;
            }
            notes.finish()?;
        }
        Ok(())
    }
}

/// The player of move `index`, from 0, of a line that `first` begins.
fn color_at(first: Color, index: usize) -> Color {
    if index.is_multiple_of(2) { first } else { first.opponent() }
}
