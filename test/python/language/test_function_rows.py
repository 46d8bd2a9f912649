# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decorators, calls, programs, specialisation and caches of the language, row by row."""

import numpy as np
import pytest
from kernel_text import load

import pypto.language as pl
from pypto import errors, ir
from pypto.runtime import RunConfig, run

T = "pl.Tensor[[16, 64], pl.FP32]"
OUT = f"pl.Out[{T}]"
X = np.random.default_rng(1).standard_normal((16, 64), dtype=np.float32)
ENTRY = f"@pl.jit\ndef kernel(x: {T}, y: {OUT}):\n"
PART = f"""@pl.jit.incore
def part(x: {T}, y: {OUT}):
    t = pl.load(x, [0, 0], [16, 64])
    y = pl.store(pl.neg(t), [0, 0], y)
    return y

"""
# A helper whose parameters the caller types.
UNTYPED = """@pl.jit.incore
def part(x, y: pl.Out[pl.Tensor]):
    y[:] = pl.neg(x)
    return y

"""
BARE = """@pl.jit.incore
def part(x: pl.Tensor, y: pl.Out[pl.Tensor]):
    for i in pl.range(x.shape[0]):
        y[i : i + 1, :] = pl.neg(x[i : i + 1, :])
    return y

"""
ROWS_OF_M = """    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(M):
            y[i : i + 1, :] = pl.neg(x[i : i + 1, :])
    return y
"""
CORE = "    with pl.at(level=pl.Level.CORE_GROUP):\n"

