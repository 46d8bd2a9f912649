# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products, moves out of the accumulator and windows, on the cube core, against NumPy."""

import ml_dtypes
import numpy as np
import pytest
from golden import BF16, F16, F32, I8, I32, U8, check, data, generator, wide
from pto_program import PtoProgram

E4M3 = np.dtype(ml_dtypes.float8_e4m3fn)
PRODUCTS = ("tmatmul", "tmatmul.acc", "tmatmul.bias", "tgemv", "tgemv.acc", "tgemv.bias")


def boxes(extent, itemsize):
    """Rounded up to a box of 16 and, for bytes, of 32."""
    box = 32 if itemsize == 1 and extent > 1 else 16
    return max(box, (extent + box - 1) // box * box)


class CubeProgram(PtoProgram):
    """Loads factors into Left and Right; products are in `acc`."""

    def __init__(self, arch="a3"):
        super().__init__(arch, kind="cube")

    def factor(self, data, loc, layout, shape):
        """A factor, padded to whole boxes: the same number of elements along K on both sides."""
        mat = self.load(data, loc="mat", layout="nz", shape=shape)
        tile = self.tile(data.shape, data.dtype, loc=loc, layout=layout, shape=shape)
        self.line(f"pto.tmov ins({mat} : {mat.type}) outs({tile} : {tile.type})")
        return tile

    def left(self, a):
        layout = "nz" if self.arch == "a5" else "zz"
        return self.factor(a, "left", layout, (boxes(a.shape[0], 2), boxes(a.shape[1], a.itemsize)))

    def right(self, b):
        return self.factor(
            b, "right", "zn", (boxes(b.shape[0], b.itemsize), boxes(b.shape[1], b.itemsize))
        )

    def accumulator(self, m, n, dtype, shape):
        return self.tile((m, n), dtype, loc="acc", layout="acc", shape=shape)

    def product(self, a, b, dtype=F32):
        left, right = self.left(a), self.right(b)
        acc = self.accumulator(a.shape[0], b.shape[1], dtype, (left.shape[0], right.shape[1]))
        self.op("tmatmul", [left, right], [acc])
        return left, right, acc


@pytest.mark.parametrize("name", PRODUCTS)
@pytest.mark.parametrize("arch", ["a3", "a5"])
@pytest.mark.parametrize("dtype", [F16, BF16, F32, I8])
def test_products(name, arch, dtype):
    for m, k, n in [(1, 16, 16), (1, 100, 17), (5, 33, 48), (16, 64, 80)]:
        if name.startswith("tgemv") and m != 1:
            continue
        rng = generator(name, arch, str(dtype), m, k, n)
        out_type = I32 if dtype == I8 else F32
        a, b = data(rng, (m, k), dtype, -9, 9), data(rng, (k, n), dtype, -9, 9)
        bias = data(rng, (1, n), out_type, -9, 9)
        p = CubeProgram(arch)
        left, right, acc = p.product(a, b, out_type)
        want = wide(a).astype("f8") @ wide(b).astype("f8")
        if name.endswith("acc"):
            p.op(name, [acc, left, right], [acc])
            want = 2 * want
        elif name.endswith("bias"):
            mat = p.load(bias, loc="mat", shape=(1, right.shape[1]))
            tile = p.tile((1, n), out_type, loc="bias", shape=(1, right.shape[1]))
            p.line(f"pto.tmov ins({mat} : {mat.type}) outs({tile} : {tile.type})")
            p.op(name, [left, right, tile], [acc])
            want = want + bias
        else:
            p.op(name, [left, right], [acc])
        out = p.store(acc)
        p.run()
        if dtype == I8:
            check(out.data, want)
        else:
            scale = np.abs(wide(a).astype("f8")) @ np.abs(wide(b).astype("f8")) + 10
            assert (np.abs(out.data - want) <= 2 * k * 2.0**-24 * scale).all()


@pytest.mark.parametrize("form", ["plain", "acc", "bias"])
@pytest.mark.parametrize("family", ["tmatmul.mx", "tgemv.mx"])
def test_scaled_products(family, form):
    """Each 32 elements along K have an exponent for every row and column."""
    for m, k, n in [(16, 64, 16), (5, 128, 32), (1, 64, 48)]:
        if family == "tgemv.mx" and m != 1:
            continue
        rng = generator(family, form, m, k, n)
        a, b = data(rng, (m, k), F32).astype(E4M3), data(rng, (k, n), F32).astype(E4M3)
        sa = rng.integers(120, 134, (m, k)).astype(np.uint8)
        sb = rng.integers(120, 134, (k, n)).astype(np.uint8)
        p = CubeProgram("a5")
        left, right, acc = p.product(a, b)
        scales = []
        for s, of in ((sa, left), (sb, right)):
            whole = np.zeros(of.shape, np.uint8)
            whole[: s.shape[0], : s.shape[1]] = s
            mat = p.load(whole.view(E4M3), loc="mat", shape=of.shape)
            tile = p.tile(s.shape, E4M3, loc="scaling", shape=of.shape)
            p.line(f"pto.tget_scale_addr ins({of} : {of.type}) outs({tile} : {tile.type})")
            p.line(f"pto.tmov ins({mat} : {mat.type}) outs({tile} : {tile.type})")
            scales.append(tile)
        groups = np.arange(k) // 32
        scaled_a = a.astype("f8") * 2.0 ** (sa[:, groups].astype("f8") - 127)
        scaled_b = b.astype("f8") * 2.0 ** (sb[groups, :].astype("f8") - 127)
        want = scaled_a @ scaled_b
        inputs = [left, scales[0], right, scales[1]]
        name = family
        if form == "acc":
            name += ".acc"
            want = want + a.astype("f8") @ b.astype("f8")
            inputs.insert(0, acc)
        elif form == "bias":
            name += ".bias"
            bias = data(rng, (1, n), F32)
            mat = p.load(bias, loc="mat", shape=(1, right.shape[1]))
            tile = p.tile((1, n), F32, loc="bias", shape=(1, right.shape[1]))
            p.line(f"pto.tmov ins({mat} : {mat.type}) outs({tile} : {tile.type})")
            inputs.append(tile)
            want = want + bias
        p.op(name, inputs, [acc])
        out = p.store(acc)
        p.run()
        scale = np.abs(scaled_a) @ np.abs(scaled_b) + 10
        assert (np.abs(out.data - want) <= 4 * k * 2.0**-24 * scale).all()


def parameters(scales, offsets=None):
    """64-bit parameters: the scale's f32 bits, an offset from bit 37."""
    bits = scales.astype(np.float32).view(np.uint32).astype(np.uint64)
    if offsets is not None:
        bits |= (offsets.astype(np.int64) & 0x1FF).astype(np.uint64) << np.uint64(37)
    return bits.reshape(1, -1)


def scale_tile(p, values):
    mat = p.load(values, loc="mat")
    tile = p.tile(values.shape, np.uint64, loc="scaling")
    p.line(f"pto.tmov ins({mat} : {mat.type}) outs({tile} : {tile.type})")
    return tile


QUANTISING = ("tstore_fp", "tmov", "tmov.fp", "textract_fp", "tinsert_fp")


@pytest.mark.parametrize("name", QUANTISING)
def test_scale_per_column(name):
    """f32 -> i8 with a scale per column; ties to even, saturation."""
    m, k, n = 16, 32, 32
    rng = generator(name)
    a = data(rng, (m, k), F16, -4, 4)
    b = data(rng, (k, n), F16, -4, 4)
    # Scales whose low mantissa bits are zero: the hardware ignores those.
    scales = (rng.integers(1, 64, n) / 8).astype(np.float32)
    p = CubeProgram()
    _, _, acc = p.product(a, b)
    fp = scale_tile(p, parameters(scales))
    if name == "tstore_fp":
        out = p.buffer(np.zeros((m, n), np.int8))
        p.op(name, [acc, fp], [p.window(out)])
    else:
        dst = p.tile((m, n), I8, loc="mat", layout="nz")
        zero = [(p.constant(0), "index")] * 2
        indices = zero if name in ("textract_fp", "tinsert_fp") else []
        if name == "tmov":  # each input has its own type
            p.line(f"pto.tmov ins({acc} : {acc.type}, {fp} : {fp.type}) outs({dst} : {dst.type})")
        else:
            p.op(name, [acc, fp, *indices], [dst])
        out = p.store(dst)
    p.run()
    product = (wide(a).astype("f8") @ wide(b).astype("f8")).astype(np.float32)
    exact = product.astype("f8") * scales
    want = np.clip(np.rint(exact), -128, 127)
    # The model's own sums may round another way next to a tie.
    near_tie = np.abs(np.abs(exact - np.floor(exact)) - 0.5) < 1e-2
    assert near_tie.mean() < 0.1
    np.testing.assert_array_equal(out.data[~near_tie], want[~near_tie])


@pytest.mark.parametrize("relu", [False, True])
@pytest.mark.parametrize("target", [F32, F16, BF16])
def test_store_from_accumulator(target, relu):
    a, b = data(generator(relu), (5, 33), F16), data(generator(2), (33, 17), F16)
    p = CubeProgram()
    _, _, acc = p.product(a, b)
    out = p.buffer(np.zeros((5, 17), target))
    mode = "{reluPreMode = #pto<relu_pre_mode normal_relu>}" if relu else ""
    p.op("tstore", [acc], [p.window(out)], attrs=mode)
    p.run()
    want = wide(a).astype("f8") @ wide(b).astype("f8")
    want = np.maximum(want, 0) if relu else want
    check(out.data, want.astype(np.float32).astype(target), 2 if target != F32 else 64)


@pytest.mark.parametrize("target, high", [(I8, 127), (U8, 255)])
def test_store_with_one_scale(target, high):
    """preQuantScalar: one scale and an offset for all columns."""
    a, b = data(generator(5), (16, 32), I8, -9, 9), data(generator(6), (32, 32), I8, -9, 9)
    p = CubeProgram()
    _, _, acc = p.product(a, b, I32)
    out = p.buffer(np.zeros((16, 32), target))
    scale = int(np.float32(0.25).view(np.uint32)) | (5 << 37)
    q = p.constant(scale, "i64")
    window, type_ = p.window(out)
    p.line(f"pto.tstore ins({acc} : {acc.type}, {q} : i64) outs({window} : {type_})")
    p.run()
    exact = (a.astype(np.int64) @ b.astype(np.int64)) * 0.25
    check(out.data, np.clip(np.rint(exact) + 5, high - 255, high))


@pytest.mark.parametrize("row, col", [(0, 0), (16, 16), (32, 0)])
def test_windows(row, col):
    """textract from Mat and tinsert into Mat."""
    a = data(generator(row, col), (64, 64), F16)
    b = np.eye(32, dtype=np.float16)
    p = CubeProgram()
    mat = p.load(a, loc="mat", layout="nz")
    left = p.tile((32, 32), F16, loc="left", layout="zz")
    at = [(p.constant(row), "index"), (p.constant(col), "index")]
    p.op("textract", [mat, *at], [left])
    right = p.right(b)
    acc = p.accumulator(32, 32, F32, (32, 32))
    p.op("tmatmul", [left, right], [acc])
    target = p.load(np.zeros((64, 64), np.float16), loc="mat", layout="nz")
    want = np.zeros((64, 64), np.float16)
    want[row : row + 32, col : col + 32] = a[row : row + 32, col : col + 32]
    check(p.result("tinsert", [acc, *at], target), want)


def test_only_on_950():
    """A micro-scaled product on the 910B names the chip that has it."""
    a = np.ones((16, 64), E4M3)
    p = CubeProgram("a3")
    left = p.tile(a.shape, E4M3, loc="left", layout="zz")
    right = p.tile((64, 16), E4M3, loc="right", layout="zn")
    acc = p.accumulator(16, 16, F32, (16, 16))
    scales = [p.tile((16, 64), E4M3, loc="scaling"), p.tile((64, 16), E4M3, loc="scaling")]
    p.op("tmatmul.mx", [left, scales[0], right, scales[1]], [acc])
    with pytest.raises(Exception, match="950.*910B has none"):
        p.run()
