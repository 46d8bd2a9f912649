# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Verdicts of the public assembler, rule by rule, for both architectures.

Prints one module per verdict, to be read with -split-input-file
-verify-diagnostics: a module that is to be refused carries an expected error,
and any other diagnostic fails the test. The rules are those of the reference of
the dialect, written down here once more and not taken from our verifiers.

Operands are written $0, $1, ...; their types #0, #1, ...
"""

import re

INTS = ["i8", "i16", "i32"]
TYPES = ["i8", "i16", "i32", "f16", "bf16", "f32"]
FLOATS = {"f16", "f32"}
WORDS = {"i16", "i32", "f16", "f32"}
count = 0
print("// Verdicts, printed by verdicts.py.")


def tile(dtype="f32", shape="16x16", loc="vec", **options):
    text = "".join(f", {key}={value}" for key, value in options.items())
    return f"!pto.tile_buf<{loc}, {shape}x{dtype}{text}>"


def view(dtype="f32", shape="16x16"):
    return f"!pto.partition_tensor_view<{shape}x{dtype}>"


def verdict(arch, accepted, text, *types):
    """One module for \"a3\" or \"a5\"."""
    global count
    count += 1
    arguments = ", ".join(f"%v{i}: {t}" for i, t in enumerate(types))
    body = re.sub(r"\$(\d+)", r"%v\1", text)
    body = re.sub(r"#(\d+)", lambda m: types[int(m[1])], body)
    print("// -----")
    print(f'module attributes {{pto.target_arch = "{arch}"}} {{')
    print(f"  func.func @f({arguments}) {{")
    if not accepted:
        line = body.count("\n") + 1
        print(f"    // expected-error-re @+{line} {{{{{{{{.+}}}}}}}}")
    print(f"    {body}")
    print("    return\n  }\n}")


def both(a3, a5, text, *types):
    verdict("a3", a3, text, *types)
    verdict("a5", a5, text, *types)


def accept(text, *types):
    both(True, True, text, *types)


def reject(text, *types):
    both(False, False, text, *types)


def elements(text, a3, a5, make, sweep=TYPES):
    """Element types: those of \\p a3 and \\p a5 are taken, all others refused."""
    for dtype in sweep:
        both(dtype in a3, dtype in a5, text, *make(dtype))


def form(op, sources, results=1, tail=""):
    """pto.op ins($0, ...) outs($n, ...)"""
    ins = ", ".join(f"${i}" for i in range(sources))
    in_types = ", ".join(f"#{i}" for i in range(sources))
    outs = ", ".join(f"${i}" for i in range(sources, sources + results))
    out_types = ", ".join(f"#{i}" for i in range(sources, sources + results))
    return f"pto.{op} ins({ins} : {in_types}) outs({outs} : {out_types}){tail}"


def same(n):
    return lambda dtype: [tile(dtype)] * n


COL = {"blayout": "col_major"}


def layouts(text, types, positions):
    """Each of \\p positions has to be row_major."""
    for i in positions:
        changed = list(types)
        changed[i] = tile(re.search(r"x([a-z]\w+)[,>]", types[i])[1], **COL)
        reject(text, *changed)


