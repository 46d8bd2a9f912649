// Matrix products survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

!a = !pypto.tensor<128x256xf16>
!b = !pypto.tensor<256x64xf16>
!c = !pypto.tensor<128x64xf32>
!l = !pypto.tile<128x256xf16, Left, layout=zz>
!r = !pypto.tile<256x64xf16, Right, layout=zn>
!acc = !pypto.tile<128x64xf32, Acc, layout=nz>
!bias = !pypto.tile<1x64xf32, Bias>
!buf = memref<32768xi8, #pypto.space<Acc>>

// CHECK-LABEL: func.func @tensors(
func.func @tensors(%a: !a, %b: !b, %at: !pypto.tensor<256x128xf16>, %bt: !pypto.tensor<64x256xf16>, %acc: !c) {
  // CHECK: pypto.tensor.matmul %{{.*}}, %{{.*}} : (!pypto.tensor<128x256xf16>, !pypto.tensor<256x64xf16>) -> !pypto.tensor<128x64xf32>
  %0 = pypto.tensor.matmul %a, %b : (!a, !b) -> !c
  // CHECK: pypto.tensor.matmul %{{.*}}, %{{.*}} transpose_lhs transpose_rhs : (!pypto.tensor<256x128xf16>, !pypto.tensor<64x256xf16>) -> !pypto.tensor<128x64xf32>
  %1 = pypto.tensor.matmul %at, %bt transpose_lhs transpose_rhs : (!pypto.tensor<256x128xf16>, !pypto.tensor<64x256xf16>) -> !c
  // CHECK: pypto.tensor.matmul_acc %{{.*}}, %{{.*}}, %{{.*}} transpose_rhs : (!pypto.tensor<128x64xf32>, !pypto.tensor<128x256xf16>, !pypto.tensor<64x256xf16>) -> !pypto.tensor<128x64xf32>
  %2 = pypto.tensor.matmul_acc %acc, %a, %bt transpose_rhs : (!c, !a, !pypto.tensor<64x256xf16>) -> !c
  return
}

// CHECK-LABEL: func.func @tiles(
func.func @tiles(%l: !l, %r: !r, %acc: !acc, %bias: !bias, %buf: !buf) {
  // CHECK: pypto.tile.matmul %{{.*}}, %{{.*}} into %{{.*}} : (!pypto.tile<128x256xf16, Left, layout=zz>, !pypto.tile<256x64xf16, Right, layout=zn>, memref<32768xi8, #pypto.space<Acc>>) -> !pypto.tile<128x64xf32, Acc, layout=nz>
  %0 = pypto.tile.matmul %l, %r into %buf : (!l, !r, !buf) -> !acc
  // CHECK: pypto.tile.matmul_acc %{{.*}}, %{{.*}}, %{{.*}} : (
  %1 = pypto.tile.matmul_acc %acc, %l, %r : (!acc, !l, !r) -> !acc
  // CHECK: pypto.tile.matmul_bias %{{.*}}, %{{.*}}, %{{.*}} : (
  %2 = pypto.tile.matmul_bias %l, %r, %bias : (!l, !r, !bias) -> !acc
  return
}

// CHECK-LABEL: func.func @vectors(
func.func @vectors(%l: !pypto.tile<1x32xf16, Left, layout=zz>, %r: !pypto.tile<32x64xf16, Right, layout=zn>, %c: !pypto.tile<1x64xf32, Acc, layout=nz>, %b: !pypto.tile<1x64xf32, Bias>) {
  // CHECK: pypto.tile.gemv %{{.*}}, %{{.*}} : (!pypto.tile<1x32xf16, Left, layout=zz>, !pypto.tile<32x64xf16, Right, layout=zn>) -> !pypto.tile<1x64xf32, Acc, layout=nz>
  %r0 = pypto.tile.gemv %l, %r : (!pypto.tile<1x32xf16, Left, layout=zz>, !pypto.tile<32x64xf16, Right, layout=zn>) -> !pypto.tile<1x64xf32, Acc, layout=nz>
  // CHECK: pypto.tile.gemv_acc %{{.*}}, %{{.*}}, %{{.*}} : (!pypto.tile<1x64xf32, Acc, layout=nz>, !pypto.tile<1x32xf16, Left, layout=zz>, !pypto.tile<32x64xf16, Right, layout=zn>) -> !pypto.tile<1x64xf32, Acc, layout=nz>
  %r1 = pypto.tile.gemv_acc %c, %l, %r : (!pypto.tile<1x64xf32, Acc, layout=nz>, !pypto.tile<1x32xf16, Left, layout=zz>, !pypto.tile<32x64xf16, Right, layout=zn>) -> !pypto.tile<1x64xf32, Acc, layout=nz>
  // CHECK: pypto.tile.gemv_bias %{{.*}}, %{{.*}}, %{{.*}} : (!pypto.tile<1x32xf16, Left, layout=zz>, !pypto.tile<32x64xf16, Right, layout=zn>, !pypto.tile<1x64xf32, Bias>) -> !pypto.tile<1x64xf32, Acc, layout=nz>
  %r2 = pypto.tile.gemv_bias %l, %r, %b : (!pypto.tile<1x32xf16, Left, layout=zz>, !pypto.tile<32x64xf16, Right, layout=zn>, !pypto.tile<1x64xf32, Bias>) -> !pypto.tile<1x64xf32, Acc, layout=nz>
  return
}

