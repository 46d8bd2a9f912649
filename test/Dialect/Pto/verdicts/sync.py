# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Flags, barriers, buffer tokens, messages between cores, event arrays."""

from table import accept, both, reject

PIPES = ["S", "V", "M", "MTE1", "MTE2", "MTE3", "ALL", "MTE4", "MTE5", "V2", "FIX"]
KINDS = [
    "TLOAD",
    "TSTORE_ACC",
    "TSTORE_VEC",
    "TMOV_M2L",
    "TMOV_M2S",
    "TMOV_M2B",
    "TMOV_M2V",
    "TMOV_V2M",
    "TMATMUL",
    "TVEC",
    "TVECWAIT_EVENT",
]


def flags():
    for op in ["set_flag", "wait_flag"]:
        for event in range(8):
            accept(f"pto.{op}[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID{event}>]")
        accept(f"pto.{op}[#pto.pipe<PIPE_MTE2>, #pto.pipe<PIPE_V>, #pto.event<EVENT_ID0>]")
        for pipe in PIPES:
            accept(f"pto.{op}[<PIPE_{pipe}>, <PIPE_V>, <EVENT_ID0>]")
        dyn = f"pto.{op}_dyn[<PIPE_MTE2>, <PIPE_V>, $0]"
        accept(dyn, "index")
        generic = (
            f'"pto.{op}_dyn"($0) {{src_pipe = #pto.pipe<PIPE_S>, dst_pipe = #pto.pipe<PIPE_V>}}'
        )
        reject("operand #0 must be index", generic + " : (i32) -> ()", "i32")
    for op in ["record_event", "wait_event"]:
        for kind in KINDS:
            accept(
                f"pto.{op}[#pto.pipe_event_type<{kind}>, #pto.pipe_event_type<TVEC>, <EVENT_ID0>]"
            )
    for pipe in PIPES:
        accept(f"pto.barrier <PIPE_{pipe}>")
    for kind in KINDS:
        accept(f"pto.barrier_sync[<{kind}>]")
        accept(f"pto.barrier_sync[#pto.sync_op_type<{kind}>]")


def tokens():
    for op in ["get_buf", "rls_buf"]:
        for number, why in [
            (0, None),
            (31, None),
            (32, "expects buf_id to be in [0, 31], got 32"),
            (-1, "expects buf_id to be in [0, 31], got -1"),
        ]:
            both(why, why, f"pto.{op}[#pto.pipe_event_type<TVEC>, {number}]")
        for mode, why in [(0, None), (7, None), (-1, "expects mode to be 0 or more, got -1")]:
            both(why, why, f"pto.{op}[#pto.pipe_event_type<TVEC>, 3] {{mode = {mode} : i32}}")
        for kind in KINDS:
            accept(f"pto.{op}[#pto.pipe_event_type<{kind}>, 3]")


def messages():
    for dtype in ["i64", "i8"]:
        accept("pto.set_ffts $0 : #0", f"memref<256x{dtype}>")
    for dtype in ["f32", "i32", "i16"]:
        reject("expects a memref of i64 or i8", "pto.set_ffts $0 : #0", f"memref<256x{dtype}>")
    one_of = "expects on A5 one of the pipes"
    for pipe in PIPES:
        both(
            None,
            None if pipe in ("FIX", "MTE3") else one_of,
            f"pto.sync.set <PIPE_{pipe}>, 4",
        )
        waits = pipe in ("FIX", "MTE1", "MTE2", "MTE3", "V")
        both(None, None if waits else one_of, f"pto.sync.wait <PIPE_{pipe}>, 4")
    for op in ["set", "wait"]:
        accept(f"pto.sync.{op} <PIPE_MTE3>, $0", "index")
        generic = f'"pto.sync.{op}"(%s) {{pipe = #pto.pipe<PIPE_MTE3>%s}} : (%s) -> ()'
        either = "expects either a literal event id or an index value"
        reject(f"{either}, got neither", generic % ("", "", ""))
        number = ", event_id = 4 : i32"
        reject(f"{either}, got both", generic % ("$0", number, "#0"), "index")
    for mode, why in [
        (0, None),
        (1, None),
        (2, None),
        (3, "expects ffts_mode to be 0, 1 or 2, got 3"),
        (-1, "expects ffts_mode to be 0, 1 or 2, got -1"),
    ]:
        both(why, why, f"pto.sync.set <PIPE_MTE3>, 4 {{ffts_mode = {mode} : i32}}")
        both(why, why, f"pto.sync.set <PIPE_MTE3>, $0 {{ffts_mode = {mode} : i32}}", "index")


def arrays():
    array = "!pto.eventid_array<4>"
    accept(f"%x = pto.declare_eventid_array -> {array}")
    accept("%x = pto.eventid_array_get $0[$1] : #0", array, "index")
    accept("pto.eventid_array_set $0[$1], $2 : #0", array, "index", "index")
    read = '%x = "pto.eventid_array_get"($0, $1) : (#0, #1) -> index'
    reject("operand #1 must be index", read, array, "i32")
    reject("operand #0 must be local array of event ids", read, "index", "index")
    write = '"pto.eventid_array_set"($0, $1, $2) : (#0, #1, #2) -> ()'
    reject("operand #1 must be index", write, array, "i32", "index")
    reject("operand #2 must be index", write, array, "index", "i32")
    accept("pto.tsync ins($0, $1 : #0, #1)", *["!pto.tile_buf<vec, 16x16xf32>"] * 2)


def table():
    flags()
    tokens()
    messages()
    arrays()
