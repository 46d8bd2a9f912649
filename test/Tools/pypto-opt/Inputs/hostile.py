# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes inputs that upset readers into a folder, by name: ok-* is accepted, bad-* refused."""

import random
import sys
from pathlib import Path

folder = Path(sys.argv[1])
TILE = "!pto.tile_buf<vec, 16x16xf32>"
DEEP = 10_000


def nested(begin, inner, end, n=DEEP):
    return begin * n + inner + end * n


def body(text, arguments=""):
    return f"func.func @f({arguments}) {{\n{text}\nreturn\n}}\n"


alloc = "%t = pto.alloc_tile"
texts = {
    "ok-empty": "",
    "ok-comment": "// " + "x" * 1_000_000 + "\nmodule {}",
    "ok-windows": "module {\r\n}\r\n",
    "ok-many": body(
        "\n".join([f"pto.tadd ins(%t, %t : {TILE}, {TILE}) outs(%t : {TILE})"] * 5000),
        f"%t: {TILE}",
    ),
    "ok-brackets-in-strings": "func.func private @f() attributes "
    f'{{a = "{"(" * DEEP}"}} // {"<" * DEEP}',
    "bad-truncated": "func.func @f() {",
    "bad-duplicate": body("") * 2,
    "bad-branches": f"func.func @f(%c: i1) {{\n{nested('scf.if %c {', '', '}')}\nreturn\n}}",
    "bad-modules": nested("module {", "", "}"),
    "bad-arrays": f"module attributes {{a = {nested('[', '', ']')}}} {{}}",
    "bad-dictionaries": f"module attributes {{a = {nested('{a=', '1', '}')}}} {{}}",
    "bad-types": f"func.func private @f({nested('tuple<', 'i32', '>')})",
    "bad-sections": body(nested("pto.section.cube {", "", "}")),
    "bad-open": "(" * DEEP,
    "bad-shape": f"func.func private @f({TILE.replace('16x16', '9' * 25 + 'x16')})",
    "bad-fractal": f"func.func private @f({TILE[:-1]}, fractal={'9' * 25}>)",
    "bad-token": body("pto.get_buf[#pto.pipe_event_type<TVEC>, 99999999999999999999]"),
    "bad-events": body(
        "%x = pto.declare_eventid_array -> !pto.eventid_array<99999999999999999999>"
    ),
    "bad-number": body(f"%c = arith.constant {'1234567890' * 4} : index"),
    "bad-mask": "func.func @f(%z: i32) attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {\n"
    "pto.aic_initialize_pipe {dir_mask = 300, slot_size = 32} "
    "(c2v_consumer_buf = %z : i32, v2c_consumer_buf = %z : i32)\nreturn\n}",
    "bad-unknown": body("pto.nothing"),
    "bad-subset": body(f"%s = pto.subset %t[] sizes [] : {TILE}", f"%t: {TILE}"),
}
generator = random.Random(5)
binary = {
    "bad-random": generator.randbytes(5000),
    "bad-assembler": b"PTOBC\x01\x00" + generator.randbytes(100),
    "bad-bytecode": b"ML\xefR" + generator.randbytes(200),
    "bad-not-utf8": "func.func @\u00e9() {".encode("latin-1"),
}
for name, text in texts.items():
    (folder / f"{name}.pto").write_text(text, newline="")
for name, data in binary.items():
    (folder / f"{name}.pto").write_bytes(data)
print(f"{len(texts) + len(binary)} inputs")
