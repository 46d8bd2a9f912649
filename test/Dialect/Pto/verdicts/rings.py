# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""FIFOs in the internal form: rings, slots, handles."""

from table import acc, accept, both, reject, tile

LOCAL = (
    "%p = pto.initialize_l2l_pipe {{dir_mask = {mask}, slot_size = {size}, slot_num = {slots}"
    "{more}}} ({operands}) -> !pto.pipe"
)


def ring(through_global=False, mask=1, size=1024, slots=8, more="", operands=None):
    if operands is None:
        operands = "%g : !pto.ptr<f32>, %a : i32" if through_global else "%a : i32"
        if mask == 3:
            operands += ", %b : i32"
    text = LOCAL.format(mask=mask, size=size, slots=slots, more=more, operands=operands)
    if through_global:
        text = text.replace("l2l", "l2g2l")
    return text.replace("%a", "$0").replace("%b", "$1").replace("%g", "$2")


TYPES = ["i32", "i32", "!pto.ptr<f32>"]


def initialisation():
    for through in [False, True]:

        def check(why, through=through, **options):
            both(why, why, ring(through, **options), *TYPES)

        for mask in [1, 2, 3]:
            check(None, mask=mask)
        for mask in [0, 4, -1]:
            check("expects dir_mask to be 1", mask=mask)
        for size in [0, -1]:
            check("expects slot_size to be a positive number of bytes", size=size)
        check(None, size=1)
        for slots in [4, 8]:
            check(None, slots=slots)
        for slots in [0, 1, 2, 16, -8]:
            check("expects slot_num to be 4 or 8", slots=slots)
        for flag, why in [(0, None), (14, None), (-1, "expects flag_base to be 0 or more")]:
            check(why, more=f", flag_base = {flag}")
        for nosplit in ["true", "false"]:
            check(None, more=f", nosplit = {nosplit}")
        peer = "expects peer_local_addr exactly when dir_mask is 3"
        operands = ("%g : !pto.ptr<f32>, " if through else "") + "%a : i32"
        check(peer, mask=3, operands=operands)
        check(peer, mask=1, operands=operands + ", %b : i32")
    for local, why in [
        (1, None),
        (8, None),
        (0, "expects local_slot_num to be in [1, 8], got 0"),
        (9, "expects local_slot_num to be in [1, 8], got 9"),
        (-1, "expects local_slot_num to be in [1, 8], got -1"),
    ]:
        both(why, why, ring(True, more=f", local_slot_num = {local}"), *TYPES)


def slots():
    make = ring().replace("$0", "$1")
    place = "expects to be in a pto.section or in a function with"
    handle = "expects a pipe handle straight from an initialize operation"
    spaces = ["vec", "mat", "left", "right", "acc", "bias", "scaling"]
    for op, good, why in [
        ("tpush", {"acc", "vec"}, "expects a tile in acc or vec"),
        ("tpop", {"vec", "mat"}, "expects a tile in vec or mat"),
    ]:
        text = f"{make}\npto.{op}($0, %p : #0, !pto.pipe) {{split = %d}}".replace("%p ", "%%p ", 1)
        text = text.replace("$0, %p", "$0, %%p")
        for loc in spaces:
            reason = None if loc in good else why
            both(reason, reason, text % 0, tile(loc=loc), "i32", kind="vector")
        operand = tile()
        for split in [1, 2]:
            accept(text % split, operand, "i32", kind="cube")
        for split in [-1, 3]:
            reject("expects split to be 0, 1 or 2", text % split, operand, "i32", kind="cube")
        reject(place, text % 0, operand, "i32")
        lone = f"pto.{op}($0, $1 : #0, !pto.pipe) {{split = 0}}"
        reject(handle, lone, operand, "!pto.pipe", kind="vector")
        for section in ["cube", "vector"]:
            use = f"pto.{op}($0, %p : #0, !pto.pipe) {{split = 0}}"
            accept(f"{make}\npto.section.{section} {{ {use} }}", operand, "i32")
    text = f"{ring()}\npto.tfree(%p : !pto.pipe) {{{{split = {{}}}}}}".replace(
        "{dir_mask", "{{dir_mask"
    ).replace("8} (", "8}} (")
    for split in [0, 1, 2]:
        accept(text.format(split), "i32", kind="vector")
    for split in [-1, 3]:
        reject("expects split to be 0, 1 or 2", text.format(split), "i32", kind="vector")
    reject(place, text.format(0), "i32")
    reject(handle, "pto.tfree($0 : !pto.pipe) {split = 0}", "!pto.pipe", kind="vector")
    # An accumulator is pushed by the cube core in either form of a ring.
    through = ring(True).replace("$0", "$1")
    push = f"{through}\npto.tpush($0, %p : #0, !pto.pipe) {{split = 0}}"
    accept(push, acc(), "i32", "!pto.ptr<f32>", kind="cube")


def table():
    initialisation()
    slots()
