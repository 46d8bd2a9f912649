// The report of exhaustion names the author's variables and lines.
// RUN: not pypto-opt %s --pypto-insert-buffers --pypto-allocate-addresses 2>&1 | FileCheck %s

// CHECK: k.py:4:9: error: [PYPTO-E0501] on-chip buffer exhaustion: kernel 'k' needs 262144 bytes of Vec, 188416 are available
// CHECK: k.py:3:9: note: 131072 bytes are live here for 'left'
// CHECK: k.py:4:9: note: 131072 bytes are live here for 'right'
// CHECK: note: at most 71% of these bytes fit

!t = !pypto.tensor<256x128xf32>
!v = !pypto.tile<256x128xf32, Vec>
func.func @k(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v loc("left"("k.py":3:9))
  %1 = pypto.tile.load %y[%c0, %c0] : !t -> !v loc("right"("k.py":4:9))
  %2 = pypto.tile.add %0, %1 : (!v, !v) -> !v loc("sum"("k.py":5:9))
  %3 = pypto.tile.store %2, %y[%c0, %c0] : !v, !t -> !t
  return
}
