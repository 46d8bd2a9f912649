// The planners, their remarks, and options that are wrong.
// RUN: pypto-opt %s --pypto-allocate-addresses="remarks=true" 2>&1 >/dev/null | FileCheck %s --check-prefix=PROVED
// RUN: pypto-opt %s --pypto-allocate-addresses="remarks=true node-limit=0" 2>&1 >/dev/null | FileCheck %s --check-prefix=STOPPED
// RUN: pypto-opt %s --pypto-allocate-addresses="planner=first-fit" | FileCheck %s --check-prefix=FIRST
// RUN: pypto-opt %s --pypto-allocate-addresses="reuse=false" | FileCheck %s --check-prefix=APART
// RUN: pypto-opt %s --pypto-allocate-addresses="capacity=Vec=4096" | FileCheck %s --check-prefix=TIGHT
// RUN: not pypto-opt %s --pypto-allocate-addresses="capacity=Vec=4095" 2>&1 | FileCheck %s --check-prefix=LESS
// RUN: not pypto-opt %s --pypto-allocate-addresses="planner=best" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not pypto-opt %s --pypto-allocate-addresses="capacity=UB=1" 2>&1 | FileCheck %s --check-prefix=SPACE
// RUN: not pypto-opt %s --pypto-allocate-addresses="node-limit=-1" 2>&1 | FileCheck %s --check-prefix=NODES

// PROVED: remark: kernel 'k': 4 buffers in Vec use {{[0-9]+}} of 188416 bytes, at least 4096 are live at once; pipes wait about 0 times for shared addresses: proved minimal
// STOPPED: remark: kernel 'k': 4 buffers in Vec use {{[0-9]+}} of 188416 bytes
// NAME: [PYPTO-E0611] there is no planner 'best'; expected exact, heuristic, first-fit or best-fit
// SPACE: [PYPTO-E0611] capacity 'UB=1' is not a memory and its bytes, such as Vec=65536
// NODES: [PYPTO-E0611] node-limit must not be negative, got -1
// LESS: on-chip buffer exhaustion: kernel 'k' needs 4096 bytes of Vec, 4095 are available

// FIRST-COUNT-4: pypto.memref.alloc address(
// APART-DAG: address(0)
// APART-DAG: address(2048)
// APART-DAG: address(4096)
// APART-DAG: address(6144)
// TIGHT-COUNT-4: pypto.memref.alloc address(

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>
func.func @k(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b0 = pypto.memref.alloc : !b
  %b1 = pypto.memref.alloc : !b
  %b2 = pypto.memref.alloc : !b
  %b3 = pypto.memref.alloc : !b
  %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
  %1 = pypto.tile.exp %0 into %b1 : (!v, !b) -> !v
  %2 = pypto.tile.recip %1 into %b2 : (!v, !b) -> !v
  %3 = pypto.tile.recip %2 into %b3 : (!v, !b) -> !v
  %4 = pypto.tile.store %3, %y[%c0, %c0] : !v, !t -> !t
  return
}
