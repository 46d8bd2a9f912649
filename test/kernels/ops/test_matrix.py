# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every operator x level x chip x element type x valid region, against NumPy.

A cell of the matrix either gives the right numbers or is refused with an error of its own; cells
that a chip has by its documents must work. What is outside of the valid region holds values that
would spoil the result (NaN, extreme integers) and must not reach it, and nothing is stored there.
"""

import itertools

import numpy as np
import pytest
from op_kernels import DTYPES, dtype_name, parameter, random_array
from op_matrix import ALL, OPS, tolerance

import pypto.language as pl
from pypto import errors
from pypto.runtime import RunConfig

ROWS, COLS = 24, 32
# 0, 1, around a box of 16, odd, and whole.
EXTENTS = [(24, 32), (1, 1), (15, 17), (16, 16), (17, 31), (0, 8), (23, 1), (1, 32)]
PLATFORMS = {"a3": "a2a3sim", "a5": "a5sim"}
# An element type that the pto operation, or the language's, does not take.
REFUSED = {"PYPTO-E0602", "PYPTO-E0305"}
# The a3 divides no integers.
REFUSED_OF = {"div": {"PYPTO-E0316"}}


def fill(rng, op, shape, dtype):
    """Operand data that the golden function is defined for."""
    if op.data == "shift":
        return random_array(rng, shape, dtype, 0, 7)
    if op.data == "distinct":
        values = rng.permutation(int(np.prod(shape))) - int(np.prod(shape)) // 2
        return values.reshape(shape).astype(DTYPES[dtype])
    if op.data == "near one":
        return random_array(rng, shape, dtype, 0.8, 1.2)
    if op.data == "few":
        return np.round(random_array(rng, shape, dtype, -3, 3).astype("f4")).astype(DTYPES[dtype])
    big = 100 if dtype.endswith("INT8") else 30000 if "INT" in dtype else 8
    if op.data == "small":
        big = min(big, 5)
    data = random_array(rng, shape, dtype, 0.1 if op.data == "positive" else -big, big)
    if op.data == "no zero":
        small = np.abs(data.astype("f8")) < 0.1
        data[small] = 3
    return data


def spoil(array, rows, columns):
    """`array` with worthless values outside of its first rows and columns."""
    kind = array.dtype
    worst = np.iinfo(kind).min if kind.kind in "iu" else np.nan
    outside = np.ones(array.shape, bool)
    outside[:rows, :columns] = False
    return np.where(outside, np.array(worst).astype(kind), array)


def operands(rng, op, dtype):
    """Whole operands by name."""
    shapes = {"a": (ROWS, COLS), "b": (ROWS, COLS), "v": (ROWS, 1), "w": (1, COLS)}
    text = op.tensor + op.tile
    used = [n for n in shapes if f"({n}" in text or f", {n}" in text or f"t{n}" in text]
    return {name: fill(rng, op, shapes[name], dtype) for name in used}


def result_shape(op):
    return {"same": (ROWS, COLS), "row": (ROWS, 1), "column": (1, COLS)}[op.result]


def source(op, level, inputs, out, valid):
    """The kernel's text. `valid`: the extents as text, run-time scalars or numbers."""
    dtype = dtype_name(next(iter(inputs.values())))
    rows, columns = valid
    lines = []
    extents = {"a": (rows, columns), "b": (rows, columns), "v": (rows, "1"), "w": ("1", columns)}
    names = {}
    for name, array in inputs.items():
        r, c = extents[name]
        if level == "tile":
            shape = list(array.shape)
            lines.append(f"t{name} = pl.load({name}, [0, 0], {shape}, valid_shape=[{r}, {c}])")
        else:
            names[name] = f"{name}{name}"
            lines.append(f"{name}{name} = pl.set_validshape({name}, {r}, {c})")
    if op.scratch == "s":
        lines.append(f"s = pl.create_tile([{ROWS}, {COLS}], dtype=pl.{dtype})")
    elif op.scratch == "u":
        lines.append(f"u = pl.create_tile([{ROWS}, {COLS}], dtype=pl.UINT8)")
    if level == "tile":
        lines += [f"r = {op.tile}", "out = pl.store(r, [0, 0], out)"]
    else:
        head, _, arguments = op.tensor.partition("(")
        words = [names.get(w, w) for w in arguments.rstrip(")").split(", ")]
        lines.append(f"out[:] = {head}({', '.join(words)})")
    parameters = [f"{name}: {parameter(array)}" for name, array in inputs.items()]
    if not rows.isdigit():
        parameters += [f"{n}: pl.Scalar[pl.INDEX]" for n in valid]
    parameters.append(f"out: pl.InOut[{parameter(out)}]")
    body = "\n".join(f"        {line}" for line in lines)
    return (
        "import pypto.language as pl\n\n@pl.jit\n"
        f"def kernel({', '.join(parameters)}):\n"
        f"    with pl.at(level=pl.Level.CORE_GROUP):\n{body}\n    return out\n"
    )


