# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise operations on two or three tiles."""

from table import (
    ELEMENT,
    FLOATS,
    INTS,
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
    same,
    tile,
    tiles_only,
    verdict,
)


def arithmetic():
    a5_byte = WORDS | {"i8"}
    for op, a3, a5 in [
        ("tadd", WORDS, a5_byte | {"bf16"}),
        ("tsub", WORDS, a5_byte),
        ("tmul", WORDS, WORDS),
        ("tdiv", FLOATS, WORDS),
        ("tmax", WORDS, a5_byte),
        ("tmin", WORDS, a5_byte),
        ("tfmod", WORDS, WORDS),
    ]:
        text = form(op, 2)
        elements(text, a3, a5, same(3))
        layouts(text, [tile()] * 3, range(3))
        tiles_only(text, [tile()] * 3, range(3))
        reject(SAME_ELEMENT, text, tile(), tile("f16"), tile())
        reject(SAME_ELEMENT, text, tile(), tile(), tile("f16"))
        reject(SAME_VALID, text, tile(), tile(), tile(valid="8x16"))
        reject(SAME_VALID, text, tile(), tile(valid="16x8"), tile())
        # An extent that is not known now is not compared.
        accept(text, tile(), tile(), tile(valid="?x16"))
        # The location is not tested.
        accept(text, *[tile(loc="mat")] * 3)


def remainders():
    text = form("trem", 3)
    elements(text, {"i32", "f32"}, WORDS, same(4))
    layouts(text, [tile()] * 4, range(4))
    tiles_only(text, [tile()] * 4, range(4))
    reject("valid columns", text, tile(), tile(), tile(valid="16x8"), tile())
    reject("at least one valid row", text, tile(), tile(), tile(valid="0x16"), tile())
    accept(text, tile(), tile(), tile(valid="1x16"), tile())
    reject(SAME_ELEMENT, text, tile(), tile(), tile("f16"), tile())
    reject(SAME_VALID, text, tile(), tile(valid="8x16"), tile(), tile())


def bits():
    for op in ["tand", "tor"]:
        elements(form(op, 2), {"i8", "i16"}, set(INTS), same(3))
        reject(SAME_VALID, form(op, 2), *[tile("i16")] * 2, tile("i16", valid="8x16"))
        reject(SAME_ELEMENT, form(op, 2), *[tile("i16")] * 2, tile("i8"))
        layouts(form(op, 2), [tile("i16")] * 3, range(3))
        tiles_only(form(op, 2), [tile("i16")] * 3, range(3))
        accept(form(op, 2), *[tile("i16", loc="mat")] * 3)
    text = form("txor", 3)
    elements(text, {"i8", "i16"}, set(INTS), same(4))
    both(SAME_ELEMENT, None, text, *[tile("i16")] * 2, tile("i32"), tile("i16"))
    both(SAME_VALID, None, text, *[tile("i16")] * 2, tile("i16", valid="8x16"), tile("i16"))
    both(ROW_MAJOR, None, text, *[tile("i16")] * 2, tile("i16", blayout="col_major"), tile("i16"))
    layouts(text, [tile("i16")] * 4, [0, 1, 3])
    for op in ["tshl", "tshr"]:
        elements(form(op, 2), set(INTS), set(INTS), same(3))
        reject(SAME_ELEMENT, form(op, 2), tile("i16"), tile("i32"), tile("i16"))
        reject(SAME_VALID, form(op, 2), tile("i16"), tile("i16", valid="8x16"), tile("i16"))
        layouts(form(op, 2), [tile("i16")] * 3, range(3))
        tiles_only(form(op, 2), [tile("i16")] * 3, range(3))


def rectifier():
    text = form("tprelu", 3)
    accept(text, tile(), tile(), tile("ui8"), tile())
    both("to be ui8", None, text, *[tile()] * 4)
    elements(text, FLOATS, FLOATS, lambda t: [tile(t), tile(t), tile("ui8"), tile(t)])
    reject(SAME_SHAPE, text, tile(), tile(), tile("ui8"), tile(shape="16x32"))
    reject(SAME_SHAPE, text, tile(), tile(), tile("ui8", "16x32"), tile())
    both(ROW_MAJOR, None, text, tile(), tile(), tile("ui8", blayout="col_major"), tile())
    layouts(text, [tile(), tile(), tile("ui8"), tile()], [0, 1, 3])
    tiles_only(text, [tile(), tile(), tile("ui8"), tile()], range(4))
    # Different values are asked for only where the text is exactly a3.
    aliased = "pto.tprelu ins($0, $0, $1 : #0, #0, #1) outs($2 : #2)"
    operands = [tile(), tile("ui8"), tile()]
    for arch, why in [
        ("a3", "to be different tiles"),
        ("A3", "to be different tiles"),
        ("a2a3", None),
        ("a5", None),
    ]:
        verdict(arch, why, aliased, *operands)
    verdict("a3", None, aliased, *operands, named=False)


def three_and_parts():
    text = form("taddc", 3)
    accept(text, *[tile()] * 4)
    reject(SAME_SHAPE, text, tile(), tile(), tile(), tile(shape="16x32"))
    tiles_only(text, [tile()] * 4, range(4))
    text = form("tsubc", 3)
    accept(text, tile(), tile(), tile(), tile(shape="16x32"))
    accept(text, tile(), tile("f16"), tile(), tile())
    tiles_only(text, [tile()] * 4, range(4))
    part = tile(valid="8x16")
    for op in ["tpartadd", "tpartmul", "tpartmax", "tpartmin"]:
        text = form(op, 2)
        elements(text, WORDS, WORDS | {"i8", "bf16"}, same(3))
        # One source has to be as large as the result on A3.
        accept(text, part, tile(), tile())
        both("at least one source", None, text, part, part, tile())
        both("to have at most the valid extents of dst", None, text, tile(), tile(), part)
        reject(SAME_ELEMENT, text, tile("f16"), tile(), tile())
        tiles_only(text, [tile()] * 3, range(3))
        shapes = [tile(), tile(shape="16x32", valid="16x16"), tile()]
        why = SAME_SHAPE if op in ("tpartmax", "tpartmin") else None
        both(why, why, text, *shapes)


def concatenation():
    text = form("tconcat", 2)

    def wide(t):
        return [tile(t), tile(t), tile(t, "16x32")]

    elements(text, set(TYPES), set(TYPES), wide)
    elements(text, (), (), wide, ["i64"], ELEMENT)
    reject("to fit into dst", text, tile(), tile(), tile())
    reject(SAME_VALID, text, tile(valid="8x16"), tile(), tile(shape="16x32"))
    reject(VEC, text, *[tile(loc="mat")] * 2, tile(shape="16x32", loc="mat"))
    reject(SAME_ELEMENT, text, tile(), tile("i32"), tile(shape="16x32"))
    both(None, ROW_MAJOR, text, tile(blayout="col_major"), tile(), tile(shape="16x32"))
    tiles_only(text, wide("f32"), range(3))


def table():
    arithmetic()
    remainders()
    bits()
    rectifier()
    three_and_parts()
    concatenation()
