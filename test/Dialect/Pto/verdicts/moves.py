# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loads, stores, moves between memories, transposition, packing."""

from table import (
    COL,
    ELEMENT,
    NZ,
    ONLY_A5,
    RANK,
    ROW_MAJOR,
    SAME_ELEMENT,
    SAME_SHAPE,
    SAME_VALID,
    TYPES,
    VEC,
    acc,
    accept,
    both,
    form,
    reject,
    tile,
    verdict,
    view,
)

SIZE = "expects tile and window to have elements of the same size"
WINDOW = "to be a partition_tensor_view"


def loads():
    text = form("tload", 1)
    for dtype in [*TYPES, "i64"]:
        accept(text, view(dtype), tile(dtype))
    for dtype in ["f8E4M3FN", "f8E5M2", "f64"]:
        both(ELEMENT, None, text, view(dtype), tile(dtype))
    reject(SIZE, text, view(), tile("f16"))
    accept(text, view(), tile("i32"))
    for loc in ["vec", "mat", "left", "right", "acc", "bias", "scaling"]:
        a3 = None if loc in ("vec", "mat") else "to be in the vec or mat address space"
        both(a3, None, text, view(), tile(loc=loc))
    for pad, a5 in [(0, None), (1, None), (2, "to be padded with null"), (3, "to be padded")]:
        both(None, a5, text, view("i64"), tile("i64", pad=pad))
    # The rule is for signless integers.
    verdict("a5", None, text, view("ui64"), tile("ui64", pad=2))
    reject(WINDOW, text, tile(), tile())
    reject(RANK, text, view(), view())
    reject("expects the dims of src to be positive", text, view(shape="0x16"), tile())
    reject("expects the valid dims of dst to be positive", text, view(), tile(valid="0x16"))
    accept(text, view(shape="?x16"), tile(valid="?x16"))
    # Extents of window and tile are not compared; ranks up to five are used.
    accept(text, view(shape="1x2x3x4x5"), tile())
    text = form("tprefetch", 1)
    accept(text, view(), tile())
    accept(text, view(), tile(loc="mat"))
    reject("to be in the vec or mat address space", text, view(), tile(loc="acc"))
    reject(SIZE, text, view(), tile("f16"))
    reject(WINDOW, text, tile(), tile())
    reject("expects the dims of src to be positive", text, view(shape="16x0"), tile())


