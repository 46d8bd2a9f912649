# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Warnings: the manual's text, disabled by name, made errors, not given where code is right."""

import warnings

import numpy as np
import pytest

import pypto.language as pl
from pypto import errors, passes
from pypto.diagnostics import DiagnosticWarning
from pypto.runtime import RunConfig

N = 64
INT = pl.Tensor[[N], pl.INT32]


@pl.jit
def interleaved(src: pl.Tensor[[N], pl.INT32], out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    with pl.spmd(24, name_hint="fill"):
        blk = pl.tile.get_block_idx()
        for i in pl.range(pl.cast(blk, pl.INDEX), N, 24):
            pl.write(out, [i], pl.cast(pl.read(src, [i]) + 1, pl.INT32))


@pl.jit
def whole_lines(src: pl.Tensor[[N], pl.INT32], out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    with pl.spmd(N // 16):
        blk = pl.tile.get_block_idx()
        base = pl.cast(blk, pl.INDEX) * 16
        for i in pl.range(base, base + 16):
            pl.write(out, [i], pl.cast(pl.read(src, [i]) + 1, pl.INT32))


@pl.jit
def run_time_index(src: pl.Tensor[[N], pl.INT32], out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    for i in pl.spmd(8):
        pl.write(out, [pl.read(src, [i])], 1)


@pl.jit
def one_block(src: pl.Tensor[[N], pl.INT32], out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    with pl.spmd(1):
        blk = pl.tile.get_block_idx()
        pl.write(out, [blk], 1)


@pl.jit
def rows_of_a_line(out: pl.Out[pl.Tensor[[8, 16], pl.INT32]]):
    for b in pl.spmd(8):
        for j in pl.range(0, 16, 3):
            pl.write(out, [b, j], 1)


@pl.jit
def rows_of_half_a_line(out: pl.Out[pl.Tensor[[8, 8], pl.INT32]]):
    for b in pl.spmd(8):
        for j in pl.range(8):
            pl.write(out, [b, j], 1)


@pl.jit
def parallel_tasks(out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    for g in pl.parallel(4):
        with pl.at(level=pl.Level.CORE_GROUP):
            pl.write(out, [g], 1)


@pl.jit
def one_task(out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        for i in pl.range(N):
            pl.write(out, [i], 1)


@pl.jit.incore
def callee(out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    pl.write(out, [pl.tile.get_block_idx()], 1)
    return out


@pl.jit
def through_a_call(out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    with pl.spmd(8):
        out = callee(out)


@pl.jit
def guarded(out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    with pl.spmd(8):
        blk = pl.tile.get_block_idx()
        if blk == 0:
            pl.write(out, [blk], 1)


@pl.jit
def two_tasks(out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(out, [0], 1)
    with pl.at(level=pl.Level.CORE_GROUP):
        pl.write(out, [1], 1)


@pl.jit
def one_block_without_an_index(out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    with pl.spmd(1):
        for i in pl.range(N):
            pl.write(out, [i], 1)


@pl.jit
def one_parallel_instance(out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    for g in pl.parallel(1):
        with pl.at(level=pl.Level.CORE_GROUP):
            pl.write(out, [g], 1)


@pl.jit
def halves(out: pl.Out[pl.Tensor[[8, 16], pl.FP16]]):
    for b in pl.spmd(8):
        for j in pl.range(16):
            pl.write(out, [b, j], 1.0)


@pl.jit.incore
def parallel_callee(out: pl.Out[pl.Tensor[[N], pl.INT32]], g: pl.Scalar[pl.INDEX]):
    pl.write(out, [g * 2], 1)
    return out


@pl.jit
def parallel_call(out: pl.Out[pl.Tensor[[N], pl.INT32]]):
    for g in pl.parallel(8):
        out = parallel_callee(out, g)


def texts(kernel, **options):
    kernel.cache_clear()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        kernel.compile(config=RunConfig(**options))
    return [str(w.message) for w in caught if issubclass(w.category, DiagnosticWarning)]


def test_the_manuals_measured_stride():
    (text,) = texts(interleaved)
    assert (
        "[ScalarWriteLineShared] pl.write into 'out' from 24 concurrent blocks ('fill_spmd') in "
        "function 'interleaved': consecutive blocks write 4 bytes apart, so 16 of them share each "
        "64-byte cache line and their stores overwrite one another."
    ) in text
    assert (
        "Give each one whole 64-byte lines (16 x INT32), or issue the writes from a single "
        "instance (pl.spmd(1))."
    ) in text
    assert "test_warnings.py:" in text and "^^^" in text and "PYPTO-W0003" in text


def test_the_manuals_run_time_index():
    (text,) = texts(run_time_index)
    assert (
        "the index is computed at runtime, so the compiler cannot tell whether two blocks" in text
    )


@pytest.mark.parametrize(
    "kernel",
    [
        whole_lines,
        one_block,
        one_block_without_an_index,
        one_parallel_instance,
        rows_of_a_line,
        one_task,
        two_tasks,
    ],
)
def test_no_warning_where_each_instance_owns_its_lines(kernel):
    assert texts(kernel) == []


@pytest.mark.parametrize(
    ("kernel", "part"),
    [
        (rows_of_half_a_line, "32 bytes apart, so 2 of them share"),
        (parallel_tasks, "from 4 concurrent instances"),
        (through_a_call, "from 8 concurrent blocks"),
        (parallel_call, "from 8 concurrent instances"),
        (guarded, "from 8 concurrent blocks"),
        (halves, "32 bytes apart, so 2 of them share"),
    ],
)
def test_other_sources_of_concurrency(kernel, part):
    (text,) = texts(kernel)
    assert part in text


def test_a_warning_is_disabled_by_name_or_code():
    assert texts(interleaved, disabled_diagnostics=["ScalarWriteLineShared"]) == []
    assert texts(interleaved, disabled_diagnostics="PYPTO-W0003") == []
    with passes.PassContext([], disabled_diagnostics=["ScalarWriteLineShared"]):
        assert texts(interleaved) == []
    assert len(texts(interleaved)) == 1


def test_a_warning_can_be_an_error():
    interleaved.cache_clear()
    with pytest.raises(errors.Error, match="ScalarWriteLineShared|consecutive blocks"):
        interleaved.compile(config=RunConfig(warnings_as_errors=["ScalarWriteLineShared"]))


@pl.jit.inline
def helper(x):
    forgotten = pl.neg(x)  # noqa: F841
    return pl.exp(x)


@pl.jit
def unused(x: pl.Tensor[[N, N], pl.FP32], out: pl.Out[pl.Tensor[[N, N], pl.FP32]]):
    """Reads of every kind, and variables that nothing reads."""
    factor = 3
    spare = 4  # noqa: F841
    _meant = 5
    with pl.at(level=pl.Level.CORE_GROUP):
        rows, columns = x.shape
        s = helper(x)
        s = helper(s)
        for i in pl.range(rows):
            if i > factor:
                t = pl.add(s, 1.0)  # noqa: F841
                break
        out[:] = s
    return out


def test_unused_variables_are_named_once_with_their_place():
    compiled = unused.compile()
    lines = [w for w in compiled.warnings if "UnusedVariable" in w]
    names = [w.split("unused variable '")[1].split("'")[0] for w in lines]
    assert sorted(names) == ["columns", "forgotten", "spare", "t"]
    (spare,) = (w for w in lines if "'spare'" in w)
    assert "[PYPTO-W0002]: [UnusedVariable] unused variable 'spare' in function 'unused'" in spare
    assert f"{__file__}:" in spare and "    spare = 4" in spare
    assert "help: remove it, or call it '_spare'" in spare


def test_unused_variables_can_be_disabled_or_made_errors():
    quiet = unused.compile(config=RunConfig(disabled_diagnostics=["UnusedVariable"]))
    assert not quiet.warnings
    with pytest.raises(errors.Diagnosed) as caught:
        unused.compile(config=RunConfig(warnings_as_errors=["UnusedVariable"]))
    assert len(caught.value.diagnostics) == 4
    assert {e.code for e in caught.value.diagnostics} == {"PYPTO-W0002"}


def test_a_warning_is_shown_at_the_users_line():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        unused.compile(config=RunConfig(platform="a5sim"))
    spare = next(w for w in caught if "'spare'" in str(w.message))
    assert spare.filename == __file__
    assert open(__file__).read().split("\n")[spare.lineno - 1].startswith("    spare = 4")


def test_rebound_output_after_a_write():
    """The buffer keeps what was written; the second value goes nowhere."""
    kernel = pl.parse("""
import pypto.language as pl

@pl.jit
def kernel(x: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.neg(x)
        out = pl.exp(x)
""")
    with pytest.warns(DiagnosticWarning, match="only rebinds the name of the output") as caught:
        kernel.compile()
    assert "PYPTO-W0001" in str(caught[0].message)


_UNUSED_RESULT = """
import pypto.language as pl

@pl.jit
def kernel(x: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]):
    with pl.at(level=pl.Level.CORE_GROUP):
        a0 = pl.load(x, [0, 0], [1, 64])
        for i, (a, b) in pl.range(4, init_values=(a0, a0)):
            out = pl.store(b, [i, 0], out)
            a1, b1 = pl.yield_(pl.add(a, b), a)
        out = pl.store(b1, [4, 0], out)
"""


def test_unused_results_of_loops_are_reported_on_demand():
    """Off by default; a list of disabled diagnostics without it turns it on."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        pl.parse(_UNUSED_RESULT).compile()
    assert "PYPTO-W0002" in str(caught[0].message)
    assert not any("PYPTO-W0006" in str(w.message) for w in caught)
    with pytest.warns(DiagnosticWarning, match="'a1' is never read after the loop"):
        pl.parse(_UNUSED_RESULT).compile(config=RunConfig(disabled_diagnostics=[]))


def test_a_warning_comes_once_however_often_the_kernel_is_specialised():
    kernel = pl.parse("""
import pypto.language as pl

@pl.jit
def kernel(x: pl.Tensor, out: pl.Out[pl.Tensor]):
    spare, _n = x.shape
    with pl.at(level=pl.Level.CORE_GROUP):
        out[:] = pl.neg(x)
""")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for rows in (16, 32, 48):
            x = np.ones((rows, 8), np.float32)
            kernel(x, np.zeros_like(x))
    assert [str(w.message).count("'spare'") > 0 for w in caught] == [True]
