// Casts without an instruction become chains of those that the chip has, each with the author's rounding.
// RUN: pypto-opt %s -split-input-file --pass-pipeline='builtin.module(pypto-tile-tensors,func.func(pypto-convert-tensor-to-tile))' | FileCheck %s

module attributes {pypto.arch = #pypto.arch<a2a3>} {
// CHECK-LABEL: func.func @on_a2a3
func.func @on_a2a3(%f: !pypto.tile<16x64xf32>, %h: !pypto.tile<16x64xi16>) -> (!pypto.tile<16x64xi8>, !pypto.tile<16x64xi32>, !pypto.tile<16x64xf16>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  // CHECK: %[[HALF:.*]] = pypto.tile.cast %{{.*}} mode(floor) : (!pypto.tile<16x64xf32>) -> !pypto.tile<16x64xf16>
  // CHECK: pypto.tile.cast %[[HALF]] mode(floor) : (!pypto.tile<16x64xf16>) -> !pypto.tile<16x64xi8>
  %0 = pypto.tile.cast %f mode(floor) : (!pypto.tile<16x64xf32>) -> !pypto.tile<16x64xi8>
  // By way of a type that holds all values: not f16.
  // CHECK: %[[WIDE:.*]] = pypto.tile.cast %{{.*}} mode(rint) : (!pypto.tile<16x64xi16>) -> !pypto.tile<16x64xf32>
  // CHECK: pypto.tile.cast %[[WIDE]] mode(rint) : (!pypto.tile<16x64xf32>) -> !pypto.tile<16x64xi32>
  %1 = pypto.tile.cast %h mode(rint) : (!pypto.tile<16x64xi16>) -> !pypto.tile<16x64xi32>
  // CHECK: pypto.tile.cast %{{.*}} mode(odd) : (!pypto.tile<16x64xf32>) -> !pypto.tile<16x64xf16>
  %2 = pypto.tile.cast %f mode(odd) : (!pypto.tile<16x64xf32>) -> !pypto.tile<16x64xf16>
  return %0, %1, %2 : !pypto.tile<16x64xi8>, !pypto.tile<16x64xi32>, !pypto.tile<16x64xf16>
}
}

// -----

module attributes {pypto.arch = #pypto.arch<a5>} {
// CHECK-LABEL: func.func @on_a5
func.func @on_a5(%h: !pypto.tile<16x64xi16>) -> !pypto.tile<16x64xi32> attributes {pypto.kind = #pypto.func_kind<InCore>} {
  // CHECK: pypto.tile.cast %{{.*}} mode(rint) : (!pypto.tile<16x64xi16>) -> !pypto.tile<16x64xi32>
  %1 = pypto.tile.cast %h mode(rint) : (!pypto.tile<16x64xi16>) -> !pypto.tile<16x64xi32>
  return %1 : !pypto.tile<16x64xi32>
}
}
