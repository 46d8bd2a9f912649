# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs and expected numbers of the samples, by the kind of core that runs them."""

import numpy as np

random = np.random.default_rng(29)


class Sample:
    """Arrays by number of the argument. `output` and `expected`: a number and an array, or a
    dictionary of both. `prints`: parts of what the run prints."""

    def __init__(
        self, inputs, output, expected=None, scalars=None, tolerance=0, flags=(), prints=()
    ):
        self.inputs = inputs
        self.outputs = output if expected is None else {output: expected}
        self.scalars = scalars or {}
        self.tolerance = tolerance
        self.flags = flags
        self.prints = prints


def floats(*shape, dtype="f4"):
    return random.standard_normal(shape).astype(dtype)


def product(a, b):
    return a.astype("f4") @ b.astype("f4")


def layer_norm(x, gain, shift):
    centred = x - x.mean(axis=1, keepdims=True)
    variance = (centred**2).mean(axis=1, keepdims=True)
    return centred / np.sqrt(variance + 1e-5) * gain + shift


def rms_norm(x, gain):
    x = x.astype("f4")
    return x / np.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-3) * gain.astype("f4")


def paired_sum(x):
    """Neighbouring rows added until one is left."""
    while len(x) > 1:
        x = x[0::2] + x[1::2]
    return x


def vector_samples():
    x, gain, shift = floats(24, 64), floats(1, 64), floats(1, 64)
    want = layer_norm(x, gain, shift)
    yield "layer_norm", Sample({0: x, 1: gain, 2: shift}, 3, want, {4: 24}, 1e-5)
    x, gain = floats(16, 128, dtype="f2"), floats(1, 128, dtype="f2")
    yield "rms_norm_f16", Sample({0: x, 1: gain}, 2, rms_norm(x, gain).astype("f2"), tolerance=2e-3)
    for rows in [1, 8, 19]:
        x = floats(rows, 96)
        yield "swish", Sample({0: x}, 1, x / (1 + np.exp(-x)), {2: rows}, 1e-6)
    x = 4 * floats(32, 32)
    want = np.clip(x / np.float32(6) + np.float32(0.5), 0, 1)
    yield "hard_sigmoid", Sample({0: x}, 1, want, tolerance=1e-6)
    x, angle = floats(16, 64), floats(16, 32)
    c, s = np.cos(angle), np.sin(angle)
    a, b = x[:, :32], x[:, 32:]
    yield "rotary", Sample({0: x, 1: c, 2: s}, 3, np.hstack([a * c - b * s, a * s + b * c]))
    x = 100 * floats(32, 32)
    scale = (np.abs(x).max(axis=1, keepdims=True) / 127).astype("f4")
    q = np.clip(np.rint(x / scale), -128, 127)
    sample = Sample({0: x, 1: scale}, {2: q.astype("i1"), 3: (q * scale).astype("f4")})
    yield "quantise_rows", sample
    x = floats(48, 32)
    yield "transpose", Sample({0: x}, 1, np.ascontiguousarray(x.T), {2: 48, 3: 32})
    x = random.permutation(256).astype("f4").reshape(1, 256)
    index = np.arange(256, dtype="u4").reshape(1, 256)
    yield "top_of_256", Sample({0: x, 1: index}, 2, -np.sort(-x, axis=1))
    for cols in [1, 63, 64, 130]:
        x = floats(16, cols) - 5
        yield "pad_and_reduce", Sample({0: x}, 1, x.max(axis=1, keepdims=True), {2: cols})
    for tiles in [1, 2, 7]:
        x = floats(8 * tiles, 64)
        yield "manual_flags", Sample({0: x}, 1, np.exp(x), {2: tiles}, 1e-6)
    x, y = floats(16, 16, dtype="f2"), floats(16, 16, dtype="f2")
    wide = (x.astype("f4") * y.astype("f4")).astype("f2").astype("f4") + x.astype("f4")
    yield "event_names", Sample({0: x, 1: y}, 2, wide.astype("f2"))
    for tiles in [1, 5]:
        x = floats(8 * tiles, 32)
        yield "event_arrays", Sample({0: x}, 1, x * x, {2: tiles})
    x = random.integers(-99, 99, (2, 8)).astype("i4")
    yield "debug_prints", Sample({0: x}, 1, 3 * x, prints=["factor 3"])
    x = floats(16, 16)
    yield (
        "reshape_and_bits",
        Sample({0: x}, {1: x.reshape(8, 32)[4:], 2: x.view("i4")}),
    )
    x, factors = floats(16, 32), floats(4)
    for which in [0, 2]:
        want = np.where(x > 0, x, x * factors[1 + which])
        yield "conditional_scale", Sample({0: x, 1: factors}, 2, want, {3: which})
    x = floats(2, 3, 8, 64)
    yield "batches_of_windows", Sample({0: x}, 1, 2 * x[..., 32:])
    x = floats(32, 64)
    want = np.vstack([x.max(axis=0), x.min(axis=0), paired_sum(x)])
    yield "column_statistics", Sample({0: x}, 1, want)
    x, local = floats(1, 64), np.zeros((1, 64), "f4")
    workspace = np.zeros(64, "i1")
    yield "remote_copy", Sample({0: x, 1: local, 2: workspace}, {1: x, 3: x + x})
    table = floats(32, 16)
    index = random.permutation(512)[:128].reshape(8, 16).astype("i4")
    want = table.copy().reshape(-1)
    want[index.reshape(-1)] *= 3
    yield "scatter_tokens", Sample({0: table, 1: index}, 0, want.reshape(32, 16), tolerance=1e-6)
    for rows in [3, 8, 21]:
        x = floats(rows, 48)
        yield "shrinking_rows", Sample({0: x}, 1, x * x - x, {2: rows})
    x = random.integers(0, 65536, (32, 64)).astype("u2")
    want = np.stack([np.bincount(row >> 8, minlength=256) for row in x]).astype("u4")
    index = np.zeros((32, 1), "u1")
    yield "histogram", Sample({0: x, 1: index}, 2, want)
    x = floats(16, 16, dtype="f2")
    yield "legacy_entry", Sample({0: x}, 1, x + x)


