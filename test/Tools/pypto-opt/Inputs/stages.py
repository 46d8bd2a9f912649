# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What stops a .pto file at each stage of the assembler: options, text, rules, level, passes.

    stages.py FOLDER

Writes each program into the folder and runs pypto-opt on it: the status is 1, and the message has
the place and the reason that the row states.
"""

import subprocess
import sys
from pathlib import Path

V = "!pto.tile_buf<vec, 16x16xf32>"
HUGE = "!pto.tile_buf<vec, 256x256xf32>"
A3 = 'pto.target_arch = "a3"'
VECTOR = "pto.kernel_kind = #pto.kernel_kind<vector>"


def kernel(*lines, arguments="", attributes="", module=A3):
    extra = f" attributes {{{attributes}}}" if attributes else ""
    body = "\n".join(f"    {line}" for line in lines)
    return (
        f"module attributes {{{module}}} {{\n  func.func @f({arguments}){extra} {{\n"
        f"{body}\n    return\n  }}\n}}\n"
    )


def fifo(end, *users):
    """The vector end of a FIFO and its users."""
    lines = [
        "%z = arith.constant 0 : i32",
        f"pto.aiv_initialize_pipe {{dir_mask = 2, slot_size = 1024{end[0]}}} "
        f"({end[1]}c2v_consumer_buf = %z : i32, v2c_consumer_buf = %b : i32)",
        *(f"pto.tpush_to_aic(%t : {V}) {{split = {split}}}" for split in users),
    ]
    return kernel(*lines, arguments=f"%b: i32, %t: {V}, %g: !pto.ptr<f32>", attributes=VECTOR)


SLOTS = "gm_slot_buffer = %g : !pto.ptr<f32>, "
LEVEL2, LEVEL3 = "--pto-level=level2", "--pto-level=level3"
ASSEMBLE = "--pto-assemble"
SYNC = "--pto-insert-sync"
ALLOC = f"%t = pto.alloc_tile : {V}"
ADDRESS = "%q = arith.constant 0 : i64"
PLACED = f"%t = pto.alloc_tile addr = %q : {V}"
RESERVE = (
    '%r = pto.reserve_buffer {name = "r", size = 32, location = #pto.address_space<vec>, '
    "auto = %s} -> i32"
)
VIEW = (
    "%o = arith.constant 1 : index",
    "%n = arith.constant 16 : index",
    "%g = pto.make_tensor_view %p, shape = [%n, %n], strides = [%n, %o] "
    "{layout = #pto.layout<dn>} : !pto.tensor_view<16x16xf32>",
)

# Name, options, text, line of the message, part of the reason.
ROWS = [
    # Parsing.
    ("loc", [], "func.func private @f(!pto.tile_buf<ub, 16x16xf32>)", 1, "unknown loc: ub"),
    ("layout", [], f"func.func private @f({V[:-1]}, slayout=box>)", 1, "unknown slayout: box"),
    ("key", [], f"func.func private @f({V[:-1]}, colour=1>)", 1, "unknown key in tile_buf"),
    ("operation", [], kernel("pto.tnothing"), 3, "custom op 'pto.tnothing' is unknown"),
    (
        "dotted",
        [],
        kernel(
            f"pto.tcvt ins(%t {{rmode = #pto.round_mode<RINT>}} : {V}) outs(%t : {V})",
            arguments=f"%t: {V}",
        ),
        3,
        "expected a space before the member of 'round_mode'; write #pto<round_mode RINT>",
    ),
    ("mandatory", [], kernel('"pto.barrier"() : () -> ()'), 3, "requires attribute 'pipe'"),
    # Rules.
    (
        "element",
        [],
        kernel(f"pto.tnot ins(%t : {V}) outs(%t : {V})", arguments=f"%t: {V}"),
        3,
        "(src) takes no elements of 'f32' on the 910B (a2a3)",
    ),
    ("place", [], kernel("pto.tfree_from_aic {split = 0}"), 3, "expects a function with"),
    ("mismatch", [], kernel(*VIEW, arguments="%p: !pto.ptr<f32>"), 5, "layout mismatch"),
    # Levels.
    ("no-address", [LEVEL3], kernel(ALLOC), 3, "requires 'addr' operand"),
    ("address", [LEVEL2], kernel(ADDRESS, PLACED), 4, "unexpected 'addr' operand"),
    (
        "assign",
        [LEVEL2],
        kernel(f"%u = pto.tassign %t, %q : {V} -> {V}", arguments=f"%t: {V}, %q: i64"),
        3,
        "is only supported when --pto-level=level3",
    ),
    (
        "reserved",
        [LEVEL2],
        kernel(RESERVE.replace("%s", "false, base = 0")),
        3,
        "expects auto = true",
    ),
    ("automatic", [LEVEL3], kernel(RESERVE.replace("%s", "true")), 3, "expects auto = false"),
    # Passes.
    ("mixed", [], fifo(("", SLOTS), 0, 1), 6, "mixes split 1 with split 0"),
    ("against", [], fifo((", nosplit = true", SLOTS), 1), 5, "its pipe says nosplit = true"),
    ("no-slots", [], fifo(("", ""), 0), 4, "requires gm_slot_buffer on A3"),
    (
        "peer",
        [],
        kernel('%i = pto.import_reserved_buffer {name = "r", peer_func = @g} -> i32'),
        3,
        "expects peer_func to name a function",
    ),
    (
        "overflow",
        [ASSEMBLE],
        kernel(
            f"%t = pto.alloc_tile : {HUGE}",
            f"pto.tadd ins(%t, %t : {HUGE}, {HUGE}) outs(%t : {HUGE})",
        ),
        2,
        "'f' needs 262144 bytes of Vec",
    ),
    (
        "dangling",
        [],
        kernel(
            "%u = pto.addptr %p, %i : !pto.ptr<f32> -> !pto.ptr<f32>",
            "%v = arith.select %c, %u, %p : !pto.ptr<f32>",
            arguments="%p: !pto.ptr<f32>, %i: index, %c: i1",
        ),
        3,
        "must feed make_tensor_view",
    ),
    (
        "entry",
        [],
        "func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}",
        1,
        "is an entry point, the only function here, and must return nothing",
    ),
    (
        "hint",
        [SYNC],
        kernel(
            f"pto.tadd ins(%t, %t : {V}, {V}) outs(%t : {V})",
            arguments=f"%t: {V}",
            attributes='pto.auto_sync_tail_hint = "sometimes"',
        ),
        2,
        'pto.auto_sync_tail_hint is "sometimes"',
    ),
    # Emission.
    ("recursion", [], kernel("func.call @f() : () -> ()"), 3, "which leads back here"),
    ("results", [], "func.func private @f() -> (i32, i32)", 1, "returns 2 values"),
    ("message", [], kernel("pto.sync.set <PIPE_MTE3>, 4"), 3, "needs pto.set_ffts"),
]


def main() -> int:
    folder = Path(sys.argv[1])
    wrong = 0
    for name, options, text, line, why in ROWS:
        path = folder / f"{name}.pto"
        path.write_text(text)
        done = subprocess.run(
            ["pypto-opt", *options, path, "-o", "/dev/null"], capture_output=True, text=True
        )
        first = next((ln for ln in done.stderr.splitlines() if ": error: " in ln), "")
        if done.returncode != 1 or not first.startswith(f"{path}:{line}:") or why not in first:
            wrong += 1
            print(f"{name}: status {done.returncode}, {first or done.stderr[:200]}")
    print(f"{len(ROWS)} programs, wrong: {wrong}")
    return bool(wrong)


sys.exit(main())
