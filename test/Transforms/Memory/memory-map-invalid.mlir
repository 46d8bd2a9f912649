// A map needs addresses, a format that exists and a file that can be written.
// RUN: pypto-opt %s --pypto-memory-map -split-input-file -verify-diagnostics -o /dev/null
// RUN: not pypto-opt %S/memory-map.mlir --pypto-memory-map=format=pdf 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not pypto-opt %S/memory-map.mlir --pypto-memory-map="format=svg output=%t/no/such/folder.svg" 2>&1 | FileCheck %s --check-prefix=FILE

// FORMAT: [PYPTO-E0611] there is no format 'pdf' of a memory map; expected text, svg, html or json
// FILE: [PYPTO-E0611] cannot open output file

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>
func.func @unplaced(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{a buffer without an address; run pypto-allocate-addresses first}}
  %b0 = pypto.memref.alloc : !b
  %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
  %1 = pypto.tile.store %0, %y[%c0, %c0] : !v, !t -> !t
  return
}
