# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What moves by less than a block of 32 bytes on chip: reshapes of padded rows, and windows that
begin and end anywhere, at a place that is known or not."""

import numpy as np
import pytest
from op_kernels import DTYPES, random_array, run_lines

from pypto.runtime import RunConfig

PLATFORMS = {"a3": "a2a3sim", "a5": "a5sim"}
# Of each the sum that computes the tensor in it or in what it is cast from.
CASTS = {"BF16": "FP32", "INT8": "FP16", "UINT8": "FP16"}
WIDE = ("FP32", "FP16", "INT32", "INT16")


@pytest.fixture(params=PLATFORMS)
def chip(request):
    return RunConfig(platform=PLATFORMS[request.param])


def computed(rng, shape, dtype, name="t", source="a"):
    """Lines that compute `name` from the input `source`; the input, and what the name is."""
    from_dtype = CASTS.get(dtype, dtype)
    a = random_array(rng, shape, from_dtype, -5, 5)
    if "FP" in from_dtype:
        a = np.rint(a.astype(np.float32)).astype(a.dtype)
    if dtype.startswith("U"):
        a = np.abs(a)
    lines = [f"{name} = pl.maximum({source}, {source})"]
    if from_dtype != dtype:
        lines.append(f"{name} = pl.cast({name}, pl.{dtype}, mode='rint')")
    return lines, a, a.astype(DTYPES[dtype])


def check(lines, arrays, expected, chip):
    out = np.zeros(expected.shape, expected.dtype)
    run_lines(lines, arrays, out, chip)
    np.testing.assert_array_equal(out, expected)


def used(dtype):
    """A line that uses `r` on chip, and what it makes of it."""
    if dtype in WIDE:
        return "out[:] = pl.add(r, 1)", lambda r: r + np.array(1, r.dtype)
    return "out[:] = pl.transpose(r, 0, 1)", lambda r: r.T


# ---------------------------------------------------------------------------
# Reshapes
# ---------------------------------------------------------------------------

RESHAPES = [
    ((15, 17), (17, 15)),
    ((15, 17), (255,)),
    ((15, 17), (5, 51)),
    ((15, 17), (3, 5, 17)),
    ((15, 17), (1, 255)),
    ((15, 17), (255, 1)),
    ((255,), (15, 17)),
    ((255, 1), (51, 5)),
    ((2, 3, 7), (7, 6)),
    ((16, 16), (2, 128)),
    ((2, 1), (1, 2)),
    ((70, 67), (67, 70)),
    ((1, 2049), (683, 3)),
]


@pytest.mark.parametrize("dtype", [*WIDE, *CASTS])
@pytest.mark.parametrize(("shape", "to"), RESHAPES, ids=str)
def test_reshapes(rng, chip, shape, to, dtype):
    """Of what was computed, used on chip."""
    if dtype not in WIDE and len(to) != 2:
        pytest.skip("what uses elements of few bits takes matrices")
    lines, a, t = computed(rng, shape, dtype)
    use, what = used(dtype)
    check([*lines, f"r = pl.reshape(t, {list(to)})", use], {"a": a}, what(t.reshape(to)), chip)


@pytest.mark.parametrize(("shape", "to"), RESHAPES, ids=str)
def test_stored_reshapes(rng, chip, shape, to):
    """Stored, it is the same bytes under another shape."""
    lines, a, t = computed(rng, shape, "FP32")
    check([*lines, f"out[:] = pl.reshape(t, {list(to)})"], {"a": a}, t.reshape(to), chip)


def test_reshapes_of_reshapes(rng, chip):
    lines, a, t = computed(rng, (15, 17), "FP32")
    lines += [
        "b = pl.add(pl.reshape(t, [17, 15]), 1.0)",
        "c = pl.mul(pl.reshape(b, [51, 5]), 2.0)",
        "out[:] = pl.sub(pl.reshape(c, [15, 17]), t)",
    ]
    check(lines, {"a": a}, (t.reshape(-1) + 1).reshape(15, 17) * 2 - t, chip)


def test_reshaped_window_is_a_tensor_of_its_own(rng, chip):
    """What is taken from it is of what is on chip."""
    a = random_array(rng, (48, 17), "FP32")
    lines = [
        "w = pl.reshape(a[35:38, 8:11], [9])",
        "v = pl.reshape(w, [9, 1])",
        "out[:] = pl.add(pl.slice(v, [4, 1], [3, 0]), 1.0)",
    ]
    check(lines, {"a": a}, a[35:38, 8:11].reshape(9, 1)[3:7] + 1, chip)


def test_reshape_of_exchanged_axes(rng, chip):
    a = random_array(rng, (9, 64), "FP32")
    lines = ["out[:] = pl.add(pl.reshape(pl.transpose(a, 0, 1), [1, 576]), 1.0)"]
    check(lines, {"a": a}, a.T.reshape(1, 576) + 1, chip)


# ---------------------------------------------------------------------------
# Windows
# ---------------------------------------------------------------------------

WINDOWS = [
    ((24, 64), (16, 16), (4, 3)),
    ((24, 64), (5, 7), (19, 57)),
    ((24, 64), (24, 1), (0, 5)),
    ((24, 64), (9, 1), (11, 63)),
    ((24, 64), (1, 1), (23, 63)),
    ((7, 33), (7, 31), (0, 1)),
    ((7, 33), (3, 2), (4, 31)),
    ((64, 1), (15, 1), (5, 0)),
    ((64, 1), (1, 1), (63, 0)),
    ((1, 64), (1, 15), (0, 5)),
]
PLACES = ["known", "at run time"]


def place(offsets, where):
    """Lines and inputs for a place, and what it is called."""
    if where == "known":
        return [], {}, list(offsets)
    lines = [f"s{i} = pl.read(i, [{i}])" for i in range(len(offsets))]
    names = [f"s{i}" for i in range(len(offsets))]
    return lines, {"i": np.array(offsets, np.int32)}, names


def part(array, window, offsets):
    return array[tuple(slice(o, o + n) for o, n in zip(offsets, window, strict=True))]


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("dtype", [*WIDE, *CASTS])
@pytest.mark.parametrize(("shape", "window", "offsets"), WINDOWS, ids=str)
def test_windows(rng, chip, shape, window, offsets, dtype, where):
    """A part of what was computed, used on chip."""
    lines, a, t = computed(rng, shape, dtype)
    before, inputs, at = place(offsets, where)
    use, what = used(dtype)
    text = f"r = pl.slice(t, {list(window)}, [{', '.join(map(str, at))}])"
    lines = [*before, *lines, text, use]
    check(lines, {"a": a, **inputs}, what(part(t, window, offsets)), chip)


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("dtype", [*WIDE, *CASTS])
@pytest.mark.parametrize(("shape", "window", "offsets"), WINDOWS, ids=str)
def test_updates(rng, chip, shape, window, offsets, dtype, where):
    """A part of what was computed is written; what is around it stays."""
    if window[1] == 1 != shape[1] and dtype not in WIDE and chip.platform == "a2a3sim":
        pytest.skip("the chip does not spread elements of these types over rows")
    lines, a, t = computed(rng, shape, dtype)
    others, b, u = computed(rng, window, dtype, "u", "b")
    before, inputs, at = place(offsets, where)
    use, what = used(dtype)
    text = f"r = pl.assemble(t, u, [{', '.join(map(str, at))}])"
    expected = t.copy()
    part(expected, window, offsets)[...] = u
    lines = [*before, *lines, *others, text, use]
    check(lines, {"a": a, "b": b, **inputs}, what(expected), chip)


def test_update_of_a_window(rng, chip):
    """What is written into a window and seen in another shape is where the window is."""
    a, b = random_array(rng, (12, 1), "FP32"), random_array(rng, (1, 1), "FP32")
    lines = [
        "w = pl.slice(pl.neg(a), [2, 1], [8, 0])",
        "r = pl.assemble(w, b, [1, 0])",
        "out[:] = pl.add(r, 1.0)",
    ]
    expected = -a[8:10]
    expected[1] = b
    check(lines, {"a": a, "b": b}, expected + 1, chip)


def test_windows_in_a_loop(rng, chip):
    """A place that a loop counts, by whole blocks or not."""
    a = random_array(rng, (8, 60), "FP32")
    for step in (8, 5):
        count = 40 // step
        lines = [
            "t = pl.maximum(a, a)",
            f"s = pl.full([8, {step}], dtype=pl.FP32, value=0.0)",
            f"for k in pl.range({count}):",
            f"    s = pl.add(s, pl.slice(t, [8, {step}], [0, k * {step}]))",
            "out[:] = s",
        ]
        parts = [a[:, k * step : (k + 1) * step] for k in range(count)]
        out = np.zeros((8, step), np.float32)
        run_lines(lines, {"a": a}, out, chip)
        np.testing.assert_allclose(out, np.sum(parts, 0), rtol=1e-5, atol=1e-5)


def test_gather_in_a_window(rng, chip):
    """Positions count in the window, whose rows are parts of others."""
    a = random_array(rng, (16, 64), "FP32")
    i = rng.integers(0, 16, (16, 16)).astype(np.int32)
    lines = ["w = pl.neg(a)[:, 16:32]", "out[:] = pl.gather(w, dim=-1, index=i)"]
    check(lines, {"a": a, "i": i}, np.take_along_axis(-a[:, 16:32], i, 1), chip)


def test_joined_columns(rng, chip):
    """A column lies in memory as a row does; it is spread to be joined."""
    a, b = random_array(rng, (17, 1), "FP32"), random_array(rng, (17, 23), "FP32")
    lines = ["x = pl.neg(a)", "y = pl.neg(b)", "out[:] = pl.concat(pl.concat(x, y), x)"]
    check(lines, {"a": a, "b": b}, -np.concatenate([a, b, a], 1), chip)


@pytest.mark.parametrize("offset", [0, 1, 7, 8, 33])
def test_tile_windows(rng, chip, offset):
    """Of the author's tiles: a part that begins anywhere, of a part."""
    a = random_array(rng, (16, 64), "FP32")
    lines = [
        "t = pl.load(a, [0, 0], [16, 64])",
        f"w = t[4:12, {offset}:{offset + 24}]",
        "out = pl.store(pl.mul(w[2:6, 3:19], 2.0), [0, 0], out)",
    ]
    check(lines, {"a": a}, 2 * a[6:10, offset + 3 : offset + 19], chip)


