// The report of exhaustion names the author's variables and lines.
// RUN: not pypto-opt %s --pypto-insert-buffers --pypto-allocate-addresses --split-input-file 2>&1 | FileCheck %s

// CHECK: k.py:4:9: error: [PYPTO-E0501] on-chip buffer exhaustion: kernel 'k' needs 262144 bytes of Vec, 188416 are available
// CHECK: k.py:3:9: note: 131072 bytes are live here for 'left'
// CHECK: k.py:4:9: note: 131072 bytes are live here for 'right'
// CHECK: note: help: at most 71% of these bytes fit: tiles of 176 instead of 256 rows would; load smaller blocks in a loop

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

// -----

// Every memory that is too small has a report of its own. The size that is
// named fits: 2 x 256 x 512 x 2 bytes in Mat, 128 x 256 x 2 in Right and
// 64 x 512 x 4 in Acc.

// CHECK: error: [PYPTO-E0501] on-chip buffer exhaustion: kernel 'm' needs 589824 bytes of Mat, 524288 are available
// CHECK: note: 294912 bytes are live here for 'a': '!pypto.tile<288x512xf16, Mat, layout=nz>'
// CHECK: note: help: at most 88% of these bytes fit: tiles of 256 instead of 288 rows would;
// CHECK: k.py:5:9: error: [PYPTO-E0501] on-chip buffer exhaustion: kernel 'm' needs 131072 bytes of Right, 65536 are available
// CHECK: note: help: at most 50% of these bytes fit: tiles of 256 instead of 512 columns would;
// CHECK: k.py:6:9: error: [PYPTO-E0501] on-chip buffer exhaustion: kernel 'm' needs 393216 bytes of Acc, 131072 are available
// CHECK: note: 393216 bytes are live here for 'p': '!pypto.tile<192x512xf32, Acc, layout=nz>'
// CHECK: note: help: at most 33% of these bytes fit: tiles of 64 instead of 192 rows would;

!g = !pypto.tensor<288x512xf16>
!h = !pypto.tensor<192x512xf32>
!m = !pypto.tile<288x512xf16, Mat, layout=nz>
!l = !pypto.tile<192x128xf16, Left, layout=zz>
!r = !pypto.tile<128x512xf16, Right, layout=zn>
!p = !pypto.tile<192x512xf32, Acc, layout=nz>
func.func @m(%x: !g, %y: !h) attributes {pypto.kind = #pypto.func_kind<AIC>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tile.load %x[%c0, %c0] : !g -> !m loc("a"("k.py":3:9))
  %1 = pypto.tile.load %x[%c0, %c0] : !g -> !m loc("b"("k.py":4:9))
  %2 = pypto.tile.extract %0[%c0, %c0] : !m -> !r loc("c"("k.py":5:9))
  %3 = pypto.tile.extract %1[%c0, %c0] : !m -> !l loc("d"("k.py":5:30))
  %4 = pypto.tile.matmul %3, %2 : (!l, !r) -> !p loc("p"("k.py":6:9))
  %5 = pypto.tile.store %4, %y[%c0, %c0] : !p, !h -> !h
  return
}

// -----

// What is only kept from before the loop is named as well.

// CHECK: k.py:5:9: error: [PYPTO-E0501] on-chip buffer exhaustion: kernel 'l' needs 197632 bytes of Vec, 188416 are available, of which 1024 are reserved
// CHECK: k.py:3:9: note: 98304 bytes are live here for 'scale'
// CHECK: k.py:5:9: note: 98304 bytes are live here for 'block'
// CHECK: k.py:4:5: note: 98304 of these bytes ('scale') are kept from before this loop; load them inside it

!t = !pypto.tensor<192x128xf32>
!v = !pypto.tile<192x128xf32, Vec>
func.func @l(%x: !t, %y: !t, %n: index) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ring = pypto.memref.alloc address(0) : memref<1024xi8, #pypto.space<Vec>>
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v loc("scale"("k.py":3:9))
  scf.for %i = %c0 to %n step %c1 {
    %1 = pypto.tile.load %y[%c0, %c0] : !t -> !v loc("block"("k.py":5:9))
    %2 = pypto.tile.add %0, %1 : (!v, !v) -> !v loc("sum"("k.py":6:9))
    %3 = pypto.tile.store %2, %y[%c0, %c0] : !v, !t -> !t
  } loc("k.py":4:5)
  return
}
