# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a table of verdicts is written with.

A row is one instruction on operands of given types, with the verdict of each architecture: None
where it is accepted, else a part of the reason for which it has to be refused. Operands are
written $0, $1, ...; their types #0, #1, ...
"""

import re

INTS = ["i8", "i16", "i32"]
TYPES = ["i8", "i16", "i32", "f16", "bf16", "f32"]
FLOATS = {"f16", "f32"}
WORDS = {"i16", "i32", "f16", "f32"}
FP8 = ["f8E4M3FN", "f8E5M2"]
COL = {"blayout": "col_major"}
NZ = {"blayout": "col_major", "slayout": "row_major"}

# Reasons that many rules share.
# A reason with facts is its text and the beginnings of its notes.
ELEMENT = ("takes no elements of", "expected: ", "got: ")
SIZES = ("takes no elements of", "expected: elements of 1 or 2 or 4 bytes: ", "got: ")
SAME_ELEMENT = "to have the same element type"
SAME_VALID = "to have the same valid_shape"
SAME_SHAPE = "to have the same shape"
ROW_MAJOR = "to use row_major blayout"
NONE_BOX = "to use none_box slayout"
VEC = "to be in the vec address space"
ONLY_A5 = "is only supported on A5"
RANK = "to be a rank-2 tile_buf"

rows = []


def tile(dtype="f32", shape="16x16", loc="vec", **options):
    text = "".join(f", {key}={value}" for key, value in options.items())
    return f"!pto.tile_buf<{loc}, {shape}x{dtype}{text}>"


def view(dtype="f32", shape="16x16"):
    return f"!pto.partition_tensor_view<{shape}x{dtype}>"


def acc(dtype="f32", shape="16x16", **options):
    return tile(dtype, shape, "acc", **(NZ | {"fractal": 1024} | options))


def left(dtype="f16", shape="16x16", blayout="row_major", **options):
    return tile(dtype, shape, "left", blayout=blayout, slayout="row_major", **options)


def right(dtype="f16", shape="16x16", **options):
    return tile(dtype, shape, "right", slayout="col_major", **options)


def verdict(arch, why, text, *types, kind="", around="{}", named=True):
    """One module for "a3" or "a5". The last line of `text` is the one that is judged.

    kind: the kind of the kernel. around: text of the module in which {} is the function.
    named: whether the module says its architecture, or leaves it to be a3.
    """
    arguments = ", ".join(f"%v{i}: {t}" for i, t in enumerate(types))
    body = re.sub(r"\$(\d+)", r"%v\1", text)
    body = re.sub(r"#(\d+)", lambda m: types[int(m[1])], body)
    *before, last = body.split("\n")
    lines = [f"    {line.strip()}" for line in before]
    if why is not None:
        reason, *facts = [why] if isinstance(why, str) else why
        lines.append(f"    // expected-error @+{1 + len(facts)} {{{{{reason}}}}}")
        for i, fact in enumerate(facts):
            lines.append(f"    // expected-note @+{len(facts) - i} {{{{{fact}}}}}")
    lines.append(f"    {last.strip()}")
    attributes = f" attributes {{pto.kernel_kind = #pto.kernel_kind<{kind}>}}" if kind else ""
    function = "\n".join(
        [f"  func.func @f({arguments}){attributes} {{", *lines, "    return", "  }"]
    )
    says = f' attributes {{pto.target_arch = "{arch}"}}' if named else ""
    rows.append(f"module{says} {{\n{around.replace('{}', function)}\n}}\n")


def both(a3, a5, text, *types, **options):
    verdict("a3", a3, text, *types, **options)
    verdict("a5", a5, text, *types, **options)


def accept(text, *types, **options):
    both(None, None, text, *types, **options)


def reject(why, text, *types, **options):
    both(why, why, text, *types, **options)


def elements(text, a3, a5, make, sweep=TYPES, why=ELEMENT):
    """Element types: those of `a3` and `a5` are taken, all others refused."""
    for dtype in sweep:
        both(None if dtype in a3 else why, None if dtype in a5 else why, text, *make(dtype))


def form(op, sources, results=1, tail=""):
    """pto.op ins($0, ...) outs($n, ...)"""
    ins = ", ".join(f"${i}" for i in range(sources))
    in_types = ", ".join(f"#{i}" for i in range(sources))
    outs = ", ".join(f"${i}" for i in range(sources, sources + results))
    out_types = ", ".join(f"#{i}" for i in range(sources, sources + results))
    return f"pto.{op} ins({ins} : {in_types}) outs({outs} : {out_types}){tail}"


def same(n):
    return lambda dtype: [tile(dtype)] * n


def changed(types, position, new):
    return [*types[:position], new, *types[position + 1 :]]


def layouts(text, types, positions):
    """Each of `positions` has to be row_major."""
    for i in positions:
        dtype = re.search(r"x([a-z]\w+)[,>]", types[i])[1]
        reject(ROW_MAJOR, text, *changed(types, i, tile(dtype, **COL)))


def tiles_only(text, types, positions):
    """Each of `positions` has to be a tile that is not larger than its shape."""
    for i in positions:
        dtype = re.search(r"x([a-z]\w+)[,>]", types[i])[1]
        reject(RANK, text, *changed(types, i, view(dtype)))
        shape = re.search(r", (\d+)x(\d+)x", types[i])
        larger = re.sub(
            r", \d+x\d+x([a-z]\w+)",
            lambda m, s=shape: f", {s[1]}x{s[2]}x{m[1]}, valid={int(s[1]) + 1}x{s[2]}",
            re.sub(r", valid=[\d?x]+", "", types[i]),
        )
        reject("to satisfy valid_shape[0] <= shape[0]", text, *changed(types, i, larger))
