//! One network behind one type, whatever computes it.

use std::{fmt, path::Path};

use log::debug;

use super::{
    check::{self, Deviation},
    inference::{Options, Workspace},
    input::Input,
    kernel::{Kernel, Portable, Vectors},
    model::Model,
    outputs::NetworkOutput,
    reader::{LoadError, ModelError},
    simd::Lanes,
};
#[cfg(target_arch = "x86_64")]
use super::{
    kernel::{Bytes, Half},
    simd::{
        Avx2, Avx2Words, Avx512, Avx512Vnni, Avx512VnniWords, AvxVnni, AvxVnniWords, Dot,
        tiles::Tiles,
    },
};

/// What the numbers inside a network are rounded to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// The fastest one that is known to say the same as single precision does.
    #[default]
    Auto,
    /// Single precision: 32 bits.
    F32,
    /// Whole numbers of 16 bits, scaled.
    Int16,
    /// The upper half of single precision: 16 bits, 8 of them significant.
    Bf16,
    /// Whole numbers of 8 bits, scaled, where their rounding matters least, and of 16 elsewhere.
    Int8,
}

/// A way to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The reference that the others are measured against, on any processor.
    Portable,
    /// Single precision, by Winograd's method, in code for any processor.
    F32,
    /// The same with AVX2.
    F32Avx2,
    /// The same with AVX-512.
    F32Avx512,
    /// Whole numbers of 16 bits, by the same method, with AVX2.
    Int16Avx2,
    /// The same with AVX-VNNI.
    Int16Vnni,
    /// The same with AVX-512.
    Int16Avx512,
    /// Whole numbers of 8 and of 16 bits with AVX-VNNI.
    Int8Vnni,
    /// The same with AVX-512.
    Int8Avx512,
    /// Half of single precision on tiles (AMX).
    Bf16Tiles,
}

impl Method {
    /// All of them, by speed.
    const ALL: [Method; 10] = [
        Method::Portable,
        Method::F32,
        Method::F32Avx2,
        Method::F32Avx512,
        Method::Int16Avx2,
        Method::Int16Vnni,
        Method::Int16Avx512,
        Method::Int8Vnni,
        Method::Int8Avx512,
        Method::Bf16Tiles,
    ];

    /// Those of this machine, the fastest last.
    pub fn available() -> impl Iterator<Item = Method> {
        Method::ALL.into_iter().filter(|method| method.is_available())
    }

    /// The fastest of this machine in a precision, if it has any.
    pub(super) fn fastest(precision: Precision) -> Option<Method> {
        Method::available().filter(|method| method.precision() == precision).last()
    }

    fn is_available(self) -> bool {
        match self {
            Method::Portable | Method::F32 => true,
            #[cfg(target_arch = "x86_64")]
            Method::F32Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Method::F32Avx512 => Avx512::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Method::Int16Avx2 => Avx2Words::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Method::Int16Vnni => AvxVnniWords::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Method::Int16Avx512 => Avx512VnniWords::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Method::Int8Vnni => AvxVnni::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Method::Int8Avx512 => Avx512Vnni::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Method::Bf16Tiles => Tiles::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// What the numbers of the convolutions are rounded to.
    #[must_use]
    pub const fn precision(self) -> Precision {
        match self {
            Method::Portable | Method::F32 | Method::F32Avx2 | Method::F32Avx512 => Precision::F32,
            Method::Int16Avx2 | Method::Int16Vnni | Method::Int16Avx512 => Precision::Int16,
            Method::Int8Vnni | Method::Int8Avx512 => Precision::Int8,
            Method::Bf16Tiles => Precision::Bf16,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Portable => "reference",
            Method::F32 => "f32",
            Method::F32Avx2 => "f32 avx2",
            Method::F32Avx512 => "f32 avx512",
            Method::Int16Avx2 => "int16 avx2",
            Method::Int16Vnni => "int16 avx-vnni",
            Method::Int16Avx512 => "int16 avx512",
            Method::Int8Vnni => "int8 avx-vnni",
            Method::Int8Avx512 => "int8 avx512",
            Method::Bf16Tiles => "bf16 amx",
        })
    }
}

/// A network loaded for the fastest way to compute it on this machine. Threads may share it.
pub struct Network {
    name: String,
    version: u32,
    strict_pass_alive: bool,
    takes_metadata: bool,
    method: Method,
    model: Box<dyn Evaluate>,
}

/// A model whose kernel is forgotten.
trait Evaluate: Send + Sync {
    fn evaluate(&self, input: &Input, options: Options, workspace: &mut Workspace)
    -> NetworkOutput;
}

impl<K: Kernel> Evaluate for Model<K> {
    fn evaluate(
        &self,
        input: &Input,
        options: Options,
        workspace: &mut Workspace,
    ) -> NetworkOutput {
        Model::evaluate(self, input, options, workspace)
    }
}

/// Where a network is read from.
trait Origin: Copy {
    /// Why it cannot be read.
    type Error;

    fn model<K: Kernel>(self) -> Result<Model<K>, Self::Error>;
}

impl Origin for &Path {
    type Error = LoadError;

    fn model<K: Kernel>(self) -> Result<Model<K>, LoadError> {
        Model::load(self)
    }
}

impl Origin for &[u8] {
    type Error = ModelError;

