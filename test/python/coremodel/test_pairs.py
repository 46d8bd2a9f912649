# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pairs of a cube and a vector function: FIFOs, flags between cores, functions for both kinds."""

import re
from dataclasses import replace

import numpy as np
import pytest
from golden import generator
from pair_program import Pair
from pto_program import run_text


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def run_pair(pair: Pair, direction: int, **options):
    """The inputs, the output and the report."""
    # Both forms of one pair get the same data.
    rng = generator(replace(pair, internal=False), direction)
    first = pair.n if direction == 2 else pair.k
    a = rng.standard_normal((pair.blocks * pair.m, first)).astype(np.float16)
    b = rng.standard_normal((pair.k, pair.n)).astype(np.float16)
    c = rng.standard_normal((pair.n, pair.n)).astype(np.float16)
    o = np.zeros((pair.blocks * pair.m, pair.n), np.float32)
    arrays = [a, b, c, o]
    if pair.arch == "a3":
        arrays.append(np.zeros(2 * 8 * pair.m * pair.n, np.float32))
    result = run_text(pair.text(direction), arrays, pair.arch, **options)
    return a.astype("f4"), b.astype("f4"), c.astype("f4"), o, result


@pytest.mark.parametrize("blocks", [1, 3, 17])
@pytest.mark.parametrize("split", [0, 1])
@pytest.mark.parametrize("arch", ["a3", "a5"])
def test_product_then_softmax(arch, split, blocks):
    """More blocks than slots: the producer waits for free slots."""
    pair = Pair(arch, split, blocks)
    a, b, _, o, result = run_pair(pair, 1)
    np.testing.assert_allclose(o, softmax(a @ b), rtol=2e-5, atol=1e-6)
    assert (result.aic_used, result.aiv_used) == (1, 1 if arch == "a5" and split == 0 else 2)


