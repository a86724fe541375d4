//! Shards: files of rows, each made independently with its own random generator, so that an
//! interrupted run continues with the missing ones.

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::PathBuf,
    sync::Arc,
};

use rand::RngExt;
use shusaku::{board::Size, network::Network};

use crate::{
    packs::{HELD_OUT_STEP, Pack, Record},
    plan::{Plan, Random},
    record, row, self_play,
    sizes::Sizes,
    teacher::Teacher,
};

/// Number of rows of a shard.
pub const ROWS: usize = 4096;

/// Number of games in a row without a row of samples after which the run ends with an error.
const MAX_GAMES_WITHOUT_ROWS: usize = 100_000;

/// The sources and options of shards.
pub struct Shards {
    /// Records for positions and openings.
    pub games: Vec<Pack>,
    /// Further records for openings.
    pub openings: Vec<Pack>,
    pub sizes: Sizes,
    pub plan: Plan,
    pub network: Arc<Network>,
    /// Draws the moves of self-play, in place of the network.
    pub player: Option<Arc<Network>>,
    pub out: PathBuf,
}

impl Shards {
    /// The numbers of the first `count` shards that do not exist yet.
    pub fn missing(&self, count: usize) -> io::Result<Vec<usize>> {
        let mut exists = vec![false; count];
        for entry in fs::read_dir(&self.out)? {
            let name = entry?.file_name();
            let Some(name) = name.to_str().filter(|name| name.ends_with(".rows")) else { continue };
            let number = name.split('-').next().and_then(|number| number.parse::<usize>().ok());
            if let Some(number) = number.filter(|&number| number < count) {
                exists[number] = true;
            }
        }
        Ok((0..count).filter(|&shard| !exists[shard]).collect())
    }

    /// Makes a shard; calls `progress` with each number of added rows.
    pub fn make(&self, shard: usize, progress: impl Fn(usize)) -> io::Result<()> {
        let mut rng = self.plan.rng(shard);
        let size = self.sizes.draw(&mut rng);
        let games: Vec<&Pack> = self.games.iter().filter(|pack| pack.size == size).collect();
        if self.plan.held_out && games.is_empty() {
            let reason = format!("--held-out: there are no records of {size}, change --sizes");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
        }
        let openings = games.iter().copied().chain(&self.openings);
        let openings: Vec<&Pack> = openings.filter(|pack| pack.size == size).collect();
        let share = if self.plan.held_out { 1.0 } else { self.plan.recorded };
        let is_recorded = !games.is_empty() && rng.random_bool(share);
        let mut teacher = Teacher::new(Arc::clone(&self.network), &self.plan, size, rng.random());
        let player_plan = Plan { visits: 0, symmetries: 1, ..self.plan.clone() };
        let mut player = self
            .player
            .as_ref()
            .map(|network| Teacher::new(Arc::clone(network), &player_plan, size, rng.random()));
        let mut rows = Vec::new();
        let mut count = 0;
        let mut games_without_rows = 0;
        while count < ROWS {
            let samples = if is_recorded {
                let game = draw_record(&games, self.plan.held_out, &mut rng);
                record::positions(game, &mut teacher, &self.plan, &mut rng)
            } else {
                let is_opened = !openings.is_empty() && rng.random_bool(self.plan.opened);
                let opening = is_opened.then(|| draw_record(&openings, false, &mut rng));
                self_play::play(
                    size,
                    opening,
                    (&mut teacher, player.as_mut()),
                    &self.plan,
                    &mut rng,
                )
            };
            games_without_rows = if samples.is_empty() { games_without_rows + 1 } else { 0 };
            if games_without_rows == MAX_GAMES_WITHOUT_ROWS {
                return Err(io::Error::other(format!(
                    "{MAX_GAMES_WITHOUT_ROWS} games of {size} in a row have no position to take \
                     (--held-out needs records with rules, komi and score)"
                )));
            }
            let added = &samples[..samples.len().min(ROWS - count)];
            added.iter().for_each(|sample| row::encode(sample, &mut rows));
            count += added.len();
            progress(added.len());
        }
        self.write(shard, size, &rows)
    }

    /// Writes a file atomically: it gets its name when it is complete.
    fn write(&self, shard: usize, size: Size, rows: &[u8]) -> io::Result<()> {
        let name = format!("{shard:06}-{}x{}.rows", size.width(), size.height());
        let unfinished = self.out.join(format!("{name}.part"));
        let mut file = BufWriter::new(fs::File::create(&unfinished)?);
        file.write_all(&row::header(size))?;
        file.write_all(rows)?;
        file.into_inner()?.sync_all()?;
        fs::rename(&unfinished, self.out.join(name))
    }
}

fn draw_record<'p>(packs: &[&'p Pack], held_out: bool, rng: &mut Random) -> Record<'p> {
    let pack = packs[rng.random_range(0..packs.len())];
    loop {
        let game = rng.random_range(0..pack.len());
        if game.is_multiple_of(HELD_OUT_STEP) == held_out {
            return pack.game(game);
        }
    }
}
