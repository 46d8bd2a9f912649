# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gathers, scatters and sorts inside tiles; gathers and scatters of global memory."""

from table import (
    COL,
    ELEMENT,
    FP8,
    ROW_MAJOR,
    SAME_ELEMENT,
    SAME_VALID,
    SIZES,
    TYPES,
    VEC,
    WORDS,
    accept,
    both,
    changed,
    elements,
    form,
    reject,
    same,
    tile,
    tiles_only,
    verdict,
    view,
)


def gathers():
    text = form("tgather", 3)

    def index(t):
        return [tile(t), tile("i32"), tile("i32"), tile(t)]

    elements(text, WORDS, WORDS | {"i8"}, index, ["i8", "i16", "i32", "f16", "f32"])
    both(ELEMENT, None, text, tile(), tile("i16"), tile("i16"), tile())
    reject(ELEMENT, text, tile(), tile("f32"), tile("f32"), tile())
    reject(SAME_ELEMENT, text, tile(), tile("i32"), tile("i32"), tile("f16"))
    both(SAME_ELEMENT, None, text, tile(), tile("i32"), tile("i16"), tile())
    both(SAME_VALID, None, text, tile(), tile("i32"), tile("i32", valid="8x16"), tile())
    columns = "expects every column to be valid"
    reject(columns, text, *changed(index("f32"), 3, tile(valid="16x8")))
    narrow = tile("i32", valid="16x8")
    reject(columns, text, tile(), narrow, narrow, tile())
    tiles_only(text, index("f32"), [0, 3])

    text = form("tgather", 3, 2, " {cmpMode = #pto<cmp %s>, offset = 3 : i32}")
    operands = [tile(), "f32", tile(), tile("i32"), tile("i32")]
    for mode in ["eq", "gt"]:
        accept(text % mode, *operands)
    for mode in ["ne", "lt", "le", "ge"]:
        reject("to be eq or gt", text % mode, *operands)
    ints = [tile("i32"), "i32", tile("i32"), tile("i32"), tile("i32")]
    accept(text % "eq", *ints)
    both(ELEMENT, None, text % "gt", *ints)
    short = [tile("i16"), "i16", tile("i16"), tile("i32"), tile("i32")]
    both(ELEMENT, None, text % "eq", *short)
    reject("expects kValue to have the element type", text % "eq", *changed(operands, 1, "f16"))
    reject(ELEMENT, text % "eq", *operands[:3], tile("i16"), tile("i16"))
    reject(SAME_ELEMENT, text % "eq", *operands[:4], tile("ui32"))
    for i in [0, 2, 3, 4]:
        dtype = "i32" if i > 2 else "f32"
        reject(ROW_MAJOR, text % "eq", *changed(operands, i, tile(dtype, **COL)))
        reject(VEC, text % "eq", *changed(operands, i, tile(dtype, loc="mat")))

    text = "pto.tgather ins($0, {maskPattern = #pto.mask_pattern<%s>} : #0) outs($1 : #1)"
    mask = text % "P1010"
    elements(mask, set(TYPES) - {"i8"}, set(TYPES), same(2))
    for pattern in ["P0101", "P0001", "P0010", "P0100", "P1000", "P1111"]:
        accept(text % pattern, tile(), tile())
    reject(ROW_MAJOR, mask, tile(**COL), tile())
    reject(VEC, mask, tile(loc="mat"), tile())
    reject("elements of the same size", mask, tile(), tile("f16"))
    accept(mask, tile(), tile("i32"))
    reject(columns, mask, tile(), tile(valid="16x8"))
    # The forms exclude each other; in generic form they can be mixed.
    mixed = (
        '"pto.tgather"($0, $1, $2) {maskPattern = #pto.mask_pattern<P0101>, '
        "operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 0>} : (#0, #1, #2) -> ()"
    )
    reject("exactly one of indices, kValue and maskPattern", mixed, tile(), tile(), tile("i32"))
    none = (
        '"pto.tgather"($0, $1) {operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>} '
        ": (#0, #1) -> ()"
    )
    reject("exactly one of indices, kValue and maskPattern", none, tile(), tile())

    text = form("tgatherb", 2)
    accept(text, tile(), tile("ui32"), tile())
    accept(text, tile(), tile("f32"), tile())
    reject(SIZES, text, tile("i64"), tile("ui32"), tile("i64"))
    both(ROW_MAJOR, None, text, tile(), tile("ui32"), tile(**COL))
    tiles_only(text, [tile(), tile("ui32"), tile()], range(3))


def scatters():
    text = form("tscatter", 2)
    pairs = {
        "f32": "i32",
        "i32": "i32",
        "f16": "i16",
        "bf16": "i16",
        "i16": "i16",
        "i8": "i16",
    }
    for dtype in [*pairs, "i64"]:
        for index in ["i8", "i16", "i32", "f16"]:
            wrong = ELEMENT if dtype == "i64" else "expects "
            why = None if pairs.get(dtype) == index else wrong
            both(why, why, text, tile(dtype), tile(index), tile(dtype))
    reject(SAME_ELEMENT, text, tile(), tile("i32"), tile("f16"))
    for i in range(3):
        types = [tile(), tile("i32"), tile()]
        reject(VEC, text, *changed(types, i, types[i].replace("vec", "mat")))


