# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Values per row or per column against whole tiles."""

from table import (
    COL,
    ELEMENT,
    FLOATS,
    NONE_BOX,
    ROW_MAJOR,
    SAME_ELEMENT,
    SAME_SHAPE,
    SAME_VALID,
    TYPES,
    VEC,
    WORDS,
    accept,
    both,
    elements,
    form,
    layouts,
    reject,
    tile,
    tiles_only,
    verdict,
)

BYTE = WORDS | {"i8"}


def column(t="f32"):
    return tile(t, "16x1", **COL)


def row(t="f32"):
    return tile(t, "1x16")


def copies():
    every = set(TYPES)
    text = form("trowexpand", 1)
    elements(text, every, every, lambda t: [column(t), tile(t)])
    accept(text, tile(), tile())
    reject(SAME_ELEMENT, text, column("f16"), tile())
    reject(ROW_MAJOR, text, column(), tile(**COL))
    reject(NONE_BOX, text, column(), tile(slayout="row_major"))
    reject(NONE_BOX, text, tile(slayout="row_major"), tile())
    reject(SAME_VALID, text, tile(shape="8x1", **COL), tile())
    reject(VEC, text, tile(shape="16x1", loc="mat", **COL), tile())
    reject("to be positive", text, column(), tile(valid="16x0"))
    text = form("tcolexpand", 1)
    elements(text, every, every, lambda t: [row(t), tile(t)])
    reject(SAME_VALID, text, tile(shape="1x32"), tile())
    reject(SAME_ELEMENT, text, row("f16"), tile())
    reject(ROW_MAJOR, text, row(), tile(**COL))
    reject(NONE_BOX, text, row(), tile(slayout="row_major"))
    reject(VEC, text, row(), tile(loc="mat"))


def rows():
    full_and_column = "expects one source to be row_major with the valid extents of dst"
    for op, a3, a5 in [
        ("add", WORDS, BYTE),
        ("sub", WORDS, BYTE),
        ("mul", WORDS, BYTE),
        ("div", FLOATS, FLOATS),
        ("max", WORDS, BYTE),
        ("min", WORDS, BYTE),
        ("expdif", FLOATS, FLOATS),
    ]:
        text = form("trowexpand" + op, 2)
        elements(text, a3, a5, lambda t: [tile(t), column(t), tile(t)])
        reject(SAME_ELEMENT, text, tile(), column("f16"), tile())
        reject(SAME_ELEMENT, text, tile(), column(), tile("f16"))
        strict = op in ("max", "min", "expdif")
        why = full_and_column if strict else ROW_MAJOR
        # On both sides a source that is not row-major is no full one.
        reject(ROW_MAJOR, text, tile(), column(), tile(**COL))
        # A per-row operand that is row_major has 32 bytes a row.
        accept(text, tile(), tile(shape="16x8"), tile())
        tiles_only(text, [tile(), column(), tile()], range(3))
        if op in ("sub", "mul", "div"):
            accept(text, tile(), column(), tile(valid="8x16"))
            accept(text, tile(), tile(shape="16x32"), tile())
            accept(text, tile(**COL), column(), tile())
        else:
            wide = full_and_column if strict else "a value per row"
            reject(wide, text, tile(), tile(shape="16x32"), tile())
            reject(why, text, tile(**COL), column(), tile())
            why = full_and_column if strict else SAME_VALID
            reject(why, text, tile(), column(), tile(valid="8x16"))
            reject(why, text, tile(), tile(shape="8x1", **COL), tile())
        if strict:
            # Either source may be the full one.
            accept(text, column(), tile(), tile())
            reject("to be positive", text, tile(valid="16x0"), column(), tile(valid="16x0"))
            scratch = form("trowexpand" + op, 3)
            both(None, "takes no tmp on A5", scratch, tile(), column(), tile(), tile())
            both(
                "values per row that are not row_major",
                "takes no tmp on A5",
                scratch,
                tile(),
                tile(shape="16x8"),
                tile(),
                tile(),
            )
        elif op != "add":
            accept(form("trowexpand" + op, 3), tile(), column(), tile(), tile())


def columns():
    for op in ["add", "sub", "mul", "div", "max", "min", "expdif"]:
        text = form("tcolexpand" + op, 2)
        only = FLOATS if op in ("div", "expdif") else WORDS
        more = only if op in ("div", "expdif") else BYTE
        elements(text, only, more, lambda t: [tile(t), row(t), tile(t)])
        reject(SAME_VALID, text, tile(), row(), tile(valid="8x16"))
        reject(SAME_VALID, text, tile(), tile(shape="1x32"), tile())
        reject(SAME_SHAPE, text, tile(shape="32x16", valid="16x16"), row(), tile())
        layouts(text, [tile(), row(), tile()], range(3))
        tiles_only(text, [tile(), row(), tile()], range(3))
        # Bytes are for modules that say a5 themselves.
        verdict("a3", ELEMENT, text, tile("i8"), row("i8"), tile("i8"), named=False)


def table():
    copies()
    rows()
    columns()
