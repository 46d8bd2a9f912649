# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparisons and selection."""

from table import (
    COL,
    ELEMENT,
    FLOATS,
    ROW_MAJOR,
    SAME_ELEMENT,
    SAME_SHAPE,
    SAME_VALID,
    TYPES,
    VEC,
    WORDS,
    accept,
    both,
    changed,
    elements,
    form,
    reject,
    tile,
    tiles_only,
)

PLAIN = ["i8", "i16", "i32", "f16", "f32"]


def comparisons():
    text = "pto.tcmp ins($0, $1 {cmpMode = #pto<cmp lt>} : #0, #1) outs($2 : #2)"

    def mask(t):
        return [tile(t), tile(t), tile("i8")]

    elements(text, {"i32"} | FLOATS, set(TYPES), mask)
    both(ELEMENT, None, text, tile(), tile(), tile("ui8"))
    reject(ELEMENT, text, tile(), tile(), tile("i16"))
    # On A5 neither the elements of the sources nor the location are tested.
    both(SAME_ELEMENT, None, text, tile(), tile("f16"), tile("i8"))
    both(VEC, None, text, *[tile(loc="mat")] * 2, tile("i8", loc="mat"))
    both(None, SAME_SHAPE, text, tile(), tile(), tile("i8", "16x32"))
    both(SAME_VALID, None, text, tile(), tile(), tile("i8", valid="8x16"))
    both(SAME_VALID, None, text, tile(), tile(valid="16x8"), tile("i8"))
    tiles_only(text, mask("f32"), range(3))
    for mode in ["eq", "ne", "lt", "le", "gt", "ge"]:
        accept(text.replace("cmp lt", f"cmp {mode}"), *mask("f32"))
    accept("pto.tcmp ins($0, $1 : #0, #1) outs($2 : #2)", *mask("f32"))

    text = "pto.tcmps ins($0, $1 {cmpMode = #pto<cmp ge>} : #0, #1) outs($2 : #2)"
    elements(text, WORDS, WORDS | {"i8"}, lambda t: [tile(t), t, tile("i8")])
    accept(text, tile(), "f32", tile("i16"))
    accept(text, tile(), "index", tile("i8"))
    accept(text, tile(), "f16", tile("i8"))
    reject(SAME_VALID, text, tile(), "f32", tile("i8", valid="8x16"))
    reject(VEC, text, tile(loc="mat"), "f32", tile("i8"))
    tiles_only(text, [tile(), "f32", tile("i8")], [0, 2])


def selection():
    text = form("tsel", 4)

    def four(t):
        return [tile("i8"), tile(t), tile(t), tile(t), tile(t)]

    elements(text, WORDS, WORDS | {"i8"}, four, PLAIN)
    reject(SAME_ELEMENT, text, tile("i8"), tile(), tile("f16"), tile(), tile())
    for i in [1, 2, 4]:
        reject(ROW_MAJOR, text, *changed(four("f32"), i, tile(**COL)))
    # Mask and scratch are not tested.
    accept(text, tile("f32"), tile(), tile(), tile("i8", "1x8"), tile())
    text = form("tsels", 4)

    def one(t):
        return [tile("i8"), tile(t), tile(t), t, tile(t)]

    elements(text, WORDS, WORDS | {"i8"}, one, PLAIN)
    reject(ELEMENT, text, tile("i8"), tile("ui16"), tile("ui16"), "i16", tile("ui16"))
    reject(SAME_ELEMENT, text, tile("i8"), tile(), tile(), "f32", tile("f16"))
    reject(SAME_VALID, text, tile("i8"), tile(), tile(), "f32", tile(valid="8x16"))
    for i in [1, 4]:
        reject(ROW_MAJOR, text, *changed(one("f32"), i, tile(**COL)))
    accept(text, tile("f32"), tile(), tile("i8", "1x8"), "f32", tile())


def table():
    comparisons()
    selection()
