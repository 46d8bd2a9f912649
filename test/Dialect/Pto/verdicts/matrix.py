# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrix products and vector-matrix products."""

from table import (
    FP8,
    NZ,
    RANK,
    SAME_ELEMENT,
    TYPES,
    acc,
    accept,
    both,
    changed,
    form,
    left,
    reject,
    right,
    tile,
    verdict,
    view,
)

FACTORS = ("takes no factors of", "expected: two factors of", "got: ")
SUMS = ("takes no factors of", "expected: sums of", "got: sums of", "help: add up in")


def in_space(name):
    return f"to be in the {name} address space"


def operands(a="f16", b="f16", c="f32"):
    return [left(a), right(b), acc(c)]


def memories_and_shapes(text, types, a, b, c, a_valid="16"):
    """Rules of every product; a, b, c: positions of the operands in `types`."""
    for position, name in [(a, "left"), (b, "right"), (c, "acc")]:
        dtype = "f32" if position == c else "f16"
        reject(in_space(name), text, *changed(types, position, tile(dtype)))
    shapes = "expects shapes M x K, K x N and M x N"
    reject(shapes, text, *changed(types, b, right(shape="32x16", valid="16x16")))
    wide = acc(shape="16x32", valid=f"{a_valid}x16")
    reject(shapes, text, *changed(types, c, wide))
    for extent, position, bad in [
        ("m", a, left(valid="0x16")),
        ("k", a, left(valid=f"{a_valid}x0")),
        ("n", b, right(valid="16x0")),
    ]:
        reject(
            f"expects the valid extent {extent} to be in [1, 4095]",
            text,
            *changed(types, position, bad),
        )
    # Layouts are tested on A5 only.
    both(None, "to use", text, *changed(types, b, tile("f16", loc="right")))
    plain = tile(loc="acc", valid=f"{a_valid}x16")
    both(None, "to use", text, *changed(types, c, plain))


def products():
    text = form("tmatmul", 2)
    triples = {
        ("i8", "i8", "i32"),
        ("f16", "f16", "f32"),
        ("bf16", "bf16", "f32"),
        ("f32", "f32", "f32"),
    }
    for a in TYPES:
        for b in TYPES:
            for c in ["i32", "f32", "f16"]:
                wrong = SUMS if any(row[:2] == (a, b) for row in triples) else FACTORS
                why = None if (a, b, c) in triples else wrong
                both(why, why, text, *operands(a, b, c))
    for fp8 in FP8:
        both(FACTORS, None, text, *operands(fp8, fp8))
    reject(FACTORS, text, *operands(*FP8))
    memories_and_shapes(text, operands(), 0, 1, 2)
    for extent, good in [(4095, True), (4096, False)]:
        types = [left(shape=f"16x{extent}"), right(shape=f"{extent}x16"), acc()]
        why = None if good else "expects the valid extent k"
        both(why, why, text, *types)
    # On A5 a left tile is col_major, whatever its text says.
    accept(text, left(), right(), acc())
    accept(text, left(blayout="col_major"), right(), acc())
    accept(text, left(valid="?x16"), right(valid="16x?"), acc(valid="?x?"))
    reject(RANK, text, view("f16"), right(), acc())

    text = "pto.tmatmul.acc ins($3, $0, $1 : #3, #0, #1) outs($2 : #2)"
    types = [*operands(), acc()]
    accept(text, *types)
    reject(in_space("acc"), text, *changed(types, 3, tile()))
    memories_and_shapes(text, types, 0, 1, 2)
    # Element types are not compared.
    accept(text, *operands("i8", "f16", "f32"), acc("i32"))

    text = "pto.tmatmul.bias ins($0, $1, $3 : #0, #1, #3) outs($2 : #2)"
    types = [*operands(), tile(shape="1x16", loc="bias")]
    accept(text, *types)
    bias_rules(text, types, 3)
    memories_and_shapes(text, types, 0, 1, 2)
    reject(FACTORS, text, *operands("i8", "f16", "f32"), types[3])


def bias_rules(text, types, bias):
    reject(in_space("bias"), text, *changed(types, bias, tile(shape="1x16")))
    reject("to have one row", text, *changed(types, bias, tile(loc="bias")))
    reject(SAME_ELEMENT, text, *changed(types, bias, tile("f16", "1x16", loc="bias")))


def vectors():
    one_row = "to have 1 valid row"
    one, out = left(valid="1x16"), acc(valid="1x16")
    for op, text, extra in [
        ("tgemv", form("tgemv", 2), []),
        ("tgemv.acc", "pto.tgemv.acc ins($3, $0, $1 : #3, #0, #1) outs($2 : #2)", [out]),
        (
            "tgemv.bias",
            "pto.tgemv.bias ins($0, $1, $3 : #0, #1, #3) outs($2 : #2)",
            [tile(shape="1x16", loc="bias")],
        ),
    ]:
        types = [one, right(), out, *extra]
        accept(text, *types)
        reject(one_row, text, *changed(types, 0, left()))
        memories_and_shapes(text, types, 0, 1, 2, "1")
        odd = [left("i8", valid="1x16"), right(), out, *extra]
        why = None if op == "tgemv.acc" else FACTORS
        both(why, why, text, *odd)
        if op == "tgemv.acc":
            reject(in_space("acc"), text, *changed(types, 3, tile(valid="1x16")))
        if op == "tgemv.bias":
            bias_rules(text, types, 3)


def legacy():
    text = "%0 = pto.tmatmul ins($0, $1 : #0, #1) outs($2 : #2) -> #2"
    accept(text, *["tensor<16x16xf32>"] * 3)
    # Operands in lowered form are not tested.
    accept(form("tmatmul", 2), "memref<16x16xf16, #pto.address_space<vec>>", right(), tile())


def table():
    products()
    vectors()
    legacy()
    # The names of the parameters of NZ are those that the rules speak of.
    verdict("a5", None, form("tmatmul", 2), tile("f16", loc="left", **NZ), right(), acc())
