//! The clock of the game in the session. A *standalone clock* runs on its own, without a game: for two
//! people at a real board (*Clock for two players* on the page).

use std::time::{Duration, Instant};

use super::{Outcome, Refused, Session};
use crate::{
    board::Color,
    sgf::NodeId,
    web::{
        action::{ClockAction, Mode},
        clock::{PlayerTime, TimeForm, TimeSystem, read_time, system_properties, written_time},
        properties::{node_move, set_properties},
    },
};

/// Nodes between two times of a player that the record may have.
const MAX_GAP: usize = 8;

/// Time after which the clock of a person is paused if no page shows it.
const TIME_WITHOUT_PAGE: Duration = Duration::from_secs(5);

impl Session {
    /// By color: the times after the move of a node, from this game or from the record, else full.
    pub(super) fn times_at(&self, node: NodeId) -> [PlayerTime; 2] {
        let collection = self.tree.collection();
        let systems = self.clock.systems();
        let known = collection.ancestors(node).find_map(|node| self.times.get(&node));
        known.copied().unwrap_or_else(|| {
            Color::ALL.map(|color| {
                let system = systems[color.index()];
                read_time(collection, node, color, system).unwrap_or_else(|| system.full())
            })
        })
    }

    /// The seconds that the move of a node took: as they were measured, or from BL and WL of the
    /// record. `None` where they are not known, as in overtime.
    pub(in crate::web) fn time_used(&self, node: NodeId) -> Option<f64> {
        let (collection, size) = (self.tree.collection(), self.tree.size());
        let (color, _) = node_move(collection, node, size)?;
        let earlier = || collection.ancestors(node).skip(1);
        let is_timed = self.clock.systems()[color.index()] != TimeSystem::None;
        if let Some(times) = self.times.get(&node).filter(|_| is_timed) {
            let before = earlier().find_map(|node| self.times.get(&node));
            let used = |times: &[PlayerTime; 2]| times[color.index()].used.as_secs_f64();
            return Some((used(times) - before.map_or(0.0, used)).max(0.0));
        }
        let (left, is_overtime) = written_time(collection, node, color)?;
        // A player's times are two nodes apart, unless something lies between.
        let before = earlier().take(MAX_GAP).find_map(|node| written_time(collection, node, color));
        let main = || {
            let root = collection.property(self.tree.root(), "TM")?;
            Some((root.value().real()?, false))
        };
        let (had, was_overtime) = before.or_else(main)?;
        (!is_overtime && !was_overtime).then_some((had - left).max(0.0))
    }

    /// Ends the game if a flag has fallen. In a review there is no game to lose.
    pub(super) fn check_flag(&mut self, now: Instant) {
        if self.over.is_some() || self.mode != Mode::Play {
            return;
        }
        if let Some(color) = self.clock.flagged(now) {
            self.finish(format!("{}+T", color.opponent().letter()), now);
        }
    }

    /// Pauses, starts, presses or changes the clock, which works without a game too: in a review, and
    /// beside a game that is over, it has no part in the result.
    pub(super) fn change_clock(
        &mut self,
        action: Option<ClockAction>,
        color: Option<Color>,
        settings: Option<TimeForm>,
        now: Instant,
    ) -> Outcome {
        let presses = action == Some(ClockAction::Press);
        let player = if presses { Some(self.player_to_press(color)?) } else { None };
        if let Some(form) = settings {
            let color = color.ok_or_else(|| Refused::invalid("color: whose clock is it?"))?;
            self.set_clock(color, &form, now)?;
        }
        match action {
            None => Ok(()),
            Some(ClockAction::Pause) => {
                self.clock.pause(now);
                Ok(())
            }
            Some(ClockAction::Start) => {
                self.allow_clock_to_run(color)?;
                if self.clock.is_paused() {
                    self.clock.resume(now);
                } else if !self.clock.is_running() {
                    self.clock.start(color.unwrap_or_else(|| self.to_move()), now);
                }
                Ok(())
            }
            Some(ClockAction::Press) => {
                self.allow_clock_to_run(color)?;
                let player = player.unwrap_or_else(|| self.to_move());
                self.clock.press(player, now);
                Ok(())
            }
        }
    }