def elementwise():
    a5_byte = WORDS | {"i8"}
    for op, a3, a5 in [
        ("tadd", WORDS, a5_byte | {"bf16"}),
        ("tsub", WORDS, a5_byte),
        ("tmul", WORDS, WORDS),
        ("tdiv", FLOATS, WORDS),
        ("tmax", WORDS, a5_byte),
        ("tmin", WORDS, a5_byte),
        ("tfmod", WORDS, WORDS),
    ]:
        text = form(op, 2)
        elements(text, a3, a5, same(3))
        layouts(text, [tile()] * 3, range(3))
        reject(text, tile(), tile("f16"), tile())
        reject(text, tile(), tile(), tile("f16"))
        reject(text, tile(), tile(), tile(valid="8x16"))
        reject(text, tile(), tile(valid="16x8"), tile())
        # The location is not tested.
        accept(text, *[tile(loc="mat")] * 3)
    elements(form("trem", 3), {"i32", "f32"}, WORDS, same(4))
    reject(form("trem", 3), tile(), tile(), tile(valid="16x8"), tile())
    accept(form("trem", 3), tile(), tile(), tile(valid="1x16"), tile())
    reject(form("trem", 3), tile(), tile(), tile("f16"), tile())
    for op in ["tand", "tor"]:
        elements(form(op, 2), {"i8", "i16"}, set(INTS), same(3))
        reject(form(op, 2), tile("i16"), tile("i16"), tile("i16", valid="8x16"))
        layouts(form(op, 2), [tile("i16")] * 3, range(3))
    elements(form("txor", 3), {"i8", "i16"}, set(INTS), same(4))
    both(False, True, form("txor", 3), *[tile("i16")] * 2, tile("i32"), tile("i16"))
    for op in ["tshl", "tshr"]:
        elements(form(op, 2), set(INTS), set(INTS), same(3))
        reject(form(op, 2), tile("i16"), tile("i32"), tile("i16"))
    masks = [tile(), tile(), tile("ui8"), tile()]
    accept(form("tprelu", 3), *masks)
    both(False, True, form("tprelu", 3), *[tile()] * 4)
    elements(
        form("tprelu", 3),
        FLOATS,
        FLOATS,
        lambda t: [tile(t), tile(t), tile("ui8"), tile(t)],
    )
    reject(form("tprelu", 3), tile(), tile(), tile("ui8"), tile(shape="16x32"))
    accept(form("taddc", 3), *[tile()] * 4)
    reject(form("taddc", 3), tile(), tile(), tile(), tile(shape="16x32"))
    accept(form("tsubc", 3), tile(), tile(), tile(), tile(shape="16x32"))
    for op, _equal in [
        ("tpartadd", False),
        ("tpartmul", False),
        ("tpartmax", True),
        ("tpartmin", True),
    ]:
        elements(form(op, 2), WORDS, WORDS | {"i8", "bf16"}, same(3))
        # One source has to be as large as the result on A3.
        part = tile(valid="8x16")
        accept(form(op, 2), part, tile(), tile())
        both(False, True, form(op, 2), part, part, tile())
        both(False, True, form(op, 2), tile(), tile(), part)
        reject(form(op, 2), tile("f16"), tile(), tile())
    concat = form("tconcat", 2)

    def wide(t):
        return [tile(t), tile(t), tile(t, "16x32")]

    elements(concat, set(TYPES), set(TYPES), wide)
    reject(concat, tile(), tile(), tile())
    reject(concat, tile(valid="8x16"), tile(), tile(shape="16x32"))
    reject(concat, *[tile(loc="mat")] * 2, tile(shape="16x32", loc="mat"))


