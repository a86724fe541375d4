//! Writes a network of a published shape with random weights, to measure speed and memory.
//!
//! `cargo run --release --example random_network -- SHAPE FILE`, where SHAPE is b6c96, b10c128,
//! b15c192, b18c384nbt or b28c512nbt. The file is in KataGo's binary form, gzipped if its name ends
//! with `.gz`.

use std::{
    env,
    error::Error,
    fs::File,
    io::{self, BufWriter, Write},
};

use flate2::{Compression, write::GzEncoder};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use shusaku::network::{GLOBALS, PLANES};

/// The shape of a network.
struct Shape {
    name: &'static str,
    version: u32,
    blocks: usize,
    channels: usize,
    /// Channels within a block.
    middle: usize,
    /// Channels that are pooled in a block with global pooling.
    pooled: usize,
    /// Numbers, from 1, of the blocks with global pooling.
    pooling: &'static [usize],
    /// Whether blocks are bottlenecks of two inner blocks.
    is_nested: bool,
    /// Side of the initial convolution's window.
    window: usize,
    /// Channels of the policy head, the value head and the value head's hidden layer.
    heads: [usize; 3],
}

const SHAPES: [Shape; 5] = [
    Shape {
        name: "b6c96",
        version: 8,
        blocks: 6,
        channels: 96,
        middle: 96,
        pooled: 32,
        pooling: &[3, 5],
        is_nested: false,
        window: 5,
        heads: [32, 32, 64],
    },
    Shape {
        name: "b10c128",
        version: 8,
        blocks: 10,
        channels: 128,
        middle: 128,
        pooled: 32,
        pooling: &[5, 8],
        is_nested: false,
        window: 5,
        heads: [32, 32, 80],
    },
    Shape {
        name: "b15c192",
        version: 8,
        blocks: 15,
        channels: 192,
        middle: 192,
        pooled: 64,
        pooling: &[7, 12],
        is_nested: false,
        window: 5,
        heads: [32, 32, 96],
    },
    Shape {
        name: "b18c384nbt",
        version: 14,
        blocks: 18,
        channels: 384,
        middle: 192,
        pooled: 64,
        pooling: &[3, 6, 9, 12, 15],
        is_nested: true,
        window: 3,
        heads: [48, 96, 128],
    },
    Shape {
        name: "b28c512nbt",
        version: 14,
        blocks: 28,
        channels: 512,
        middle: 256,
        pooled: 64,
        pooling: &[3, 6, 9, 12, 15, 18, 21, 24, 27],
        is_nested: true,
        window: 3,
        heads: [64, 128, 144],
    },
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [name, file] = arguments.as_slice() else { return Err("expected SHAPE FILE".into()) };
    let shape = SHAPES.iter().find(|shape| shape.name == name);
    let shape = shape.ok_or_else(|| {
        let names = SHAPES.map(|shape| shape.name).join(", ");
        format!("unknown shape {name}: the shapes are {names}")
    })?;
    let output = BufWriter::new(File::create(file)?);
    if file.ends_with(".gz") {
        let encoder = GzEncoder::new(output, Compression::fast());
        let encoder = ModelWriter::new(shape, encoder).write()?;
        encoder.finish()?.flush()?;
    } else {
        ModelWriter::new(shape, output).write()?.flush()?;
    }
    Ok(())
}

/// Writes a network. The variances of the norms are those that random weights give, so that values
/// stay of the same magnitude from block to block.
struct ModelWriter<'s, W> {
    shape: &'s Shape,
    output: W,
    rng: Xoshiro256PlusPlus,
}

