# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generated tiles, padding, single elements."""

from table import (
    COL,
    ELEMENT,
    FLOATS,
    INTS,
    ONLY_A5,
    ROW_MAJOR,
    SAME_SHAPE,
    SIZES,
    TYPES,
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


def generated():
    text = form("tci", 1)
    for dtype in ["i16", "i32", "ui16", "ui32", "si32"]:
        accept(text, dtype, tile(dtype))
    reject("expects S to have the element type of", text, "i16", tile("i32"))
    reject("expects S to have the element type of", text, "i32", tile("ui32"))
    reject(ELEMENT, text, "i8", tile("i8"))
    reject(ELEMENT, text, "i64", tile("i64"))
    reject("more than one column", text, "i32", tile("i32", "16x1", **COL))
    accept(text, "i32", tile("i32", loc="mat"))
    text = form("ttri", 1)
    elements(text, WORDS, WORDS | {"i8", "bf16"}, lambda t: ["i32", tile(t)])
    accept(text, "i32", tile("ui16"))
    reject(VEC, text, "i32", tile(loc="mat"))
    reject(ROW_MAJOR, text, "i32", tile(**COL))
    bad = "pto.ttri ins($0 {upperOrLower = 2 : i32} : #0) outs($1 : #1)"
    reject("to be 0 (lower) or 1 (upper)", bad, "i32", tile())
    keys = ", ".join(["$0"] * 6)
    key_types = ", ".join(["#0"] * 6)
    text = f"pto.trandom ins({keys} {{rounds = %d : i32}} : {key_types}) outs($1 : #1)"
    for rounds in [7, 10]:
        both(ONLY_A5, None, text % rounds, "i32", tile("i32"))
    both(ONLY_A5, "to be 7 or 10", text % 8, "i32", tile("i32"))
    both(ONLY_A5, None, text % 7, "i32", tile("ui32"))
    both(ONLY_A5, "to be i32 or ui32", text % 7, "i32", tile())
    both(ONLY_A5, "of 32 bits", text % 7, "i64", tile("i32"))
    both(ONLY_A5, ROW_MAJOR, text % 7, "i32", tile("i32", **COL))


def padded():
    for op in ["tfillpad", "tfillpad_inplace"]:
        text = form(op, 1)
        for dtype in TYPES:
            accept(text, tile(dtype), tile(dtype, pad=1))
        for pad in [2, 3]:
            accept(text, tile(), tile(pad=pad))
        # Only the sizes of the elements are compared.
        accept(text, tile(), tile("i32", pad=1))
        reject("to have a pad value", text, tile(), tile())
        reject(SIZES, text, tile("i64"), tile("i64", pad=1))
        reject(SAME_SHAPE, text, tile(), tile(shape="16x32", pad=1))
        reject("elements of the same size", text, tile(), tile("f16", pad=1))
        tiles_only(text, [tile(), tile(pad=1)], range(2))
    text = form("tfillpad_expand", 1)
    accept(text, tile(), tile(shape="16x32", pad=1))
    accept(text, tile(), tile(shape="32x16", pad=1))
    reject("at least the rows and columns", text, tile(shape="16x32"), tile(pad=1))
    reject("at least the rows and columns", text, tile(shape="32x16"), tile(pad=1))
    reject("to have a pad value", text, tile(), tile(shape="16x32"))
    reject("elements of the same size", text, tile(), tile("i8", "16x32", pad=1))


def single_elements():
    read = "%x = pto.tgetval ins($0, $1 : #0, index) outs : {}"
    for dtype in [*INTS, *FLOATS, "bf16"]:
        accept(read.format(dtype), tile(dtype), "index")
    reject("no path to that memory", read.format("f32"), tile(loc="mat"), "index")
    reject(VEC, read.format("f32"), tile(loc="acc"), "index")
    reject("expects the result to have the element type", read.format("f32"), tile("f16"), "index")
    write = "pto.tsetval ins($1, $2 : index, #2) outs($0 : #0)"
    accept(write, tile(), "index", "f32")
    # The type of the value is compared for builtin types only.
    accept(write, tile(), "index", "f16")
    memref = "memref<16x16xf32, #pto.address_space<vec>>"
    accept(write, memref, "index", "f32")
    reject("expects val to have the element type", write, memref, "index", "f16")


def table():
    generated()
    padded()
    single_elements()