def with_scalar():
    bytes_too = WORDS | {"i8"}

    def scalar(t):
        return [tile(t), t, tile(t)]

    for op, a5 in [
        ("tadds", bytes_too | {"bf16"}),
        ("tsubs", bytes_too | {"bf16"}),
        ("tmuls", bytes_too | {"bf16"}),
        ("tmins", bytes_too | {"bf16"}),
        ("tmaxs", bytes_too),
        ("tdivs", bytes_too),
    ]:
        text = form(op, 2)
        elements(text, WORDS, a5, scalar)
        reject(text, tile(loc="mat"), "f32", tile(loc="mat"))
        reject(text, tile(), "f32", tile("f16"))
        reject(text, tile(), "f32", tile(valid="16x8"))
        # On A5 only the columns are compared, but for two operations.
        rows = op not in ("tmaxs", "tdivs")
        both(False, rows, text, tile(), "f32", tile(valid="8x16"))
        # The scalar's type is not compared with the element type.
        accept(text, tile("f16"), "f32", tile("f16"))
    accept(form("tdivs", 2), "f32", tile(), tile())
    elements(form("tfmods", 2), WORDS, WORDS, scalar)
    reject(form("tfmods", 2), tile("f16"), "f32", tile("f16"))
    elements(
        form("trems", 3),
        {"i32", "f32"},
        WORDS,
        lambda t: [tile(t), t, tile(t), tile(t)],
    )
    reject(form("trems", 3), tile(), "f16", tile(), tile())
    elements(form("taxpy", 2), FLOATS, FLOATS | {"bf16"}, scalar)
    accept(form("taxpy", 2), tile("f16"), "f16", tile())
    reject(form("taxpy", 2), tile(), "f32", tile("f16"))
    reject(form("taxpy", 2), tile("f16"), "f32", tile())
    accept(form("taddsc", 3), tile(), "f32", tile(), tile())
    reject(form("taddsc", 3), tile(), "f32", tile(shape="16x32"), tile())
    accept(form("tsubsc", 3), tile(), "f32", tile(shape="16x32"), tile())
    for op in ["tands", "tors"]:
        elements(form(op, 2), {"i8", "i16"}, set(INTS), scalar, INTS)
        reject(f"pto.{op} ins($0, $1 : #0, #1) outs($0 : #0)", tile("i16"), "i16")
    elements(
        form("txors", 3),
        {"i8", "i16"},
        set(INTS),
        lambda t: [tile(t), t, tile(t), tile(t)],
        INTS,
    )
    elements(form("tshls", 2), set(INTS), set(INTS), scalar, INTS)
    accept(form("tshls", 2), tile("i64"), "i64", tile("i64"))
    elements(form("tshrs", 2), {"i16", "i32"}, set(INTS), scalar, INTS)
    elements(form("tlrelu", 2), FLOATS, FLOATS, lambda t: [tile(t), "f32", tile(t)])
    accept(form("tlrelu", 2), tile(**COL), "f32", tile(**COL))
    fill = form("texpands", 1)
    elements(fill, WORDS, bytes_too, lambda t: [t, tile(t)])
    both(False, True, fill, "f32", tile(**COL))
    accept(fill, "f32", tile(loc="mat"))
    reject(fill, "f32", tile(loc="acc"))
    reject(fill, "f32", tile("f16"))


def unary():
    for op in ["tabs", "texp", "tlog", "tsqrt", "trsqrt", "trecip"]:
        text = form(op, 1)
        elements(text, FLOATS, FLOATS, same(2))
        layouts(text, [tile()] * 2, range(2))
        reject(text, tile(loc="mat"), tile(loc="mat"))
        reject(text, tile(), tile("f16"))
        reject(text, tile(), tile(valid="8x16"))
    elements(form("tneg", 1), WORDS, WORDS | {"i8", "bf16"}, same(2))
    accept(form("tneg", 1), tile(**COL), tile(**COL))
    both(False, True, form("tneg", 1), tile(), tile(valid="8x16"))
    reject(form("tneg", 1), tile(), tile(valid="16x8"))
    elements(form("trelu", 1), {"i32"} | FLOATS, {"i32"} | FLOATS, same(2))
    elements(form("tnot", 1), {"i16"}, set(INTS), same(2))
    accept(form("trsqrt", 2), tile(), tile(), tile())
    accept(form("trsqrt", 2), tile(), tile(shape="1x8"), tile())
    reject(form("trsqrt", 2), tile(), tile(shape="1x4"), tile())
    same_tile = "pto.trecip ins($0 : #0) outs($0 : #0)"
    both(False, True, same_tile, tile())
    cast = form("tcvt", 1)
    for source in TYPES:
        for target in TYPES:
            accept(cast, tile(source), tile(target))
    reject(cast, tile(), tile("f16", "16x32"))
    reject(cast, tile(), tile("f16", valid="8x16"))
    col = tile(shape="16x1", **COL)
    quant = form("tquant", 2, tail=" {quant_type = #pto<quant_type INT8_SYM>}")
    accept(quant, tile(), col, tile("i8"))
    reject(quant, tile("f16"), col, tile("i8"))
    reject(quant, tile(), col, tile("ui8"))
    asym = form("tquant", 3, tail=" {quant_type = #pto<quant_type INT8_ASYM>}")
    accept(asym, tile(), col, tile(), tile("ui8"))
    reject(asym, tile(), col, tile(), tile("i8"))
    reject(asym, tile(), col, tile("f16"), tile("ui8"))
    reject(quant.replace("SYM", "ASYM"), tile(), col, tile("ui8"))
    both(False, True, quant, tile(**COL), col, tile("i8"))
    dequant = form("tdequant", 3)
    for dtype in ["i8", "i16", "si8", "si16"]:
        accept(dequant, tile(dtype), col, tile(), tile())
    for dtype in ["i32", "ui8", "f32"]:
        reject(dequant, tile(dtype), col, tile(), tile())
    reject(dequant, tile("i8"), col, tile(), tile("f16"))


