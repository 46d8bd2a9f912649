# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The manual's first kernels, as the manual prints them, and their IR."""

import numpy as np

import pypto.language as pl
from interpreter import operations, run


@pl.jit
def scale(
    x: pl.Tensor[[256, 128], pl.FP32],
    out: pl.Out[pl.Tensor[[256, 128], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.mul(x, 2.0)
    return out


@pl.jit
def spmd_add(
    a: pl.Tensor[[256, 128], pl.FP32],
    b: pl.Tensor[[256, 128], pl.FP32],
    out: pl.Out[pl.Tensor[[256, 128], pl.FP32]],
):
    for i in pl.spmd(2):                    # `i` binds the block index
        off = i * 128
        out = pl.store(
            pl.add(pl.load(a, [off, 0], [128, 128]), pl.load(b, [off, 0], [128, 128])),
            [off, 0],
            out,
        )
    return out


@pl.jit.incore
def elementwise(x: pl.Tensor[[128, 128], pl.FP32],
                out: pl.Out[pl.Tensor[[128, 128], pl.FP32]]):
    t = pl.load(x, [0, 0], [128, 128])       # DDR -> Vec (default target)
    y = pl.mul(t, t)                          # compute in Vec
    pl.store(y, [0, 0], out)                  # Vec -> DDR
    return out


@pl.jit.incore
def mm(a: pl.Tensor[[32, 32], pl.FP16],
       b: pl.Tensor[[32, 32], pl.FP16],
       out: pl.Out[pl.Tensor[[32, 32], pl.FP32]]):
    a_l1 = pl.load(a, [0, 0], [32, 32], target_memory=pl.Mem.Mat)   # DDR -> Mat
    b_l1 = pl.load(b, [0, 0], [32, 32], target_memory=pl.Mem.Mat)
    a_l0a = pl.move(a_l1, target_memory=pl.Mem.Left)                 # Mat -> Left
    b_l0b = pl.move(b_l1, target_memory=pl.Mem.Right)                # Mat -> Right
    c = pl.matmul(a_l0a, b_l0b)                                      # -> Acc
    pl.store(c, [0, 0], out)                                         # Acc -> DDR
    return out


@pl.jit
def square(x: pl.Tensor[[128, 128], pl.FP32], out: pl.Out[pl.Tensor[[128, 128], pl.FP32]]):
    out = elementwise(x, out)
    return out


@pl.jit
def product(
    a: pl.Tensor[[32, 32], pl.FP16],
    b: pl.Tensor[[32, 32], pl.FP16],
    out: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
):
    mm(a, b, out)
    return out


@pl.jit
def tensor_matmul(
    a: pl.Tensor[[128, 256], pl.FP16],
    b: pl.Tensor[[256, 128], pl.FP16],
    out: pl.Out[pl.Tensor[[128, 128], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.matmul(a, b, out_dtype=pl.FP32)
    return out


@pl.jit
def softmax(x: pl.Tensor[[64, 128], pl.FP32], out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        top = pl.row_max(x)
        exps = pl.exp(pl.row_expand_sub(x, top))
        out[:] = pl.row_expand_div(exps, pl.row_sum(exps))
    return out


def rand(*shape, dtype=np.float32, seed=0):
    return np.random.default_rng(seed + sum(shape)).standard_normal(shape).astype(dtype)


def test_scale():
    x, out = rand(256, 128), np.zeros((256, 128), np.float32)
    run(scale, x, out)
    np.testing.assert_array_equal(out, x * np.float32(2))


def test_spmd_add():
    a, b, out = rand(256, 128), rand(256, 128, seed=1), np.zeros((256, 128), np.float32)
    run(spmd_add, a, b, out)
    np.testing.assert_array_equal(out, a + b)


def test_elementwise_from_an_entry():
    x, out = rand(128, 128), np.zeros((128, 128), np.float32)
    run(square, x, out)
    np.testing.assert_array_equal(out, x * x)


def test_mm_from_an_entry():
    a, b = rand(32, 32, dtype=np.float16), rand(32, 32, dtype=np.float16, seed=5)
    out = np.zeros((32, 32), np.float32)
    run(product, a, b, out)
    expected = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-4)


def test_tensor_matmul():
    a, b = rand(128, 256, dtype=np.float16), rand(256, 128, dtype=np.float16, seed=7)
    out = np.zeros((128, 128), np.float32)
    run(tensor_matmul, a, b, out)
    expected = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_allclose(out, expected, rtol=1e-3, atol=1e-3)


def test_softmax():
    x, out = rand(64, 128), np.zeros((64, 128), np.float32)
    run(softmax, x, out)
    exps = np.exp(x - x.max(axis=1, keepdims=True))
    np.testing.assert_allclose(out, exps / exps.sum(axis=1, keepdims=True), rtol=1e-6)


def test_every_operation_has_the_users_position():
    program = softmax.trace()
    text = program.mlir(locations=True)
    assert f'"{__file__}":' in text
    assert text.count("loc(unknown)") == 1, "only the module itself has no place"
    line = next(i for i, s in enumerate(open(__file__), 1) if "top = pl.row_max(x)" in s)
    assert f'loc("{__file__}":{line}:15)' in text
    assert 'loc("top"(' in text.replace("#", "") or "top" in text


def test_a_kernel_call_is_a_function_call():
    names = operations(square.trace())
    assert names.count("func.func") == 2 and names.count("func.call") == 1
