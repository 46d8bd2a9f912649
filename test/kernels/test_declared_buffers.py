# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Buffers that the author declares with pl.MemRef: shared, kept apart, at chosen addresses."""

import numpy as np
import pytest

import pypto.language as pl
from pypto.errors import VerificationError
from pypto.runtime import RunConfig


def buffers(kernel) -> dict[str, tuple[int, int]]:
    """Address and end of each buffer of the only kernel, by the name of its first tile."""
    (core,) = kernel.compile().memory_map().data["kernels"]
    return {
        b["name"]: (b["address"], b["address"] + b["bytes"])
        for memory in core["spaces"]
        for b in memory["buffers"]
    }


@pl.jit
def two_buffers(
    x: pl.Tensor[[16, 64], pl.FP32],
    w: pl.Tensor[[16, 16], pl.FP32],
    out: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        v: pl.Tile[[16, 16], pl.FP32, pl.MemRef("a"), pl.Mem.Vec] = pl.load(w, [0, 0], [16, 16])
        m = pl.row_max(v, tmp_tile=pl.create_tile([16, 16], pl.FP32))
        x0: pl.Tile[[16, 64], pl.FP32, pl.MemRef("a"), pl.Mem.Vec] = pl.load(x, [0, 0], [16, 64])
        y: pl.Tile[[16, 64], pl.FP32, pl.MemRef("b"), pl.Mem.Vec] = pl.row_expand_add(x0, m)
        z: pl.Tile[[16, 64], pl.FP32, pl.MemRef("a"), pl.Mem.Vec] = pl.mul(y, 2.0)
        out = pl.store(z, [0, 0], out)
    return out


def test_tiles_share_a_declared_buffer(rng):
    """Tiles of several shapes live in one buffer, and no other tile ever does."""
    x = rng.standard_normal((16, 64), np.float32)
    w = rng.standard_normal((16, 16), np.float32)
    out = np.full_like(x, 99)
    two_buffers(x, w, out)
    np.testing.assert_array_equal(out, (x + w.max(1, keepdims=True)) * np.float32(2))
    by_name = buffers(two_buffers)
    # One place for `v`, `x0` and `z`, as large as the largest of them.
    assert not {"x0", "z"} & set(by_name)
    assert by_name["v"][1] - by_name["v"][0] == 16 * 64 * 4
    places = list(by_name.values())
    assert len(places) == len(set(places))
    for low, high in places:
        assert not [p for p in places if p != (low, high) and p[0] < high and low < p[1]]


@pl.jit
def at_addresses(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        first: pl.Tile[[16, 64], pl.FP32, pl.MemRef(65536, 0, 4096), pl.Mem.Vec] = pl.load(
            x, [0, 0], [16, 64]
        )
        second: pl.Tile[[16, 64], pl.FP32, pl.MemRef(65536, 4096, 4096), pl.Mem.Vec] = pl.exp(first)
        third: pl.Tile[[16, 64], pl.FP32, pl.MemRef(66048, 0, 4096), pl.Mem.Vec] = pl.add(
            second, 1.0
        )
        out = pl.store(third, [0, 0], out)
    return out


def test_overlapping_while_in_use_is_refused():
    """`third` is written over part of `second` while that is read."""
    with pytest.raises(VerificationError, match="overlaps .* while both are in use") as raised:
        at_addresses.compile().memory_map()
    assert "test_declared_buffers.py" in str(raised.value)


@pl.jit
def two_phases(
    x: pl.Tensor[[64, 128], pl.FP32],
    h: pl.Tensor[[128, 128], pl.FP16],
    out: pl.Out[pl.Tensor[[64, 128], pl.FP32]],
    half: pl.Out[pl.Tensor[[128, 128], pl.FP16]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        a: pl.Tile[[64, 128], pl.FP32, pl.MemRef(4096, 0, 32768), pl.Mem.Vec] = pl.load(
            x, [0, 0], [64, 128]
        )
        out = pl.store(a, [0, 0], out)
        b: pl.Tile[[128, 128], pl.FP16, pl.MemRef(4096, 64, 32768), pl.Mem.Vec] = pl.load(
            h, [0, 0], [128, 128]
        )
        half = pl.store(b, [0, 0], half)
    return out, half


def test_two_phases_at_one_address(rng):
    """D18: an overlap on purpose is accepted, and the second load waits for the first store."""
    x = rng.standard_normal((64, 128), np.float32)
    h = rng.standard_normal((128, 128), np.float32).astype(np.float16)
    out, half = np.full_like(x, 99), np.full_like(h, 99)
    two_phases(x, h, out, half, config=RunConfig(check_races=True))
    np.testing.assert_array_equal(out, x)
    np.testing.assert_array_equal(half, h)
    places = buffers(two_phases)
    assert places["a"] == (4096, 36864) and places["b"] == (4160, 36928)


@pl.jit
def slots(x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        ring = pl.MemRef(slots=2)
        for i in pl.range(2):
            a: pl.Tile[[16, 64], pl.FP32, ring[0], pl.Mem.Vec] = pl.load(x, [32 * i, 0], [16, 64])
            b: pl.Tile[[16, 64], pl.FP32, ring[1], pl.Mem.Vec] = pl.load(
                x, [32 * i + 16, 0], [16, 64]
            )
            c = pl.add(a, b)
            out = pl.store(c, [32 * i, 0], out)
            out = pl.store(b, [32 * i + 16, 0], out)
    return out


def test_slots(rng):
    """Slots of one allocation are apart; the loop's iterations reuse them."""
    x = rng.standard_normal((64, 64), np.float32)
    out = np.full_like(x, 99)
    slots(x, out)
    blocks = x.reshape(2, 2, 16, 64)
    expected = np.stack([blocks[:, 0] + blocks[:, 1], blocks[:, 1]], 1).reshape(64, 64)
    np.testing.assert_array_equal(out, expected)
    places = buffers(slots)
    assert abs(places["a"][0] - places["b"][0]) == 16 * 64 * 4


@pl.jit
def misaligned(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a: pl.Tile[[16, 64], pl.FP32, pl.MemRef(100, 0, 4096), pl.Mem.Vec] = pl.load(
            x, [0, 0], [16, 64]
        )
        out = pl.store(a, [0, 0], out)
    return out


@pl.jit
def outside(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a: pl.Tile[[16, 64], pl.FP32, pl.MemRef(188416, 0, 4096), pl.Mem.Vec] = pl.load(
            x, [0, 0], [16, 64]
        )
        out = pl.store(a, [0, 0], out)
    return out


@pl.jit
def too_small(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a: pl.Tile[[16, 64], pl.FP32, pl.MemRef(0, 0, 1024), pl.Mem.Vec] = pl.load(
            x, [0, 0], [16, 64]
        )
        out = pl.store(a, [0, 0], out)
    return out


@pl.jit
def at_once(x: pl.Tensor[[16, 64], pl.FP32], out: pl.Out[pl.Tensor[[16, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a: pl.Tile[[16, 64], pl.FP32, pl.MemRef("one"), pl.Mem.Vec] = pl.load(x, [0, 0], [16, 64])
        b: pl.Tile[[16, 64], pl.FP32, pl.MemRef("one"), pl.Mem.Vec] = pl.exp(a)
        c = pl.add(a, b)
        out = pl.store(c, [0, 0], out)
    return out


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (misaligned, "is not a multiple of 32"),
        (outside, "ends at byte 192512 of Vec, which has 188416"),
        (too_small, "a tile of 4096 bytes does not fit its allocation of 1024"),
        (at_once, "cannot live in 'one' as well"),
    ],
    ids=["misaligned", "outside", "too small", "at once"],
)
def test_refused(kernel, message):
    """What cannot be had is refused at the line of the tile."""
    with pytest.raises(VerificationError, match=message) as raised:
        kernel.compile().memory_map()
    assert "test_declared_buffers.py" in str(raised.value)


@pl.jit
def unrolled(x: pl.Tensor[[64, 64], pl.FP32], out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    for i in pl.unroll(4):
        with pl.at(level=pl.Level.CORE_GROUP):
            a: pl.Tile[[16, 64], pl.FP32, pl.MemRef("a"), pl.Mem.Vec] = pl.load(
                x, [16 * i, 0], [16, 64]
            )
            out = pl.store(pl.exp(a), [16 * i, 0], out)
    return out


def test_each_compile_of_a_scope_declares_anew(rng):
    x = rng.standard_normal((64, 64), np.float32)
    out = np.zeros_like(x)
    unrolled(x, out)
    np.testing.assert_allclose(out, np.exp(x), rtol=1e-5)
