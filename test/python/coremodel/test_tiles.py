# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions, broadcasts, comparison, conversion, generation and indexed `pto` instructions."""

import ml_dtypes
import numpy as np
import pytest
from golden import (
    BF16,
    F16,
    F32,
    I8,
    I16,
    I32,
    SHAPES,
    U8,
    U16,
    U32,
    check,
    data,
    generator,
    is_float,
    wide,
)
from pto_program import PtoProgram, element

V3 = (I16, I32, F16, F32)
ROW = {"trowsum": np.sum, "trowmax": np.max, "trowmin": np.min, "trowprod": np.prod}
COLUMN = {"tcolsum": np.sum, "tcolmax": np.max, "tcolmin": np.min, "tcolprod": np.prod}
ARG = {
    "trowargmax": (np.argmax, 1),
    "trowargmin": (np.argmin, 1),
    "tcolargmax": (np.argmax, 0),
    "tcolargmin": (np.argmin, 0),
}
EXPAND = {
    "add": lambda a, s: a + s,
    "sub": lambda a, s: a - s,
    "mul": lambda a, s: a * s,
    "div": lambda a, s: a / s,
    "max": np.maximum,
    "min": np.minimum,
    "expdif": lambda a, s: np.exp(a - s),
}
ROW_EXPAND = {f"trowexpand{name}": f for name, f in EXPAND.items()}
COLUMN_EXPAND = {f"tcolexpand{name}": f for name, f in EXPAND.items()}
COMPARE = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}


def reduced(function, a, axis):
    """A reduction in the element type: integers wrap, floats sum in f64 and round once."""
    if is_float(a.dtype):
        return function(a.astype(np.float64), axis=axis, keepdims=True)
    with np.errstate(over="ignore"):
        if function in (np.sum, np.prod):
            return function(a, axis=axis, keepdims=True, dtype=a.dtype)
        return function(a, axis=axis, keepdims=True)


def loose(name, dtype, n):
    """Units of precision by which a float sum or product of n elements may differ."""
    return 2 * n if is_float(dtype) and ("sum" in name or "prod" in name) else 0


@pytest.mark.parametrize("name", ROW)
@pytest.mark.parametrize("dtype", V3)
def test_row_reduction(name, dtype):
    """Only the valid part takes part: the rest of each row holds other numbers."""
    for rows, cols in [*SHAPES, (16, 129)]:
        rng = generator(name, str(dtype), rows, cols)
        low = 0.5 if is_float(dtype) else -3
        a = data(rng, (rows, cols), dtype, low, 1.5 if is_float(dtype) else 3)
        p = PtoProgram()
        ta, tt = p.load(a, extra=", pad=2"), p.tile((rows, cols), dtype)
        td = p.tile((rows, 1), dtype, layout="dn")
        p.op(name, [ta, tt], [td])
        out = p.store(td)
        p.run()
        check(out.data, reduced(ROW[name], a, 1), loose(name, dtype, cols))


@pytest.mark.parametrize("name", COLUMN)
@pytest.mark.parametrize("dtype", V3)
def test_column_reduction(name, dtype):
    for rows, cols in SHAPES:
        rng = generator(name, str(dtype), rows, cols)
        low = 0.5 if is_float(dtype) else -3
        a = data(rng, (rows, cols), dtype, low, 1.5 if is_float(dtype) else 3)
        p = PtoProgram()
        ta, td = p.load(a), p.tile((1, cols), dtype)
        p.op(name, [ta], [td])
        out = p.store(td)
        p.run()
        check(out.data, reduced(COLUMN[name], a, 0), loose(name, dtype, rows))


@pytest.mark.parametrize("name", ARG)
@pytest.mark.parametrize("dtype", [F16, F32])
def test_position_of_extreme(name, dtype):
    """The first of equal elements."""
    function, axis = ARG[name]
    for shape in SHAPES:
        rng = generator(name, str(dtype), shape)
        a = np.round(data(rng, shape, dtype).astype(np.float32)).astype(dtype)
        p = PtoProgram()
        ta, tt = p.load(a), p.tile(shape, dtype)
        td = p.tile((shape[0], 1), I32, layout="dn") if axis else p.tile((1, shape[1]), I32)
        p.op(name, [ta, tt], [td])
        out = p.store(td)
        p.run()
        check(out.data, np.expand_dims(function(a, axis=axis), axis))