impl<W: Write> ModelWriter<'_, W> {
    fn new(shape: &Shape, output: W) -> ModelWriter<'_, W> {
        ModelWriter { shape, output, rng: Xoshiro256PlusPlus::seed_from_u64(1) }
    }

    /// Returns the output once all is written.
    fn write(mut self) -> io::Result<W> {
        let Shape { name, version, blocks, channels, middle, pooled, window, .. } = *self.shape;
        let regular = middle - pooled;
        writeln!(self.output, "random-{name}\n{version}\n{PLANES}\n{GLOBALS}")?;
        if version >= 13 {
            writeln!(self.output, "20 20 20 20 40 0.25 30")?;
        }
        writeln!(
            self.output,
            "trunk\n{blocks}\n{channels}\n{middle}\n{regular}\n{regular}\n{pooled}"
        )?;
        self.convolution("conv1", window, PLANES, channels)?;
        self.matrix("ginputw", GLOBALS, channels)?;
        for number in 1..=blocks {
            self.block(number)?;
        }
        self.norm("trunk/norm", channels, 1 + blocks)?;
        self.policy_head()?;
        self.value_head()?;
        Ok(self.output)
    }

    fn block(&mut self, number: usize) -> io::Result<()> {
        let Shape { channels, middle, is_nested, pooling, .. } = *self.shape;
        let (name, has_pooling) = (format!("block{number}"), pooling.contains(&number));
        if !is_nested {
            return self.residual(&name, channels, has_pooling, number);
        }
        writeln!(self.output, "nested_bottleneck_block\n{name}\n2")?;
        self.norm(&format!("{name}/before"), channels, number)?;
        self.convolution(&format!("{name}/narrow"), 1, channels, middle)?;
        self.residual(&format!("{name}/1"), middle, has_pooling, 1)?;
        self.residual(&format!("{name}/2"), middle, false, 2)?;
        self.norm(&format!("{name}/after"), middle, 3)?;
        self.convolution(&format!("{name}/widen"), 1, middle, channels)
    }

    /// Writes a block of two convolutions in a stream of `channels` with this variance.
    fn residual(
        &mut self,
        name: &str,
        channels: usize,
        has_pooling: bool,
        variance: usize,
    ) -> io::Result<()> {
        let kind = if has_pooling { "gpool_block" } else { "ordinary_block" };
        let pooled = if has_pooling { self.shape.pooled } else { 0 };
        let regular = self.shape.middle - pooled;
        writeln!(self.output, "{kind}\n{name}")?;
        self.norm(&format!("{name}/norm1"), channels, variance)?;
        self.convolution(&format!("{name}/w1a"), 3, channels, regular)?;
        if has_pooling {
            self.convolution(&format!("{name}/w1b"), 3, channels, pooled)?;
            self.norm(&format!("{name}/norm1b"), pooled, 1)?;
            self.matrix(&format!("{name}/w1r"), 3 * pooled, regular)?;
        }
        self.norm(&format!("{name}/norm2"), regular, 1)?;
        self.convolution(&format!("{name}/w2"), 3, regular, channels)
    }

    fn policy_head(&mut self) -> io::Result<()> {
        let Shape { channels, version, heads: [own, ..], .. } = *self.shape;
        let policies = if version >= 12 { 2 } else { 1 };
        writeln!(self.output, "policyhead")?;
        self.convolution("p1", 1, channels, own)?;
        self.convolution("g1", 1, channels, own)?;
        self.norm("g1/norm", own, 1)?;
        self.matrix("matmulg2w", 3 * own, own)?;
        self.norm("p1/norm", own, 1)?;
        self.convolution("p2", 1, own, policies)?;
        self.matrix("matmulpass", 3 * own, policies)
    }

    fn value_head(&mut self) -> io::Result<()> {
        let Shape { channels, version, heads: [_, own, hidden], .. } = *self.shape;
        writeln!(self.output, "valuehead")?;
        self.convolution("v1", 1, channels, own)?;
        self.norm("v1/norm", own, 1)?;
        self.matrix("v2w", 3 * own, hidden)?;
        self.bias("v2b", hidden)?;
        self.activation("v2/act")?;
        self.matrix("v3w", hidden, 3)?;
        self.bias("v3b", 3)?;
        let scores = if version >= 9 { 6 } else { 4 };
        self.matrix("sv3w", hidden, scores)?;
        self.bias("sv3b", scores)?;
        self.convolution("vown", 1, own, 1)
    }

    fn convolution(
        &mut self,
        name: &str,
        side: usize,
        inputs: usize,
        outputs: usize,
    ) -> io::Result<()> {
        writeln!(self.output, "{name} {side} {side} {inputs} {outputs} 1 1")?;
        self.weights(side * side * inputs, outputs)
    }

    fn matrix(&mut self, name: &str, inputs: usize, outputs: usize) -> io::Result<()> {
        writeln!(self.output, "{name} {inputs} {outputs}")?;
        self.weights(inputs, outputs)
    }

    /// Writes weights that keep the variance of values after a rectifier.
    fn weights(&mut self, inputs: usize, outputs: usize) -> io::Result<()> {
        let max = (6.0 / inputs as f32).sqrt();
        let rng = &mut self.rng;
        let weights: Vec<f32> =
            (0..inputs * outputs).map(|_| rng.random_range(-max..max)).collect();
        self.array(&weights)
    }

    fn bias(&mut self, name: &str, channels: usize) -> io::Result<()> {
        writeln!(self.output, "{name} {channels}")?;
        self.array(&vec![0.0; channels])
    }

    /// Writes a norm of values with this variance, and the activation after it.
    fn norm(&mut self, name: &str, channels: usize, variance: usize) -> io::Result<()> {
        writeln!(self.output, "{name} {channels} 0.0001 0 0")?;
        self.array(&vec![0.0; channels])?;
        self.array(&vec![variance as f32; channels])?;
        self.activation(&format!("{name}/act"))
    }

    fn activation(&mut self, name: &str) -> io::Result<()> {
        match self.shape.version {
            ..11 => writeln!(self.output, "{name}"),
            _ => writeln!(self.output, "{name}\nACTIVATION_MISH"),
        }
    }

    fn array(&mut self, numbers: &[f32]) -> io::Result<()> {
        self.output.write_all(b"@BIN@")?;
        for number in numbers {
            self.output.write_all(&number.to_le_bytes())?;
        }
        writeln!(self.output)
    }
}