@pytest.mark.parametrize(
    ("source", "target", "rows"), [(9, 12, 5), (12, 9, 5), (0, 8, 8), (3, 3, 5), (1, 2, 15)]
)
@pytest.mark.parametrize("columns", [16, 13])
def test_parts_moved_inside_of_a_tile(rng, chip, source, target, rows, columns):
    """A part is what it was before any of its rows is written."""
    a = random_array(rng, (17, columns), "FP32")
    lines = [
        f"t = pl.load(a, [0, 0], [17, {columns}])",
        f"w = pl.slice(t, [{rows}, {columns}], [{source}, 0])",
        f"r = pl.tile.assemble(t, w, ({target}, 0))",
        "out = pl.store(r, [0, 0], out)",
    ]
    expected = a.copy()
    expected[target : target + rows] = a[source : source + rows]
    check(lines, {"a": a}, expected, chip)


WINDOWS = {
    "[4, 4], [1, 0]": (slice(1, 5), slice(0, 4)),
    "[4, 8], [1, 0]": (slice(1, 5), slice(0, 8)),
    "[4, 4], [1, 2]": (slice(1, 5), slice(2, 6)),
    "[4, 1], [1, 2]": (slice(1, 5), slice(2, 3)),
    "[1, 4], [3, 2]": (slice(3, 4), slice(2, 6)),
}


