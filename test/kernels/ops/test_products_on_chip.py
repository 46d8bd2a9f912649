# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Products of which the result or an operand stays on chip, also where they do not fit at once."""

import numpy as np
import pytest
from op_kernels import random_array, run_lines

from pypto import errors
from pypto.runtime import RunConfig

PLATFORMS = ["a2a3sim", "a5sim"]
NARROW = {"FP16": 2.0**-11, "BF16": 2.0**-8}


def chain(first, second, dtype, left):
    """The product of a rounded product, and how far off it may be."""
    a, b = first
    exact = a.astype("f8") @ b.astype("f8")
    size = np.abs(a).astype("f8") @ np.abs(b).astype("f8")
    inner = size * a.shape[1] * 2.0**-23 + np.abs(exact) * NARROW[dtype]
    c = second.astype("f8")
    if left:
        return exact @ c, inner @ np.abs(c) + np.abs(exact) @ np.abs(c) * c.shape[0] * 2.0**-22
    return c @ exact, np.abs(c) @ inner + np.abs(c) @ np.abs(exact) * c.shape[1] * 2.0**-22


def close(out, expected, bound):
    error = np.abs(out.astype("f8") - expected)
    assert (error <= bound + 1e-6).all(), (error - bound).max()


# m, k, n of the first product, and the free extent of the second: small, ragged; a result beyond
# Acc; a contracted extent beyond Mat; both; an operand of the second beyond Mat.
SHAPES = [
    (32, 64, 48, 16),
    (17, 100, 33, 5),
    (300, 64, 200, 40),
    (32, 9000, 48, 16),
    (200, 3000, 250, 100),
    (48, 64, 256, 3000),
]


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("dtype", ["FP16", "BF16"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("left", [True, False], ids=["left", "right"])
def test_chain(rng, platform, dtype, shape, left):
    """A product is the left or the right operand of the next one."""
    m, k, n, free = shape
    a, b = random_array(rng, (m, k), dtype, -1, 1), random_array(rng, (k, n), dtype, -1, 1)
    c = random_array(rng, (n, free) if left else (free, m), dtype, -1, 1)
    out = np.zeros((m, free) if left else (free, n), np.float32)
    call = "p, c" if left else "c, p"
    lines = ["p = pl.matmul(a, b)", f"out[:] = pl.matmul({call}, out_dtype=pl.FP32)"]
    run_lines(lines, {"a": a, "b": b, "c": c}, out, RunConfig(platform=platform))
    close(out, *chain((a, b), c, dtype, left))


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("shape", [(32, 64, 48), (17, 100, 33), (300, 64, 200)], ids=str)
@pytest.mark.parametrize("left", [True, False], ids=["left", "right"])
def test_transposed_chain(rng, platform, shape, left):
    """The product's transpose is the operand: its boxes are read the other way round."""
    m, k, n = shape
    a, b = random_array(rng, (m, k), "FP16", -1, 1), random_array(rng, (k, n), "FP16", -1, 1)
    c = random_array(rng, (m, 24) if left else (24, n), "FP16", -1, 1)
    call = (
        "p, c, out_dtype=pl.FP32, a_trans=True" if left else "c, p, out_dtype=pl.FP32, b_trans=True"
    )
    lines = ["p = pl.matmul(a, b)", f"out[:] = pl.matmul({call})"]
    out = np.zeros((n, 24) if left else (24, m), np.float32)
    run_lines(lines, {"a": a, "b": b, "c": c}, out, RunConfig(platform=platform))
    # (a b)^T c = b^T a^T c, and c (a b)^T = c b^T a^T.
    expected, bound = chain((b.T, a.T), c, "FP16", left)
    close(out, expected, bound)


@pytest.mark.parametrize("platform", PLATFORMS)
def test_three_in_a_row(rng, platform):
    """A product of a product of a product; none of them fits Acc."""
    a = random_array(rng, (256, 300), "FP16", -1, 1)
    b = random_array(rng, (300, 256), "FP16", -0.1, 0.1)
    lines = [
        "p = pl.matmul(a, b)",
        "q = pl.matmul(p, p)",
        "out[:] = pl.matmul(q, b, b_trans=True, out_dtype=pl.FP32)",
    ]
    out = np.zeros((256, 300), np.float32)
    run_lines(lines, {"a": a, "b": b}, out, RunConfig(platform=platform))
    p = a.astype("f8") @ b.astype("f8")
    expected = p @ p @ b.astype("f8").T
    size = np.abs(p) @ np.abs(p) @ np.abs(b.astype("f8").T)
    close(out, expected, size * 2.0**-9)


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("shape", [(32, 64, 48), (300, 700, 400)], ids=str)
def test_stored_twice(rng, platform, shape):
    """Two updates by one product, whole and at an offset."""
    m, k, n = shape
    a, b = random_array(rng, (m, k), "FP16", -1, 1), random_array(rng, (k, n), "FP16", -1, 1)
    lines = [
        "p = pl.matmul(a, b, out_dtype=pl.FP32)",
        f"out[0:{m}, :] = p",
        f"out[{m}:{2 * m}, :] = p",
    ]
    out = np.zeros((2 * m, n), np.float32)
    run_lines(lines, {"a": a, "b": b}, out, RunConfig(platform=platform))
    exact = a.astype("f8") @ b.astype("f8")
    np.testing.assert_allclose(out, np.concatenate([exact, exact]), rtol=0, atol=k * k * 2.0**-23)


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("shape", [(32, 64, 48), (300, 64, 200)], ids=str)
def test_stored_and_multiplied(rng, platform, shape):
    """A product that is stored and goes on."""
    m, k, n = shape
    a, b = random_array(rng, (m, k), "FP16", -1, 1), random_array(rng, (k, n), "FP16", -1, 1)
    c = random_array(rng, (n, n), "FP16", -1, 1)
    lines = [
        "p = pl.matmul(a, b)",
        f"out[0:{m}, :] = p",
        f"out[{m}:{2 * m}, :] = pl.matmul(p, c)",
    ]
    out = np.zeros((2 * m, n), np.float16)
    run_lines(lines, {"a": a, "b": b, "c": c}, out, RunConfig(platform=platform))
    exact = a.astype("f8") @ b.astype("f8")
    np.testing.assert_allclose(out[:m], exact, rtol=2.0**-10, atol=1e-2)
    expected, bound = chain((a, b), c, "FP16", True)
    close(out[m:], expected, bound + np.abs(expected) * 2.0**-10)


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("k", [64, 9000])
def test_sum_over_a_loop(rng, platform, k):
    """A sum that a loop carries, whose terms do not fit Mat."""
    a, b = (
        random_array(rng, (3, 40, k), "FP16", -1, 1),
        random_array(rng, (3, k, 56), "FP16", -1, 1),
    )
    lines = [
        "s = pl.matmul(a[0], b[0], out_dtype=pl.FP32)",
        "for i in pl.range(1, 3):",
        "    s = pl.matmul_acc(s, a[i], b[i])",
        "out[:] = s",
    ]
    out = np.zeros((40, 56), np.float32)
    run_lines(lines, {"a": a, "b": b}, out, RunConfig(platform=platform))
    exact = (a.astype("f8") @ b.astype("f8")).sum(0)
    np.testing.assert_allclose(out, exact, rtol=0, atol=3 * k * 3 * k * 2.0**-24)


TOO_LARGE = {
    # A sum that a loop carries has to be in Acc.
    "at most": (
        (2, 300, 64, 400),
        [
            "s = pl.matmul(a[0], b[0], out_dtype=pl.FP32)",
            "for i in pl.range(1, 2):",
            "    s = pl.matmul_acc(s, a[i], b[i])",
            "out[:] = s",
        ],
    ),
}


@pytest.mark.parametrize("message", TOO_LARGE)
def test_what_cannot_be_tiled(message, config):
    """The error is where the product is, and says what fits."""
    (count, m, k, n), lines = TOO_LARGE[message]
    a, b = np.zeros((count, m, k), np.float16), np.zeros((count, k, n), np.float16)
    out = np.zeros((m, n), np.float32)
    with pytest.raises(errors.Diagnosed, match=message) as caught:
        run_lines(lines, {"a": a, "b": b}, out, config)
    assert caught.value.code == "PYPTO-E0502"
    assert "pl.matmul" in str(caught.value)


@pytest.mark.parametrize("platform", ["a2a3sim", "a5sim"])
@pytest.mark.parametrize("terms", [1, 2])
@pytest.mark.parametrize("shape", [(2000, 64, 1000), (512, 128, 512), (1001, 33, 517)], ids=str)
def test_product_that_no_memory_holds(shape, terms, platform, rng):
    """A product that neither Acc nor Mat holds is multiplied further; all numbers are exact."""
    m, k, n = shape
    a = rng.integers(-2, 3, (m, k)).astype(np.float16)
    b = rng.integers(-2, 3, (k, n)).astype(np.float16)
    lines = [
        "p = pl.matmul(a, b)",
        "r = pl.matmul(p, b, b_trans=True, out_dtype=pl.FP32)",
        *["r = pl.matmul_acc(r, p, b, b_trans=True)"] * (terms - 1),
        "out[:] = r",
    ]
    out = np.zeros((m, k), np.float32)
    run_lines(lines, {"a": a, "b": b}, out, RunConfig(platform=platform, check_races=True))
    product = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_array_equal(out, terms * (product @ b.T.astype(np.float64)))
