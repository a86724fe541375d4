//! The files of `shusaku review`: the given file, and the reviewed file that is written.

use std::{
    error::Error,
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    sync::Mutex,
};

use sha2::{Digest, Sha256};

use super::{
    earlier::{earlier_review, has_review, is_complete, is_under},
    reviewer::Reviewer,
    state::ReviewState,
};
use crate::{
    files,
    review::{
        Overrides, PositionValues, ReviewGame, ReviewJob, analyze, annotate, assess, known_values,
    },
    sgf::{Document, Editor},
};

/// The end of the names of reviewed files.
const SUFFIX: &str = ".review";

/// The origin of the games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The given file: they are to be reviewed.
    Given,
    /// The file of an earlier review, which may be the given one.
    Reviewed,
}

/// A file with its games and the known values of their positions.
pub(super) struct ReviewFile {
    /// The path as given.
    pub(super) name: String,
    /// The reviewed file.
    pub(super) output: PathBuf,
    /// The graph of the games, if the call names no other.
    pub(super) graph: PathBuf,
    pub(super) source: Source,
    document: Document,
    /// The games, or the reasons why they cannot be reviewed.
    pub(super) games: Vec<Result<ReviewGame, String>>,
    /// The values of the games' positions.
    pub(super) values: Vec<Vec<Option<PositionValues>>>,
    /// SHA-256 of the given file.
    digest: String,
}

impl ReviewFile {
    /// Reads a file, or its review if there is one that is not to be replaced.
    ///
    /// # Errors
    /// The file cannot be read, in words.
    pub(super) fn open(
        path: &Path,
        folder: Option<&Path>,
        replaces: bool,
        overrides: &Overrides,
    ) -> Result<ReviewFile, String> {
        let name = path.display().to_string();
        let explain = |error: &dyn Error| format!("{name}: {error}");
        let bytes = fs::read(path).map_err(|error| explain(&error))?;
        let given = Document::read(&bytes).map_err(|error| explain(&error))?;
        let has_own = has_review(&given);
        let mut output = output_path(path, folder, has_own);
        let graph = output.with_extension("svg");
        // A given review is not its own earlier review: below it is asked whether it is complete.
        let is_output = has_own && output.canonicalize().ok() == path.canonicalize().ok();
        let earlier =
            if replaces || is_output { None } else { earlier_review(&name, &output, &given)? };
        let mut source = if earlier.is_some() { Source::Reviewed } else { Source::Given };
        if source == Source::Given && !replaces && has_own && is_complete(&given, overrides) {
            (source, output) = (Source::Reviewed, path.to_owned());
        }
        let document = earlier.unwrap_or(given);
        if source == Source::Reviewed && !is_under(&document, overrides) {
            let output = output.display();
            return Err(format!(
                "{name}: {output} is a review under other rules or komi: replace it with --force"
            ));
        }
        let games = games(&document, overrides, replaces);
        let values = games.iter().map(|game| match game {
            Ok(game) if source == Source::Reviewed => known_values(&document.collection, game),
            Ok(game) => vec![None; game.positions.len()],
            Err(_) => Vec::new(),
        });
        let values = values.collect();
        let digest = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(ReviewFile { name, output, graph, source, document, games, values, digest })
    }

    /// Number of positions of all games.
    pub(super) fn position_count(&self) -> usize {
        self.games.iter().flatten().map(|game| game.positions.len()).sum()
    }

    /// The name of a game: the file, and its index if there are several.
    pub(super) fn game_name(&self, index: usize) -> String {
        match self.games.len() {
            1 => self.name.clone(),
            _ => format!("{} game {index}", self.name),
        }
    }

    /// Analyzes the positions and writes the reviewed file. Positions that an interrupted review
    /// has analyzed are not analyzed again.
    ///
    /// # Errors
    /// Nothing can be written, no game can be reviewed, or the system refuses a thread.
    pub(super) fn review(&mut self, reviewer: &Reviewer) -> Result<(), Box<dyn Error>> {
        if self.games.iter().all(Result::is_err) {
            return Ok(());
        }
        let explain = |error: io::Error, path: &Path| format!("{}: {error}", path.display());
        if let Some(folder) = self.output.parent() {
            fs::create_dir_all(folder).map_err(|error| explain(error, folder))?;
        }
        let path = with_added(&self.output, ".part");
        let mut state = ReviewState::open(&path, &self.digest, &reviewer.settings)
            .map_err(|error| explain(error, &path))?;
        state.read_into(&self.games, &mut self.values);
        self.analyze(reviewer, &state).map_err(|error| match error.downcast::<io::Error>() {
            Ok(error) => explain(*error, &path).into(),
            Err(error) => error,
        })?;
        let text = self.annotated(reviewer)?;
        files::replace(&self.output, text.as_bytes())
            .map_err(|error| explain(error, &self.output))?;
        // The values are in the reviewed file now.
        drop(state);
        let _ = fs::remove_file(&path);
        Ok(())
    }

