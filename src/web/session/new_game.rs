//! New games, and the terms of the present one: rules, komi and handicap.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde_json::Value;

use super::{
    Outcome, Refused, Session,
    players::{Player, name_of},
};
use crate::{
    board::{Color, Move, Point, PointSet, Size},
    game::fixed_handicap,
    rules::{HandicapMethod, Rules, is_half_points},
    sgf::{Collection, Editor, Record, SetUp, Step, escape, point_name},
    web::{
        action::{Mode, NewGame, PlayerForm},
        clock::{GameClock, TimeForm, TimeSystem, system_properties},
        files::RecordFile,
        properties::set_properties,
        tree::GameTree,
    },
};

/// Limit of komi, in points.
const MAX_KOMI: f64 = 625.0;

/// Limit of handicap stones.
const MAX_HANDICAP: u32 = 25;

impl Session {
    /// Starts a game in a new record.
    pub(super) fn new_game(&mut self, form: &NewGame, now: Instant) -> Outcome {
        let terms = Terms::read(form)?;
        terms.players.iter().try_for_each(|player| self.check_profile(player))?;
        let tree = GameTree::new(terms.collection(form)?)?;
        self.replace(tree, RecordFile::default());
        self.tree.mark_dirty();
        self.players = terms.players;
        self.free_handicap = terms.stones_to_place;
        self.mode = Mode::Play;
        self.clock = GameClock::new(terms.systems);
        self.start_turn(now);
        Ok(())
    }

    /// Starts the clock for the player to move. In a review it stands.
    pub(super) fn start_turn(&mut self, now: Instant) {
        if self.clock.is_used() {
            self.clock.start(self.to_move(), now);
            if self.mode == Mode::Review {
                self.clock.pause(now);
            }
        }
    }

    /// Number of handicap stones that Black has yet to place, at the root.
    pub(in crate::web) fn handicap_left(&self) -> u32 {
        if self.free_handicap == 0 || self.tree.cursor() != self.tree.root() {
            return 0;
        }
        self.free_handicap.saturating_sub(self.black_stones().len() as u32)
    }

    fn black_stones(&self) -> Vec<Point> {
        let board = self.tree.game().board();
        let is_black = |point: &Point| board.stone(*point) == Some(Color::Black);
        board.size().points().filter(is_black).collect()
    }

    /// Places a handicap stone for Black.
    pub(super) fn place_handicap_stone(&mut self, mv: Move, now: Instant) -> Outcome {
        let point = mv.point().filter(|&point| self.tree.game().board().is_empty(point));
        let point = point.ok_or_else(|| Refused::conflict("occupied", "there is a stone"))?;
        let (stones, size) = (self.black_stones(), self.tree.size());
        let stones = stones.into_iter().chain([point]);
        let values: Vec<String> = stones.map(|point| point_name(size, point)).collect();
        let root = self.tree.root();
        self.edit_terms(root, |editor| editor.set_property(root, "AB", &values))?;
        if self.handicap_left() == 0 {
            self.start_turn(now);
        }
        Ok(())
    }

    /// Changes the rule set: by name, or by an object that changes some axes.
    pub(super) fn set_rules(&mut self, name: Option<String>, axes: Option<Value>) -> Outcome {
        let rules = match (name, axes) {
            (Some(name), _) => read_rules(&Value::String(name))?,
            (None, Some(Value::Object(axes))) => {
                let mut rules = self.tree.game().rules().clone();
                for (key, value) in &axes {
                    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    rules.set(key, &text).map_err(|error| Refused::invalid(error.to_string()))?;
                }
                rules
            }
            _ => return Err(Refused::invalid("expected the name or the axes of a rule set")),
        };
        let root = self.tree.root();
        let name = escape(&rules.sgf_name());
        // The unit of KM depends on the rules.
        let komi = self.tree.game().agreed_komi();
        self.edit_terms(root, |editor| {
            if let Some(komi) = komi {
                editor.set_property(root, "KM", &[komi.to_string()])?;
            }
            editor.set_property(root, "RU", &[name])
        })?;
        Ok(())
    }

    /// Changes komi.
    pub(super) fn set_komi(&mut self, komi: f64) -> Outcome {
        let komi = read_komi(komi)?;
        let root = self.tree.root();
        self.edit_terms(root, |editor| editor.set_property(root, "KM", &[komi.to_string()]))?;
        Ok(())
    }
}