def expand_types(name):
    return (F16, F32) if name.endswith(("div", "expdif")) else V3


@pytest.mark.parametrize("name", ROW_EXPAND)
def test_row_broadcast(name):
    for dtype in expand_types(name):
        for shape in SHAPES:
            rng = generator(name, str(dtype), shape)
            a = data(rng, shape, dtype, -4, 4)
            s = (
                data(rng, (shape[0], 1), dtype, 0.5, 4)
                if is_float(dtype)
                else data(rng, (shape[0], 1), dtype, 1, 9)
            )
            p = PtoProgram()
            ta, ts, td = p.load(a), p.load(s, layout="dn"), p.tile(shape, dtype)
            p.op(name, [ta, ts], [td])
            out = p.store(td)
            p.run()
            tolerance = 4 if name.endswith("expdif") else 0
            check(out.data, ROW_EXPAND[name](wide(a), wide(s)), tolerance)


@pytest.mark.parametrize("name", COLUMN_EXPAND)
def test_column_broadcast(name):
    for dtype in expand_types(name):
        for shape in SHAPES:
            rng = generator(name, str(dtype), shape)
            a = data(rng, shape, dtype, -4, 4)
            s = (
                data(rng, (1, shape[1]), dtype, 0.5, 4)
                if is_float(dtype)
                else data(rng, (1, shape[1]), dtype, 1, 9)
            )
            p = PtoProgram()
            ta, ts, td = p.load(a), p.load(s), p.tile(shape, dtype)
            p.op(name, [ta, ts], [td])
            out = p.store(td)
            p.run()
            tolerance = 4 if name.endswith("expdif") else 0
            check(out.data, COLUMN_EXPAND[name](wide(a), wide(s)), tolerance)


@pytest.mark.parametrize("name", ["trowexpand", "tcolexpand"])
@pytest.mark.parametrize("dtype", [I8, I16, I32, F16, BF16, F32])
def test_plain_broadcast(name, dtype):
    for shape in SHAPES:
        rng = generator(name, str(dtype), shape)
        row = name == "trowexpand"
        s = data(rng, (shape[0], 1) if row else (1, shape[1]), dtype, -90, 90)
        p = PtoProgram()
        ts, td = p.load(s, layout="dn" if row else "nd"), p.tile(shape, dtype)
        p.op(name, [ts], [td])
        out = p.store(td)
        p.run()
        check(out.data, np.broadcast_to(s, shape))


def unpacked(bits, cols):
    return np.unpackbits(bits, axis=1, bitorder="little")[:, :cols].astype(bool)


