# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Views, metadata, scalars, synchronisation and transfers: the `pto` operations around the tiles."""

import numpy as np
import pytest
from golden import F32, check, data, generator
from pto_program import run_text


def vector_text(body: str, args: str, arch: str = "a3", extra: str = "") -> str:
    return f"""module attributes {{pto.target_arch = "{arch}"}} {{
  {extra}
  func.func @k({args}) attributes {{pto.entry, pto.kernel_kind = #pto.kernel_kind<vector>}} {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    {body}
    return
  }}
}}"""


VIEWS = """
    %va = pto.make_tensor_view %a, shape = [%c16, %c16], strides = [%c16, %c1] : !pto.tensor_view<16x16xf32>
    %vo = pto.make_tensor_view %o, shape = [%c16, %c16], strides = [%c16, %c1] : !pto.tensor_view<16x16xf32>
    %pa = pto.partition_view %va, offsets = [%c0, %c0], sizes = [%c16, %c16] : !pto.tensor_view<16x16xf32> -> !pto.partition_tensor_view<16x16xf32>
    %po = pto.partition_view %vo, offsets = [%c0, %c0], sizes = [%c16, %c16] : !pto.tensor_view<16x16xf32> -> !pto.partition_tensor_view<16x16xf32>
"""
T = "!pto.tile_buf<vec, 16x16xf32>"
PV = "!pto.partition_tensor_view<16x16xf32>"
ARGS = "%a: !pto.ptr<f32>, %o: !pto.ptr<f32>"
LOAD = f"""{VIEWS}
    %z = arith.constant 0 : i64
    %z1 = arith.constant 1024 : i64
    %t = pto.alloc_tile addr = %z : {T}
    %u = pto.alloc_tile addr = %z1 : {T}
    pto.tload ins(%pa : {PV}) outs(%t : {T})"""
STORE = f"pto.tstore ins(%u : {T}) outs(%po : {PV})"
ADD = f"pto.tadd ins(%t, %t : {T}, {T}) outs(%u : {T})"


def run16(body, arch="a3", extra=""):
    a = data(generator(body), (16, 16), F32)
    o = np.zeros_like(a)
    run_text(vector_text(body, ARGS, arch, extra), [a, o], arch)
    return a, o


EVENT = "#pto.pipe_event_type"
ORDERINGS = {
    "set_flag": (
        "pto.set_flag[<{0}>, <{1}>, <EVENT_ID3>]",
        "pto.wait_flag[<{0}>, <{1}>, <EVENT_ID3>]",
    ),
    "set_flag_dyn": ("pto.set_flag_dyn[<{0}>, <{1}>, %c2]", "pto.wait_flag_dyn[<{0}>, <{1}>, %c2]"),
}
KINDS = {"PIPE_MTE2": "TLOAD", "PIPE_V": "TVEC", "PIPE_MTE3": "TSTORE_VEC"}


def order(form, source, target):
    if form in ORDERINGS:
        return "\n".join(line.format(source, target) for line in ORDERINGS[form])
    source, target = KINDS[source], KINDS[target]
    if form == "record_event":
        kinds = f"{EVENT}<{source}>, {EVENT}<{target}>, <EVENT_ID1>"
        return f"pto.record_event[{kinds}]\npto.wait_event[{kinds}]"
    if form == "get_buf":
        return ""
    return {"barrier": "pto.barrier <PIPE_ALL>", "tsync": f"pto.tsync ins(%t, %u : {T}, {T})"}[form]


@pytest.mark.parametrize("form", [*ORDERINGS, "record_event", "barrier", "tsync"])
def test_orderings(form):
    """Every way to order pipes gives the numbers."""
    body = "\n".join(
        [
            LOAD,
            order(form, "PIPE_MTE2", "PIPE_V"),
            ADD,
            order(form, "PIPE_V", "PIPE_MTE3"),
            STORE,
        ]
    )
    a, o = run16(body)
    check(o, a + a)


