# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Text of a cube and a vector function that exchange tiles through a FIFO.

Both directions: the cube core multiplies block after block of A (f16, M x K) by B, hands the product
to the vector cores, which compute a softmax per row and hand it back as f16; the cube core multiplies
it by C. With one direction only the vector cores store, or the cube core starts from loaded blocks.
"""

from __future__ import annotations

from dataclasses import dataclass

MAT = "blayout=col_major, slayout=row_major"


@dataclass
class Pair:
    arch: str = "a3"
    split: int = 1
    blocks: int = 3
    m: int = 16
    k: int = 32
    n: int = 32
    release: bool = True  # the consumer frees its slots
    slots: str = ""  # e.g. ", slot_num = 2"
    vector_slots: str | None = None
    internal: bool = False  # the form behind the front end's: handles of FIFOs

    @property
    def lane(self) -> tuple[int, int]:
        """Rows and columns of one vector core's part."""
        return (
            self.m // (2 if self.split == 1 else 1),
            self.n // (2 if self.split == 2 else 1),
        )

    def offsets(self) -> str:
        """Rows and columns at which the lane's part begins."""
        rows, cols = self.lane
        if self.split == 0:
            return "%lr = arith.constant 0 : index\n%lc = arith.constant 0 : index"
        return f"""%lane64 = pto.get_subblock_idx
    %lane = arith.index_cast %lane64 : i64 to index
    %lrows = arith.constant {rows if self.split == 1 else 0} : index
    %lcols = arith.constant {cols if self.split == 2 else 0} : index
    %lr = arith.muli %lane, %lrows : index
    %lc = arith.muli %lane, %lcols : index"""

    def view(self, name: str, pointer: str, rows: int, cols: int, type_: str) -> str:
        return f"""%{name}r = arith.constant {rows} : index
    %{name}c = arith.constant {cols} : index
    %{name} = pto.make_tensor_view {pointer}, shape = [%{name}r, %{name}c], strides = [%{name}c, %c1] : !pto.tensor_view<{rows}x{cols}x{type_}>"""

    def window(self, name, view, shape, type_, row, col, rows, cols) -> str:
        return f"""%{name}m = arith.constant {rows} : index
    %{name}n = arith.constant {cols} : index
    %{name} = pto.partition_view %{view}, offsets = [{row}, {col}], sizes = [%{name}m, %{name}n] : !pto.tensor_view<{shape[0]}x{shape[1]}x{type_}> -> !pto.partition_tensor_view<{rows}x{cols}x{type_}>"""

    def initialize(self, side: str, direction: int, c2v: str, v2c: str, slot: int) -> str:
        gm = "gm_slot_buffer = %ring : !pto.ptr<f32>, " if self.arch == "a3" else ""
        extra = self.slots if side == "aic" or self.vector_slots is None else self.vector_slots
        if self.internal:
            local = ", ".join(
                f"{buffer} : i32" for bit, buffer in ((1, c2v), (2, v2c)) if direction & bit
            )
            attrs = f"{{dir_mask = {direction}, slot_size = {slot}, slot_num = {4 if direction == 3 else 8}, flag_base = 2}}"
            if self.arch == "a3":
                return f"%pipe = pto.initialize_l2g2l_pipe {attrs} (%ring : !pto.ptr<f32>, {local}) -> !pto.pipe"
            return f"%pipe = pto.initialize_l2l_pipe {attrs} ({local}) -> !pto.pipe"
        return (
            f"pto.{side}_initialize_pipe {{dir_mask = {direction}, slot_size = {slot}{extra}}} "
            f"({gm}c2v_consumer_buf = {c2v} : i32, v2c_consumer_buf = {v2c} : i32)"
        )

    def push(self, to: str, value: str, type_: str) -> str:
        if self.internal:
            return f"pto.tpush({value}, %pipe : {type_}, !pto.pipe) {{split = {self.split}}}"
        return f"pto.tpush_to_{to}({value} : {type_}) {{split = {self.split}}}"

    def pop(self, source: str, value: str, type_: str) -> str:
        if self.internal:
            return (
                f"{value} = pto.declare_tile -> {type_}\n"
                f"pto.tpop({value}, %pipe : {type_}, !pto.pipe) {{split = {self.split}}}"
            )
        return f"{value} = pto.tpop_from_{source} {{split = {self.split}}} -> {type_}"

    def free(self, source: str) -> str:
        if not self.release:
            return ""
        if self.internal:
            return f"pto.tfree(%pipe : !pto.pipe) {{split = {self.split}}}"
        return f"pto.tfree_from_{source} {{split = {self.split}}}"

    def text(self, direction: int) -> str:
        """`direction`: 1 to the vector cores, 2 to the cube core, 3 both."""
        m, k, n, blocks = self.m, self.k, self.n, self.blocks
        rows, cols = self.lane
        slot = m * n * 4
        left = f"!pto.tile_buf<left, {m}x{{}}xf16, slayout=row_major>"
        right = "!pto.tile_buf<right, {}x{}xf16, slayout=col_major>"
        acc = f"!pto.tile_buf<acc, {m}x{n}xf32, {MAT}, fractal=1024>"
        vec, vec16 = (
            f"!pto.tile_buf<vec, {rows}x{cols}xf32>",
            f"!pto.tile_buf<vec, {rows}x{cols}xf16>",
        )
        column = f"!pto.tile_buf<vec, {max(rows, 8)}x1xf32, valid={rows}x1, blayout=col_major>"
        product = f"!pto.tile_buf<mat, {m}x{n}xf16, {MAT}>"
        l2 = left.format(n)
        args = "%a: !pto.ptr<f16>, %b: !pto.ptr<f16>, %c: !pto.ptr<f16>, %o: !pto.ptr<f32>" + (
            ", %ring: !pto.ptr<f32>" if self.arch == "a3" else ""
        )
        # Addresses: A blocks, B, C, popped products in Mat; L0 tiles at 0 and behind.
        first = f"""
      {self.window("pa", "va", (blocks * m, k), "f16", "%row", "%c0", m, k)}
      pto.tload ins(%pa : !pto.partition_tensor_view<{m}x{k}xf16>) outs(%ma : !pto.tile_buf<mat, {m}x{k}xf16, {MAT}>)
      pto.barrier <PIPE_ALL>
      pto.tmov ins(%ma : !pto.tile_buf<mat, {m}x{k}xf16, {MAT}>) outs(%l : {left.format(k)})
      pto.barrier <PIPE_ALL>
      pto.tmatmul ins(%l, %r : {left.format(k)}, {right.format(k, n)}) outs(%acc : {acc})
      pto.barrier <PIPE_ALL>
      {self.push("aiv", "%acc", acc)}
      pto.barrier <PIPE_ALL>"""
        release = self.free("aiv")
        second = f"""
      {self.pop("aiv", "%p", product)}
      pto.barrier <PIPE_ALL>
      pto.tmov ins(%p : {product}) outs(%l2 : {l2})
      pto.barrier <PIPE_ALL>
      {release}
      pto.tmatmul ins(%l2, %r2 : {l2}, {right.format(n, n)}) outs(%acc2 : {acc})
      pto.barrier <PIPE_ALL>
      {self.window("po", "vo", (blocks * m, n), "f32", "%row", "%c0", m, n)}
      pto.tstore ins(%acc2 : {acc}) outs(%po : !pto.partition_tensor_view<{m}x{n}xf32>)
      pto.barrier <PIPE_ALL>"""
        cube_body = (first if direction & 1 else "") + (second if direction & 2 else "")
        release = self.free("aic")
        pop = f"""
      {self.pop("aic", "%t", vec)}
      pto.barrier <PIPE_ALL>"""
        load = f"""
      {self.window("pa", "va", (blocks * m, n), "f16", "%row", "%lc", rows, cols)}
      pto.tload ins(%pa : !pto.partition_tensor_view<{rows}x{cols}xf16>) outs(%h : {vec16})
      pto.barrier <PIPE_ALL>"""
        softmax = f"""
      pto.trowmax ins(%t, %s : {vec}, {vec}) outs(%x : {column})
      pto.barrier <PIPE_ALL>
      pto.trowexpandsub ins(%t, %x : {vec}, {column}) outs(%s : {vec})
      pto.barrier <PIPE_ALL>
      {release}
      pto.texp ins(%s : {vec}) outs(%s : {vec})
      pto.barrier <PIPE_ALL>
      pto.trowsum ins(%s, %u : {vec}, {vec}) outs(%x : {column})
      pto.barrier <PIPE_ALL>
      pto.trowexpanddiv ins(%s, %x : {vec}, {column}) outs(%s : {vec})
      pto.barrier <PIPE_ALL>"""
        store = f"""
      {self.window("po", "vo", (blocks * m, n), "f32", "%row", "%lc", rows, cols)}
      pto.tstore ins(%s : {vec}) outs(%po : !pto.partition_tensor_view<{rows}x{cols}xf32>)
      pto.barrier <PIPE_ALL>"""
        convert = f"""
      pto.tcvt ins(%s {{rmode = #pto<round_mode RINT>}} : {vec}) outs(%h : {vec16})
      pto.barrier <PIPE_ALL>"""
        push = f"""
      {self.push("aic", "%h", vec16)}
      pto.barrier <PIPE_ALL>"""
        vector_body = {
            1: pop + softmax + store,
            2: load + push,
            3: pop + softmax + convert + push,
        }[direction]
        ring = blocks and 8 * slot
        tiles = "\n    ".join(
            f"%{name} = pto.alloc_tile addr = %at{at} : {type_}"
            for name, at, type_ in [
                ("s", 0, vec),
                ("u", 1, vec),
                ("x", 2, column),
                ("h", 3, vec16),
            ]
        )
        return f"""module attributes {{pto.target_arch = "{self.arch}"}} {{
  func.func @cube({args}) attributes {{pto.kernel_kind = #pto.kernel_kind<cube>}} {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %blocks = arith.constant {blocks} : index
    %m = arith.constant {m} : index
    %to_vector = pto.import_reserved_buffer {{name = "c2v", peer_func = @vector}} -> i32
    %from_vector = pto.reserve_buffer {{name = "v2c", size = {ring}, location = #pto.address_space<mat>, auto = false, base = 262144}} -> i32
    {self.initialize("aic", direction, "%to_vector", "%from_vector", slot)}
    %z0 = arith.constant 0 : i64
    %z1 = arith.constant 32768 : i64
    %z2 = arith.constant 65536 : i64
    {self.view("va", "%a", blocks * m, k, "f16")}
    {self.view("vb", "%b", k, n, "f16")}
    {self.view("vc", "%c", n, n, "f16")}
    {self.view("vo", "%o", blocks * m, n, "f32")}
    %ma = pto.alloc_tile addr = %z0 : !pto.tile_buf<mat, {m}x{k}xf16, {MAT}>
    %mb = pto.alloc_tile addr = %z1 : !pto.tile_buf<mat, {k}x{n}xf16, {MAT}>
    %mc = pto.alloc_tile addr = %z2 : !pto.tile_buf<mat, {n}x{n}xf16, {MAT}>
    %l = pto.alloc_tile addr = %z0 : {left.format(k)}
    %l2 = pto.alloc_tile addr = %z1 : {l2}
    %r = pto.alloc_tile addr = %z0 : {right.format(k, n)}
    %r2 = pto.alloc_tile addr = %z1 : {right.format(n, n)}
    %acc = pto.alloc_tile addr = %z0 : {acc}
    %acc2 = pto.alloc_tile addr = %z1 : {acc}
    {self.window("pb", "vb", (k, n), "f16", "%c0", "%c0", k, n)}
    {self.window("pc", "vc", (n, n), "f16", "%c0", "%c0", n, n)}
    pto.tload ins(%pb : !pto.partition_tensor_view<{k}x{n}xf16>) outs(%mb : !pto.tile_buf<mat, {k}x{n}xf16, {MAT}>)
    pto.tload ins(%pc : !pto.partition_tensor_view<{n}x{n}xf16>) outs(%mc : !pto.tile_buf<mat, {n}x{n}xf16, {MAT}>)
    pto.barrier <PIPE_ALL>
    pto.tmov ins(%mb : !pto.tile_buf<mat, {k}x{n}xf16, {MAT}>) outs(%r : {right.format(k, n)})
    pto.tmov ins(%mc : !pto.tile_buf<mat, {n}x{n}xf16, {MAT}>) outs(%r2 : {right.format(n, n)})
    pto.barrier <PIPE_ALL>
    scf.for %i = %c0 to %blocks step %c1 {{
      %row = arith.muli %i, %m : index
      {cube_body}
    }}
    return
  }}
  func.func @vector({args}) attributes {{pto.kernel_kind = #pto.kernel_kind<vector>}} {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %blocks = arith.constant {blocks} : index
    %m = arith.constant {m} : index
    %from_cube = pto.reserve_buffer {{name = "c2v", size = {ring}, location = #pto.address_space<vec>, auto = false, base = 65536}} -> i32
    %to_cube = pto.import_reserved_buffer {{name = "v2c", peer_func = @cube}} -> i32
    {self.initialize("aiv", direction, "%from_cube", "%to_cube", slot)}
    {self.offsets()}
    %at0 = arith.constant 0 : i64
    %at1 = arith.constant 16384 : i64
    %at2 = arith.constant 32768 : i64
    %at3 = arith.constant 49152 : i64
    {tiles}
    {self.view("va", "%a", blocks * m, n, "f16")}
    {self.view("vo", "%o", blocks * m, n, "f32")}
    scf.for %i = %c0 to %blocks step %c1 {{
      %row0 = arith.muli %i, %m : index
      %row = arith.addi %row0, %lr : index
      {vector_body}
    }}
    return
  }}
}}
"""
