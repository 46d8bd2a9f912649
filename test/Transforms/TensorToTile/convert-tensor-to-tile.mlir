// Tensor computations of kernels become tile operations with loads and stores.
// RUN: pypto-opt %s --pypto-tile-tensors --pypto-convert-tensor-to-tile --split-input-file | FileCheck %s

!t = !pypto.tensor<64x128xf32>

// A load is reused until its memory is written, then repeated.

// CHECK-LABEL: func.func @order(
// CHECK-SAME: %[[X:.*]]: !pypto.tensor<64x128xf32>, %[[Y:.*]]: !pypto.tensor<64x128xf32>)
// CHECK: %[[X0:.*]] = pypto.tile.load %[[X]]
// CHECK-NEXT: %[[E:.*]] = pypto.tile.exp %[[X0]]
// CHECK-NEXT: %[[A:.*]] = pypto.tile.add %[[X0]], %[[E]]
// CHECK-NEXT: pypto.tile.store %[[A]], %[[X]]
// CHECK: %[[X1:.*]] = pypto.tile.load %[[X]]
// CHECK: %[[B:.*]] = pypto.tile.exp %[[X1]]
// CHECK: pypto.tile.store %[[B]], %[[Y]]
func.func @order(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!t) -> !t
  %1 = pypto.tensor.add %x, %0 : (!t, !t) -> !t
  %2 = pypto.tensor.assemble %1 into %x[%c0, %c0] : !t, !t -> !t
  %3 = pypto.tensor.exp %2 : (!t) -> !t
  %4 = pypto.tensor.assemble %3 into %y[%c0, %c0] : !t, !t -> !t
  return
}

// -----

// Windows of windows become one offset; a window of a computed value is a view.

!t = !pypto.tensor<64x128xf32>

// CHECK-LABEL: func.func @windows(
// CHECK-SAME: %[[X:.*]]: !pypto.tensor<64x128xf32>, %[[Y:.*]]: !pypto.tensor<64x128xf32>, %[[I:.*]]: index)
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK: %[[ROW:.*]] = arith.addi %[[I]], %[[C8]]
// CHECK: %[[T:.*]] = pypto.tile.load %[[X]][%[[ROW]], %[[C16]]] : !pypto.tensor<64x128xf32> -> !pypto.tile<8x16xf32>
// CHECK: %[[E:.*]] = pypto.tile.exp %[[T]]
// CHECK: %[[S:.*]] = pypto.tile.slice %[[E]]
// CHECK: pypto.tile.store %[[S]], %[[Y]][%{{.*}}, %{{.*}}] : !pypto.tile<4x16xf32>
func.func @windows(%x: !t, %y: !t, %i: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %0 = pypto.tensor.slice %x[%i, %c16] : !t -> !pypto.tensor<16x32xf32>
  %1 = pypto.tensor.slice %0[%c8, %c0] : !pypto.tensor<16x32xf32> -> !pypto.tensor<8x16xf32>
  %2 = pypto.tensor.exp %1 : (!pypto.tensor<8x16xf32>) -> !pypto.tensor<8x16xf32>
  %3 = pypto.tensor.slice %2[%c0, %c0] : !pypto.tensor<8x16xf32> -> !pypto.tensor<4x16xf32>
  %4 = pypto.tensor.slice %y[%c0, %c0] : !t -> !pypto.tensor<32x128xf32>
  %5 = pypto.tensor.assemble %3 into %4[%c0, %c8] : !pypto.tensor<4x16xf32>, !pypto.tensor<32x128xf32> -> !pypto.tensor<32x128xf32>
  return
}

// -----

// Broadcasting keeps the order of the operands: a vector on the left of a
// subtraction is spread first.

!t = !pypto.tensor<16x32xf32>
!c = !pypto.tensor<16x1xf32>
!r = !pypto.tensor<1x32xf32>