def token(name, kind, buffer):
    return f"pto.{name}[{EVENT}<{kind}>, {buffer}]"


def test_buffer_tokens():
    """A pipe waits for the earlier holders of a buffer; without the tokens the numbers are wrong."""
    load = (
        LOAD.replace("pto.tload", token("get_buf", "TLOAD", 3) + "\n    pto.tload")
        + "\n"
        + token("rls_buf", "TLOAD", 3)
    )
    add = [
        token("get_buf", "TVEC", 3),
        token("get_buf", "TVEC", 4),
        ADD,
        token("rls_buf", "TVEC", 3),
        token("rls_buf", "TVEC", 4),
    ]
    store = [token("get_buf", "TSTORE_VEC", 4), STORE, token("rls_buf", "TSTORE_VEC", 4)]
    a, o = run16("\n".join([load, *add, *store]), "a5")
    check(o, a + a)
    a, o = run16("\n".join([LOAD, ADD, STORE]), "a5")
    assert not np.array_equal(o, a + a)


def test_barrier_sync():
    body = "\n".join(
        [
            LOAD,
            order("set_flag", "PIPE_MTE2", "PIPE_V"),
            ADD,
            "pto.barrier_sync[<TVEC>]",
            f"pto.tadds ins(%u, %s : {T}, f32) outs(%u : {T})",
            order("set_flag", "PIPE_V", "PIPE_MTE3"),
            STORE,
        ]
    )
    a, o = run16("%s = arith.constant 1.0 : f32\n" + body)
    check(o, a + a + 1)


def test_event_array():
    """Ids kept in an array and read back by a run-time index."""
    body = f"""{LOAD}
    %ids = pto.declare_eventid_array -> !pto.eventid_array<4>
    scf.for %i = %c0 to %c2 step %c1 {{
      %at = arith.addi %i, %c2 : index
      pto.eventid_array_set %ids[%i], %at : !pto.eventid_array<4>
    }}
    %id = pto.eventid_array_get %ids[%c1] : !pto.eventid_array<4>
    pto.set_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %id]
    pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID3>]
    {ADD}
    pto.barrier <PIPE_ALL>
    {STORE}"""
    a, o = run16(body)
    check(o, a + a)


def test_event_array_bounds():
    with pytest.raises(RuntimeError, match="E0805.*element 8 of an array of 4"):
        run16("""%ids = pto.declare_eventid_array -> !pto.eventid_array<4>
        pto.eventid_array_set %ids[%c8], %c1 : !pto.eventid_array<4>""")


def test_scalars_and_pointers():
    """load_scalar, store_scalar, addptr, tgetval, tsetval, get_tensor_view_dim."""
    body = f"""{LOAD}
    %row = pto.addptr %a, %c16 : !pto.ptr<f32> -> !pto.ptr<f32>
    %x = pto.load_scalar %row[%c2] : !pto.ptr<f32> -> f32
    pto.barrier <PIPE_ALL>
    %y = pto.tgetval ins(%t, %c8 : {T}, index) outs : f32
    %n = pto.get_tensor_view_dim %va, %c1 : !pto.tensor_view<16x16xf32> -> index
    %ni = arith.index_cast %n : index to i32
    %nf = arith.sitofp %ni : i32 to f32
    {ADD}
    pto.barrier <PIPE_ALL>
    pto.tsetval ins(%c2, %y : index, f32) outs(%u : {T})
    pto.barrier <PIPE_ALL>
    {STORE}
    pto.barrier <PIPE_ALL>
    pto.store_scalar %x, %o[%c0] : !pto.ptr<f32>, f32
    pto.store_scalar %nf, %o[%c1] : !pto.ptr<f32>, f32"""
    a, o = run16(body)
    want = a + a
    want[0, :3] = a[1, 2], 16, a[0, 8]
    check(o, want)