@pytest.mark.parametrize("mode", COMPARE)
@pytest.mark.parametrize("name", ["tcmp", "tcmps"])
def test_compare(name, mode):
    """Packed bits, lowest first."""
    for dtype in (F16, F32):
        for shape in SHAPES:
            rng = generator(name, mode, str(dtype), shape)
            a = np.round(wide(data(rng, shape, dtype))).astype(dtype)
            b = np.round(wide(data(rng, shape, dtype))).astype(dtype)
            p = PtoProgram()
            ta = p.load(a)
            td = p.tile((shape[0], (shape[1] + 7) // 8), I8, shape=(shape[0], 32))
            other = p.load(b) if name == "tcmp" else (p.constant(1, element(dtype)), element(dtype))
            p.op(name, [ta, other], [td], inner=f"{{cmpMode = #pto<cmp {mode}>}} ")
            out = p.store(td)
            p.run()
            want = COMPARE[mode](a, b if name == "tcmp" else dtype.type(1))
            np.testing.assert_array_equal(unpacked(out.data.view(np.uint8), shape[1]), want)


@pytest.mark.parametrize("name", ["tsel", "tsels"])
def test_select(name):
    dtype = F32 if name == "tsel" else I32
    for shape in SHAPES:
        rng = generator(name, shape)
        a, b = data(rng, shape, dtype, -9, 9), data(rng, shape, dtype, -9, 9)
        choose = rng.random(shape) < 0.5
        mask = np.packbits(choose, axis=1, bitorder="little").view(np.int8)
        p = PtoProgram()
        tm = p.load(mask, shape=(shape[0], 32))
        ta, tt, td = p.load(a), p.tile(shape, dtype), p.tile(shape, dtype)
        if name == "tsel":
            p.op(name, [tm, ta, p.load(b), tt], [td])
        else:
            p.op(name, [tm, ta, tt, (p.constant(7, "i32"), "i32")], [td])
        out = p.store(td)
        p.run()
        check(out.data, np.where(choose, a, b if name == "tsel" else 7))


CASTS = [
    (F32, F16),
    (F16, F32),
    (F32, BF16),
    (BF16, F32),
    (F32, I32),
    (I32, F32),
    (F32, I16),
    (I16, F32),
    (F16, I8),
    (F16, I16),
    (F16, U8),
    (U8, F16),
    (I8, F16),
    (I32, I16),
]


@pytest.mark.parametrize("source, target", CASTS)
def test_convert(source, target):
    """To nearest even, saturating."""
    for shape in SHAPES:
        rng = generator("tcvt", str(source), str(target), shape)
        a = data(rng, shape, source, -300, 300)
        p = PtoProgram("a5")
        ta = p.load(a)
        cols = max(32 // source.itemsize, 32 // target.itemsize, ta.shape[1])
        cols = (cols + 31) // 32 * 32
        p = PtoProgram("a5")
        ta = p.load(a, shape=(shape[0], cols))
        td = p.tile(shape, target, shape=(shape[0], cols))
        p.op("tcvt", [ta], [td], inner="{rmode = #pto<round_mode RINT>} ")
        out = p.store(td)
        p.run()
        if is_float(target):
            want = wide(a).astype(target)
        else:
            info = np.iinfo(target)
            want = np.clip(np.rint(a.astype(np.float64)), info.min, info.max)
        check(out.data, want)


@pytest.mark.parametrize("dtype", [I8, I16, I32, F16, F32])
def test_transpose(dtype):
    for shape in SHAPES:
        rng = generator("ttrans", str(dtype), shape)
        a = data(rng, shape, dtype, -90, 90)
        p = PtoProgram()
        ta, tt, td = p.load(a), p.tile(shape, dtype), p.tile(shape[::-1], dtype)
        p.op("ttrans", [ta, tt], [td])
        out = p.store(td)
        p.run()
        check(out.data, a.T)


def test_concat():
    for rows, first, second in [(1, 8, 8), (3, 16, 24), (5, 8, 40)]:
        rng = generator("tconcat", rows, first)
        a, b = data(rng, (rows, first), F32), data(rng, (rows, second), F32)
        p = PtoProgram()
        ta, tb, td = p.load(a), p.load(b), p.tile((rows, first + second), F32)
        p.op("tconcat", [ta, tb], [td])
        out = p.store(td)
        p.run()
        check(out.data, np.concatenate([a, b], axis=1))


def test_fill():
    """texpands, tci up and down, ttri lower and upper."""
    for shape in SHAPES:
        p = PtoProgram()
        t = [
            p.tile(shape, F32),
            p.tile((1, max(2, shape[1])), I32),
            p.tile((1, max(2, shape[1])), I32),
            p.tile(shape, F32),
            p.tile(shape, F32),
        ]
        p.op("texpands", [(p.constant(-1.5, "f32"), "f32")], [t[0]])
        start, diagonal = (p.constant(7, "i32"), "i32"), (p.constant(1, "i32"), "i32")
        p.op("tci", [start], [t[1]])
        p.op("tci", [start], [t[2]], inner="{descending = true} ")
        p.op("ttri", [diagonal], [t[3]])
        p.op("ttri", [diagonal], [t[4]], inner="{upperOrLower = 1 : i32} ")
        out = [p.store(x) for x in t]
        p.run()
        n = max(2, shape[1])
        check(out[0].data, np.full(shape, -1.5))
        check(out[1].data, np.arange(7, 7 + n)[None])
        check(out[2].data, np.arange(7, 7 - n, -1)[None])
        check(out[3].data, np.tri(*shape, 1))
        check(out[4].data, np.triu(np.ones(shape), 1))


@pytest.mark.parametrize("pad, value", [(1, 0.0), (2, np.inf), (3, -np.inf)])
@pytest.mark.parametrize("name", ["tfillpad", "tfillpad_inplace", "tfillpad_expand"])
def test_fill_pad(name, pad, value):
    for rows, cols in [(3, 5), (4, 8), (1, 1)]:
        rng = generator(name, pad, rows, cols)
        a = data(rng, (rows, cols), F32)
        p = PtoProgram()
        big = (6, 16) if name != "tfillpad_inplace" else (4, 8)
        small = (4, 8) if name == "tfillpad_expand" else big
        if name == "tfillpad_inplace":
            ta = td = p.load(a, shape=big, extra=f", pad={pad}")
        else:
            ta = p.load(a, shape=small)
            td = p.tile(big, F32, shape=big, extra=f", pad={pad}")
        p.op(name, [ta], [td])
        whole = p.tile(big, F32, shape=big) if ta is td else td
        if ta is td:
            # The same bytes, all of them valid.
            plain = f"!pto.tile_buf<vec, {big[0]}x{big[1]}xf32, pad={pad}>"
            p.lines.append(f"%whole = pto.treshape {td} : {td.type} -> {plain}")
            whole.name, whole.type = "%whole", plain
        out = p.store(whole)
        p.run()
        want = np.full(big, value, np.float32)
        want[:rows, :cols] = a
        check(out.data, want)


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
        p.op("tgather", [ta, ti, tt], [td])
        out = p.store(td)
        p.run()
        check(out.data, a16.reshape(-1)[index16])


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
    p.op("tgatherb", [ta, to], [td])
    out = p.store(td)
    p.run()
    check(out.data, a.reshape(-1, 8)[blocks].reshape(3, 16))


@pytest.mark.parametrize("dtype", [I16, I32, F32])
def test_scatter(dtype):
    a = data(generator("tscatter", str(dtype)), (4, 16), dtype, -90, 90)
    index_type = I16 if dtype.itemsize == 2 else I32
    index = generator(1).permutation(64).reshape(4, 16).astype(index_type)
    p = PtoProgram()
    ta, ti, td = p.load(a), p.load(index), p.load(np.zeros((4, 16), dtype))
    p.op("tscatter", [ta, ti], [td])
    out = p.store(td)
    p.run()
    want = np.zeros(64, dtype)
    want[index.reshape(-1)] = a.reshape(-1)
    check(out.data, want.reshape(4, 16))


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


def test_quantise():
    a = data(generator("tquant"), (5, 33), F32, -300, 300)
    scale = data(generator("scale"), (5, 1), F32, 0.5, 3)
    offset = np.round(data(generator("offset"), (5, 1), F32, 0, 100))
    p = PtoProgram()
    pad = {"shape": (5, 64)}
    ta, ts, to = p.load(a, **pad), p.load(scale, layout="dn"), p.load(offset, layout="dn")
    t8, tu, tf = p.tile((5, 33), I8, **pad), p.tile((5, 33), U8, **pad), p.tile((5, 33), F32, **pad)
    p.op("tquant", [ta, ts], [t8], attrs="{quant_type = #pto<quant_type INT8_SYM>}")
    p.op("tquant", [ta, ts, to], [tu], attrs="{quant_type = #pto<quant_type INT8_ASYM>}")
    p.op("tdequant", [t8, ts, to], [tf])
    symmetric, asymmetric, back = p.store(t8), p.store(tu), p.store(tf)
    p.run()
    q = np.clip(np.rint(a / scale), -128, 127)
    check(symmetric.data, q)
    check(asymmetric.data, np.clip(np.rint(a / scale) + offset, 0, 255))
    check(back.data, (q.astype(np.float32) - offset) * scale)


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
    rows = data(rng, (4, 1), I32, -3, 12)
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
    del rows


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


assert ml_dtypes  # registers the types that np.dtype names
