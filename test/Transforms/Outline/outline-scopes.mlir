// Scopes become kernels with inferred parameters and directions; calls of
// kernels become tasks.
// RUN: pypto-opt %s --pypto-outline-scopes --split-input-file | FileCheck %s
// RUN: pypto-opt %s --pypto-outline-scopes --split-input-file --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC

!t = !pypto.tensor<256x128xf32>

// CHECK-LABEL: func.func private @scale_incore_0(
// CHECK-SAME: %[[X:.*]]: !pypto.tensor<256x128xf32> {pypto.dir = #pypto.dir<In>}
// CHECK-SAME: %[[OUT:.*]]: !pypto.tensor<256x128xf32> {pypto.dir = #pypto.dir<Out>}
// CHECK-SAME: pypto.kind = #pypto.func_kind<InCore>
// CHECK-DAG: arith.constant 2.000000e+00 : f32
// CHECK-DAG: arith.constant 0 : index
// CHECK: pypto.tensor.muls %[[X]]
// CHECK: pypto.tensor.assemble %{{.*}} into %[[OUT]]
// CHECK: return
// CHECK-LABEL: func.func @scale(
// CHECK-SAME: %[[X:.*]]: !pypto.tensor<256x128xf32> {pypto.dir = #pypto.dir<In>}
// CHECK-SAME: %[[OUT:.*]]: !pypto.tensor<256x128xf32> {pypto.dir = #pypto.dir<Out>}
// CHECK-SAME: pypto.kind = #pypto.func_kind<Orchestration>
// CHECK: pypto.task.submit @scale_incore_0(%[[X]], %[[OUT]]) : (
// CHECK-NEXT: return %[[OUT]]
func.func @scale(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) -> !t {
  %two = arith.constant 2.0 : f32
  %c0 = arith.constant 0 : index
  %r = pypto.at CORE_GROUP {
    %0 = pypto.tensor.muls %x, %two : (!t, f32) -> !t
    %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : !t, !t -> !t
    pypto.yield %1 : !t
  } : !t
  return %r : !t
}

// -----

// The block argument becomes the block's index; the name hint is the name.

!t = !pypto.tensor<256x128xf32>
!s = !pypto.tile<128x128xf32>

// CHECK-LABEL: func.func private @halves(
// CHECK-SAME: %[[A:.*]]: !pypto.tensor<256x128xf32> {pypto.dir = #pypto.dir<In>}, %[[OUT:.*]]: !pypto.tensor<256x128xf32> {pypto.dir = #pypto.dir<Out>}, %[[OFFSET:.*]]: index)
// CHECK: %[[I:.*]] = pypto.system.get_block_idx
// CHECK: arith.muli %[[I]], %
// CHECK: arith.addi %{{.*}}, %[[OFFSET]]
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME: %[[A:.*]]: !pypto.tensor<256x128xf32> {{.*}}, %[[OUT:.*]]: !pypto.tensor<256x128xf32> {{.*}}, %[[N:.*]]: index)
// CHECK: %[[C2:.*]] = arith.constant 2 : index
// CHECK: pypto.task.submit @halves(%[[A]], %[[OUT]], %[[N]]) blocks(%[[C2]]) sync_start
func.func @blocks(%a: !t, %out: !t {pypto.dir = #pypto.dir<Out>}, %n: index) {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %r = pypto.spmd %c2 name("halves") sync_start {
  ^bb0(%i: index):
    %block = arith.muli %i, %c128 : index
    %off = arith.addi %block, %n : index
    %t = pypto.tile.load %a[%off, %c0] : !t -> !s
    %1 = pypto.tile.store %t, %out[%off, %c0] : !s, !t -> !t
    pypto.yield %1 : !t
  } : !t
  return
}

// -----

// A fresh tensor that leaves a scope is created on the control plane; a later
// scope that uses it, in a loop, sees the same tensor. Reading what is written
// makes InOut.

!t = !pypto.tensor<16x16xf32>