// CHECK-LABEL: func.func @broadcast(
// CHECK: %[[X:.*]] = pypto.tile.load %{{.*}} -> !pypto.tile<16x32xf32>
// CHECK: %[[C:.*]] = pypto.tile.load %{{.*}} -> !pypto.tile<16x1xf32>
// CHECK: %[[A:.*]] = pypto.tile.row_expand_sub %[[X]], %[[C]]
// CHECK: %[[SPREAD:.*]] = pypto.tile.row_expand %[[A]], %[[C]]
// CHECK: %[[B:.*]] = pypto.tile.sub %[[SPREAD]], %[[A]]
// CHECK: %[[R:.*]] = pypto.tile.load %{{.*}} -> !pypto.tile<1x32xf32>
// CHECK: %[[D:.*]] = pypto.tile.col_expand_mul %[[B]], %[[R]]
// CHECK: %[[M:.*]] = pypto.tile.create : !pypto.tile<16x32xf32>
// CHECK: %[[OUTER:.*]] = pypto.tile.row_expand %[[M]], %[[C]]
// CHECK: pypto.tile.col_expand_div %[[OUTER]], %[[R]]
func.func @broadcast(%x: !t, %c: !c, %r: !r, %y: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.sub %x, %c : (!t, !c) -> !t
  %1 = pypto.tensor.sub %c, %0 : (!c, !t) -> !t
  %2 = pypto.tensor.mul %r, %1 : (!r, !t) -> !t
  %3 = pypto.tensor.div %c, %r : (!c, !r) -> !t
  %4 = pypto.tensor.add %2, %3 : (!t, !t) -> !t
  %5 = pypto.tensor.assemble %4 into %y[%c0, %c0] : !t, !t -> !t
  return
}

// -----

// Extents that are not whole blocks are padded; the valid region is exact.

!t = !pypto.tensor<17x30xf32>

// CHECK-LABEL: func.func @padded(
// CHECK: pypto.tile.load %{{.*}} : !pypto.tensor<17x30xf32> -> !pypto.tile<24x32xf32, valid=17x30>
// CHECK: pypto.tile.row_sum %{{.*}} scratch %{{.*}} -> !pypto.tile<24x1xf32, valid=17x1>
func.func @padded(%x: !t, %y: !pypto.tensor<17x1xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.row_sum %x : (!t) -> !pypto.tensor<17x1xf32>
  %1 = pypto.tensor.assemble %0 into %y[%c0, %c0] : !pypto.tensor<17x1xf32>, !pypto.tensor<17x1xf32> -> !pypto.tensor<17x1xf32>
  return
}

// -----

// Transposed operands are read through the layout; products of f16 tensors
// narrow when they are stored.

!a = !pypto.tensor<64x32xf16>
!b = !pypto.tensor<48x64xf16>
!c = !pypto.tensor<32x48xf16>

// CHECK-LABEL: func.func @transposed(
// CHECK: %[[A:.*]] = pypto.tile.load %{{.*}} -> !pypto.tile<64x32xf16, Mat, layout=nz>
// CHECK: %[[AT:.*]] = pypto.tile.reshape %[[A]] : {{.*}} -> !pypto.tile<32x64xf16, Mat, layout=zn>
// CHECK: %[[B:.*]] = pypto.tile.load %{{.*}} -> !pypto.tile<48x64xf16, Mat, layout=nz>
// CHECK: %[[BT:.*]] = pypto.tile.reshape %[[B]] : {{.*}} -> !pypto.tile<64x48xf16, Mat, layout=zn>
// CHECK: %[[C:.*]] = pypto.tile.matmul %[[AT]], %[[BT]] : {{.*}} -> !pypto.tile<32x48xf32>
// CHECK: pypto.tile.store %[[C]], %{{.*}} : !pypto.tile<32x48xf32>, !pypto.tensor<32x48xf16>
func.func @transposed(%a: !a, %b: !b, %c: !c) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %bt = pypto.tensor.transpose %b, 0, 1 : !b -> !pypto.tensor<64x48xf16>
  %0 = pypto.tensor.matmul %a, %bt transpose_lhs : (!a, !pypto.tensor<64x48xf16>) -> !c
  %1 = pypto.tensor.assemble %0 into %c[%c0, %c0] : !c, !c -> !c
  return
}

