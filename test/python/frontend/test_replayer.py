# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A statement that the native replayer emits is the one that the rules would have emitted."""

from __future__ import annotations

import importlib.util
import itertools
import random
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pypto.frontend.builder import IrContext
from pypto.language.jit_function import JITFunction

HEAD = """
import pypto.language as pl
ROWS = 16
WIDE = [16, 64]
@pl.jit
def kernel(
    x: pl.Tensor[[256, 64], pl.FP32],
    h: pl.Tensor[[256, 64], pl.FP16],
    n: pl.Scalar[pl.INDEX],
    s: pl.Scalar[pl.FP32],
    y: pl.Out[pl.Tensor[[256, 64], pl.FP32]],
    z: pl.Out[pl.Tensor[[64, 256], pl.FP32]],
):
"""
_numbers = itertools.count()


class NoReplayer:
    """Leaves everything to the rules."""

    def __init__(self, compiler: Any) -> None:
        pass

    def run(self, body: Any, position: int) -> int:
        return position

    def learn(self, *_: Any) -> None:
        pass


class CountingReplayer:
    """The native one, which says how much it did."""

    statements = 0

    def __init__(self, compiler: Any) -> None:
        self._native = IrContext.get().native.genuine(compiler)
        self.learn = self._native.learn

    def run(self, body: Any, position: int) -> int:
        end = self._native.run(body, position)
        CountingReplayer.statements += end - position
        return end


def load(folder: Path, text: str) -> dict[str, Any]:
    """The names of a module of kernels."""
    path = folder / f"kernels{next(_numbers)}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return vars(module)


def outcome(kernel: JITFunction) -> tuple[str, int, list[str]]:
    """The module with its locations, or the errors; the number of operations; warnings, hints."""
    kernel.cache_clear()
    hints: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            compiled = kernel.compile()
            text = compiled.program.module.operation.get_asm(enable_debug_info=True)
            count = compiled.operation_count
            hints = compiled.perf_hints
        except Exception as error:
            text, count = f"{type(error).__name__}: {error}", 0
    return text, count, [*(str(w.message) for w in caught), *hints]


def both(kernel: JITFunction, monkeypatch: pytest.MonkeyPatch) -> tuple[str, int]:
    """The outcome, the same with and without replayer; how many statements it replayed."""
    shared = IrContext.get()
    native = ModuleType("native")
    vars(native).update(vars(shared.native))
    native.genuine = shared.native.Replayer  # pyright: ignore
    monkeypatch.setattr(shared, "native", native)
    native.Replayer = NoReplayer  # pyright: ignore
    expected = outcome(kernel)
    native.Replayer = CountingReplayer  # pyright: ignore
    CountingReplayer.statements = 0
    found = outcome(kernel)
    monkeypatch.undo()
    assert found == expected
    return expected[0], CountingReplayer.statements


def body(lines: list[str], indent: int = 8) -> str:
    """A kernel of these lines in a scope."""
    scope = "    with pl.at(level=pl.Level.CORE_GROUP):\n"
    return HEAD + scope + "".join(" " * indent + line + "\n" for line in lines)