// CHECK-LABEL: func.func private @chain_incore_0(
// CHECK-SAME: %[[X:.*]]: !pypto.tensor<16x16xf32> {pypto.dir = #pypto.dir<In>}, %[[NEW:.*]]: !pypto.tensor<16x16xf32> {pypto.dir = #pypto.dir<Out>})
// CHECK: %[[E:.*]] = pypto.tensor.exp %[[X]]
// CHECK: pypto.tensor.assemble %[[E]] into %[[NEW]]
// CHECK-LABEL: func.func private @chain_incore_1(
// CHECK-SAME: %[[ACC:.*]]: !pypto.tensor<16x16xf32> {pypto.dir = #pypto.dir<InOut>}, %[[E:.*]]: !pypto.tensor<16x16xf32> {pypto.dir = #pypto.dir<In>}
// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[X:.*]]: !pypto.tensor<16x16xf32> {pypto.dir = #pypto.dir<In>}, %[[OUT:.*]]: !pypto.tensor<16x16xf32> {pypto.dir = #pypto.dir<InOut>})
// CHECK: %[[NEW:.*]] = pypto.tensor.create : !pypto.tensor<16x16xf32>
// CHECK: pypto.task.submit @chain_incore_0(%[[X]], %[[NEW]])
// CHECK: scf.for
// CHECK: pypto.task.submit @chain_incore_1(%[[OUT]], %[[NEW]])
// LOC: #[[E:loc[0-9]+]] = loc("e"
// LOC: pypto.tensor.create : !pypto.tensor<16x16xf32> loc(#[[E]])
func.func @chain(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = pypto.at CORE_GROUP {
    %0 = pypto.tensor.exp %x : (!t) -> !t loc("e"("k.py":3:1))
    pypto.yield %0 : !t
  } : !t
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %out) -> !t {
    %n = pypto.at CORE_GROUP {
      %0 = pypto.tensor.add %acc, %e : (!t, !t) -> !t
      %1 = pypto.tensor.assemble %0 into %acc[%c0, %c0] : !t, !t -> !t
      pypto.yield %1 : !t
    } : !t
    scf.yield %n : !t
  }
  return
}

// -----

// A kernel with results takes outputs instead; dispatch on several blocks.

!t = !pypto.tensor<16x16xf32>
!s = !pypto.tile<16x16xf32>

// CHECK-LABEL: func.func private @twice(
// CHECK-SAME: %[[X:.*]]: !pypto.tensor<16x16xf32> {pypto.dir = #pypto.dir<In>}, %[[NEW:.*]]: !pypto.tensor<16x16xf32> {pypto.dir = #pypto.dir<Out>}) attributes
// CHECK: pypto.tensor.assemble %{{.*}} into %[[NEW]]
// CHECK: return{{$}}
func.func private @twice(%x: !t) -> !t attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %0 = pypto.tensor.add %x, %x : (!t, !t) -> !t
  return %0 : !t
}
// CHECK-LABEL: func.func private @copy(
// CHECK: return{{$}}
func.func private @copy(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) -> !t attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !s
  %1 = pypto.tile.store %0, %out[%c0, %c0] : !s, !t -> !t
  return %1 : !t
}
// CHECK-LABEL: func.func @calls(
// CHECK-SAME: %[[X:.*]]: !pypto.tensor<16x16xf32> {{.*}}, %[[OUT:.*]]: !pypto.tensor<16x16xf32> {{.*}})
// CHECK: %[[C3:.*]] = arith.constant 3
// CHECK: %[[NEW:.*]] = pypto.tensor.create
// CHECK: pypto.task.submit @twice(%[[X]], %[[NEW]]) :
// CHECK: pypto.task.submit @copy(%[[NEW]], %[[OUT]]) blocks(%[[C3]])
// CHECK: return
func.func @calls(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) {
  %c3 = arith.constant 3 : index
  %0 = call @twice(%x) : (!t) -> !t
  %1 = pypto.spmd %c3 {
  ^bb0(%i: index):
    %2 = func.call @copy(%0, %out) : (!t, !t) -> !t
    pypto.yield %2 : !t
  } : !t
  return
}

// -----

// A window taken outside is taken again inside: the kernel gets the tensor. A
// kernel called in a scope is inlined. Names that clash are made unique.

!t = !pypto.tensor<64x16xf32>
!w = !pypto.tensor<16x16xf32>