def stores():
    text = form("tstore", 1)
    for dtype in [*TYPES, "i64", "ui64"]:
        accept(text, tile(dtype), view(dtype))
    reject(ELEMENT, text, tile("f64"), view("f64"))
    reject(SIZE, text, tile(), view("f16"))
    both(None, "to be in the vec or acc", text, tile(loc="mat", **NZ), view())
    reject("address space", text, tile(loc="left"), view())
    count = "expects as many elements in the window"
    reject(count, text, tile(), view(shape="16x32"))
    reject(count, text, tile(valid="8x16"), view())
    accept(text, tile(), view(shape="8x32"))
    accept(text, tile(valid="?x16"), view())
    reject(WINDOW, text, tile(), tile())
    reject("expects the dims of dst to be positive", text, tile(), view(shape="0x16"))
    reject("to be positive", text, tile(valid="0x16"), view())
    for dtype in ["i32", "f32", "f16", "bf16"]:
        accept(text, acc(), view(dtype))
        accept(text, acc("i32"), view(dtype))
    result = "expects the element type of dst to be one of"
    reject(result, text, acc(), view("i8"))
    reject(ELEMENT, text, acc("f16"), view("f16"))
    wide = acc(shape="16x4096")
    both("to be in [1, 4095]", None, text, wide, view(shape="16x4096"))
    accept(text, acc(shape="16x4080"), view(shape="16x4080"))
    relu = form("tstore", 1, tail=" {reluPreMode = #pto<relu_pre_mode normal_relu>}")
    accept(relu, acc(), view("f16"))
    reject("expects reluPreMode only with src in acc", relu, tile(), view())
    quant = "pto.tstore ins($0 : #0, $1 : i64) outs($2 : #2)"
    for source, targets3, targets5 in [
        (acc("i32"), {"i8", "f16"}, {"i8", "f16", "bf16"}),
        (acc(), {"i8"}, {"i8", "f16", "bf16", "f32"}),
    ]:
        for dtype in TYPES:
            a3 = None if dtype in targets3 else result
            a5 = None if dtype in targets5 else result
            both(a3, a5, quant, source, "i64", view(dtype))
    reject("expects preQuantScalar only with src in acc", quant, tile(), "i64", view())
    for tail in [
        "atomicType = #pto<atomic_type atomic_add>",
        "stPhase = #pto<st_phase partial>",
        "stPhase = #pto<st_phase final>",
    ]:
        accept(form("tstore", 1, tail=f" {{{tail}}}"), tile(), view())
        accept(form("tstore", 1, tail=f" {{{tail}}}"), acc(), view())

    text = form("tstore_fp", 2)
    scales = tile("ui64", "1x16", "scaling")
    for dtype in ["f32", "i32"]:
        accept(text, acc(dtype), scales, view("f16"))
    both(ELEMENT, None, text, acc("f16"), scales, view("f16"))
    reject("to be in the acc address space", text, tile(), scales, view("f16"))
    # The location of the scales is not tested.
    accept(text, acc(), tile("ui64", "1x16"), view("f16"))
    reject(RANK, text, acc(), view(), view("f16"))
    reject(WINDOW, text, acc(), scales, tile())
    both("to be in [1, 4095]", None, text, wide, scales, view(shape="16x4096"))


def moves():
    text = form("tmov", 1)
    mat = tile("f16", loc="mat", **NZ)
    pair = "cannot move from"
    spaces = ["vec", "mat", "left", "right", "acc", "bias", "scaling"]
    good = {("mat", loc) for loc in ["left", "right", "bias", "scaling"]}
    good |= {("vec", "vec"), ("acc", "mat"), ("acc", "vec")}
    for source in spaces:
        for target in spaces:
            types = [tile(loc=source), tile(loc=target)]
            a3 = None if (source, target) in good else pair
            a5 = None if (source, target) == ("vec", "mat") else a3
            both(a3, a5, text, *types)
    # Elements are not compared; shapes are, on A5 only out of mat.
    accept(text, tile(), tile("f16"))
    reject(SAME_SHAPE, text, mat, tile("f16", "16x32", "left"))
    both(SAME_SHAPE, None, text, tile(), tile(shape="16x32"))
    both("to have fractal 512", None, text, acc(), tile("f16", loc="mat", fractal=1024, **NZ))
    for mode in ["single_mode_vec0", "single_mode_vec1", "dual_mode_split_m", "dual_mode_split_n"]:
        tail = f" {{accToVecMode = #pto.acc_to_vec_mode<{mode}>}}"
        accept(form("tmov", 1, tail=tail), acc(), tile())
        only = "expects accToVecMode only on a move from acc to vec"
        reject(only, form("tmov", 1, tail=tail), tile(), tile())
        reject(only, form("tmov", 1, tail=tail), acc(), mat)
    relu = form("tmov", 1, tail=" {reluPreMode = #pto<relu_pre_mode normal_relu>}")
    accept(relu, acc(), tile())
    only = "expects reluPreMode, fp and preQuantScalar only with src in acc"
    reject(only, relu, tile(), tile())
    reject("to use col_major blayout", relu, tile(loc="acc"), tile())
    scales = tile("ui64", "1x16", "scaling")
    fp = "pto.tmov ins($0 : #0, $1 : #1) outs($2 : #2)"
    out = tile("i8", loc="mat", **NZ)
    accept(fp, acc(), scales, out)
    accept(fp, acc("i32"), scales, out)
    reject(ELEMENT, fp, acc("f16"), scales, out)
    reject("to be in the scaling address space", fp, acc(), tile("ui64", "1x16"), out)
    reject(only, fp, tile(), scales, tile())
    reject("to use col_major blayout", fp, tile(loc="acc"), scales, out)

    def generic(segments, attributes, count):
        """tmov with `count` operands, of which `segments` are fp and preQuantScalar."""
        operands = ", ".join(f"${i}" for i in range(count))
        types = ", ".join(f"#{i}" for i in range(count))
        segments = f"operandSegmentSizes = array<i32: 1, 1, {segments}>"
        return f'"pto.tmov"({operands}) {{{segments}{attributes}}} : ({types}) -> ()'

    dual = ", accToVecMode = #pto.acc_to_vec_mode<dual_mode_split_m>"
    accept(generic("0, 1", "", 3), acc(), tile(), "i64")
    reject("with a dual split mode", generic("0, 1", dual, 3), acc(), tile(), "i64")
    reject(only, generic("0, 1", "", 3), tile(), tile(), "i64")
    reject("with a dual split mode", generic("1, 0", dual, 3), acc(), tile(), scales)
    why = "expects fp or preQuantScalar, not both"
    reject(why, generic("1, 1", "", 4), acc(), tile(), scales, "i64")

    text = form("tmov.fp", 2)
    accept(text, acc(), scales, out)
    both(ELEMENT, ELEMENT, text, acc("f16"), scales, out)
    reject("to be in the scaling address space", text, acc(), tile("ui64", "1x16"), out)
    reject("to use", text, tile(loc="acc"), scales, out)
    both("to be in the acc", None, text, tile(loc="mat", **NZ), scales, out)
    both("to be in the mat", None, text, acc(), scales, tile("i8"))
    both("to use", None, text, acc(), scales, tile("i8", loc="mat"))
    both(
        "to have fractal 512", None, text, acc(), scales, tile("i8", loc="mat", fractal=1024, **NZ)
    )