// -----

// A loop carries a computed tensor as a tile and memory not at all; so does a
// branch.

!t = !pypto.tensor<16x32xf32>

// CHECK-LABEL: func.func @carried(
// CHECK-SAME: %[[X:.*]]: !pypto.tensor<16x32xf32>, %[[Y:.*]]: !pypto.tensor<16x32xf32>, %[[COND:.*]]: i1)
// CHECK: %[[ZERO:.*]] = pypto.tile.full
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (!pypto.tile<16x32xf32>) {
// CHECK: %[[L:.*]] = pypto.tile.load %[[X]]
// CHECK: %[[N:.*]] = pypto.tile.add %[[ACC]], %[[L]]
// CHECK: pypto.tile.store %[[N]], %[[Y]]
// CHECK: scf.yield %[[N]]
// CHECK: %[[I:.*]] = scf.if %[[COND]] -> (!pypto.tile<16x32xf32>) {
// CHECK: pypto.tile.neg %[[R]]
// CHECK: } else {
// CHECK: %[[Y1:.*]] = pypto.tile.load %[[Y]]
// CHECK: scf.yield %[[Y1]]
// CHECK: pypto.tile.store %[[I]], %[[Y]]
func.func @carried(%x: !t, %y: !t, %cond: i1) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %0 = pypto.tensor.full %zero : (f32) -> !t
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %0, %o = %y) -> (!t, !t) {
    %1 = pypto.tensor.add %acc, %x : (!t, !t) -> !t
    %2 = pypto.tensor.assemble %1 into %o[%c0, %c0] : !t, !t -> !t
    scf.yield %1, %2 : !t, !t
  }
  %3 = scf.if %cond -> !t {
    %4 = pypto.tensor.neg %r#0 : (!t) -> !t
    scf.yield %4 : !t
  } else {
    scf.yield %r#1 : !t
  }
  %5 = pypto.tensor.assemble %3 into %r#1[%c0, %c0] : !t, !t -> !t
  return
}

// -----

// Three axes are two: the leading ones are rows.

!t = !pypto.tensor<2x4x32xf32>

// CHECK-LABEL: func.func @merged(
// CHECK-SAME: %[[X:.*]]: !pypto.tensor<2x4x32xf32>, %{{.*}}: !pypto.tensor<2x4x32xf32>)
// CHECK: %[[M:.*]] = pypto.tensor.reshape %[[X]] : !pypto.tensor<2x4x32xf32> -> !pypto.tensor<8x32xf32>
// CHECK: pypto.tile.load %[[M]][%{{.*}}, %{{.*}}] : !pypto.tensor<8x32xf32> -> !pypto.tile<8x32xf32>
func.func @merged(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!t) -> !t
  %1 = pypto.tensor.assemble %0 into %y[%c0, %c0, %c0] : !t, !t -> !t
  return
}

// -----

// A while loop: what the condition passes on is carried as well.

!t = !pypto.tensor<16x32xf32>

// CHECK-LABEL: func.func @while(
// CHECK: scf.while (%[[A:.*]] = %{{.*}}, %[[N:.*]] = %{{.*}}) : (!pypto.tile<16x32xf32>, index) -> (!pypto.tile<16x32xf32>, index) {
// CHECK: scf.condition(%{{.*}}) %[[A]], %[[N]]
// CHECK: ^bb0(%[[A1:.*]]: !pypto.tile<16x32xf32>, %{{.*}}: index):
// CHECK: pypto.tile.add %[[A1]], %[[A1]]
func.func @while(%x: !t, %y: !t, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = pypto.tensor.exp %x : (!t) -> !t
  %r:2 = scf.while (%a = %0, %i = %c0) : (!t, index) -> (!t, index) {
    %go = arith.cmpi slt, %i, %n : index
    scf.condition(%go) %a, %i : !t, index
  } do {
  ^bb0(%a: !t, %i: index):
    %1 = pypto.tensor.add %a, %a : (!t, !t) -> !t
    %2 = arith.addi %i, %c1 : index
    scf.yield %1, %2 : !t, index
  }
  %3 = pypto.tensor.assemble %r#0 into %y[%c0, %c0] : !t, !t -> !t
  return
}