# How many of three are replayed: operations are found at their first call and learned at their
# second, and START has two loads. Keywords, run-time offsets and non-ASCII text are left to the
# rules, and so is what differs in more than floats.
FORMS = {
    "t{n} = pl.load(x, [{row}, 0], [16, 64])": 3,
    "t{n} = pl.load(x, (ROWS, 0), WIDE)": 3,
    "t{n} = pl.load(x, [n, 0], [16, 64])": 0,
    "t{n} = pl.load(x, [{row}, 0], [16, 64], target_memory=pl.Mem.Vec)": 0,
    "t{n} = pl.load(x, [248, 0], [16, 64], valid_shape=[8, 64])": 0,
    "t{n} = pl.load(x, [248, 0], [16, 64], clamp=True)": 0,
    "t{n} = pl.cast(pl.load(h, [{row}, 0], [16, 64]), pl.FP32)": 0,
    "t{n} = pl.add(t0, t1)": 1,
    "t{n} = pl.add(t1, t1)": 0,
    "t{n} = pl.mul(t0, {float})": 1,
    "t{n} = pl.mul(t0, -{float})": 0,
    "t{n} = pl.mul(t0, {row})": 0,
    "t{n} = pl.mul(t0, True)": 1,
    "t{n} = pl.mul({float}, t0)": 1,
    "t{n} = pl.mul(t0, s)": 1,
    "t{n} = pl.exp(pl.sub(pl.mul(t0, t1), t0))": 1,
    "t{n} = pl.maximum(pl.abs(t0), 0.0)": 1,
    "t0 = pl.add(t0, t1)": 1,
    "t1 = pl.load(x, [{row}, 0], [16, 64])": 3,
    "t{n} = t0 + t1": 0,
    "t{n} = pl.row_sum(t0, tmp)": 1,
    "t{n} = pl.row_expand(t1, pl.row_max(t0, tmp))": 1,
    "pl.store(t0, [{row}, 0], y)": 1,
    "pl.store(pl.mul(t0, 2.5), [{row}, 0], y)": 1,
    "pl.store(t0, [n, 0], y)": 0,
    "y = pl.store(t1, [{row}, 0], y)": 0,
    "u{n} = pl.exp(pl.load(x, [{row}, 0], [32, 32]))": 1,
    "t{n} = pl.store(t0, [0, 0], y)": 0,
    "pl.add(t0, t1)": 0,
    "t{n} = pl.exp(pl.store(t0, [0, 0], y))": 0,
    "é{n} = pl.add(t0, t1)": 0,
}
REPEATED = list(FORMS)
ASCII = [form for form in REPEATED if form.isascii()]
START = [
    "t0 = pl.load(x, [0, 0], [16, 64])",
    "t1 = pl.load(x, [16, 0], [16, 64])",
    "tmp = pl.create_tile([16, 64], pl.FP32)",
]
END = ["pl.store(pl.add(t0, t1), [240, 0], y)", "pl.store(pl.load(x, [0, 0], [64, 64]), [0, 0], z)"]


def is_error(text: str) -> bool:
    """An outcome that is no module."""
    return "error[PYPTO-" in text