    /// Finds the values that are missing.
    fn analyze(&mut self, reviewer: &Reviewer, state: &ReviewState) -> Result<(), Box<dyn Error>> {
        let mut jobs = Vec::new();
        for (game_index, game) in self.games.iter().enumerate() {
            let Ok(game) = game else { continue };
            let missing =
                (0..game.positions.len()).filter(|&at| self.values[game_index][at].is_none());
            jobs.extend(missing.map(|position| ReviewJob { game, game_index, position }));
        }
        let known = self.position_count() - jobs.len();
        reviewer.bar.inc(known as u64);
        if known > 0 {
            // Positions of an earlier run say nothing about the time left.
            reviewer.bar.reset_eta();
        }
        let found = Mutex::new(Vec::with_capacity(jobs.len()));
        let failure = Mutex::new(None);
        let take = |job: &ReviewJob<'_>, values: PositionValues| {
            let written = state.append(job, &values);
            reviewer.bar.inc(1);
            found.lock().expect("no thread panics with it").push((
                job.game_index,
                job.position,
                values,
            ));
            let is_written = written.is_ok();
            if let Err(error) = written {
                *failure.lock().expect("no thread panics with it") = Some(error);
            }
            is_written
        };
        analyze(&reviewer.analyzer, &jobs, &reviewer.limits, reviewer.threads, take)?;
        if let Some(error) = failure.into_inner().expect("no thread panics with it") {
            return Err(error.into());
        }
        for (game, position, values) in found.into_inner().expect("no thread panics with it") {
            self.values[game][position] = Some(values);
        }
        Ok(())
    }

    /// The text of the reviewed file.
    fn annotated(&self, reviewer: &Reviewer) -> Result<String, Box<dyn Error>> {
        let mut editor = Editor::new(self.document.collection.clone());
        for (game, values) in self.games.iter().zip(&self.values) {
            let Ok(game) = game else { continue };
            let assessment = assess(&game.positions, values, &reviewer.thresholds);
            annotate(&mut editor, game, values, &assessment, &reviewer.annotate)?;
        }
        Ok(editor.collection().write())
    }
}

/// The games of a file, or the reasons why they cannot be reviewed. What the call does not override is
/// as in the review that the file has, unless that is replaced.
fn games(
    document: &Document,
    overrides: &Overrides,
    replaces: bool,
) -> Vec<Result<ReviewGame, String>> {
    let game = |root| {
        let earlier = if replaces {
            Overrides::default()
        } else {
            Overrides::of_review(&document.collection, root)
        };
        let overrides = overrides.or(earlier);
        ReviewGame::new(document, root, &overrides).map_err(|error| error.to_string())
    };
    document.collection.games().map(game).collect()
}

/// The path of the reviewed file: `NAME.review.sgf` for `NAME.sgf`, and the same name for a file that
/// is a review.
fn output_path(path: &Path, folder: Option<&Path>, is_review: bool) -> PathBuf {
    let mut stem: OsString = path.file_stem().unwrap_or_default().to_owned();
    let is_named_so = stem.as_encoded_bytes().ends_with(SUFFIX.as_bytes());
    if !(is_review && is_named_so) {
        stem.push(SUFFIX);
    }
    stem.push(".sgf");
    folder.map_or_else(|| path.with_file_name(&stem), |folder| folder.join(&stem))
}

fn with_added(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_review_stands_beside_its_file() {
        let output = |path: &str, folder: Option<&str>, is_review| {
            let path = output_path(Path::new(path), folder.map(Path::new), is_review);
            path.to_str().expect("a name").to_string()
        };
        assert_eq!(output("a/b.c.sgf", None, false), "a/b.c.review.sgf");
        assert_eq!(output("a/b.sgf", Some("out"), false), "out/b.review.sgf");
        assert_eq!(output("b.review.sgf", None, true), "b.review.sgf");
        assert_eq!(output("b.review.sgf", None, false), "b.review.review.sgf");
        assert_eq!(output("b.sgf", None, true), "b.review.sgf");
    }
}
