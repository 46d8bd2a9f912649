# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The two spellings of a tile's type: the same parameters are the same type, others are another."""

import itertools

from table import accept, reject, rows

LOCS = ["vec", "mat", "left", "right", "acc", "bias", "scaling"]
DTYPES = ["i8", "ui16", "i64", "f16", "bf16", "f8E5M2"]
BLAYOUTS = ["row_major", "col_major"]
SLAYOUTS = ["none_box", "row_major", "col_major"]
FRACTALS = [16, 32, 512, 1024, 64]
VALIDS = [("16", "32"), ("?", "32"), ("-1", "?"), ("0", "1"), ("17", "33")]
DEFAULTS = ("row_major", "none_box", 512, 0, 0)


def keyed(loc, dtype, blayout, slayout, fractal, pad, compact, valid, with_compact=True):
    text = (
        f"loc={loc}, dtype={dtype}, rows=16, cols=32, v_row={valid[0]}, v_col={valid[1]}, "
        f"blayout={blayout}, slayout={slayout}, fractal={fractal}, pad={pad}"
    )
    return f"!pto.tile_buf<{text}{f', compact={compact}' if with_compact else ''}>"


def compact(loc, dtype, *parameters, valid, order=0):
    """Every option that is not the default, in another order for each `order`."""
    names = ["blayout", "slayout", "fractal", "pad", "compact"]
    options = [
        f"{name}={value}"
        for name, value, default in zip(names, parameters, DEFAULTS, strict=True)
        if value != default
    ]
    if valid != ("16", "32"):
        options.append("valid=" + "x".join("?" if v == "-1" else v for v in valid))
    orders = list(itertools.permutations(options))
    options = orders[order % len(orders)]
    return f"!pto.tile_buf<{', '.join([loc, f'16x32x{dtype}', *options])}>"


def table():
    same = "%x = pto.tassign $0, $1 : #0 -> {}"
    number = 0
    for loc, blayout, slayout in itertools.product(LOCS, BLAYOUTS, SLAYOUTS):
        for fractal, pad, mode in itertools.product(FRACTALS, range(4), range(3)):
            number += 1
            # Every combination of a few of the parameters, walked through in large steps.
            if number % 23:
                continue
            dtype = DTYPES[number % len(DTYPES)]
            valid = VALIDS[number % len(VALIDS)]
            parameters = (blayout, slayout, fractal, pad, mode)
            long = keyed(loc, dtype, *parameters, valid)
            accept(
                same.format(compact(loc, dtype, *parameters, valid=valid, order=number)),
                long,
                "i64",
            )
            other = (blayout, slayout, fractal, (pad + 1) % 4, mode)
            why = "expects the result to have the type of the tile"
            reject(why, same.format(compact(loc, dtype, *other, valid=valid)), long, "i64")
            flipped = (BLAYOUTS[BLAYOUTS[0] == blayout], *parameters[1:])
            short = compact(loc, dtype, *flipped, valid=valid)
            # The target decides about the blayout of a left tile.
            if loc == "left":
                accept(same.format(short), long, "i64")
            else:
                reject(why, same.format(short), long, "i64")
    valid = VALIDS[0]
    plain = keyed("vec", "f32", *DEFAULTS, valid, with_compact=False)
    accept(same.format("!pto.tile_buf<vec, 16x32xf32>"), plain, "i64")
    # Every key but the last is mandatory, and has its place.
    keys = plain[len("!pto.tile_buf<") : -1].split(", ")
    for i, key in enumerate(keys[1:], 1):
        name = key.split("=")[0]
        short = ", ".join([*keys[:i], *keys[i + 1 :]])
        rows.append(
            f"// expected-error @+1 {{{{expected '{name}' in tile_buf}}}}\n"
            f"func.func private @f(!pto.tile_buf<{short}>)\n"
        )
    for i in range(1, len(keys) - 1):
        swapped = [*keys[:i], keys[i + 1], keys[i], *keys[i + 2 :]]
        name = keys[i].split("=")[0]
        rows.append(
            f"// expected-error @+1 {{{{expected '{name}' in tile_buf}}}}\n"
            f"func.func private @f(!pto.tile_buf<{', '.join(swapped)}>)\n"
        )
