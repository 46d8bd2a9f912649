# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements, loops, expressions and subscripts of the language: numbers on the core model."""

from types import SimpleNamespace

import numpy as np
import pytest
from kernel_text import control, core, load

N = 5
X = np.random.default_rng(5).standard_normal((16, 64), dtype=np.float32)
I = np.random.default_rng(6).integers(-50, 50, (16, 64)).astype(np.int32)  # noqa: E741
BEFORE = np.full((16, 64), 7.0, np.float32)


def run(text, n=N, **names):
    y = BEFORE.copy()
    load(text, **names)["kernel"](X, I, n, y)
    return y


def filled(index, value):
    """What is left where only `index` is written."""
    result = BEFORE.copy()
    result[index] = value
    return result


def with_first(array, value):
    result = array.copy()
    result[0, 0] = value
    return result


HELPER = """@pl.jit.inline
def two(x):
    return pl.neg(x), pl.exp(x)

"""
NEGATED = {
    "docstring, comment and pass": control(
        '"""Text."""\n# A comment.\npass\n'
        "with pl.at(level=pl.Level.CORE_GROUP):\n    pass\n    y[:] = pl.neg(x)\nreturn"
    ),
    "return of a parameter": control(
        "with pl.at(level=pl.Level.CORE_GROUP):\n    y[:] = pl.neg(x)\nreturn y"
    ),
    "early return": control(
        """
        if n > 3:
            with pl.at(level=pl.Level.CORE_GROUP):
                y[:] = pl.neg(x)
            return y
        with pl.at(level=pl.Level.CORE_GROUP):
            y[:] = pl.exp(x)
        return y
        """
    ),
    "annotated assignments": core(
        """
        a: pl.Tensor[[16, 64], pl.FP32] = pl.neg(x)
        b: pl.INT32 = n
        c: pl.Scalar[pl.INDEX] = 3
        d: pl.FP32 = 2.5
        e: pl.BOOL = n > 3
        f: int = 4
        g: pl.Tensor = a
        y[:] = g
        """
    ),
    "annotated tiles": core(
        """
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec] = pl.load(x, [0, 0], [16, 64])
        u: pl.Tile[[16, 64], pl.FP32] = pl.neg(t)
        v: pl.Tile[[16, 64], pl.FP32, pl.TileView(valid_shape=[16, 64], stride=[64, 1],
            start_offset=0, blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.none_box,
            fractal=512, pad=pl.PadValue.null, compact=pl.CompactMode.null), pl.Mem.Vec] = u
        y = pl.store(v, [0, 0], y)
        """
    ),
    "an allocation named by its tile": core(
        """
        t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.MemRef()] = pl.load(x, [0, 0], [16, 64])
        y = pl.store(pl.neg(t), [0, 0], y)
        """
    ),
    "annotated tuple": HELPER
    + core(
        """
        t: pl.Tuple[pl.Tensor[[16, 64], pl.FP32], pl.Tensor[[16, 64], pl.FP32]] = two(x)
        u: tuple[pl.Tensor[[16, 64], pl.FP32], pl.Tensor] = t
        a, b = u
        y[:] = a
        """
    ),
    "branches of the control plane": control(
        """
        if n > 5:
            with pl.at(level=pl.Level.CORE_GROUP):
                y[:] = pl.exp(x)
        elif n > 4:
            with pl.at(level=pl.Level.CORE_GROUP):
                y[:] = pl.neg(x)
        else:
            with pl.at(level=pl.Level.CORE_GROUP):
                y[:] = pl.abs(x)
        """
    ),
    "a branch decided by a captured bool": core(
        "if FLAG:\n    y[:] = pl.neg(x)\nelse:\n    y[:] = pl.exp(x)"
    ),
    "branches that yield": core(
        """
        if n > 3:
            r, s = pl.yield_(pl.neg(x), n)
        else:
            r, s = pl.yield_(pl.exp(x), 3)
        y[:] = r
        """
    ),
    "directives": core(
        """
        pl.static_assert(256 * pl.FP32.get_byte() == 1024)
        pl.static_assert(x.dtype.get_byte() == 4, "four bytes")
        pl.static_print("rows", n, x, f"{x.shape[0]} {n}")
        y[:] = pl.neg(x)
        """
    ),
    "unpacked shape": core(
        """
        M, N = x.shape
        rows, columns = pl.dim(x, 0), pl.tensor.dim(x, -1)
        for k in pl.range(M):
            y[k : k + 1, 0:N] = pl.neg(x[k : k + 1, 0:N])
        """
    ),
    "dump_tag": control(
        "pl.dump_tag(x)\nwith pl.at(level=pl.Level.CORE_GROUP):\n    y[:] = pl.neg(x)"
    ),
    "whole subscripts": core("y[:, :] = pl.neg(x[:])"),
}


