//! The actions of pages as they are sent: `{"do": NAME, "at": NODE, "record": NUMBER, …}`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::clock::TimeForm;
use crate::board::Color;

/// An action, and the node and the record that it is meant for.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct PageAction {
    /// The node that the page shows. If the cursor is at another one by now, the action is refused.
    #[serde(default)]
    pub(super) at: Option<usize>,
    /// The number of the record that the page shows. If another one is shown by now, the action is
    /// refused: nodes are numbered anew in each record.
    #[serde(default)]
    pub(super) record: Option<u64>,
    #[serde(flatten)]
    pub(super) action: Action,
}

/// An action of a person.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(super) enum Action {
    /// Starts a game in a new record.
    New(Box<NewGame>),
    /// Plays a move of the player to move: a vertex or `pass`.
    Play {
        point: String,
        /// Whether an illegal move is played, which loses the game under rule sets that say so.
        #[serde(default)]
        forfeit: bool,
    },
    /// Goes back to the last turn of a person.
    Undo,
    /// Goes on along the line that was left by undo.
    Redo,
    Resign {
        color: Option<Color>,
    },
    /// Shows a good move.
    Hint,
    Go {
        node: usize,
    },
    Step {
        by: StepBy,
    },
    Mode {
        mode: Mode,
    },
    SetPlayer {
        color: Color,
        player: PlayerForm,
    },
    Rules {
        name: Option<String>,
        axes: Option<Value>,
    },
    Komi {
        komi: f64,
    },
    Analyze {
        on: bool,
    },
    /// Restricts analyses and hints to these points; to all if there are none.
    Region {
        points: Vec<String>,
    },
    /// Sets the losses at which inaccuracies, mistakes and blunders begin.
    Thresholds {
        limits: [f64; 3],
    },
    Review {
        on: bool,
        visits: Option<u64>,
    },
    Mark {
        point: String,
        kind: String,
        text: Option<String>,
    },
    Line {
        from: String,
        to: String,
        #[serde(default)]
        arrow: bool,
    },
    /// Sets the comment of a node; of that at the cursor if none is given.
    Comment {
        node: Option<usize>,
        text: String,
    },
    NodeName {
        text: String,
    },
    /// Begins a figure at the cursor, with the flags of FG, or joins it to the one before.
    Figure {
        on: bool,
        #[serde(default)]
        flags: u32,
        #[serde(default)]
        name: String,
    },
    /// Shows only these points from here on, or all points if there are none. Without a list, the
    /// node's own list is removed.
    View {
        points: Option<Vec<String>>,
    },
    Annotate {
        property: String,
        value: Option<String>,
    },
    Info {
        property: String,
        value: Option<String>,
    },
    SetUp {
        points: Vec<String>,
        color: Option<Color>,
    },
    ToMove {
        color: Option<Color>,
    },
    DeleteNode,
    Cut,
    Copy,
    Paste,
    MakeMain,
    UndoEdit,
    RedoEdit,
    AddLine {
        moves: Vec<String>,
    },
    /// Toggles whether a chain is dead.
    MarkDead {
        point: String,
    },
    /// Agrees to the marked stones; both players if no color is given.
    Agree {
        color: Option<Color>,
    },
    /// Resumes play after a stop: `color` demands it, and `first` is to move first.
    Resume {
        color: Option<Color>,
        first: Option<Color>,
    },
    /// Plays out whether the chain at this point lives, `first` to move first: the player who tries to
    /// capture it if no color is given.
    Confirm {
        point: String,
        first: Option<Color>,
    },
    /// Ends the play that [`Action::Confirm`] began, and marks the chain by its result.
    EndConfirmation,
    /// Sets or changes the clock. In a review only a standalone clock starts and is pressed, for which a
    /// color is given.
    Clock {
        action: Option<ClockAction>,
        color: Option<Color>,
        settings: Option<TimeForm>,
    },
    Save {
        /// Whether to overwrite a file that changed on disk.
        #[serde(default)]
        force: bool,
    },
    Find {
        kind: String,
        #[serde(default)]
        text: String,
    },
    /// Shows another game of the file.
    Game {
        index: usize,
    },
    /// Reads the file again in another charset. Edits that are not saved are lost.
    Charset {
        name: String,
    },
    /// Counts the position under every preset.
    CountAll,
    /// Judges and counts the position, whether or not play has stopped.
    Count {
        #[serde(default = "yes")]
        on: bool,
    },
}

const fn yes() -> bool {
    true
}

/// The form of a new game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct NewGame {
    pub(super) size: Option<(u8, u8)>,
    /// The name of a preset, or an object as `kata-set-rules` takes it.
    pub(super) rules: Option<Value>,
    pub(super) komi: Option<f64>,
    pub(super) handicap: u32,
    /// Whether Black places the handicap stones.
    pub(super) free: bool,
    pub(super) black: PlayerForm,
    pub(super) white: PlayerForm,
    pub(super) clock: Option<ClockForm>,
}

/// The player of a color.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(super) struct PlayerForm {
    /// `person` or `engine`.
    pub(super) kind: String,
    pub(super) level: Option<u32>,
    pub(super) profile: Option<String>,
    pub(super) name: Option<String>,
}

/// The time systems of both players.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(super) struct ClockForm {
    pub(super) black: TimeForm,
    pub(super) white: TimeForm,
}

/// The distance or the target of a step.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum StepBy {
    Nodes(i64),
    To(StepTo),
}

/// The target of a step.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum StepTo {
    First,
    Last,
    NextVariation,
    PreviousVariation,
}

/// Whether a game is played or a record looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mode {
    /// The engine moves when it is its turn, and the clock runs.
    Play,
    /// The engine never moves by itself.
    Review,
}

/// A change of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ClockAction {
    Pause,
    Start,
    /// Completes a turn without a move on the board: the clock is used without one.
    Press,
}
