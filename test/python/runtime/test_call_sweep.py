# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls on the core model from every kind of array: the right result, or a coded error.

Each case copies `x` to `out` through the chip. A refused call must leave the caller's memory
as it was.
"""

import array
import ctypes
import itertools

import ml_dtypes
import numpy as np
import pytest

import pypto.language as pl
from pypto import errors
from pypto.runtime import RunConfig

ROWS, COLS = 16, 32


def copier(dtype, result=None):
    result = result or dtype
    tile = f"pl.load(x, [0, 0], [{ROWS}, {COLS}])"
    if result != dtype:
        tile = f"pl.cast({tile}, pl.{result})"
    text = f"""
import pypto.language as pl

@pl.jit
def copy(
    x: pl.Tensor[[{ROWS}, {COLS}], pl.{dtype}],
    out: pl.Out[pl.Tensor[[{ROWS}, {COLS}], pl.{result}]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.store({tile}, [0, 0], out)
    return out
"""
    return pl.parse(text)


DTYPES = {
    "FP32": np.float32,
    "FP16": np.float16,
    "BF16": ml_dtypes.bfloat16,
    "INT32": np.int32,
    "INT16": np.int16,
    "INT8": np.int8,
    "UINT8": np.uint8,
    "UINT16": np.uint16,
    "UINT32": np.uint32,
}
FP8 = {"FP8E4M3FN": ml_dtypes.float8_e4m3fn, "FP8E5M2": ml_dtypes.float8_e5m2}
KERNELS = {name: copier(name) for name in DTYPES}
WIDENERS = {name: copier(name, "FP32") for name in FP8}


def values(dtype, seed=0):
    """Every bit pattern that is a number, in random order."""
    rng = np.random.default_rng(seed)
    kind = np.dtype(dtype)
    if kind.kind in "iu":
        info = np.iinfo(kind)
        return rng.integers(info.min, info.max, (ROWS, COLS), endpoint=True, dtype=kind)
    return rng.standard_normal((ROWS, COLS)).astype(kind)


def strided(a):
    """The values of `a` in every second column of a wider array."""
    wide = np.zeros((ROWS, 2 * COLS), a.dtype)
    wide[:, ::2] = a
    return wide[:, ::2]


def inner(a):
    """The values of `a` in the middle rows of a taller array: contiguous, but not its own."""
    tall = np.zeros((3 * ROWS, COLS), a.dtype)
    tall[ROWS : 2 * ROWS] = a
    return tall[ROWS : 2 * ROWS]


ARRANGEMENTS = {
    "contiguous": (np.ascontiguousarray, True),
    "inner rows": (inner, True),
    "columns first": (np.asfortranarray, False),
    "every second column": (strided, False),
    "rows reversed": (lambda a: a[::-1].copy()[::-1], False),
    "a transposition": (lambda a: a.T.copy().T, False),
}


class Exported:
    """An array that only speaks DLPack."""

    def __init__(self, a):
        self.a = a

    def __dlpack__(self, **options):
        return self.a.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.a.__dlpack_device__()


def call(kernel, x, out, **options):
    """The code of the error, or None."""
    try:
        assert kernel(x, out, **options) is None
    except errors.Diagnosed as error:
        assert error.code.startswith("PYPTO-E"), error
        return error.code
    return None


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_element_type_travels_unchanged(dtype):
    x = values(DTYPES[dtype])
    out = np.zeros_like(x)
    assert call(KERNELS[dtype], x, out) is None
    assert out.tobytes() == x.tobytes()


@pytest.mark.parametrize("dtype", FP8)
def test_8_bit_floats_are_read_on_the_950(dtype):
    x = values(FP8[dtype])
    out = np.zeros((ROWS, COLS), np.float32)
    assert call(WIDENERS[dtype], x, out, config=RunConfig(platform="a5sim")) is None
    np.testing.assert_array_equal(out, x.astype(np.float32))


@pytest.mark.parametrize("dtype", FP8)
def test_the_910b_refuses_8_bit_floats(dtype):
    x = values(FP8[dtype])
    out = np.zeros((ROWS, COLS), np.float32)
    assert call(WIDENERS[dtype], x, out) == "PYPTO-E0316"
    assert not out.any()


@pytest.mark.parametrize(("source", "target"), list(itertools.product(ARRANGEMENTS, ARRANGEMENTS)))
def test_arrangements(source, target):
    x, fine = ARRANGEMENTS[source][0](values(np.float32)), ARRANGEMENTS[source][1]
    out = ARRANGEMENTS[target][0](np.full((ROWS, COLS), 7, np.float32))
    code = call(KERNELS["FP32"], x, out)
    if fine and ARRANGEMENTS[target][1]:
        assert code is None
        np.testing.assert_array_equal(out, x)
    else:
        assert code == "PYPTO-E0704", code
        assert (out == 7).all()


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_dlpack(arrangement):
    make, fine = ARRANGEMENTS[arrangement]
    x = make(values(np.float32))
    out = np.zeros((ROWS, COLS), np.float32)
    code = call(KERNELS["FP32"], Exported(x), Exported(out))
    if fine:
        assert code is None
        np.testing.assert_array_equal(out, x)
    else:
        assert code == "PYPTO-E0704"
        assert not out.any()


def buffers(a):
    """The bytes of `a` behind objects of the buffer protocol."""
    yield memoryview(a)
    flat = array.array("f", a.ravel().tolist())
    yield memoryview(flat).cast("B").cast("f", (ROWS, COLS))
    c_type = (ctypes.c_float * COLS) * ROWS
    yield c_type.from_buffer_copy(a.tobytes())


def test_the_buffer_protocol():
    x = values(np.float32)
    for source in buffers(x):
        for target in buffers(np.zeros_like(x)):
            assert call(KERNELS["FP32"], source, target) is None
            np.testing.assert_array_equal(np.asarray(target), x)


def test_a_read_only_buffer_is_an_input_only():
    x = values(np.float32)
    frozen = memoryview(x.tobytes()).cast("f", (ROWS, COLS))
    out = np.zeros_like(x)
    assert call(KERNELS["FP32"], frozen, out) is None
    np.testing.assert_array_equal(out, x)
    assert call(KERNELS["FP32"], x, frozen) == "PYPTO-E0705"


def test_overlapping_arguments():
    base = np.zeros((2 * ROWS, COLS), np.float32)
    base[:ROWS] = values(np.float32)
    before = base.copy()
    for start in (0, 1, ROWS - 1):
        code = call(KERNELS["FP32"], base[:ROWS], base[start : start + ROWS])
        assert code == "PYPTO-E0706", start
        np.testing.assert_array_equal(base, before)
    # Neighbours share no byte.
    assert call(KERNELS["FP32"], base[:ROWS], base[ROWS:]) is None
    np.testing.assert_array_equal(base[ROWS:], before[:ROWS])


@pytest.mark.parametrize(
    "shape", [(ROWS, COLS - 1), (ROWS - 1, COLS), (ROWS * COLS,), (1, ROWS, COLS), (), (0, COLS)]
)
def test_wrong_shapes(shape):
    x = np.zeros(shape, np.float32)
    out = np.full((ROWS, COLS), 7, np.float32)
    assert call(KERNELS["FP32"], x, out) is not None
    assert (out == 7).all()


@pytest.mark.parametrize("given", [np.float64, np.complex64, ">f4", object, "U4", "datetime64[s]"])
def test_wrong_element_types(given):
    x = np.zeros((ROWS, COLS), np.dtype(given))
    out = np.full((ROWS, COLS), 7, np.float32)
    assert call(KERNELS["FP32"], x, out) is not None
    assert (out == 7).all()


@pytest.mark.parametrize("value", [None, 3, 2.5, "x", b"x", [1, 2], {}, object(), np.float32(1)])
def test_what_is_no_array(value):
    out = np.full((ROWS, COLS), 7, np.float32)
    assert call(KERNELS["FP32"], value, out) is not None
    assert (out == 7).all()


# Torch ------------------------------------------------------------------------------------------


def torch_cases():
    torch = pytest.importorskip("torch")
    x = torch.from_numpy(values(np.float32))
    return torch, x


@pytest.mark.parametrize("dtype", [d for d in DTYPES if not d.startswith("UINT1")])
def test_torch_element_types(dtype):
    torch, _ = torch_cases()
    names = {"FP32": "float32", "FP16": "float16", "BF16": "bfloat16"}
    kind = getattr(torch, names.get(dtype, dtype.lower()))
    raw = torch.from_numpy(values(DTYPES[dtype]).view(np.uint8).copy())
    x = raw.view(kind)
    out = torch.zeros_like(raw).view(kind)
    assert call(KERNELS[dtype], x, out) is None
    assert torch.equal(out.view(torch.uint8), raw)


@pytest.mark.parametrize("dtype", FP8)
def test_torch_8_bit_floats(dtype):
    torch, _ = torch_cases()
    raw = values(FP8[dtype])
    kind = torch.float8_e4m3fn if dtype == "FP8E4M3FN" else torch.float8_e5m2
    x = torch.from_numpy(raw.view(np.uint8).copy()).view(kind)
    out = torch.zeros(ROWS, COLS)
    assert call(WIDENERS[dtype], x, out, config=RunConfig(platform="a5sim")) is None
    np.testing.assert_array_equal(out.numpy(), raw.astype(np.float32))


def test_torch_arrangements():
    torch, x = torch_cases()
    wide = torch.zeros(ROWS, 2 * COLS)
    for given in (x.t().contiguous().t(), wide[:, ::2], torch.zeros(1, COLS).expand(ROWS, COLS)):
        out = torch.full((ROWS, COLS), 7.0)
        assert call(KERNELS["FP32"], given, out) == "PYPTO-E0704"
        assert bool((out == 7).all())
    out = torch.zeros(ROWS, COLS)
    assert call(KERNELS["FP32"], x.reshape(ROWS, COLS), out) is None
    assert torch.equal(out, x)


def test_torch_gradients():
    torch, x = torch_cases()
    leaf = x.clone().requires_grad_()
    out = torch.full((ROWS, COLS), 7.0)
    assert call(KERNELS["FP32"], leaf, out) == "PYPTO-E0707"
    assert call(KERNELS["FP32"], leaf * 2, out) == "PYPTO-E0707"
    assert bool((out == 7).all())
    assert call(KERNELS["FP32"], leaf.detach(), out) is None
    assert torch.equal(out, x)
    with torch.no_grad():
        assert call(KERNELS["FP32"], leaf * 1, out) is None


def test_torch_outputs_share_no_memory_with_inputs():
    _, x = torch_cases()
    assert call(KERNELS["FP32"], x, x) == "PYPTO-E0706"
    assert call(KERNELS["FP32"], x.numpy(), x) == "PYPTO-E0706"


def test_a_torch_call_returns_torch():
    torch, x = torch_cases()
    result = KERNELS["FP32"](x)
    assert isinstance(result, torch.Tensor)
    assert torch.equal(result, x)
