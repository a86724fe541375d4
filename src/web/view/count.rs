//! A count as pages show it.

use serde::Serialize;

use super::{vertex, vertices};
use crate::{
    board::{Color, Size},
    score::Row,
    web::{
        by_color::ByColor,
        session::{Count, Session},
    },
};

/// The count of the position.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CountView {
    /// Whether the engine still judges.
    judging: bool,
    dead: Vec<String>,
    territory: ByColor<Vec<String>>,
    dame: Vec<String>,
    rows: Vec<RowView>,
    winner: Option<Color>,
    margin: Option<f64>,
    may_mark: bool,
    all_stand: bool,
    agreed: ByColor<bool>,
    proposals: ByColor<Option<Color>>,
    next: &'static str,
    /// A stone of the chain whose life was played out last, and whether it lives.
    confirmed: Option<(String, bool)>,
}

#[derive(Clone, Debug, Serialize)]
struct RowView {
    label: &'static str,
    black: f64,
    white: f64,
}

impl CountView {
    pub(super) fn of(session: &Session, count: &Count) -> CountView {
        let game = session.tree.game();
        let size = game.size();
        let counted = count.counted(game);
        let mut view = CountView {
            judging: counted.is_none(),
            dead: vertices(size, count.dead.iter()),
            territory: ByColor::default(),
            dame: Vec::new(),
            rows: Vec::new(),
            winner: None,
            margin: None,
            may_mark: session.may_mark(),
            all_stand: count.all_stand || game.removes_no_stones(),
            agreed: ByColor::of(count.agreed),
            proposals: ByColor::of(count.proposals),
            next: session.next_in_count(),
            confirmed: count.confirmed.map(|(stone, is_alive)| (vertex(size, stone), is_alive)),
        };
        if let Some(counted) = counted {
            view.fill(size, &counted);
        }
        view
    }

    fn fill(&mut self, size: Size, counted: &crate::web::session::Counted) {
        let territory = counted.territory.each_ref();
        self.territory = ByColor::of(territory.map(|points| vertices(size, points.iter())));
        self.dame = vertices(size, counted.dame.iter());
        self.rows = counted.rows.iter().map(row).collect();
        let (black, white) = (counted.score.black, counted.score.white);
        self.rows.push(RowView { label: "total", black, white });
        self.winner = counted.score.winner();
        self.margin = Some(counted.score.margin().abs());
    }
}

fn row(row: &Row) -> RowView {
    let [black, white] = row.points;
    RowView { label: row.part.name(), black, white }
}
