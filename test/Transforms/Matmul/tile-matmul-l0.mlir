// Products deeper than Left and Right become chains of products of blocks, each
// block extracted before its predecessor is multiplied.
//
// RUN: pypto-opt %s --pypto-tile-matmul-l0 --split-input-file | FileCheck %s

// Both operands fit twice: nothing changes.

// CHECK-LABEL: func.func @small(
// CHECK-NOT: pypto.tile.extract
// CHECK: pypto.tile.matmul %{{.*}}, %{{.*}} : (!pypto.tile<16x64xf16>, !pypto.tile<64x16xf16>)
func.func @small(%x: !pypto.tensor<16x64xf16>, %y: !pypto.tensor<64x16xf16>, %z: !pypto.tensor<16x16xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<16x64xf16> -> !pypto.tile<16x64xf16>
  %b = pypto.tile.load %y[%c0, %c0] : !pypto.tensor<64x16xf16> -> !pypto.tile<64x16xf16>
  %c = pypto.tile.matmul %a, %b : (!pypto.tile<16x64xf16>, !pypto.tile<64x16xf16>) -> !pypto.tile<16x16xf32>
  %r = pypto.tile.store %c, %z[%c0, %c0] : !pypto.tile<16x16xf32>, !pypto.tensor<16x16xf32> -> !pypto.tensor<16x16xf32>
  return
}

// -----

// 128 rows of f16 fill half of Left at a depth of 128: four blocks in a row, the
// first without an accumulator.

// CHECK-LABEL: func.func @four(
// CHECK: %[[A:.*]] = pypto.tile.load {{.*}}128x512xf16
// CHECK: %[[B:.*]] = pypto.tile.load {{.*}}512x64xf16
// CHECK: %[[A0:.*]] = pypto.tile.extract %[[A]][%c0{{.*}}, %c0{{.*}}] : {{.*}} -> !pypto.tile<128x128xf16, Left>
// CHECK: %[[B0:.*]] = pypto.tile.extract %[[B]][%c0{{.*}}, %c0{{.*}}] : {{.*}} -> !pypto.tile<128x64xf16, Right>
// CHECK: %[[A1:.*]] = pypto.tile.extract %[[A]][%c0{{.*}}, %c128{{.*}}]
// CHECK: %[[B1:.*]] = pypto.tile.extract %[[B]][%c128{{.*}}, %c0{{.*}}]
// CHECK: %[[S0:.*]] = pypto.tile.matmul %[[A0]], %[[B0]]
// CHECK: %[[A2:.*]] = pypto.tile.extract %[[A]][%c0{{.*}}, %c256{{.*}}]
// CHECK: %[[B2:.*]] = pypto.tile.extract
// CHECK: %[[S1:.*]] = pypto.tile.matmul_acc %[[S0]], %[[A1]], %[[B1]]
// CHECK: %[[A3:.*]] = pypto.tile.extract %[[A]][%c0{{.*}}, %c384{{.*}}]
// CHECK: %[[B3:.*]] = pypto.tile.extract
// CHECK: %[[S2:.*]] = pypto.tile.matmul_acc %[[S1]], %[[A2]], %[[B2]]
// CHECK: %[[S3:.*]] = pypto.tile.matmul_acc %[[S2]], %[[A3]], %[[B3]]
// CHECK: pypto.tile.store %[[S3]]
func.func @four(%x: !pypto.tensor<128x512xf16>, %y: !pypto.tensor<512x64xf16>, %z: !pypto.tensor<128x64xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<128x512xf16> -> !pypto.tile<128x512xf16>
  %b = pypto.tile.load %y[%c0, %c0] : !pypto.tensor<512x64xf16> -> !pypto.tile<512x64xf16>
  %c = pypto.tile.matmul %a, %b : (!pypto.tile<128x512xf16>, !pypto.tile<512x64xf16>) -> !pypto.tile<128x64xf32>
  %r = pypto.tile.store %c, %z[%c0, %c0] : !pypto.tile<128x64xf32>, !pypto.tensor<128x64xf32> -> !pypto.tensor<128x64xf32>
  return
}

