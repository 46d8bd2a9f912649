# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions along rows and columns, histograms."""

from table import (
    COL,
    ELEMENT,
    FLOATS,
    NONE_BOX,
    ONLY_A5,
    ROW_MAJOR,
    SAME_ELEMENT,
    SAME_VALID,
    VEC,
    WORDS,
    accept,
    both,
    elements,
    form,
    reject,
    tile,
    tiles_only,
)


def column(t="f32"):
    return tile(t, "16x1", **COL)


def row(t="f32"):
    return tile(t, "1x16")


def row_rules(text, dst):
    """What every reduction along a row asks of source and destination."""
    reject("to have 1 valid column", text, tile(), tile(), tile(dst))
    reject(VEC, text, tile(loc="mat"), tile(), column(dst))
    reject(VEC, text, tile(), tile(), tile(dst, "16x1", "mat", **COL))
    reject(ROW_MAJOR, text, tile(**COL), tile(), column(dst))
    reject(NONE_BOX, text, tile(slayout="row_major"), tile(), column(dst))
    boxed = tile(dst, valid="16x1", slayout="row_major")
    reject(NONE_BOX, text, tile(), tile(), boxed)
    reject("to have exactly one column", text, tile(), tile(), tile(dst, valid="16x1", **COL))
    reject(SAME_VALID, text, tile(), tile(), tile(dst, "32x1", **COL))
    reject("to be positive", text, tile(valid="16x0"), tile(valid="16x0"), column(dst))
    accept(text, tile(), tile(), tile(dst, valid="16x1"))
    tiles_only(text, [tile(), tile(), column(dst)], [0, 2])


def along_rows():
    for op in ["trowsum", "trowmax", "trowmin", "trowprod"]:
        text = form(op, 2)
        elements(text, WORDS, WORDS, lambda t: [tile(t), tile(t), column(t)])
        row_rules(text, "f32")
        reject(SAME_ELEMENT, text, tile(), tile(), column("f16"))
        # The scratch tile is tested by two of them.
        loose = op in ("trowsum", "trowmax")
        why = None if loose else SAME_ELEMENT
        both(why, why, text, tile(), tile("i8"), column())
        why = None if loose else SAME_VALID
        both(why, why, text, tile(), tile(valid="8x16"), column())
    for op in ["trowargmax", "trowargmin"]:
        text = form(op, 2)
        elements(text, WORDS, WORDS, lambda t: [tile(t), tile(t), column("i32")])
        row_rules(text, "i32")
        accept(text, tile(), tile(), column("ui32"))
        for dtype in ["f32", "si32", "i16"]:
            reject("to be i32 or ui32", text, tile(), tile(), column(dtype))
        reject(SAME_ELEMENT, text, tile(), tile("f16"), column("i32"))
        reject(SAME_VALID, text, tile(), tile(valid="8x16"), column("i32"))


def along_columns():
    for op in ["tcolsum", "tcolmax", "tcolmin", "tcolprod"]:
        text = form(op, 1)
        more = {"bf16"} if op == "tcolprod" else {"i8", "bf16"}
        elements(text, WORDS, WORDS | more, lambda t: [tile(t), row(t)])
        reject(SAME_ELEMENT, text, tile(), row("f16"))
        reject(SAME_VALID, text, tile(), tile(shape="1x32"))
        reject(ROW_MAJOR, text, tile(**COL), row())
        reject(ROW_MAJOR, text, tile(), tile(**COL))
        reject(NONE_BOX, text, tile(slayout="row_major"), row())
        reject(VEC, text, tile(loc="mat"), row())
        empty = None if op == "tcolprod" else "to be positive"
        both(None, empty, text, tile(valid="0x16"), row())
        tiles_only(text, [tile(), row()], range(2))
    tree = "pto.tcolsum ins($0, $1 {isBinary = true} : #0, #1) outs($2 : #2)"
    together = "expects tmp and isBinary together or neither"
    accept(tree, tile(), tile(), row())
    accept(tree.replace("true", "false"), tile(), tile(), row())
    reject(together, form("tcolsum", 2), tile(), tile(), row())
    reject(together, "pto.tcolsum ins($0 {isBinary = true} : #0) outs($1 : #1)", tile(), row())
    for op in ["tcolargmax", "tcolargmin"]:
        text = form(op, 2)
        elements(text, FLOATS, FLOATS, lambda t: [tile(t), tile(t), row("i32")])
        accept(text, tile(), tile(), row("ui32"))
        reject("to be i32 or ui32", text, tile(), tile(), row("i16"))
        reject("to have 1 valid row", text, tile(), tile(), tile("i32"))
        reject(SAME_ELEMENT, text, tile(), tile("f16"), row("i32"))
        reject(SAME_VALID, text, tile(), tile(valid="8x16"), row("i32"))
        reject(ROW_MAJOR, text, tile(), tile(**COL), row("i32"))
        reject(ROW_MAJOR, text, tile(**COL), tile(), row("i32"))
        reject(VEC, text, tile(), tile(loc="mat"), row("i32"))
        reject("to be positive", text, tile(valid="0x16"), tile(valid="0x16"), row("i32"))


def histograms():
    text = form("thistogram", 2, tail=" {isMSB = false}")
    index = tile("ui8", "16x1", **COL)
    bins = tile("ui32", "16x256")
    for source in ["ui16", "i16"]:
        both(ONLY_A5, None, text, tile(source), index, bins)
    for why, types in [
        ("at least 256", [tile("ui16"), index, tile("ui32", "16x128")]),
        ("at least 256", [tile("ui16"), index, tile("ui32", "16x256", valid="16x255")]),
        (ELEMENT, [tile("ui32"), index, bins]),
        (ELEMENT, [tile("ui16"), tile("ui16", "16x1", **COL), bins]),
        (ELEMENT, [tile("ui16"), index, tile("ui16", "16x256")]),
        ("to use col_major blayout", [tile("ui16"), tile("ui8"), bins]),
        ("exactly 1", [tile("ui16"), tile("ui8", "16x2", **COL), bins]),
        ("same number of rows", [tile("ui16", "8x16"), index, bins]),
        (SAME_VALID, [tile("ui16", valid="8x16"), index, bins]),
        (VEC, [tile("ui16", loc="mat"), index, bins]),
        (ROW_MAJOR, [tile("ui16", **COL), index, bins]),
    ]:
        both(ONLY_A5, why, text, *types)


def table():
    along_rows()
    along_columns()
    histograms()