@pytest.mark.parametrize("window", WINDOWS)
def test_elements_of_windows(rng, chip, window):
    """Read, and written before the window is stored, seen in another shape or cut again."""
    a, z = random_array(rng, (8, 8), "FP32"), np.zeros((1, 8), np.float32)
    part = a[WINDOWS[window]]
    take = ["t = pl.load(a, [0, 0], [8, 8])", f"w = pl.slice(t, {window})"]
    for row, column in np.ndindex(*part.shape):
        spread = ["z = pl.load(zeros, [0, 0], [1, 8])", f"s = pl.read(w, [{row}, {column}])"]
        store = "out = pl.store(pl.add(z, s), [0, 0], out)"
        check([*take, *spread, store], {"a": a, "zeros": z}, z + part[row, column], chip)
    row, column = part.shape[0] - 1, part.shape[1] - 1
    written = part.copy()
    written[row, column] = 99
    write = [*take, f"pl.write(w, [{row}, {column}], 99.0)"]
    for expression, expected in (
        ("w", written),
        ("pl.neg(w)", -written),
        (f"pl.reshape(w, [1, {part.size}])", written.reshape(1, -1)),
        (f"pl.slice(w, [{row + 1}, 1], [0, {column}])", written[:, column:]),
        (f"pl.neg(pl.slice(w, [1, {column + 1}], [{row}, 0]))", -written[row:]),
    ):
        check([*write, f"out = pl.store({expression}, [0, 0], out)"], {"a": a}, expected, chip)
