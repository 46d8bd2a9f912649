# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes inputs that upset readers into a folder, by name: ok-* is accepted, bad-* refused."""

import io
import random
import sys
from pathlib import Path

from pypto.mlir import ir

folder = Path(sys.argv[1])
TILE = "!pto.tile_buf<vec, 16x16xf32>"
DEEP = 10_000


def nested(begin, inner, end, n=DEEP):
    return begin * n + inner + end * n


def body(text, arguments=""):
    return f"func.func @f({arguments}) {{\n{text}\nreturn\n}}\n"


def calls(levels, times):
    """Each function calls the next one so many times."""
    functions = [
        f"func.func @f{i}() {{\n" + f"func.call @f{i + 1}() : () -> ()\n" * times + "return\n}"
        for i in range(levels)
    ]
    entry = "attributes {pto.entry} "
    functions[0] = functions[0].replace("{", entry + "{", 1)
    last = f"func.func @f{levels}() {{\npto.barrier <PIPE_ALL>\nreturn\n}}"
    return "\n".join([*functions, last])


def mapped(expression):
    return f"#m = affine_map<(d0) -> ({expression})>\nfunc.func private @f() attributes {{a = #m}}"


def aliased(first, link, kind, n=DEEP):
    """Each alias is made of the one before it."""
    lines = [f"{kind}a0 = {first}"]
    lines += [f"{kind}a{i + 1} = {link.replace('?', f'{kind}a{i}')}" for i in range(n)]
    return "\n".join(lines) + f"\nfunc.func private @f() attributes {{a = {kind}a{n}}}"


texts = {
    "ok-empty": "",
    "ok-comment": "// " + "x" * 1_000_000 + "\nmodule {}",
    "ok-windows": "module {\r\n}\r\n",
    "ok-many": body(
        "\n".join([f"pto.tadd ins(%t, %t : {TILE}, {TILE}) outs(%t : {TILE})"] * 5000),
        f"%t: {TILE}",
    ),
    # None of these is near what the stack holds.
    "ok-long-expression": mapped("d0" + " + d0 * 3 mod 7" * 80),
    "ok-many-expressions": mapped(", ".join(["d0 + 1"] * 1000)),
    "ok-arrays": f"func.func private @f() attributes {{a = {nested('[', '', ']', 250)}}}",
    "ok-aliases": aliased("1", "[?]", "#", 250),
    "ok-alias-types": aliased("i32", "() -> ?", "!", 250),
    "ok-many-aliases": "\n".join(f"#a{i} = [[[[{i}]]]]" for i in range(DEEP)),
    "ok-negative-numbers": body(
        "\n".join(f"%c{i} = arith.constant -{i + 1} : index" for i in range(DEEP))
    ),
    "ok-brackets-in-strings": "func.func private @f() attributes "
    f'{{a = "{"(" * DEEP}"}} // {"<" * DEEP}',
    "ok-chain": body(
        "%p0 = pto.addptr %p, %i0 : !pto.ptr<f32> -> !pto.ptr<f32>\n"
        + "\n".join(
            f"%i{i + 1} = arith.addi %i{i}, %i0 : index\n"
            f"%p{i + 1} = pto.addptr %p{i}, %i{i} : !pto.ptr<f32> -> !pto.ptr<f32>"
            for i in range(DEEP)
        ),
        "%p: !pto.ptr<f32>, %i0: index",
    ),
    "bad-calls": calls(DEEP, 1),
    "bad-calls-of-calls": calls(60, 2),
    "bad-recursion": "func.func @a() {\nfunc.call @b() : () -> ()\nreturn\n}\n"
    "func.func @b() {\nfunc.call @a() : () -> ()\nreturn\n}\n"
    "func.func @f() attributes {pto.entry} {\nfunc.call @a() : () -> ()\nreturn\n}\n",
    "bad-size": f"func.func private @f({TILE.replace('16x16', '3037000500x3037000500')})",
    "bad-digits": f"func.func private @f() attributes {{a = {'9' * 1_000_000} : i64}}",
    "bad-truncated": "func.func @f() {",
    "bad-duplicate": body("") * 2,
    "bad-branches": f"func.func @f(%c: i1) {{\n{nested('scf.if %c {', '', '}')}\nreturn\n}}",
    "bad-modules": nested("module {", "", "}"),
    "bad-arrays": f"module attributes {{a = {nested('[', '', ']')}}} {{}}",
    "bad-dictionaries": f"module attributes {{a = {nested('{a=', '1', '}')}}} {{}}",
    "bad-types": f"func.func private @f({nested('tuple<', 'i32', '>')})",
    "bad-sum": mapped("d0" + " + d0" * 6 * DEEP),
    "bad-remainders": mapped("d0" + " mod 7" * 6 * DEEP),
    "bad-negations": mapped("- " * 6 * DEEP + "d0"),
    "bad-sums-in-sums": mapped(nested("(", "d0" + " + d0" * 250, " + d0" * 250 + ")", 250)),
    "bad-set": f"#s = affine_set<(d0) : (d0{' + d0' * 6 * DEEP} >= 0)>\nmodule {{}}",
    "bad-subscript": body(
        f"%x = affine.load %m[%i{' + 1' * 6 * DEEP}] : memref<8xf32>",
        "%m: memref<8xf32>, %i: index",
    ),
    "bad-subscript-of-digits": body(
        f"%0 = arith.constant 1 : index\n%x = affine.load %m[%0{'-1' * 6 * DEEP}] : memref<8xf32>",
        "%m: memref<8xf32>",
    ),
    "bad-alias-arrays": aliased("1", "[?]", "#"),
    "bad-alias-types": aliased("i32", "()\n->\n?", "!"),
    "bad-alias-locations": aliased('loc("a")', 'loc("a"(?))', "#"),
    "bad-alias-of-aliases": aliased("1", "[?, ?]", "#", 64),
    "bad-alias-of-types": aliased("i32", "tuple<?, ?>", "!", 64),
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


def bytecode(times, n):
    """An array of arrays, each `times` in the next."""
    data = io.BytesIO()
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse("func.func private @f()")
        attribute = ir.UnitAttr.get()
        for _ in range(n):
            attribute = ir.ArrayAttr.get([attribute] * times)
        module.body.operations[0].attributes["a"] = attribute
        module.operation.write_bytecode(data)
    return data.getvalue()


generator = random.Random(5)
binary = {
    "bad-random": generator.randbytes(5000),
    "bad-assembler": b"PTOBC\x01\x00" + generator.randbytes(100),
    "bad-bytecode": b"ML\xefR" + generator.randbytes(200),
    "ok-bytecode": bytecode(1, 250),
    "bad-bytecode-arrays": bytecode(1, 1000),
    "bad-bytecode-of-arrays": bytecode(2, 64),
    "bad-not-utf8": "func.func @\u00e9() {".encode("latin-1"),
}
for name, text in texts.items():
    (folder / f"{name}.pto").write_text(text, newline="")
for name, data in binary.items():
    (folder / f"{name}.pto").write_bytes(data)
print(f"{len(texts) + len(binary)} inputs")
