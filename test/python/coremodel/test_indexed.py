# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gathers, scatters, sorting and the byte instructions of `pto` against NumPy."""

import numpy as np
import pytest
from golden import (
    F16,
    F32,
    I16,
    I32,
    U16,
    U32,
    check,
    data,
    generator,
)
from pto_program import PtoProgram


@pytest.mark.parametrize("dtype", [I16, I32, F16, F32])
def test_gather_by_index(dtype):
    for shape in [(1, 8), (3, 16), (4, 40)]:
        rng = generator("tgather", str(dtype), shape)
        a = data(rng, shape, dtype, -90, 90)
        index = rng.permutation(a.size).reshape(shape).astype(np.int32)
        p = PtoProgram()
        pad = {"shape": (shape[0], (shape[1] + 15) // 16 * 16)}
        a16 = np.zeros(pad["shape"], dtype)
        a16[:, : shape[1]] = a
        columns = a16.shape[1]
        flat = (index // shape[1]) * columns + index % shape[1]
        index16 = np.zeros(a16.shape, np.int32)
        index16[:, : shape[1]] = flat
        ta, ti, tt, td = (
            p.load(a16),
            p.load(index16),
            p.tile(a16.shape, I32),
            p.tile(a16.shape, dtype),
        )
        check(p.result("tgather", [ta, ti, tt], td), a16.reshape(-1)[index16])


@pytest.mark.parametrize(
    "pattern, start, step",
    [
        ("P0101", 0, 2),
        ("P1010", 1, 2),
        ("P0001", 0, 4),
        ("P0010", 1, 4),
        ("P0100", 2, 4),
        ("P1000", 3, 4),
        ("P1111", 0, 1),
    ],
)
def test_gather_by_mask(pattern, start, step):
    for dtype in (F16, F32):
        a = data(generator(pattern, str(dtype)), (3, 64), dtype)
        p = PtoProgram()
        ta, td = p.load(a), p.tile((3, 64 // step), dtype)
        p.line(
            f"pto.tgather ins({ta}, {{maskPattern = #pto.mask_pattern<{pattern}>}} : {ta.type}) "
            f"outs({td} : {td.type})"
        )
        out = p.store(td)
        p.run()
        check(out.data, a[:, start::step])


@pytest.mark.parametrize("mode", ["eq", "gt"])
def test_gather_by_comparison(mode):
    a = np.round(data(generator("tgather", mode), (4, 40), F32))
    p = PtoProgram()
    ta, tt = p.load(a), p.tile((4, 40), F32)
    td, tn = p.load(np.full((4, 40), -7, np.int32)), p.load(np.full((4, 8), -7, np.int32))
    p.op(
        "tgather",
        [ta, (p.constant(1, "f32"), "f32"), tt],
        [td, tn],
        attrs=f"{{cmpMode = #pto<cmp {mode}>, offset = 3 : i32}}",
    )
    out, counts = p.store(td), p.store(tn)
    p.run()
    for row in range(4):
        found = np.flatnonzero(a[row] == 1 if mode == "eq" else a[row] > 1) + 3
        assert counts.data[row, 0] == len(found)
        np.testing.assert_array_equal(out.data[row, : len(found)], found)
        assert (out.data[row, len(found) :] == -7).all()


def test_gather_blocks():
    a = data(generator("tgatherb"), (4, 64), F32)
    blocks = np.array([[3, 0], [31, 8], [5, 17]], np.uint32)
    offsets = np.zeros((3, 8), np.uint32)
    offsets[:, :2] = blocks * 32
    p = PtoProgram()
    ta, to, td = p.load(a), p.load(offsets), p.tile((3, 16), F32)
    check(p.result("tgatherb", [ta, to], td), a.reshape(-1, 8)[blocks].reshape(3, 16))


@pytest.mark.parametrize("dtype", [I16, I32, F32])
def test_scatter(dtype):
    a = data(generator("tscatter", str(dtype)), (4, 16), dtype, -90, 90)
    index_type = I16 if dtype.itemsize == 2 else I32
    index = generator(1).permutation(64).reshape(4, 16).astype(index_type)
    p = PtoProgram()
    ta, ti, td = p.load(a), p.load(index), p.load(np.zeros((4, 16), dtype))
    want = np.zeros(64, dtype)
    want[index.reshape(-1)] = a.reshape(-1)
    check(p.result("tscatter", [ta, ti], td), want.reshape(4, 16))


def records(values, index):
    """Pairs as the sort instructions keep them, in the elements of the values."""
    made = np.zeros(len(values), dtype=[("v", values.dtype, (4 // values.itemsize,)), ("i", "u4")])
    made["v"][:, 0] = values
    made["i"] = index
    return made.view(values.dtype).reshape(1, -1)


@pytest.mark.parametrize("dtype", [F16, F32])
def test_sort_and_merge(dtype):
    """Blocks of 32, then runs of 32 merged by four, then two lists: a whole sort."""
    values = generator("sort", str(dtype)).permutation(256).astype(dtype)
    index = np.arange(1000, 1256, dtype=np.uint32)
    p = PtoProgram()
    width = 256 * 8 // dtype.itemsize
    ts, ti = p.load(values.reshape(1, -1)), p.load(index.reshape(1, -1))
    td, tm = p.tile((1, width), dtype), p.tile((1, width), dtype)
    halves = [p.tile((1, width // 2), dtype) for _ in range(2)]
    tt, tr = p.tile((1, width), dtype), p.tile((1, width), dtype)
    p.op("tsort32", [ts, ti], [td])
    block = p.constant(32 * 8 // dtype.itemsize, "i32")
    p.op("tmrgsort", [td, (block, "i32")], [tm])
    zero = p.constant(0)
    for half, start in zip(halves, (0, width // 2), strict=True):
        at, part = p.constant(start), p.fresh()
        p.line(f"{part} = pto.subset {tm}[{zero}, {at}] sizes [1, {width // 2}] : {tm.type}")
        p.line(f"pto.tmov ins({part} : {half.type}) outs({half} : {half.type})")
    counts = p.fresh()
    p.lines.append(f"{counts} = arith.constant dense<0> : vector<4xi16>")
    p.op("tmrgsort", [*halves, tt], [tr, (counts, "vector<4xi16>")], inner="{exhausted = false} ")
    blocks, merged, out = p.store(td), p.store(tm), p.store(tr)
    p.run()

    def sorted_runs(length):
        parts = []
        for start in range(0, 256, length):
            order = start + np.argsort(-values[start : start + length].astype(np.float32))
            parts.append(records(values[order], index[order]))
        return np.concatenate(parts, axis=1)

    raw = np.dtype(f"u{dtype.itemsize}")
    for got, length in ((blocks, 32), (merged, 128), (out, 256)):
        np.testing.assert_array_equal(got.data.view(raw), sorted_runs(length).view(raw))


def test_pack_histogram_random():
    """Instructions of the 950."""
    rng = generator("bytes")
    a = data(rng, (2, 40), I32, -40000, 40000)
    h = data(rng, (2, 100), U16, 0, 1023)
    rows = np.array([[1], [3]], np.uint8)
    p = PtoProgram("a5")
    t16 = p.tile((2, 40), I16, shape=(2, 48))
    ta = p.load(a, shape=(2, 48))
    p.op("tpack", [ta], [t16])
    th, tr = p.load(h), p.load(rows, layout="dn", shape=(32, 1))
    words = [(p.constant(n, "i32"), "i32") for n in (1, 2, 3, 4, 5, 6)]
    td = p.tile((2, 8), U32)
    p.op("trandom", words, [td], inner="{rounds = 10 : i32} ")
    low, random = p.store(t16), p.store(td)
    p.run()
    check(low.data, a.astype(np.int16))
    assert len(np.unique(random.data)) == 16

    p = PtoProgram("a5")
    th, tr = p.load(np.tile(h, (16, 1))), p.load(np.tile(rows, (16, 1)), layout="dn")
    high, second = p.tile((32, 256), U32), p.tile((32, 256), U32)
    p.op("thistogram", [th, tr], [high], attrs="{isMSB = true}")
    p.op("thistogram", [th, tr], [second], attrs="{isMSB = false}")
    counts, filtered = p.store(high), p.store(second)
    p.run()
    for row in range(32):
        of = h[row % 2]
        check(counts.data[row], np.bincount(of >> 8, minlength=256))
        chosen = of[(of >> 8) == rows[row % 2, 0]]
        check(filtered.data[row], np.bincount(chosen & 255, minlength=256))


@pytest.mark.parametrize("policy", ["undefined", "clamp", "wrap", "zero"])
def test_global_gather(policy):
    rng = generator("mgather", policy)
    table = data(rng, (9, 16), F32)
    index = data(rng, (4, 16), I32, -200, 300)
    p = PtoProgram("a5")
    window = p.window(p.buffer(table))
    ti, td = p.load(index), p.tile((4, 16), F32)
    p.op("mgather", [window, ti], [td], attrs=f"{{gatherOob = #pto<gather_oob {policy}>}}")
    out = p.store(td)
    p.run()

    def pick(flat, i):
        n = len(flat)
        if policy == "clamp":
            return flat[np.clip(i, 0, n - 1)]
        if policy == "wrap":
            return flat[np.mod(i, n)]
        inside = ((i >= 0) & (i < n)).reshape(i.shape + (1,) * (flat.ndim - 1))
        return np.where(inside, flat[np.mod(i, n)], np.zeros((), flat.dtype))

    check(out.data, pick(table.reshape(-1), index))


@pytest.mark.parametrize("combine", ["none", "add", "max", "min"])
@pytest.mark.parametrize("policy", ["undefined", "skip", "clamp", "wrap"])
def test_global_scatter(combine, policy):
    rng = generator("mscatter", combine, policy)
    a = data(rng, (4, 16), I32, -90, 90)
    index = data(rng, (4, 16), I32, -30, 120)
    memory = data(rng, (5, 16), I32, -90, 90)
    want = memory.reshape(-1).copy()
    for i, v in zip(index.reshape(-1), a.reshape(-1), strict=True):
        if policy == "clamp":
            i = min(max(i, 0), 79)
        elif policy == "wrap":
            i = i % 80
        elif not 0 <= i < 80:
            continue
        want[i] = {"none": v, "add": want[i] + v, "max": max(want[i], v), "min": min(want[i], v)}[
            combine
        ]
    p = PtoProgram("a5")
    target = p.buffer(memory)
    ta, ti = p.load(a), p.load(index)
    p.op(
        "mscatter",
        [ta, ti],
        [p.window(target)],
        attrs=f"{{scatterAtomicOp = #pto<scatter_atomic_op {combine}>, "
        f"scatterOob = #pto<scatter_oob {policy}>}}",
    )
    p.run()
    check(target.data, want.reshape(5, 16))


@pytest.mark.parametrize("policy", ["clamp", "wrap", "zero"])
def test_global_gather_of_rows(policy):
    """One index per row of the result."""
    rng = generator("rows", policy)
    table, rows = data(rng, (9, 16), F32), data(rng, (4, 1), I32, -3, 12)
    p = PtoProgram("a5")
    window = p.window(p.buffer(table))
    ti, td = p.load(rows, shape=(4, 1)), p.tile((4, 16), F32)
    i = rows[:, 0]
    want = table[np.clip(i, 0, 8) if policy == "clamp" else np.mod(i, 9)]
    if policy == "zero":
        want = np.where(((i >= 0) & (i < 9))[:, None], want, 0)
    check(
        p.result("mgather", [window, ti], td, attrs=f"{{gatherOob = #pto<gather_oob {policy}>}}"),
        want,
    )
