// Types survive text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func private @types(
// CHECK-SAME: !pypto.tensor<f32>
// CHECK-SAME: !pypto.tensor<?xf32>
// CHECK-SAME: !pypto.tensor<4x?x8xbf16, layout=dn>
// CHECK-SAME: !pypto.tensor<16x16xi8, layout=nz>
// CHECK-SAME: !pypto.task_id
// CHECK-SAME: !pypto.tile<16x16xui8>
// CHECK-SAME: !pypto.tile<16x16xf8E4M3FN>
// CHECK-SAME: !pypto.tile<16x16xi1, Vec>
// CHECK-SAME: !pypto.tile<16x16xf16, Vec>
// CHECK-SAME: !pypto.tile<16x16xf16, Mat>
// CHECK-SAME: !pypto.tile<16x16xf16, Left>
// CHECK-SAME: !pypto.tile<16x16xf16, Right>
// CHECK-SAME: !pypto.tile<16x16xf16, Acc>
// CHECK-SAME: !pypto.tile<16x16xf16, Bias>
// CHECK-SAME: !pypto.tile<16x16xf16, LeftScale>
// CHECK-SAME: !pypto.tile<16x16xf16, RightScale>
// CHECK-SAME: !pypto.tile<16x16xf16, ScalarLocal>
// CHECK-SAME: !pypto.tile<16x16xf16, Vec, layout=dn>
// CHECK-SAME: !pypto.tile<16x16xf16, Vec, layout=nz>
// CHECK-SAME: !pypto.tile<16x16xf16, Vec, layout=zn>
// CHECK-SAME: !pypto.tile<16x16xf16, Vec, layout=zz>
// CHECK-SAME: !pypto.tile<16x16xf16, Vec, layout=nn>
// CHECK-SAME: !pypto.tile<16x16xf16, Vec, valid=0x?, pad=zero>
// CHECK-SAME: !pypto.tile<16x16xf16, Vec, valid=0x?, pad=max>
// CHECK-SAME: !pypto.tile<16x16xf16, Vec, valid=0x?, pad=min>
// CHECK-SAME: !pypto.tile<2x16x16xf32, Mat, layout=nz, valid=2x15x1, pad=zero>
func.func private @types(
  !pypto.tensor<f32>,
  !pypto.tensor<?xf32>,
  !pypto.tensor<4x?x8xbf16, layout=dn>,
  !pypto.tensor<16x16xi8, layout=nz>,
  !pypto.task_id,
  !pypto.tile<16x16xui8>,
  !pypto.tile<16x16xf8E4M3FN>,
  !pypto.tile<16x16xi1, Vec>,
  !pypto.tile<16x16xf16, Vec>,
  !pypto.tile<16x16xf16, Mat>,
  !pypto.tile<16x16xf16, Left>,
  !pypto.tile<16x16xf16, Right>,
  !pypto.tile<16x16xf16, Acc>,
  !pypto.tile<16x16xf16, Bias>,
  !pypto.tile<16x16xf16, LeftScale>,
  !pypto.tile<16x16xf16, RightScale>,
  !pypto.tile<16x16xf16, ScalarLocal>,
  !pypto.tile<16x16xf16, Vec, layout=dn>,
  !pypto.tile<16x16xf16, Vec, layout=nz>,
  !pypto.tile<16x16xf16, Vec, layout=zn>,
  !pypto.tile<16x16xf16, Vec, layout=zz>,
  !pypto.tile<16x16xf16, Vec, layout=nn>,
  !pypto.tile<16x16xf16, Vec, valid=0x?, pad=zero>,
  !pypto.tile<16x16xf16, Vec, valid=0x?, pad=max>,
  !pypto.tile<16x16xf16, Vec, valid=0x?, pad=min>,
  !pypto.tile<2x16x16xf32, Mat, layout=nz, valid=2x15x1, pad=zero>)

// Options may come in any order and are printed in one.
// CHECK-LABEL: func.func private @order(!pypto.tile<16x16xf16, Mat, layout=nz, valid=8x16, pad=max>)
func.func private @order(!pypto.tile<16x16xf16, pad=max, valid=8x16, layout=nz, Mat>)

// Scales in the order of their boxes, and floats that only the A5 has.
// CHECK: func.func private @small_floats(!pypto.tensor<16x4xf8E8M0FNU, layout=zz>, !pypto.tensor<?x16xui8, layout=nn>, !pypto.tensor<16x64xf4E2M1FN>, !pypto.tile<16x64x!pypto.hf8, Vec>)
func.func private @small_floats(!pypto.tensor<16x4xf8E8M0FNU, layout=zz>, !pypto.tensor<?x16xui8, layout=nn>, !pypto.tensor<16x64xf4E2M1FN>, !pypto.tile<16x64x!pypto.hf8, Vec>)