@pytest.mark.parametrize("name", NEGATED)
def test_negated(name):
    np.testing.assert_array_equal(run(NEGATED[name], FLAG=True), -X)


SUM = """
s = pl.full([16, 64], dtype=pl.FP32, value=0.0)
for k in {}:
    s = pl.add(s, x)
y[:] = s
"""


@pytest.mark.parametrize(
    ("iterator", "trips"),
    [
        ("pl.range(4)", 4),
        ("pl.range(n)", 5),
        ("pl.range(1, n)", 4),
        ("pl.range(0, 7, 2)", 4),
        ("pl.range(0, n, 2)", 3),
        ("pl.range(0, 6, n)", 2),
        ("pl.range(3, 3)", 0),
        ("pl.range(5, 3)", 0),
        ("pl.range(n, 3)", 0),
        ("pl.range(0)", 0),
        ("pl.range(5, 0, -1)", 5),
        ("pl.range(5, -1, -2)", 3),
        ("pl.range(n, 0, -1)", 5),
        ("pl.range(2, attrs={})", 2),
        ("pl.unroll(4)", 4),
        ("pl.unroll(4, 0, -1)", 4),
        ("pl.unroll(1, 7, 3)", 2),
        ("pl.unroll(0)", 0),
        ("pl.pipeline(4, stage=2)", 4),
        ("pl.pipeline(5, stage=3)", 5),
        ("pl.pipeline(n, stage=2)", 5),
        ("pl.pipeline(0, 7, 2, stage=2)", 4),
        ("pl.pipeline(0, stage=2)", 0),
        ("pl.pipeline(1, stage=1)", 1),
    ],
)
def test_trips(iterator, trips):
    np.testing.assert_allclose(run(core(SUM.format(iterator))), X * trips, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(
    ("iterator", "indices"),
    [
        ("pl.range(7, -1, -1)", range(7, -1, -1)),
        ("pl.range(2, n)", range(2, 5)),
        ("pl.parallel(8)", range(8)),
        ("pl.parallel(2, 8, 3)", range(2, 8, 3)),
        ("pl.parallel(n)", range(5)),
        ("pl.unroll(7, 0, -2)", range(7, 0, -2)),
        ("pl.pipeline(2, 8, stage=2)", range(2, 8)),
    ],
)
def test_indices(iterator, indices):
    body = f"for k in {iterator}:\n    y[k : k + 1, :] = pl.mul(x[k : k + 1, :], 2.0)"
    rows = list(indices)
    np.testing.assert_array_equal(run(core(body)), filled(rows, 2 * X[rows]))


ZERO = "s = pl.full([16, 64], dtype=pl.FP32, value=0.0)\n"
SUMS = {
    "break": ("for k in pl.range(9):\n    if k == n:\n        break\n    s = pl.add(s, x)", 5),
    "continue": (
        "for k in pl.range(9):\n    if k % 3 == 0:\n        continue\n    s = pl.add(s, x)",
        6,
    ),
    "while": ("k = 0\nwhile k < n:\n    s = pl.add(s, x)\n    k = k + 2", 3),
    "while with jumps": (
        """k = 0
while k < n:
    k = k + 1
    if k == 2:
        continue
    if k == 4:
        break
    s = pl.add(s, x)""",
        2,
    ),
    "while_": (
        """for (a, k) in pl.while_(init_values=(s, 0)):
    pl.cond(k < n)
    s, last = pl.yield_(pl.add(a, x), k + 2)""",
        3,
    ),
    "carried in pipeline": (
        """for k, (a,) in pl.pipeline(4, stage=2, init_values=[s]):
    s = pl.yield_(pl.add(a, x))""",
        4,
    ),
    "carried in parallel": (
        """for k, (a,) in pl.parallel(4, init_values=[s]):
    s = pl.yield_(pl.add(a, x))""",
        4,
    ),
    "carried in no iteration": (
        """for k, (a,) in pl.range(n - 5, init_values=[s]):
    s = pl.yield_(pl.add(a, x))""",
        0,
    ),
}


@pytest.mark.parametrize("name", SUMS)
def test_sums(name):
    loop, times = SUMS[name]
    np.testing.assert_allclose(run(core(f"{ZERO}{loop}\ny[:] = s")), X * times, rtol=1e-6)


def test_two_explicit_carries():
    body = f"""{ZERO}
for k, (a, m) in pl.range(n, init_values=(s, 3)):
    s, last = pl.yield_(pl.add(a, x), m + 1)
y[:] = s
pl.write(y, [0, 0], pl.cast(last, pl.FP32))
"""
    np.testing.assert_allclose(run(core(body)), with_first(X * 5, 8), rtol=1e-6)


@pytest.mark.parametrize(("n", "expected"), [(5, -X), (3, np.exp(X)), (0, np.abs(X))])
def test_values_of_branches(n, expected):
    body = """
    if n > 3:
        v = pl.neg(x)
    elif n > 2:
        v = pl.exp(x)
    else:
        v = pl.abs(x)
    y[:] = v
    """
    np.testing.assert_allclose(run(core(body), n), expected, rtol=1e-6)


def test_sibling_loops_reuse_names_with_other_types():
    body = """
    for k in pl.range(2):
        a = pl.load(x, [0, 0], [8, 64])
        y = pl.store(pl.neg(a), [0, 0], y)
    for k in pl.range(2):
        a = pl.load(x, [8, 0], [4, 32])
        y = pl.store(pl.neg(a), [8, 0], y)
    """
    expected = filled(slice(0, 8), -X[:8])
    expected[8:12, :32] = -X[8:12, :32]
    np.testing.assert_array_equal(run(core(body)), expected)


@pytest.mark.parametrize("n", [5, -7, 0])
@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("n + 1", lambda n: n + 1),
        ("n - 2 * n", lambda n: n - 2 * n),
        ("n // 2", lambda n: n // 2),
        ("n % 3", lambda n: n % 3),
        ("-n // 2", lambda n: -n // 2),
        ("-n % 3", lambda n: -n % 3),
        ("n << 2", lambda n: n << 2),
        ("n >> 1", lambda n: n >> 1),
        ("~n", lambda n: ~n),
        ("pl.min(n, 3)", lambda n: min(n, 3)),
        ("pl.max(n, 9)", lambda n: max(n, 9)),
        ("pl.const(3, pl.INT32) + n", lambda n: 3 + n),
        ("pl.cast(n, pl.INT64) * 4", lambda n: 4 * n),
        ("i[2, 3] + n", lambda n: I[2, 3] + n),
    ],
)
def test_scalars(expression, value, n):
    text = core(f"y[:] = pl.mul(x, 1.0)\npl.write(y, [0, 0], pl.cast({expression}, pl.FP32))")
    np.testing.assert_array_equal(run(text, n), with_first(X, value(n)))


@pytest.mark.parametrize("n", [5, 3, -1])
@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("n > 3 and n < 10", lambda n: 3 < n < 10),
        ("n > 3 or n < 1", lambda n: n > 3 or n < 1),
        ("not n > 3", lambda n: not n > 3),
        ("~(n > 3)", lambda n: not n > 3),
        ("n == 5", lambda n: n == 5),
        ("n != 5", lambda n: n != 5),
        ("n >= 3", lambda n: n >= 3),
        ("n <= 4", lambda n: n <= 4),
    ],
)
def test_conditions(condition, holds, n):
    text = core(f"if {condition}:\n    y[:] = pl.neg(x)\nelse:\n    y[:] = pl.abs(x)")
    np.testing.assert_array_equal(run(text, n), -X if holds(n) else np.abs(X))