    fn model<K: Kernel>(self) -> Result<Model<K>, ModelError> {
        Model::read(self, self.len() as u64)
    }
}

impl Network {
    /// Reads a file of one of the [`VERSIONS`](super::VERSIONS).
    ///
    /// Where this machine has no way to compute in `precision`, it is single precision.
    /// [`Precision::Auto`] takes 16 bits if the network then says nearly the same of some positions;
    /// 8 bits are less exact and no faster, and taken only on request.
    ///
    /// # Errors
    /// [`LoadError`] if it cannot be read or holds no such network.
    pub fn load(path: &Path, precision: Precision) -> Result<Network, LoadError> {
        let exact = Method::fastest(Precision::F32).unwrap_or(Method::F32);
        if precision != Precision::Auto {
            return Network::load_for(path, Method::fastest(precision).unwrap_or(exact));
        }
        let exact = Network::load_for(path, exact)?;
        let shorter = [Precision::Bf16, Precision::Int16];
        for method in shorter.into_iter().filter_map(Method::fastest) {
            let network = Network::load_for(path, method)?;
            let deviation = Deviation::of(&network, &exact, &check::positions());
            debug!("{network:?}: {deviation:?}");
            if deviation.is_small() {
                return Ok(network);
            }
        }
        Ok(exact)
    }

    /// Reads a file for a way to compute.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    ///
    /// # Panics
    /// If the way is not [available](Method::available).
    pub fn load_for(path: &Path, method: Method) -> Result<Network, LoadError> {
        Network::pack(path, method)
    }

    /// Reads the bytes of a file for a way to compute.
    ///
    /// # Errors
    /// [`ModelError`] if they are no network of these [`VERSIONS`](super::VERSIONS).
    ///
    /// # Panics
    /// As [`load_for`](Self::load_for).
    pub fn read_for(bytes: &[u8], method: Method) -> Result<Network, ModelError> {
        Network::pack(bytes, method)
    }

    fn pack<O: Origin>(origin: O, method: Method) -> Result<Network, O::Error> {
        Ok(match method {
            Method::Portable => Network::of(origin.model::<Portable>()?, method),
            Method::F32 => Network::of(origin.model::<Vectors<Lanes>>()?, method),
            #[cfg(target_arch = "x86_64")]
            Method::F32Avx2 => Network::of(origin.model::<Vectors<Avx2>>()?, method),
            #[cfg(target_arch = "x86_64")]
            Method::F32Avx512 => Network::of(origin.model::<Vectors<Avx512>>()?, method),
            #[cfg(target_arch = "x86_64")]
            Method::Int16Avx2 => Network::of(origin.model::<Vectors<Avx2Words>>()?, method),
            #[cfg(target_arch = "x86_64")]
            Method::Int16Vnni => Network::of(origin.model::<Vectors<AvxVnniWords>>()?, method),
            #[cfg(target_arch = "x86_64")]
            Method::Int16Avx512 => Network::of(origin.model::<Vectors<Avx512VnniWords>>()?, method),
            #[cfg(target_arch = "x86_64")]
            Method::Int8Vnni => {
                Network::of(origin.model::<Bytes<AvxVnni, AvxVnniWords>>()?, method)
            }
            #[cfg(target_arch = "x86_64")]
            Method::Int8Avx512 => {
                Network::of(origin.model::<Bytes<Avx512Vnni, Avx512VnniWords>>()?, method)
            }
            #[cfg(target_arch = "x86_64")]
            Method::Bf16Tiles => Network::of(origin.model::<Half>()?, method),
            #[cfg(not(target_arch = "x86_64"))]
            _ => panic!("{method} is not available here"),
        })
    }

    fn of<K: Kernel>(model: Model<K>, method: Method) -> Network {
        Network {
            name: model.name.clone(),
            version: model.version,
            strict_pass_alive: model.strict_pass_alive,
            takes_metadata: model.trunk.metadata.is_some(),
            method,
            model: Box::new(model),
        }
    }

    /// What the network says of a position.
    ///
    /// The workspace keeps its memory for the next time; it may be used with any network and size.
    #[must_use]
    pub fn evaluate(
        &self,
        input: &Input,
        options: Options,
        workspace: &mut Workspace,
    ) -> NetworkOutput {
        self.model.evaluate(input, options, workspace)
    }

    /// What the file calls it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// KataGo's model version, 8 to 17: which inputs it takes and what its outputs mean.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// Whether it was trained to take chains for pass-alive under a stricter definition even where
    /// suicide of several stones is illegal (from version 15).
    #[must_use]
    pub const fn strict_pass_alive(&self) -> bool {
        self.strict_pass_alive
    }

    /// Whether it imitates people, whom [`Input::metadata`] then describes.
    #[must_use]
    pub const fn takes_metadata(&self) -> bool {
        self.takes_metadata
    }

    /// The way that was chosen.
    #[must_use]
    pub const fn method(&self) -> Method {
        self.method
    }

    /// The precision that was chosen, never [`Precision::Auto`].
    #[must_use]
    pub const fn precision(&self) -> Precision {
        self.method.precision()
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (version {}, {})", self.name, self.version, self.method)
    }
}
