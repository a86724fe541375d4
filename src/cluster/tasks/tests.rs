use std::{
    sync::{
        Condvar, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
};

use super::*;
use crate::cluster::transport::LocalTransport;

const PATIENCE: Duration = Duration::from_secs(60);

fn options(
    work: WorkId,
    count: usize,
    task: impl Fn(usize) + Send + Sync + 'static,
) -> TaskOptions {
    let task = Arc::new(move |index| {
        task(index);
        format!("result {index}")
    });
    TaskOptions { network: NetworkId::EMBEDDED, work, count, threads: 1, task }
}

fn spawn(transport: LocalTransport, options: TaskOptions) -> JoinHandle<()> {
    thread::spawn(move || Worker::new(transport).run_tasks(&options))
}

fn expected(count: usize) -> Vec<String> {
    (0..count).map(|index| format!("result {index}")).collect()
}

#[test]
fn ranks_get_tasks_as_they_finish_others() {
    const COUNT: usize = 120;
    let counts: [Arc<AtomicUsize>; 3] = Default::default();
    let work = WorkId::of_games(COUNT, "", &[]);
    // Milliseconds of a task on each rank.
    let options = |rank: usize| {
        let (count, time) = (Arc::clone(&counts[rank]), Duration::from_millis([5, 5, 50][rank]));
        options(work, COUNT, move |_| {
            count.fetch_add(1, Ordering::Relaxed);
            thread::sleep(time);
        })
    };
    let mut transports = LocalTransport::ranks(3, Duration::ZERO);
    let workers: Vec<_> =
        [2, 1].map(|rank| spawn(transports.pop().expect("a rank"), options(rank))).into();
    let own = transports.pop().expect("rank 0");
    let mut leader = TaskLeader::join(own, options(0), PATIENCE).expect("all ranks start");
    let mut done = 0;
    assert_eq!(leader.run(|| done += 1), expected(COUNT));
    assert_eq!(done, COUNT);
    leader.end(0);
    workers.into_iter().for_each(|worker| worker.join().expect("it ends"));
    let [own, fast, slow] = counts.map(|count| count.load(Ordering::Relaxed));
    assert_eq!(own + fast + slow, COUNT);
    // The others do ten times as many where no load of the machine prolongs their pauses.
    assert!(slow > 0 && slow < own.min(fast), "{own}, {fast} and {slow} tasks");
}

#[test]
fn the_tasks_of_a_rank_that_hangs_are_done_by_others() {
    const COUNT: usize = 40;
    let gate = Arc::new((Mutex::new(true), Condvar::new()));
    let work = WorkId::of_games(COUNT, "", &[]);
    let mut transports = LocalTransport::ranks(2, Duration::ZERO);
    let hanging = {
        let (gate, seen) = (Arc::clone(&gate), AtomicUsize::new(0));
        options(work, COUNT, move |_| {
            if seen.fetch_add(1, Ordering::Relaxed) >= 3 {
                let (hangs, changed) = &*gate;
                let hangs = hangs.lock().expect("no panic");
                drop(changed.wait_while(hangs, |hangs| *hangs).expect("no panic"));
            }
        })
    };
    let worker = spawn(transports.pop().expect("rank 1"), hanging);
    let slow = |_| thread::sleep(Duration::from_millis(5));
    let own = transports.pop().expect("rank 0");
    let mut leader =
        TaskLeader::join(own, options(work, COUNT, slow), PATIENCE).expect("all ranks start");
    leader.min_patience = Duration::from_millis(100);
    assert_eq!(leader.run(|| {}), expected(COUNT));
    // Its threads still hang; it ends all the same.
    leader.end(0);
    worker.join().expect("it ends");
    *gate.0.lock().expect("no panic") = false;
    gate.1.notify_all();
}

#[test]
fn ranks_with_other_files_or_options_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let files =
        [file("a.sgf", "(;SZ[9])"), file("b.sgf", "(;SZ[13])"), folder.path().join("c.sgf")];
    let own = WorkId::of_games(2, "rules", &files[..2]);
    assert_eq!(own, WorkId::of_games(2, "rules", &[files[0].clone(), file("d.sgf", "(;SZ[13])")]));
    let others = [
        WorkId::of_games(1, "rules", &files[..1]),
        WorkId::of_games(2, "other rules", &files[..2]),
        WorkId::of_games(2, "rules", &[files[1].clone(), files[0].clone()]),
        WorkId::of_games(2, "rules", &[files[0].clone(), files[2].clone()]),
        WorkId::SEARCHES,
    ];
    for other in others {
        let mut transports = LocalTransport::ranks(2, Duration::ZERO);
        let worker = spawn(transports.pop().expect("rank 1"), options(other, 2, |_| {}));
        let options = options(own, 2, |_| {});
        let Err(error) = TaskLeader::join(transports.swap_remove(0), options, PATIENCE) else {
            panic!("{other} is taken for {own}");
        };
        let text = error.to_string();
        assert!(
            text.starts_with(&format!("rank 1 works on {other}, rank 0 on 2 games (")),
            "{text}"
        );
        worker.join().expect("it ends");
    }
}

/// A rank that notes with which exit code it ends all.
struct Recorder(LocalTransport, Arc<Mutex<Option<u8>>>);

impl Transport for Recorder {
    fn rank(&self) -> usize {
        self.0.rank()
    }

    fn size(&self) -> usize {
        self.0.size()
    }

    fn send(&mut self, to: usize, message: &[u8]) {
        self.0.send(to, message);
    }

    fn try_receive(&mut self) -> Option<(usize, Vec<u8>)> {
        self.0.try_receive()
    }

    fn abort(&mut self, code: u8) {
        *self.1.lock().expect("no panic") = Some(code);
    }
}

#[test]
fn a_rank_that_does_not_end_is_ended_with_the_exit_code_of_rank_0() {
    let mut transports = LocalTransport::ranks(2, Duration::ZERO);
    let mut silent = transports.pop().expect("rank 1");
    let options = options(WorkId::of_games(3, "", &[]), 3, |_| {});
    silent.send(0, &Message::Hello(Hello::new(options.network, options.work, 1)).encode());
    let code = Arc::new(Mutex::new(None));
    let own = Recorder(transports.pop().expect("rank 0"), Arc::clone(&code));
    let leader = TaskLeader::join(own, options, PATIENCE).expect("rank 1 has said what it offers");
    leader.end(7);
    assert_eq!(*code.lock().expect("no panic"), Some(7));
}