NEGATING = {
    "incore": PART + ENTRY + "    y = part(x, y)\n    return y\n",
    "keyword arguments": PART + ENTRY + "    y = part(y=y, x=x)\n    return y\n",
    "result discarded": PART + ENTRY + "    part(x, y)\n    return y\n",
    "incore(level=)": PART.replace("incore", "incore(level=pl.Level.AIV)")
    + ENTRY
    + "    part(x, y)\n",
    "jit(auto_scope=True)": PART
    + ENTRY.replace("@pl.jit", "@pl.jit(auto_scope=True)")
    + "    part(x, y)\n",
    "jit(auto_scope=False)": PART
    + ENTRY.replace("@pl.jit", "@pl.jit(auto_scope=False)")
    + "    with pl.scope(mode=pl.ScopeMode.AUTO):\n        part(x, y)\n",
    "inline that returns a tuple": "@pl.jit.inline\ndef two(x):\n"
    + "    return pl.neg(x), pl.exp(x)\n\n"
    + ENTRY
    + f"{CORE}        a, b = two(x)\n        y[:] = a\n",
    "inline with a scope": f"@pl.jit.inline\ndef helper(x: {T}, y: {OUT}):\n"
    + f"{CORE}        y[:] = pl.neg(x)\n    return y\n\n"
    + ENTRY
    + "    y = helper(x, y)\n    return y\n",
    "pl.inline": "@pl.inline\ndef helper(x):\n    return pl.neg(x)\n\n"
    + ENTRY
    + f"{CORE}        y[:] = helper(x)\n",
    "opaque": f"@pl.jit.opaque\ndef helper(x: {T}, y: {OUT}):\n    for i in pl.range(2):\n"
    + "        with pl.at(level=pl.Level.CORE_GROUP):\n"
    + "            y[i * 8 : i * 8 + 8, :] = pl.neg(x[i * 8 : i * 8 + 8, :])\n    return y\n\n"
    + ENTRY
    + "    y = helper(x, y)\n    return y\n",
    "callees at depth three": "@pl.jit.inline\ndef c(x):\n    return pl.neg(x)\n\n"
    + "@pl.jit.inline\ndef b(x):\n    return c(x)\n\n"
    + f"@pl.jit.incore\ndef a(x: {T}, y: {OUT}):\n    y[:] = b(x)\n    return y\n\n"
    + ENTRY
    + "    y = a(x, y)\n    return y\n",
    "a closure": f"def make(s):\n    @pl.jit\n    def kernel(x: {T}, y: {OUT}):\n"
    + "        with pl.at(level=pl.Level.CORE_GROUP):\n            y[:] = pl.mul(x, s)\n"
    + "    return kernel\n\nkernel = make(-1.0)\n",
    "a callee in a closure": f"def make(s):\n    @pl.jit.incore\n    def part(x: {T}, y: {OUT}):\n"
    + "        y[:] = pl.mul(x, s)\n        return y\n\n"
    + f"    @pl.jit\n    def kernel(x: {T}, y: {OUT}):\n        y = part(x, y)\n        return y\n"
    + "    return kernel\n\nkernel = make(-1.0)\n",
    "a default": f"@pl.jit\ndef kernel(x: {T}, y: {OUT}, s: float = -1.0):\n"
    + f"{CORE}        y[:] = pl.mul(x, s)\n",
    "bare tensors": "@pl.jit\ndef kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]):\n"
    + f"    M, N = x.shape\n{ROWS_OF_M}",
    "bind_dynamic": "M = pl.dynamic('M')\n\n@pl.jit\n"
    + "def kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]):\n"
    + f"    x.bind_dynamic(0, M)\n    y.bind_dynamic(0, M)\n{ROWS_OF_M}",
    "pl.dynamic in the body": "@pl.jit\ndef kernel(x: pl.Tensor, y: pl.Out[pl.Tensor]):\n"
    + "    M = pl.dynamic('M')\n    x.bind_dynamic(0, M)\n    y.bind_dynamic(0, M)\n"
    + ROWS_OF_M,
    "a dynamic annotation": "M = pl.dynamic('M')\n\n@pl.jit\n"
    + "def kernel(x: pl.Tensor[[M, 64], pl.FP32], y: pl.Out[pl.Tensor[[M, 64], pl.FP32]]):\n"
    + ROWS_OF_M,
    "dynamic through a callee": "M = pl.dynamic('M')\n\n"
    + BARE
    + "@pl.jit\n"
    + "def kernel(x: pl.Tensor[[M, 64], pl.FP32], y: pl.Out[pl.Tensor[[M, 64], pl.FP32]]):\n"
    + "    y = part(x, y)\n    return y\n",
    "several results": f"@pl.jit.incore\ndef part(x: {T}, y: {OUT}, z: {OUT}):\n"
    + "    y[:] = pl.neg(x)\n    z[:] = pl.exp(x)\n    return z, y\n\n"
    + ENTRY
    + "    t = pl.create_tensor([16, 64], dtype=pl.FP32)\n"
    + "    t, y = part(x, y, t)\n    return y\n",
    "slices as arguments": UNTYPED
    + ENTRY
    + "    a = pl.slice(x, [8, 64], [0, 0])\n    part(a, y[0:8, :])\n"
    + "    part(x[8:16, :], y[8:16, :])\n    return y\n",
    "rows as arguments": UNTYPED
    + ENTRY
    + "    for i in pl.range(16):\n        part(x[i], y[i])\n    return y\n",
    "two shapes of one callee": UNTYPED
    + ENTRY
    + "    part(x[0:12, :], y[0:12, :])\n    part(x[12:16, :], y[12:16, :])\n    return y\n",
    "a dimension as an argument": "@pl.jit.incore\ndef part(x, y: pl.Out[pl.Tensor], n):\n"
    + "    for i in pl.range(n):\n        y[i : i + 1, :] = pl.neg(x[i : i + 1, :])\n"
    + "    return y\n\n"
    + ENTRY
    + "    m = pl.tensor.dim(x, 0)\n    part(x, y, m)\n    return y\n",
    "InOut": f"@pl.jit\ndef kernel(x: {T}, y: pl.InOut[{T}]):\n"
    + f"{CORE}        y[:] = pl.sub(y, x)\n",
    "a shape of the module": "SHAPE = [16, 64]\n\n@pl.jit\n"
    + f"def kernel(x: pl.Tensor[SHAPE, pl.FP32], y: {OUT}):\n{CORE}        y[:] = pl.neg(x)\n",
    "arithmetic in a shape": "R, C = 4, 64\n\n@pl.jit\n"
    + f"def kernel(x: pl.Tensor[[R * 4, C // 2 + 32], pl.FP32], y: {OUT}):\n"
    + f"{CORE}        y[:] = pl.neg(x)\n",
    "the call form": f"@pl.jit\ndef kernel(x: pl.Tensor([16, 64], pl.FP32, pl.ND), y: {OUT}):\n"
    + f"{CORE}        y[:] = pl.neg(x)\n",
    "a string": f"@pl.jit\ndef kernel(x: '{T}', y: '{OUT}'):\n{CORE}        y[:] = pl.neg(x)\n",
    "return annotations": f"@pl.jit\ndef kernel(x: {T}, y: {OUT}) -> {T}:\n"
    + f"{CORE}        y[:] = pl.neg(x)\n    return y\n",
}


