# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tiles: storage, other views of the same bytes, valid extents."""

from table import COL, NZ, acc, accept, both, left, reject, right, tile, verdict


def storage():
    for valid in ["16x16", "?x16", "16x?", "?x?"]:
        row, col = valid.split("x")
        for rows in [False, True]:
            for cols in [False, True]:
                operands = (" valid_row = $0" if rows else "") + (" valid_col = $0" if cols else "")
                why = None
                if row == "?" and not rows:
                    why = "expects operand 'valid_row'"
                elif row != "?" and rows:
                    why = "has operand 'valid_row'"
                elif col == "?" and not cols:
                    why = "expects operand 'valid_col'"
                elif col != "?" and cols:
                    why = "has operand 'valid_col'"
                text = f"%t = pto.alloc_tile{operands} : {tile(valid=valid)}"
                both(why, why, text, "index")
    accept("%t = pto.alloc_tile addr = $0 : " + tile(), "i64")
    # A valid extent above the shape is for the instructions on the tile.
    accept("%t = pto.alloc_tile : " + tile(valid="17x16"))
    accept("%t = pto.declare_tile -> " + tile())
    lowered = "memref<16x16xf32, strided<[16, 1], offset: ?>, #pto.address_space<vec>>"
    accept(f"%t = pto.declare_tile_memref -> {lowered}")
    source = "memref<16x16xf32, #pto.address_space<vec>>"
    for operands, why in [("", None), (", $1, $1", None)]:
        text = (
            f"%y = pto.bind_tile $0{operands} {{config = #pto.tile_buf_config<>}} : #0 -> {lowered}"
        )
        both(why, why, text, source, "index")
    one_extent = (
        '%y = "pto.bind_tile"($0, $1) {config = #pto.tile_buf_config<>, '
        f"operandSegmentSizes = array<i32: 1, 1, 0>}} : (#0, index) -> {lowered}"
    )
    reject("expects valid_row and valid_col together", one_extent, source, "index")
    no_config = (
        '%y = "pto.bind_tile"($0) {operandSegmentSizes = array<i32: 1, 0, 0>} '
        f": (#0) -> {lowered}"
    )
    reject("requires attribute 'config'", no_config, source)
    accept(f"%y = pto.pointer_cast($0) {{config = #pto.tile_buf_config<>}} : {lowered}", "i64")
    accept(f"%y = pto.pointer_cast($0, $0) : {lowered}", "i64")
    none = (
        f'%y = "pto.pointer_cast"() {{operandSegmentSizes = array<i32: 0, 0, 0>}} : () -> {lowered}'
    )
    reject("expects at least one address", none)


def aliases():
    text = "%x = pto.bitcast $0 : #0 -> #1"

    def cast(why, source, target):
        both(why, why, text.replace("#1", target), source)

    cast(None, tile(), tile("i32"))
    cast(None, tile(), tile("f16"))
    cast("expects the result to have at most as many bytes", tile("f16"), tile())
    cast("expects src and result to have different element types", tile(), tile())
    cast("in the same loc", tile(), tile("i32", loc="mat"))
    cast("the same shape and valid_shape", tile(), tile("i32", "8x32"))
    cast("the same shape and valid_shape", tile(), tile("i32", valid="8x16"))
    for options in [COL, {"slayout": "row_major"}, {"fractal": 1024}, {"pad": 1}, {"compact": 1}]:
        cast("the same layout, fractal, pad and compact", tile(), tile("i32", **options))

    text = "%x = pto.treshape $0 : #0 -> #1"
    cast(None, tile(), tile(shape="8x32"))
    cast(None, tile(), tile(shape="256x1", **COL))
    cast(None, tile(), tile("f16", "16x32"))
    cast(None, tile("f16", loc="mat", **NZ), tile("f16", "32x8", "mat", slayout="row_major"))
    cast("the same number of bytes", tile(), tile(shape="8x16"))
    cast("the same number of bytes", tile(), tile("f16"))
    cast("in the same loc", tile(), tile(loc="mat"))
    boxed = "cannot reshape between a boxed and an unboxed tile"
    cast(boxed, tile(), tile(slayout="row_major"))
    cast(boxed, tile(**NZ), tile())

    text = "%x = pto.tassign $0, $1 : #0 -> #2"
    both(None, None, text.replace("#2", tile()), tile(), "i64")
    why = "expects the result to have the type of the tile"
    both(why, why, text.replace("#2", tile("f16")), tile(), "i64")


