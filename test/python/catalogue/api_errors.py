# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wrong calls of the package's own interface and the errors they must give.

Each case names the row of the catalogue that it belongs to, has a function that makes the call,
and says which text of this file its caret is under.
"""

from __future__ import annotations

import types
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import pypto.language as pl
from pypto.runtime import RunConfig

FLOATS = np.zeros((16, 16), np.float32)


class Case(NamedTuple):
    """row: section and phrase, or a phrase alone. error: the class that is raised. code: its
    stable code. marked: the text under the caret.
    """

    row: str
    error: str
    code: str
    marked: str
    call: Callable[[], Any]


@pl.jit
def kernel(
    x: pl.Tensor[[16, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
    factor: float = 2.0,
):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.mul(x, factor)
    return y


@pl.jit
def bare(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    return y


@pl.jit
def unannotated(x, y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(x)
    return y


@pl.jit
def counted(n: int, y: pl.Out[pl.Tensor[[16], pl.INT32]]):
    pl.write(y, [0], n)
    return y


@pl.jit
def viewed(x: pl.Tensor[[16], pl.FP32, pl.TensorView(stride=[2], layout=pl.ND)]):
    pass


@pl.jit.incore
def dispatched(x: pl.Tensor[[16], pl.FP32], y: pl.Out[pl.Tensor[[16], pl.FP32]]):
    return y


def without_source(decorator: Any) -> Any:
    """A function that no file has."""
    names: dict[str, Any] = {"pl": pl}
    exec("def f(x: pl.Tensor[[16], pl.FP32]):\n    return x\n", names)
    return decorator(names["f"])


def moved() -> Any:
    """A function whose line its file does not have any more."""

    def f(x: pl.Tensor[[16], pl.FP32]):
        return x

    code = f.__code__.replace(co_firstlineno=1)
    return pl.jit(types.FunctionType(code, f.__globals__, "f")).compile()


class OnADevice:
    """An array in the memory of a device."""

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, **_):
        raise BufferError


def all_warnings(call: Callable[[], Any]) -> Any:
    """Warnings as exceptions, as `python -W error` has them."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return call()


