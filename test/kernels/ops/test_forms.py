# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Forms of operations that the operator matrix does not have, against NumPy."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "python" / "language"))

from kernel_text import core, load, signature  # noqa: E402


def run(rng, config, inputs, output, body):
    """What the kernel makes of random inputs: (inputs, output)."""
    arrays = [rng.standard_normal(shape).astype(kinds[dtype]) for dtype, shape in inputs.values()]
    dtype, shape = output
    y = np.zeros(shape, kinds[dtype])
    load(core(body, signature(inputs, output)))["kernel"](*arrays, y, config=config)
    return arrays, y


kinds = {"FP32": np.float32, "FP16": np.float16}


@pytest.mark.parametrize("m", [1, 15, 16, 17, 40])
@pytest.mark.parametrize("transposed", [False, True])
def test_matrix_and_vector(rng, config, m, transposed):
    """[M, K] x [K] is [M]: the vector goes to the left, against the other matrix."""
    shape = [48, m] if transposed else [m, 48]
    inputs = {"a": ("FP16", shape), "v": ("FP16", [48])}
    body = f"y[:] = pl.matmul(a, v, out_dtype=pl.FP32, a_trans={transposed})"
    (a, v), y = run(rng, config, inputs, ("FP32", [m]), body)
    matrix = a.T if transposed else a
    expected = matrix.astype(np.float64) @ v.astype(np.float64)
    np.testing.assert_allclose(y, expected, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("k", [1, 3])
def test_first_step_overwrites(rng, config, k):
    """`init_cond` known at run time, of tensors: what is in the accumulator before is not read."""
    inputs = {"a": ("FP16", [32, 16 * k]), "b": ("FP16", [16 * k, 64])}
    body = f"""
    c = pl.full([32, 64], pl.FP32, 7.0)
    for s in pl.range({k}):
        left = a[:, s * 16 : s * 16 + 16]
        right = b[s * 16 : s * 16 + 16, :]
        c = pl.matmul_acc(c, left, right, init_cond=s == 0)
    y[:] = c
    """
    (a, b), y = run(rng, config, inputs, ("FP32", [32, 64]), body)
    np.testing.assert_allclose(y, a.astype(np.float64) @ b.astype(np.float64), rtol=1e-3, atol=1e-3)


def test_first_step_overwrites_a_tile(rng, config):
    """`init_cond` of tiles: the accumulator is not initialised."""
    inputs = {"a": ("FP16", [32, 48]), "b": ("FP16", [48, 64])}
    body = """
    c = pl.create_tile([32, 64], pl.FP32, pl.Mem.Acc)
    for s in pl.range(3):
        left = pl.load(a, [0, s * 16], [32, 16], target_memory=pl.Mem.Mat)
        right = pl.load(b, [s * 16, 0], [16, 64], target_memory=pl.Mem.Mat)
        left = pl.move(left, pl.Mem.Left)
        right = pl.move(right, pl.Mem.Right)
        c = pl.matmul_acc(c, left, right, init_cond=s == 0)
    y = pl.store(c, [0, 0], y)
    """
    (a, b), y = run(rng, config, inputs, ("FP32", [32, 64]), body)
    np.testing.assert_allclose(y, a.astype(np.float64) @ b.astype(np.float64), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("narrow", ["t", "u"])
@pytest.mark.parametrize(
    ("name", "combine"),
    [("add", np.add), ("mul", np.multiply), ("max", np.maximum), ("min", np.minimum)],
)
def test_parts(rng, config, name, combine, narrow):
    """Combined where both are valid, copied where one is, whichever is the smaller."""
    inputs = {"a": ("FP32", [16, 64]), "b": ("FP32", [16, 64])}
    valid = {operand: ", valid_shape=[9, 40]" if operand == narrow else "" for operand in "tu"}
    body = f"""
    t = pl.load(a, [0, 0], [16, 64]{valid["t"]})
    u = pl.load(b, [0, 0], [16, 64]{valid["u"]})
    y = pl.store(pl.part_{name}(t, u), [0, 0], y)
    """
    (a, b), y = run(rng, config, inputs, ("FP32", [16, 64]), body)
    expected = (b if narrow == "t" else a).copy()
    expected[:9, :40] = combine(a, b)[:9, :40]
    np.testing.assert_array_equal(y, expected)


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        ("x, layout=pl.ND", lambda x: -x),
        ("x, [32, 32]", lambda x: -x.reshape(32, 32)),
        ("x, [32, 32], [9, 20]", lambda x: -x.reshape(32, 32)),
    ],
)
def test_views(rng, config, view, expected):
    """A view with a smaller valid region: the rest is not stored."""
    shape = [16, 64] if "layout" in view else [32, 32]
    body = f"y[:] = pl.neg(pl.tensor.view({view}))"
    if "20" in view:
        body = f"y[:] = pl.fillpad(pl.neg(pl.tensor.view({view})))"
    (x,), y = run(rng, config, {"x": ("FP32", [16, 64])}, ("FP32", shape), body)
    wanted = expected(x)
    if "20" in view:
        wanted[9:] = 0
        wanted[:, 20:] = 0
    np.testing.assert_array_equal(y, wanted)
