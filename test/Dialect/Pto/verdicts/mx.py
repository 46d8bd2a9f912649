# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Micro-scaled products."""

from table import (
    ELEMENT,
    FP8,
    ONLY_A5,
    RANK,
    SAME_ELEMENT,
    SAME_SHAPE,
    SAME_VALID,
    TYPES,
    acc,
    accept,
    both,
    changed,
    left,
    reject,
    right,
    tile,
    view,
)

E4M3 = FP8[0]
A, SA, B, SB, D, LAST = range(6)
CUBE = {"blayout": "col_major"}


def products(rows="16"):
    """a, its scales, b, its scales, dst."""
    return [
        left(E4M3, "16x32", valid=f"{rows}x32", **CUBE),
        tile(E4M3, "16x32", "scaling", valid=f"{rows}x32"),
        right(E4M3, "32x16"),
        tile(E4M3, "32x16", "scaling"),
        acc(valid=f"{rows}x16"),
    ]


def forms(op):
    return [
        (f"pto.{op} ins($0, $1, $2, $3 : #0, #1, #2, #3) outs($4 : #4)", ""),
        (f"pto.{op}.acc ins($5, $0, $1, $2, $3 : #5, #0, #1, #2, #3) outs($4 : #4)", "acc"),
        (f"pto.{op}.bias ins($0, $1, $2, $3, $5 : #0, #1, #2, #3, #5) outs($4 : #4)", "bias"),
    ]


def matrices():
    for text, kind in forms("tmatmul.mx"):
        extra = {"": [], "acc": [acc()], "bias": [tile(shape="1x16", loc="bias")]}[kind]
        types = products() + extra
        # A3 lacks the product and lets it pass.
        accept(text, *types)
        for fp8 in FP8:
            changed_types = changed(types, A, left(fp8, "16x32", **CUBE))
            accept(text, *changed_types)
        for dtype in TYPES:
            both(None, ELEMENT, text, *changed(types, A, left(dtype, "16x32", **CUBE)))
            both(None, ELEMENT, text, *changed(types, B, right(dtype, "32x16")))
        for dtype in ["i32", "f16"]:
            both(None, ELEMENT, text, *changed(types, D, acc(dtype)))
        # Scales are tested for their rank and valid extents alone.
        accept(text, *changed(types, SA, tile("f32", "1x8")))
        for i in (SA, SB):
            reject(RANK, text, *changed(types, i, view()))
            larger = tile(E4M3, "16x32", "scaling", valid="17x32")
            reject("to satisfy valid_shape[0] <= shape[0]", text, *changed(types, i, larger))
        if kind == "acc":
            both(None, SAME_ELEMENT, text, *changed(types, LAST, acc("i32")))
            both(None, SAME_VALID, text, *changed(types, LAST, acc(valid="8x16")))
        if kind == "bias":
            reject(ELEMENT, text, *changed(types, LAST, tile("f16", "1x16", "bias")))
            reject("to have one row", text, *changed(types, LAST, tile(loc="bias")))
            # The only one of the three whose operands are those of tmatmul.
            reject("to be in the left", text, *changed(types, A, tile(E4M3, "16x32")))
            reject("to be in the right", text, *changed(types, B, tile(E4M3, "32x16")))
            reject("to be in the acc", text, *changed(types, D, tile()))
            reject("expects shapes M x K", text, *changed(types, D, acc(shape="16x32")))
        else:
            accept(text, *changed(types, A, tile(E4M3, "16x32")))


def vectors():
    for text, kind in forms("tgemv.mx"):
        bias = tile(shape="1x16", loc="bias")
        extra = {"": [], "acc": [acc(valid="1x16")], "bias": [bias]}[kind]
        types = products("1") + extra
        both(ONLY_A5, None, text, *types)

        def a5(why, position, new, text=text, types=types):
            both(ONLY_A5, why, text, *changed(types, position, new))

        whole = products()
        both(ONLY_A5, "to have 1 valid row", text, *whole, *extra)
        for dtype in TYPES:
            a5(ELEMENT, A, left(dtype, "16x32", valid="1x32", **CUBE))
            a5(ELEMENT, B, right(dtype, "32x16"))
        a5(ELEMENT, D, acc("i32", valid="1x16"))
        a5("to be in the left", A, tile(E4M3, "16x32", valid="1x32"))
        a5("to be in the right", B, tile(E4M3, "32x16"))
        a5("to be in the acc", D, tile(valid="1x16"))
        scaling = "to be in the scaling address space"
        a5(scaling, SA, tile(E4M3, "16x32", valid="1x32"))
        a5(scaling, SB, tile(E4M3, "32x16"))
        a5(SAME_SHAPE, SA, tile(E4M3, "32x32", "scaling", valid="1x32"))
        a5(SAME_VALID, SA, tile(E4M3, "16x32", "scaling", valid="2x32"))
        a5(SAME_SHAPE, SB, tile(E4M3, "32x32", "scaling", valid="32x16"))
        a5(SAME_VALID, SB, tile(E4M3, "32x16", "scaling", valid="32x8"))
        if kind == "acc":
            a5(SAME_ELEMENT, LAST, acc("i32", valid="1x16"))
            a5(SAME_VALID, LAST, acc(valid="1x8"))
        if kind == "bias":
            a5(ELEMENT, LAST, tile("f16", "1x16", "bias"))
            a5("to have one row", LAST, tile(loc="bias"))
            a5(SAME_VALID, LAST, tile(shape="1x16", loc="bias", valid="1x8"))
            a5("to have the columns of dst", LAST, tile(shape="1x32", loc="bias", valid="1x16"))


def scale_addresses():
    text = "pto.tget_scale_addr ins($0 : #0) outs($1 : #1)"
    a, scales = products()[:2]
    both(ONLY_A5, None, text, a, scales)
    both(ONLY_A5, "to be in the scaling", text, a, tile(E4M3, "16x32"))
    both(ONLY_A5, SAME_SHAPE, text, a, tile(E4M3, "32x32", "scaling"))
    both(ONLY_A5, SAME_VALID, text, a, tile(E4M3, "16x32", "scaling", valid="8x32"))
    both(ONLY_A5, RANK, text, view(E4M3, "16x32"), scales)


def table():
    matrices()
    vectors()
    scale_addresses()
