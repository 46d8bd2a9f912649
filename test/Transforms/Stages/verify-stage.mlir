// Each stage of a kernel satisfies its contract, and stopping there prints IR
// that goes on from there.
// RUN: pypto-opt %s --pypto-verify-stage=stage=tensor
// RUN: pypto-opt %s --pypto-default-pipeline=stop-after=tile | pypto-opt --pypto-verify-stage=stage=tile
// RUN: pypto-opt %s --pypto-default-pipeline=stop-after=placed | pypto-opt --pypto-verify-stage=stage=placed
// RUN: pypto-opt %s --pypto-default-pipeline=stop-after=split | pypto-opt --pypto-verify-stage=stage=split
// RUN: pypto-opt %s --pypto-default-pipeline=stop-after=allocated | pypto-opt --pypto-verify-stage=stage=allocated
// RUN: pypto-opt %s --pypto-default-pipeline=stop-after=pto | pypto-opt --pypto-verify-stage=stage=pto
// RUN: pypto-opt %s --pypto-default-pipeline=stop-after=allocated | pypto-opt --convert-pypto-to-pto | FileCheck %s

!a = !pypto.tensor<32x64xf16>
!b = !pypto.tensor<64x32xf16>
!c = !pypto.tensor<32x32xf32>

// CHECK: module @f_incore_0
// CHECK: pto.tmatmul
// CHECK: module @f_incore_1
// CHECK: pto.trowmax
func.func @f(%a: !a, %b: !b, %c: !c {pypto.dir = #pypto.dir<Out>}) {
  %c0 = arith.constant 0 : index
  %p = pypto.at CORE_GROUP {
    %0 = pypto.tensor.matmul %a, %b : (!a, !b) -> !c
    pypto.yield %0 : !c
  } : !c
  pypto.at CORE_GROUP {
    %0 = pypto.tensor.row_max %p : (!c) -> !pypto.tensor<32x1xf32>
    %1 = pypto.tensor.sub %0, %p : (!pypto.tensor<32x1xf32>, !c) -> !c
    %2 = pypto.tensor.assemble %1 into %c[%c0, %c0] : !c, !c -> !c
  }
  return
}