def subsets():
    def at(row, col, rows, cols, source):
        return (
            f"%r = arith.constant {row} : index\n%c = arith.constant {col} : index\n"
            f"%x = pto.subset $0[%r, %c] sizes [{rows}, {cols}] : {source}"
        )

    def check(why, row, col, rows, cols, source):
        both(why, why, at(row, col, rows, cols, source), source)

    plain = tile()
    # Of tiles without boxes nothing is tested.
    for window in [(0, 0, 8, 16), (9, 0, 8, 16), (0, 0, 32, 64), (0, 0, 0, 16), (-1, 0, 8, 16)]:
        check(None, *window, plain)
    check("expects exactly two sizes and two offsets", 0, 0, 8, "16, 1", plain)
    # Boxes of 16 rows of 32 bytes, one below the other.
    nz = tile("f16", "64x64", "mat", **NZ)
    check(None, 0, 16, 64, 32, nz)
    whole = "to keep all rows"
    box = "to be multiples of the inner box"
    check(whole, 16, 0, 48, 64, nz)
    check(whole, 0, 0, 32, 64, nz)
    check(f"expects sizes[1] and offsets[1] {box}, 16", 0, 8, 64, 32, nz)
    check(f"expects sizes[1] and offsets[1] {box}, 16", 0, 0, 64, 8, nz)
    check(f"expects sizes[0] and offsets[0] {box}, 16", 8, 0, 64, 64, nz)
    check("expects sizes[1] to be positive", 0, 0, 64, 0, nz)
    check("expects offsets[1] to be 0 or more", 0, -16, 64, 16, nz)
    check("expects exactly two sizes and two offsets", 0, 0, 64, "64, 1", nz)
    # Side by side.
    zz = tile("f16", "64x64", "mat", slayout="row_major")
    check(None, 16, 0, 32, 64, zz)
    check("to keep all columns", 0, 16, 64, 48, zz)
    # Boxes of another size.
    big = tile("f32", "64x64", "acc", **(NZ | {"fractal": 1024}))
    check(None, 0, 16, 64, 16, big)
    check(f"expects sizes[1] and offsets[1] {box}, 16", 0, 8, 64, 16, big)
    bytes_ = tile("i8", "64x64", "mat", **NZ)
    check(f"expects sizes[1] and offsets[1] {box}, 32", 0, 16, 64, 32, bytes_)
    columns = tile("f16", "64x64", "mat", slayout="col_major")
    check(None, 16, 0, 16, 64, columns)
    eight = tile("i8", "64x64", "mat", slayout="col_major")
    check(f"expects sizes[0] and offsets[0] {box}, 32", 16, 0, 32, 64, eight)
    scales = tile("i8", "64x64", "mat", slayout="row_major", fractal=32)
    check(None, 16, 0, 16, 64, scales)
    check(
        "with fractal 32, 512 or 1024",
        0,
        0,
        64,
        64,
        tile("f16", "64x64", "mat", slayout="row_major", fractal=64),
    )
    # An offset that is not known is not 0.
    text = "%c = arith.constant 0 : index\n%x = pto.subset $0[{}] sizes [64, 32] : " + nz
    reject(whole, text.format("$1, %c"), nz, "index")
    accept(text.format("%c, $1"), nz, "index")
    accept(f"%x = pto.subset $0[$1, $1] sizes [8, 16] : {plain}", plain, "index")


def valid_extents():
    dynamic = tile(valid="?x?")
    make = f"%t = pto.alloc_tile valid_row = $0 valid_col = $0 : {dynamic}\n"

    def at(row, col):
        return (
            f"%r = arith.constant {row} : index\n%c = arith.constant {col} : index\n{make}"
            f"pto.set_validshape %t, %r, %c : {dynamic}"
        )

    for row, col, why in [
        (0, 0, None),
        (16, 16, None),
        (17, 16, "expects valid_row to be in [0, 16], got 17"),
        (16, 17, "expects valid_col to be in [0, 16], got 17"),
        (-1, 16, "expects valid_row to be in [0, 16], got -1"),
    ]:
        both(why, why, at(row, col), "index")
    text = "pto.set_validshape $0, $1, $1 : #0"
    reject("expects a tile that this function makes", text, dynamic, "index")
    for valid in ["16x16", "?x16", "16x?"]:
        why = "expects a tile whose valid extents are both dynamic"
        reject(why, text, tile(valid=valid), "index")
    for alias, target in [
        ("treshape", tile(shape="8x32", valid="?x?")),
        ("bitcast", tile("i32", valid="?x?")),
    ]:
        chain = f"{make}%u = pto.{alias} %t : {dynamic} -> {target}\n"
        accept(chain + f"pto.set_validshape %u, $0, $0 : {target}", "index")
    declared = f"%t = pto.declare_tile -> {dynamic}\npto.set_validshape %t, $0, $0 : {dynamic}"
    accept(declared, "index")
    subset = (
        f"{make}%u = pto.subset %t[$0, $0] sizes [8, 8] : {dynamic}\n"
        f"pto.set_validshape %u, $0, $0 : {tile(shape='8x8', valid='?x?')}"
    )
    reject("expects a tile that this function makes", subset, "index")


def left_tiles():
    """The architecture decides about the blayout of a left tile, not its text."""
    for blayout in ["row_major", "col_major"]:
        types = [left(blayout=blayout), right(), acc()]
        accept("pto.tmatmul ins($0, $1 : #0, #1) outs($2 : #2)", *types)
    same_type = "pto.tmov ins($1 : #1) outs($0 : {})"
    operands = [left(), tile("f16", loc="mat", **NZ)]
    accept(same_type.format(left(blayout="col_major")), *operands)
    verdict("a5", None, same_type.format(left()), left(blayout="col_major"), operands[1])


def table():
    storage()
    aliases()
    subsets()
    valid_extents()
    left_tiles()
