# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The IR of the manual's first kernels."""

import numpy as np

import manual_kernels
from interpreter import operations, run
from manual_kernels import product, scale, softmax, spmd_add, square, tensor_matmul

SOURCE = manual_kernels.__file__


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
    assert f'"{SOURCE}":' in text
    assert text.count("loc(unknown)") == 1, "only the module itself has no place"
    line = next(i for i, s in enumerate(open(SOURCE), 1) if "top = pl.row_max(x)" in s)
    assert f'loc("{SOURCE}":{line}:15)' in text
    assert 'loc("top"(' in text.replace("#", "")


def test_a_kernel_call_is_a_function_call():
    names = operations(square.trace())
    assert names.count("func.func") == 2 and names.count("func.call") == 1
