//! The threads of a worker that evaluate positions.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
};

use crate::{
    cluster::{message::Message, schedule::Ticket},
    network::{InferenceOptions, Input, Network, NetworkOutput, Workspace},
};

/// Computes the outputs of a network.
pub trait InputEvaluator: Send + Sync {
    /// The output for a position.
    fn evaluate(
        &self,
        input: &Input,
        options: InferenceOptions,
        workspace: &mut Workspace,
    ) -> NetworkOutput;
}

impl InputEvaluator for Network {
    fn evaluate(
        &self,
        input: &Input,
        options: InferenceOptions,
        workspace: &mut Workspace,
    ) -> NetworkOutput {
        Network::evaluate(self, input, options, workspace)
    }
}

/// A position to evaluate.
type Position = (Ticket, InferenceOptions, Input);

/// Threads that evaluate positions. Dropped, they end after the positions that they have.
pub(super) struct Evaluators {
    positions: Option<Sender<Position>>,
    threads: Vec<JoinHandle<()>>,
}

impl Evaluators {
    /// Starts threads that send their outputs to `outbox`. One at least starts, or this panics.
    pub(super) fn start(
        evaluator: &Arc<dyn InputEvaluator>,
        threads: usize,
        outbox: &Sender<Message>,
    ) -> Evaluators {
        let (positions, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        let spawn = |_| {
            let (evaluator, queue) = (Arc::clone(evaluator), Arc::clone(&queue));
            let outbox = outbox.clone();
            thread::spawn(move || work(&*evaluator, &queue, &outbox))
        };
        Evaluators { positions: Some(positions), threads: (0..threads).map(spawn).collect() }
    }

    /// Has a position evaluated.
    pub(super) fn submit(&self, ticket: Ticket, options: InferenceOptions, input: Input) {
        if let Some(positions) = &self.positions {
            // The threads receive until the sender is dropped.
            let _ = positions.send((ticket, options, input));
        }
    }
}

impl Drop for Evaluators {
    fn drop(&mut self) {
        self.positions = None;
        for thread in self.threads.drain(..) {
            // A thread that has panicked has said so.
            let _ = thread.join();
        }
    }
}

fn work(
    evaluator: &dyn InputEvaluator,
    queue: &Mutex<Receiver<Position>>,
    outbox: &Sender<Message>,
) {
    let mut workspace = Workspace::default();
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((ticket, options, input)) = next else { return };
        let output = evaluator.evaluate(&input, options, &mut workspace);
        if outbox.send(Message::Output { ticket, output }).is_err() {
            return;
        }
    }
}
