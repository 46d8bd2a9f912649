# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parts of language models as kernels: sorting, lookup, histograms, routing, against NumPy."""

import numpy as np
import pytest

import pypto.language as pl
from pypto.runtime import RunConfig

PLATFORMS = ["a2a3sim", "a5sim"]


@pytest.fixture(params=PLATFORMS)
def chip(request):
    """Both chips."""
    return RunConfig(platform=request.param)


# Top-k ---------------------------------------------------------------------------------------

VOCABULARY, K = 1024, 48


@pl.jit
def top_k(
    logits: pl.Tensor[[8, VOCABULARY], pl.FP32],
    rows: pl.Scalar[pl.INDEX],
    values: pl.InOut[pl.Tensor[[8, K], pl.FP32]],
    indices: pl.InOut[pl.Tensor[[8, K], pl.UINT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        for r in pl.range(rows):
            row = logits[r : r + 1, :]
            pairs = pl.sort32(row, pl.arange(0, [1, VOCABULARY], dtype=pl.UINT32))
            pairs = pl.mrgsort(pairs, block_len=64)
            pairs = pl.mrgsort(pairs, block_len=256)
            pairs = pl.mrgsort(pairs, block_len=1024)
            best = pairs[:, 0 : 2 * K]
            values[r : r + 1, :] = pl.gather(best, mask_pattern=pl.tile.MaskPattern.P0101)
            indices[r : r + 1, :] = pl.gather(
                best, mask_pattern=pl.tile.MaskPattern.P1010, output_dtype=pl.UINT32
            )
    return values, indices


@pytest.mark.parametrize("rows", [1, 7])
def test_top_k(rows, rng, chip):
    """The largest of a row with their places; equal values in the order of their places."""
    logits = rng.integers(-200, 200, size=(8, VOCABULARY)).astype(np.float32) / 8
    values = np.full((8, K), -1, np.float32)
    indices = np.full((8, K), 7, np.uint32)
    top_k(logits, rows, values, indices, config=chip)
    order = np.argsort(-logits, axis=1, kind="stable")[:rows, :K]
    np.testing.assert_array_equal(values[:rows], np.take_along_axis(logits[:rows], order, 1))
    np.testing.assert_array_equal(indices[:rows], order.astype(np.uint32))
    assert (values[rows:] == -1).all() and (indices[rows:] == 7).all()


# Sampling ------------------------------------------------------------------------------------


@pl.jit
def sample(
    logits: pl.Tensor[[16, 512], pl.FP32],
    noise: pl.Tensor[[16, 512], pl.FP32],
    scale: pl.Scalar[pl.FP32],
    floor: pl.Tensor[[16, 1], pl.FP32],
    tokens: pl.Out[pl.Tensor[[16, 1], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        kept = pl.cmp(pl.row_expand_sub(logits, floor), 0.0, cmp_type=5)
        # What is below the floor of its row cannot win: -1e30 is added.
        penalty = pl.mul(pl.sub(kept, 1.0), 1e30)
        tokens[:] = pl.row_argmax(pl.add(pl.add(pl.mul(logits, scale), noise), penalty))
    return tokens


@pytest.mark.parametrize("temperature", [0.5, 2.0])
def test_sampling(temperature, rng, chip):
    """Gumbel noise on scaled logits of the candidates above a floor; the argmax is the sample."""
    logits = rng.standard_normal((16, 512), dtype=np.float32)
    noise = rng.gumbel(size=(16, 512)).astype(np.float32)
    floor = np.sort(logits, axis=1)[:, -20:-19].copy()
    tokens = np.zeros((16, 1), np.int32)
    sample(logits, noise, 1 / temperature, floor, tokens, config=chip)
    scores = logits * np.float32(1 / temperature) + noise
    scores[logits < floor] = -np.inf
    np.testing.assert_array_equal(tokens[:, 0], scores.argmax(axis=1))


# Lookup --------------------------------------------------------------------------------------


@pl.jit
def embed(
    table: pl.Tensor[[100, 96], pl.FP16],
    ids: pl.Tensor[[37], pl.INT32],
    scale: pl.Scalar[pl.FP16],
    out: pl.Out[pl.Tensor[[37, 96], pl.FP16]],
):
    for block in pl.spmd(4):
        for i in pl.range(block, 37, 4):
            row = pl.cast(pl.read(ids, [i]), pl.INDEX)
            out[i : i + 1, :] = pl.mul(table[row : row + 1, :], scale)
    return out


def test_embedding(rng, chip):
    """Rows by token, shared by four blocks that do not divide their number."""
    table = rng.standard_normal((100, 96)).astype(np.float16)
    ids = rng.integers(0, 100, size=37).astype(np.int32)
    out = np.zeros((37, 96), np.float16)
    embed(table, ids, 8.0, out, config=chip)
    np.testing.assert_array_equal(out, table[ids] * np.float16(8))


# Attention over a paged cache ----------------------------------------------------------------

BLOCK, HEAD, LENGTH = 16, 64, 48


@pl.jit
def paged_attention(
    q: pl.Tensor[[16, HEAD], pl.FP16],
    keys: pl.Tensor[[160, HEAD], pl.FP16],
    values: pl.Tensor[[160, HEAD], pl.FP16],
    places: pl.Tensor[[LENGTH], pl.INT32],
    blocks: pl.Tensor[[10], pl.INT32],
    out: pl.Out[pl.Tensor[[16, HEAD], pl.FP32]],
):
    scores = pl.create_tensor([16, LENGTH], dtype=pl.FP32)
    weights = pl.create_tensor([16, LENGTH], dtype=pl.FP16)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="scores"):
        k = pl.paged_gather(keys, places, blocks, BLOCK, HEAD, LENGTH, is_trans=True)
        scores[:] = pl.matmul(q, k, out_dtype=pl.FP32)
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="softmax"):
        s = pl.mul(scores, 0.125)
        e = pl.exp(pl.row_expand_sub(s, pl.row_max(s)))
        weights[:] = pl.cast(pl.row_expand_div(e, pl.row_sum(e)), pl.FP16, mode="rint")
    with pl.at(level=pl.Level.CORE_GROUP, name_hint="mix"):
        v = pl.paged_gather(values, places, blocks, BLOCK, HEAD, LENGTH)
        out[:] = pl.matmul(weights, v, out_dtype=pl.FP32)
    return out


def test_paged_attention(rng, chip):
    """Decoding over keys and values that lie in blocks anywhere in a pool."""
    q, keys, values = (
        rng.standard_normal(shape).astype(np.float16)
        for shape in ((16, HEAD), (160, HEAD), (160, HEAD))
    )
    blocks = rng.permutation(10).astype(np.int32)
    places = np.arange(LENGTH, dtype=np.int32)
    out = np.zeros((16, HEAD), np.float32)
    paged_attention(q, keys, values, places, blocks, out, config=chip)
    rows = blocks[places // BLOCK] * BLOCK + places % BLOCK
    s = 0.125 * q.astype("f8") @ keys[rows].astype("f8").T
    e = np.exp(s - s.max(axis=1, keepdims=True))
    w = (e / e.sum(axis=1, keepdims=True)).astype(np.float16).astype("f8")
    np.testing.assert_allclose(out, w @ values[rows].astype("f8"), rtol=3e-3, atol=3e-3)


# Histogram -----------------------------------------------------------------------------------


@pl.jit
def histogram(
    x: pl.Tensor[[24, 100], pl.INT32],
    counts: pl.InOut[pl.Tensor[[24, 16], pl.INT32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        for b in pl.unroll(16):
            ones = pl.cast(pl.cmp(x, b, cmp_type=0), pl.FP32)
            counts[:, b : b + 1] = pl.cast(pl.row_sum(ones), pl.INT32, mode="rint")
    return counts


def test_histogram(rng, chip):
    """How often each of 16 values is in a row; others are not counted."""
    x = rng.integers(-3, 20, size=(24, 100)).astype(np.int32)
    counts = np.zeros((24, 16), np.int32)
    histogram(x, counts, config=chip)
    np.testing.assert_array_equal(counts, [[(row == b).sum() for b in range(16)] for row in x])


# Masked softmax ------------------------------------------------------------------------------


@pl.jit
def masked_softmax(
    x: pl.Tensor[[32, 72], pl.FP32],
    mask: pl.Tensor[[32, 72], pl.FP32],
    rows: pl.Scalar[pl.INDEX],
    columns: pl.Scalar[pl.INDEX],
    out: pl.InOut[pl.Tensor[[32, 72], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        t = pl.set_validshape(x, rows, columns)
        m = pl.set_validshape(mask, rows, columns)
        s = pl.add(t, pl.mul(pl.sub(m, 1.0), 1e4))
        e = pl.exp(pl.row_expand_sub(s, pl.row_max(s)))
        out[:] = pl.row_expand_div(e, pl.row_sum(e))
    return out


@pytest.mark.parametrize(("rows", "columns"), [(32, 72), (1, 1), (15, 17), (31, 71), (16, 64)])
def test_masked_softmax(rows, columns, rng, chip):
    """Masked elements weigh nothing; what is not valid is neither read nor written."""
    x = rng.standard_normal((32, 72), dtype=np.float32)
    mask = (rng.random((32, 72)) < 0.7).astype(np.float32)
    mask[:, 0] = 1
    x[rows:], x[:, columns:] = np.nan, np.nan
    out = np.full((32, 72), -5, np.float32)
    masked_softmax(x, mask, rows, columns, out, config=chip)
    s = np.where(mask > 0, x, -np.inf)[:rows, :columns].astype("f8")
    e = np.exp(s - s.max(axis=1, keepdims=True))
    np.testing.assert_allclose(
        out[:rows, :columns], e / e.sum(axis=1, keepdims=True), rtol=1e-5, atol=1e-7
    )
    assert (out[rows:] == -5).all() and (out[:, columns:] == -5).all()


# Experts -------------------------------------------------------------------------------------

TOKENS, WIDTH, EXPERTS, ROOM = 20, 32, 4, 16


@pl.jit
def dispatch(
    x: pl.Tensor[[TOKENS, WIDTH], pl.FP32],
    choice: pl.Tensor[[TOKENS], pl.INT32],
    slots: pl.InOut[pl.Tensor[[TOKENS], pl.INT32]],
    counts: pl.InOut[pl.Tensor[[EXPERTS], pl.INT32]],
    buffers: pl.InOut[pl.Tensor[[EXPERTS * ROOM, WIDTH], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        for t in pl.range(TOKENS):
            expert = pl.cast(pl.read(choice, [t]), pl.INDEX)
            place = pl.read(counts, [expert])
            pl.write(counts, [expert], place + 1)
            slot = expert * ROOM + pl.cast(place, pl.INDEX)
            pl.write(slots, [t], pl.cast(slot, pl.INT32))
            buffers[slot : slot + 1, :] = x[t : t + 1, :]
    return slots, counts, buffers


@pl.jit
def combine(
    buffers: pl.Tensor[[EXPERTS * ROOM, WIDTH], pl.FP32],
    slots: pl.Tensor[[TOKENS, 2], pl.INT32],
    gates: pl.Tensor[[TOKENS, 2], pl.FP32],
    out: pl.InOut[pl.Tensor[[TOKENS, WIDTH], pl.FP32]],
):
    for block in pl.spmd(3):
        for t in pl.range(block, TOKENS, 3):
            first = pl.cast(pl.read(slots, [t, 0]), pl.INDEX)
            second = pl.cast(pl.read(slots, [t, 1]), pl.INDEX)
            a = pl.mul(buffers[first : first + 1, :], pl.read(gates, [t, 0]))
            b = pl.mul(buffers[second : second + 1, :], pl.read(gates, [t, 1]))
            out[t : t + 1, :] = pl.add(a, b)
    return out


def test_dispatch_and_combine(rng, chip):
    """Tokens to their expert's next free row, and back as a weighted sum of two rows."""
    x = rng.standard_normal((TOKENS, WIDTH), dtype=np.float32)
    choice = rng.integers(0, EXPERTS, size=TOKENS).astype(np.int32)
    slots, counts = np.zeros(TOKENS, np.int32), np.zeros(EXPERTS, np.int32)
    buffers = np.zeros((EXPERTS * ROOM, WIDTH), np.float32)
    dispatch(x, choice, slots, counts, buffers, config=chip)
    np.testing.assert_array_equal(counts, np.bincount(choice, minlength=EXPERTS))
    expected, used = np.zeros_like(buffers), np.zeros(EXPERTS, int)
    for t, expert in enumerate(choice):
        assert slots[t] == expert * ROOM + used[expert]
        expected[slots[t]] = x[t]
        used[expert] += 1
    np.testing.assert_array_equal(buffers, expected)

    pairs = rng.choice(slots, size=(TOKENS, 2)).astype(np.int32)
    gates = rng.random((TOKENS, 2)).astype(np.float32)
    out = np.zeros((TOKENS, WIDTH), np.float32)
    combine(buffers, pairs, gates, out, config=chip)
    want = (buffers[pairs] * gates[:, :, None]).sum(axis=1)
    np.testing.assert_allclose(out, want, rtol=1e-6, atol=1e-6)
