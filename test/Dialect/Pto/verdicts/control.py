# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Identity of cores, sections, printing, traps."""

from table import ELEMENT, RANK, VEC, acc, accept, reject, tile, view


def table():
    for op in ["get_block_idx", "get_block_num", "get_subblock_idx", "get_subblock_num"]:
        accept(f"%x = pto.{op}")
        wrong = f'%x = "pto.{op}"() : () -> i32'
        reject("must be 64-bit signless integer", wrong)
    for section in ["cube", "vector"]:
        accept(f"pto.section.{section} {{ pto.trap }}")
        accept(f"pto.section.{section} {{ }}")
        blocks = f'"pto.section.{section}"() ({{ ^a: pto.trap ^b: pto.trap }}) : () -> ()'
        reject("expects region #0 to have 0 or 1 blocks", blocks)
        arguments = f'"pto.section.{section}"() ({{ ^a(%x: i32): pto.trap }}) : () -> ()'
        reject("region should have no arguments", arguments)
    text = "pto.tprint ins($0 : #0)"
    for dtype in ["i8", "i16", "i32", "f16", "f32"]:
        accept(text, tile(dtype))
    for dtype in ["bf16", "i64", "f64"]:
        reject(ELEMENT, text, tile(dtype))
    accept(text, view())
    accept(text, view("bf16"))
    accept(text, "memref<16x16xbf16, #pto.address_space<vec>>")
    for other in [tile(loc="mat"), acc()]:
        reject(VEC, text, other)
    reject(RANK, text, "tensor<16x16xf32>")
    for dtype in ["f32", "f16", "i32", "i1", "index"]:
        accept('pto.print ins("x=%d", $0 : #0)', dtype)
    reject("must be integer or index or floating-point", 'pto.print ins("x=%d", $0 : #0)', tile())
    accept("pto.trap")