    /// Gives a player another time system. In a game that is played, TM and OT follow at once, otherwise
    /// with the next move that is played by the clock.
    fn set_clock(&mut self, color: Color, form: &TimeForm, now: Instant) -> Outcome {
        let system = TimeSystem::try_from(form);
        let system = system.map_err(|error| Refused::invalid(error.to_string()))?;
        if self.clock.is_running() {
            return Err(Refused::conflict("running", "pause the clock before changing it"));
        }
        if self.mode == Mode::Play && self.over.is_none() {
            let (root, mut systems) = (self.tree.root(), self.clock.systems());
            systems[color.index()] = system;
            self.tree.edit(|editor| set_properties(editor, root, &system_properties(systems)))?;
        }
        if self.mode == Mode::Review && self.interrupted_at.is_none() {
            // A standalone clock begins anew.
            self.clock.stop(now);
        }
        self.clock.set(color, system, now);
        // The times of earlier moves are those of the old system.
        for times in self.times.values_mut() {
            let time = &mut times[color.index()];
            *time = PlayerTime { used: time.used, ..system.full() };
        }
        let times = self.clock.times(now);
        let nodes = [Some(self.tree.cursor()), self.interrupted_at];
        self.times.extend(nodes.into_iter().flatten().map(|node| (node, times)));
        Ok(())
    }

    /// The player who completes a turn without a move on the board.
    fn player_to_press(&self, color: Option<Color>) -> Result<Color, Refused> {
        let turn = self.clock.turn();
        let player = color.or(turn).unwrap_or_else(|| self.to_move());
        if turn.is_some_and(|turn| turn != player) {
            return Err(Refused::conflict("turn", format!("the clock of {player} does not run")));
        }
        Ok(player)
    }

    /// Pauses the clock of a person in a game that no page has shown for some time: nobody is at the
    /// board.
    pub(super) fn pause_if_deserted(&mut self, now: Instant) {
        let is_deserted = self.hub.deserted(now) >= TIME_WITHOUT_PAGE;
        let is_persons_turn = self.clock.turn().is_some_and(|color| !self.is_engine(color));
        if is_deserted && is_persons_turn && self.mode == Mode::Play && self.over.is_none() {
            self.clock.pause(now);
            self.update_after_change(now);
        }
    }

    /// The last node of the game that is played or interrupted, the player whose turn it is there by the
    /// clock, and the time spent in it. `None` without such a turn.
    pub(in crate::web) fn turn_of_game(&self, now: Instant) -> Option<(NodeId, Color, Duration)> {
        let played = (self.mode == Mode::Play).then(|| self.tree.cursor());
        let node = played.or(self.interrupted_at)?;
        // The last node may have been deleted.
        let color = self.clock.turn().filter(|_| self.tree.collection().contains(node))?;
        Some((node, color, self.clock.spent(now)))
    }

    /// Interrupts a game at its last node, where a player has spent this time in the turn. Without the
    /// times at the start of the turn, they are those of the record.
    pub(in crate::web) fn interrupt_at(
        &mut self,
        node: NodeId,
        color: Color,
        spent: Duration,
        times: Option<[PlayerTime; 2]>,
        now: Instant,
    ) {
        let times = times.unwrap_or_else(|| self.times_at(node));
        self.clock.restore(times, color, now);
        self.clock.pause(now);
        self.clock.spend(spent);
        self.interrupted_at = Some(node);
    }

    /// Checks that the clock may run. In a review only a standalone clock does, which names the player and
    /// takes the place of an interrupted game's: that game goes on with the times of its last move.
    fn allow_clock_to_run(&mut self, color: Option<Color>) -> Outcome {
        if self.mode == Mode::Play {
            return Ok(());
        }
        if color.is_none() {
            let message = "no game is played: the clock goes on with the game";
            return Err(Refused::conflict("review", message));
        }
        self.interrupted_at = None;
        Ok(())
    }
}