// -----

// More than four blocks: a pair, a loop of pairs, the rest of 40, whose tile is
// whole boxes of 48.

// CHECK-LABEL: func.func @loop(
// CHECK: %[[FIRST:.*]] = pypto.tile.matmul %
// CHECK: %[[PAIR:.*]] = pypto.tile.matmul_acc %[[FIRST]]
// CHECK: %[[ALL:.*]] = scf.for %[[K:.*]] = %c256{{.*}} to %c1024{{.*}} step %c256{{.*}} iter_args(%[[ACC:.*]] = %[[PAIR]])
// CHECK: %[[NEXT:.*]] = arith.addi %[[K]], %c128
// CHECK: pypto.tile.extract %{{.*}}[%{{.*}}, %[[K]]]
// CHECK: pypto.tile.extract %{{.*}}[%[[K]], %{{.*}}]
// CHECK: pypto.tile.extract %{{.*}}[%{{.*}}, %[[NEXT]]]
// CHECK: pypto.tile.extract %{{.*}}[%[[NEXT]], %{{.*}}]
// CHECK: %[[ONE:.*]] = pypto.tile.matmul_acc %[[ACC]]
// CHECK: %[[TWO:.*]] = pypto.tile.matmul_acc %[[ONE]]
// CHECK: scf.yield %[[TWO]]
// CHECK: %[[REST:.*]] = pypto.tile.extract %{{.*}}[%{{.*}}, %c1024{{.*}}] : {{.*}} -> !pypto.tile<128x48xf16, Left, valid=128x40>
// CHECK: pypto.tile.matmul_acc %[[ALL]], %[[REST]]
func.func @loop(%x: !pypto.tensor<128x1064xf16>, %y: !pypto.tensor<1064x64xf16>, %z: !pypto.tensor<128x64xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<128x1064xf16> -> !pypto.tile<128x1072xf16, valid=128x1064>
  %b = pypto.tile.load %y[%c0, %c0] : !pypto.tensor<1064x64xf16> -> !pypto.tile<1072x64xf16, valid=1064x64>
  %c = pypto.tile.matmul %a, %b : (!pypto.tile<128x1072xf16, valid=128x1064>, !pypto.tile<1072x64xf16, valid=1064x64>) -> !pypto.tile<128x64xf32>
  %r = pypto.tile.store %c, %z[%c0, %c0] : !pypto.tile<128x64xf32>, !pypto.tensor<128x64xf32> -> !pypto.tensor<128x64xf32>
  return
}

// -----

// A bias is added with the first block; an accumulator is there from the start,
// so that all pairs are in the loop.

// CHECK-LABEL: func.func @bias(
// CHECK: %[[FIRST:.*]] = pypto.tile.matmul_bias %{{.*}}, %{{.*}}, %{{.*}} :
// CHECK: %[[SUM:.*]] = pypto.tile.matmul_acc %[[FIRST]]
// CHECK-NOT: matmul_bias
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c1024{{.*}} step %c256{{.*}} iter_args(%{{.*}} = %{{.*}})
func.func @bias(%x: !pypto.tensor<128x256xf16>, %y: !pypto.tensor<256x64xf16>, %v: !pypto.tensor<128x1024xf16>, %w: !pypto.tensor<1024x64xf16>, %u: !pypto.tensor<1x64xf32>, %z: !pypto.tensor<128x64xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<128x256xf16> -> !pypto.tile<128x256xf16>
  %b = pypto.tile.load %y[%c0, %c0] : !pypto.tensor<256x64xf16> -> !pypto.tile<256x64xf16>
  %d = pypto.tile.load %u[%c0, %c0] : !pypto.tensor<1x64xf32> -> !pypto.tile<1x64xf32>
  %c = pypto.tile.matmul_bias %a, %b, %d : (!pypto.tile<128x256xf16>, !pypto.tile<256x64xf16>, !pypto.tile<1x64xf32>) -> !pypto.tile<128x64xf32>
  %e = pypto.tile.load %v[%c0, %c0] : !pypto.tensor<128x1024xf16> -> !pypto.tile<128x1024xf16>
  %f = pypto.tile.load %w[%c0, %c0] : !pypto.tensor<1024x64xf16> -> !pypto.tile<1024x64xf16>
  %g = pypto.tile.matmul_acc %c, %e, %f : (!pypto.tile<128x64xf32>, !pypto.tile<128x1024xf16>, !pypto.tile<1024x64xf16>) -> !pypto.tile<128x64xf32>
  %r = pypto.tile.store %g, %z[%c0, %c0] : !pypto.tile<128x64xf32>, !pypto.tensor<128x64xf32> -> !pypto.tensor<128x64xf32>
  return
}