def compare_and_select():
    text = "pto.tcmp ins($0, $1 {cmpMode = #pto<cmp lt>} : #0, #1) outs($2 : #2)"

    def mask(t):
        return [tile(t), tile(t), tile("i8")]

    elements(text, {"i32"} | FLOATS, set(TYPES), mask)
    both(False, True, text, tile(), tile(), tile("ui8"))
    reject(text, tile(), tile(), tile("i16"))
    # On A5 the elements of the sources are not compared with each other.
    both(False, True, text, tile(), tile("f16"), tile("i8"))
    both(True, False, text, tile(), tile(), tile("i8", "16x32"))
    text = "pto.tcmps ins($0, $1 {cmpMode = #pto<cmp ge>} : #0, #1) outs($2 : #2)"

    def mask(t):
        return [tile(t), t, tile("i8")]

    elements(text, WORDS, WORDS | {"i8"}, mask)
    accept(text, tile(), "f32", tile("i16"))
    reject(text, tile(), "f32", tile("i8", valid="8x16"))
    reject(text, tile(loc="mat"), "f32", tile("i8"))
    text = form("tsel", 4)

    def four(t):
        return [tile("i8"), tile(t), tile(t), tile(t), tile(t)]

    elements(
        text,
        {"i16", "i32"} | FLOATS,
        {"i8", "i16", "i32"} | FLOATS,
        four,
        ["i8", "i16", "i32", "f16", "f32"],
    )
    reject(text, tile("i8"), tile(), tile("f16"), tile(), tile())
    reject(text, tile("i8"), tile(**COL), tile(), tile(), tile())
    accept(text, tile("f32"), tile(), tile(), tile("i8"), tile())


def reductions():
    def column(t):
        return tile(t, "16x1", **COL)

    def row(t):
        return tile(t, "1x16")

    for op in ["trowsum", "trowmax", "trowmin", "trowprod"]:
        text = form(op, 2)
        elements(text, WORDS, WORDS, lambda t: [tile(t), tile(t), column(t)])
        accept(text, tile(), tile(), tile(valid="16x1"))
        reject(text, tile(), tile(), tile())
        reject(text, tile(), tile(), column("f16"))
        reject(text, tile(loc="mat"), tile(), column("f32"))
        reject(text, tile(**COL), tile(), column("f32"))
        reject(text, tile(), tile(), tile(shape="32x1", **COL))
        loose = op in ("trowsum", "trowmax")
        both(loose, loose, text, tile(), tile("i8"), column("f32"))
    for op in ["trowargmax", "trowargmin"]:
        text = form(op, 2)
        elements(text, WORDS, WORDS, lambda t: [tile(t), tile(t), column("i32")])
        accept(text, tile(), tile(), column("ui32"))
        reject(text, tile(), tile(), column("f32"))
        reject(text, tile(), tile("f16"), column("i32"))
    for op in ["tcolsum", "tcolmax", "tcolmin"]:
        text = form(op, 1)
        elements(text, WORDS, WORDS | {"i8", "bf16"}, lambda t: [tile(t), row(t)])
        reject(text, tile(), row("f16"))
        reject(text, tile(), tile(shape="1x32"))
        reject(text, tile(**COL), row("f32"))
        reject(text, tile(loc="mat"), row("f32"))
    elements(form("tcolprod", 1), WORDS, WORDS | {"bf16"}, lambda t: [tile(t), row(t)])
    tree = "pto.tcolsum ins($0, $1 {isBinary = true} : #0, #1) outs($2 : #2)"
    accept(tree, tile(), tile(), row("f32"))
    for op in ["tcolargmax", "tcolargmin"]:
        text = form(op, 2)
        elements(text, FLOATS, FLOATS, lambda t: [tile(t), tile(t), row("i32")])
        accept(text, tile(), tile(), row("ui32"))
        reject(text, tile(), tile(), row("i16"))
        reject(text, tile(), tile(), tile("i32"))
        reject(text, tile(), tile("f16"), row("i32"))
    text = form("thistogram", 2, tail=" {isMSB = false}")
    index = tile("ui8", "16x1", **COL)
    bins = tile("ui32", "16x256")
    both(False, True, text, tile("ui16"), index, bins)
    reject(text, tile("ui16"), index, tile("ui32", "16x128"))
    reject(text, tile("ui32"), index, bins)
    reject(text, tile("ui16"), tile("ui8"), bins)


