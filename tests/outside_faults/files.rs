//! Records of games when the process is killed while it writes, or the disk is full.

use std::{
    fs,
    io::{self, Write},
    path::Path,
    process::Command,
    thread,
    time::Duration,
};

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shusaku::sgf;

use crate::engine::Engine;

/// Moves of a game that takes some time to write.
const MOVES: usize = 200;

/// Number of times that a process is killed.
const KILLS: usize = 12;

/// Commands that play `MOVES` moves on 19×19, the points in order, with this command after each.
fn game(after_each: &str) -> String {
    let mv = |number: usize| {
        let column = b"ABCDEFGHJKLMNOPQRST"[number % 19] as char;
        let color = ["b", "w"][number % 2];
        format!("play {color} {column}{}\n{after_each}\n", 1 + 2 * (number / 19) % 19)
    };
    let moves = (0..MOVES).map(|number| match number < 190 {
        true => mv(number),
        false => format!("play {} pass\n{after_each}\n", ["b", "w"][number % 2]),
    });
    moves.collect()
}

/// Sends commands, and kills the engine at a random time after a random number of its answers.
fn kill_during(mut engine: Engine, commands: &str, rng: &mut impl Rng) {
    engine.accept("name");
    // Fewer bytes than a pipe takes.
    engine.write(commands);
    for _ in 0..rng.random_range(0..MOVES) {
        engine.response().expect("an answer");
    }
    thread::sleep(Duration::from_micros(rng.random_range(0..1000)));
    engine.process.kill().expect("a child");
    engine.wait();
}

/// The number of moves of a record, which must be whole.
fn moves_of_whole_record(path: &Path) -> usize {
    let bytes = fs::read(path).expect("the record");
    let record = sgf::read(&bytes).unwrap_or_else(|error| panic!("{error}: {bytes:?}"));
    // The reader mends records that end early.
    assert!(bytes.ends_with(b")\n"), "{:?}", String::from_utf8_lossy(&bytes));
    record.steps.iter().filter(|step| step.is_turn()).count()
}

/// Kills engines that write to a record again and again.
fn expect_whole_files(options: impl Fn(&str) -> Vec<String>, after_each: impl Fn(&str) -> String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.sgf");
    let name = path.to_str().expect("UTF-8");
    fs::write(&path, "(;FF[4]GM[1]SZ[19];B[aa])\n").expect("written");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(34);
    let commands = game(&after_each(name));
    let mut sizes = Vec::new();
    for kills in 1..=KILLS {
        let options = options(name);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        kill_during(Engine::start(&options), &commands, &mut rng);
        sizes.push(moves_of_whole_record(&path));
        let files = fs::read_dir(folder.path()).expect("the folder").count();
        assert!(files <= 1 + kills, "{files} files after {kills} kills");
    }
    sizes.sort_unstable();
    sizes.dedup();
    assert!(sizes.len() > 2, "the kills come at different times: {sizes:?}");
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

#[test]
fn printsgf_leaves_a_whole_file_when_killed() {
    let options = |_: &str| strings(&["--playouts-only", "--threads", "1"]);
    expect_whole_files(options, |name| format!("printsgf {name}"));
}

#[test]
fn autosave_leaves_a_whole_file_when_killed() {
    let options = |name: &str| strings(&["--playouts-only", "--threads", "1", "--autosave", name]);
    expect_whole_files(options, |_| String::new());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_named_in_the_answer() {
    let mut engine = Engine::start(&["--playouts-only", "--threads", "1", "--playouts", "20"]);
    let response = engine.send("printsgf /dev/full").expect("an answer");
    assert!(response.starts_with("? cannot write file: No space left"), "{response}");
    engine.accept("genmove b");
    assert!(engine.end().0.success());
}

/// A small file system in memory, unmounted when dropped.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    /// `None`, with a word on standard error, where this process may not mount.
    fn mount(bytes: usize) -> Option<SmallDisk> {
        let folder = tempfile::tempdir().expect("a folder");
        let size = format!("size={bytes}");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder.path());
        if mount.output().is_ok_and(|output| output.status.success()) {
            return Some(SmallDisk(folder));
        }
        // Not captured, so that it is seen.
        let message = "skipped: this process may not mount a file system";
        writeln!(io::stderr(), "{message}").expect("an open standard error");
        None
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).output();
    }
}

#[test]
fn a_full_disk_leaves_the_old_record_and_the_game() {
    const BYTES: usize = 64 << 10;
    let Some(disk) = SmallDisk::mount(BYTES) else { return };
    let (game, filler) = (disk.0.path().join("game.sgf"), disk.0.path().join("filler"));
    let name = game.to_str().expect("UTF-8");
    let options = ["--playouts-only", "--threads", "1", "--playouts", "20", "--autosave", name];
    let mut engine = Engine::start(&options);
    engine.accept("genmove b");
    assert_eq!(moves_of_whole_record(&game), 1);
    // The write fails where the disk is full.
    let _ = fs::write(&filler, vec![0; BYTES]);
    engine.accept("genmove w");
    engine.accept("genmove b");
    let response = engine.send(&format!("printsgf {name}")).expect("an answer");
    assert!(response.starts_with("? cannot write file: No space left"), "{response}");
    assert_eq!(moves_of_whole_record(&game), 1);
    fs::remove_file(&filler).expect("removed");
    // The record is kept again as soon as there is room, though the game has not changed.
    engine.accept("name");
    assert_eq!(moves_of_whole_record(&game), 3);
    assert_eq!(fs::read_dir(disk.0.path()).expect("the folder").count(), 1);
    let (status, errors) = engine.end();
    assert!(status.success());
    let errors: Vec<&str> = errors.lines().collect();
    assert!(matches!(errors[..], [line] if line.contains("No space left")), "{errors:?}");
}
