# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random control flow over tiles, compared with NumPy on the same source."""

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_random_control_flow import Plain, define, indent

import pypto.language as pl
from interpreter import Interpreter

TILES = ["a", "b", "c"]
tiles = st.sampled_from(TILES)
operations = st.one_of(
    st.tuples(st.sampled_from(["add", "sub", "maximum", "minimum"]), tiles, tiles).map(
        lambda t: f"pl.{t[0]}({t[1]}, {t[2]})"
    ),
    st.tuples(
        st.sampled_from(["add", "mul", "maximum"]), tiles, st.sampled_from(["0.5", "-1.25"])
    ).map(lambda t: f"pl.{t[0]}({t[1]}, {t[2]})"),
    tiles.map(lambda t: f"pl.neg({t})"),
    tiles.map(lambda t: f"pl.row_expand_mul({t}, pl.row_max({t}, s))"),
)
conditions = st.sampled_from(["p < q", "p == 2", "q >= 1", "n % 2 == 0", "n > p"])


@st.composite
def blocks(draw, depth, loop):
    lines = []
    for _ in range(draw(st.integers(1, 3))):
        kinds = ["assign", "assign", "store", "swap", "fresh"]
        kinds += ["if", "for"] if depth else []
        kinds += ["jump"] if loop else []
        kind = draw(st.sampled_from(kinds))
        if kind == "assign":
            lines.append(f"{draw(tiles)} = {draw(operations)}")
        elif kind == "store":
            lines.append(
                f"out = pl.store({draw(tiles)}, [{draw(st.sampled_from([0, 8]))}, 0], out)"
            )
        elif kind == "swap":
            lines.append("a, b = b, a")
        elif kind == "fresh":
            # The same name with another shape, local to wherever it is.
            lines += ["d = pl.tile.full([1, 16], pl.FP32, 2.0)", "c = pl.col_expand_mul(c, d)"]
        elif kind == "jump":
            lines += [
                f"if {draw(conditions)}:",
                f"    {draw(st.sampled_from(['break', 'continue']))}",
            ]
        elif kind == "if":
            lines += [f"if {draw(conditions)}:", *indent(draw(blocks(depth - 1, loop)))]
            if draw(st.booleans()):
                lines += ["else:", *indent(draw(blocks(depth - 1, loop)))]
        else:
            lines += [f"for i in pl.range({draw(st.sampled_from(['0', '2', '3, 0, -1']))}):"]
            lines += indent(["n = n + 1", *draw(blocks(depth - 1, True))])
    return lines


def source(body):
    head = (
        "def kernel(x: pl.Tensor[[24, 16], pl.FP32], out: pl.Out[pl.Tensor[[16, 16], pl.FP32]], "
        "p: pl.INT32, q: pl.INT32):"
    )
    loads = [f"{n} = pl.load(x, [{8 * i}, 0], [8, 16])" for i, n in enumerate(TILES)]
    start = [*loads, "s = pl.create_tile([8, 16], dtype=pl.FP32)", "n = pl.const(0, pl.INT32)"]
    end = ["out = pl.store(pl.add(pl.add(a, b), c), [0, 0], out)", "out = pl.store(b, [8, 0], out)"]
    inner = ["with pl.at(level=pl.Level.CORE_GROUP):", *indent([*start, *body, *end])]
    return "\n".join(["@pl.jit", head, *indent(inner), ""])


class _Scope:
    def __enter__(self):
        return None

    def __exit__(self, *_):
        return None


class PlainTiles(Plain):
    """`pl` on NumPy arrays."""

    FP32 = None
    Level = type("Level", (), {"CORE_GROUP": None})
    at = staticmethod(lambda level: _Scope())
    add, sub, mul = np.add, np.subtract, np.multiply
    maximum, minimum, neg = np.maximum, np.minimum, np.negative
    row_max = staticmethod(lambda t, s: t.max(axis=1, keepdims=True))
    row_expand_mul = col_expand_mul = np.multiply
    create_tile = staticmethod(lambda shape, dtype: None)
    tile = type("tile", (), {"full": staticmethod(lambda s, d, v: np.full(s, v, np.float32))})

    @staticmethod
    def load(x, offset, shape):
        return x[offset[0] : offset[0] + shape[0]].copy()

    @staticmethod
    def store(t, offset, out):
        out[offset[0] : offset[0] + 8] = t
        return out


for _name in ("add", "sub", "mul", "maximum", "minimum"):
    _function = getattr(np, {"add": "add", "sub": "subtract", "mul": "multiply"}.get(_name, _name))
    setattr(
        PlainTiles,
        _name,
        staticmethod(lambda a, b, f=_function: f(a, np.float32(b) if isinstance(b, float) else b)),
    )


@settings(
    max_examples=100, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
@given(blocks(3, False), st.integers(0, 3), st.integers(0, 3))
def test_random_tile_kernels(body, p, q):
    text = source(body)
    x = np.random.default_rng(len(text)).standard_normal((24, 16)).astype(np.float32)
    expected = np.zeros((16, 16), np.float32)
    with np.errstate(all="ignore"):
        define(text, PlainTiles)(x, expected, p, q)
        compiled = define(text, pl).compile()
        out = np.zeros((16, 16), np.float32)
        Interpreter(compiled.program.module).call("kernel", [x, out, p, q])
    np.testing.assert_array_equal(out, expected, err_msg=text)
    again = pl.parse(compiled.program.as_python())
    assert str(again) == str(compiled.program), text
