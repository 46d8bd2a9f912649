// Slots of buffers survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func @slots(
func.func @slots(%i: index) {
  // CHECK: %[[B:.*]] = pypto.memref.alloc declared : memref<3x?xi8, #pypto.space<Vec>>
  %b = pypto.memref.alloc declared : memref<3x?xi8, #pypto.space<Vec>>
  // CHECK: pypto.memref.slot %[[B]][%{{.*}}] : memref<3x?xi8, #pypto.space<Vec>> -> memref<?xi8, #pypto.space<Vec>>
  %s = pypto.memref.slot %b[%i] : memref<3x?xi8, #pypto.space<Vec>> -> memref<?xi8, #pypto.space<Vec>>
  // CHECK: %[[P:.*]] = pypto.memref.alloc declared address(512) : memref<2x1024xi8, #pypto.space<Mat>>
  %p = pypto.memref.alloc declared address(512) : memref<2x1024xi8, #pypto.space<Mat>>
  // CHECK: pypto.memref.slot %[[P]][%{{.*}}] : memref<2x1024xi8, #pypto.space<Mat>> -> memref<1024xi8, #pypto.space<Mat>>
  %t = pypto.memref.slot %p[%i] : memref<2x1024xi8, #pypto.space<Mat>> -> memref<1024xi8, #pypto.space<Mat>>
  return
}
