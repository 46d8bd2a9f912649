# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Stores that quantise an accumulator: one scale or one for each column, relu, saturation."""

import ml_dtypes
import numpy as np
import pytest

import pypto.language as pl
from pypto import errors
from pypto.runtime import RunConfig

PLATFORMS = ["a2a3sim", "a5sim"]
TARGETS = {
    "INT8": np.int8,
    "UINT8": np.uint8,
    "FP16": np.float16,
    "BF16": ml_dtypes.bfloat16,
    "INT32": np.int32,
    "FP32": np.float32,
}
FACTORS = {"INT8": np.int8, "FP16": np.float16}
# Accumulator -> targets by chip.
QUANTISED = {
    ("a2a3sim", "INT8"): ["INT8", "UINT8", "FP16"],
    ("a2a3sim", "FP16"): ["INT8", "UINT8"],
    ("a5sim", "INT8"): ["INT8", "UINT8", "FP16", "BF16"],
    ("a5sim", "FP16"): ["INT8", "UINT8", "FP16", "BF16"],
}
CASES = [
    pytest.param(platform, factor, target, id=f"{platform[:-3]}-{factor}-{target}")
    for (platform, factor), targets in QUANTISED.items()
    for target in targets
]


def source(m, k, n, factor, target, keywords, columns=False, before=()):
    scales = f", s: pl.Tensor[[1, {n}], pl.UINT64]" if columns else ""
    load = [f"ts = pl.load(s, [0, 0], [1, {n}], target_memory=pl.Mem.Mat)"] if columns else []
    lines = [
        f"ta = pl.load(a, [0, 0], [{m}, {k}], target_memory=pl.Mem.Mat)",
        f"tb = pl.load(b, [0, 0], [{k}, {n}], target_memory=pl.Mem.Mat)",
        *load,
        "r = pl.matmul(ta, tb)",
        *before,
        f"out = pl.store(r, [0, 0], out{keywords})",
    ]
    body = "".join(f"        {line}\n" for line in lines)
    return (
        "import pypto.language as pl\n\n@pl.jit\n"
        f"def kernel(a: pl.Tensor[[{m}, {k}], pl.{factor}], b: pl.Tensor[[{k}, {n}], "
        f"pl.{factor}]{scales}, out: pl.Out[pl.Tensor[[{m}, {n}], pl.{target}]]):\n"
        f"    with pl.at(level=pl.Level.CORE_GROUP):\n{body}    return out\n"
    )


def factors(rng, m, k, n, factor):
    """Small integers, whose products are exact in both accumulators, with both signs."""
    make = lambda shape: rng.integers(-9, 10, size=shape).astype(FACTORS[factor])  # noqa: E731
    return make((m, k)), make((k, n))


def golden(a, b, scale, target, relu):
    """relu, the product with the scale, ties to even, saturation."""
    exact = a.astype(np.float64) @ b.astype(np.float64)
    if relu:
        exact = np.maximum(exact, 0)
    exact = exact * scale
    if target in ("FP16", "BF16"):
        return exact.astype(np.float32).astype(TARGETS[target])
    info = np.iinfo(TARGETS[target])
    return np.clip(np.rint(exact), info.min, info.max).astype(TARGETS[target])


@pytest.mark.parametrize("relu", [False, True])
@pytest.mark.parametrize(("platform", "factor", "target"), CASES)
def test_one_scale(rng, platform, factor, target, relu):
    """Scales with ties (0.5), saturation (1) and most values lost (2^-6)."""
    for m, k, n, scale in [(16, 32, 32, 0.5), (48, 64, 64, 1.0), (32, 96, 32, 2.0**-6)]:
        a, b = factors(rng, m, k, n, factor)
        out = np.zeros((m, n), TARGETS[target])
        keywords = f", quant_scale={scale}" + (", relu=True" if relu else "")
        kernel = pl.parse(source(m, k, n, factor, target, keywords))
        kernel(a, b, out, config=RunConfig(platform=platform))
        want = golden(a, b, scale, target, relu)
        np.testing.assert_array_equal(out, want)
        assert (want != 0).any()


@pytest.mark.parametrize(("platform", "factor", "target"), CASES)
def test_a_scale_for_each_column(rng, platform, factor, target):
    m, k, n = 32, 64, 64
    a, b = factors(rng, m, k, n, factor)
    scales = (rng.integers(1, 64, size=(1, n)) / 32).astype(np.float32)
    words = scales.view(np.uint32).astype(np.uint64)
    out = np.zeros((m, n), TARGETS[target])
    kernel = pl.parse(source(m, k, n, factor, target, ", quant_scale=ts", columns=True))
    kernel(a, b, words, out, config=RunConfig(platform=platform))
    np.testing.assert_array_equal(out, golden(a, b, scales, target, False))


def test_bits_that_the_hardware_ignores(rng):
    """The 13 lowest bits of a scale's mantissa have no influence."""
    a, b = factors(rng, 16, 32, 32, "INT8")
    scale = np.float32(0.3)
    kept = (scale.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)
    assert kept != scale
    out = np.zeros((16, 32), np.int8)
    kernel = pl.parse(source(16, 32, 32, "INT8", "INT8", f", quant_scale={float(scale)!r}"))
    kernel(a, b, out, config=RunConfig(platform="a2a3sim"))
    np.testing.assert_array_equal(out, golden(a, b, float(kept), "INT8", False))


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("target", ["FP32", "FP16", "BF16"])
def test_relu_alone(rng, platform, target):
    a, b = factors(rng, 16, 32, 32, "FP16")
    out = np.zeros((16, 32), TARGETS[target])
    kernel = pl.parse(source(16, 32, 32, "FP16", target, ", relu=True"))
    kernel(a, b, out, config=RunConfig(platform=platform))
    want = np.maximum(a.astype(np.float32) @ b.astype(np.float32), 0)
    np.testing.assert_array_equal(out, want.astype(TARGETS[target]))