def test_views_of_tiles():
    """subset, treshape, bitcast, tassign, set_validshape."""
    body = f"""{LOAD}
    pto.barrier <PIPE_ALL>
    %part = pto.subset %t[%c8, %c0] sizes [8, 16] : {T}
    %flat = pto.treshape %part : !pto.tile_buf<vec, 8x16xf32> -> !pto.tile_buf<vec, 4x32xf32>
    %bits = pto.bitcast %u : {T} -> !pto.tile_buf<vec, 16x16xi32>
    %seven = arith.constant 7 : i32
    pto.texpands ins(%seven : i32) outs(%bits : !pto.tile_buf<vec, 16x16xi32>)
    pto.barrier <PIPE_ALL>
    %moved = pto.tassign %t, %z1 : {T} -> {T}
    %dyn = pto.alloc_tile addr = %z1 valid_row = %c16 valid_col = %c16 : !pto.tile_buf<vec, 16x16xf32, valid=?x?>
    pto.set_validshape %dyn, %c2, %c8 : !pto.tile_buf<vec, 16x16xf32, valid=?x?>
    %s = arith.constant 2.0 : f32
    pto.texpands ins(%s : f32) outs(%dyn : !pto.tile_buf<vec, 16x16xf32, valid=?x?>)
    pto.barrier <PIPE_ALL>
    pto.tstore ins(%moved : {T}) outs(%po : {PV})"""
    _, o = run16(body)
    want = np.full((16, 16), 7, np.int32).view(np.float32)
    want[:2, :8] = 2
    np.testing.assert_array_equal(o.view(np.int32), want.view(np.int32))


def test_reshape_moves_nothing():
    body = f"""{LOAD}
    pto.barrier <PIPE_ALL>
    %wide = pto.treshape %t : {T} -> !pto.tile_buf<vec, 8x32xf32>
    %uw = pto.treshape %u : {T} -> !pto.tile_buf<vec, 8x32xf32>
    pto.tneg ins(%wide : !pto.tile_buf<vec, 8x32xf32>) outs(%uw : !pto.tile_buf<vec, 8x32xf32>)
    pto.barrier <PIPE_ALL>
    {STORE}"""
    a, o = run16(body)
    check(o, -a)


def test_prefetch_and_print():
    """A prefetch writes nothing; printing changes nothing."""
    body = f"""{LOAD}
    pto.tprefetch ins(%pa : {PV}) outs(%u : {T})
    %s = arith.constant 3.0 : f32
    pto.barrier <PIPE_ALL>
    {ADD}
    pto.barrier <PIPE_ALL>
    pto.tprint ins(%u : {T})
    pto.print ins("s=%f", %s : f32)
    {STORE}"""
    a, o = run16(body)
    check(o, a + a)


def test_trap():
    with pytest.raises(RuntimeError, match="E0804"):
        run16("pto.trap")


def test_blocks():
    """get_block_idx and get_block_num over several blocks; one vector core per block.

    Each block writes a cache line of its own.
    """
    body = f"""{VIEWS}
    %b = pto.get_block_idx
    %n = pto.get_block_num
    %sub = pto.get_subblock_idx
    %subs = pto.get_subblock_num
    %bi = arith.index_cast %b : i64 to index
    %s1 = arith.addi %b, %n : i64
    %s2 = arith.addi %s1, %sub : i64
    %s3 = arith.muli %s2, %subs : i64
    %f = arith.sitofp %s3 : i64 to f32
    %line = arith.muli %bi, %c16 : index
    pto.store_scalar %f, %o[%line] : !pto.ptr<f32>, f32"""
    o = np.zeros((16, 16), np.float32)
    run_text(vector_text(body, ARGS), [o.copy(), o], "a3", blocks=3)
    assert o[:4, 0].tolist() == [3, 4, 5, 0]


