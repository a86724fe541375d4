//! The threads of a worker that evaluate positions.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
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

/// Threads that evaluate positions. Nobody waits for them at the end: an evaluation may take seconds.
pub(super) struct Evaluators {
    positions: Sender<Position>,
}

impl Evaluators {
    /// Starts threads that send their outputs to `outbox`, until nobody receives them.
    pub(super) fn start(
        evaluator: &Arc<dyn InputEvaluator>,
        threads: usize,
        outbox: &Sender<Message>,
    ) -> Evaluators {
        let (positions, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads {
            let (evaluator, queue) = (Arc::clone(evaluator), Arc::clone(&queue));
            let outbox = outbox.clone();
            thread::spawn(move || work(&*evaluator, &queue, &outbox));
        }
        Evaluators { positions }
    }

    /// Has a position evaluated.
    pub(super) fn submit(&self, ticket: Ticket, options: InferenceOptions, input: Input) {
        // The threads receive until the sender is dropped.
        let _ = self.positions.send((ticket, options, input));
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
