// Buffers get addresses; values that are live at once stay apart.
// RUN: pypto-opt %s --pypto-insert-buffers --pypto-allocate-addresses --split-input-file | FileCheck %s

!t = !pypto.tensor<256x128xf32>
!v = !pypto.tile<256x128xf32, Vec>

// Two tiles of 131072 bytes do not fit 188416: the product takes the buffer of
// its operand.

// CHECK-LABEL: func.func @in_place(
// CHECK-NEXT: %[[B:.*]] = pypto.memref.alloc address(0) : memref<131072xi8, #pypto.space<Vec>>
// CHECK-NOT: pypto.memref.alloc
// CHECK: pypto.tile.load {{.*}} into %[[B]]
// CHECK: pypto.tile.mul {{.*}} into %[[B]]
func.func @in_place(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %1 = pypto.tile.mul %0, %0 : (!v, !v) -> !v
  %2 = pypto.tile.store %1, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

// Where it fits, results stay apart from operands, but a dead tile's bytes are
// used again. Addresses are multiples of 32.

!t = !pypto.tensor<3x8xf32>
!v = !pypto.tile<3x8xf32, Vec>

// CHECK-LABEL: func.func @apart(
// CHECK-NEXT: %[[B0:.*]] = pypto.memref.alloc address([[A0:[0-9]+]])
// CHECK-NEXT: %[[B1:.*]] = pypto.memref.alloc address([[A1:[0-9]+]])
// CHECK-NEXT: %[[B2:.*]] = pypto.memref.alloc address([[A0]])
// CHECK: pypto.tile.load {{.*}} into %[[B0]]
// CHECK: pypto.tile.exp {{.*}} into %[[B1]]
// CHECK: pypto.tile.neg {{.*}} into %[[B2]]
func.func @apart(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %1 = pypto.tile.exp %0 : (!v) -> !v
  %2 = pypto.tile.neg %1 : (!v) -> !v
  %3 = pypto.tile.store %2, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

// A tile from before a loop that each iteration reads keeps its bytes to the
// loop's end, also from what is made after its last use in the body. All three
// fit only apart: 3 x 57344 <= 188416.

!t = !pypto.tensor<112x128xf32>
!v = !pypto.tile<112x128xf32, Vec>

// CHECK-LABEL: func.func @across(
// CHECK-NEXT: pypto.memref.alloc address([[X:[0-9]+]])
// CHECK-NEXT: pypto.memref.alloc address([[Y:[0-9]+]])
// CHECK-NEXT: pypto.memref.alloc address([[Z:[0-9]+]])
// CHECK-NOT: address([[X]])
// CHECK: scf.for
func.func @across(%x: !t, %y: !t, %n: index) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  scf.for %i = %c0 to %n step %c1 {
    %1 = pypto.tile.exp %0 : (!v) -> !v
    %2 = pypto.tile.recip %1 : (!v) -> !v
    %3 = pypto.tile.store %2, %y[%c0, %c0] : !v, !t -> !t
  }
  return
}

// -----

// Branches share bytes; each memory has its own addresses and alignment.

!c = !pypto.tensor<16x16xf32>
!l = !pypto.tile<16x16xf16, Left, layout=zz>
!r = !pypto.tile<16x16xf16, Right, layout=zn>
!p = !pypto.tile<16x16xf32, Acc, layout=nz>

// CHECK-LABEL: func.func @spaces(
// CHECK-DAG: pypto.memref.alloc address(0) : memref<512xi8, #pypto.space<Left>>
// CHECK-DAG: pypto.memref.alloc address(0) : memref<512xi8, #pypto.space<Right>>
// CHECK-DAG: pypto.memref.alloc address([[A:[0-9]+]]) : memref<1024xi8, #pypto.space<Acc>>
// CHECK-DAG: pypto.memref.alloc address([[A]]) : memref<1024xi8, #pypto.space<Acc>>
func.func @spaces(%c: !c, %go: i1) attributes {pypto.kind = #pypto.func_kind<AIC>} {
  %c0 = arith.constant 0 : index
  %l = pypto.tile.create : !l
  %r = pypto.tile.create : !r
  scf.if %go {
    %0 = pypto.tile.matmul %l, %r : (!l, !r) -> !p
    %1 = pypto.tile.store %0, %c[%c0, %c0] : !p, !c -> !c
  } else {
    %0 = pypto.tile.matmul %l, %r : (!l, !r) -> !p
    %1 = pypto.tile.store %0, %c[%c0, %c0] : !p, !c -> !c
  }
  return
}
