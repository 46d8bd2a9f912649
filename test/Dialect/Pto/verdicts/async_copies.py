# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asynchronous copies of global memory."""

from table import accept, both, reject, tile, view

SESSION = "!pto.async_session"
EVENT = "!pto.async_event"


def sessions():
    text = f"%s = pto.build_async_session($0, $1 : #0, #1) -> {SESSION}"
    scratch, workspace = tile("i8", "1x256"), "!pto.ptr<i8>"
    accept(text, scratch, workspace)
    accept(text, tile("f32", "2x4"), workspace)
    for loc in ["mat", "left", "acc", "scaling"]:
        reject(
            "expects scratch in the vec address space", text, tile("i8", "1x256", loc), workspace
        )
    for shape, why in [
        ("1x8", None),
        ("2x4", None),
        ("1x7", "expects scratch to have at least 8 bytes"),
        ("0x8", "expects scratch to have at least 8 bytes"),
    ]:
        both(why, why, text, tile("i8", shape), workspace)
    accept(text, tile("f32", "1x2"), workspace)
    reject("expects scratch to have at least 8 bytes", text, tile("f32", "1x1"), workspace)
    lowered = "memref<{}xi8, #pto.address_space<vec>>"
    accept(text, lowered.format("8"), workspace)
    accept(text, lowered.format("1x8"), workspace)
    static = "expects a static scratch tile of rank 1 or 2"
    reject(static, text, lowered.format("?"), workspace)
    reject(static, text, lowered.format("1x1x8"), workspace)
    for dtype in ["i8", "ui8", "si8"]:
        accept(text, scratch, f"!pto.ptr<{dtype}>")
    for dtype in ["f32", "i16", "f8E4M3FN"]:
        reject("expects workspace to hold 8-bit integers", text, scratch, f"!pto.ptr<{dtype}>")
    accept(text, scratch, "memref<64xi8, #pto.address_space<gm>>")
    accept(text, scratch, "memref<64xi8>")
    local = "memref<64xi8, #pto.address_space<vec>>"
    reject("expects workspace in gm", text, scratch, local)
    for number, why in [
        (0, None),
        (7, None),
        (8, "expects sync_id to be in [0, 7], got 8"),
        (-1, "expects sync_id to be in [0, 7], got -1"),
    ]:
        numbered = text.replace(" ->", f" {{sync_id = {number} : i32}} ->")
        both(why, why, numbered, scratch, workspace)
    every = (
        " {sync_id = 1 : i32, block_bytes = 4096 : i64, comm_block_offset = 64 : i64, "
        "queue_num = 2 : i32, channel_group_idx = 1 : i64} ->"
    )
    accept(text.replace(" ->", every), scratch, workspace)


def transfers():
    flat = "to be static, contiguous and in effect one-dimensional"
    for op in ["tput_async", "tget_async"]:
        text = f"%e = pto.{op}($0, $1, $2 : #0, #1, {SESSION}) -> {EVENT}"
        one = view(shape="1x64")
        accept(text, one, one, SESSION)
        for shape in ["64", "64x1", "1x1x64x1", "1x1"]:
            accept(text, view(shape=shape), view(shape=shape), SESSION)
        for shape in ["16x16", "2x64", "1x?"]:
            reject(f"expects dst {flat}", text, view(shape=shape), one, SESSION)
            reject(f"expects src {flat}", text, one, view(shape=shape), SESSION)
        accept(text, "!pto.tensor_view<1x64xf32>", one, SESSION)
        accept(text, "memref<64xf32>", "memref<64xf32>", SESSION)
        strided = "memref<64xf32, strided<[2]>>"
        reject(f"expects dst {flat}", text, strided, "memref<64xf32>", SESSION)
        local = "memref<64xf32, #pto.address_space<vec>>"
        reject("expects src in gm", text, "memref<64xf32>", local, SESSION)
        reject("to have the same shape", text, one, view(shape="1x32"), SESSION)
        reject("to have the same shape", text, one, view(shape="64x1"), SESSION)
        reject("to have the same element type", text, one, view("f16", "1x64"), SESSION)
        generic = f'%e = "pto.{op}"($0, $1, $2) : (#0, #1, #2) -> {EVENT}'
        reject("operand #2 must be handle for asynchronous", generic, one, one, EVENT)


def events():
    for op in ["wait_async_event", "test_async_event"]:
        text = f"%d = pto.{op}($0, $1 : #0, #1) -> i1"
        accept(text, EVENT, SESSION)
        reject("must be completion handle of an asynchronous transfer", text, SESSION, SESSION)
        reject("must be handle for asynchronous transfers between", text, EVENT, EVENT)
        wrong = f"%d = pto.{op}($0, $1 : #0, #1) -> i32"
        reject("must be 1-bit signless integer", wrong, EVENT, SESSION)


def table():
    sessions()
    transfers()
    events()
