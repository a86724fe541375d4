import numpy as np
import pytest
import torch

from shusaku_training.model import IMPOSSIBLE
from shusaku_training.tokens import F32_MARK, Source
from shusaku_training.transformer import Attention, Transformer

CHANNELS, HEADS, SIZE, HIDDEN = 16, 2, 8, 24


class Tokens:
    """Writes the tokens of a transformer with random weights."""

    def __init__(self):
        self.random = np.random.default_rng(3)
        self.data = b""

    def tokens(self, *tokens):
        self.data += " ".join(str(token) for token in tokens).encode() + b"\n"

    def numbers(self, *shape, mean=0.0, deviation=1.0):
        numbers = self.random.normal(mean, deviation, shape)
        self.data += F32_MARK + numbers.astype("<f4").tobytes() + b"\n"

    def matrix(self, inputs, outputs):
        self.tokens("matrix", inputs, outputs)
        self.numbers(inputs, outputs, deviation=inputs**-0.5)

    def conv(self, inputs, outputs, side=1):
        self.tokens("conv", side, side, inputs, outputs, 1, 1)
        self.numbers(side, side, inputs, outputs, deviation=(inputs * side) ** -0.5)

    def bias(self, channels):
        self.tokens("bias", channels)
        self.numbers(channels)

    def norm(self, channels):
        self.tokens("norm", channels, 1e-20, 0, 1)
        self.numbers(channels, deviation=0.0)
        self.numbers(channels, mean=1.0, deviation=0.0)
        self.numbers(channels)
        self.activation()

    def activation(self):
        self.tokens("activation", "ACTIVATION_SILU")

    def rms(self):
        self.tokens("rms", CHANNELS, 1e-6)
        self.numbers(CHANNELS, mean=1.0, deviation=0.3)

    def attention(self):
        self.tokens(HEADS, HEADS, SIZE, SIZE, 1, 0)
        self.rms()
        for _ in range(4):
            self.matrix(CHANNELS, CHANNELS)
        self.tokens("theta", 10.0)

    def model(self):
        self.tokens("tiny", 17, 22, 19, *(20.0,) * 4, 40.0, 0.25, 150.0, *(0,) * 8)
        self.tokens("trunk", 2, CHANNELS, 0, 0, 0, 0, 1, *(0,) * 5)
        self.conv(22, CHANNELS, 3)
        self.matrix(19, CHANNELS)
        self.tokens("transformer_attention_block", "first")
        self.attention()
        self.tokens("transformer_ffn_block", "second", CHANNELS, HIDDEN, 1)
        self.rms()
        self.matrix(CHANNELS, HIDDEN)
        self.matrix(CHANNELS, HIDDEN)
        self.matrix(HIDDEN, CHANNELS)
        self.tokens("tip", CHANNELS, 1e-6, 0, 0)
        self.numbers(CHANNELS)
        self.numbers(CHANNELS)
        self.activation()
        self.tokens("policy", 2, 0, 0, 0)
        self.conv(CHANNELS, 8)
        self.conv(CHANNELS, 8)
        self.norm(8)
        self.matrix(24, 8)
        self.norm(8)
        self.conv(8, 2)
        self.matrix(24, 8)
        self.bias(8)
        self.activation()
        self.matrix(8, 2)
        self.tokens("value", 0, 0, 0)
        self.conv(CHANNELS, 8)
        self.norm(8)
        self.matrix(24, 12)
        self.bias(12)
        self.activation()
        self.matrix(12, 3)
        self.bias(3)
        self.matrix(12, 6)
        self.bias(6)
        self.conv(8, 1)
        return Source(self.data)


