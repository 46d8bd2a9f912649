# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Extraction from larger tiles and insertion into them."""

from table import (
    COL,
    ELEMENT,
    NZ,
    SAME_ELEMENT,
    TYPES,
    acc,
    accept,
    both,
    elements,
    left,
    reject,
    right,
    tile,
)

FP8 = "f8E4M3FN"
ZN = {"slayout": "col_major"}
ZZ = {"slayout": "row_major"}


def at(op, row=0, col=0, fp=False):
    """The operation at a constant place; $0 source, $1 destination, $2 scales."""
    more, types = (", $2", ", #2") if fp else ("", "")
    return (
        f"%r = arith.constant {row} : index\n%c = arith.constant {col} : index\n"
        f"pto.{op} ins($0{more}, %r, %c : #0{types}, index, index) outs($1 : #1)"
    )


def mat(dtype="f16", shape="32x32", **options):
    return tile(dtype, shape, "mat", **(options or NZ))


def bounds(op, small, large, shape, fp=()):
    """`small` is 16x16 and `large` 32x32; `shape` orders them as the operation does."""
    text_types = shape(small, large)
    for row, col, why in [
        (0, 0, None),
        (16, 16, None),
        (17, 0, "expects indexRow + 16 to be at most 32"),
        (0, 17, "expects indexCol + 16 to be at most 32"),
        (-1, 0, "expects indexRow to be 0 or more"),
        (0, -16, "expects indexCol to be 0 or more"),
    ]:
        both(why, why, at(op, row, col, bool(fp)), *text_types, *fp)


def extraction():
    text = at("textract")
    bounds_of = lambda small, large: [large, small]  # noqa: E731
    bounds("textract", left(), mat(), bounds_of)
    elements(
        text,
        {"i8", "f16", "bf16", "f32", FP8} - {FP8},
        {"i8", "f16", "bf16", "f32", FP8},
        lambda t: [mat(t), left(t)],
        [*TYPES, FP8, "i64"],
    )
    reject(SAME_ELEMENT, text, mat(), left("bf16"))
    spaces = {"vec": {}, "mat": NZ, "left": ZZ, "right": ZN, "acc": NZ, "bias": {}, "scaling": {}}
    for source, source_layout in spaces.items():
        for target, target_layout in spaces.items():
            types = [
                tile("f16", "32x32", source, **source_layout),
                tile("f16", "16x16", target, **target_layout),
            ]
            pair = (source, target)
            a3 = None if pair in {("mat", "left"), ("mat", "right")} else "cannot extract from"
            more = {("mat", "scaling"), ("vec", "mat"), ("vec", "vec")}
            both(a3, None if pair in more else a3, text, *types)
    # What a left tile and a right tile have to look like, and what feeds them.
    reject("expects a left dst to be", text, mat(), tile("f16", loc="left"))
    reject("expects a right dst to be row_major", text, mat(), tile("f16", loc="right"))
    feeds = "expects src in a layout that can feed"
    for layout, left_a3, left_a5, right_a3, right_a5 in [
        (NZ, None, None, None, None),
        ({"blayout": "row_major"}, None, None, None, feeds),
        (ZZ, None, None, None, feeds),
        (ZN, None, None, None, None),
        (COL, feeds, feeds, feeds, feeds),
        ({"blayout": "col_major", "slayout": "col_major"}, feeds, feeds, feeds, feeds),
    ]:
        both(left_a3, left_a5, text, mat(**layout), left())
        both(right_a3, right_a5, text, mat(**layout), right())
    both("cannot extract", "to use", text, tile("f16", "32x32", **COL), tile("f16"))
    both("cannot extract", "to use", text, tile("f16", "32x32"), tile("f16", slayout="row_major"))


def quantising(op, small, large, shape):
    scales = tile("ui64", "1x16", "scaling")
    text = at(op, fp=True)
    bounds(op, small, large, shape, [scales])
    for source, a3, a5 in [
        ("f32", {"i8"}, {"i8", FP8, "f16", "bf16", "f32"}),
        ("i32", {"i8", "i16", "f16"}, {"i8", "f16", "bf16"}),
    ]:
        for target in [*TYPES, FP8]:
            both(
                None if target in a3 else ELEMENT,
                None if target in a5 else ELEMENT,
                text,
                acc(source),
                mat(target, "16x16"),
                scales,
            )
    out = mat("i8", "16x16")
    reject(ELEMENT, text, acc("f16"), out, scales)
    reject("to be in the acc", text, tile(loc="mat", **NZ), out, scales)
    reject("to be in the mat", text, acc(), tile("i8"), scales)
    reject("to be in the scaling", text, acc(), out, tile("ui64", "1x16"))
    reject("to use", text, tile(loc="acc"), out, scales)
    reject("to use", text, acc(), tile("i8", loc="mat"), scales)
    big = tile("i8", loc="mat", fractal=1024, **NZ)
    both("to have fractal 512", None, text, acc(), big, scales)


def insertion():
    into = lambda small, large: [small, large]  # noqa: E731
    bounds("tinsert", acc(), mat(), into)
    text = at("tinsert")
    good3 = {("f32", "f16"), ("f32", "bf16")}
    good5 = good3 | {("f32", "f32"), ("i32", "i32")}
    for source in ["f32", "i32", "f16"]:
        for target in TYPES:
            pair = (source, target)
            both(
                None if pair in good3 else "cannot insert",
                None if pair in good5 else "cannot insert",
                text,
                acc(source),
                mat(target),
            )
    reject("to use", text, tile(loc="acc"), mat())
    reject("to use", text, acc(), tile("f16", "32x32", "mat"))
    both("to have fractal 512", None, text, acc(), mat(fractal=1024, **NZ))
    # The valid extents of the source count, not its shape.
    accept(text, acc(shape="64x64", valid="16x16"), mat())
    spaces = {"vec": {}, "mat": NZ, "left": ZZ, "right": ZN, "acc": NZ, "bias": {}, "scaling": {}}
    for source, source_layout in spaces.items():
        for target, target_layout in spaces.items():
            if (source, target) == ("acc", "mat"):
                continue
            types = [
                tile("f16", "16x16", source, **source_layout),
                tile("f16", "32x32", target, **target_layout),
            ]
            pair = (source, target)
            why = "cannot insert from"
            both(why, None if pair in {("vec", "mat"), ("vec", "vec")} else why, text, *types)
    only = "cannot insert from"
    for dtype in [*TYPES, FP8, "i64"]:
        why = None if dtype in {"i8", "i32", FP8, "f16", "bf16", "f32"} else ELEMENT
        both(only, why, text, tile(dtype), mat(dtype))
        both(only, why, text, tile(dtype), tile(dtype, "32x32"))
    both(only, SAME_ELEMENT, text, tile("f32"), mat())
    both(only, SAME_ELEMENT, text, tile("f32"), tile("f16", "32x32"))
    both(only, None, text, tile("f16", **NZ), mat())
    both(only, "to use", text, tile("f16", **COL), mat())
    both(only, "to use", text, tile("f16"), tile("f16", "32x32", "mat"))
    both(only, "to use", text, tile("f16", **COL), tile("f16", "32x32"))
    both(only, "to use", text, tile("f16"), tile("f16", "32x32", slayout="row_major"))


def table():
    extraction()
    small = mat("i8", "16x16")
    quantising("textract_fp", small, acc(shape="32x32"), lambda a, b: [b, a])
    insertion()
    quantising("tinsert_fp", acc(), mat("i8"), lambda a, b: [a, b])