// -----

// Row-wise work on 4000 rows of 512 bytes does not fit 188416 bytes: softmax
// runs on blocks of 160 rows, a divisor of 4000, with two tiles live at once.

!t = !pypto.tensor<4000x128xf32>
!r = !pypto.tensor<4000x1xf32>

// CHECK-LABEL: func.func @blocks(
// CHECK-SAME: %[[X:.*]]: !pypto.tensor<4000x128xf32>, %[[Y:.*]]: !pypto.tensor<4000x128xf32>)
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK: %[[T:.*]] = pypto.tile.load %[[X]][%[[I]], %{{.*}}] : !pypto.tensor<4000x128xf32> -> !pypto.tile<[[B:[0-9]+]]x128xf32>
// CHECK: pypto.tile.row_max %[[T]] {{.*}} -> !pypto.tile<[[B]]x1xf32>
// CHECK: pypto.tile.row_expand_sub
// CHECK: pypto.tile.store %{{.*}}, %[[Y]][%[[I]], %{{.*}}]
// CHECK: }
// CHECK-NOT: pypto.tile.load
// CHECK: return
func.func @blocks(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.row_max %x : (!t) -> !r
  %1 = pypto.tensor.row_expand_sub %x, %0 : (!t, !r) -> !t
  %2 = pypto.tensor.exp %1 : (!t) -> !t
  %3 = pypto.tensor.row_sum %2 : (!t) -> !r
  %4 = pypto.tensor.row_expand_div %2, %3 : (!t, !r) -> !t
  %5 = pypto.tensor.assemble %4 into %y[%c0, %c0] : !t, !t -> !t
  return
}

// -----

// A prime number of rows leaves a rest; the row vector is loaded once, before.

!t = !pypto.tensor<1009x128xf32>
!b = !pypto.tensor<1x128xf32>

// CHECK-LABEL: func.func @rest(
// CHECK: %[[BIAS:.*]] = pypto.tile.load %{{.*}} -> !pypto.tile<1x128xf32>
// CHECK: scf.for
// CHECK: pypto.tile.col_expand_add
// CHECK: }
// CHECK: pypto.tile.col_expand_add
// CHECK-NOT: scf.for
// CHECK: return
func.func @rest(%x: !t, %b: !b, %y: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %b : (!b) -> !b
  %1 = pypto.tensor.add %x, %0 : (!t, !b) -> !t
  %2 = pypto.tensor.assemble %1 into %y[%c0, %c0] : !t, !t -> !t
  return
}

// -----

// A product larger than L0: a block of rows of 128 stays in Mat while blocks of
// columns pass by, two at a time. The store of the first sum follows the first
// product of the second.

!a = !pypto.tensor<1024x1024xf16>
!c = !pypto.tensor<1024x1024xf32>

