# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments of a call: zero-copy description, checks before anything runs, call shapes."""

import array

import ml_dtypes
import numpy as np
import pytest

import pypto.language as pl
from pypto import dtypes
from pypto.runtime.arrays import host_array

M = pl.dynamic("M")


@pl.jit
def double(x: pl.Tensor[[8, 16], pl.FP32], out: pl.Out[pl.Tensor[[8, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.mul(x, 2.0)
    return out


@pl.jit
def rows(x: pl.Tensor[[M, 16], pl.FP32], out: pl.Out[pl.Tensor[[M, 16], pl.FP32]], n: pl.INT32 = 3):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(n):
            out[i : i + 1, :] = x[i : i + 1, :]
    return out


class Recorder:
    """Stands for the native executable; keeps what it was called with."""

    def __init__(self):
        self.calls = []
        self.options = {}

    def run(self, args, **options):
        self.calls.append(args)
        self.options = options
        return "report"


@pytest.fixture
def recorded(monkeypatch):
    recorder = Recorder()
    from pypto.ir.compiled_program import CompiledProgram

    monkeypatch.setattr(CompiledProgram, "executable", property(lambda self: recorder))
    return recorder


def f32(*shape):
    return np.ones(shape, np.float32)


def test_all_arguments_given_returns_none_and_passes_the_callers_memory(recorded):
    x, out = f32(8, 16), f32(8, 16)
    assert double(x, out) is None
    ((a, b),) = recorded.calls
    assert (a.address, b.address) == (x.ctypes.data, out.ctypes.data)
    assert (a.dtype, a.shape) == ("f32", (8, 16))


def test_outputs_left_out_are_allocated_and_returned(recorded):
    x = f32(8, 16)
    result = double(x)
    assert isinstance(result, np.ndarray) and result.shape == (8, 16) and result.dtype == np.float32
    assert recorded.calls[0][1].address == result.ctypes.data


def test_a_dynamic_output_takes_its_extent_from_the_input(recorded):
    result = rows(f32(5, 16))
    assert result.shape == (5, 16)
    assert recorded.calls[0][2] == 3


def test_keywords_and_defaults(recorded):
    x, out = f32(4, 16), f32(4, 16)
    rows(x, out=out, n=2)
    rows(x, out)
    assert [call[2] for call in recorded.calls] == [2, 3]


def test_report_of_the_last_run(recorded):
    double.cache_clear()
    compiled = double.compile(f32(8, 16), f32(8, 16))
    assert compiled.report() is None
    compiled(f32(8, 16), f32(8, 16))
    assert compiled.report() == "report"


@pytest.mark.parametrize(
    ("make", "dtype"),
    [
        (lambda: np.zeros((2, 3), np.float16), dtypes.FP16),
        (lambda: np.zeros((2, 3), ml_dtypes.bfloat16), dtypes.BF16),
        (lambda: np.zeros((2, 3), ml_dtypes.float8_e4m3fn), dtypes.FP8E4M3FN),
        (lambda: np.zeros((2, 3), ml_dtypes.float8_e5m2), dtypes.FP8E5M2),
        (lambda: np.zeros((2, 3), np.uint32), dtypes.UINT32),
        (lambda: np.zeros((2, 3), np.bool_), dtypes.BOOL),
    ],
)
def test_numpy_dtypes(make, dtype):
    value = make()
    found = host_array(value)
    assert found.dtype is dtype and found.shape == (2, 3) and found.pointer == value.ctypes.data


def test_buffer_protocol_and_dlpack():
    values = array.array("f", [1, 2, 3])
    found = host_array(values)
    assert (found.shape, found.dtype) == ((3,), dtypes.FP32)
    assert found.pointer == values.buffer_info()[0]

    class Exports:
        def __init__(self, inner):
            self.inner = inner

        def __dlpack__(self, **options):
            return self.inner.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.inner.__dlpack_device__()

    inner = np.arange(6, dtype=np.int32).reshape(2, 3)
    found = host_array(Exports(inner))
    assert found.pointer == inner.ctypes.data and found.dtype is dtypes.INT32


def refuse(error, text, call):
    with pytest.raises(error) as caught:
        call()
    assert text in str(caught.value), caught.value
    assert caught.value.code.startswith("PYPTO-E07")


@pytest.mark.parametrize(
    ("error", "text", "arguments"),
    [
        (ValueError, "has the wrong shape", lambda: (f32(8, 17), f32(8, 16))),
        (ValueError, "has the wrong shape", lambda: (f32(8, 16, 1), f32(8, 16))),
        (ValueError, "has the wrong shape", lambda: (f32(128), f32(8, 16))),
        (ValueError, "has the wrong shape", lambda: (f32(0, 16), f32(8, 16))),
        (TypeError, "has dtype FP16", lambda: (f32(8, 16).astype(np.float16), f32(8, 16))),
        (
            TypeError,
            "Unsupported NumPy dtype float64",
            lambda: (f32(8, 16).astype(float), f32(8, 16)),
        ),
        (TypeError, "is no array", lambda: (3.0, f32(8, 16))),
        (TypeError, "is no array", lambda: ([[1.0]], f32(8, 16))),
        (ValueError, "is not contiguous", lambda: (f32(16, 8).T, f32(8, 16))),
        (ValueError, "is not contiguous", lambda: (f32(8, 32)[:, ::2], f32(8, 16))),
        (TypeError, "arguments, got 4", lambda: (f32(8, 16),) * 4),
        (TypeError, "arguments, got 0", lambda: ()),
        (TypeError, "byte order", lambda: (f32(8, 16).astype(">f4"), f32(8, 16))),
        (
            TypeError,
            "a masked array",
            lambda: (np.ma.masked_array(f32(8, 16), np.eye(8, 16)), f32(8, 16)),
        ),
    ],
)
def test_refused_arrays(recorded, error, text, arguments):
    if arguments() == ():
        compiled = double.compile(f32(8, 16), f32(8, 16))
        refuse(error, text, lambda: compiled())
    else:
        refuse(error, text, lambda: double(*arguments()))
    assert recorded.calls == []


@pytest.mark.parametrize(
    ("array", "hint"),
    [
        (f32(8, 16).astype(float), "x.astype(numpy.float32)"),
        (f32(8, 16).astype(np.complex64), "one of float32, float16"),
        (f32(8, 16).astype(">f4"), "x.astype(x.dtype.newbyteorder('='))"),
        (np.ma.masked_array(f32(8, 16), False), "x.filled(value)"),
    ],
)
def test_refused_arrays_say_what_helps(recorded, array, hint):
    refuse(TypeError, hint, lambda: double(array, f32(8, 16)))


def test_a_read_only_output_is_refused(recorded):
    out = f32(8, 16)
    out.flags.writeable = False
    refuse(ValueError, "is an output but read-only", lambda: double(f32(8, 16), out))
    refuse(ValueError, "as out.copy()", lambda: double(f32(8, 16), out))
    assert recorded.calls == []


def test_an_output_that_overlaps_is_refused_also_partly(recorded):
    x = f32(8, 16)
    refuse(ValueError, "share memory", lambda: double(x, x))
    both = f32(12, 16)
    refuse(ValueError, "share memory", lambda: double(both[:8], both[4:]))
    double(both[:8], f32(8, 16))
    whole = f32(16, 16)
    double(whole[:8], whole[8:])


def test_extents_of_one_dynamic_name_must_agree(recorded):
    refuse(
        ValueError,
        "dynamic dimension M is 4 in 'x' and 5 in 'out'",
        lambda: rows(f32(4, 16), f32(5, 16)),
    )


def test_scalars_are_checked(recorded):
    refuse(TypeError, "does not fit INT32", lambda: rows(f32(4, 16), f32(4, 16), 1 << 40))
    refuse(TypeError, "scalar parameter 'n' is INT32", lambda: rows(f32(4, 16), f32(4, 16), 1.5))
    refuse(TypeError, "must be an int/float/bool", lambda: rows(f32(4, 16), f32(4, 16), "3"))
    rows(f32(4, 16), f32(4, 16), np.int32(2))
    assert recorded.calls[-1][2] == 2


def test_unknown_keyword(recorded):
    refuse(
        TypeError,
        "got an unexpected keyword argument 'y'",
        lambda: double(f32(8, 16), y=f32(8, 16)),
    )
    refuse(TypeError, "got multiple values", lambda: double(f32(8, 16), f32(8, 16), x=f32(8, 16)))


def test_signature_mode():
    @pl.jit
    def bare(x: pl.Tensor, out: pl.Out[pl.Tensor]):
        return out

    refuse(TypeError, "bare 'pl.Tensor' annotation with no shape", bare.compile)
    compiled = double.compile()
    assert compiled.param_names == ["x", "out"] and compiled.output_indices == [1]


def test_the_second_compile_is_the_same_object():
    x, out = f32(8, 16), f32(8, 16)
    assert double.compile(x, out) is double.compile(x, out)
    assert double.compile() is double.compile(x, out)


def test_another_platform_is_another_compile():
    from pypto.runtime import RunConfig

    a, b = RunConfig(platform="a2a3"), RunConfig(platform="a5sim")
    assert double.compile(config=a) is double.compile()
    assert double.compile(config=b) is not double.compile(config=a)
    assert "#pypto.arch<a5>" in str(double.compile(config=b).program)
    refuse(ValueError, "Invalid platform 'cuda'", lambda: RunConfig(platform="cuda"))


torch = pytest.importorskip("torch", reason="torch is not installed")


def test_torch_tensors(recorded):
    x, out = torch.ones(8, 16), torch.zeros(8, 16)
    assert double(x, out) is None
    assert recorded.calls[0][0].address == x.data_ptr()
    result = double(x)
    assert isinstance(result, torch.Tensor) and result.shape == (8, 16)


def test_torch_refusals(recorded):
    out = torch.zeros(8, 16)
    refuse(
        ValueError, "records gradients", lambda: double(torch.ones(8, 16, requires_grad=True), out)
    )
    refuse(ValueError, "is not contiguous", lambda: double(torch.ones(16, 8).t(), out))
    refuse(
        TypeError,
        "Unsupported torch dtype torch.float64",
        lambda: double(torch.ones(8, 16).double(), out),
    )
    refuse(ValueError, "device 'meta'", lambda: double(torch.ones(8, 16, device="meta"), out))
    assert recorded.calls == []


def test_torch_bfloat16():
    found = host_array(torch.zeros(2, 3, dtype=torch.bfloat16))
    assert found.dtype is dtypes.BF16 and found.kind == "torch"
