//! The status of the stones and the count, an extension of KataGo's protocol.

use serde_json::{Value, json};

use crate::{
    board::{Color, Point, PointSet, Vertex},
    game::Game,
    score::{Tally, territory},
    status::Status,
};

/// Describes the chains, the territory, and the count as the game's rule set has it.
pub(super) fn describe(game: &Game, status: &Status) -> Value {
    let Status { verdict, unsettled, .. } = status;
    let (board, size, judgment) = (game.board(), game.size(), &verdict.judgment);
    let name = |point: Point| Vertex::of(size, point).to_string();
    let names = |points: &PointSet| -> Vec<String> {
        size.points().filter(|point| points.contains(*point)).map(name).collect()
    };
    let chain = |chain: Point| {
        let is_in_seki = judgment.seki.is_some_and(|seki| seki.contains(chain));
        let fate = match judgment.dead.contains(chain) {
            true => "dead",
            false if is_in_seki => "seki",
            false => "alive",
        };
        let mut stones: Vec<Point> = board.chain(chain).collect();
        stones.sort_by_key(|&stone| (size.row(stone), size.column(stone)));
        let stones: Vec<String> = stones.into_iter().map(name).collect();
        let color = board.stone(chain).map(|color| color.letter().to_string());
        json!({ "color": color, "status": fate, "stones": stones })
    };
    let owned = territory(&verdict.counted_board, game.rules(), judgment, &verdict.tally(game));
    let (score, tally) = (verdict.score(game), Tally::of(game));
    let by_color = |values: [f64; 2]| json!({ "B": values[0], "W": values[1] });
    let captured = |color: Color| f64::from(tally.removed[color.opponent().index()]);
    json!({
        "chains": board.chains().map(chain).collect::<Vec<_>>(),
        "territory": { "B": names(&owned[0]), "W": names(&owned[1]) },
        "unsettled": names(&unsettled.stones),
        "count": {
            "result": game.uncounted_result().unwrap_or_else(|| score.to_string()),
            "points": by_color([score.black, score.white]),
            "captures": by_color(Color::ALL.map(captured)),
            "komi": tally.komi,
            "handicapBonus": tally.handicap_bonus,
            "button": tally.button.map(|color| color.letter().to_string()),
        },
    })
}