def matrix_samples():
    a, b = floats(16, 64, dtype="f2"), floats(64, 32, dtype="f2")
    bias = floats(1, 32)
    want = np.maximum(product(a, b) + bias, 0).astype("f2")
    yield "linear_bias_relu", Sample({0: a, 1: b, 2: bias}, 3, want, tolerance=4e-3)
    a, b, c = (floats(32, 32, dtype="f2") / np.float16(4) for _ in range(3))
    want = product(product(a, b).astype("f2"), c)
    yield "chained_product", Sample({0: a, 1: b, 2: c}, 3, want, tolerance=1e-3)
    w = floats(16, 16, dtype="f2") / np.float16(4)
    blocks = [[product(a[i : i + 16, j : j + 16], w) for j in (0, 16)] for i in (0, 16)]
    want = product(np.block(blocks).astype("f2"), b)
    yield "insert_blocks", Sample({0: a, 1: w, 2: b}, 3, want, tolerance=1e-3)
    a, b = floats(32, 64, dtype="f2"), floats(64, 32, dtype="f2")
    yield "extract_windows", Sample({0: a, 1: b}, 2, product(a, b), tolerance=1e-4)
    a, b = floats(16, 128, dtype="f2"), floats(128, 16, dtype="f2")
    start = floats(16, 16)
    want = start + product(a, b)
    sample = Sample({0: a, 1: b, 2: start}, 2, want, tolerance=1e-4, flags=["--blocks=4"])
    yield "split_k_atomic", sample


def pair_samples():
    x, b = floats(16, 16, dtype="f2"), floats(16, 16, dtype="f2")
    want = product(x * np.float16(0.5), b)
    yield "fifo_to_cube", Sample({0: x, 1: b}, 2, want, tolerance=1e-4)
    yield "handles", Sample({0: x, 1: b}, 2, 2 * product(x, b), tolerance=1e-4)
    slots = np.zeros(2048, "f4")
    sample = Sample({0: x, 1: b, 3: slots}, 2, product(x, b) / 2, tolerance=1e-4)
    yield "handles_through_memory", sample