@pytest.mark.parametrize("split", [0, 1, 2])
@pytest.mark.parametrize("arch", ["a3", "a5"])
@pytest.mark.parametrize("blocks", [1, 19])
def test_vector_to_cube(arch, split, blocks):
    pair = Pair(arch, split, blocks)
    a, _, c, o, _ = run_pair(pair, 2)
    np.testing.assert_allclose(o, a @ c, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("arch", ["a3", "a5"])
@pytest.mark.parametrize("blocks", [1, 2, 11])
def test_there_and_back(arch, blocks):
    """Product, softmax, product: as in attention."""
    pair = Pair(arch, 1, blocks)
    a, b, c, o, _ = run_pair(pair, 3)
    p = softmax(a @ b).astype(np.float16).astype("f4")
    np.testing.assert_allclose(o, p @ c, rtol=3e-3, atol=3e-3)


@pytest.mark.parametrize("arch", ["a3", "a5"])
def test_timing_changes_no_number(arch):
    pair = Pair(arch, 1, 9)
    timed = run_pair(pair, 3)[3]
    untimed = run_pair(pair, 3, timing=False)[3]
    np.testing.assert_array_equal(timed, untimed)


def test_direct_path_is_faster():
    """The 950 exchanges between local memories, the 910B through global memory."""
    slow = run_pair(Pair("a3", 1, 16), 3)[4]
    fast = run_pair(Pair("a5", 1, 16), 3)[4]
    assert fast.cycles < slow.cycles
    paths = {(source, target) for source, target, _ in fast.paths}
    assert ("Acc", "Vec") in paths and ("Vec", "Mat") in paths


def test_missing_release_is_a_deadlock():
    """On the 950 slots stay taken: the message names the waits of both sides."""
    with pytest.raises(RuntimeError, match="E0802") as raised:
        run_pair(Pair("a5", 1, 12, release=False), 1)
    message = str(raised.value)
    assert "a free slot in FIFO 0 from the cube to the vector core" in message
    assert "data in FIFO 0 from the cube to the vector core" in message
    assert message.count("-:") >= 2 or message.count(" at ") >= 2


def test_ends_that_differ():
    """Both ends have to agree on the slots."""
    with pytest.raises(Exception, match="E0607.*slots of"):
        run_pair(Pair("a3", 1, 2, vector_slots=", slot_num = 2"), 1)


@pytest.mark.parametrize("direction", [1, 2, 3])
@pytest.mark.parametrize("arch", ["a3", "a5"])
def test_internal_form(arch, direction):
    """The same through handles: numbers and instructions are those of the front end's form."""
    first = run_pair(Pair(arch, 1, 9), direction)
    second = run_pair(Pair(arch, 1, 9, internal=True), direction)
    assert second[3].any()
    np.testing.assert_array_equal(second[3], first[3])
    assert second[4].instructions == first[4].instructions


FLAGS = """module attributes {pto.target_arch = "ARCH"} {
  func.func @cube(%ff: memref<256xi64>, %a: !pto.ptr<f16>, %b: !pto.ptr<f16>, %p: !pto.ptr<f32>, %o: !pto.ptr<f32>) KIND_CUBE {
    VIEWS
    CUBE
    return
  }
  func.func @vector(%ff: memref<256xi64>, %a: !pto.ptr<f16>, %b: !pto.ptr<f16>, %p: !pto.ptr<f32>, %o: !pto.ptr<f32>) KIND_VECTOR {
    VIEWS
    VECTOR
    return
  }
}"""
SECTIONS = """module attributes {pto.target_arch = "ARCH"} {
  func.func @both(%ff: memref<256xi64>, %a: !pto.ptr<f16>, %b: !pto.ptr<f16>, %p: !pto.ptr<f32>, %o: !pto.ptr<f32>) attributes {pto.entry} {
    VIEWS
    pto.section.cube {
    CUBE
    }
    pto.section.vector {
    VECTOR
    }
    return
  }
}"""
CALLS = """module attributes {pto.target_arch = "ARCH"} {
  func.func @cube(%ff: memref<256xi64>, %a: !pto.ptr<f16>, %b: !pto.ptr<f16>, %p: !pto.ptr<f32>) KIND_CUBE {
    VIEWS_OF_P
    CUBE
    return
  }
  func.func @vector(%ff: memref<256xi64>, %p: !pto.ptr<f32>, %o: !pto.ptr<f32>) KIND_VECTOR {
    VIEWS_OF_O
    VECTOR
    return
  }
  func.func @both(%ff: memref<256xi64>, %a: !pto.ptr<f16>, %b: !pto.ptr<f16>, %p: !pto.ptr<f32>, %o: !pto.ptr<f32>) attributes {pto.entry} {
    func.call @cube(%ff, %a, %b, %p) : (memref<256xi64>, !pto.ptr<f16>, !pto.ptr<f16>, !pto.ptr<f32>) -> ()
    func.call @vector(%ff, %p, %o) : (memref<256xi64>, !pto.ptr<f32>, !pto.ptr<f32>) -> ()
    return
  }
}"""
NZ = "blayout=col_major, slayout=row_major"


def view(name, pointer, type_):
    shape = f"16x16x{type_}"
    return f"""
    %{name}v = pto.make_tensor_view {pointer}, shape = [%c16, %c16], strides = [%c16, %c1] : !pto.tensor_view<{shape}>
    %{name}w = pto.partition_view %{name}v, offsets = [%c0, %c0], sizes = [%c16, %c16] : !pto.tensor_view<{shape}> -> !pto.partition_tensor_view<{shape}>"""


CONSTANTS = """%c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %z = arith.constant 0 : i64
    %z1 = arith.constant 4096 : i64"""
PV = "!pto.partition_tensor_view<16x16x{}>"
CUBE_BODY = f"""
    pto.set_ffts %ff : memref<256xi64>
    %ma = pto.alloc_tile addr = %z : !pto.tile_buf<mat, 16x16xf16, {NZ}>
    %mb = pto.alloc_tile addr = %z1 : !pto.tile_buf<mat, 16x16xf16, {NZ}>
    %l = pto.alloc_tile addr = %z : !pto.tile_buf<left, 16x16xf16, slayout=row_major>
    %r = pto.alloc_tile addr = %z : !pto.tile_buf<right, 16x16xf16, slayout=col_major>
    %acc = pto.alloc_tile addr = %z : !pto.tile_buf<acc, 16x16xf32, {NZ}, fractal=1024>
    pto.tload ins(%aw : {PV.format("f16")}) outs(%ma : !pto.tile_buf<mat, 16x16xf16, {NZ}>)
    pto.tload ins(%bw : {PV.format("f16")}) outs(%mb : !pto.tile_buf<mat, 16x16xf16, {NZ}>)
    pto.barrier <PIPE_ALL>
    pto.tmov ins(%ma : !pto.tile_buf<mat, 16x16xf16, {NZ}>) outs(%l : !pto.tile_buf<left, 16x16xf16, slayout=row_major>)
    pto.tmov ins(%mb : !pto.tile_buf<mat, 16x16xf16, {NZ}>) outs(%r : !pto.tile_buf<right, 16x16xf16, slayout=col_major>)
    pto.barrier <PIPE_ALL>
    pto.tmatmul ins(%l, %r : !pto.tile_buf<left, 16x16xf16, slayout=row_major>, !pto.tile_buf<right, 16x16xf16, slayout=col_major>) outs(%acc : !pto.tile_buf<acc, 16x16xf32, {NZ}, fractal=1024>)
    pto.barrier <PIPE_ALL>
    pto.tstore ins(%acc : !pto.tile_buf<acc, 16x16xf32, {NZ}, fractal=1024>) outs(%pw : {PV.format("f32")})
    SET"""
V = "!pto.tile_buf<vec, 16x16xf32>"
VECTOR_BODY = f"""
    pto.set_ffts %ff : memref<256xi64>
    %t = pto.alloc_tile addr = %z : {V}
    WAIT
    pto.tload ins(%pw : {PV.format("f32")}) outs(%t : {V})
    pto.barrier <PIPE_ALL>
    pto.texp ins(%t : {V}) outs(%t : {V})
    pto.barrier <PIPE_ALL>
    pto.tstore ins(%t : {V}) outs(%ow : {PV.format("f32")})"""


FORMS = {"pair": FLAGS, "sections": SECTIONS, "calls": CALLS}
# Without a flag nothing ties two functions of one module together.
SIGNALS = [
    pytest.param(form, signal, id=f"{name}-{signal}")
    for name, form in FORMS.items()
    for signal in ("fixed", "dynamic", "missing")
    if (name, signal) != ("pair", "missing")
]


@pytest.mark.parametrize("arch", ["a3", "a5"])
@pytest.mark.parametrize(("form", "signal"), SIGNALS)
def test_flags_between_cores(form, arch, signal):
    """The vector cores wait for the cube core's product; without the flag they read old data."""
    text = form
    views = {"a": "f16", "b": "f16", "p": "f32", "o": "f32"}
    for name, chosen in (("VIEWS_OF_P", "abp"), ("VIEWS_OF_O", "po"), ("VIEWS", "abpo")):
        made = CONSTANTS + "".join(view(n, f"%{n}", views[n]) for n in chosen)
        text = text.replace(name, made)
    flag = {"fixed": "4", "dynamic": "%c1", "missing": ""}[signal]
    text = text.replace("KIND_CUBE", "attributes {pto.kernel_kind = #pto.kernel_kind<cube>}")
    text = text.replace("KIND_VECTOR", "attributes {pto.kernel_kind = #pto.kernel_kind<vector>}")
    text = text.replace("CUBE", CUBE_BODY).replace("VECTOR", VECTOR_BODY)
    text = text.replace("SET", f"pto.sync.set <PIPE_FIX>, {flag}" if flag else "")
    text = text.replace("WAIT", f"pto.sync.wait <PIPE_MTE2>, {flag}" if flag else "")
    text = text.replace("ARCH", arch)
    if arch == "a5":
        text = text.replace(
            "left, 16x16xf16, slayout", "left, 16x16xf16, blayout=col_major, slayout"
        )
    rng = generator("flags")
    a, b = (rng.standard_normal((16, 16)).astype(np.float16) for _ in range(2))
    p, o = np.zeros((16, 16), np.float32), np.zeros((16, 16), np.float32)
    run_text(text, [np.zeros(256, np.int64), a, b, p, o], arch)
    want = np.exp(a.astype("f4") @ b.astype("f4"))
    if signal == "missing":
        np.testing.assert_array_equal(o, 1)  # exp of the zeros that were there
    else:
        np.testing.assert_allclose(o, want, rtol=1e-4)


def test_more_blocks_than_groups():
    """Blocks wait for a whole group; the 950 has 36."""
    pair = Pair("a5", 1, 2)
    a, b, _, o, result = run_pair(pair, 1, blocks=40)
    np.testing.assert_allclose(o, softmax(a @ b), rtol=2e-5, atol=1e-6)
    assert (result.aic_used, result.aiv_used) == (36, 72)


@pytest.mark.parametrize("split, m, n, stride", [(3, 16, 32, 9), (3, 16, 32, 16), (4, 16, 48, 32)])
def test_uneven_parts(split, m, n, stride):
    """Split codes 3 and 4: the first vector core's rows (columns) are given, the second takes the rest."""
    pair = Pair("a3", 0, 10, m=m, n=n)
    text = pair.text(1)
    rows, cols = (m, n) if split == 3 else (m, stride)
    box = f"!pto.tile_buf<vec, {rows}x{cols}xf32"
    # The boxes of both lanes are equal; their valid extents are not.
    text = text.replace(f"!pto.tile_buf<vec, {m}x{n}xf32>", f"{box}, valid=?x?>")
    code = f"{{split = {split}, lane_stride = {stride}}}"
    text = text.replace("tpop_from_aic {split = 0}", f"tpop_from_aic(%vr, %vc) {code}")
    text = text.replace("{split = 0}", code if "lane_stride" in code else "")
    text = text.replace(f"tfree_from_aic {code}", f"tfree_from_aic {{split = {split}}}")
    lane = f"""%lane64 = pto.get_subblock_idx
    %lane = arith.index_cast %lane64 : i64 to index
    %first = arith.constant {stride} : index
    %rest = arith.constant {(m if split == 3 else n) - stride} : index
    %whole = arith.constant {m if split == 4 else n} : index
    %zero = arith.constant 0 : i64
    %isfirst = arith.cmpi eq, %lane64, %zero : i64
    %mine = arith.select %isfirst, %first, %rest : index
    %start = arith.muli %lane, %first : index
    %none = arith.constant 0 : index
    %vr = arith.addi {"%mine" if split == 3 else "%whole"}, %none : index
    %vc = arith.addi {"%mine" if split == 4 else "%whole"}, %none : index
    %lr = arith.addi {"%start" if split == 3 else "%none"}, %none : index
    %lc = arith.addi {"%start" if split == 4 else "%none"}, %none : index"""
    text = text.replace(pair.offsets(), lane)
    body = f"""
      pto.texp ins(%t : {box}, valid=?x?>) outs(%s : {box}, valid=?x?>)
      pto.barrier <PIPE_ALL>
      %pow = pto.partition_view %vo, offsets = [%row, %lc], sizes = [%vr, %vc] : !pto.tensor_view<{10 * m}x{n}xf32> -> !pto.partition_tensor_view<?x?xf32>
      pto.tstore ins(%s : {box}, valid=?x?>) outs(%pow : !pto.partition_tensor_view<?x?xf32>)
      pto.barrier <PIPE_ALL>
      pto.tfree_from_aic {{split = {split}}}
    """
    start = text.index("pto.trowmax")
    text = text[:start] + body + text[text.index("    }", start) :]
    for name in ("s", "u"):
        text = text.replace(
            f"%{name} = pto.alloc_tile addr = %at{0 if name == 's' else 1} : {box}, valid=?x?>",
            f"%{name} = pto.alloc_tile addr = %at{0 if name == 's' else 1} valid_row = %vr valid_col = %vc : {box}, valid=?x?>",
        )
    rng = generator(split, stride)
    a = rng.standard_normal((10 * m, pair.k)).astype(np.float16)
    b = (rng.standard_normal((pair.k, n)) / 8).astype(np.float16)
    o, c = np.zeros((10 * m, n), np.float32), np.zeros((n, n), np.float16)
    run_text(text, [a, b, c, o, np.zeros(2 * 8 * m * n, np.float32)], "a3")
    np.testing.assert_allclose(o, np.exp(a.astype("f4") @ b.astype("f4")), rtol=1e-4)


def launches(arch, tasks, blocks=1):
    """Shapes of a control function's parameters; its text. tasks: arguments and keywords by id."""
    pair = Pair(arch, 1, 3)
    shapes = {
        "a": (48, 32, "f16"),
        "b": (32, 32, "f16"),
        "c": (32, 32, "f16"),
        "o": (48, 32, "f32"),
    }
    shapes["o2"] = shapes["o"]
    if arch == "a3":
        shapes["ring"] = (16, 16 * 32, "f32")
    types = {n: f"!pypto.tensor<{r}x{c}x{t}>" for n, (r, c, t) in shapes.items()}

    def submit(result, names, keywords):
        kinds = ["In", "In", "In", "Out"]
        names = [*names, *(["ring"] if arch == "a3" else [])]
        kinds = [*kinds, *(["InOut"] if arch == "a3" else [])]
        return (
            f"{result} = pypto.task.submit @pair::@vector({', '.join('%' + n for n in names)}) "
            f"{keywords} directions [{', '.join(f'#pypto.dir<{k}>' for k in kinds)}] "
            f": ({', '.join(types[n] for n in names)})\n"
        )

    module = pair.text(3).replace("module attributes", "module @pair attributes", 1)
    body = "".join(submit(result, *task) for result, task in tasks.items())
    return (
        shapes,
        f"""module attributes {{pypto.arch = #pypto.arch<{"a5" if arch == "a5" else "a2a3"}>}} {{
      func.func @main({", ".join(f"%{n}: {t}" for n, t in types.items())}) {{
        %blocks = arith.constant {blocks} : index
        {body}
        return
      }}
      {module}
    }}""",
    )


@pytest.mark.parametrize("arch", ["a3", "a5"])
def test_pair_as_a_task(arch):
    """The control plane launches a pair like any kernel; the second launch reads the first one's result."""
    shapes, text = launches(arch, {"%t0": ("abco", ""), "%t1": (("a", "c", "b", "o2"), "")})
    rng = generator("task", arch)
    numpy = {"f16": np.float16, "f32": np.float32}
    arrays = {n: rng.standard_normal((r, c)).astype(numpy[t]) for n, (r, c, t) in shapes.items()}
    result = run_text(text, list(arrays.values()), arch, entry="main")
    a, b, c = (arrays[n].astype("f4") for n in "abc")
    for out, first, second in (("o", b, c), ("o2", c, b)):
        p = softmax(a @ first).astype(np.float16).astype("f4")
        np.testing.assert_allclose(arrays[out], p @ second, rtol=4e-3, atol=4e-3)
    assert len(result.tasks) == 2 and result.aic_used >= 1 and result.aiv_used >= 2


@pytest.mark.parametrize(("blocks", "waits"), [(35, False), (36, True), (37, None)])
def test_pairs_that_start_at_once(blocks, waits):
    """A launch on all clusters waits for the one that is taken; on more than all it is refused."""
    second = (("a", "c", "b", "o2"), "blocks(%blocks) sync_start")
    shapes, text = launches("a5", {"%t0": ("abco", ""), "%t1": second}, blocks)
    rng = generator("together", blocks)
    numpy = {"f16": np.float16, "f32": np.float32}
    arrays = [rng.standard_normal((r, c)).astype(numpy[t]) for r, c, t in shapes.values()]
    if waits is None:
        with pytest.raises(RuntimeError, match=r"E0802.*37 blocks.*at most 36 blocks"):
            run_text(text, arrays, "a5", entry="main")
        return
    one, wide = run_text(text, arrays, "a5", entry="main").tasks
    (_, count, _, start, _, _), end = wide, one[4]
    assert count == blocks and (start >= end) == waits


@pytest.mark.parametrize("arch", ["a3", "a5"])
def test_planned_buffers(arch):
    """Reserved buffers and tiles without addresses do not overlap."""
    text = Pair(arch, 1, 9).text(3)
    text = re.sub(r"alloc_tile addr = %\w+ ", "alloc_tile ", text)
    text = re.sub(r"auto = false, base = \d+", "auto = true", text)
    rng = generator("planned")
    a = rng.standard_normal((9 * 16, 32)).astype(np.float16)
    b, c = (rng.standard_normal((32, 32)).astype(np.float16) for _ in range(2))
    o = np.zeros((9 * 16, 32), np.float32)
    arrays = [a, b, c, o] + ([np.zeros(2 * 8 * 16 * 32, np.float32)] if arch == "a3" else [])
    run_text(text, arrays, arch)
    p = softmax(a.astype("f4") @ b.astype("f4")).astype(np.float16).astype("f4")
    np.testing.assert_allclose(o, p @ c.astype("f4"), rtol=3e-3, atol=3e-3)


@pytest.mark.parametrize("slots", [", slot_num = 0", ", local_slot_num = 0"])
def test_no_slots(slots):
    """A FIFO without slots is refused, not divided by."""
    with pytest.raises(Exception, match="E06"):
        run_pair(Pair("a3", 1, 2, slots=slots), 1)
