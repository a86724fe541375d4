"""Trains a network on row files; see `--help`.

The same command continues a run if its folder contains a checkpoint. With torchrun, each process
samples its own batches, and the gradients are averaged.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import random
import signal
import sys
import time
from pathlib import Path

import torch
import torch.distributed as dist

from . import export, optim, precision
from .data import Batch, Reader, Rows, parse_frames
from .error_outputs import without_error_outputs
from .evaluate import evaluate, table
from .grow import grow
from .log_window import LogWindow
from .losses import WEIGHTS, losses, total
from .model import Config, Network
from .plot import read_log
from .resident import ResidentReader
from .teacher import Teacher

# Share of the run in which the learning rate rises.
WARM_UP_SHARE = 0.01

# Minimum number of steps in which the learning rate rises.
MIN_WARM_UP_STEPS = 100


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Trains a network on row files. The same command continues a run.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("--data", type=Path, nargs="+", required=True, help="directories of row files")
    add("--validation", type=Path, nargs="*", default=[], help="directories of held-out row files")
    add("--out", type=Path, required=True, help="folder of checkpoint.pt, log.jsonl, network.bin")
    add("--teacher", type=Path, help="network that computes the targets during training")
    add(
        "--teacher-temperature",
        type=float,
        default=1.0,
        help="divides the teacher's difference of the logits of win and loss",
    )
    add("--resident-rows", type=int, default=4_000_000, help="rows of a frame kept with --teacher")
    add("--name", default="shusaku", help="name of the network, one word")
    length = parser.add_mutually_exclusive_group(required=True)
    length.add_argument("--samples", type=float, help="length of the run in samples")
    length.add_argument("--minutes", type=float, help="length of the run in minutes of training")
    add("--init", type=Path, help="network file or checkpoint to start from; determines the shape")
    add("--grow", action="store_true", help="enlarge the network of --init to the shape below")
    add("--blocks", type=int, default=5)
    add("--channels", type=int, default=64)
    add("--gpool", default="2,4", help="indices of blocks with global pooling, from 0")
    add("--gpool-channels", type=int, default=32)
    add("--regular-channels", type=int, help="default: channels - gpool channels")
    add("--policy-channels", type=int, default=32)
    add("--value-channels", type=int, default=32)
    add("--value-hidden", type=int, default=64)
    add("--frames", default="9:0.5,13:0.15,19:0.35", help="shares of batches by frame")
    add("--batch", type=int, default=256, help="batch size of each process")
    add(
        "--played-weight",
        type=float,
        default=0.0,
        help="weight of the move played in the policy target",
    )
    add(
        "--outcome-weight",
        type=float,
        default=0.0,
        help="weight of the counted result in the value target",
    )
    add("--value-weight", type=float, default=WEIGHTS["value"], help="weight of the value loss")
    add("--optimizer", choices=("muon", "adamw"), default="muon")
    add("--lr", type=float, default=0.02, help="learning rate of Muon")
    add("--adam-lr", type=float, default=1e-2, help="learning rate of AdamW")
    add("--decay", type=float, default=0.02, help="weight decay of Muon, relative to its lr")
    add("--adam-decay", type=float, default=0.02, help="weight decay of AdamW, relative to its lr")
    add("--clip", type=float, default=5.0, help="maximum norm of the gradient")
    add("--cooldown", type=float, default=0.4, help="last share of the run, in which lr falls to 0")
    add("--ema-share", type=float, default=0.02, help="memory of the average, share of the run")
    add("--ema-steps", type=float, default=1000, help="maximum memory of the average, steps")
    add("--precision", choices=("auto", "bf16", "f32"), default="auto")
    add(
        "--compile",
        choices=("auto", "yes", "no"),
        default="auto",
        help="compile the teacher; auto: on CUDA",
    )
    add("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    add("--threads", type=int, default=1, help="CPU threads of PyTorch")
    add("--loaders", type=int, default=1, help="threads that prepare batches")
    add("--seed", type=int, default=1)
    add("--log-seconds", type=float, default=30)
    add("--validate-minutes", type=float, default=5)
    add("--validation-rows", type=int, default=1024, help="maximum validation rows of each frame")
    add("--checkpoint-minutes", type=float, default=3)
    options = parser.parse_args(arguments)
    if options.teacher and options.resident_rows < options.batch:
        parser.error(f"--resident-rows {options.resident_rows}: expected at least --batch")
    return options


def config_of(options: argparse.Namespace) -> Config:
    gpool = tuple(int(index) for index in options.gpool.split(",") if index)
    regular = options.regular_channels or options.channels - options.gpool_channels
    return Config(
        blocks=options.blocks,
        channels=options.channels,
        gpool=gpool,
        gpool_channels=options.gpool_channels,
        regular_channels=regular,
        policy_channels=options.policy_channels,
        policy_gpool_channels=options.policy_channels,
        value_channels=options.value_channels,
        value_hidden=options.value_hidden,
    )


class Group:
    """The processes that train together, a single one without torchrun."""

    def __init__(self, device: str):
        self.size = int(os.environ.get("WORLD_SIZE", "1"))
        self.rank = int(os.environ.get("RANK", "0"))
        self.device = torch.device(device)
        if self.device.type == "cuda":
            self.device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0")))
            torch.cuda.set_device(self.device)
        if self.size > 1:
            dist.init_process_group("nccl" if self.device.type == "cuda" else "gloo")

    @property
    def is_first(self) -> bool:
        return self.rank == 0

    def average_gradients(self, params: list[torch.nn.Parameter]) -> None:
        if self.size == 1:
            return
        gradients = [param.grad for param in params if param.grad is not None]
        flat = torch.cat([gradient.flatten() for gradient in gradients])
        dist.all_reduce(flat)
        flat /= self.size
        start = 0
        for gradient in gradients:
            end = start + gradient.numel()
            gradient.copy_(flat[start:end].view_as(gradient))
            start = end

    def broadcast(self, *numbers: float) -> list[float]:
        """Returns the numbers of the first process in all processes."""
        if self.size == 1:
            return list(numbers)
        shared = torch.tensor(numbers, dtype=torch.float64, device=self.device)
        dist.broadcast(shared, 0)
        return shared.tolist()

    def all(self, flag: bool) -> bool:
        """Whether the flag is true in all processes."""
        if self.size == 1:
            return flag
        shared = torch.tensor(float(flag), device=self.device)
        dist.all_reduce(shared, dist.ReduceOp.MIN)
        return shared.item() > 0

    def close(self) -> None:
        if self.size > 1:
            dist.destroy_process_group()


class Trainer:
    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.group = Group(options.device)
        self.device = self.group.device
        torch.set_num_threads(options.threads)
        torch.set_float32_matmul_precision("high")
        if options.precision == "auto":
            options.precision = self._choose_precision()
        self.report(f"precision {options.precision}")
        options.out.mkdir(parents=True, exist_ok=True)
        self.checkpoint_path = options.out / "checkpoint.pt"
        state = None
        if self.checkpoint_path.exists():
            state = torch.load(self.checkpoint_path, map_location="cpu", weights_only=True)
        torch.manual_seed(options.seed)
        network = self._make_network(state)
        self.config = network.config
        self.network = network.to(self.device, memory_format=torch.channels_last)
        self.params = list(self.network.parameters())
        self.average = Network(self.config).to(self.device, memory_format=torch.channels_last)
        self.average.load_state_dict(self.network.state_dict())
        self.average.requires_grad_(False).eval()
        self.optimizers = optim.make(
            self.network,
            options.optimizer,
            muon_lr=options.lr,
            adam_lr=options.adam_lr,
            muon_decay=options.decay,
            adam_decay=options.adam_decay,
            dtype=torch.bfloat16 if options.precision == "bf16" else torch.float32,
        )
        self.step_number = 0
        self.samples = 0
        self.elapsed = 0.0
        if state:
            self.restore(state)
        if self.group.is_first:
            self.drop_later_lines()
            shape = dataclasses.asdict(self.config)
            weights = sum(param.numel() for param in self.params)
            self.log_line({"config": shape, "weights": weights, "arguments": vars(options)})
        self.teacher = self._make_teacher() if options.teacher else None
        torch.backends.cudnn.benchmark = True
        self.is_stopped = False

    def _choose_precision(self) -> str:
        # One choice for all processes, whose weights would differ otherwise.
        is_bf16 = self.group.is_first and precision.resolve("auto", self.device) == "bf16"
        return "bf16" if self.group.broadcast(float(is_bf16))[0] else "f32"

    def _make_network(self, state: dict | None) -> Network:
        """The network of a checkpoint, if there is one, of `--init`, or a new one."""
        options = self.options
        if state:
            network = Network(Config(**state["config"]))
            network.load_state_dict(state["model"])
            return network
        if not options.init:
            return Network(config_of(options))
        network = without_error_outputs(export.read_weights(options.init)[0])
        return grow(network, config_of(options)) if options.grow else network

    def _make_teacher(self) -> Teacher:
        options = self.options
        is_compiled = options.compile == "yes" or (
            options.compile == "auto" and self.device.type == "cuda"
        )
        teacher = Teacher(options.teacher, is_compiled, options.teacher_temperature)
        return teacher.to(self.device, memory_format=torch.channels_last)

    def restore(self, state: dict) -> None:
        self.average.load_state_dict(state["average"])
        for optimizer, saved in zip(self.optimizers, state["optimizers"], strict=True):
            # The arguments of this call, not of the one that wrote the checkpoint.
            given = [
                {name: group[name] for name in ("initial_lr", "weight_decay")}
                for group in optimizer.param_groups
            ]
            optimizer.load_state_dict(saved)
            for group, numbers in zip(optimizer.param_groups, given, strict=True):
                group.update(numbers)
        self.step_number = state["step"]
        self.samples = state["samples"]
        self.elapsed = state["elapsed"]
        torch.set_rng_state(state["random"])
        self.report(f"continues at step {self.step_number}, {self.samples} samples")

    def report(self, text: str) -> None:
        """Writes a message to standard error, in the first process only."""
        if self.group.is_first:
            print(time.strftime("%H:%M:%S"), text, file=sys.stderr, flush=True)

    def drop_later_lines(self) -> None:
        """Removes the lines of log.jsonl that a killed run wrote after its last checkpoint."""
        path = self.options.out / "log.jsonl"
        if not path.exists():
            return
        kept = [line for line in read_log(path) if line["step"] <= self.step_number]
        partial = path.with_suffix(".partial")
        partial.write_text("".join(json.dumps(line) + "\n" for line in kept))
        os.replace(partial, path)

    def log_line(self, entry: dict) -> None:
        """Appends a line to log.jsonl."""
        entry = {
            "time": round(time.time(), 1),
            "step": self.step_number,
            "samples": self.samples,
            "minutes": round(self.elapsed / 60, 3),
            **entry,
        }
        with open(self.options.out / "log.jsonl", "a") as file:
            file.write(json.dumps(entry, default=str) + "\n")

    def loss(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """The weighted sum of the losses, and the losses by head."""
        is_reduced = self.options.precision == "bf16"
        with torch.autocast(self.device.type, torch.bfloat16, enabled=is_reduced):
            outputs = self.network(batch.planes, batch.globals)
        by_head = losses(outputs, batch, self.options.played_weight, self.options.outcome_weight)
        weights = {**WEIGHTS, "value": self.options.value_weight}
        return total(by_head, weights), torch.stack([by_head[name] for name in WEIGHTS])

    def progress(self) -> float:
        """The share of the run that is done."""
        if self.options.samples:
            return self.samples / self.options.samples
        return self.elapsed / (60.0 * self.options.minutes)

    def rate_factor(self, progress: float) -> float:
        """The factor of the learning rates: warm-up, constant, then linearly to 0."""
        warm_up = min(
            (self.step_number + 1) / MIN_WARM_UP_STEPS,
            max(progress / WARM_UP_SHARE, 0.1) if progress else 0.01,
        )
        fall = (1.0 - progress) / max(self.options.cooldown, 1e-9)
        return max(0.0, min(1.0, warm_up, fall))

    def average_decay(self, progress: float) -> float:
        """The decay per step of the moving average of the weights."""
        run_steps = self.step_number / max(progress, 1e-9)
        memory = min(self.options.ema_steps, self.options.ema_share * run_steps)
        # The memory grows with the run, so that the average forgets the initial weights.
        memory = max(1.0, min(memory, self.step_number / 10))
        return 1.0 - 1.0 / memory

    def step(self, batch: Batch, progress: float) -> torch.Tensor:
        """Takes one step; returns the losses by head."""
        batch = batch.to(self.device)
        loss, parts = self.loss(batch)
        for param in self.params:
            param.grad = None
        loss.backward()
        self.group.average_gradients(self.params)
        torch.nn.utils.clip_grad_norm_(self.params, self.options.clip)
        factor = self.rate_factor(progress)
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = group["initial_lr"] * factor
            optimizer.step()
        weight = 1.0 - self.average_decay(progress)
        with torch.no_grad():
            torch._foreach_lerp_(list(self.average.parameters()), self.params, weight)
        self.step_number += 1
        self.samples += len(batch) * self.group.size
        return parts.detach()

    def save(self) -> None:
        """Writes checkpoint.pt and network.bin, unless a weight is not finite."""
        weights = (*self.params, *self.average.parameters())
        if not all(weight.isfinite().all() for weight in weights):
            raise SystemExit("error: a weight is not finite; checkpoint.pt keeps earlier weights")
        if not self.group.is_first:
            return
        state = {
            "config": dataclasses.asdict(self.config),
            "name": self.options.name,
            "model": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
            "step": self.step_number,
            "samples": self.samples,
            "elapsed": self.elapsed,
            "random": torch.get_rng_state(),
        }
        partial = self.checkpoint_path.with_suffix(".partial")
        torch.save(state, partial)
        os.replace(partial, self.checkpoint_path)
        export.export(self.average, self.options.out / "network.bin", self.options.name)

    def validate(self, rows: Rows) -> None:
        if not self.group.is_first:
            return
        means = evaluate(self.average, rows, self.options.validation_rows, self.device)
        self.log_line({"validation": means})
        self.report("validation\n" + table(means))

    def open_reader(self) -> Reader | ResidentReader:
        options = self.options
        # A continued run samples other rows than at its start.
        seeds = [options.seed, self.step_number]
        frame_seed, row_seed = (random.Random(str([*seeds, n])).getrandbits(32) for n in (0, 1))
        frames = parse_frames(options.frames)
        if self.teacher:
            torch.manual_seed(row_seed + self.group.rank)
            return ResidentReader(
                options.data,
                frames,
                options.batch,
                options.resident_rows,
                frame_seed,
                self.teacher,
                self.device,
                self.report,
            )
        return Reader(
            options.data,
            frames,
            options.batch,
            frame_seed,
            row_seed + self.group.rank,
            options.loaders,
            pin=self.device.type == "cuda",
            log=self.report,
        )

    def log_progress(self, window: LogWindow, progress: float, rows: dict[int, int]) -> None:
        """Logs the losses and rates of a window. rows: by frame, the number of rows at hand."""
        if not self.group.is_first:
            return
        means, factor = window.mean_losses(), self.rate_factor(progress)
        rate = (self.samples - window.samples) / (self.elapsed - window.elapsed)
        entry = {
            "progress": round(progress, 5),
            "rate": round(rate, 1),
            "rate_by_frame": window.rates_by_frame(),
            "lr_factor": round(factor, 5),
            "losses": means,
            "rows": rows,
        }
        self.log_line(entry)
        texts = " ".join(f"{name} {number:.3f}" for name, number in means.items())
        self.report(
            f"{100 * progress:.1f} % step {self.step_number} {self.samples} samples "
            f"{rate:.0f}/s lr x{factor:.2f} {texts}"
        )

    def run(self) -> None:
        options, group = self.options, self.group

        def stop(*_):
            self.is_stopped = True

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        reader = self.open_reader()
        self.report(f"rows by frame: {reader.counts()}")
        validation = Rows(options.validation, self.report) if options.validation else None
        window = LogWindow(self.samples, self.elapsed)
        saved = validated = self.elapsed
        has_started = False
        while True:
            progress, is_stopped = group.broadcast(self.progress(), float(self.is_stopped))
            if progress >= 1.0 or is_stopped:
                break
            start = time.monotonic()
            batch = reader.next(lambda: self.is_stopped)
            # A process without a batch was stopped while it waited for rows.
            if not group.all(batch is not None):
                is_stopped = True
                break
            step_start = time.monotonic()
            parts = self.step(batch, progress)
            now = time.monotonic()
            # The time of waiting for the first rows does not count.
            self.elapsed += now - (start if has_started else step_start)
            has_started = True
            window.add(parts, batch.frame, len(batch), now - step_start)
            if self.elapsed - window.elapsed >= options.log_seconds:
                self.log_progress(window, progress, reader.counts())
                window = LogWindow(self.samples, self.elapsed)
            if self.elapsed - saved >= 60 * options.checkpoint_minutes:
                self.save()
                saved = self.elapsed
            if validation and self.elapsed - validated >= 60 * options.validate_minutes:
                validation.scan()
                self.validate(validation)
                validated = self.elapsed
        reader.stop()
        if self.step_number:
            self.save()
        if validation and not is_stopped:
            self.validate(validation)
        self.report(f"{'stopped' if is_stopped else 'done'} at {self.samples} samples")
        group.close()


def main(arguments: list[str] | None = None) -> None:
    Trainer(parse(arguments)).run()


if __name__ == "__main__":
    main()
