# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel with argv[1] groups of batches of products, each multiplied again and stored."""

import sys

count = int(sys.argv[1])
lines = []
for i in range(count):
    lines.append(f"%p{i} = pypto.tensor.matmul %a, %b : (!b, !b) -> !b")
    lines.append(f"%q{i} = pypto.tensor.matmul %p{i}, %b : (!b, !b) -> !b")
    lines.append(f"%k{i} = arith.constant {3 * i} : index")
    target = f"%y{i - 1}" if i else "%y"
    place = f"[%k{i}, %c0, %c0]"
    lines.append(f"%y{i} = pypto.tensor.assemble %q{i} into {target}{place} : !b, !y -> !y")
print(f"""
!b = !pypto.tensor<3x16x16xf16>
!y = !pypto.tensor<{3 * count}x16x16xf16>
func.func @kernel(%a: !b, %b: !b, %y: !y) attributes {{pypto.kind = #pypto.func_kind<InCore>}} {{
  %c0 = arith.constant 0 : index""")
print("\n".join(lines))
print("""  return
}""")