@pytest.mark.parametrize("size", [(7, 7), (9, 6)])
@torch.no_grad()
def test_outputs_depend_neither_on_the_frame_nor_on_the_place_in_it(size):
    rows, columns = size
    board = (torch.rand(2, 22, rows, columns) < 0.3).float()
    board[:, 0] = 1
    planes = torch.zeros(2, 22, 9, 9)
    planes[:, :, 9 - rows :, 9 - columns :] = board
    numbers = torch.randn(2, 19)
    network = Transformer(Tokens().model())
    framed = network(planes, numbers)
    policy = framed.policy[:, :81].view(2, 9, 9)
    assert (policy[planes[:, 0] == 0] == IMPOSSIBLE).all()
    if rows == columns:
        alone = network(board, numbers)
        on_board = policy[:, 9 - rows :, 9 - columns :]
        assert torch.allclose(on_board.flatten(1), alone.policy[:, :-1], atol=1e-5)
        assert torch.allclose(framed.policy[:, 81], alone.policy[:, -1], atol=1e-5)
        assert torch.allclose(framed.value, alone.value, atol=1e-5)
        assert torch.allclose(framed.score, alone.score, atol=1e-5)
        ownership = framed.ownership[:, 9 - rows :, 9 - columns :]
        assert torch.allclose(ownership, alone.ownership, atol=1e-5)


@torch.no_grad()
def test_attention_is_that_of_katagos_specification():
    """Each sum written out, for a board of 3 x 2 points in a frame of 3 x 3."""
    tokens = Tokens()
    tokens.attention()
    block = Attention(Source(tokens.data))
    stream = torch.randn(1, 9, CHANNELS)
    on_board = torch.tensor([[True, True, False] * 3])
    outputs = block(stream, on_board, 3)[0]

    def rotated(vector, point):
        """Pairs turned by angles that fall from pair to pair: first by the row, then the column."""
        vector = vector.clone()
        quarter = SIZE // 4
        for pair in range(SIZE // 2):
            coordinate = point // 3 if pair < quarter else point % 3
            angle = torch.tensor(coordinate * 10.0 ** (-(pair % quarter) / quarter))
            a, b = vector[2 * pair].clone(), vector[2 * pair + 1].clone()
            vector[2 * pair] = a * angle.cos() - b * angle.sin()
            vector[2 * pair + 1] = a * angle.sin() + b * angle.cos()
        return vector

    x = stream[0] / (stream[0].square().mean(dim=1, keepdim=True) + 1e-6).sqrt() * block.norm.scale
    query, key, value = (x @ layer.weight.T for layer in (block.query, block.key, block.value))
    points = [point for point in range(9) if on_board[0, point]]
    for point in points:
        heads = []
        for head in range(HEADS):
            part = slice(head * SIZE, (head + 1) * SIZE)
            turned = rotated(query[point, part], point)
            logits = torch.stack([turned @ rotated(key[at, part], at) for at in points])
            weights = (logits / SIZE**0.5).softmax(dim=0)
            heads.append(sum(w * value[at, part] for w, at in zip(weights, points, strict=True)))
        expected = stream[0, point] + torch.cat(heads) @ block.out.weight.T
        assert torch.allclose(outputs[point], expected, atol=1e-5)
    assert torch.equal(outputs[2], stream[0, 2])


def test_header_flags_are_refused():
    source = Tokens().model()
    at = source.data.index(b"\n") - 1
    source.data = source.data[:at] + b"1" + source.data[at + 1 :]
    with pytest.raises(ValueError, match="flags"):
        Transformer(source)


@pytest.mark.parametrize("at", range(7))
def test_the_multiplier_of_the_lead_was_not_checked(at):
    source = Tokens().model()
    header, line, rest = source.data.partition(b"\n")
    words = header.split()
    words[4 + at] = b"30.0"
    source.data = b" ".join(words) + line + rest
    if at in (1, 2, 3):
        with pytest.raises(ValueError, match="units of 20 points"):
            Transformer(source)
    else:
        Transformer(source)


def test_other_blocks_are_refused():
    source = Tokens().model()
    source.data = source.data.replace(b"transformer_ffn_block", b"ordinary_block_000000")
    with pytest.raises(ValueError, match="not supported"):
        Transformer(source)