@pytest.mark.parametrize("name", NEGATING)
def test_negating_kernel(name):
    y = np.zeros_like(X)
    load(NEGATING[name])["kernel"](X, y)
    np.testing.assert_array_equal(y, -X)


SCALED = f"""@pl.jit
def kernel(x: {T}, y: {OUT}, s: pl.Scalar[pl.FP32], c):
    with pl.at(level=pl.Level.CORE_GROUP):
        y[:] = pl.mul(pl.mul(x, s), c)
    return y
"""


def scaled():
    return load(SCALED)["kernel"]


def test_constants_are_part_of_the_key_and_run_time_scalars_are_not():
    kernel, y = scaled(), np.zeros_like(X)
    compiled = kernel.compile(X, y, 1.0, 2.0)
    assert kernel.compile(X, y, 5.0, 2.0) is compiled
    assert kernel.compile(c=2.0) is compiled
    assert kernel.compile(s=pl.RUNTIME, c=2.0) is compiled
    assert kernel.compile(X, y, 1.0, 3.0) is not compiled
    assert kernel.compile(X, y, 1.0, 2) is not compiled, "an int is not a float"
    a5 = RunConfig(platform="a5sim")
    assert kernel.compile(X, y, 1.0, 2.0, config=a5) is not compiled
    compiled(X, y, 4.0, 2.0)
    np.testing.assert_array_equal(y, X * 8)
    kernel(X, y, -1.0, 0.5)
    np.testing.assert_array_equal(y, X * -0.5)
    assert isinstance(kernel.lower(X, y, 1.0, 2.0), ir.Program)
    assert not hasattr(kernel, "as_python")


def test_module_constants_are_followed():
    names = load("FACTOR = 2.0\n\n" + ENTRY + f"{CORE}        y[:] = pl.mul(x, FACTOR)\n")
    y = np.zeros_like(X)
    names["kernel"](X, y)
    np.testing.assert_array_equal(y, X * 2)
    names["FACTOR"] = 3.0
    names["kernel"](X, y)
    np.testing.assert_array_equal(y, X * 3)


