# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""FIFOs between cube and vector cores, as the author writes them."""

from table import COL, NZ, acc, accept, both, reject, tile, verdict

KIND = "expects a function with pto.kernel_kind"
CORES = {"aic": "cube", "aiv": "vector"}
OTHER = {"cube": "vector", "vector": "cube"}


def ends():
    for core, kind in CORES.items():
        text = (
            f"pto.{core}_initialize_pipe {{dir_mask = %s, slot_size = %s%s}} "
            "(c2v_consumer_buf = $0 : i32, v2c_consumer_buf = $1 : i32)"
        )
        types = ["i32", "i32"]
        for mask, why in [
            (1, None),
            (2, None),
            (3, None),
            (0, "expects dir_mask to be 1"),
            (4, "expects dir_mask to be 1"),
            (-1, "expects dir_mask to be 1"),
        ]:
            both(why, why, text % (mask, 1024, ""), *types, kind=kind)
        for size, why in [
            (1, None),
            (0, "expects slot_size to be a positive number of bytes"),
            (-32, "expects slot_size to be a positive number of bytes"),
        ]:
            both(why, why, text % (1, size, ""), *types, kind=kind)
        for value in ["true", "false"]:
            accept(text % (1, 1024, f", nosplit = {value}"), *types, kind=kind)
        plain = text % (1, 1024, "")
        reject(f"{KIND} = #pto.kernel_kind<{kind}>, got none", plain, *types)
        other = OTHER[kind]
        reject(f"{KIND} = #pto.kernel_kind<{kind}>, got {other}", plain, *types, kind=other)
        slots = plain.replace("(c2v", "(gm_slot_buffer = $2 : #2, c2v")
        accept(slots, "i32", "i32", "!pto.ptr<f32>", kind=kind)
        address = "must be 32-bit signless integer, but got 'i64'"
        reject(address, plain.replace("$0 : i32", "$0 : i64"), "i64", "i32", kind=kind)
        buffer = "must be pointer to elements in global memory"
        reject(buffer, slots, "i32", "i32", "memref<16xf32>", kind=kind)
        twice = f"expects at most one 'pto.{core}_initialize_pipe' in a function"
        # Both are found; the first is where the verifier stops.
        end = plain.replace("$0", "%a").replace("$1", "%a")
        around = f"""
  func.func @twice(%a: i32) attributes {{pto.kernel_kind = #pto.kernel_kind<{kind}>}} {{
    // expected-error @+1 {{{{{twice}}}}}
    {end}
    {end}
    return
  }}
{{}}"""
        accept(plain, *types, kind=kind, around=around)


def pushes():
    for op, kind, operand in [
        ("tpush_to_aiv", "cube", acc()),
        ("tpush_to_aic", "vector", tile()),
    ]:
        text = f"pto.{op}($0 : #0) {{split = %d}}"
        splits(text, kind, operand)
        reject(f"{KIND} = #pto.kernel_kind<{kind}>, got none", text % 0, operand)
        reject(
            f"{KIND} = #pto.kernel_kind<{kind}>, got {OTHER[kind]}",
            text % 0,
            operand,
            kind=OTHER[kind],
        )


def splits(text, kind, *types):
    for split in [0, 1, 2]:
        accept(text % split, *types, kind=kind)
    for split in [-1, 5]:
        reject("expects split to be 0 (whole)", text % split, *types, kind=kind)


def pops():
    for op, kind, static, dynamic in [
        ("tpop_from_aic", "vector", tile(), tile(valid="?x?")),
        (
            "tpop_from_aiv",
            "cube",
            tile("f16", loc="mat", **NZ),
            tile("f16", loc="mat", valid="?x?", **NZ),
        ),
    ]:
        text = f"%t = pto.{op} {{split = %d}} -> {static}".replace("%t", "%%t")
        splits(text, kind)
        got = f"{KIND} = #pto.kernel_kind<{kind}>, got"
        reject(f"{got} none", text % 0)
        reject(f"{got} {OTHER[kind]}", text % 0, kind=OTHER[kind])
        extents = f"%t = pto.{op}($0, $1) {{split = 0}} -> "
        accept(extents + dynamic, "index", "index", kind=kind)
        static_text = "has valid operands, but the valid extents of the tile are static"
        reject(static_text, extents + static, "index", "index", kind=kind)
        generic = (
            f'%t = "pto.{op}"($0) {{split = 0 : i8, operandSegmentSizes = array<i32: 1, 0>}} '
            f": (index) -> {dynamic}"
        )
        reject("expects valid_row and valid_col together or neither", generic, "index", kind=kind)
    for op, kind in [("tfree_from_aic", "vector"), ("tfree_from_aiv", "cube")]:
        text = f"pto.{op} {{split = %d}}"
        splits(text, kind)
        got = f"{KIND} = #pto.kernel_kind<{kind}>, got"
        reject(f"{got} none", text % 0)
        reject(f"{got} {OTHER[kind]}", text % 0, kind=OTHER[kind])


def reserved():
    text = (
        '%%a = pto.reserve_buffer {name = "ring", size = %s, '
        "location = #pto.address_space<%s>, auto = %s} -> i32"
    )
    for loc in ["vec", "mat", "left", "right", "acc", "bias", "scaling", "gm", "zero"]:
        why = None if loc in ("vec", "mat") else "expects location to be vec or mat"
        both(why, why, text % (8192, loc, "true"))
    for size in [0, -1]:
        reject("expects size to be a positive number of bytes", text % (size, "vec", "true"))
    accept(text % (1, "vec", "true"))
    accept(text % (1, "vec", "false, base = 0"))
    accept(text % (1, "vec", "false, base = 4096"))
    base = "expects base of 0 or more with auto = false"
    reject(base, text % (1, "vec", "false"))
    reject(base, text % (1, "vec", "false, base = -32"))
    only = "expects at most one 'pto.reserve_buffer' in a function"
    one = text % (1, "vec", "true")
    around = f"""
  func.func @twice() {{
    // expected-error @+1 {{{{{only}}}}}
    {one}
    {one.replace("%a", "%b")}
    return
  }}
{{}}"""
    accept(one, around=around)

    text = '%a = pto.import_reserved_buffer {name = "ring", peer_func = @peer} -> i32'
    peer = f"  func.func @peer() {{\n    {one}\n    return\n  }}\n{{}}"
    accept(text, around=peer)
    reject("expects peer_func to name a function", text)
    other = peer.replace('"ring"', '"other"')
    missing = 'expects @peer to hold a pto.reserve_buffer named "ring"'
    reject(missing, text, around=other)
    reject("expects peer_func to name a function", text.replace("@peer", "@nobody"), around=peer)


def table():
    ends()
    pushes()
    pops()
    reserved()
    # A pushed tile may be of any kind; the lowered form tests it.
    verdict("a5", None, "pto.tpush_to_aic($0 : #0) {split = 0}", tile(**COL), kind="vector")
