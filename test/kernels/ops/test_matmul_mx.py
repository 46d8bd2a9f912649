# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Micro-scaled products of the 950: numbers, tiling along K, errors."""

import numpy as np
import pytest
from mx_data import E8M0, check_product, exponents, factor, pack_left, pack_right, scaled

import pypto.language as pl
from pypto import backend, errors
from pypto.runtime import RunConfig

A5 = RunConfig(platform="a5sim", check_races=True)
HEAD = "import pypto.language as pl\n\n@pl.jit\n"


def source(m, k, n, form="", scale="FP8E8M0", moves=False):
    """A kernel of one product; `form` is "", "_acc" or "_bias"."""
    g = k // 32
    extra = f", c: pl.Tensor[[1, {n}], pl.FP32]" if form == "_bias" else ""
    lines = [
        f"ta = pl.load(a, [0, 0], [{m}, {k}], target_memory=pl.Mem.Mat)",
        f"tb = pl.load(b, [0, 0], [{k}, {n}], target_memory=pl.Mem.Mat)",
        f"sa = pl.load(x, [0, 0], [{m}, {g}], target_memory=pl.Mem.Mat)",
        f"sb = pl.load(y, [0, 0], [{g}, {n}], target_memory=pl.Mem.Mat)",
    ]
    if moves:
        lines += [
            "ta = pl.move(ta, target_memory=pl.Mem.Left)",
            "tb = pl.move(tb, target_memory=pl.Mem.Right)",
            "sa = pl.move(sa, target_memory=pl.Mem.LeftScale)",
            "sb = pl.move(sb, target_memory=pl.Mem.RightScale)",
        ]
    if form == "_bias":
        lines += [
            f"tc = pl.load(c, [0, 0], [1, {n}], target_memory=pl.Mem.Mat)",
            "tc = pl.move(tc, target_memory=pl.Mem.Bias)",
            "r = pl.matmul_mx_bias(ta, sa, tb, sb, tc)",
        ]
    else:
        lines.append("r = pl.matmul_mx(ta, sa, tb, sb)")
    if form == "_acc":
        lines.append("r = pl.matmul_mx_acc(r, ta, sa, tb, sb)")
    body = "".join(f"        {line}\n" for line in [*lines, "out = pl.store(r, [0, 0], out)"])
    return (
        f"{HEAD}def kernel(a: pl.Tensor[[{m}, {k}], pl.FP8E4M3FN], "
        f"x: pl.Tensor[[{m}, {g}], pl.{scale}, pl.MX_A_ZZ], "
        f"b: pl.Tensor[[{k}, {n}], pl.FP8E4M3FN], "
        f"y: pl.Tensor[[{g}, {n}], pl.{scale}, pl.MX_B_NN]{extra}, "
        f"out: pl.Out[pl.Tensor[[{m}, {n}], pl.FP32]]):\n"
        f"    with pl.at(level=pl.Level.CORE_GROUP):\n{body}    return out\n"
    )