@pytest.mark.parametrize(
    ("use", "phrase"),
    [
        (lambda k, y: k(X, y, 1.0, 2.0, z=3), "got an unexpected keyword argument 'z'"),
        (lambda k, y: k(X, y, 1.0, 2.0, 3), "expects 4"),
        (lambda k, y: k(X), "expects 4"),
        (lambda k, y: k(X, y, 1.0, c=2.0, s=1.0), "multiple values for argument 's'"),
        (lambda k, y: k.compile(), "cannot infer parameter 'c'"),
        (lambda k, y: k.compile(q=3), "got an unexpected keyword argument 'q'"),
        (lambda k, y: k(X, y, "a", 2.0), "must be an int/float/bool"),
        (lambda k, y: k(X, y, 1.0, "a"), "must be an int/float/bool"),
        (lambda k, y: k(X, y, pl.RUNTIME, 2.0), "received pl.RUNTIME"),
        (lambda k, y: k(X, y, 1.0, pl.RUNTIME), "received pl.RUNTIME"),
        (lambda k, y: k.compile(X, y, pl.RUNTIME, 2.0), "received pl.RUNTIME"),
        (lambda k, y: k.compile(c=2.0)(X, y, pl.RUNTIME, 2.0), "received pl.RUNTIME"),
        (lambda k, y: k(X, y, X, 2.0), "must be an int/float/bool"),
        (lambda k, y: k(3.0, y, 1.0, 2.0), "is no array"),
    ],
)
def test_arguments_that_do_not_fit(use, phrase):
    with pytest.raises(TypeError, match="@pl.jit function 'kernel'") as caught:
        use(scaled(), np.zeros_like(X))
    assert phrase in caught.value.message and caught.value.code


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (ENTRY + f"{CORE}        y[:] = pl.neg(x)\n    return y\n", 1),
        (
            f"@pl.jit\ndef kernel(x: {T}, y: {OUT}, z: {OUT}):\n"
            f"{CORE}        y[:] = pl.neg(x)\n        z[:] = pl.exp(x)\n    return y, z\n",
            2,
        ),
        (
            f"@pl.jit\ndef kernel(x: {T}):\n    y = pl.create_tensor([16, 64], dtype=pl.FP32)\n"
            f"{CORE}        y[:] = pl.neg(x)\n    return y\n",
            1,
        ),
    ],
    ids=["one output", "two outputs", "a created tensor"],
)
def test_return_style(text, count):
    result = load(text)["kernel"](X)
    results = result if count > 1 else (result,)
    assert len(results) == count and all(isinstance(r, np.ndarray) for r in results)
    np.testing.assert_array_equal(results[0], -X)