!l8 = !pypto.tile<16x64xf8E4M3FN, Left, layout=nz>
!r8 = !pypto.tile<64x32xf8E4M3FN, Right, layout=zn>
!sl = !pypto.tile<16x2xf8E8M0FNU, LeftScale, layout=zz>
!sr = !pypto.tile<2x32xui8, RightScale, layout=nn>
!a8 = !pypto.tile<16x32xf32, Acc, layout=nz>

// CHECK-LABEL: func.func @scaled(
func.func @scaled(%l: !l8, %sl: !sl, %r: !r8, %sr: !sr, %acc: !a8, %bias: !pypto.tile<1x32xf32, Bias>, %m: !pypto.tile<16x4xf8E8M0FNU, Mat, layout=zz>) {
  %c0 = arith.constant 0 : index
  // CHECK: pypto.tile.matmul_mx %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (!pypto.tile<16x64xf8E4M3FN, Left, layout=nz>, !pypto.tile<16x2xf8E8M0FNU, LeftScale, layout=zz>, !pypto.tile<64x32xf8E4M3FN, Right, layout=zn>, !pypto.tile<2x32xui8, RightScale, layout=nn>) -> !pypto.tile<16x32xf32, Acc, layout=nz>
  %0 = pypto.tile.matmul_mx %l, %sl, %r, %sr : (!l8, !sl, !r8, !sr) -> !a8
  // CHECK: pypto.tile.matmul_mx_acc %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (!pypto.tile<16x32xf32, Acc, layout=nz>, !pypto.tile<16x64xf8E4M3FN
  %1 = pypto.tile.matmul_mx_acc %acc, %l, %sl, %r, %sr : (!a8, !l8, !sl, !r8, !sr) -> !a8
  // CHECK: pypto.tile.matmul_mx_bias %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : ({{.*}}, !pypto.tile<1x32xf32, Bias>) -> !pypto.tile<16x32xf32, Acc, layout=nz>
  %2 = pypto.tile.matmul_mx_bias %l, %sl, %r, %sr, %bias : (!l8, !sl, !r8, !sr, !pypto.tile<1x32xf32, Bias>) -> !a8
  // CHECK: pypto.tile.move_scale %{{.*}}[%{{.*}}, %{{.*}}] beside %{{.*}} : !pypto.tile<16x4xf8E8M0FNU, Mat, layout=zz>, !pypto.tile<16x64xf8E4M3FN, Left, layout=nz> -> !pypto.tile<16x2xf8E8M0FNU, LeftScale, layout=zz>
  %3 = pypto.tile.move_scale %m[%c0, %c0] beside %l : !pypto.tile<16x4xf8E8M0FNU, Mat, layout=zz>, !l8 -> !sl
  return
}

// CHECK-LABEL: func.func @batch(
func.func @batch(%a: !pypto.tile<3x16x32xf16>, %b: !pypto.tile<1x32x16xf16>) {
  // CHECK: pypto.tile.matmul %{{.*}}, %{{.*}} : (!pypto.tile<3x16x32xf16>, !pypto.tile<1x32x16xf16>) -> !pypto.tile<3x16x16xf32>
  %0 = pypto.tile.matmul %a, %b : (!pypto.tile<3x16x32xf16>, !pypto.tile<1x32x16xf16>) -> !pypto.tile<3x16x16xf32>
  return
}
