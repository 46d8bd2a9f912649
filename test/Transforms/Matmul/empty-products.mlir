// The matrix unit does nothing where an extent is 0; the result is what a sum over nothing is.
//
// RUN: pypto-opt %s --pypto-tile-matmul-l0 --split-input-file | FileCheck %s

// Known at compile time: one step over zeros. What was loaded is not needed.

// CHECK-LABEL: func.func @known(
// CHECK-NOT: pypto.tile.load
// CHECK: %[[A:.*]] = pypto.tile.full {{.*}} -> !pypto.tile<16x16xf16, Mat, valid=16x1>
// CHECK: %[[B:.*]] = pypto.tile.full {{.*}} -> !pypto.tile<16x32xf16, Mat, valid=1x32>
// CHECK: %[[C:.*]] = pypto.tile.matmul %[[A]], %[[B]]
// CHECK: pypto.tile.store %[[C]]
func.func @known(%x: !pypto.tensor<16x64xf16>, %y: !pypto.tensor<64x32xf16>, %z: !pypto.tensor<16x32xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<16x64xf16> -> !pypto.tile<16x64xf16, valid=16x0>
  %b = pypto.tile.load %y[%c0, %c0] : !pypto.tensor<64x32xf16> -> !pypto.tile<64x32xf16, valid=0x32>
  %c = pypto.tile.matmul %a, %b : (!pypto.tile<16x64xf16, valid=16x0>, !pypto.tile<64x32xf16, valid=0x32>) -> !pypto.tile<16x32xf32>
  %r = pypto.tile.store %c, %z[%c0, %c0] : !pypto.tile<16x32xf32>, !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
  return
}

// -----

// Known at run time: a branch.

// CHECK-LABEL: func.func @run_time(
// CHECK: %[[A:.*]] = pypto.tile.load
// CHECK: %[[B:.*]] = pypto.tile.load
// CHECK: %[[K:.*]] = pypto.tile.valid_dim %[[A]], 1
// CHECK: %[[SOME:.*]] = arith.cmpi sgt, %[[K]]
// CHECK: %[[C:.*]] = scf.if %[[SOME]]
// CHECK:   pypto.tile.matmul %[[A]], %[[B]]
// CHECK: } else {
// CHECK:   pypto.tile.full
// CHECK:   pypto.tile.matmul
// CHECK: }
// CHECK: pypto.tile.store %[[C]]
func.func @run_time(%x: !pypto.tensor<16x64xf16>, %y: !pypto.tensor<64x32xf16>, %z: !pypto.tensor<16x32xf32>, %k: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] valid [%k] : !pypto.tensor<16x64xf16> -> !pypto.tile<16x64xf16, valid=16x?>
  %b = pypto.tile.load %y[%c0, %c0] valid [%k] : !pypto.tensor<64x32xf16> -> !pypto.tile<64x32xf16, valid=?x32>
  %c = pypto.tile.matmul %a, %b : (!pypto.tile<16x64xf16, valid=16x?>, !pypto.tile<64x32xf16, valid=?x32>) -> !pypto.tile<16x32xf32>
  %r = pypto.tile.store %c, %z[%c0, %c0] : !pypto.tile<16x32xf32>, !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
  return
}

// -----

// A sum stays what it is: no branch is needed.

// CHECK-LABEL: func.func @sum(
// CHECK-NOT: scf.if
// CHECK: pypto.tile.matmul_acc
func.func @sum(%acc: !pypto.tile<16x32xf32, Acc>, %x: !pypto.tensor<16x64xf16>, %y: !pypto.tensor<64x32xf16>, %z: !pypto.tensor<16x32xf32>, %k: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] valid [%k] : !pypto.tensor<16x64xf16> -> !pypto.tile<16x64xf16, valid=16x?>
  %b = pypto.tile.load %y[%c0, %c0] valid [%k] : !pypto.tensor<64x32xf16> -> !pypto.tile<64x32xf16, valid=?x32>
  %c = pypto.tile.matmul_acc %acc, %a, %b : (!pypto.tile<16x32xf32, Acc>, !pypto.tile<16x64xf16, valid=16x?>, !pypto.tile<64x32xf16, valid=?x32>) -> !pypto.tile<16x32xf32, Acc>
  %r = pypto.tile.store %c, %z[%c0, %c0] : !pypto.tile<16x32xf32, Acc>, !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
  return
}

// -----

// Deeper than Left, but one block is all that is valid: the block is what moves.

// CHECK-LABEL: func.func @deep(
// CHECK: pypto.tile.extract {{.*}} -> !pypto.tile<16x512xf16, Left, valid=16x60>
func.func @deep(%x: !pypto.tensor<16x4096xf16>, %y: !pypto.tensor<4096x32xf16>, %z: !pypto.tensor<16x32xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<16x4096xf16> -> !pypto.tile<16x4096xf16, Mat, valid=16x60>
  %b = pypto.tile.load %y[%c0, %c0] : !pypto.tensor<4096x32xf16> -> !pypto.tile<4096x32xf16, Mat, valid=60x32>
  %c = pypto.tile.matmul %a, %b : (!pypto.tile<16x4096xf16, Mat, valid=16x60>, !pypto.tile<4096x32xf16, Mat, valid=60x32>) -> !pypto.tile<16x32xf32>
  %r = pypto.tile.store %c, %z[%c0, %c0] : !pypto.tile<16x32xf32>, !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
  return
}
