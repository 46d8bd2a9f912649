# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a kernel with a chain of argv[1] operations of the kind argv[2]."""

import sys

kind_of_function = "attributes {pypto.kind = #pypto.func_kind<InCore>}"
count, kind = int(sys.argv[1]), sys.argv[2]
lines, row, source = [], f"%v{count}", "%x"
functions = ""
if kind in ("views", "transposes"):
    row, source = "%c0", f"%v{count}"
elif kind in ("calls", "statements"):
    row = "%c0"
if kind == "calls":
    lines.append("func.call @f0() : () -> ()")
for i in range(count):
    if kind == "sum":
        lines.append(f"%v{i + 1} = arith.addi %v{i}, %n : index")
    elif kind == "doubling":
        lines.append(f"%v{i + 1} = arith.addi %v{i}, %v{i} : index")
    elif kind == "remainders":
        lines.append(f"%r{i} = arith.remui %v{i}, %c7 : index")
        lines.append(f"%v{i + 1} = arith.select %b, %r{i}, %v{i} : index")
    elif kind == "calls":
        functions += f"""func.func @f{i}() {kind_of_function} {{
  func.call @f{i + 1}() : () -> ()
  return
}}
"""
    elif kind == "statements":
        lines += [
            f"%r{i} = arith.constant {16 * (i % 4)} : index",
            f"%a{i} = pypto.tensor.slice %x[%r{i}, %c0] : !t -> !w",
            f"%b{i} = pypto.tensor.exp %a{i} : (!w) -> !w",
            f"%d{i} = pypto.tensor.assemble %b{i} into %y[%r{i}, %c0] : !w, !t -> !t",
        ]
    elif kind == "transposes":
        before = f"%v{i}" if i else "%x"
        lines.append(f"%v{i + 1} = pypto.tensor.transpose {before}, 0, 1 : !t -> !t")
    else:
        before = f"%v{i}" if i else "%x"
        lines.append(f"%v{i + 1} = pypto.tensor.slice {before}[%c0, %c0] : !t -> !t")
if kind == "calls":
    functions += f"func.func @f{count}() {kind_of_function} {{\n  return\n}}\n"
elif kind not in ("views", "transposes", "statements"):
    lines.insert(0, "%v0 = arith.addi %n, %n : index")
print(f"""
!t = !pypto.tensor<64x64xf32>
!w = !pypto.tensor<16x64xf32>
func.func @kernel(%x: !t, %y: !t, %n: index, %b: i1) {kind_of_function} {{
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index""")
print("\n".join(lines))
print(f"""
  %0 = pypto.tensor.slice {source}[{row}, %c0] : !t -> !w
  %1 = pypto.tensor.exp %0 : (!w) -> !w
  %2 = pypto.tensor.assemble %1 into %y[{row}, %c0] : !w, !t -> !t
  return
}}
{functions}""")