def broadcasts():
    def column(t):
        return tile(t, "16x1", **COL)

    def row(t):
        return tile(t, "1x16")

    every = set(TYPES)
    elements(form("trowexpand", 1), every, every, lambda t: [column(t), tile(t)])
    reject(form("trowexpand", 1), column("f16"), tile())
    reject(form("trowexpand", 1), column("f32"), tile(**COL))
    reject(form("trowexpand", 1), tile(shape="8x1", **COL), tile())
    byte = WORDS | {"i8"}
    for op, a3, a5 in [
        ("add", WORDS, byte),
        ("sub", WORDS, byte),
        ("mul", WORDS, byte),
        ("div", FLOATS, FLOATS),
        ("max", WORDS, byte),
        ("min", WORDS, byte),
        ("expdif", FLOATS, FLOATS),
    ]:
        text = form("trowexpand" + op, 2)
        elements(text, a3, a5, lambda t: [tile(t), column(t), tile(t)])
        reject(text, tile(), column("f16"), tile())
        reject(text, tile(), column("f32"), tile(**COL))
        # A per-row operand that is row_major has 32 bytes a row.
        accept(text, tile(), tile(shape="16x8"), tile())
        if op in ("sub", "mul", "div"):
            accept(text, tile(), column("f32"), tile(valid="8x16"))
        else:
            reject(text, tile(), tile(shape="16x32"), tile())
        if op in ("max", "min", "expdif"):
            with_scratch = form("trowexpand" + op, 3)
            both(True, False, with_scratch, tile(), column("f32"), tile(), tile())
            reject(with_scratch, tile(), tile(shape="16x8"), tile(), tile())
        elif op != "add":
            accept(form("trowexpand" + op, 3), tile(), column("f32"), tile(), tile())
    elements(form("tcolexpand", 1), every, every, lambda t: [row(t), tile(t)])
    reject(form("tcolexpand", 1), tile(shape="1x32"), tile())
    for op in ["add", "sub", "mul", "div", "max", "min", "expdif"]:
        text = form("tcolexpand" + op, 2)
        only = FLOATS if op in ("div", "expdif") else WORDS
        more = only if op in ("div", "expdif") else byte
        elements(text, only, more, lambda t: [tile(t), row(t), tile(t)])
        reject(text, tile(), row("f32"), tile(valid="8x16"))
        reject(text, tile(), tile(shape="1x32"), tile())
        reject(text, tile(**COL), row("f32"), tile())