def sorts():
    text = form("tsort32", 2)
    wide = tile(shape="1x128")
    values, indices = tile(shape="1x64"), tile("ui32", "1x64")
    accept(text, values, indices, wide)
    accept(form("tsort32", 3), values, indices, tile(shape="1x64"), wide)
    reject("to be ui32", text, values, tile("i32", "1x64"), wide)
    reject(ELEMENT, text, tile("i32", "1x64"), indices, tile("i32", "1x128"))
    reject(SAME_ELEMENT, text, tile("f16", "1x64"), indices, wide)
    reject(VEC, text, tile(shape="1x64", loc="mat"), indices, wide)
    reject(ROW_MAJOR, text, tile(shape="64x1", **COL), indices, wide)
    accept(text, tile(shape="1x32"), indices, wide)
    merge = "%%k = arith.constant %d : i32\npto.tmrgsort ins($0, %%k : #0, i32) outs($1 : #1)"
    line = tile(shape="1x256")
    for length in [64, 128]:
        accept(merge % length, line, line)
    for length in [32, 0, 96, -64]:
        reject("a positive multiple of 64", merge % length, line, line)
    reject("to have one row", merge % 64, tile(shape="2x128"), tile(shape="2x128"))
    reject(ELEMENT, merge % 64, tile("i32", "1x256"), tile("i32", "1x256"))
    reject("the same columns", merge % 64, line, tile(shape="1x512"))
    reject(SAME_ELEMENT, merge % 64, line, tile("f16", "1x256"))

    def lists(n, tmp="#1", end=""):
        sources = ", ".join(["$0"] * n)
        types = ", ".join(["#0"] * n)
        return (
            f"pto.tmrgsort ins({sources}, $1 {{exhausted = false}} : {types}, {tmp}) "
            f"outs($2, $3 : #2, #3){end}"
        )

    for n in [2, 3, 4]:
        room = tile(shape=f"1x{256 * n}")
        accept(lists(n), line, room, room, "vector<4xi16>")
    room = tile(shape="1x512")
    reject("to be a vector<4xi16>", lists(2), line, room, room, "vector<4xi32>")
    reject("to be a vector<4xi16>", lists(2), line, room, room, "vector<2xi16>")
    reject("two to four sources", lists(5), line, room, room, "vector<4xi16>")
    reject(SAME_ELEMENT, lists(2), tile("f16", "1x256"), room, room, "vector<4xi16>")
    reject(SAME_ELEMENT, lists(2), line, tile("f16", "1x512"), room, "vector<4xi16>")
    reject("the same shape", lists(2), line, tile(shape="1x256"), room, "vector<4xi16>")


def global_memory():
    by_attribute = "the module must say itself"
    gather = form("mgather", 2)
    scatter = form("mscatter", 2)
    data = ["i8", "i16", "i32", "ui8", "ui16", "ui32", "f16", "bf16", "f32", *FP8]
    for dtype in [*data, "i64"]:
        why = ELEMENT if dtype == "i64" else None
        both(by_attribute, why, gather, view(dtype), tile("i32"), tile(dtype))
        both(by_attribute, why, scatter, tile(dtype), tile("i32"), view(dtype))
    verdict("a5", None, gather, view(), tile("i32"), tile())
    for types, why in [
        ([view(), tile("i16"), tile()], ELEMENT),
        ([view(), tile("ui32"), tile()], ELEMENT),
        ([view("f16"), tile("i32"), tile()], SAME_ELEMENT),
        ([view(), tile("i32", "16x8"), tile()], "one valid column or 16"),
        ([view(), tile("i32", "8x16"), tile()], SAME_VALID),
        ([view(), tile("i32", loc="mat"), tile()], VEC),
        ([view(), tile("i32"), tile(loc="mat")], VEC),
        ([view(), tile("i32", **COL), tile()], ROW_MAJOR),
        ([view(), tile("i32"), tile(**COL)], ROW_MAJOR),
        ([tile(), tile("i32"), tile()], "to be a partition_tensor_view"),
    ]:
        both(by_attribute, why, gather, *types)
        memory, index, value = types
        both(by_attribute, why, scatter, value, index, memory)
    both(by_attribute, None, gather, view(), tile("i32", "16x8", valid="16x1"), tile())
    for policy in ["undefined", "clamp", "wrap", "zero"]:
        tail = f" {{gatherOob = #pto<gather_oob {policy}>}}"
        both(by_attribute, None, form("mgather", 2, tail=tail), view(), tile("i32"), tile())
    for policy in ["undefined", "skip", "clamp", "wrap"]:
        tail = f" {{scatterOob = #pto<scatter_oob {policy}>}}"
        both(by_attribute, None, form("mscatter", 2, tail=tail), tile(), tile("i32"), view())
    tail = " {scatterAtomicOp = #pto<scatter_atomic_op %s>}"
    for dtype in ["i8", "i16", "i32", "ui32", "f16", "bf16", "f32"]:
        operands = [tile(dtype), tile("i32"), view(dtype)]
        good = {"i32", "ui32", "f16", "f32"}
        why = None if dtype in good else "for an atomic add"
        both(by_attribute, why, form("mscatter", 2, tail=tail % "add"), *operands)
        why = None if dtype in {"i32", "f32"} else "for an atomic max or min"
        for kind in ["max", "min"]:
            both(by_attribute, why, form("mscatter", 2, tail=tail % kind), *operands)
    # The layout of the memory, where it is known.
    for layout, why in [("nd", None), ("dn", "expects mem to have layout nd")]:
        tensor = "!pto.tensor_view<16x16xf32>"
        strides = "[%n, %o]" if layout == "nd" else "[%o, %n]"
        text = f"""%z = arith.constant 0 : index
        %o = arith.constant 1 : index
        %n = arith.constant 16 : index
        %g = pto.make_tensor_view $0, shape = [%n, %n], strides = {strides} : {tensor}
        %w = pto.partition_view %g, offsets = [%z, %z], sizes = [%n, %n] : {tensor} -> {view()}
        pto.mgather ins(%w, $1 : {view()}, #1) outs($2 : #2)"""
        both(by_attribute, why, text, "!pto.ptr<f32>", tile("i32"), tile())


def table():
    gathers()
    scatters()
    sorts()
    global_memory()
