# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel of argv[1] other operations and a pipeline of argv[2] stages of argv[3] rows."""

import sys

others, stages, rows = map(int, sys.argv[1:])
print(f"""
!t = !pypto.tensor<8192x256xf32>
!v = !pypto.tile<{rows}x256xf32, Vec>
func.func @kernel(%x: !t, %y: !t, %n: index) attributes {{pypto.kind = #pypto.func_kind<AIV>}} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index""")
for i in range(others):
    print(f"  %v{i} = arith.addi %n, %c1 : index")
print(f"""
  scf.for %i = %c0 to %c512 step %c1 {{
    %0 = pypto.tile.load %x[%i, %c0] : !t -> !v
    %1 = pypto.tile.store %0, %y[%i, %c0] : !v, !t -> !t
  }} {{pypto.loop = #pypto.loop_kind<Pipeline>, pypto.stages = {stages} : i64}}
  return
}}""")
