// What is computed from tensors with an extent of 0.
//
// RUN: pypto-opt %s --pypto-tile-tensors --pypto-convert-tensor-to-tile --split-input-file --pypto-statistics 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=STAT --input-file=%t

// A product and a term over nothing, and the three of @no_rows; the sum that
// starts from zeros and its zeros have elements.
// STAT: 5 empty

// A product over nothing is zeros.

// CHECK-LABEL: func.func @nothing_contracted(
// CHECK-NOT: matmul
// CHECK: %[[Z:.*]] = pypto.tile.full
// CHECK-NOT: matmul
// CHECK: pypto.tile.store %[[Z]]
func.func @nothing_contracted(%a: !pypto.tensor<16x0xf16>, %b: !pypto.tensor<0x32xf16>, %out: !pypto.tensor<16x32xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.matmul %a, %b : (!pypto.tensor<16x0xf16>, !pypto.tensor<0x32xf16>) -> !pypto.tensor<16x32xf32>
  %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : !pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
  return
}

// -----

// A term that contracts nothing leaves the sum.

// CHECK-LABEL: func.func @empty_term(
// CHECK: %[[P:.*]] = pypto.tile.matmul %
// CHECK-NOT: matmul_acc
// CHECK: pypto.tile.store %[[P]]
func.func @empty_term(%a: !pypto.tensor<16x32xf16>, %b: !pypto.tensor<32x32xf16>, %c: !pypto.tensor<16x0xf16>, %d: !pypto.tensor<0x32xf16>, %out: !pypto.tensor<16x32xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.matmul %a, %b : (!pypto.tensor<16x32xf16>, !pypto.tensor<32x32xf16>) -> !pypto.tensor<16x32xf32>
  %1 = pypto.tensor.matmul_acc %0, %c, %d : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x0xf16>, !pypto.tensor<0x32xf16>) -> !pypto.tensor<16x32xf32>
  %2 = pypto.tensor.assemble %1 into %out[%c0, %c0] : !pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
  return
}

// -----

// A sum that starts from zeros is a product.

// CHECK-LABEL: func.func @from_zeros(
// CHECK-NOT: pypto.tile.full
// CHECK: pypto.tile.matmul %
func.func @from_zeros(%a: !pypto.tensor<16x32xf16>, %b: !pypto.tensor<32x32xf16>, %out: !pypto.tensor<16x32xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %z = pypto.tensor.full %zero : (f32) -> !pypto.tensor<16x32xf32>
  %0 = pypto.tensor.matmul_acc %z, %a, %b : (!pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf16>, !pypto.tensor<32x32xf16>) -> !pypto.tensor<16x32xf32>
  %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : !pypto.tensor<16x32xf32>, !pypto.tensor<16x32xf32> -> !pypto.tensor<16x32xf32>
  return
}

// -----

// Nothing without elements is loaded, computed or stored.

// CHECK-LABEL: func.func @no_rows(
// CHECK-NOT: pypto.tile
// CHECK: return
func.func @no_rows(%a: !pypto.tensor<0x32xf32>, %out: !pypto.tensor<0x32xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %0 = pypto.tensor.exp %a : (!pypto.tensor<0x32xf32>) -> !pypto.tensor<0x32xf32>
  %1 = pypto.tensor.add %0, %a : (!pypto.tensor<0x32xf32>, !pypto.tensor<0x32xf32>) -> !pypto.tensor<0x32xf32>
  %2 = pypto.tensor.assemble %1 into %out[%c0, %c0] : !pypto.tensor<0x32xf32>, !pypto.tensor<0x32xf32> -> !pypto.tensor<0x32xf32>
  return
}
