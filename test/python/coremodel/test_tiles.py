# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparison, conversion, transposition, fills and quantisation of `pto` against NumPy."""

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
    check,
    data,
    generator,
    is_float,
    wide,
)
from pto_program import PtoProgram, element

COMPARE = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}


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
        if is_float(target):
            want = wide(a).astype(target)
        else:
            info = np.iinfo(target)
            want = np.clip(np.rint(a.astype(np.float64)), info.min, info.max)
        check(p.result("tcvt", [ta], td, inner="{rmode = #pto<round_mode RINT>} "), want)


@pytest.mark.parametrize("dtype", [I8, I16, I32, F16, F32])
def test_transpose(dtype):
    for shape in SHAPES:
        rng = generator("ttrans", str(dtype), shape)
        a = data(rng, shape, dtype, -90, 90)
        p = PtoProgram()
        ta, tt, td = p.load(a), p.tile(shape, dtype), p.tile(shape[::-1], dtype)
        check(p.result("ttrans", [ta, tt], td), a.T)


def test_concat():
    for rows, first, second in [(1, 8, 8), (3, 16, 24), (5, 8, 40)]:
        rng = generator("tconcat", rows, first)
        a, b = data(rng, (rows, first), F32), data(rng, (rows, second), F32)
        p = PtoProgram()
        ta, tb, td = p.load(a), p.load(b), p.tile((rows, first + second), F32)
        check(p.result("tconcat", [ta, tb], td), np.concatenate([a, b], axis=1))


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