// CHECK-LABEL: func.func @large(
// CHECK: scf.for %[[M:.*]] = %c0{{.*}} to %c1024{{.*}} step %c128{{.*}} {
// CHECK: %[[ROWS:.*]] = pypto.tile.load %{{.*}}[%[[M]], %c0{{.*}}] : {{.*}} -> !pypto.tile<128x1024xf16>
// CHECK: scf.for %[[N:.*]] = %c0{{.*}} to %c1024{{.*}} step %c256{{.*}} {
// CHECK: %[[N2:.*]] = arith.addi %[[N]], %c128
// CHECK: %[[A0:.*]] = pypto.tile.slice %[[ROWS]][%c0{{.*}}, %c0{{.*}}]
// CHECK: %[[B0:.*]] = pypto.tile.load %{{.*}}[%c0{{.*}}, %[[N]]] : {{.*}} -> !pypto.tile<512x128xf16>
// CHECK: %[[A1:.*]] = pypto.tile.slice %[[ROWS]][%c0{{.*}}, %c512{{.*}}]
// CHECK: %[[B1:.*]] = pypto.tile.load %{{.*}}[%c512{{.*}}, %[[N]]]
// CHECK: %[[S0:.*]] = pypto.tile.matmul %[[A0]], %[[B0]]
// CHECK: %[[S1:.*]] = pypto.tile.matmul_acc %[[S0]], %[[A1]], %[[B1]]
// CHECK: %[[T0:.*]] = pypto.tile.matmul %
// CHECK: pypto.tile.store %[[S1]], %{{.*}}[%[[M]], %[[N]]]
// CHECK: %[[T1:.*]] = pypto.tile.matmul_acc %[[T0]]
// CHECK: pypto.tile.store %[[T1]], %{{.*}}[%[[M]], %[[N2]]]
// CHECK-NOT: pypto.tile.matmul
// CHECK: return
func.func @large(%a: !a, %b: !a, %c: !c) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.matmul %a, %b : (!a, !a) -> !c
  %1 = pypto.tensor.assemble %0 into %c[%c0, %c0] : !c, !c -> !c
  return
}

// -----

// A batch is a loop; an axis of one matrix, or none, serves all of it. The axes
// of a transposed operand are exchanged in its load.

!a = !pypto.tensor<4x32x16xf16>
!b = !pypto.tensor<1x48x16xf16>
!c = !pypto.tensor<4x32x48xf32>

// CHECK-LABEL: func.func @batch(
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %c4{{.*}} step %c1{{.*}} {
// CHECK: pypto.tile.load %{{.*}}[%c0{{.*}}, %c0{{.*}}] : !pypto.tensor<48x16xf16> -> !pypto.tile<48x16xf16, Mat, layout=nz>
// CHECK: %[[ROW:.*]] = arith.muli %[[I]], %c32
// CHECK: pypto.tile.load %{{.*}}[%[[ROW]], %c0{{.*}}] : !pypto.tensor<128x16xf16>
// CHECK: pypto.tile.matmul
// CHECK: pypto.tile.store %{{.*}} : {{.*}}, !pypto.tensor<128x48xf32>
// CHECK: }
func.func @batch(%a: !a, %b: !b, %c: !c) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.matmul %a, %b transpose_rhs : (!a, !b) -> !c
  %1 = pypto.tensor.assemble %0 into %c[%c0, %c0, %c0] : !c, !c -> !c
  return
}

// -----

// A sum that starts from the output is added to it when it is stored.

!a = !pypto.tensor<32x32xf16>
!c = !pypto.tensor<32x32xf32>

// CHECK-LABEL: func.func @add_to_output(
// CHECK: %[[P:.*]] = pypto.tile.matmul %
// CHECK: pypto.tile.store %[[P]], %{{.*}} {atomic = #pypto.atomic<add>}
func.func @add_to_output(%a: !a, %c: !c) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.matmul_acc %c, %a, %a : (!c, !a, !a) -> !c
  %1 = pypto.tensor.assemble %0 into %c[%c0, %c0] : !c, !c -> !c
  return
}

// -----

// Rows that are too long are cut into blocks of columns; a reduction along them
// carries the sum so far, the last block is added behind the loop.

!t = !pypto.tensor<8x60000xf32>
!r = !pypto.tensor<8x1xf32>