CASES = [
    Case(
        "7.6: @pl.jit function '<f>': got an unexpected keyword argument",
        "TypeError",
        "PYPTO-E0701",
        "kernel(FLOATS, FLOATS, scale=2.0)",
        lambda: kernel(FLOATS, FLOATS, scale=2.0),
    ),
    Case(
        "7.6: bare 'pl.Tensor' annotation with no shape",
        "TypeError",
        "PYPTO-E0710",
        "bare.compile()",
        lambda: bare.compile(),
    ),
    Case(
        "7.6: cannot infer parameter",
        "TypeError",
        "PYPTO-E0710",
        "unannotated.compile()",
        lambda: unannotated.compile(),
    ),
    Case(
        "7.6: scalar parameter '<n>' has no value",
        "TypeError",
        "PYPTO-E0709",
        "counted.compile()",
        lambda: counted.compile(),
    ),
    Case(
        "7.6: must be an int/float/bool",
        "TypeError",
        "PYPTO-E0709",
        'counted.compile(n="four")',
        lambda: counted.compile(n="four"),
    ),
    Case(
        "7.6: received pl.RUNTIME",
        "TypeError",
        "PYPTO-E0709",
        "counted.compile(n=pl.RUNTIME)",
        lambda: counted.compile(n=pl.RUNTIME),
    ),
    Case(
        "7.6: annotates a TensorView in its layout slot",
        "TypeError",
        "PYPTO-E0701",
        "pl.Tensor[[16], pl.FP32, pl.TensorView(stride=[2], layout=pl.ND)]",
        lambda: viewed.compile(),
    ),
    Case(
        "7.6: missing inferred tensor metadata for parameter",
        "ValueError",
        "PYPTO-E0708",
        "bare(FLOATS)",
        lambda: bare(FLOATS),
    ),
    Case(
        "7.6: cannot retrieve source code",
        "OSError",
        "PYPTO-E0023",
        "without_source(pl.jit).compile()",
        lambda: without_source(pl.jit).compile(),
    ),
    Case(
        "7.5: Cannot retrieve source code",
        "ParserSyntaxError",
        "PYPTO-E0023",
        'decorator(names["f"])',
        lambda: without_source(pl.function),
    ),
    Case(
        "7.6: could not locate function definition",
        "OSError",
        "PYPTO-E0023",
        'pl.jit(types.FunctionType(code, f.__globals__, "f")).compile()',
        moved,
    ),
    Case(
        "7.6: unroll()/range() takes 1 to 3 positional arguments",
        "ValueError",
        "PYPTO-E0720",
        "pl.unroll()",
        lambda: pl.unroll(),
    ),
    Case(
        "7.6: stage must be a positive integer",
        "ValueError",
        "PYPTO-E0720",
        "pl.pipeline(4, stage=0)",
        lambda: pl.pipeline(4, stage=0),
    ),
    Case(
        "7.6: while_() requires init_values",
        "ValueError",
        "PYPTO-E0720",
        "pl.while_()",
        lambda: pl.while_(),
    ),
    Case(
        "7.6: pl.submit is a DSL parser construct",
        "RuntimeError",
        "PYPTO-E0714",
        "pl.submit(dispatched)",
        lambda: pl.submit(dispatched),
    ),
    Case(
        "7.6: loop form is only valid inside",
        "RuntimeError",
        "PYPTO-E0714",
        "pl.split_aiv(2, mode=pl.SplitMode.NONE)",
        lambda: pl.split_aiv(2, mode=pl.SplitMode.NONE),
    ),
    Case(
        "7.6: pl.aiv_shard must be used inside",
        "RuntimeError",
        "PYPTO-E0714",
        "pl.aiv_shard(None)",
        lambda: pl.aiv_shard(None),
    ),
    Case(
        "7.5: Failed to compile code",
        "SyntaxError",
        "PYPTO-E0026",
        ":",
        lambda: pl.parse("def f(:"),
    ),
    Case(
        "7.5: Error executing code",
        "RuntimeError",
        "PYPTO-E0026",
        "unknown",
        lambda: pl.parse("unknown.thing"),
    ),
    Case(
        "7.5: No @pl.function or @pl.program found",
        "ValueError",
        "PYPTO-E0026",
        'pl.parse("x = 3")',
        lambda: pl.parse("x = 3"),
    ),
    Case(
        "7.5: Multiple functions/programs found",
        "ValueError",
        "PYPTO-E0026",
        "pl.parse(TWO)",
        lambda: pl.parse(TWO),
    ),
    Case(
        "7.5: Expected @pl.program",
        "ValueError",
        "PYPTO-E0026",
        "pl.parse_program(ONE)",
        lambda: pl.parse_program(ONE),
    ),
    Case(
        "7.5: attrs={...}) is deprecated",
        "DeprecationWarning",
        "PYPTO-W0005",
        "pl.function(attrs={})",
        lambda: all_warnings(lambda: pl.function(attrs={})),
    ),
    Case(
        "7.5: pl.split(slot_num=...) is deprecated",
        "DeprecationWarning",
        "PYPTO-W0005",
        "4",
        lambda: all_warnings(lambda: pl.parse(DEPRECATED).compile()),
    ),
    Case(
        "7.5: enable_l2_swimlane",
        "DeprecationWarning",
        "PYPTO-W0005",
        "RunConfig(enable_l2_swimlane=1)",
        lambda: all_warnings(lambda: RunConfig(enable_l2_swimlane=1)),
    ),
    # Calls whose conditions the catalogue's rows do not say.
    Case(
        "the wrong shape",
        "ValueError",
        "PYPTO-E0703",
        "kernel(FLOATS[:8], FLOATS)",
        lambda: kernel(FLOATS[:8], FLOATS),
    ),
    Case(
        "is no array",
        "TypeError",
        "PYPTO-E0716",
        'kernel("x", FLOATS)',
        lambda: kernel("x", FLOATS),
    ),
    Case(
        "DLPack device (2, 0)",
        "ValueError",
        "PYPTO-E0717",
        "kernel(OnADevice(), FLOATS)",
        lambda: kernel(OnADevice(), FLOATS),
    ),
    Case(
        "exist only inside a kernel",
        "NotImplementedError",
        "PYPTO-E0721",
        "pl.Tensor[[16], pl.FP32][0]",
        lambda: pl.Tensor[[16], pl.FP32][0],
    ),
    Case(
        "Cannot convert Scalar to bool",
        "TypeError",
        "PYPTO-E0119",
        "not pl.Scalar[pl.FP32]",
        lambda: not pl.Scalar[pl.FP32],
    ),
    Case(
        "pl.dynamic needs an identifier",
        "ValueError",
        "PYPTO-E0720",
        'pl.dynamic("2 rows")',
        lambda: pl.dynamic("2 rows"),
    ),
    Case(
        "RunConfig: save_kernels without effect",
        "UserWarning",
        "PYPTO-W0009",
        "RunConfig(save_kernels=True)",
        lambda: all_warnings(lambda: RunConfig(save_kernels=True)),
    ),
    Case(
        "allow_early_resolve=True has no effect",
        "UserWarning",
        "PYPTO-W0007",
        "True",
        lambda: all_warnings(lambda: pl.parse(HINTED).compile()),
    ),
    Case(
        "manual_dep=True has no effect",
        "UserWarning",
        "PYPTO-W0007",
        "True",
        lambda: all_warnings(lambda: pl.parse(UNTRACKED).compile()),
    ),
    Case(
        "what stands behind the return is never compiled",
        "UserWarning",
        "PYPTO-W0010",
        "pl.write(y, [1], 2)",
        lambda: all_warnings(lambda: pl.parse(BEHIND_A_RETURN).compile()),
    ),
    Case(
        "Unknown DataType 'FP31'",
        "AttributeError",
        "PYPTO-E0121",
        "pl.FP31",
        lambda: pl.FP31,  # pyright: ignore[reportAttributeAccessIssue]
    ),
    Case(
        "Unknown operation 'pl.matmull'",
        "AttributeError",
        "PYPTO-E0301",
        "pl.matmull",
        lambda: pl.matmull,  # pyright: ignore[reportAttributeAccessIssue]
    ),
    Case(
        "Unknown memory space 'L1'",
        "AttributeError",
        "PYPTO-E0121",
        "pl.Mem.L1",
        lambda: pl.Mem.L1,  # pyright: ignore[reportAttributeAccessIssue]
    ),
]
HINTED = """
@pl.jit
def k(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, allow_early_resolve=True):
        y[:] = pl.neg(x)
"""
UNTRACKED = """
@pl.jit
def k(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    z = pl.create_tensor([16, 16], pl.FP32, manual_dep=True)
    with pl.at(level=pl.Level.CORE_GROUP):
        z[:] = pl.neg(x)
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.neg(z)
"""
BEHIND_A_RETURN = """
@pl.jit
def k(y: pl.Out[pl.Tensor[[4], pl.INT32]]):
    pl.write(y, [0], 1)
    return y
    pl.write(y, [1], 2)
"""
ONE = """
@pl.function(type=pl.FunctionType.InCore)
def one(x: pl.Tensor[[16], pl.FP32], y: pl.Out[pl.Tensor[[16], pl.FP32]]):
    y[:] = pl.neg(x)
    return y
"""
TWO = ONE + ONE.replace("one", "two")
DEPRECATED = """
@pl.jit
def k(x: pl.Tensor[[16, 16], pl.FP32], y: pl.Out[pl.Tensor[[16, 16], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.NONE, slot_num=4)]):
        y[:] = pl.neg(x)
"""
