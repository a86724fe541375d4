//! The messages between ranks.

use half::f16;

use super::{
    codec::{Decoder, Encoder, MessageError},
    hello::Hello,
    identity::{NetworkId, WorkId},
    job::SearchJob,
};
use crate::{
    board::Size,
    network::{
        ErrorEstimates, GLOBALS, InferenceOptions, Input, METADATA, NetworkOutput, PLANES, Symmetry,
    },
    search::{ChildSums, NodeSums, TreeSums},
};

/// The version of the format, the first byte of every message.
const VERSION: u8 = 4;

/// A message between rank 0 and another rank.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Message {
    /// From a worker at its start: its version, network, work and slots.
    Hello(Hello),
    /// From a worker that cannot take part: the reason.
    Unable(String),
    /// To a worker: a position to evaluate.
    Evaluate { ticket: u64, options: InferenceOptions, input: Input },
    /// From a worker: an evaluation.
    Output { ticket: u64, output: NetworkOutput },
    /// To a worker: a search by playouts.
    Search(Box<SearchJob>),
    /// To a worker: the end of the search with this number.
    Stop { search: u64 },
    /// From a worker: its new statistics near the root. `is_last` if its search has ended.
    RankStats { search: u64, is_last: bool, sums: TreeSums },
    /// To a worker: new statistics of the other ranks.
    OtherStats { search: u64, sums: TreeSums },
    /// To a worker: a task, by its number.
    Task { ticket: u64 },
    /// From a worker: the result of a task.
    Done { ticket: u64, result: String },
    /// To a worker: the end.
    Quit,
    /// From a worker: its last message.
    Bye,
}

impl Message {
    /// The bytes of the message.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut out = Encoder { bytes: vec![VERSION, self.kind()] };
        match self {
            Message::Hello(hello) => {
                out.text(&hello.program);
                out.bytes.extend(hello.network.bytes());
                hello.work.encode(&mut out);
                out.u16(hello.slots);
            }
            Message::Unable(reason) => out.text(reason),
            Message::Evaluate { ticket, options, input } => {
                out.u64(*ticket);
                out.u8(options.symmetry.number());
                out.f32(options.optimism);
                encode_input(input, &mut out);
            }
            Message::Output { ticket, output } => {
                out.u64(*ticket);
                encode_output(output, &mut out);
            }
            Message::Search(job) => job.encode(&mut out),
            Message::Stop { search } => out.u64(*search),
            Message::RankStats { search, is_last, sums } => {
                out.u64(*search);
                out.u8(u8::from(*is_last));
                encode_sums(sums, &mut out);
            }
            Message::OtherStats { search, sums } => {
                out.u64(*search);
                encode_sums(sums, &mut out);
            }
            Message::Task { ticket } => out.u64(*ticket),
            Message::Done { ticket, result } => {
                out.u64(*ticket);
                out.text(result);
            }
            Message::Quit | Message::Bye => {}
        }
        out.bytes
    }

    const fn kind(&self) -> u8 {
        match self {
            Message::Hello(_) => 0,
            Message::Unable(_) => 1,
            Message::Evaluate { .. } => 2,
            Message::Output { .. } => 3,
            Message::Search(_) => 4,
            Message::Stop { .. } => 5,
            Message::RankStats { .. } => 6,
            Message::OtherStats { .. } => 7,
            Message::Quit => 8,
            Message::Bye => 9,
            Message::Task { .. } => 10,
            Message::Done { .. } => 11,
        }
    }

    /// The message of these bytes.
    pub(super) fn decode(bytes: &[u8]) -> Result<Message, MessageError> {
        let mut from = Decoder::new(bytes);
        let version = from.u8()?;
        if version != VERSION {
            return Err(MessageError::Version(version));
        }
        let message = Message::decode_kind(from.u8()?, &mut from)?;
        from.end()?;
        Ok(message)
    }

    fn decode_kind(kind: u8, from: &mut Decoder) -> Result<Message, MessageError> {
        Ok(match kind {
            0 => Message::Hello(Hello {
                program: from.text()?,
                network: NetworkId::decode(from)?,
                work: WorkId::decode(from)?,
                slots: from.u16()?,
            }),
            1 => Message::Unable(from.text()?),
            2 => {
                let ticket = from.u64()?;
                let symmetry = Symmetry::new(from.u8()?).ok_or(MessageError::Value("symmetry"))?;
                let options = InferenceOptions { symmetry, optimism: from.f32()? };
                Message::Evaluate { ticket, options, input: decode_input(from)? }
            }
            3 => Message::Output { ticket: from.u64()?, output: decode_output(from)? },
            4 => Message::Search(Box::new(SearchJob::decode(from)?)),
            5 => Message::Stop { search: from.u64()? },
            6 => Message::RankStats {
                search: from.u64()?,
                is_last: from.flag()?,
                sums: decode_sums(from)?,
            },
            7 => Message::OtherStats { search: from.u64()?, sums: decode_sums(from)? },
            8 => Message::Quit,
            9 => Message::Bye,
            10 => Message::Task { ticket: from.u64()? },
            11 => Message::Done { ticket: from.u64()?, result: from.text()? },
            _ => return Err(MessageError::Value("kind")),
        })
    }
}