PROGRAM = f"""@pl.program
class Program:
    @pl.function(type=pl.FunctionType.InCore)
    def part(self, x: {T}, y: {OUT}) -> {T}:
        y = pl.store(pl.neg(pl.load(x, [0, 0], [16, 64])), [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: {T}, y: {OUT}) -> {T}:
        y = self.part(x, y)
        return y
"""
CALL = "        y = self.part(x, y)\n"
PROGRAMS = {
    "methods": PROGRAM,
    "an opaque entry": f"@pl.program\nclass Program:\n    @pl.function\n"
    f"    def main(self, x: {T}, y: {OUT}):\n        with pl.at(level=pl.Level.CORE_GROUP):\n"
    "            y[:] = pl.neg(x)\n        return y\n",
    "an inline method": PROGRAM.replace(
        "    @pl.function(type=pl.FunctionType.InCore)",
        f"    @pl.function(type=pl.FunctionType.Inline)\n    def helper(self, x: {T}):\n"
        "        return pl.neg(x)\n\n    @pl.function(type=pl.FunctionType.InCore)",
    ).replace(
        "        y = pl.store(pl.neg(pl.load(x, [0, 0], [16, 64])), [0, 0], y)\n",
        "        y[:] = self.helper(x)\n",
    ),
    "an inline method that calls a kernel": PROGRAM.replace(
        "    @pl.function(type=pl.FunctionType.Orchestration)",
        f"    @pl.function(type=pl.FunctionType.Inline)\n    def helper(self, x: {T}, y: {OUT}):\n"
        "        y = self.part(x, y)\n        return y\n\n"
        "    @pl.function(type=pl.FunctionType.Orchestration)",
    ).replace("    def main", "    def main", 1)[: -len(CALL + "        return y\n")]
    + "        y = self.helper(x, y)\n        return y\n",
    "spmd": PROGRAM.replace(CALL, "        with pl.spmd(1):\n            y = self.part(x, y)\n"),
    "submit": PROGRAM.replace(
        CALL,
        "        y, first = pl.submit(self.part, x, y)\n"
        "        y, second = pl.submit(self.part, x, y, deps=[first])\n",
    ),
    "a function outside": f"@pl.function(type=pl.FunctionType.InCore)\n"
    f"def outside(x: {T}, y: {OUT}) -> {T}:\n    y[:] = pl.neg(x)\n    return y\n\n"
    + PROGRAM.replace("self.part(x, y)", "outside(x, y)"),
    "attrs=": PROGRAM.replace(
        "self.part(x, y)",
        "self.part(x, y, attrs={'arg_directions': [pl.adir.input, pl.adir.output_existing]})",
    ),
    "func_attr": PROGRAM.replace(
        CALL,
        "        '''Text.'''\n"
        "        pl.func_attr({'a': 1, 'b': True, 'mode': pl.SplitMode.UP_DOWN, 'f': 0.5})\n"
        "        pl.func_attr({'list': [1, 'two', [x]], 'from': x, 'text': 'a \"b\"'})\n"
        "        pl.func_attr({'count': pl.system.available_aiv_count()})\n" + CALL,
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name):
    program = load(PROGRAMS[name])["Program"]
    assert isinstance(program, ir.Program)
    for use in (lambda y: ir.compile(program)(X, y), lambda y: run(program, X, y)):
        y = np.zeros_like(X)
        use(y)
        np.testing.assert_array_equal(y, -X)
    assert pl.parse(program.as_python()).structurally_equal(program), program.as_python()


def test_attributes_of_a_function_are_in_the_ir():
    text = str(load(PROGRAMS["func_attr"])["Program"])
    for attribute in (
        "a = 1 : i64",
        "b = true",
        "f = 5.000000e-01 : f64",
        'from = {parameter = "x"}',
        'list = [1, "two", [{parameter = "x"}]]',
        "mode = #pypto.split<UP_DOWN>",
        'count = {count = "available_aiv_count"}',
        r'text = "a \22b\22"',
    ):
        assert attribute in text


@pytest.mark.parametrize(
    ("text", "cls", "phrase"),
    [
        (
            "@pl.program\nclass Program:\n    def main(self):\n        pass\n",
            errors.ParserSyntaxError,
            "contains no @pl.function decorated methods",
        ),
        (
            PROGRAM.replace("self.part(x, y)", "self.part(x=x, y=y)"),
            errors.ParserTypeError,
            "does not accept keyword argument",
        ),
        (
            PROGRAM.replace("self.part(x, y)", "self.part(x)"),
            errors.ParserTypeError,
            "expects 2 argument(s), got 1",
        ),
        (
            PROGRAM.replace("self.part(x, y)", "self.prat(x, y)"),
            errors.UndefinedVariableError,
            "Function 'prat' not defined in program",
        ),
        (
            PROGRAM.replace("self.part(x, y)", "self.part(x, y, deps=[])"),
            errors.ParserTypeError,
            "does not accept keyword argument",
        ),
        (
            PART.replace("jit.incore", "function(type=pl.FunctionType.InCore)")
            + PROGRAM.replace("self.part(x, y)", "part(x, y)"),
            errors.ParserSyntaxError,
            "conflicts with program function",
        ),
    ],
)
def test_programs_that_are_refused(text, cls, phrase):
    with pytest.raises(cls) as caught:
        load(text)
    assert phrase in str(caught.value) and caught.value.code


def test_a_sub_worker_is_any_python():
    """Its body is not compiled."""
    worker = f"""    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
    def worker(x: {T}):
        import os
        print([a for a in x], **{{}})

"""
    names = load(PROGRAM.replace("class Program:\n", f"class Program:\n{worker}"))
    y = np.zeros_like(X)
    run(names["Program"], X, y)
    np.testing.assert_array_equal(y, -X)
