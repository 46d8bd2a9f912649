// Scales of micro-scaled products come to where the products of their factors
// read them.
//
// RUN: pypto-opt %s --pypto-insert-mx-scale-addr --split-input-file | FileCheck %s

!ma = !pypto.tile<16x64xf8E4M3FN, Mat, layout=nz>
!mb = !pypto.tile<64x32xf8E4M3FN, Mat, layout=nz>
!msa = !pypto.tile<16x2xf8E8M0FNU, Mat, layout=zz>
!msb = !pypto.tile<2x32xf8E8M0FNU, Mat, layout=nn>
!l = !pypto.tile<16x64xf8E4M3FN, Left, layout=nz>
!r = !pypto.tile<64x32xf8E4M3FN, Right, layout=zn>
!sl = !pypto.tile<16x2xf8E8M0FNU, LeftScale, layout=zz>
!sr = !pypto.tile<2x32xf8E8M0FNU, RightScale, layout=nn>
!c = !pypto.tile<16x32xf32, Acc, layout=nz>

// Two products share a factor and its scales: one move, behind the factor's.

// CHECK-LABEL: func.func @shared(
// CHECK-SAME: %[[A:[a-z0-9]+]]: !pypto.tile<16x64
// CHECK-SAME: %[[B:[a-z0-9]+]]: !pypto.tile<64x32
// CHECK-SAME: %[[SA:[a-z0-9]+]]: !pypto.tile<16x2
// CHECK-SAME: %[[SB:[a-z0-9]+]]: !pypto.tile<2x32
// CHECK: %[[L:.*]] = pypto.tile.move %[[A]]
// CHECK: %[[LS:.*]] = pypto.tile.move_scale %[[SA]][%c0{{.*}}, %c0{{.*}}] beside %[[L]]
// CHECK: %[[R:.*]] = pypto.tile.move %[[B]]
// CHECK: %[[RS:.*]] = pypto.tile.move_scale %[[SB]][%c0{{.*}}, %c0{{.*}}] beside %[[R]]
// CHECK-NOT: pypto.tile.move
// CHECK: %[[C:.*]] = pypto.tile.matmul_mx %[[L]], %[[LS]], %[[R]], %[[RS]]
// CHECK: pypto.tile.matmul_mx_acc %[[C]], %[[L]], %[[LS]], %[[R]], %[[RS]]
func.func @shared(%a: !ma, %b: !mb, %sa: !msa, %sb: !msb) attributes {pypto.kind = #pypto.func_kind<AIC>} {
  %sl = pypto.tile.move %sa : (!msa) -> !sl
  %l = pypto.tile.move %a : (!ma) -> !l
  %r = pypto.tile.move %b : (!mb) -> !r
  %sr = pypto.tile.move %sb : (!msb) -> !sr
  %c = pypto.tile.matmul_mx %l, %sl, %r, %sr : (!l, !sl, !r, !sr) -> !c
  %d = pypto.tile.matmul_mx_acc %c, %l, %sl, %r, %sr : (!c, !l, !sl, !r, !sr) -> !c
  return
}

// -----

!ma = !pypto.tile<16x64xf8E4M3FN, Mat, layout=nz>
!msa = !pypto.tile<16x4xf8E8M0FNU, Mat, layout=zz>
!l = !pypto.tile<16x64xf8E4M3FN, Left, layout=nz>
!r = !pypto.tile<64x32xf8E4M3FN, Right, layout=zn>
!sl = !pypto.tile<16x2xf8E8M0FNU, LeftScale, layout=zz>
!msb = !pypto.tile<2x32xf8E8M0FNU, Mat, layout=nn>
!sr = !pypto.tile<2x32xf8E8M0FNU, RightScale, layout=nn>
!c = !pypto.tile<16x32xf32, Acc, layout=nz>

// One factor with two scales: each immediately before its product, never both
// in the factor's one place.

// CHECK-LABEL: func.func @two_scales(
// CHECK: %[[L:.*]] = pypto.tile.move
// CHECK-NOT: beside %[[L]]
// CHECK: %[[S0:.*]] = pypto.tile.move_scale %{{.*}}[%{{.*}}, %c0{{.*}}] beside %[[L]]
// CHECK: pypto.tile.matmul_mx %[[L]], %[[S0]]
// CHECK: %[[S1:.*]] = pypto.tile.move_scale %{{.*}}[%{{.*}}, %c2{{.*}}] beside %[[L]]
// CHECK: pypto.tile.matmul_mx_acc %{{.*}}, %[[L]], %[[S1]]
func.func @two_scales(%a: !ma, %r: !r, %sa: !msa, %sb: !msb) attributes {pypto.kind = #pypto.func_kind<AIC>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %l = pypto.tile.move %a : (!ma) -> !l
  %s0 = pypto.tile.extract %sa[%c0, %c0] : !msa -> !sl
  %s1 = pypto.tile.extract %sa[%c0, %c2] : !msa -> !sl
  %sr = pypto.tile.move %sb : (!msb) -> !sr
  %c = pypto.tile.matmul_mx %l, %s0, %r, %sr : (!l, !sl, !r, !sr) -> !c
  %d = pypto.tile.matmul_mx_acc %c, %l, %s1, %r, %sr : (!c, !l, !sl, !r, !sr) -> !c
  return
}