def expected(op, inputs, rows, columns, before):
    """What `out` must hold: the golden values in the valid part, else what was there."""
    cut = {"a": (rows, columns), "b": (rows, columns), "v": (rows, 1), "w": (1, columns)}
    parts = [x[: cut[n][0], : cut[n][1]] for n, x in inputs.items()]
    result = op.golden(*parts)
    whole = before.astype("f8") if before.dtype.kind not in "iu" else before.copy()
    whole[: result.shape[0], : result.shape[1]] = result
    valid = np.zeros(before.shape, bool)
    valid[: result.shape[0], : result.shape[1]] = True
    return whole, valid


def check(op, dtype, out, want, valid, before, reduced, parts):
    """Exact outside of the valid region; inside as exact as the type."""
    np.testing.assert_array_equal(out[~valid], before[~valid])
    if op.error == 0 or "INT" in dtype:
        np.testing.assert_array_equal(out[valid], want[valid].astype(out.dtype))
        return
    size = np.abs(want)
    if op.terms:
        # Cancelled terms count with their size.
        size = np.maximum(size, sum(np.abs(p.astype("f8")).max(initial=0) for p in parts))
    elif op.result == "same":
        size = np.maximum(size, operand_size(op, parts, want.shape))
    with np.errstate(invalid="ignore"):
        limit = np.broadcast_to(tolerance(op, dtype, reduced, size), want.shape)
        bad = valid & ~(np.abs(out.astype("f8") - want) <= limit)
    assert not bad.any(), (op.name, out[bad][:4], want[bad][:4])


def operand_size(op, parts, shape):
    """Of sums and differences of three operands, the largest intermediate value."""
    if op.name not in ("addc", "subc", "addsc", "subsc"):
        return 0
    size = np.zeros(shape)
    size[: parts[0].shape[0], : parts[0].shape[1]] = sum(np.abs(p.astype("f8")) for p in parts) * 2
    return size


def allowed(op, rows, columns):
    """A reduction needs something to reduce."""
    return op.result == "same" or {"row": columns, "column": rows}[op.result] > 0


CELLS = [
    pytest.param(op, level, chip, dtype, id=f"{op.name}-{level}-{chip}-{dtype}")
    for op in OPS
    for level, chip in itertools.product(("tensor", "tile"), PLATFORMS)
    if getattr(op, level)
    for dtype in ALL
]


def compiled(op, level, chip, dtype, inputs, out, valid):
    """The kernel and its configuration; None if the chip refuses it, which must be allowed."""
    kernel = pl.parse(source(op, level, inputs, out, valid))
    config = RunConfig(platform=PLATFORMS[chip])
    try:
        kernel.lower(config=config)
    except errors.Diagnosed as error:
        required = dtype in getattr(op, chip)
        assert not required, f"{op.name} on {level}s of {dtype} must work on the {chip}: {error}"
        assert error.code in REFUSED | REFUSED_OF.get(op.name, set()), error
        return None, config
    return kernel, config


@pytest.mark.parametrize(("op", "level", "chip", "dtype"), CELLS)
def test_cell(rng, op, level, chip, dtype):
    """One kernel with run-time extents, run for all of them; and one with fixed extents."""
    inputs = operands(rng, op, dtype)
    out = random_array(rng, result_shape(op), op.out or dtype)
    for valid in (("n", "m"), ("15", "17")):
        kernel, config = compiled(op, level, chip, dtype, inputs, out, valid)
        if kernel is None:
            continue
        fixed = valid[0].isdigit()
        for rows, columns in [(15, 17)] if fixed else EXTENTS:
            if not allowed(op, rows, columns):
                continue
            spoilt = {
                n: spoil(x, rows if x.shape[0] > 1 else 1, columns if x.shape[1] > 1 else 1)
                for n, x in inputs.items()
            }
            got = out.copy()
            arguments = [*spoilt.values(), *([] if fixed else [rows, columns]), got]
            kernel(*arguments, config=config)
            want, where = expected(op, inputs, rows, columns, out)
            cut = {"a": (rows, columns), "b": (rows, columns), "v": (rows, 1), "w": (1, columns)}
            parts = [x[: cut[n][0], : cut[n][1]] for n, x in inputs.items()]
            reduced = {"row": columns, "column": rows}.get(op.result, 1)
            check(op, dtype, got, want, where, out, reduced, parts)