def test_memref_forms():
    """Tiles in the assembler's lowered form."""
    m = "memref<16x16xf32, strided<[16, 1], offset: ?>, #pto.address_space<vec>>"
    body = f"""{VIEWS}
    %z = arith.constant 0 : i64
    %m = pto.pointer_cast(%z) {{config = #pto.tile_buf_config<>}} : {m}
    %w = pto.bind_tile %m, %c16, %c8 {{config = #pto.tile_buf_config<>}} : {m} -> {m}
    %never = pto.declare_tile_memref -> {m}
    pto.tload ins(%pa : {PV}) outs(%m : {m})
    pto.barrier <PIPE_ALL>
    pto.tneg ins(%w : {m}) outs(%w : {m})
    pto.barrier <PIPE_ALL>
    pto.tstore ins(%m : {m}) outs(%po : {PV})"""
    a, o = run16(body)
    want = a.copy()
    want[:, :8] *= -1
    check(o, want)


ASYNC = """
    %z = arith.constant 0 : i64
    %c256 = arith.constant 256 : index
    %one = arith.constant 1.0 : f32
    %scratch = pto.alloc_tile addr = %z : !pto.tile_buf<vec, 1x256xi8>
    %s = pto.build_async_session(%scratch, %ws : !pto.tile_buf<vec, 1x256xi8>, !pto.ptr<i8>) {sync_id = 1 : i32} -> !pto.async_session
    %va = pto.make_tensor_view %a, shape = [%c1, %c256], strides = [%c256, %c1] : !pto.tensor_view<1x256xf32>
    %vo = pto.make_tensor_view %o, shape = [%c1, %c256], strides = [%c256, %c1] : !pto.tensor_view<1x256xf32>
    %pa = pto.partition_view %va, offsets = [%c0, %c0], sizes = [%c1, %c256] : !pto.tensor_view<1x256xf32> -> !pto.partition_tensor_view<1x256xf32>
    %po = pto.partition_view %vo, offsets = [%c0, %c0], sizes = [%c1, %c256] : !pto.tensor_view<1x256xf32> -> !pto.partition_tensor_view<1x256xf32>
    %e = pto.OP(%po, %pa, %s : !pto.partition_tensor_view<1x256xf32>, !pto.partition_tensor_view<1x256xf32>, !pto.async_session) -> !pto.async_event
    %early = pto.test_async_event(%e, %s : !pto.async_event, !pto.async_session) -> i1
    %done = pto.wait_async_event(%e, %s : !pto.async_event, !pto.async_session) -> i1
    %late = pto.test_async_event(%e, %s : !pto.async_event, !pto.async_session) -> i1
    %was = arith.uitofp %early : i1 to f32
    %is = arith.uitofp %late : i1 to f32
    pto.store_scalar %was, %o[%c0] : !pto.ptr<f32>, f32
    pto.store_scalar %is, %o[%c1] : !pto.ptr<f32>, f32
"""


@pytest.mark.parametrize("op", ["tput_async", "tget_async"])
def test_async_transfer(op):
    """Not done at once, done after the wait."""
    a = data(generator(op), (1, 256), F32)
    o, workspace = np.zeros_like(a), np.zeros((1, 256), np.int8)
    args = "%a: !pto.ptr<f32>, %o: !pto.ptr<f32>, %ws: !pto.ptr<i8>"
    result = run_text(vector_text(ASYNC.replace("OP", op), args), [a, o, workspace], "a3")
    want = a.copy()
    want[0, :2] = 0, 1
    check(o, want)
    assert result.cycles > 1000