// CHECK-LABEL: func.func @long_rows(
// CHECK: pypto.tile.load %{{.*}} -> !pypto.tile<8x[[B:[0-9]+]]xf32>
// CHECK: %[[FIRST:.*]] = pypto.tile.row_sum
// CHECK: %[[SUM:.*]] = scf.for %[[J:.*]] = %c[[B]]{{.*}} iter_args(%[[ACC:.*]] = %[[FIRST]])
// CHECK: pypto.tile.load %{{.*}}[%{{.*}}, %[[J]]]
// CHECK: %[[NEXT:.*]] = pypto.tile.row_sum
// CHECK: %[[BOTH:.*]] = pypto.tile.add %[[ACC]], %[[NEXT]]
// CHECK: scf.yield %[[BOTH]]
// CHECK: %[[LAST:.*]] = pypto.tile.row_sum
// CHECK: %[[ALL:.*]] = pypto.tile.add %[[SUM]], %[[LAST]]
// CHECK: scf.for
// CHECK: pypto.tile.row_expand_div %{{.*}}, %[[ALL]]
// CHECK: pypto.tile.store
func.func @long_rows(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!t) -> !t
  %1 = pypto.tensor.row_sum %0 : (!t) -> !r
  %2 = pypto.tensor.row_expand_div %0, %1 : (!t, !r) -> !t
  %3 = pypto.tensor.assemble %2 into %y[%c0, %c0] : !t, !t -> !t
  return
}

// -----

// Leading axes are merged into rows.

!t = !pypto.tensor<4x300x700xf32>

// CHECK-LABEL: func.func @merged(
// CHECK: pypto.tensor.reshape %{{.*}} : !pypto.tensor<4x300x700xf32> -> !pypto.tensor<1200x700xf32>
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %{{.*}} step %{{.*}} {
// CHECK: pypto.tile.load %{{.*}}[%[[I]], %{{.*}}] : !pypto.tensor<1200x700xf32>
// CHECK: pypto.tile.store %{{.*}}[%[[I]], %{{.*}}] : {{.*}}, !pypto.tensor<1200x700xf32>
func.func @merged(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!t) -> !t
  %1 = pypto.tensor.assemble %0 into %y[%c0, %c0, %c0] : !t, !t -> !t
  return
}

// -----

// A column is worked on as a row where the hardware takes no columns.

!v = !pypto.tensor<40x1xf32>
!e = !pypto.tensor<1x1xf32>

// CHECK-LABEL: func.func @columns(
// CHECK: pypto.tile.mul %{{.*}} : (!pypto.tile<40x1xf32>, !pypto.tile<40x1xf32>) -> !pypto.tile<40x1xf32>
// CHECK: %[[ROW:.*]] = pypto.tile.reshape %{{.*}} -> !pypto.tile<1x40xf32>
// CHECK: %[[SPREAD:.*]] = pypto.tile.row_expand %{{.*}} -> !pypto.tile<1x40xf32>
// CHECK: pypto.tile.sub %[[ROW]], %[[SPREAD]]
// CHECK: pypto.tile.row_max %{{.*}} -> !pypto.tile<1x1xf32>
func.func @columns(%x: !v, %y: !v, %z: !e, %o: !v, %m: !e) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.row_expand_mul %x, %y : (!v, !v) -> !v
  %1 = pypto.tensor.col_expand_sub %0, %z : (!v, !e) -> !v
  %2 = pypto.tensor.assemble %1 into %o[%c0, %c0] : !v, !v -> !v
  %3 = pypto.tensor.col_max %1 : (!v) -> !e
  %4 = pypto.tensor.assemble %3 into %m[%c0, %c0] : !e, !e -> !e
  return
}

// -----

// A window that is no rectangle of merged rows is transferred with all its axes.

!t = !pypto.tensor<4x8x32xf32>
!w = !pypto.tensor<2x3x16xf32>

// CHECK-LABEL: func.func @window(
// CHECK: %[[T:.*]] = pypto.tile.load %{{.*}}[%c1{{.*}}, %c2{{.*}}, %c8{{.*}}] {window = array<i64: 2, 3, 16>} : !pypto.tensor<4x8x32xf32> -> !pypto.tile<6x16xf32>
// CHECK: %[[E:.*]] = pypto.tile.exp %[[T]]
// CHECK: pypto.tile.store %[[E]], %{{.*}} {window = array<i64: 2, 3, 16>} : !pypto.tile<6x16xf32>, !pypto.tensor<4x8x32xf32>
func.func @window(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %0 = pypto.tensor.slice %x[%c1, %c2, %c8] : !t -> !w
  %1 = pypto.tensor.exp %0 : (!w) -> !w
  %2 = pypto.tensor.assemble %1 into %y[%c0, %c1, %c8] : !w, !t -> !t
  return
}

