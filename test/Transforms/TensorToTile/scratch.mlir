// The a2a3 turns steps of 16 rows, of bytes 32, and a remainder takes a row and
// two elements for each 64 of it: operands of few rows have less, and get more.
// The instructions of the a5 write no scratch.
// RUN: pypto-opt %s --pypto-tile-tensors --pypto-convert-tensor-to-tile --split-input-file | FileCheck %s

module attributes {pypto.arch = #pypto.arch<a2a3>} {
  // CHECK-LABEL: func.func @few_rows_a2a3(
  // CHECK: %[[T:.*]] = pypto.tile.create : !pypto.tile<16x32xf32>
  // CHECK: pypto.tile.transpose %{{.*}} scratch %[[T]]
  // CHECK: %[[B:.*]] = pypto.tile.create : !pypto.tile<32x32xi8>
  // CHECK: pypto.tile.transpose %{{.*}} scratch %[[B]]
  // CHECK: %[[R:.*]] = pypto.tile.create : !pypto.tile<2x64xf32>
  // CHECK: pypto.tile.rem %{{.*}}, %{{.*}} scratch %[[R]]
  func.func @few_rows_a2a3(%x: !pypto.tensor<7x32xf32>, %b: !pypto.tensor<17x32xi8>, %r: !pypto.tensor<1x64xf32>,
      %xo: !pypto.tensor<32x7xf32> {pypto.dir = #pypto.dir<Out>}, %bo: !pypto.tensor<32x17xi8> {pypto.dir = #pypto.dir<Out>},
      %ro: !pypto.tensor<1x64xf32> {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
    %c0 = arith.constant 0 : index
    %0 = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<7x32xf32> -> !pypto.tile<7x32xf32>
    %1 = pypto.tile.create : !pypto.tile<7x32xf32>
    %2 = pypto.tile.transpose %0 scratch %1 : (!pypto.tile<7x32xf32>, !pypto.tile<7x32xf32>) -> !pypto.tile<32x8xf32, valid=32x7>
    %3 = pypto.tile.store %2, %xo[%c0, %c0] : !pypto.tile<32x8xf32, valid=32x7>, !pypto.tensor<32x7xf32> -> !pypto.tensor<32x7xf32>
    %4 = pypto.tile.load %b[%c0, %c0] : !pypto.tensor<17x32xi8> -> !pypto.tile<17x32xi8>
    %5 = pypto.tile.create : !pypto.tile<17x32xi8>
    %6 = pypto.tile.transpose %4 scratch %5 : (!pypto.tile<17x32xi8>, !pypto.tile<17x32xi8>) -> !pypto.tile<32x32xi8, valid=32x17>
    %7 = pypto.tile.store %6, %bo[%c0, %c0] : !pypto.tile<32x32xi8, valid=32x17>, !pypto.tensor<32x17xi8> -> !pypto.tensor<32x17xi8>
    %8 = pypto.tile.load %r[%c0, %c0] : !pypto.tensor<1x64xf32> -> !pypto.tile<1x64xf32>
    %9 = pypto.tile.create : !pypto.tile<1x64xf32>
    %10 = pypto.tile.rem %8, %8 scratch %9 : (!pypto.tile<1x64xf32>, !pypto.tile<1x64xf32>, !pypto.tile<1x64xf32>) -> !pypto.tile<1x64xf32>
    %11 = pypto.tile.store %10, %ro[%c0, %c0] : !pypto.tile<1x64xf32>, !pypto.tensor<1x64xf32> -> !pypto.tensor<1x64xf32>
    return
  }
}

// -----

module attributes {pypto.arch = #pypto.arch<a5>} {
  // CHECK-LABEL: func.func @few_rows_a5(
  // CHECK: %[[T:.*]] = pypto.tile.create : !pypto.tile<7x32xf32>
  // CHECK: pypto.tile.transpose %{{.*}} scratch %[[T]]
  // CHECK: %[[B:.*]] = pypto.tile.create : !pypto.tile<17x32xi8>
  // CHECK: pypto.tile.transpose %{{.*}} scratch %[[B]]
  // CHECK: %[[R:.*]] = pypto.tile.create : !pypto.tile<1x64xf32>
  // CHECK: pypto.tile.rem %{{.*}}, %{{.*}} scratch %[[R]]
  func.func @few_rows_a5(%x: !pypto.tensor<7x32xf32>, %b: !pypto.tensor<17x32xi8>, %r: !pypto.tensor<1x64xf32>,
      %xo: !pypto.tensor<32x7xf32> {pypto.dir = #pypto.dir<Out>}, %bo: !pypto.tensor<32x17xi8> {pypto.dir = #pypto.dir<Out>},
      %ro: !pypto.tensor<1x64xf32> {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>} {
    %c0 = arith.constant 0 : index
    %0 = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<7x32xf32> -> !pypto.tile<7x32xf32>
    %1 = pypto.tile.create : !pypto.tile<7x32xf32>
    %2 = pypto.tile.transpose %0 scratch %1 : (!pypto.tile<7x32xf32>, !pypto.tile<7x32xf32>) -> !pypto.tile<32x8xf32, valid=32x7>
    %3 = pypto.tile.store %2, %xo[%c0, %c0] : !pypto.tile<32x8xf32, valid=32x7>, !pypto.tensor<32x7xf32> -> !pypto.tensor<32x7xf32>
    %4 = pypto.tile.load %b[%c0, %c0] : !pypto.tensor<17x32xi8> -> !pypto.tile<17x32xi8>
    %5 = pypto.tile.create : !pypto.tile<17x32xi8>
    %6 = pypto.tile.transpose %4 scratch %5 : (!pypto.tile<17x32xi8>, !pypto.tile<17x32xi8>) -> !pypto.tile<32x32xi8, valid=32x17>
    %7 = pypto.tile.store %6, %bo[%c0, %c0] : !pypto.tile<32x32xi8, valid=32x17>, !pypto.tensor<32x17xi8> -> !pypto.tensor<32x17xi8>
    %8 = pypto.tile.load %r[%c0, %c0] : !pypto.tensor<1x64xf32> -> !pypto.tile<1x64xf32>
    %9 = pypto.tile.create : !pypto.tile<1x64xf32>
    %10 = pypto.tile.rem %8, %8 scratch %9 : (!pypto.tile<1x64xf32>, !pypto.tile<1x64xf32>, !pypto.tile<1x64xf32>) -> !pypto.tile<1x64xf32>
    %11 = pypto.tile.store %10, %ro[%c0, %c0] : !pypto.tile<1x64xf32>, !pypto.tensor<1x64xf32> -> !pypto.tensor<1x64xf32>
    return
  }
}