def operands(rng, m, k, n):
    a, b = factor(rng, (m, k)), factor(rng, (k, n))
    return a, exponents(rng, (m, k // 32)), b, exponents(rng, (k // 32, n))


def run(rng, m, k, n, form="", scale="FP8E8M0", moves=False):
    a, x, b, y = operands(rng, m, k, n)
    view = (lambda s: s.view(E8M0)) if scale == "FP8E8M0" else (lambda s: s)
    bias = rng.standard_normal((1, n)).astype(np.float32)
    out = np.full((m, n), np.nan, np.float32)
    kernel = pl.parse(source(m, k, n, form, scale, moves))
    arguments = [a, view(pack_left(x)), b, view(pack_right(y))]
    kernel(*arguments, *([bias] if form == "_bias" else []), out, config=A5)
    wide, tall = scaled(a, x, 1), scaled(b, y, 0)
    if form == "_acc":
        wide, tall = np.concatenate([wide, wide], 1), np.concatenate([tall, tall], 0)
    check_product(out, wide, tall, bias.astype(np.float64) if form == "_bias" else 0.0)


@pytest.mark.parametrize("form", ["", "_acc", "_bias"])
@pytest.mark.parametrize(("m", "k", "n"), [(16, 64, 32), (48, 192, 96), (128, 256, 64)])
def test_numbers(rng, m, k, n, form):
    run(rng, m, k, n, form)


@pytest.mark.parametrize("scale", ["FP8E8M0", "UINT8"])
@pytest.mark.parametrize("moves", [False, True])
def test_spellings(rng, scale, moves):
    """Scales as exponents or their bits, moved by the compiler or by the author."""
    run(rng, 32, 128, 64, scale=scale, moves=moves)


@pytest.mark.parametrize("form", ["", "_acc", "_bias"])
@pytest.mark.parametrize(("m", "k", "n"), [(128, 1024, 64), (64, 2048, 64), (128, 640, 128)])
def test_deeper_than_left_and_right(rng, m, k, n, form):
    """Factors that exceed L0 are split along K, their scales with them."""
    run(rng, m, k, n, form)


def test_one_factor_with_two_scales(rng):
    """Scales of one product never meet those of another with the same factor."""
    m, k, n = 32, 128, 64
    g = k // 32
    a, x, b, y = operands(rng, m, k, n)
    z = exponents(rng, x.shape)
    text = source(m, k, n).replace(
        "r = pl.matmul_mx(ta, sa, tb, sb)",
        f"sz = pl.load(z, [0, 0], [{m}, {g}], target_memory=pl.Mem.Mat)\n"
        "        r = pl.matmul_mx(ta, sa, tb, sb)\n"
        "        r = pl.matmul_mx_acc(r, ta, sz, tb, sb)",
    )
    text = text.replace(
        "out: pl.Out", f"z: pl.Tensor[[{m}, {g}], pl.UINT8, pl.MX_A_ZZ], out: pl.Out"
    )
    out = np.zeros((m, n), np.float32)
    pl.parse(text)(
        a, pack_left(x).view(E8M0), b, pack_right(y).view(E8M0), pack_left(z), out, config=A5
    )
    wide = np.concatenate([scaled(a, x, 1), scaled(a, z, 1)], 1)
    tall = np.concatenate([scaled(b, y, 0)] * 2, 0)
    check_product(out, wide, tall)


def test_loop_over_k(rng):
    """Blocks loaded in a loop, windows of the tensors of scales included."""
    m, k, n = 64, 512, 64

    @pl.jit
    def kernel(
        a: pl.Tensor[[64, 512], pl.FP8E4M3FN],
        x: pl.Tensor[[64, 16], pl.FP8E8M0, pl.MX_A_ZZ],
        b: pl.Tensor[[512, 64], pl.FP8E4M3FN],
        y: pl.Tensor[[16, 64], pl.FP8E8M0, pl.MX_B_NN],
        out: pl.Out[pl.Tensor[[64, 64], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            ta = pl.load(a, [0, 0], [64, 128], target_memory=pl.Mem.Mat)
            sa = pl.load(x, [0, 0], [64, 4], target_memory=pl.Mem.Mat)
            tb = pl.load(b, [0, 0], [128, 64], target_memory=pl.Mem.Mat)
            sb = pl.load(y, [0, 0], [4, 64], target_memory=pl.Mem.Mat)
            r = pl.matmul_mx(ta, sa, tb, sb)
            for i in pl.range(1, 4):
                ta = pl.load(a, [0, i * 128], [64, 128], target_memory=pl.Mem.Mat)
                sa = pl.load(x, [0, i * 4], [64, 4], target_memory=pl.Mem.Mat)
                tb = pl.load(b, [i * 128, 0], [128, 64], target_memory=pl.Mem.Mat)
                sb = pl.load(y, [i * 4, 0], [4, 64], target_memory=pl.Mem.Mat)
                r = pl.matmul_mx_acc(r, ta, sa, tb, sb)
            out = pl.store(r, [0, 0], out)
        return out

    a, x, b, y = operands(rng, m, k, n)
    out = np.zeros((m, n), np.float32)
    kernel(a, pack_left(x).view(E8M0), b, pack_right(y).view(E8M0), out, config=A5)
    check_product(out, scaled(a, x, 1), scaled(b, y, 0))


def test_not_a_number(rng):
    """The scale 255 is NaN, and so is what it multiplies."""
    m, k, n = 16, 64, 32
    a, x, b, y = operands(rng, m, k, n)
    x[3, 1] = 255
    out = np.zeros((m, n), np.float32)
    pl.parse(source(m, k, n))(
        a, pack_left(x).view(E8M0), b, pack_right(y).view(E8M0), out, config=A5
    )
    assert np.isnan(out[3]).all()
    rest = np.delete(np.arange(m), 3)
    check_product(out[rest], scaled(a[rest], x[rest], 1), scaled(b, y, 0))


def test_cycles(rng):
    """A box of 16 x 32 x 16 products a cycle, twice the rate of FP16."""
    m, k, n = 128, 256, 128
    a, x, b, y = operands(rng, m, k, n)
    out = np.zeros((m, n), np.float32)
    program = pl.parse(source(m, k, n)).compile(config=A5)
    program(a, pack_left(x).view(E8M0), b, pack_right(y).view(E8M0), out)
    busy = {use.pipe: use.busy_cycles for use in program.report().pipes}
    boxes = (m // 16) * (k // 32) * (n // 16)
    # The overhead of an isolated product on the 950.
    assert busy["M"] == boxes + 92


WRONG = [
    ((24, 64, 32), "extent 24 of axis 0 of scales in pl.MX_A_ZZ is no multiple of 16"),
    ((16, 96, 32), "multiple of 2"),
    ((16, 64, 48), "N of an MX product must be a multiple of 32, got 48"),
]


@pytest.mark.parametrize(("shape", "text"), WRONG)
def test_wrong_extents(shape, text):
    with pytest.raises(errors.Diagnosed, match=text):
        pl.parse(source(*shape)).lower(config=A5)


def test_exchanged_scales():
    """Square scales of the wrong side are refused by their layout."""
    text = source(64, 2048, 64).replace("ta, sa, tb, sb", "ta, sb, tb, sa")
    with pytest.raises(errors.Diagnosed, match="'lhs_scale' must be in LeftScale"):
        pl.parse(text).lower(config=A5)


def test_only_on_the_950():
    with pytest.raises(errors.Diagnosed, match=r"the 910B \(a2a3\) has no FP8E4M3FN"):
        pl.parse(source(16, 64, 32)).lower(config=RunConfig(platform="a2a3sim"))


def test_ragged_rows(rng):
    """Fewer valid rows than the tile has; the scales of the rest do not matter."""

    @pl.jit
    def kernel(
        a: pl.Tensor[[5, 64], pl.FP8E4M3FN],
        x: pl.Tensor[[16, 2], pl.FP8E8M0, pl.MX_A_ZZ],
        b: pl.Tensor[[64, 32], pl.FP8E4M3FN],
        y: pl.Tensor[[2, 32], pl.FP8E8M0, pl.MX_B_NN],
        out: pl.Out[pl.Tensor[[5, 32], pl.FP32]],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            ta = pl.load(a, [0, 0], [16, 64], valid_shape=[5, 64], target_memory=pl.Mem.Mat)
            tb = pl.load(b, [0, 0], [64, 32], target_memory=pl.Mem.Mat)
            sa = pl.load(x, [0, 0], [16, 2], target_memory=pl.Mem.Mat)
            sb = pl.load(y, [0, 0], [2, 32], target_memory=pl.Mem.Mat)
            out = pl.store(pl.matmul_mx(ta, sa, tb, sb), [0, 0], out)
        return out

    a, x, b, y = operands(rng, 16, 64, 32)
    x[5:] = 255
    out = np.zeros((5, 32), np.float32)
    kernel(a[:5].copy(), pack_left(x).view(E8M0), b, pack_right(y).view(E8M0), out, config=A5)
    check_product(out, scaled(a[:5], x[:5], 1), scaled(b, y, 0))


@pytest.mark.parametrize("stage", [2, 3])
def test_pipelined_loop(rng, stage):
    """Several factors on chip at once, each with its scales beside it."""
    text = (
        "import pypto.language as pl\n\n@pl.jit\n"
        "def kernel(a: pl.Tensor[[64, 1024], pl.FP8E4M3FN], "
        "x: pl.Tensor[[64, 32], pl.FP8E8M0, pl.MX_A_ZZ], "
        "b: pl.Tensor[[1024, 64], pl.FP8E4M3FN], "
        "y: pl.Tensor[[32, 64], pl.FP8E8M0, pl.MX_B_NN], "
        "out: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):\n"
        "    with pl.at(level=pl.Level.CORE_GROUP):\n"
        "        ta = pl.load(a, [0, 0], [64, 128], target_memory=pl.Mem.Mat)\n"
        "        sa = pl.load(x, [0, 0], [64, 4], target_memory=pl.Mem.Mat)\n"
        "        tb = pl.load(b, [0, 0], [128, 64], target_memory=pl.Mem.Mat)\n"
        "        sb = pl.load(y, [0, 0], [4, 64], target_memory=pl.Mem.Mat)\n"
        "        r = pl.matmul_mx(ta, sa, tb, sb)\n"
        f"        for i in pl.pipeline(1, 8, 1, stage={stage}):\n"
        "            ta = pl.load(a, [0, i * 128], [64, 128], target_memory=pl.Mem.Mat)\n"
        "            sa = pl.load(x, [0, i * 4], [64, 4], target_memory=pl.Mem.Mat)\n"
        "            tb = pl.load(b, [i * 128, 0], [128, 64], target_memory=pl.Mem.Mat)\n"
        "            sb = pl.load(y, [i * 4, 0], [4, 64], target_memory=pl.Mem.Mat)\n"
        "            r = pl.matmul_mx_acc(r, ta, sa, tb, sb)\n"
        "        out = pl.store(r, [0, 0], out)\n"
        "    return out\n"
    )
    a, x, b, y = operands(rng, 64, 1024, 64)
    out = np.zeros((64, 64), np.float32)
    pl.parse(text)(a, pack_left(x).view(E8M0), b, pack_right(y).view(E8M0), out, config=A5)
    check_product(out, scaled(a, x, 1), scaled(b, y, 0))


def test_the_text_reads_back(monkeypatch):
    """What is printed of a product of scaled tiles is that product."""
    monkeypatch.setattr(backend, "get_backend_type", lambda: backend.BackendType.Ascend950)
    for form in ("", "_acc", "_bias"):
        program = pl.parse(source(32, 128, 64, form)).trace(config=A5)
        text = program.as_python()
        assert f"pl.tile.matmul_mx{form}(" in text and "pl.MX_A_ZZ" in text
        again = pl.parse(text)
        assert again.as_python() == text and str(again) == str(program)
