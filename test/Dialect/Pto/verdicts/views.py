# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pointers, tensor views, windows, scalar access to global memory."""

from table import accept, both, reject, view

PTR = "!pto.ptr<f32>"


def constants(*values):
    return "".join(f"%c{i} = arith.constant {v} : index\n" for i, v in enumerate(values))


def names(first, count):
    return ", ".join(f"%c{i}" for i in range(first, first + count))


def tensor(shape, strides, dims=None, layout="", dtype="f32"):
    """make_tensor_view of constant shape and strides."""
    n = len(shape)
    dims = "x".join(map(str, dims or shape))
    text = constants(*shape, *strides)
    attribute = f" {{layout = #pto.layout<{layout}>}}" if layout else ""
    return (
        f"{text}%v = pto.make_tensor_view $0, shape = [{names(0, n)}], "
        f"strides = [{names(n, len(strides))}]{attribute} : !pto.tensor_view<{dims}x{dtype}>"
    )


def tensors():
    accept(tensor([16, 64], [64, 1]), PTR)
    accept(tensor([16, 64], [64, 1], ["?", "?"]), PTR)
    accept(tensor([1, 2, 3, 16, 64], [6144, 3072, 1024, 64, 1]), PTR)
    count = "expects one shape and one stride operand for each of the"
    reject(count, tensor([16, 64], [64, 1], [16]), PTR)
    reject(count, tensor([16, 64], [64]), PTR)
    reject(count, tensor([16], [64, 1], [16, 64]), PTR)
    memref = (
        '"pto.make_tensor_view"($0, $1, $1) {operandSegmentSizes = array<i32: 1, 1, 1>} '
        ": (#0, index, index) -> !pto.tensor_view<?xf32>"
    )
    accept(memref, PTR, "index")
    accept(memref, "memref<16xf32>", "index")
    reject("to have at least one dim", memref, "memref<f32>", "index")
    pointee = "expects ptr to point to the element type of the result"
    reject(pointee, memref, "!pto.ptr<f16>", "index")
    # What shape and strides imply: ND, DN and NZ, by the last two dims or by the boxes.
    for shape, strides, implied in [
        ([16, 64], [64, 1], "nd"),
        ([16, 64], [1, 16], "dn"),
        ([16, 64], [128, 1], "nd"),
        ([64, 1], [1, 1], ""),
        ([1, 64], [64, 1], ""),
        ([1, 1], [1, 1], ""),
        ([2, 16, 64], [1024, 1, 16], "dn"),
        ([1, 2, 16, 8, 8], [2048, 1024, 64, 8, 1], "nz"),
    ]:
        for layout in ["nd", "dn", "nz"]:
            fits = implied == layout or not implied
            why = None if fits else f"layout mismatch: user-specified layout={layout}"
            both(why, why, tensor(shape, strides, layout=layout), PTR)
    # Nothing is implied by extents that are not known.
    open_text = (
        "%o = arith.constant 1 : index\n%v = pto.make_tensor_view $0, shape = [$1, $1], "
        "strides = [$1, %o] {layout = #pto.layout<dn>} : !pto.tensor_view<?x?xf32>"
    )
    accept(open_text, PTR, "index")


def window(offsets, sizes, source="16x64", result=None, dtype="f32"):
    n = len(offsets)
    result = result or "x".join(map(str, sizes))
    return (
        constants(*offsets, *sizes) + f"%w = pto.partition_view $0, offsets = [{names(0, n)}], "
        f"sizes = [{names(n, len(sizes))}] : !pto.tensor_view<{source}xf32> -> "
        f"!pto.partition_tensor_view<{result}x{dtype}>"
    )


def windows():
    source = "!pto.tensor_view<16x64xf32>"
    accept(window([0, 0], [16, 64]), source)
    accept(window([8, 32], [8, 32]), source)
    accept(window([0, 0], [8, 32], result="?x32"), source)
    inside = "expects the window to be inside the source"
    for offsets, sizes in [
        ([9, 0], [8, 64]),
        ([0, 1], [16, 64]),
        ([17, 0], [1, 64]),
        ([0, 0], [17, 64]),
    ]:
        reject(inside, window(offsets, sizes), source)
    for sizes in [[0, 64], [-1, 64]]:
        reject("expects sizes[0] to be positive", window([0, 0], sizes, result="?x64"), source)
    reject("expects offsets[1] to be 0 or more", window([0, -1], [16, 32]), source)
    static = "expects sizes[1] to be the static extent 16 of the result, got 32"
    reject(static, window([0, 0], [16, 32], result="16x16"), source)
    reject("to have the element type of the source", window([0, 0], [16, 64], dtype="f16"), source)
    count = "expects one offset and one size for each of the"
    reject(count, window([0], [16, 64]), source)
    reject(count, window([0, 0], [16], result="16"), source)
    # Ranks are expected to be equal, but not tested.
    accept(window([0, 0], [16, 64], result="16x64x1"), source)
    # In a dimension of unknown extent nothing is known to be outside.
    accept(window([100, 0], [16, 64], source="?x64"), "!pto.tensor_view<?x64xf32>")
    for number, why in [
        (0, None),
        (1, None),
        (2, "expects dim_index to name one of the 2 dims, got 2"),
        (-1, "expects dim_index to name one of the 2 dims, got -1"),
    ]:
        text = constants(number) + "%d = pto.get_tensor_view_dim $0, %c0 : #0 -> index"
        both(why, why, text, source)
    accept("%d = pto.get_tensor_view_dim $0, $1 : #0 -> index", source, "index")
    reject(
        "must be a whole strided tensor in global memory",
        "%d = pto.get_tensor_view_dim $0, $1 : #0 -> index",
        view(),
        "index",
    )


def scalars():
    load = "%x = pto.load_scalar $0[$1] : #0 -> {}"
    store = "pto.store_scalar $2, $0[$1] : #0, #2"
    for dtype in ["i8", "i16", "i32", "i64", "f16", "bf16", "f32"]:
        accept(load.format(dtype), f"!pto.ptr<{dtype}>", "index")
        accept(store, f"!pto.ptr<{dtype}>", "index", dtype)
    value = "expects the value to have the element type of ptr"
    reject(value, load.format("f16"), PTR, "index")
    reject(value, store, PTR, "index", "i32")
    for memory in ["memref<16xf32>", "memref<16xf32, #pto.address_space<gm>>"]:
        accept(load.format("f32"), memory, "index")
        accept(store, memory, "index", "f32")
    local = "memref<16xf32, #pto.address_space<vec>>"
    reject("expects ptr to be in gm", load.format("f32"), local, "index")
    reject("expects ptr to be in gm", store, local, "index", "f32")
    text = "%p = pto.addptr $0, $1 : #0 -> {}"
    accept(text.format(PTR), PTR, "index")
    reject("to have the type of ptr", text.format("!pto.ptr<f16>"), PTR, "index")


def table():
    tensors()
    windows()
    scalars()