// -----

// One position of a middle axis: rows are as far apart as the outer axis.

!t = !pypto.tensor<4x8x32xf32>
!w = !pypto.tensor<4x1x32xf32>

// CHECK-LABEL: func.func @middle(
// CHECK: %[[M:.*]] = pypto.tensor.reshape %{{.*}} : !pypto.tensor<4x8x32xf32> -> !pypto.tensor<4x256xf32>
// CHECK: pypto.tile.load %[[M]][%c0{{.*}}, %c96{{.*}}] : !pypto.tensor<4x256xf32> -> !pypto.tile<4x32xf32>
func.func @middle(%x: !t, %y: !w) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %0 = pypto.tensor.slice %x[%c0, %c3, %c0] : !t -> !w
  %1 = pypto.tensor.exp %0 : (!w) -> !w
  %2 = pypto.tensor.assemble %1 into %y[%c0, %c0, %c0] : !w, !w -> !w
  return
}

// -----

// By columns: matrix by matrix.

!t = !pypto.tensor<4x8x32xf32>
!r = !pypto.tensor<4x1x32xf32>

// CHECK-LABEL: func.func @matrices(
// CHECK: %[[OUT:.*]] = pypto.tile.create {{.*}} !pypto.tile<4x32xf32>
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %c4{{.*}} step %c1{{.*}} iter_args(%[[C:.*]] = %[[OUT]])
// CHECK: %[[MAX:.*]] = pypto.tile.col_max %{{.*}} -> !pypto.tile<1x32xf32>
// CHECK: pypto.tile.assemble %[[MAX]] into %[[C]][%[[I]], %c0{{.*}}]
func.func @matrices(%x: !t, %y: !r) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %x : (!t) -> !t
  %1 = pypto.tensor.col_max %0 : (!t) -> !r
  %2 = pypto.tensor.assemble %1 into %y[%c0, %c0, %c0] : !r, !r -> !r
  return
}

// -----

// A batch of products that is multiplied again, in one loop over the batch.

!a = !pypto.tensor<3x32x32xf16>
!b = !pypto.tensor<3x32x32xf32>

// CHECK-LABEL: func.func @chain(
// CHECK: scf.for
// CHECK: pypto.tile.matmul
// CHECK: pypto.tile.matmul
// CHECK: pypto.tile.store
// CHECK-NOT: scf.for
func.func @chain(%x: !a, %y: !b) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.matmul %x, %x : (!a, !a) -> !a
  %1 = pypto.tensor.matmul %0, %x : (!a, !a) -> !b
  %2 = pypto.tensor.assemble %1 into %y[%c0, %c0, %c0] : !b, !b -> !b
  return
}

// -----

// A tile of three axes has two.

!t = !pypto.tensor<4x8x32xf32>
!u = !pypto.tile<3x8x32xf32>

// CHECK-LABEL: func.func @tiles(
// CHECK: %[[T:.*]] = pypto.tile.load %{{.*}} -> !pypto.tile<24x32xf32>
// CHECK: %[[N:.*]] = pypto.tile.neg %[[T]] : (!pypto.tile<24x32xf32>) -> !pypto.tile<24x32xf32>
// CHECK: pypto.tile.slice %[[N]][%c8{{.*}}, %c0{{.*}}] : !pypto.tile<24x32xf32> -> !pypto.tile<8x32xf32>
// CHECK: pypto.tile.store
func.func @tiles(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = pypto.tile.load %x[%c1, %c0, %c0] : !t -> !u
  %1 = pypto.tile.neg %0 : (!u) -> !u
  %2 = pypto.tile.slice %1[%c1, %c0, %c0] : !u -> !pypto.tile<1x8x32xf32>
  %3 = pypto.tile.store %2, %y[%c0, %c0, %c0] : !pypto.tile<1x8x32xf32>, !t -> !t
  return
}