def transposition():
    text = form("ttrans", 2)
    for dtype in TYPES:
        accept(text, *[tile(dtype, "32x32")] * 3)
    for dtype in ["i64", "f8E4M3FN", "f64"]:
        reject(ELEMENT, text, *[tile(dtype, "32x32")] * 3)
    reject(SAME_ELEMENT, text, tile(), tile(), tile("i32"))
    both(None, SAME_ELEMENT, text, tile(), tile("i8", "32x32"), tile())
    both(ROW_MAJOR, None, text, tile(**COL), tile(), tile())
    lines = "to be a multiple of 32 bytes long"
    both(None, lines, text, tile(shape="16x4"), tile(shape="16x4"), tile(shape="4x16"))
    both(None, lines, text, tile(shape="4x16"), tile(shape="16x8"), tile(shape="16x4"))
    both(None, lines, text, tile(shape="16x16"), tile(), tile(shape="4x16", **COL))
    accept(text, tile(shape="16x8"), tile(shape="16x8"), tile(shape="8x16"))


def packing():
    text = form("tpack", 1)
    types = {"i8": 1, "ui8": 1, "i16": 2, "f16": 2, "i32": 4, "f32": 4, "i64": 8}
    good = {(4, 2), (4, 1), (2, 1)}
    for source, wide in types.items():
        for target, narrow in types.items():
            wrong = "elements" if wide in (2, 4) and narrow in (1, 2) else ELEMENT
            a5 = None if (wide, narrow) in good else wrong
            both(ONLY_A5, a5, text, tile(source), tile(target))
    both(ONLY_A5, VEC, text, tile("i32", loc="mat"), tile("i16", loc="mat"))
    both(ONLY_A5, ROW_MAJOR, text, tile("i32", **COL), tile("i16"))
    both(ONLY_A5, SAME_VALID, text, tile("i32"), tile("i16", valid="8x16"))


def table():
    loads()
    stores()
    moves()
    transposition()
    packing()
