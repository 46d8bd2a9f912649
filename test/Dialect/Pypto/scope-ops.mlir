// Scopes and tasks survive custom text, generic text and bytecode.
// RUN: pypto-opt %s | FileCheck %s
// RUN: pypto-opt %s --mlir-print-op-generic | pypto-opt | FileCheck %s
// RUN: pypto-opt %s --emit-bytecode | pypto-opt | FileCheck %s

!t = !pypto.tensor<256x128xf32>

// CHECK-LABEL: func.func @scale(
// CHECK-SAME: attributes {pypto.kind = #pypto.func_kind<Orchestration>}
func.func @scale(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>})
    attributes {pypto.kind = #pypto.func_kind<Orchestration>} {
  %two = arith.constant 2.0 : f32
  %c0 = arith.constant 0 : index
  // CHECK: pypto.at CORE_GROUP name("scale") {
  %r = pypto.at CORE_GROUP name("scale") {
    // CHECK: pypto.tensor.muls %{{.*}}, %{{.*}} : (!pypto.tensor<256x128xf32>, f32) -> !pypto.tensor<256x128xf32>
    %0 = pypto.tensor.muls %x, %two : (!t, f32) -> !t
    // CHECK: pypto.tensor.assemble %{{.*}} into %{{.*}}[%{{.*}}, %{{.*}}] : !pypto.tensor<256x128xf32>, !pypto.tensor<256x128xf32> -> !pypto.tensor<256x128xf32>
    %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : !t, !t -> !t
    // CHECK: pypto.yield %{{.*}} : !pypto.tensor<256x128xf32>
    pypto.yield %1 : !t
  // CHECK: } : !pypto.tensor<256x128xf32>
  } : !t
  return
}

// CHECK-LABEL: func.func @blocks(
func.func @blocks(%a: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  // CHECK: pypto.spmd %{{.*}} name("halves") sync_start {
  %r = pypto.spmd %c2 name("halves") sync_start {
  // CHECK: ^bb0(%{{.*}}: index):
  ^bb0(%i: index):
    %off = arith.muli %i, %c128 : index
    // CHECK: pypto.tile.load %{{.*}}[%{{.*}}, %{{.*}}] : !pypto.tensor<256x128xf32> -> !pypto.tile<128x128xf32>
    %t = pypto.tile.load %a[%off, %c0] : !t -> !pypto.tile<128x128xf32>
    // CHECK: pypto.tile.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : !pypto.tile<128x128xf32>, !pypto.tensor<256x128xf32> -> !pypto.tensor<256x128xf32>
    %1 = pypto.tile.store %t, %out[%off, %c0] : !pypto.tile<128x128xf32>, !t -> !t
    pypto.yield %1 : !t
  } : !t
  return
}

// CHECK-LABEL: func.func private @kernel(
func.func private @kernel(!t, !t {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<InCore>}

// CHECK-LABEL: func.func @tasks(
func.func @tasks(%x: !t, %out: !t, %n: index) {
  // CHECK: %[[T:.*]] = pypto.task.submit @kernel(%{{.*}}, %{{.*}}) blocks(%{{.*}}) : (!pypto.tensor<256x128xf32>, !pypto.tensor<256x128xf32>)
  %t = pypto.task.submit @kernel(%x, %out) blocks(%n) : (!t, !t)
  // CHECK: pypto.task.submit @kernel(%{{.*}}, %{{.*}}) deps(%[[T]]) sync_start directions [#pypto.dir<In>, #pypto.dir<Out>] : (
  %u = pypto.task.submit @kernel(%x, %out) deps(%t) sync_start directions [#pypto.dir<In>, #pypto.dir<Out>] : (!t, !t)
  return
}
