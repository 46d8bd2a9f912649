// On-chip buffers survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func @buffers(
func.func @buffers() {
  // CHECK: pypto.memref.alloc : memref<65536xi8, #pypto.space<Vec>>
  %0 = pypto.memref.alloc : memref<65536xi8, #pypto.space<Vec>>
  // CHECK: pypto.memref.alloc address(512) : memref<512xi8, #pypto.space<Left>>
  %1 = pypto.memref.alloc address(512) : memref<512xi8, #pypto.space<Left>>
  return
}