def test_prefetch():
    """The event is set after the transfer's time; the data stays as it is."""
    body = ASYNC[: ASYNC.index("    %s = pto.build")] + ASYNC[ASYNC.index("    %va") :]
    body = (
        body[: body.index("    %e = pto.OP")]
        + """
    %e = pto.tprefetch_async %pa : !pto.partition_tensor_view<1x256xf32>
    %done = pto.wait_prefetch %e
    %is = arith.uitofp %done : i1 to f32
    pto.store_scalar %is, %o[%c1] : !pto.ptr<f32>, f32
"""
    )
    a = data(generator("prefetch"), (1, 256), F32)
    o, before = np.zeros_like(a), a.copy()
    args = "%a: !pto.ptr<f32>, %o: !pto.ptr<f32>"
    result = run_text(vector_text(body, args), [a, o], "a3")
    check(a, before)
    check(o, np.eye(1, 256, 1, dtype=np.float32))
    assert result.cycles > 1000


def test_fences():
    """syncall lets every core pass once all have arrived."""
    body = f"""{VIEWS}
    %b = pto.get_block_idx
    %bi = arith.index_cast %b : i64 to index
    %f = arith.sitofp %b : i64 to f32
    %line = arith.muli %bi, %c16 : index
    pto.store_scalar %f, %a[%line] : !pto.ptr<f32>, f32
    pto.cmo.cacheinvalid all #pto.address_space<gm>
    pto.fence.barrier_all #pto.fence_scope<gm>
    pto.syncall <hard>, <aiv_only>
    pto.cmo.cacheinvalid all #pto.address_space<gm>
    %last = arith.muli %c2, %c16 : index
    %x = pto.load_scalar %a[%last] : !pto.ptr<f32> -> f32
    pto.store_scalar %x, %o[%line] : !pto.ptr<f32>, f32"""
    a, o = np.zeros((16, 16), np.float32), np.zeros((16, 16), np.float32)
    run_text(vector_text(body, ARGS), [a, o], "a3", blocks=3)
    assert o[:4, 0].tolist() == [2, 2, 2, 0]


def meeting(awaited: int, arriving: int) -> str:
    """Blocks below `arriving` meet; each then reads what the last of them wrote."""
    return f"""{VIEWS}
    %n = arith.constant {awaited} : i32
    %limit = arith.constant {arriving} : i64
    %b = pto.get_block_idx
    %bi = arith.index_cast %b : i64 to index
    %f = arith.sitofp %b : i64 to f32
    %line = arith.muli %bi, %c16 : index
    %meets = arith.cmpi slt, %b, %limit : i64
    scf.if %meets {{
      pto.store_scalar %f, %a[%line] : !pto.ptr<f32>, f32
      pto.cmo.cacheinvalid all #pto.address_space<gm>
      pto.fence.barrier_all #pto.fence_scope<gm>
      pto.syncall <soft>, <aiv_only> workspace(%w : !pto.ptr<i32>) used_cores(%n)
      pto.cmo.cacheinvalid all #pto.address_space<gm>
      %last = arith.muli %c1, %c16 : index
      %x = pto.load_scalar %a[%last] : !pto.ptr<f32> -> f32
      pto.store_scalar %x, %a[%line] : !pto.ptr<f32>, f32
    }}"""


@pytest.mark.parametrize("seed", range(6))
def test_soft_meeting_of_some_cores(seed):
    """Two of three blocks meet; the third does not take part and is not waited for."""
    a, o = np.zeros((16, 16), np.float32), np.zeros((16, 16), np.float32)
    text = vector_text(meeting(awaited=2, arriving=2), ARGS + ", %w: !pto.ptr<i32>")
    run_text(text, [a, o, np.zeros(16, np.int32)], "a3", blocks=3, seed=seed)
    assert a[:3, 0].tolist() == [1, 1, 0]


def test_soft_meeting_without_enough_cores():
    """A core that never comes is a deadlock with a message, not a pass."""
    a, o = np.zeros((16, 16), np.float32), np.zeros((16, 16), np.float32)
    text = vector_text(meeting(awaited=3, arriving=2), ARGS + ", %w: !pto.ptr<i32>")
    with pytest.raises(RuntimeError, match="the other cores of the launch"):
        run_text(text, [a, o, np.zeros(16, np.int32)], "a3", blocks=2)
