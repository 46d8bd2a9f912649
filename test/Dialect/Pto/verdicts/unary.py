# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elementwise operations on one tile, conversions."""

from table import (
    COL,
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


def functions():
    for op, a3, a5 in [
        *((op, FLOATS, FLOATS) for op in ["tabs", "texp", "tlog", "tsqrt", "trsqrt", "trecip"]),
        ("trelu", FLOATS | {"i32"}, FLOATS | {"i32"}),
    ]:
        text = form(op, 1)
        elements(text, a3, a5, same(2))
        layouts(text, [tile()] * 2, range(2))
        tiles_only(text, [tile()] * 2, range(2))
        reject(VEC, text, tile(loc="mat"), tile(loc="mat"))
        reject(SAME_ELEMENT, text, tile(), tile("f16"))
        reject(SAME_VALID, text, tile(), tile(valid="8x16"))
    text = form("tneg", 1)
    elements(text, WORDS, WORDS | {"i8", "bf16"}, same(2))
    accept(text, tile(**COL), tile(**COL))
    both(SAME_VALID, None, text, tile(), tile(valid="8x16"))
    reject(SAME_VALID, text, tile(), tile(valid="16x8"))
    reject(VEC, text, tile(loc="mat"), tile(loc="mat"))
    text = form("tnot", 1)
    elements(text, {"i16"}, set(INTS), same(2))
    layouts(text, [tile("i16")] * 2, range(2))
    reject(SAME_VALID, text, tile("i16"), tile("i16", valid="8x16"))
    reject(SAME_ELEMENT, text, tile("i16"), tile("i32"))
    text = form("trsqrt", 2)
    accept(text, tile(), tile(), tile())
    accept(text, tile(), tile(shape="1x8"), tile())
    reject("at least 32 bytes", text, tile(), tile(shape="1x4"), tile())
    reject(VEC, text, tile(), tile(loc="mat"), tile())
    reject(ROW_MAJOR, text, tile(), tile(**COL), tile())
    aliased = "pto.trecip ins($0 : #0) outs($0 : #0)"
    both("to be different tiles", None, aliased, tile())
    verdict("a2a3", None, aliased, tile())
    verdict("a3", None, aliased, tile(), named=False)


def conversions():
    cast = form("tcvt", 1)
    for source in TYPES:
        for target in TYPES:
            accept(cast, tile(source), tile(target))
    reject(SAME_SHAPE, cast, tile(), tile("f16", "16x32", valid="16x16"))
    reject(SAME_VALID, cast, tile(), tile("f16", valid="8x16"))
    tiles_only(cast, [tile(), tile("f16")], range(2))
    with_scratch = form("tcvt", 2)
    accept(with_scratch, tile(), tile("i8", "1x32"), tile("f16"))
    tiles_only(with_scratch, [tile(), tile(), tile("f16")], [1])
    modes = "pto.tcvt ins($0 {rmode = #pto<round_mode %s>} : #0) outs($1 : #1)"
    for mode in ["NONE", "RINT", "ROUND", "FLOOR", "CEIL", "TRUNC", "ODD", "CAST_RINT"]:
        accept(modes % mode, tile(), tile("i32"))


def quantisation():
    col = tile(shape="16x1", **COL)
    quant = form("tquant", 2, tail=" {quant_type = #pto<quant_type INT8_SYM>}")
    accept(quant, tile(), col, tile("i8"))
    elements(quant, {"f32"}, {"f32"}, lambda t: [tile(t), col, tile("i8")])
    reject(ELEMENT, quant, tile(), col, tile("ui8"))
    asym = form("tquant", 3, tail=" {quant_type = #pto<quant_type INT8_ASYM>}")
    accept(asym, tile(), col, tile(), tile("ui8"))
    reject("to be ui8", asym, tile(), col, tile(), tile("i8"))
    reject(ELEMENT, asym, tile(), col, tile("f16"), tile("ui8"))
    reject("expects an offset", quant.replace("SYM", "ASYM"), tile(), col, tile("ui8"))
    symmetric = asym.replace("ASYM", "SYM")
    reject("expects no offset", symmetric, tile(), col, tile(), tile("i8"))
    both(ROW_MAJOR, None, quant, tile(**COL), col, tile("i8"))
    both(ROW_MAJOR, None, quant, tile(), col, tile("i8", **COL))
    dequant = form("tdequant", 3)
    for dtype in ["i8", "i16", "si8", "si16"]:
        accept(dequant, tile(dtype), col, tile(), tile())
    for dtype in ["i32", "ui8", "f32"]:
        reject("to be i8 or i16", dequant, tile(dtype), col, tile(), tile())
    for types in [
        [tile("i8"), col, tile(), tile("f16")],
        [tile("i8"), col, tile("f16"), tile()],
        [tile("i8"), tile("f16"), tile(), tile()],
    ]:
        reject(ELEMENT, dequant, *types)
    both(ROW_MAJOR, None, dequant, tile("i8", **COL), col, tile(), tile())


def table():
    functions()
    conversions()
    quantisation()