func.func private @inner(%x: !w, %out: !w) -> !w attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!w) -> !w
  %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : !w, !w -> !w
  return %1 : !w
}
// CHECK-LABEL: func.func private @windows_inner(
// CHECK-SAME: %[[X:.*]]: !pypto.tensor<64x16xf32> {{.*}}, %[[OUT:.*]]: !pypto.tensor<16x16xf32> {pypto.dir = #pypto.dir<Out>}, %[[I:.*]]: index)
// CHECK: %[[W:.*]] = pypto.tensor.slice %[[X]][%[[I]], %{{.*}}]
// CHECK: pypto.tensor.exp %[[W]]
// CHECK-LABEL: func.func @windows(
// CHECK: pypto.task.submit @windows_inner(
func.func @windows(%x: !t, %out: !w {pypto.dir = #pypto.dir<Out>}, %i: index) {
  %c0 = arith.constant 0 : index
  %w = pypto.tensor.slice %x[%i, %c0] : !t -> !w
  pypto.at CORE_GROUP name("inner") {
    %0 = func.call @inner(%w, %out) : (!w, !w) -> !w
  }
  return
}

// -----

// An output that nested loops and branches carry under several names is one
// tensor.

!t = !pypto.tensor<16x16xf32>
!s = !pypto.tile<16x16xf32>

// CHECK-LABEL: func.func private @nested_incore_0(
// CHECK-SAME: %{{.*}}: !pypto.tensor<16x16xf32> {pypto.dir = #pypto.dir<Out>}, %{{.*}}: f32, %{{.*}}: i1)
func.func @nested(%out: !t {pypto.dir = #pypto.dir<Out>}, %v: f32, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  pypto.at CORE_GROUP {
    %t = pypto.tile.full %v : (f32) -> !s
    %0 = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %out) -> !t {
      %1 = scf.if %c -> !t {
        %2 = scf.for %j = %c0 to %c2 step %c1 iter_args(%b = %a) -> !t {
          %3 = scf.if %c -> !t {
            scf.yield %b : !t
          } else {
            %4 = pypto.tile.store %t, %b[%c0, %c0] : !s, !t -> !t
            scf.yield %4 : !t
          }
          scf.yield %3 : !t
        }
        scf.yield %2 : !t
      } else {
        scf.yield %a : !t
      }
      %5 = pypto.tile.store %t, %1[%c0, %c0] : !s, !t -> !t
      scf.yield %5 : !t
    }
    %6 = pypto.tile.store %t, %0[%c0, %c0] : !s, !t -> !t
  }
  return
}

// -----

// A tensor that is made for a window of another one is that window; what
// computes the place is moved in front of it.

!t = !pypto.tensor<16x16xf32>
!w = !pypto.tensor<4x16xf32>
// CHECK-LABEL: func.func private @placed_incore_0(
// CHECK-SAME: %{{.*}}: !pypto.tensor<4x16xf32> {pypto.dir = #pypto.dir<In>}, %[[T:.*]]: !pypto.tensor<16x16xf32> {pypto.dir = #pypto.dir<{{Out|InOut}}>}, %[[PLACE:.*]]: index)
// CHECK: %[[W:.*]] = pypto.tensor.slice %[[T]][%[[PLACE]],
// CHECK: pypto.tensor.assemble %{{.*}} into %[[W]]
// CHECK-LABEL: func.func @placed(
// CHECK-SAME: %[[X:[^:]*]]: !pypto.tensor<4x16xf32> {pypto.dir = #pypto.dir<In>}
// CHECK-NOT: tensor.create
// CHECK: scf.for %[[I:[a-z0-9]*]] =
// CHECK: %[[I4:.*]] = arith.muli %[[I]]
// CHECK: pypto.task.submit @placed_incore_0(%[[X]], %{{.*}}, %[[I4]])
// CHECK-NOT: tensor.assemble
// CHECK: return
func.func @placed(%x: !w, %out: !t {pypto.dir = #pypto.dir<Out>}) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %out) -> !t {
    %t = pypto.tensor.create : !w
    %u = pypto.at CORE_GROUP {
      %0 = pypto.tensor.exp %x : (!w) -> !w
      %1 = pypto.tensor.assemble %0 into %t[%c0, %c0] : !w, !w -> !w
      pypto.yield %1 : !w
    } : !w
    %place = arith.muli %i, %c4 : index
    %b = pypto.tensor.assemble %u into %a[%place, %c0] : !w, !t -> !t
    scf.yield %b : !t
  }
  return %r : !t
}
