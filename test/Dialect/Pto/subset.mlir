// The inferred type of a window, and that it survives an offset that becomes
// constant.
// RUN: pypto-opt %s > %t.custom && FileCheck %s --input-file=%t.custom
// RUN: pypto-opt %t.custom | diff %t.custom -
// RUN: pypto-opt %s -inline | pypto-opt | FileCheck %s --check-prefix=INLINE

!V = !pto.tile_buf<vec, 16x32xf32, valid=10x?>
!W = !pto.tile_buf<vec, 8x32xf32, valid=?x?>

// CHECK-LABEL: @inferred
// INLINE-LABEL: @inferred
func.func @inferred(%a: !V, %i: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  // Rows 8 and 9 are valid; the columns are the parent's.
  // CHECK: pto.tprint ins(%{{.*}} : !pto.tile_buf<vec, 8x32xf32, valid=2x?>)
  %0 = pto.subset %a[%c8, %c0] sizes [8, 32] : !V
  pto.tprint ins(%0 : !pto.tile_buf<vec, 8x32xf32, valid=2x?>)
  // The parent's valid extent counts as a period: 10 - 12 mod 10 = 8, of which
  // the window has 4.
  // CHECK: pto.tprint ins(%{{.*}} : !pto.tile_buf<vec, 4x16xf32, valid=4x?>)
  %1 = pto.subset %a[%c12, %c0] sizes [4, 16] : !V
  pto.tprint ins(%1 : !pto.tile_buf<vec, 4x16xf32, valid=4x?>)
  // CHECK: pto.tprint ins(%{{.*}} : !pto.tile_buf<vec, 8x32xf32, valid=?x?>)
  %2 = pto.subset %a[%i, %c0] sizes [8, 32] : !V
  pto.tprint ins(%2 : !W)
  return
}

func.func private @window(%a: !V, %i: index) {
  %c0 = arith.constant 0 : index
  %0 = pto.subset %a[%i, %c0] sizes [8, 32] : !V
  pto.tprint ins(%0 : !W)
  return
}

// INLINE-LABEL: @caller
// INLINE: pto.subset %{{.*}}[%{{.*}}, %{{.*}}] sizes [8, 32] : !pto.tile_buf<vec, 16x32xf32, valid=10x?> -> !pto.tile_buf<vec, 8x32xf32, valid=?x?>
func.func @caller(%a: !V) {
  %c8 = arith.constant 8 : index
  call @window(%a, %c8) : (!V, index) -> ()
  return
}
