# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel with argv[1] loops in each other, an instruction in each."""

import sys

TILE = "!pto.tile_buf<vec, 16x64xf32>"
count = int(sys.argv[1])
loops = "".join(
    f"scf.for %i{i} = %c0 to %n step %c1 {{\n"
    f"pto.tadd ins(%a, %b : {TILE}, {TILE}) outs(%a : {TILE})\n"
    for i in range(count)
)
print(f"""module attributes {{pto.target_arch = "a3"}} {{
func.func @kernel(%n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = pto.alloc_tile : {TILE}
  %b = pto.alloc_tile : {TILE}
{loops}{"}" * count}
  return
}}
}}""")