@pytest.mark.parametrize("platform", PLATFORMS)
def test_integers_as_they_are(rng, platform):
    """INT8 factors, INT32 accumulator, INT32 tensor: exact, extremes included."""
    m, k, n = 32, 512, 32
    a = rng.integers(-128, 128, size=(m, k)).astype(np.int8)
    b = rng.integers(-128, 128, size=(k, n)).astype(np.int8)
    a[0], b[:, 0] = -128, -128
    out = np.zeros((m, n), np.int32)
    kernel = pl.parse(source(m, k, n, "INT8", "INT32", ""))
    kernel(a, b, out, config=RunConfig(platform=platform))
    np.testing.assert_array_equal(out, a.astype(np.int64) @ b.astype(np.int64))


@pytest.mark.parametrize("platform", PLATFORMS)
def test_two_stores_with_other_scales(rng, platform):
    """Scales of one store are not those of the next."""
    m, k, n = 16, 32, 32
    a, b = factors(rng, m, k, n, "INT8")
    scales = (rng.integers(1, 64, size=(2, n)) / 32).astype(np.float32)
    words = scales.view(np.uint32).astype(np.uint64)
    out = np.zeros((2 * m, n), np.int8)
    text = (
        "import pypto.language as pl\n\n@pl.jit\n"
        f"def kernel(a: pl.Tensor[[{m}, {k}], pl.INT8], b: pl.Tensor[[{k}, {n}], pl.INT8], "
        f"s: pl.Tensor[[2, {n}], pl.UINT64], out: pl.Out[pl.Tensor[[{2 * m}, {n}], pl.INT8]]):\n"
        "    with pl.at(level=pl.Level.CORE_GROUP):\n"
        f"        ta = pl.load(a, [0, 0], [{m}, {k}], target_memory=pl.Mem.Mat)\n"
        f"        tb = pl.load(b, [0, 0], [{k}, {n}], target_memory=pl.Mem.Mat)\n"
        f"        s0 = pl.load(s, [0, 0], [1, {n}], target_memory=pl.Mem.Mat)\n"
        f"        s1 = pl.load(s, [1, 0], [1, {n}], target_memory=pl.Mem.Mat)\n"
        "        r = pl.matmul(ta, tb)\n"
        "        out = pl.store(r, [0, 0], out, quant_scale=s0)\n"
        f"        out = pl.store(r, [{m}, 0], out, quant_scale=s1)\n"
        "    return out\n"
    )
    pl.parse(text)(a, b, words, out, config=RunConfig(platform=platform))
    np.testing.assert_array_equal(out[:m], golden(a, b, scales[:1], "INT8", False))
    np.testing.assert_array_equal(out[m:], golden(a, b, scales[1:], "INT8", False))


WRONG = [
    ("a2a3sim", "FP16", "FP16", ", quant_scale=0.5", r"910B \(a2a3\) does not quantise"),
    ("a5sim", "INT8", "INT16", ", quant_scale=0.5", r"950 \(a5\) does not quantise"),
    ("a2a3sim", "INT8", "INT8", ", quant_scale=0.0", "must be a positive normal number"),
    ("a2a3sim", "INT8", "INT8", ", quant_scale=-1.0", "must be a positive normal number"),
    ("a2a3sim", "INT8", "INT8", ", quant_scale=1e-40", "must be a positive normal number"),
    ("a2a3sim", "INT8", "INT8", "", "cannot be stored to a tensor of INT8"),
]


@pytest.mark.parametrize(("platform", "factor", "target", "keywords", "text"), WRONG)
def test_wrong_stores(platform, factor, target, keywords, text):
    kernel = pl.parse(source(16, 32, 32, factor, target, keywords))
    with pytest.raises(errors.Diagnosed, match=text):
        kernel.lower(config=RunConfig(platform=platform))


def test_more_columns_than_parameters_fit():
    """The 910B's parameter buffer has room for 256 columns."""
    kernel = pl.parse(source(16, 32, 512, "INT8", "INT8", ", quant_scale=ts", columns=True))
    with pytest.raises(errors.Diagnosed, match="enough for 256 columns"):
        kernel.lower(config=RunConfig(platform="a2a3sim"))


def test_relu_with_columns():
    kernel = pl.parse(
        source(16, 32, 32, "INT8", "INT8", ", quant_scale=ts, relu=True", columns=True)
    )
    with pytest.raises(errors.Diagnosed, match="no store has relu together with a scale"):
        kernel.lower(config=RunConfig(platform="a2a3sim"))


def test_only_out_of_an_accumulator():
    text = source(16, 32, 32, "FP16", "INT8", ", quant_scale=0.5").replace(
        "r = pl.matmul(ta, tb)", "r = pl.load(a, [0, 0], [16, 32])"
    )
    with pytest.raises(errors.Diagnosed, match="works on the way out of an accumulator"):
        pl.parse(text).lower(config=RunConfig(platform="a5sim"))


@pytest.mark.parametrize("columns", [False, True])
def test_the_text_reads_back(columns):
    """What is printed of a quantising store is that store."""
    keywords = ", quant_scale=ts" if columns else ", quant_scale=0.125, relu=True"
    text = source(16, 32, 32, "INT8", "INT8", keywords, columns)
    program = pl.parse(text).trace(config=RunConfig(platform="a2a3sim"))
    shown = program.as_python()
    assert ("quant_scale=ts" if columns else "quant_scale=0.125, relu=True") in shown
    assert str(pl.parse(shown)) == str(program)
