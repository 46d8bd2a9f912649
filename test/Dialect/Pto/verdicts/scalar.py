# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise operations on a tile and a scalar."""

from table import (
    COL,
    FLOATS,
    INTS,
    ROW_MAJOR,
    SAME_ELEMENT,
    SAME_SHAPE,
    SAME_VALID,
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
)

BYTES_TOO = WORDS | {"i8"}
SCALAR = "expects scalar to have the element type of"


def scalar(t):
    return [tile(t), t, tile(t)]


def arithmetic():
    for op, a5 in [
        ("tadds", BYTES_TOO | {"bf16"}),
        ("tsubs", BYTES_TOO | {"bf16"}),
        ("tmuls", BYTES_TOO | {"bf16"}),
        ("tmins", BYTES_TOO | {"bf16"}),
        ("tmaxs", BYTES_TOO),
        ("tdivs", BYTES_TOO),
    ]:
        text = form(op, 2)
        elements(text, WORDS, a5, scalar)
        reject(VEC, text, tile(loc="mat"), "f32", tile(loc="mat"))
        reject(SAME_ELEMENT, text, tile(), "f32", tile("f16"))
        reject(SAME_VALID, text, tile(), "f32", tile(valid="16x8"))
        # On A5 only the columns are compared, but for two operations.
        rows = SAME_VALID if op in ("tmaxs", "tdivs") else None
        both(SAME_VALID, rows, text, tile(), "f32", tile(valid="8x16"))
        # The scalar's type is not compared with the element type, nor the layout tested.
        accept(text, tile("f16"), "f32", tile("f16"))
        accept(text, tile(**COL), "f32", tile(**COL))
        tiles_only(text, [tile(), "f32", tile()], [2])
    text = form("tdivs", 2)
    accept(text, "f32", tile(), tile())
    reject("a tile_buf and a scalar in either order", text, tile(), tile(), tile())
    reject("a tile_buf and a scalar in either order", text, "f32", "f32", tile())


def remainders():
    text = form("tfmods", 2)
    elements(text, WORDS, WORDS, scalar)
    reject(SCALAR, text, tile("f16"), "f32", tile("f16"))
    layouts(text, [tile(), "f32", tile()], [0, 2])
    reject(SAME_VALID, text, tile(), "f32", tile(valid="8x16"))
    text = form("trems", 3)
    elements(text, {"i32", "f32"}, WORDS, lambda t: [tile(t), t, tile(t), tile(t)])
    reject(SCALAR, text, tile(), "f16", tile(), tile())
    reject("valid columns", text, tile(), "f32", tile(valid="16x8"), tile())
    reject(SAME_VALID, text, tile(), "f32", tile(), tile(valid="8x16"))
    layouts(text, [tile(), "f32", tile(), tile()], [0, 2, 3])
    tiles_only(text, [tile(), "f32", tile(), tile()], [0, 2, 3])


def two_calls():
    text = form("taxpy", 2)
    elements(text, FLOATS, FLOATS | {"bf16"}, scalar)
    accept(text, tile("f16"), "f16", tile())
    wider = "or f32 for f16"
    reject(wider, text, tile(), "f32", tile("f16"))
    reject(SCALAR, text, tile("f16"), "f32", tile())
    reject(SAME_SHAPE, text, tile(), "f32", tile(shape="16x32", valid="16x16"))
    reject(SAME_VALID, text, tile(), "f32", tile(valid="8x16"))
    reject(VEC, text, tile(loc="mat"), "f32", tile(loc="mat"))
    layouts(text, [tile(), "f32", tile()], [0, 2])
    text = form("taddsc", 3)
    accept(text, tile(), "f32", tile(), tile())
    reject(SAME_SHAPE, text, tile(), "f32", tile(shape="16x32"), tile())
    tiles_only(text, [tile(), "f32", tile(), tile()], [0, 2, 3])
    text = form("tsubsc", 3)
    accept(text, tile(), "f32", tile(shape="16x32"), tile())
    tiles_only(text, [tile(), "f32", tile(), tile()], [0, 2, 3])


def bits():
    for op in ["tands", "tors"]:
        text = form(op, 2)
        elements(text, {"i8", "i16"}, set(INTS), scalar, INTS)
        same_tile = f"pto.{op} ins($0, $1 : #0, #1) outs($0 : #0)"
        reject("to be different tiles", same_tile, tile("i16"), "i16")
        layouts(text, [tile("i16"), "i16", tile("i16")], [0, 2])
        reject(SAME_VALID, text, tile("i16"), "i16", tile("i16", valid="8x16"))
        reject("expected builtin.integer", text, tile("i16"), "f16", tile("i16"))
    text = form("txors", 3)
    elements(text, {"i8", "i16"}, set(INTS), lambda t: [tile(t), t, tile(t), tile(t)], INTS)
    same_tile = "pto.txors ins($0, $1, $2 : #0, #1, #2) outs($0 : #0)"
    reject("to be different tiles", same_tile, tile("i16"), "i16", tile("i16"))
    # The scratch tile is not tested.
    accept(text, tile("i16"), "i16", tile(shape="1x8"), tile("i16"))
    text = form("tshls", 2)
    elements(text, set(INTS), set(INTS), scalar, INTS)
    accept(text, tile("i64"), "i64", tile("i64"))
    accept(text, tile("i16", **COL), "i16", tile("i16", valid="8x16"))
    reject(SAME_ELEMENT, text, tile("i16"), "i16", tile("i32"))
    reject("to be an integer", text, tile(), "i32", tile())
    shift = "%k = arith.constant {} : i16\npto.tshls ins($0, %k : #0, i16) outs($1 : #1)"
    accept(shift.format(0), tile("i16"), tile("i16"))
    reject("to be 0 or more", shift.format(-1), tile("i16"), tile("i16"))
    text = form("tshrs", 2)
    elements(text, {"i16", "i32"}, set(INTS), scalar, INTS)
    layouts(text, [tile("i16"), "i16", tile("i16")], [0, 2])
    reject(VEC, text, tile("i16", loc="mat"), "i16", tile("i16", loc="mat"))
    reject(SAME_VALID, text, tile("i16"), "i16", tile("i16", valid="8x16"))


def table():
    arithmetic()
    remainders()
    two_calls()
    bits()
    text = form("tlrelu", 2)
    elements(text, FLOATS, FLOATS, lambda t: [tile(t), "f32", tile(t)])
    accept(text, tile(**COL), "f32", tile(**COL))
    reject("32-bit float", text, tile("f16"), "f16", tile("f16"))
    reject(SAME_VALID, text, tile(), "f32", tile(valid="8x16"))
    reject(VEC, text, tile(loc="mat"), "f32", tile(loc="mat"))
    both("to be positive", None, text, tile(valid="0x16"), "f32", tile(valid="0x16"))
    fill = form("texpands", 1)
    elements(fill, WORDS, BYTES_TOO, lambda t: [t, tile(t)])
    both(ROW_MAJOR, None, fill, "f32", tile(**COL))
    accept(fill, "f32", tile(loc="mat"))
    accept(fill, "f32", tile(loc="mat", **COL))
    reject("to be in the vec or mat address space", fill, "f32", tile(loc="acc"))
    reject(SCALAR, fill, "f32", tile("f16"))
