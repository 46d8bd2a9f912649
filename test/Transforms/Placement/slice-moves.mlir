// A move of a window of a window out of Mat starts at the sum of their offsets.
// RUN: pypto-opt %s --pypto-infer-tile-memory-space | FileCheck %s

!a = !pypto.tensor<128x64xf16>
!c = !pypto.tensor<32x32xf32>
!m = !pypto.tile<128x64xf16, Mat>
!s = !pypto.tile<64x32xf16>
!l = !pypto.tile<32x32xf16>

// CHECK-LABEL: func.func @windows(
// CHECK: %[[A:.*]] = pypto.tile.load
// CHECK-NOT: pypto.tile.slice
// CHECK: %[[SUM:.*]] = arith.addi %arg2, %arg3
// CHECK: pypto.tile.extract %[[A]][%[[SUM]], %{{.*}}] : !pypto.tile<128x64xf16, Mat, layout=nz> -> !pypto.tile<32x32xf16, Left, layout=zz>
// CHECK: pypto.tile.extract %[[A]][{{.*}}] : !pypto.tile<128x64xf16, Mat, layout=nz> -> !pypto.tile<32x32xf16, Right, layout=zn>
// CHECK-NOT: pypto.tile.move
func.func @windows(%a: !a, %c: !c, %i: index, %j: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tile.load %a[%c0, %c0] : !a -> !m
  %1 = pypto.tile.slice %0[%j, %c0] : !m -> !s
  %2 = pypto.tile.slice %1[%i, %c0] : !s -> !l
  %3 = pypto.tile.matmul %2, %2 : (!l, !l) -> !pypto.tile<32x32xf32>
  %4 = pypto.tile.store %3, %c[%c0, %c0] : !pypto.tile<32x32xf32>, !c -> !c
  return
}
