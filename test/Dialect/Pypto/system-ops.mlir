// Queries of the machine survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

// CHECK-LABEL: func.func @identity(
func.func @identity() -> (index, index, index, index, index) {
  // CHECK: pypto.system.get_block_idx
  %0 = pypto.system.get_block_idx
  // CHECK: pypto.system.get_block_num
  %1 = pypto.system.get_block_num
  // CHECK: pypto.system.get_subblock_idx
  %2 = pypto.system.get_subblock_idx
  // CHECK: pypto.system.available_cluster_count
  %3 = pypto.system.available_cluster_count
  // CHECK: pypto.system.available_aiv_count
  %4 = pypto.system.available_aiv_count
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}
