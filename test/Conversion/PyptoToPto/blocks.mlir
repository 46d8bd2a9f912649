// Tensors in fractal blocks are views of four axes.
// RUN: pypto-opt %s --convert-pypto-to-pto --split-input-file | FileCheck %s

!t = !pypto.tensor<17x33xf16, layout=nz>
!v = !pypto.tile<32x48xf16, Mat, layout=nz, valid=17x33>
!b = memref<3072xi8, #pypto.space<Mat>>

// CHECK-LABEL: func.func @loaded(
// CHECK: %[[V:.*]] = pto.make_tensor_view %{{.*}}, shape = [%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}], strides = [%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] {layout = #pto.layout<nz>} : !pto.tensor_view<3x2x16x16xf16>
// CHECK: %[[P:.*]] = pto.partition_view %[[V]], {{.*}} : !pto.tensor_view<3x2x16x16xf16> -> !pto.partition_tensor_view<3x2x16x16xf16>
// CHECK: pto.tload ins(%[[P]] :
func.func @loaded(%x: !t) attributes {pypto.kind = #pypto.func_kind<AIC>} {
  %c0 = arith.constant 0 : index
  %b = pypto.memref.alloc address(0) : !b
  %0 = pypto.tile.load %x[%c0, %c0] into %b : !b : !t -> !v
  return
}

// -----

// An accumulator leaves in blocks of 16 columns, each of which is two of f32.

!t = !pypto.tensor<48x40xf32, layout=nz>
!a = !pypto.tile<32x32xf32, Acc, layout=nz, valid=17x19>
!b = memref<4096xi8, #pypto.space<Acc>>

// CHECK-LABEL: func.func @stored(
// CHECK: %[[V:.*]] = pto.make_tensor_view {{.*}} {layout = #pto.layout<nz>} : !pto.tensor_view<6x3x16x8xf32>
// CHECK: %[[P:.*]] = pto.partition_view %[[V]], offsets = [%c2{{.*}}, %c1{{.*}}, %c0{{.*}}, %c0{{.*}}], {{.*}} -> !pto.partition_tensor_view<4x2x16x8xf32>
// CHECK: %[[W:.*]] = pto.treshape %{{.*}} -> !pto.tile_buf<acc, 32x32xf32, {{.*}}fractal=1024>
// CHECK: pto.tstore ins(%[[W]] : {{.*}}) outs(%[[P]] :
func.func @stored(%y: !t) attributes {pypto.kind = #pypto.func_kind<AIC>} {
  %c16 = arith.constant 16 : index
  %b = pypto.memref.alloc address(0) : !b
  %0 = pypto.tile.create into %b : !b : !a
  %1 = pypto.tile.store %0, %y[%c16, %c16] : !a, !t -> !t
  return
}
