// Windows of tiles in Vec that are not known to begin at a block of 32 bytes are gathered into tiles
// of their own, and what is written into one is gathered with the rest of its rows.
//
// RUN: pypto-opt %s --pypto-infer-tile-memory-space --split-input-file | FileCheck %s

!a = !pypto.tile<16x64xf32>
!w = !pypto.tile<16x16xf32>
!t = !pypto.tensor<16x64xf32>
!u = !pypto.tensor<16x16xf32>

// CHECK-LABEL: func.func @inside_a_block(
// CHECK: %[[A:.*]] = pypto.tile.load
// CHECK: %[[I:.*]] = pypto.tile.ci
// CHECK: %[[G:.*]] = pypto.tile.gather %[[A]][%{{.*}}] scratch %{{.*}} : {{.*}} -> !pypto.tile<1x256xf32, Vec>
// CHECK: %[[OWN:.*]] = pypto.tile.reshape %[[G]] : {{.*}} -> !pypto.tile<16x16xf32, Vec>
// CHECK: %[[W:.*]] = pypto.tile.slice %[[OWN]]
// CHECK: pypto.tile.exp %[[W]]
func.func @inside_a_block(%x: !t, %z: !u) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %a = pypto.tile.load %x[%c0, %c0] : !t -> !a
  %w = pypto.tile.slice %a[%c0, %c3] : !a -> !w
  %e = pypto.tile.exp %w : (!w) -> !w
  %r = pypto.tile.store %e, %z[%c0, %c0] : !w, !u -> !u
  return
}

// CHECK-LABEL: func.func @anywhere(
// CHECK: pypto.tile.gather
func.func @anywhere(%x: !t, %z: !u, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !t -> !a
  %w = pypto.tile.slice %a[%c0, %n] : !a -> !w
  %e = pypto.tile.exp %w : (!w) -> !w
  %r = pypto.tile.store %e, %z[%c0, %c0] : !w, !u -> !u
  return
}

// Multiples of a block are known as such.

// CHECK-LABEL: func.func @at_blocks(
// CHECK-NOT: pypto.tile.gather
func.func @at_blocks(%x: !t, %z: !u, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c48 = arith.constant 48 : index
  %a = pypto.tile.load %x[%c0, %c0] : !t -> !a
  %m = arith.muli %n, %c16 : index
  %p = arith.addi %m, %c8 : index
  %w = pypto.tile.slice %a[%c0, %p] : !a -> !w
  %e = pypto.tile.exp %w : (!w) -> !w
  %r = pypto.tile.store %e, %z[%c0, %c0] : !w, !u -> !u
  scf.for %i = %c0 to %c48 step %c8 {
    %v = pypto.tile.slice %a[%c0, %i] : !a -> !w
    %f = pypto.tile.exp %v : (!w) -> !w
    %s = pypto.tile.store %f, %z[%c0, %c0] : !w, !u -> !u
  }
  return
}

// The rows that change are written whole.

// CHECK-LABEL: func.func @written(
// CHECK: %[[ROWS:.*]] = pypto.tile.gather
// CHECK: %[[SHAPED:.*]] = pypto.tile.reshape %[[ROWS]] : {{.*}} -> !pypto.tile<4x64xf32, Vec>
// CHECK: pypto.tile.assemble %[[SHAPED]] into %{{.*}}[%c3, %c0]
func.func @written(%x: !t, %y: !pypto.tensor<4x16xf32>, %z: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %a = pypto.tile.load %x[%c0, %c0] : !t -> !a
  %b = pypto.tile.load %y[%c0, %c0] : !pypto.tensor<4x16xf32> -> !pypto.tile<4x16xf32>
  %n = pypto.tile.assemble %b into %a[%c3, %c5] : !pypto.tile<4x16xf32>, !a -> !a
  %r = pypto.tile.store %n, %z[%c0, %c0] : !a, !t -> !t
  return
}

// A gather counts in a buffer of its own.

!i = !pypto.tile<16x16xi32>
!j = !pypto.tensor<16x16xi32>

// CHECK-LABEL: func.func @gathered(
// CHECK: %[[W:.*]] = pypto.tile.slice
// CHECK: %[[OWN:.*]] = pypto.tile.move %[[W]]
// CHECK: pypto.tile.gather %[[OWN]][
func.func @gathered(%x: !t, %y: !j, %z: !u) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %a = pypto.tile.load %x[%c0, %c0] : !t -> !a
  %b = pypto.tile.load %y[%c0, %c0] : !j -> !i
  %s = pypto.tile.create : !i
  %w = pypto.tile.slice %a[%c0, %c16] : !a -> !w
  %g = pypto.tile.gather %w[%b] scratch %s : (!w, !i, !i) -> !w
  %r = pypto.tile.store %g, %z[%c0, %c0] : !w, !u -> !u
  return
}

// A window of fewer elements that is padded to the shape of its tile begins where it is told to.

!c = !pypto.tile<16x1xf32, valid=11x1>
!p = !pypto.tile<16x1xf32, valid=3x1>
!k = !pypto.tensor<11x1xf32>
!l = !pypto.tensor<3x1xf32>

// CHECK-LABEL: func.func @padded(
// CHECK: pypto.tile.gather
func.func @padded(%x: !k, %z: !l, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !k -> !c
  %e = pypto.tile.exp %a : (!c) -> !c
  %w = pypto.tile.slice %e[%n, %c0] : !c -> !p
  %r = pypto.tile.store %w, %z[%c0, %c0] : !p, !l -> !l
  return
}
