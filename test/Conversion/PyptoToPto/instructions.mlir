// Attributes, operand orders and types of instructions that differ from the operation's.
// RUN: pypto-opt %s --convert-pypto-to-pto --split-input-file | FileCheck %s

!t = !pypto.tensor<16x64xf32>
!v = !pypto.tile<16x64xf32, Vec>
!m = !pypto.tile<16x32xui8, Vec>
!s = !pypto.tile<1x32xui8, Vec>
!b = memref<4096xi8, #pypto.space<Vec>>

// A mask has no sign.
// CHECK-LABEL: func.func @select(
// CHECK: pto.tcmp ins(%[[X:.*]], %[[X]] {cmpMode = #pto<cmp ge>} : {{.*}}) outs(%[[M:.*]] : !pto.tile_buf<vec, 16x32xi8>)
// CHECK: pto.tsel ins(%{{.*}}, %[[X]], %[[X]], %{{.*}} : !pto.tile_buf<vec, 16x32xui8>, {{.*}}, !pto.tile_buf<vec, 1x32xui8>)
func.func @select(%x: !t, %y: !t {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b0 = pypto.memref.alloc address(0) : !b
  %b1 = pypto.memref.alloc address(4096) : !b
  %b2 = pypto.memref.alloc address(8192) : !b
  %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
  %1 = pypto.tile.cmp ge %0, %0 into %b1 : (!v, !v, !b) -> !m
  %2 = pypto.tile.create into %b2 : !b : !s
  %3 = pypto.tile.sel %1, %0, %0 scratch %2 into %b0 : (!m, !v, !v, !s, !b) -> !v
  %4 = pypto.tile.store %3, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

!t = !pypto.tensor<1x64xi32>
!v = !pypto.tile<1x64xi32, Vec>
!p = !pypto.tile<1x64xi32, Vec, valid=1x33>
!b = memref<256xi8, #pypto.space<Vec>>

// The destination of a gather comes second and is valid everywhere.
// CHECK-LABEL: func.func @gather(
// CHECK: pto.tci ins(%{{.*}} {descending = true} : i32) outs(%[[I:.*]] : !pto.tile_buf<vec, 1x64xi32>)
// CHECK: pto.tgather ins(%[[X:.*]], %[[I]], %{{.*}} : {{.*}}) outs(%{{.*}} : !pto.tile_buf<vec, 1x64xi32>)
// CHECK: pto.tscatter ins(%[[X]], %[[I]] : {{.*}}) outs(%{{.*}} : !pto.tile_buf<vec, 1x64xi32, valid=1x33>)
func.func @gather(%x: !t, %y: !t {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c63 = arith.constant 63 : i32
  %b0 = pypto.memref.alloc address(0) : !b
  %b1 = pypto.memref.alloc address(256) : !b
  %b2 = pypto.memref.alloc address(512) : !b
  %b3 = pypto.memref.alloc address(768) : !b
  %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
  %1 = pypto.tile.ci %c63 descending into %b1 : (i32, !b) -> !v
  %2 = pypto.tile.create into %b2 : !b : !v
  %3 = pypto.tile.gather %0[%1] scratch %2 into %b3 : (!v, !v, !v, !b) -> !p
  %4 = pypto.tile.scatter %0 into %3[%1] : (!p, !v, !v) -> !p
  %5 = pypto.tile.store %4, %y[%c0, %c0] : !p, !t -> !t
  return
}

// -----

!t = !pypto.tensor<1x128xf32>
!v = !pypto.tile<1x128xf32, Vec>
!w = !pypto.tile<1x256xf32, Vec>
!b = memref<1024xi8, #pypto.space<Vec>>

// The length of runs is an operand; a merge of lists counts what it took.
// CHECK-LABEL: func.func @merge(
// CHECK: %[[N:.*]] = arith.constant 64 : i32
// CHECK: pto.tmrgsort ins(%{{.*}}, %[[N]] : {{.*}}, i32) outs(%[[R:.*]] : {{.*}})
// CHECK: %[[COUNTS:.*]] = arith.constant dense<0> : vector<4xi16>
// CHECK: pto.tmrgsort ins(%[[R]], %[[R]], %{{.*}} : {{.*}}) outs(%{{.*}}, %[[COUNTS]] : {{.*}}, vector<4xi16>)
func.func @merge(%x: !t, %y: !pypto.tensor<1x256xf32> {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b0 = pypto.memref.alloc address(0) : !b
  %b1 = pypto.memref.alloc address(1024) : !b
  %b2 = pypto.memref.alloc address(2048) : !b
  %b3 = pypto.memref.alloc address(3072) : !b
  %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
  %1 = pypto.tile.mrgsort %0 block_len(64) into %b1 : (!v, !b) -> !v
  %2 = pypto.tile.create into %b2 : !b : !w
  %3 = pypto.tile.mrgsort_lists %1, %1 scratch %2 into %b3 : (!v, !v, !w, !b) -> !w
  %4 = pypto.tile.store %3, %y[%c0, %c0] : !w, !pypto.tensor<1x256xf32> -> !pypto.tensor<1x256xf32>
  return
}

// -----

!t = !pypto.tensor<16x64xf32>
!o = !pypto.tensor<1x64xf32>
!v = !pypto.tile<16x64xf32, Vec>
!r = !pypto.tile<1x64xf32, Vec>
!b = memref<4096xi8, #pypto.space<Vec>>

// A sum in pairs says so beside its scratch.
// CHECK-LABEL: func.func @tree(
// CHECK: pto.tcolsum ins(%{{.*}}, %{{.*}} {isBinary = true} : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%{{.*}} : !pto.tile_buf<vec, 1x64xf32>)
func.func @tree(%x: !t, %y: !o {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b0 = pypto.memref.alloc address(0) : !b
  %b1 = pypto.memref.alloc address(4096) : !b
  %b2 = pypto.memref.alloc address(8192) : !b
  %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
  %1 = pypto.tile.create into %b1 : !b : !v
  %2 = pypto.tile.col_sum_tree %0 scratch %1 into %b2 : (!v, !v, !b) -> !r
  %3 = pypto.tile.store %2, %y[%c0, %c0] : !r, !o -> !o
  return
}

// -----

!t = !pypto.tensor<1x64xui16>

// Scalars have no sign: the pointers of a kernel that accesses single elements have none either.
// CHECK-LABEL: func.func @elements(
// CHECK-SAME: !pto.ptr<i16>
// CHECK: %[[A:.*]] = pto.load_scalar %{{.*}} : !pto.ptr<i16> -> i16
// CHECK: %[[S:.*]] = arith.addi %[[A]], %[[A]] : i16
// CHECK: pto.store_scalar %[[S]]
func.func @elements(%x: !t {pypto.dir = #pypto.dir<InOut>}) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.read %x[%c0, %c0] : !t -> ui16
  %1 = builtin.unrealized_conversion_cast %0 : ui16 to i16
  %2 = arith.addi %1, %1 : i16
  %3 = builtin.unrealized_conversion_cast %2 : i16 to ui16
  pypto.tensor.write %3, %x[%c0, %c0] : ui16, !t
  return
}

// -----

!t = !pypto.tensor<16x64xbf16>
!v = !pypto.tile<16x64xbf16, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>

// The a5 has no fill of bf16: its bits are filled.
module attributes {pypto.arch = #pypto.arch<a5>} {
// CHECK-LABEL: func.func @brain_floats(
// CHECK-DAG: %[[ONE:.*]] = arith.constant 16256 : i16
// CHECK: pto.texpands ins(%[[ONE]] : i16) outs(%{{.*}} : !pto.tile_buf<vec, 16x64xi16>)
// CHECK: pto.tstore ins(%{{.*}} : !pto.tile_buf<vec, 16x64xbf16>)
func.func @brain_floats(%y: !t {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : bf16
  %b0 = pypto.memref.alloc address(0) : !b
  %0 = pypto.tile.full %one into %b0 : (bf16, !b) -> !v
  %1 = pypto.tile.store %0, %y[%c0, %c0] : !v, !t -> !t
  return
}
}