def generated_and_indexed():
    text = form("tci", 1)
    for dtype in ["i16", "i32"]:
        accept(text, dtype, tile(dtype))
    reject(text, "i16", tile("i32"))
    reject(text, "i8", tile("i8"))
    reject(text, "i32", tile("i32", "16x1", **COL))
    accept(text, "i32", tile("i32", loc="mat"))
    text = form("ttri", 1)
    elements(text, WORDS, WORDS | {"i8", "bf16"}, lambda t: ["i32", tile(t)])
    reject(text, "i32", tile(loc="mat"))
    bad = "pto.ttri ins($0 {upperOrLower = 2 : i32} : #0) outs($1 : #1)"
    reject(bad, "i32", tile())
    keys = ", ".join(["$0"] * 6)
    key_types = ", ".join(["#0"] * 6)
    for rounds, good in [(7, True), (10, True), (8, False)]:
        text = f"pto.trandom ins({keys} {{rounds = {rounds} : i32}} : {key_types}) outs($1 : #1)"
        both(False, good, text, "i32", tile("i32"))
    both(False, False, text.replace("8", "7"), "i32", tile("f32"))
    for op in ["tfillpad", "tfillpad_inplace"]:
        text = form(op, 1)
        for dtype in TYPES:
            accept(text, tile(dtype), tile(dtype, pad=1))
        reject(text, tile(), tile())
        reject(text, tile("i64"), tile("i64", pad=1))
        reject(text, tile(), tile(shape="16x32", pad=1))
        reject(text, tile(), tile("f16", pad=1))
    text = form("tfillpad_expand", 1)
    accept(text, tile(), tile(shape="16x32", pad=1))
    reject(text, tile(shape="16x32"), tile(pad=1))
    gather = form("tgather", 3)

    def index(t):
        return [tile(t), tile("i32"), tile("i32"), tile(t)]

    elements(gather, WORDS, WORDS | {"i8"}, index, ["i8", "i16", "i32", "f16", "f32"])
    both(False, True, gather, tile(), tile("i16"), tile("i16"), tile())
    reject(gather, tile(), tile("i32"), tile("i32"), tile("f16"))
    compare = form("tgather", 3, 2, " {cmpMode = #pto<cmp %s>, offset = 3 : i32}")
    operands = [tile(), "f32", tile(), tile("i32"), tile("i32")]
    for mode in ["eq", "gt"]:
        accept(compare % mode, *operands)
    for mode in ["ne", "lt", "le", "ge"]:
        reject(compare % mode, *operands)
    ints = [tile("i32"), "i32", tile("i32"), tile("i32"), tile("i32")]
    accept(compare % "eq", *ints)
    both(False, True, compare % "gt", *ints)
    mask = "pto.tgather ins($0, {maskPattern = #pto.mask_pattern<P1010>} : #0) outs($1 : #1)"
    elements(mask, set(TYPES) - {"i8"}, set(TYPES), same(2))
    reject(mask, tile(**COL), tile())
    reject(mask, tile(), tile("f16"))
    accept(mask, tile(), tile("i32"))
    reject(mask, tile(), tile(valid="16x8"))
    text = form("tgatherb", 2)
    accept(text, tile(), tile("ui32"), tile())
    reject(text, tile("i64"), tile("ui32"), tile("i64"))
    both(False, True, text, tile(), tile("ui32"), tile(**COL))
    text = form("tscatter", 2)
    for dtype, index_type in [
        ("f32", "i32"),
        ("i32", "i32"),
        ("f16", "i16"),
        ("bf16", "i16"),
        ("i16", "i16"),
        ("i8", "i16"),
    ]:
        accept(text, tile(dtype), tile(index_type), tile(dtype))
    reject(text, tile(), tile("i16"), tile())
    reject(text, tile("f16"), tile("i32"), tile("f16"))
    reject(text, tile(), tile("i32"), tile("f16"))
    text = form("tsort32", 2)
    wide = tile(shape="1x128")
    accept(text, tile(shape="1x64"), tile("ui32", "1x64"), wide)
    reject(text, tile(shape="1x64"), tile("i32", "1x64"), wide)
    reject(text, tile("i32", "1x64"), tile("ui32", "1x64"), tile("i32", "1x128"))
    reject(text, tile("f16", "1x64"), tile("ui32", "1x64"), wide)
    merge = "%%k = arith.constant %d : i32 pto.tmrgsort ins($0, %%k : #0, i32) outs($1 : #1)"
    line = tile(shape="1x256")
    merge = merge.replace(" pto.", "\n    pto.")
    for length, good in [(64, True), (128, True), (32, False), (0, False), (96, False)]:
        both(good, good, merge % length, line, line)
    reject(merge % 64, tile(shape="2x128"), tile(shape="2x128"))
    reject(merge % 64, tile("i32", "1x256"), tile("i32", "1x256"))
    element = "%x = pto.tgetval ins($0, $1 : #0, index) outs : f32"
    accept(element, tile(), "index")
    reject(element, tile(loc="mat"), "index")
    reject(element, tile("f16"), "index")