/// Runs of points with the same planes: 3 bytes of planes and the length of the run. A position takes
/// some hundred bytes.
fn encode_input(input: &Input, out: &mut Encoder) {
    out.u8(input.width() as u8);
    out.u8(input.height() as u8);
    for run in input.planes.chunk_by(|a, b| a == b) {
        for part in run.chunks(usize::from(u8::MAX)) {
            out.bytes.extend(&part[0].to_le_bytes()[..3]);
            out.u8(part.len() as u8);
        }
    }
    input.globals.iter().for_each(|&value| out.f32(value));
    out.u8(u8::from(input.metadata.is_some()));
    input.metadata.iter().flat_map(|row| row.iter()).for_each(|&value| out.f32(value));
}

fn decode_input(from: &mut Decoder) -> Result<Input, MessageError> {
    let sides = [from.u8()?, from.u8()?];
    if !sides.iter().all(|side| (1..=Size::MAX).contains(side)) {
        return Err(MessageError::Value("board"));
    }
    let [width, height] = sides.map(usize::from);
    let mut input = Input::new(width, height);
    input.planes.clear();
    while input.planes.len() < width * height {
        let planes = from.bytes(3)?;
        let planes = u32::from_le_bytes([planes[0], planes[1], planes[2], 0]);
        let count = from.u8()? as usize;
        if planes >> PLANES != 0 || count == 0 || input.planes.len() + count > width * height {
            return Err(MessageError::Value("plane"));
        }
        input.planes.resize(input.planes.len() + count, planes);
    }
    for index in 0..GLOBALS {
        input.globals[index] = from.f32()?;
    }
    if from.flag()? {
        let mut row = Box::new([0.0; METADATA]);
        for value in row.iter_mut() {
            *value = from.f32()?;
        }
        input.metadata = Some(row);
    }
    Ok(input)
}

/// Policy and ownership are in half precision, which is as exact as 16-bit inference.
fn encode_output(output: &NetworkOutput, out: &mut Encoder) {
    out.u16(output.ownership.len() as u16);
    for value in output.policy.iter().chain(&output.ownership) {
        out.bytes.extend(f16::from_f32(*value).to_le_bytes());
    }
    let NetworkOutput { win, loss, no_result, score_mean, score_square, lead, .. } = *output;
    for value in [win, loss, no_result, score_mean, score_square, lead] {
        out.f32(value);
    }
    out.u8(u8::from(output.errors.is_some()));
    if let Some(errors) = output.errors {
        for value in [errors.time_variance, errors.value, errors.score] {
            out.f32(value);
        }
    }
}

fn decode_output(from: &mut Decoder) -> Result<NetworkOutput, MessageError> {
    let area = from.u16()? as usize;
    let halves = from.bytes(2 * (2 * area + 1))?.chunks_exact(2);
    let mut policy: Vec<f32> =
        halves.map(|bytes| f16::from_le_bytes([bytes[0], bytes[1]]).to_f32()).collect();
    if policy.iter().any(|value| value.is_nan()) {
        return Err(MessageError::Value("number"));
    }
    let ownership = policy.split_off(area + 1);
    let mut next = || from.f32();
    let [win, loss, no_result] = [next()?, next()?, next()?];
    let [score_mean, score_square, lead] = [next()?, next()?, next()?];
    let errors = match from.flag()? {
        false => None,
        true => Some(ErrorEstimates {
            time_variance: from.f32()?,
            value: from.f32()?,
            score: from.f32()?,
        }),
    };
    Ok(NetworkOutput {
        policy,
        win,
        loss,
        no_result,
        score_mean,
        score_square,
        lead,
        errors,
        ownership,
    })
}

fn encode_sums(sums: &TreeSums, out: &mut Encoder) {
    out.u32(sums.iter().len() as u32);
    for (parent, children) in sums.iter() {
        out.u8(parent.len() as u8);
        parent.iter().for_each(|&index| out.u16(index));
        out.u16(children.len() as u16);
        for ChildSums { point_index, sums } in children {
            out.u16(*point_index);
            for sum in [sums.visits, sums.utility, sums.amaf_visits, sums.amaf_utility] {
                out.f32(sum as f32);
            }
        }
    }
}

fn decode_sums(from: &mut Decoder) -> Result<TreeSums, MessageError> {
    let nodes = from.u32()?;
    let mut all = TreeSums::default();
    for _ in 0..nodes {
        let len = from.u8()?;
        let parent: Vec<u16> = (0..len).map(|_| from.u16()).collect::<Result<_, _>>()?;
        for _ in 0..from.u16()? {
            let point_index = from.u16()?;
            let mut next = || from.f32().map(f64::from);
            let sums = NodeSums {
                visits: next()?,
                utility: next()?,
                amaf_visits: next()?,
                amaf_utility: next()?,
            };
            if !sums.is_valid() {
                return Err(MessageError::Value("statistic"));
            }
            all.add(&parent, point_index, sums);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests;
