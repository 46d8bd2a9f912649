// The 950's functions take high_precision over; the 910B has one variant. The reciprocal square root asks by its scratch tile.
// RUN: pypto-opt %s --convert-pypto-to-pto --split-input-file | FileCheck %s

!t = !pypto.tensor<16x64xf32>
!v = !pypto.tile<16x64xf32, Vec>
!b = memref<4096xi8, #pypto.space<Vec>>

// CHECK-LABEL: func.func @on_the_950(
// CHECK: pto.tlog {{.*}} {precisionType = #pto<log_precision high_precision>}
// CHECK: pto.trecip {{.*}} {precisionType = #pto<recip_precision high_precision>}
// CHECK: pto.tdiv {{.*}} {precisionType = #pto<div_precision high_precision>}
// CHECK: pto.trsqrt ins(%[[X:.*]], %[[S:.*]] : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%[[D:.*]] : !pto.tile_buf<vec, 16x64xf32>){{$}}
// CHECK: pto.tlog ins({{.*}}) outs({{.*}}){{$}}
module attributes {pypto.arch = #pypto.arch<a5>} {
  func.func @on_the_950(%x: !t, %y: !t {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<AIV>} {
    %c0 = arith.constant 0 : index
    %b0 = pypto.memref.alloc address(0) : !b
    %b1 = pypto.memref.alloc address(4096) : !b
    %b2 = pypto.memref.alloc address(8192) : !b
    %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
    %1 = pypto.tile.log %0 into %b1 {high_precision} : (!v, !b) -> !v
    %2 = pypto.tile.recip %1 into %b0 {high_precision} : (!v, !b) -> !v
    %3 = pypto.tile.div %1, %2 into %b0 {high_precision} : (!v, !v, !b) -> !v
    %4 = pypto.tile.create into %b2 : !b : !v
    %5 = pypto.tile.rsqrt_precise %3 scratch %4 into %b1 : (!v, !v, !b) -> !v
    %6 = pypto.tile.log %5 into %b0 : (!v, !b) -> !v
    %7 = pypto.tile.store %6, %y[%c0, %c0] : !v, !t -> !t
    return
  }
}

// -----

!t = !pypto.tensor<16x64xf32>
!v = !pypto.tile<16x64xf32, Vec>
!b = memref<4096xi8, #pypto.space<Vec>>

// CHECK-LABEL: func.func @on_the_910b(
// CHECK: pto.tlog ins({{.*}}) outs({{.*}}){{$}}
// CHECK-NOT: precisionType
module attributes {pypto.arch = #pypto.arch<a2a3>} {
  func.func @on_the_910b(%x: !t, %y: !t {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<AIV>} {
    %c0 = arith.constant 0 : index
    %b0 = pypto.memref.alloc address(0) : !b
    %b1 = pypto.memref.alloc address(4096) : !b
    %0 = pypto.tile.load %x[%c0, %c0] into %b0 : !b : !t -> !v
    %1 = pypto.tile.log %0 into %b1 {high_precision} : (!v, !b) -> !v
    %2 = pypto.tile.store %1, %y[%c0, %c0] : !v, !t -> !t
    return
  }
}
