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

// CHECK-LABEL: func.func @dependencies(
func.func @dependencies(%x: !t, %out: !t, %flags: !pypto.tensor<4x8xi32>, %n: index) {
  %c1 = arith.constant 1 : index
  // CHECK: %[[NONE:.*]] = pypto.task.invalid
  %none = pypto.task.invalid
  // CHECK: %[[A:.*]] = pypto.at CORE_GROUP name("a") allow_early_resolve deps(%[[NONE]]) no_dep(%{{.*}} : !pypto.tensor<256x128xf32>) dumps(%{{.*}}, %{{.*}} : !pypto.tensor<256x128xf32>, !pypto.tensor<256x128xf32>) task {
  %a = pypto.at CORE_GROUP name("a") allow_early_resolve deps(%none) no_dep(%x : !t) dumps(%x, %out : !t, !t) task {
  }
  // CHECK: %[[B:.*]], %{{.*}} = pypto.spmd %{{.*}} split(<UP_DOWN>) deps(%[[A]], %[[NONE]]) predicate(%{{.*}}[%{{.*}}, %{{.*}}] ge -3 : !pypto.tensor<4x8xi32>) task {
  %b, %r = pypto.spmd %n split(<UP_DOWN>) deps(%a, %none) predicate(%flags[%c1, %n] ge -3 : !pypto.tensor<4x8xi32>) task {
  ^bb0(%i: index):
    pypto.yield %out : !t
  } : !t
  // CHECK: pypto.task.dummy deps(%[[A]], %[[B]])
  %join = pypto.task.dummy deps(%a, %b)
  // CHECK: pypto.task.dummy{{$}}
  %empty = pypto.task.dummy
  // CHECK: pypto.dump_tag %{{.*}} : !pypto.tensor<256x128xf32>
  pypto.dump_tag %x : !t
  // CHECK: pypto.task.submit @kernel(%{{.*}}, %{{.*}}) deps(%{{.*}}) no_dep [0] dump [0, 1] allow_early_resolve predicate(%{{.*}}[%{{.*}}, %{{.*}}] eq 7 : !pypto.tensor<4x8xi32>) : (
  %t = pypto.task.submit @kernel(%x, %out) deps(%join) no_dep [0] dump [0, 1] allow_early_resolve predicate(%flags[%c1, %n] eq 7 : !pypto.tensor<4x8xi32>) : (!t, !t)
  return
}

// CHECK-LABEL: func.func @runtime(
func.func @runtime(%out: !t, %n: index) {
  // CHECK: pypto.scope MANUAL {
  %0 = pypto.scope MANUAL {
    pypto.yield %out : !t
  // CHECK: } : !pypto.tensor<256x128xf32>
  } : !t
  // CHECK: pypto.scope AUTO {
  pypto.scope AUTO {
    // CHECK: pypto.cluster name("pair") {
    pypto.cluster name("pair") {
      pypto.spmd %n {
      ^bb0(%i: index):
        pypto.yield
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @lanes(
func.func @lanes(%a: !pypto.tensor<64x32xf16>, %acc: !pypto.tile<64x64xf32, Acc>) {
  pypto.at CORE_GROUP {
    // CHECK: pypto.split_aiv UP_DOWN {
    %0 = pypto.split_aiv UP_DOWN {
    ^bb0(%lane: index):
      // CHECK: pypto.tensor.aiv_shard %{{.*}} UP_DOWN : !pypto.tensor<64x32xf16> -> !pypto.tensor<32x32xf16>
      %s = pypto.tensor.aiv_shard %a UP_DOWN : !pypto.tensor<64x32xf16> -> !pypto.tensor<32x32xf16>
      // CHECK: pypto.tensor.aic_gather %{{.*}} UP_DOWN : !pypto.tensor<32x32xf16> -> !pypto.tensor<64x32xf16>
      %g = pypto.tensor.aic_gather %s UP_DOWN : !pypto.tensor<32x32xf16> -> !pypto.tensor<64x32xf16>
      // CHECK: pypto.tile.aiv_shard %{{.*}} LEFT_RIGHT : !pypto.tile<64x64xf32, Acc> -> !pypto.tile<64x32xf32, Vec>
      %t = pypto.tile.aiv_shard %acc LEFT_RIGHT : !pypto.tile<64x64xf32, Acc> -> !pypto.tile<64x32xf32, Vec>
      // CHECK: pypto.tile.aic_gather %{{.*}} NONE : !pypto.tile<64x32xf32, Vec> -> !pypto.tile<64x32xf32, Mat>
      %u = pypto.tile.aic_gather %t NONE : !pypto.tile<64x32xf32, Vec> -> !pypto.tile<64x32xf32, Mat>
      pypto.yield %g : !pypto.tensor<64x32xf16>
    } : !pypto.tensor<64x32xf16>
  }
  return
}