// -----

// Operands that the author placed next to the matrix unit stay whole.

// CHECK-LABEL: func.func @placed(
// CHECK-NOT: pypto.tile.extract
// CHECK: pypto.tile.matmul
func.func @placed(%x: !pypto.tensor<128x256xf16>, %y: !pypto.tensor<256x64xf16>, %z: !pypto.tensor<128x64xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<128x256xf16> -> !pypto.tile<128x256xf16, Mat>
  %b = pypto.tile.load %y[%c0, %c0] : !pypto.tensor<256x64xf16> -> !pypto.tile<256x64xf16, Mat>
  %l = pypto.tile.move %a : (!pypto.tile<128x256xf16, Mat>) -> !pypto.tile<128x256xf16, Left>
  %m = pypto.tile.move %b : (!pypto.tile<256x64xf16, Mat>) -> !pypto.tile<256x64xf16, Right>
  %c = pypto.tile.matmul %l, %m : (!pypto.tile<128x256xf16, Left>, !pypto.tile<256x64xf16, Right>) -> !pypto.tile<128x64xf32>
  %r = pypto.tile.store %c, %z[%c0, %c0] : !pypto.tile<128x64xf32>, !pypto.tensor<128x64xf32> -> !pypto.tensor<128x64xf32>
  return
}

// -----

// A product that is an operand is brought to Mat before blocks come out of it.

// CHECK-LABEL: func.func @chain(
// CHECK: %[[P:.*]] = pypto.tile.matmul
// CHECK: %[[Q:.*]] = pypto.tile.move %[[P]] : ({{.*}}) -> !pypto.tile<128x256xf32, Mat>
// CHECK: pypto.tile.extract %[[Q]]
func.func @chain(%x: !pypto.tensor<128x16xf32>, %y: !pypto.tensor<16x256xf32>, %w: !pypto.tensor<256x16xf32>, %z: !pypto.tensor<128x16xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<128x16xf32> -> !pypto.tile<128x16xf32>
  %b = pypto.tile.load %y[%c0, %c0] : !pypto.tensor<16x256xf32> -> !pypto.tile<16x256xf32>
  %c = pypto.tile.matmul %a, %b : (!pypto.tile<128x16xf32>, !pypto.tile<16x256xf32>) -> !pypto.tile<128x256xf32>
  %d = pypto.tile.load %w[%c0, %c0] : !pypto.tensor<256x16xf32> -> !pypto.tile<256x16xf32>
  %e = pypto.tile.matmul %c, %d : (!pypto.tile<128x256xf32>, !pypto.tile<256x16xf32>) -> !pypto.tile<128x16xf32>
  %r = pypto.tile.store %e, %z[%c0, %c0] : !pypto.tile<128x16xf32>, !pypto.tensor<128x16xf32> -> !pypto.tensor<128x16xf32>
  return
}