def test_captured_numbers_fold():
    names = {"A": 3.0, "B": [1, 4], "C": SimpleNamespace(k=2)}
    text = core("y[:] = pl.mul(x, A * B[1] / C.k)")
    np.testing.assert_array_equal(run(text, **names), X * 6)


def test_operators_of_tensors():
    result = run(core("y[:] = (x + x) * 2.0 - x / 2.0 + 2.0 * (-x)"))
    half = X / np.float32(2)
    np.testing.assert_allclose(result, 2 * X - half, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(
    ("window", "index"),
    [
        ("x[0:8, 0:32]", np.s_[0:8, 0:32]),
        ("x[8:16]", np.s_[8:16]),
        ("x[:, 32:]", np.s_[:, 32:]),
        ("x[n : n + 4, :]", np.s_[5:9]),
        ("x[:4]", np.s_[:4]),
        ("x[8:, :16]", np.s_[8:, :16]),
    ],
)
def test_windows(window, index):
    part = X[index]
    rows, columns = part.shape
    expected = filled((slice(0, rows), slice(0, columns)), -part)
    text = core(f"y[0:{rows}, 0:{columns}] = pl.neg({window})")
    np.testing.assert_array_equal(run(text), expected)


def test_an_index_drops_its_axis():
    expected = filled(0, -X[5])
    expected[1, 0:32] = -X[3, 32:]
    text = core("y[0] = pl.neg(x[n])\ny[1, 0:32] = pl.neg(x[3, 32:])")
    np.testing.assert_array_equal(run(text), expected)


def test_windows_are_copied():
    np.testing.assert_array_equal(run(core("y[:] = x")), X)
    expected = filled((slice(0, 4), slice(8, 16)), X[5:9, :8])
    np.testing.assert_array_equal(run(core("y[0:4, 8:16] = x[n : n + 4, 0:8]")), expected)


TILE = "t = pl.load(x, [0, 0], [16, 64])\n"


@pytest.mark.parametrize("n", [1, 5, 15, 16])
@pytest.mark.parametrize(
    ("subscript", "index"),
    [
        ("t[8:16, 0:32]", lambda n: np.s_[8:16, 0:32]),
        ("t[0:n, :]", lambda n: np.s_[0:n]),
        ("t[0:n, 8:24]", lambda n: np.s_[0:n, 8:24]),
        ("t[:, 0 : n * 4]", lambda n: np.s_[:, 0 : n * 4]),
        ("t[n - 1, 0:32]", lambda n: np.s_[n - 1 : n, 0:32]),
        (
            "pl.slice(t, [8, 32], [8, 0], valid_shape=[n // 2, 32])",
            lambda n: np.s_[8 : 8 + n // 2, 0:32],
        ),
        ("pl.slice(t, [8, 64], [0, 0], valid_shape=[n // 2, n])", lambda n: np.s_[0 : n // 2, 0:n]),
        ("t[0:n, :][0:8, :]", lambda n: np.s_[0 : min(n, 8)]),
    ],
)
def test_windows_of_tiles(subscript, index, n):
    part = X[index(n)]
    expected = filled((slice(0, part.shape[0]), slice(0, part.shape[1])), -part)
    text = core(f"{TILE}y = pl.store(pl.neg({subscript}), [0, 0], y)")
    np.testing.assert_array_equal(run(text, n), expected)


def test_a_window_whose_extent_is_known_at_run_time_leaves_its_tile_whole():
    text = core(
        TILE
        + """
        u = t[0:n, :]
        y = pl.store(pl.neg(t), [0, 0], y)
        y = pl.store(pl.exp(u), [0, 0], y)
        """.replace("        ", "")
    )
    expected = -X
    expected[:N] = np.exp(X[:N])
    np.testing.assert_allclose(run(text), expected, rtol=1e-6)


def test_elements_of_tiles():
    text = core(f"{TILE}y = pl.store(pl.mul(t, t[3, n]), [0, 0], y)")
    np.testing.assert_array_equal(run(text), X * X[3, 5])


def test_writes_of_tiles():
    text = core(
        f"{TILE}t[8:16, :] = pl.neg(pl.load(x, [0, 0], [8, 64]))\ny = pl.store(t, [0, 0], y)"
    )
    np.testing.assert_array_equal(run(text), np.concatenate([X[:8], -X[:8]]))


ARRAY = """
a = pl.array.create(4, pl.INT32)
for k in pl.range(4):
    a[k] = pl.cast(k * 2, pl.INT32)
a[2] = 9
a = pl.array.update_element(a, 0, pl.array.get_element(a, 3))
"""
TOTAL = "pl.write(y, [0, 0], pl.cast(a[0] + a[2] + a[3] + a[n - 4], pl.FP32))"


@pytest.mark.parametrize(
    "text",
    [
        core(f"{ARRAY}y[:] = pl.mul(x, 1.0)\n{TOTAL}"),
        control(
            f"{ARRAY}with pl.at(level=pl.Level.CORE_GROUP):\n    y[:] = pl.mul(x, 1.0)\n{TOTAL}"
        ),
    ],
    ids=["core", "control"],
)
def test_arrays(text):
    np.testing.assert_array_equal(run(text), with_first(X, 6 + 9 + 6 + 2))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("c: pl.Tensor[[16, 64], pl.FP32] = i * 2.5", I * np.float32(2.5)),
        ("c = pl.cast(i * 2, pl.FP32)", I * np.float32(2)),
        ("d: pl.Tensor[[16, 64], pl.INT32] = i * 2\nc = pl.cast(d, pl.FP32)", I * np.float32(2)),
        ("c: pl.Tensor[[16, 64], pl.FP32] = pl.add(i, x)", I.astype(np.float32) + X),
        (
            "h = pl.cast(x, pl.FP16)\nc: pl.Tensor[[16, 64], pl.FP32] = h * 2.0",
            X.astype(np.float16).astype(np.float32) * 2,
        ),
    ],
)
def test_promotion(line, expected):
    np.testing.assert_allclose(run(core(f"{line}\ny[:] = c")), expected, rtol=1e-6)