def matrix():
    def operands(a="f16", b="f16", c="f32", left="row_major"):
        return [
            tile(a, loc="left", blayout=left, slayout="row_major"),
            tile(b, loc="right", slayout="col_major"),
            tile(c, loc="acc", blayout="col_major", slayout="row_major", fractal=1024),
        ]

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
                good = (a, b, c) in triples
                both(good, good, text, *operands(a, b, c))
    for fp8 in ["f8E4M3FN", "f8E5M2"]:
        both(False, True, text, *operands(fp8, fp8))
    both(False, False, text, *operands("f8E4M3FN", "f8E5M2"))
    left, right, acc = operands()
    reject(text, right, left, acc)
    reject(text, left, right, tile())
    both(True, False, text, left, tile("f16", loc="right"), acc)
    both(True, False, text, left, right, tile(loc="acc"))
    narrow = tile(loc="acc", shape="16x32", blayout="col_major", slayout="row_major", fractal=1024)
    reject(text, left, right, narrow)
    acc_form = "pto.tmatmul.acc ins($2, $0, $1 : #2, #0, #1) outs($2 : #2)"
    accept(acc_form, left, right, acc)
    reject("pto.tmatmul.acc ins($3, $0, $1 : #3, #0, #1) outs($2 : #2)", left, right, acc, tile())
    bias = "pto.tmatmul.bias ins($0, $1, $3 : #0, #1, #3) outs($2 : #2)"
    accept(bias, left, right, acc, tile(shape="1x16", loc="bias"))
    reject(bias, left, right, acc, tile(shape="1x16"))
    reject(bias, left, right, acc, tile(loc="bias"))
    reject(bias, left, right, acc, tile("f16", "1x16", loc="bias"))
    one = tile("f16", loc="left", valid="1x16", slayout="row_major")
    one_acc = tile(loc="acc", valid="1x16", blayout="col_major", slayout="row_major", fractal=1024)
    accept(form("tgemv", 2), one, right, one_acc)
    reject(form("tgemv", 2), left, right, acc)


