# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One wrong form or more of each operation of the families whose rules are shared.

Prints modules to be read with -split-input-file -verify-diagnostics. Each has one operation, which
has to be refused with the text that the row states: the text names what was expected and what was
written. The number of rows goes to standard error.
"""

import sys

T, W = "!pypto.tensor<16x32xf32>", "!pypto.tensor<16x33xf32>"
TI, TH = "!pypto.tensor<16x32xi32>", "!pypto.tensor<16x32xf16>"
L, M = "!pypto.tile<16x32xf32, Vec>", "!pypto.tile<16x33xf32, Vec>"
LI, LH = "!pypto.tile<16x32xi32, Vec>", "!pypto.tile<16x32xf16, Vec>"
BYTES = "!pypto.tile<16x4xui8, Vec>"

INTEGER = {"and", "or", "shl", "shr", "not", "xor"}
count = 0


def row(why, operation, operands, results, text=None):
    """`operation` on operands of those types. `text` is what follows its name, with $0, $1, ..."""
    global count
    count += 1
    names = [f"%v{i}" for i in range(len(operands))]
    text = text or ", ".join(f"${i}" for i in range(len(operands)))
    for i in reversed(range(len(operands))):
        text = text.replace(f"${i}", names[i])
    arguments = ", ".join(f"{n}: {t}" for n, t in zip(names, operands, strict=True))
    types = f"({', '.join(operands)}) -> {results}"
    print(f"// -----\nfunc.func @f({arguments}) {{")
    print(f"  // expected-error @+1 {{{{'{operation}' op {why}}}}}")
    print(f"  %r = {operation} {text} : {types}\n  return\n}}")


def tensor_and_tile(name, why_tensor, why_tile, tensors, tiles, text=None):
    row(why_tensor, f"pypto.tensor.{name}", *tensors, text)
    row(why_tile, f"pypto.tile.{name}", *tiles, text)


def binary():
    """Two operands of one element type; tensors broadcast, tiles are of one shape."""
    element = "operands and result must have one element type, got"
    for name in "add sub mul div maximum minimum and or shl shr fmod".split():
        t, tile = (TI, LI) if name in INTEGER else (T, L)
        wide = t.replace("32x", "33x")
        row(
            "shapes [16, 32] and [16, 33] do not broadcast",
            f"pypto.tensor.{name}",
            [t, wide],
            t,
        )
        row("result must have shape [16, 32], got [16, 33]", f"pypto.tensor.{name}", [t, t], wide)
        row(
            "right operand must have shape [16, 32], got [1, 32]",
            f"pypto.tile.{name}",
            [tile, tile.replace("16x32", "1x32")],
            tile,
        )
        half = "i16" if name in INTEGER else "f16"
        full = half.replace("16", "32")
        why = f"{element} '{half}' and '{full}'"
        tensor_and_tile(
            name,
            why,
            why,
            ([t, t.replace(full, half)], t),
            ([tile, tile.replace(full, half)], tile),
        )
        if name in INTEGER:
            why = "expects integer elements, got 'f32'"
            tensor_and_tile(name, why, why, ([T, T], T), ([L, L], L))


def with_scalar():
    for name in "adds subs muls divs maximums minimums ands ors shls shrs fmods".split():
        integer = name[:-1] in INTEGER
        t, tile = (TI, LI) if integer else (T, L)
        element, other = ("i32", "i16") if integer else ("f32", "f16")
        why = f"the scalar must have the element type '{element}', got '{other}'"
        tensor_and_tile(name, why, why, ([t, other], t), ([tile, other], tile))
        why = "result must have shape [16, 32], got [16, 33]"
        tensor_and_tile(
            name,
            why,
            why,
            ([t, element], t.replace("16x32", "16x33")),
            ([tile, element], tile.replace("16x32", "16x33")),
        )
        if integer:
            why = "expects integer elements, got 'f32'"
            tensor_and_tile(name, why, why, ([T, "f32"], T), ([L, "f32"], L))


def unary():
    for name in "neg exp sqrt rsqrt recip log abs relu not sin cos".split():
        t, tile = (TI, LI) if name == "not" else (T, L)
        why = "result must have shape [16, 32], got [16, 33]"
        tensor_and_tile(
            name,
            why,
            why,
            ([t], t.replace("16x32", "16x33")),
            ([tile], tile.replace("16x32", "16x33")),
        )
    why = "same-dtype cast is not a valid operation: 'f32'"
    tensor_and_tile("cast", why, why, ([T], T), ([L], L), "$0 mode(rint)")
    why = "result must have shape [16, 32], got [16, 33]"
    wide = (TH.replace("16x32", "16x33"), LH.replace("16x32", "16x33"))
    tensor_and_tile("cast", why, why, ([T], wide[0]), ([L], wide[1]), "$0 mode(rint)")


def reductions():
    """The reduced axis has one element in the result."""
    for axis, reduced in [("row", "16x1"), ("col", "1x32")]:
        shape = reduced.replace("x", ", ")
        for name in ["sum", "max", "min", "prod", "argmax", "argmin"]:
            arg = name.startswith("arg")
            element = "i32" if arg else "f32"
            op = f"{axis}_{name}"
            scratch = axis == "row" or arg
            operands, text = ([L, L], "$0 scratch $1") if scratch else ([L], None)
            why = f"result must have shape [{shape}], got [16, 32]"
            row(why, f"pypto.tensor.{op}", [T], f"!pypto.tensor<16x32x{element}>")
            row(why, f"pypto.tile.{op}", operands, f"!pypto.tile<16x32x{element}, Vec>", text)
            tensor = f"!pypto.tensor<{reduced}x%s>"
            result = f"!pypto.tile<{reduced}x%s, Vec>"
            if arg:
                why = "result must be of i32, got 'f32'"
            else:
                why = "operands and result must have one element type, got 'f32' and 'f16'"
            wrong = "f32" if arg else "f16"
            row(why, f"pypto.tensor.{op}", [T], tensor % wrong)
            row(why, f"pypto.tile.{op}", operands, result % wrong, text)
            if arg:
                why = "scratch must have shape [16, 32], got [16, 33]"
                row(why, f"pypto.tile.{op}", [L, M], result % "i32", text)
            elif scratch:
                why = "scratch must be at least as large as the source [16, 32], got [8, 32]"
                small = "!pypto.tile<8x32xf32, Vec>"
                row(why, f"pypto.tile.{op}", [L, small], result % "f32", text)


def expansions():
    for axis, shape in [("row", "16x1"), ("col", "1x32")]:
        for suffix in ["", "_add", "_sub", "_mul", "_div", "_max", "_min", "_expdif"]:
            op = f"{axis}_expand{suffix}"
            vector = f"!pypto.tensor<{shape}xf32>"
            line = f"!pypto.tile<{shape}xf32, Vec>"
            why = f"vector must have shape [{shape.replace('x', ', ')}], got [16, 32]"
            tensor_and_tile(op, why, why, ([T, T], T), ([L, L], L))
            why = "result must have shape [16, 32], got [16, 33]"
            if suffix in ("_div", "_expdif"):
                bad = "expects floating-point elements, got 'i32'"
                v, w = vector.replace("f32", "i32"), line.replace("f32", "i32")
                tensor_and_tile(op, bad, bad, ([TI, v], TI), ([LI, w], LI))
            tensor_and_tile(op, why, why, ([T, vector], W), ([L, line], M))


def comparisons():
    row("shapes [16, 32] and [16, 33] do not broadcast", "pypto.tensor.cmp", [T, W], T, "lt $0, $1")
    why = "the scalar must have the element type 'f32', got 'f16'"
    row(why, "pypto.tensor.cmps", [T, "f16"], T, "lt $0, $1")
    row(why, "pypto.tile.cmps", [L, "f16"], BYTES, "lt $0, $1")
    mask = "a mask for [16, 32] has the shape [16, 4] or more columns, got [16, 3]"
    small = BYTES.replace("16x4", "16x3")
    row(mask, "pypto.tile.cmps", [L, "f32"], small, "lt $0, $1")
    row(mask, "pypto.tile.cmp", [L, L], small, "lt $0, $1")
    row("a mask has 8-bit elements, got 'f32'", "pypto.tile.cmp", [L, L], L, "lt $0, $1")
    row(why, "pypto.tile.sels", [BYTES, L, BYTES, "f16"], L, "$0, $1, $3 scratch $2")
    row(mask, "pypto.tile.sels", [small, L, BYTES, "f32"], L, "$0, $1, $3 scratch $2")
    row(mask, "pypto.tile.sel", [small, L, L, BYTES], L, "$0, $1, $2 scratch $3")


def three():
    why = "operand must have shape [16, 32], got [16, 33]"
    scalar = "the scalar must have the element type 'f32', got 'f16'"
    element = "operands and result must have one element type, got 'f16' and 'f32'"
    for name in ["addc", "subc"]:
        row(why, f"pypto.tile.{name}", [L, L, M], L)
        row(element, f"pypto.tile.{name}", [L, L, LH], L)
    for name in ["addsc", "subsc"]:
        row(why, f"pypto.tile.{name}", [L, "f32", M], L)
        row(scalar, f"pypto.tile.{name}", [L, "f16", L], L)
    row(scalar, "pypto.tile.lrelu", [L, "f16"], L)
    row("result must have shape [16, 32], got [16, 33]", "pypto.tile.lrelu", [L, "f32"], M)
    for name in ["part_add", "part_mul", "part_max", "part_min"]:
        tensor_and_tile(name, why, why, ([T, W], T), ([L, M], L))
        tensor_and_tile(name, element, element, ([T, TH], T), ([L, LH], L))


def with_scratch():
    row(
        "shapes [16, 32] and [16, 33] do not broadcast",
        "pypto.tensor.xor",
        [TI, "!pypto.tensor<16x33xi32>"],
        TI,
    )
    why = "the scalar must have the element type 'i32', got 'i16'"
    row(why, "pypto.tensor.xors", [TI, "i16"], TI)
    wide = "!pypto.tile<16x33xi32, Vec>"
    for name in ["xor", "rem"]:
        text = "$0, $1 scratch $2"
        why_shape = "right operand must have shape [16, 32], got [16, 33]"
        row(why_shape, f"pypto.tile.{name}", [LI, wide, LI], LI, text)
        row(why, f"pypto.tile.{name}s", [LI, "i16", LI], LI, text)
    row("expects integer elements, got 'f32'", "pypto.tile.xor", [L, L, L], L, "$0, $1 scratch $2")
    row(
        "expects integer elements, got 'f32'",
        "pypto.tile.xors",
        [L, "f32", L],
        L,
        "$0, $1 scratch $2",
    )
    why_shape = "result must have shape [16, 32], got [16, 33]"
    row(why_shape, "pypto.tensor.rsqrt_precise", [T], T.replace("16x32", "16x33"))
    wide = L.replace("16x32", "16x33")
    row(why_shape, "pypto.tile.rsqrt_precise", [L, L], wide, "$0 scratch $1")
    row(
        "right operand must have shape [16, 32], got [16, 33]",
        "pypto.tile.prelu",
        [L, M, L],
        L,
        "$0, $1 scratch $2",
    )


def main():
    print("// Printed by twins.py.")
    for family in [
        binary,
        with_scalar,
        unary,
        reductions,
        expansions,
        comparisons,
        three,
        with_scratch,
    ]:
        family()
    print(f"{count} wrong forms", file=sys.stderr)


main()