@pytest.mark.parametrize("line", REPEATED)
def test_each_form_three_times(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    lines = [line.format(n=n, row=16 * n, float=n + 0.5) for n in (2, 3, 4)]
    text, replayed = both(load(tmp_path, body([*START, *lines, *END]))["kernel"], monkeypatch)
    assert "pypto.tile.load" in text and not is_error(text)
    assert replayed == FORMS[line]


def test_most_statements_of_a_plain_kernel_are_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    forms = [REPEATED[i] for i in (0, 7, 9, 15, 23)]
    lines = [f.format(n=n, row=n % 16 * 16, float=n + 0.5) for n in range(2, 42) for f in forms]
    _, replayed = both(load(tmp_path, body([*START, *lines, *END]))["kernel"], monkeypatch)
    assert replayed > 0.9 * len(lines)


@pytest.mark.parametrize("seed", range(60))
def test_random_kernels(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    rng = random.Random(seed)
    lines = list(START)
    indent = ""
    for n in range(2, 60):
        form = rng.choice(ASCII if seed % 4 else REPEATED)
        row = rng.choice([0, 16, 32, 100, 224])
        lines.append(indent + form.format(n=n, row=row, float=rng.choice([0.0, 0.5, 1e-3, 2.0])))
        if rng.random() < 0.1:
            header = rng.choice([f"for i{n} in pl.range(4):", f"if n > {n}:"])
            lines.append(indent + header)
            indent += "    "
            lines.append(indent + "t0 = pl.add(t0, t1)")
        elif indent and rng.random() < 0.2:
            indent = indent[4:]
    source = body([*lines, *END])
    text, replayed = both(load(tmp_path, source)["kernel"], monkeypatch)
    assert "pypto.tile.load" in text and not is_error(text)
    assert replayed >= 10 if source.isascii() else replayed == 0


# Lines with the codes and phrases of their errors.
WRONG = [
    ("t{n} = pl.add(t0, missing)", "PYPTO-E0201", "Undefined variable 'missing'"),
    ("t{n} = pl.load(x, [250, 0], [16, 64])", "PYPTO-E0308", "offset 250 + extent 16 of axis 0"),
    ("t{n} = pl.load(x, [0, -1], [16, 64])", "PYPTO-E0308", "offset -1 of axis 1 is negative"),
    ("t{n} = pl.load(x, [0, 0, 0], [16, 64])", "PYPTO-E0304", "'offsets' has 3 entries"),
    ("pl.store(t0, [241, 0], y)", "PYPTO-E0308", "offset 241 + extent 16 of axis 0"),
    ("pl.store(t0, [0, 0], x)", "PYPTO-E0112", "'x' is read-only"),
    ("t{n} = pl.add(t0)", "PYPTO-E0302", "missing required argument 'rhs'"),
    ("t{n} = pl.add(t0, t1, t1)", "PYPTO-E0302", "takes 2 positional arguments but 3 were given"),
    ("t{n} = pl.add(t0, u)", "PYPTO-E0304", "[16, 64] and [16, 32] are not compatible"),
    ("t0 = pl.row_sum(t0)", "PYPTO-E0303", "Tile inputs require tmp_tile"),
    ("t{n} = pl.mul(t0, n)", "PYPTO-E0310", "'rhs' is a run-time INDEX scalar"),
    ("t{n} = pl.mul(t0, 99999999999999999999)", "PYPTO-E0113", "does not fit in 64 bits"),
]


@pytest.mark.parametrize(("line", "code", "phrase"), WRONG)
def test_a_wrong_statement_after_right_ones_has_its_message(
    line: str, code: str, phrase: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    right = [form.format(n=n, row=16, float=0.5) for n in (2, 3) for form in REPEATED[7:16]]
    right += ["pl.store(t0, [16, 0], y)", "pl.store(t0, [32, 0], y)"]
    right += [REPEATED[0].format(n=n, row=16) for n in (4, 5)]
    lines = [*START, "u = pl.load(x, [0, 0], [16, 32])", *right]
    lines += [line.format(n=50), line.format(n=51), *END]
    text, replayed = both(load(tmp_path, body(lines))["kernel"], monkeypatch)
    first = text.split("\n\n")[0]
    assert f"error[{code}]" in first and phrase in first and line.format(n=50) in first
    assert replayed > 0


INLINED = """
import pypto.language as pl

@pl.jit.inline
def twice(t, y):
    u = pl.mul(t, 2.0)
    v = pl.mul(u, 3.0)
    w = pl.mul(pl.mul(v, 4.0), 5.0)
    pl.store(w, [0, 0], y)
    pl.store(w, [16, 0], y)
    return w

@pl.jit.incore
def inner(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    a = twice(pl.load(x, [0, 0], [16, 64]), y)
    b = twice(a, y)
    pl.store(pl.mul(b, 6.0), [32, 0], y)
    pl.store(pl.mul(b, 7.0), [48, 0], y)
    return y

@pl.jit
def kernel(x: pl.Tensor[[64, 64], pl.FP32], y: pl.Out[pl.Tensor[[64, 64], pl.FP32]]):
    y = inner(x, y)
    return y
"""


def test_inlined_calls_keep_their_chain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    text, replayed = both(load(tmp_path, INLINED)["kernel"], monkeypatch)
    assert "callsite" in text and replayed > 5


def test_a_name_that_shadows_the_module_is_not_the_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    sums = [f"u{n} = pl.add(t0, t1)" for n in range(3)]
    lines = [*START, *sums, "pl = u0", "w = pl.add(t0, t1)"]
    text, replayed = both(load(tmp_path, body(lines))["kernel"], monkeypatch)
    assert "error[PYPTO-E0017]: Unsupported function call: Tile has no method 'add'" in text
    assert replayed == 1


def test_what_recipes_point_to_stays_alive(tmp_path: Path):
    # Types that come and go may share addresses; the recipes of one kernel must not mix them up.
    import gc

    for width in (16, 32, 64, 128):
        lines = [f"a{n} = pl.load(x, [0, 0], [{16 + 16 * (n % 3)}, 64])" for n in range(12)]
        lines += [f"b{n} = pl.add(a{n}, a{n})" for n in range(12)]
        lines += [f"pl.store(b{n}, [0, 0], y)" for n in range(12)]
        lines.append("pl.store(pl.load(x, [0, 0], [16, 16]), [0, 0], z)")
        kernel = load(tmp_path, body(lines).replace("64]", f"{width}]"))["kernel"]
        text = kernel.compile().program.module.operation.get_asm()
        for rows in (16, 32, 48):
            assert text.count(f"-> !pypto.tile<{rows}x{width}xf32, Vec>") >= 8
        gc.collect()


PREDICATED = """
import pypto.language as pl

@pl.jit
def kernel(
    x: pl.Tensor[[16, 16], pl.FP32],
    f: pl.InOut[pl.Tensor[[16, 16], pl.INT32]],
    g: pl.InOut[pl.Tensor[[16, 16], pl.INT32]],
    y: pl.Out[pl.Tensor[[64, 16], pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP) as first:
        a = pl.load(f, [0, 0], [16, 16])
        pl.store(a, [0, 0], g)
        pl.store(a, [0, 0], g)
        pl.store(a, [0, 0], g)
    with pl.at(level=pl.Level.CORE_GROUP) as written:
        t = pl.load(f, [0, 0], [16, 16])
        pl.store(t, [0, 0], g)
    with pl.spmd(2, predicate=(g[0, 0] > 0), deps=[{deps}]) as last:
        i = pl.tile.get_block_idx()
        pl.store(pl.load(x, [0, 0], [16, 16]), [16 * i, 0], y)
"""


@pytest.mark.parametrize(("deps", "right"), [("written", True), ("first", False)])
def test_a_replayed_store_is_a_write_of_its_task(
    deps: str, right: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    kernel = load(tmp_path, PREDICATED.format(deps=deps))["kernel"]
    text, replayed = both(kernel, monkeypatch)
    assert replayed == 2 and ("produced by a task that deps= does not name" in text) != right


SPLIT = """
import pypto.language as pl

@pl.jit
def kernel(
    x: pl.Tensor[[64, 64], pl.FP16],
    y: pl.Tensor[[64, 64], pl.FP16],
    p: pl.Tensor[[64, 64], pl.FP32],
    z: pl.Out[pl.Tensor[{shape}, pl.FP32]],
):
    with pl.at(level=pl.Level.CORE_GROUP):
        q = pl.add(pl.load(p, [0, 0], [64, 64]), 1.0)
        tmp = pl.neg(q)
        a = pl.{op}
        a = pl.{op}
        a = pl.{op}
        pl.store(a, [0, 0], z)
    with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.{mode})]):
        l = pl.load(x, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
        r = pl.load(y, [0, 0], [64, 64], target_memory=pl.Mem.Mat)
        m = pl.matmul(pl.move(l, target_memory=pl.Mem.Left), pl.move(r, target_memory=pl.Mem.Right))
        q = pl.add(pl.load(p, [0, 0], [64, 64]), m)
        tmp = pl.neg(q)
        a = pl.{op}
        pl.store(a, [0, 0], z)
"""


@pytest.mark.parametrize("op", ["col_max(q)", "row_sum(q, tmp)"])
@pytest.mark.parametrize("mode", ["UP_DOWN", "LEFT_RIGHT"])
def test_a_known_reduction_is_checked_where_lanes_share_a_tile(
    op: str, mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    shape = [1, 64] if op == "col_max(q)" else [64, 1]
    kernel = load(tmp_path, SPLIT.format(op=op, mode=mode, shape=shape))["kernel"]
    text, replayed = both(kernel, monkeypatch)
    wrong = (op == "col_max(q)") == (mode == "UP_DOWN")
    assert replayed == 1 and is_error(text) == ("E0435" in text) == wrong


def test_each_narrow_load_and_store_has_its_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    lines = [f"t{n} = pl.load(x, [{16 * n}, 0], [16, 32])" for n in range(4)]
    lines += [f"pl.store(pl.neg(t{n}), [{16 * n}, 0], y)" for n in range(4)]
    # The rows of z are longer, those of x are not.
    lines.append("pl.store(pl.load(x, [0, 0], [64, 64]), [0, 0], z)")
    kernel = load(tmp_path, body(lines))["kernel"]
    _, replayed = both(kernel, monkeypatch)
    hints = [h for h in kernel.compile().perf_hints if "TileInnermostDimGranularity" in h]
    assert replayed == 4 and len(hints) == 9


def test_an_error_of_python_in_the_replayer_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from pypto.frontend.function import FunctionCompiler

    genuine = FunctionCompiler.read

    def broken(self: Any, node: Any) -> Any:
        if node.id == "ROWS":
            raise ZeroDivisionError("a fault of the compiler")
        return genuine(self, node)

    kernel = load(tmp_path, body([*START, "t2 = pl.load(x, [ROWS, 0], [16, 64])", *END]))["kernel"]
    monkeypatch.setattr(FunctionCompiler, "read", broken)
    seen = []
    shared = IrContext.get()
    native = ModuleType("native")
    vars(native).update(vars(shared.native))

    class Watched(CountingReplayer):
        def run(self, body: Any, position: int) -> int:
            try:
                return super().run(body, position)
            except ZeroDivisionError:
                seen.append(position)
                raise

    native.genuine = shared.native.Replayer  # pyright: ignore
    native.Replayer = Watched  # pyright: ignore
    monkeypatch.setattr(shared, "native", native)
    with pytest.raises(ZeroDivisionError):
        kernel.compile()
    assert seen