def moves():
    nz = {"blayout": "col_major", "slayout": "row_major"}
    load = form("tload", 1)
    for dtype in TYPES + ["i64"]:
        accept(load, view(dtype), tile(dtype))
    reject(load, view(), tile("f16"))
    accept(load, view(), tile("i32"))
    for loc in ["vec", "mat", "left", "right", "acc", "bias", "scaling"]:
        verdict("a3", loc in ("vec", "mat"), load, view(), tile(loc=loc))
        verdict("a5", True, load, view(), tile(loc=loc))
    both(True, True, load, view("i64"), tile("i64", pad=1))
    both(True, False, load, view("i64"), tile("i64", pad=2))
    prefetch = form("tprefetch", 1)
    accept(prefetch, view(), tile())
    reject(prefetch, view(), tile(loc="acc"))
    store = form("tstore", 1)
    for dtype in TYPES + ["i64"]:
        accept(store, tile(dtype), view(dtype))
    reject(store, tile(), view("f16"))
    both(True, False, store, tile(loc="mat", **nz), view())
    reject(store, tile(), view(shape="16x32"))
    accept(store, tile(), view(shape="8x32"))
    acc = tile(loc="acc", fractal=1024, **nz)
    iacc = tile("i32", loc="acc", fractal=1024, **nz)
    for dtype in ["i32", "f32", "f16", "bf16"]:
        accept(store, acc, view(dtype))
    reject(store, acc, view("i8"))
    reject(store, tile("f16", loc="acc", **nz), view("f16"))
    relu = form("tstore", 1, tail=" {reluPreMode = #pto<relu_pre_mode normal_relu>}")
    accept(relu, acc, view("f16"))
    reject(relu, tile(), view())
    quant = "pto.tstore ins($0 : #0, $1 : i64) outs($2 : #2)"
    for source, targets3, targets5 in [
        (iacc, {"i8", "f16"}, {"i8", "f16", "bf16"}),
        (acc, {"i8"}, {"i8", "f16", "bf16", "f32"}),
    ]:
        for dtype in TYPES:
            both(dtype in targets3, dtype in targets5, quant, source, "i64", view(dtype))
    reject(quant, tile(), "i64", view())
    move = form("tmov", 1)
    mat = tile("f16", loc="mat", **nz)
    for loc in ["left", "right", "bias", "scaling"]:
        accept(move, mat, tile("f16", loc=loc))
    accept(move, tile(), tile())
    accept(move, acc, tile())
    accept(move, acc, tile("f16", loc="mat", **nz))
    both(False, True, move, tile("f16"), mat)
    reject(move, mat, tile("f16"))
    reject(move, tile(), tile(loc="left"))
    reject(move, mat, tile("f16", "16x32", loc="left"))
    both(False, True, move, tile(), tile(shape="16x32"))
    mode = form("tmov", 1, tail=" {accToVecMode = #pto.acc_to_vec_mode<single_mode_vec0>}")
    accept(mode, acc, tile())
    reject(mode, tile(), tile())
    rows = "pto.ttrans ins($0, $1 : #0, #1) outs($2 : #2)"
    for dtype in TYPES:
        accept(rows, *[tile(dtype, "32x32")] * 3)
    reject(rows, *[tile("i64")] * 3)
    both(False, True, rows, tile(**COL), tile(), tile())
    both(True, False, rows, tile(shape="16x4"), tile(shape="16x4"), tile(shape="4x16"))
    pack = form("tpack", 1)
    for source, target in [("i32", "i16"), ("i32", "i8"), ("i16", "i8")]:
        both(False, True, pack, tile(source), tile(target))
    reject(pack, tile("i16"), tile("i32"))
    gather = form("mgather", 2)
    both(False, True, gather, view(), tile("i32"), tile())
    reject(gather, view(), tile("i16"), tile())
    reject(gather, view("f16"), tile("i32"), tile())
    scatter = form("mscatter", 2)
    both(False, True, scatter, tile(), tile("i32"), view())
    atomic = " {scatterAtomicOp = #pto<scatter_atomic_op %s>}"
    for dtype in ["i32", "ui32", "f16", "f32", "i16", "bf16"]:
        operands = [tile(dtype), tile("i32"), view(dtype)]
        both(
            False,
            dtype in {"i32", "ui32", "f16", "f32"},
            form("mscatter", 2, tail=atomic % "add"),
            *operands,
        )
        both(False, dtype in {"i32", "f32"}, form("mscatter", 2, tail=atomic % "max"), *operands)


def synchronisation():
    for text in [
        "pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID7>]",
        "pto.wait_flag[<PIPE_V>, <PIPE_MTE2>, <EVENT_ID0>]",
        "pto.barrier <PIPE_ALL>",
        "pto.barrier_sync[<TVEC>]",
    ]:
        accept(text)
    reject("pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID8>]")
    reject("pto.barrier <PIPE_X>")
    accept("pto.set_flag_dyn[<PIPE_MTE2>, <PIPE_V>, $0]", "index")
    for op in ["get_buf", "rls_buf"]:
        for number, good in [(0, True), (31, True), (32, False)]:
            both(good, good, f"pto.{op}[#pto.pipe_event_type<TVEC>, {number}]")
    accept("pto.set_ffts $0 : #0", "memref<256xi64>")
    accept("pto.set_ffts $0 : #0", "memref<256xi8>")
    reject("pto.set_ffts $0 : #0", "memref<256xf32>")
    reject("pto.set_ffts $0 : #0", "memref<256xi32>")
    for pipe in ["S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX"]:
        both(True, pipe in ("FIX", "MTE3"), f"pto.sync.set <PIPE_{pipe}>, 4")
        waits = pipe in ("FIX", "MTE1", "MTE2", "MTE3", "V")
        both(True, waits, f"pto.sync.wait <PIPE_{pipe}>, 4")
    for mode, good in [(0, True), (2, True), (3, False)]:
        both(good, good, f"pto.sync.set <PIPE_MTE3>, 4 {{ffts_mode = {mode} : i32}}")


elementwise()
with_scalar()
unary()
compare_and_select()
reductions()
broadcasts()
generated_and_indexed()
matrix()
moves()
synchronisation()