fn read_rules(value: &Value) -> Result<Rules, Refused> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    Rules::parse(&text).map_err(|error| Refused::invalid(error.to_string()))
}

fn read_komi(komi: f64) -> Result<f64, Refused> {
    let is_valid = komi.abs() <= MAX_KOMI && is_half_points(komi);
    let message = "komi: expected a multiple of half a point up to 625";
    if is_valid { Ok(komi) } else { Err(Refused::invalid(message)) }
}

/// The terms of a new game.
struct Terms {
    size: Size,
    rules: Rules,
    komi: f64,
    handicap: u32,
    /// Stones that are set up.
    stones: PointSet,
    /// Stones that Black is to place.
    stones_to_place: u32,
    players: [Player; 2],
    systems: [TimeSystem; 2],
}

impl Terms {
    fn read(form: &NewGame) -> Result<Terms, Refused> {
        let (width, height) = form.size.unwrap_or((19, 19));
        let size = Size::new(width, height).map_err(|error| Refused::invalid(error.to_string()))?;
        let rules = form.rules.as_ref().map_or(Ok(Rules::default()), read_rules)?;
        let players = [Player::of(&form.black)?, Player::of(&form.white)?];
        let handicap = if form.handicap < 2 { 0 } else { form.handicap };
        let (stones, stones_to_place) = handicap_stones(form, size, &rules, &players)?;
        let komi = form.komi.map_or(Ok(rules.default_komi(handicap)), read_komi)?;
        let clock = form.clock.clone().unwrap_or_default();
        let system = |form: &TimeForm| {
            TimeSystem::try_from(form).map_err(|error| Refused::invalid(error.to_string()))
        };
        let systems = [system(&clock.black)?, system(&clock.white)?];
        Ok(Terms { size, rules, komi, handicap, stones, stones_to_place, players, systems })
    }

    /// The record of a game on these terms, before its first move.
    fn collection(&self, form: &NewGame) -> Result<Collection, Refused> {
        let name = |form: &PlayerForm, color: Color| name_of(form, &self.players[color.index()]);
        let black = self.stones.iter().collect();
        let record = Record {
            komi: Some(self.komi.to_string()),
            rules: Some(self.rules.sgf_name()),
            handicap: (self.handicap > 0).then_some(self.handicap),
            black: name(&form.black, Color::Black),
            white: name(&form.white, Color::White),
            date: Some(today()),
            first: (self.handicap > 0).then_some(Color::White),
            steps: vec![Step::SetUp(SetUp { black, ..SetUp::default() })],
            ..Record::new(self.size)
        };
        let mut editor = Editor::new(Collection::from(&record));
        let root = editor.collection().games().next().expect("a game");
        let systems = system_properties(self.systems);
        set_properties(&mut editor, root, &systems).map_err(|error| error.to_string())?;
        Ok(editor.collection().clone())
    }
}

/// The handicap stones that are set up, and the number of those that Black is to place.
fn handicap_stones(
    form: &NewGame,
    size: Size,
    rules: &Rules,
    players: &[Player; 2],
) -> Result<(PointSet, u32), Refused> {
    let stones = form.handicap;
    if stones < 2 {
        return Ok((PointSet::EMPTY, 0));
    }
    if stones > MAX_HANDICAP || stones as usize >= size.area() {
        let message = format!("handicap: at most {MAX_HANDICAP} stones, fewer than points");
        return Err(Refused::invalid(message));
    }
    let by_person = !players[Color::Black.index()].is_engine();
    let is_free = form.free || rules.handicap_method == HandicapMethod::WhitePasses;
    if is_free && by_person {
        return Ok((PointSet::EMPTY, stones));
    }
    let fixed = fixed_handicap(size, stones);
    fixed.map(|fixed| (fixed, 0)).map_err(|error| Refused::invalid(error.to_string()))
}

/// The date in UTC, as in DT.
fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(now.as_secs() / 86_400)
}

/// The date of a day since 1 January 1970 (H. Hinnant, "chrono-compatible low-level date
/// algorithms", `civil_from_days`).
fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_dates() {
        let days = [(0, "1970-01-01"), (11_016, "2000-02-29"), (20_782, "2026-11-25")];
        for (day, expected) in days {
            assert_eq!(date(day), expected);
        }
    }
}
