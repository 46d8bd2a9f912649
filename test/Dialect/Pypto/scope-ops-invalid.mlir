// Wrong scopes, tasks and attributes are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @yield(%x: !pypto.tensor<4xf32>) {
  // expected-error @+1 {{yields ('!pypto.tensor<4xf32>') but has results ()}}
  pypto.at CORE_GROUP {
    pypto.yield %x : !pypto.tensor<4xf32>
  }
  return
}

// -----

func.func @block(%n: index) {
  // expected-error @+1 {{the region takes one index argument, the block's index}}
  pypto.spmd %n {
    pypto.yield
  }
  return
}

// -----

func.func @level() {
  // expected-error @+1 {{expected one of [AIV, AIC, CORE_GROUP, }}
  pypto.at CORE {
  }
  return
}

// -----

func.func @callee(%x: !pypto.tensor<4xf32>) {
  // expected-error @+1 {{no function @nothing in this module}}
  %t = pypto.task.submit @nothing(%x) : (!pypto.tensor<4xf32>)
  return
}

// -----

func.func private @kernel(!pypto.tensor<4xf32>)

func.func @count(%x: !pypto.tensor<4xf32>) {
  // expected-error @+1 {{passes 2 arguments, @kernel takes 1}}
  %t = pypto.task.submit @kernel(%x, %x) : (!pypto.tensor<4xf32>, !pypto.tensor<4xf32>)
  return
}

// -----

func.func private @kernel(!pypto.tensor<4xf32>)

func.func @types(%x: !pypto.tensor<8xf32>) {
  // expected-error @+1 {{argument 0 has type '!pypto.tensor<8xf32>', @kernel expects '!pypto.tensor<4xf32>'}}
  %t = pypto.task.submit @kernel(%x) : (!pypto.tensor<8xf32>)
  return
}

// -----

func.func private @kernel(!pypto.tensor<4xf32>)

func.func @directions(%x: !pypto.tensor<4xf32>) {
  // expected-error @+1 {{has 2 directions for 1 arguments}}
  %t = pypto.task.submit @kernel(%x) directions [#pypto.dir<In>, #pypto.dir<Out>] : (!pypto.tensor<4xf32>)
  return
}

// -----

// expected-error @+1 {{expected 'pypto.kind' to be #pypto.func_kind<...>, got "InCore"}}
func.func private @kind() attributes {pypto.kind = "InCore"}

// -----

// expected-error @+1 {{unknown attribute 'pypto.knd' of the pypto dialect}}
func.func private @unknown() attributes {pypto.knd = 1}

// -----

// expected-error @+1 {{unknown argument attribute 'pypto.direction' of the pypto dialect}}
func.func private @argument(!pypto.tensor<4xf32> {pypto.direction = 1})

// -----

// expected-error @+1 {{'pypto.arch' belongs on a module}}
func.func private @arch() attributes {pypto.arch = #pypto.arch<a5>}

// -----

func.func @predicate_type(%t: !pypto.tensor<4xf32>, %n: index) {
  // expected-error @+1 {{a predicate compares a signed integer of 8, 16, 32 or 64 bits, not 'f32'}}
  pypto.spmd %n predicate(%t[%n] gt 0 : !pypto.tensor<4xf32>) {
  ^bb0(%i: index):
    pypto.yield
  }
  return
}

// -----

func.func @predicate_rank(%t: !pypto.tensor<4x4xi32>, %n: index) {
  // expected-error @+1 {{a predicate on a tensor of rank 2 has 1 indices}}
  pypto.spmd %n predicate(%t[%n] gt 0 : !pypto.tensor<4x4xi32>) {
  ^bb0(%i: index):
    pypto.yield
  }
  return
}

// -----

func.func @predicate_relation(%t: !pypto.tensor<4xi32>, %n: index) {
  // expected-error @+1 {{expected one of [eq, ne, lt, le, gt, ge]}}
  pypto.spmd %n predicate(%t[%n] above 0 : !pypto.tensor<4xi32>) {
  ^bb0(%i: index):
    pypto.yield
  }
  return
}

// -----

func.func private @kernel(!pypto.tensor<4xf32>, index)

func.func @no_dep_of_a_scalar(%x: !pypto.tensor<4xf32>, %n: index) {
  // expected-error @+1 {{no_dep names argument 1, which is no tensor}}
  %t = pypto.task.submit @kernel(%x, %n) no_dep [1] : (!pypto.tensor<4xf32>, index)
  return
}

// -----

func.func private @kernel(!pypto.tensor<4xf32>)

func.func @dump_of_nothing(%x: !pypto.tensor<4xf32>) {
  // expected-error @+1 {{dump names argument 1 of 1; positions ascend and exist}}
  %t = pypto.task.submit @kernel(%x) dump [0, 1] : (!pypto.tensor<4xf32>)
  return
}

// -----

func.func @nested_clusters() {
  pypto.cluster {
    // expected-error @+1 {{inside another cluster}}
    pypto.cluster {
    }
  }
  return
}

// -----

func.func @scope_in_manual_scope() {
  pypto.scope MANUAL {
    // expected-error @+1 {{inside a MANUAL scope, which holds no scope of the runtime}}
    pypto.scope AUTO {
    }
  }
  return
}

// -----

func.func @scope_in_core() {
  pypto.at CORE_GROUP {
    // expected-error @+1 {{inside 'pypto.at'; it belongs to the control plane}}
    pypto.scope AUTO {
    }
  }
  return
}

// -----

func.func @nested_lanes() {
  pypto.split_aiv NONE {
  ^bb0(%lane: index):
    // expected-error @+1 {{inside another region on the vector lanes}}
    pypto.split_aiv NONE {
    ^bb0(%inner: index):
      pypto.yield
    }
    pypto.yield
  }
  return
}

// -----

func.func @lane_argument() {
  // expected-error @+1 {{the region takes one index argument, the lane's index}}
  pypto.split_aiv NONE {
    pypto.yield
  }
  return
}

// -----

func.func @shard_shape(%a: !pypto.tensor<64x32xf16>) {
  // expected-error @+1 {{under LEFT_RIGHT the lanes' values join to [32, 64], not [64, 32]}}
  %0 = pypto.tensor.aiv_shard %a LEFT_RIGHT : !pypto.tensor<64x32xf16> -> !pypto.tensor<32x32xf16>
  return
}

// -----

func.func @gather_element(%a: !pypto.tile<64x32xf16, Vec>) {
  // expected-error @+1 {{does not change the element type}}
  %0 = pypto.tile.aic_gather %a NONE : !pypto.tile<64x32xf16, Vec> -> !pypto.tile<64x32xf32, Mat>
  return
}

// -----

func.func @shard_rank(%a: !pypto.tensor<64xf16>) {
  // expected-error @+1 {{needs values of rank 2}}
  %0 = pypto.tensor.aiv_shard %a NONE : !pypto.tensor<64xf16> -> !pypto.tensor<64xf16>
  return
}

// -----

func.func @tensor_gather_shape(%a: !pypto.tensor<32x32xf16>) {
  // expected-error @+1 {{under UP_DOWN the lanes' values join to [64, 32], not [32, 64]}}
  %0 = pypto.tensor.aic_gather %a UP_DOWN : !pypto.tensor<32x32xf16> -> !pypto.tensor<32x64xf16>
  return
}

// -----

func.func @tensor_gather_element(%a: !pypto.tensor<32x32xf16>) {
  // expected-error @+1 {{does not change the element type}}
  %0 = pypto.tensor.aic_gather %a UP_DOWN : !pypto.tensor<32x32xf16> -> !pypto.tensor<64x32xf32>
  return
}

// -----

func.func @tile_shard_shape(%b: !pypto.tile<64x32xf32, Acc>) {
  // expected-error @+1 {{under LEFT_RIGHT the lanes' values join to [64, 64], not [64, 32]}}
  %0 = pypto.tile.aiv_shard %b LEFT_RIGHT : !pypto.tile<64x32xf32, Acc> -> !pypto.tile<64x32xf32, Vec>
  return
}

// -----

func.func @tile_shard_element(%a: !pypto.tile<64x64xf32, Acc>) {
  // expected-error @+1 {{does not change the element type}}
  %0 = pypto.tile.aiv_shard %a NONE : !pypto.tile<64x64xf32, Acc> -> !pypto.tile<64x64xf16, Vec>
  return
}

// -----

func.func @yield_outside(%x: f32) {
  // expected-error @+1 {{expects parent op to be one of 'pypto.at, pypto.spmd, pypto.cluster, pypto.scope, pypto.split_aiv'}}
  "pypto.yield"(%x) : (f32) -> ()
  return
}

// -----

func.func @rows_of_a_fill(%s: f32) {
  // expected-error @+1 {{'pypto.rows' belongs on pypto.tile.create}}
  %0 = pypto.tile.full %s {pypto.rows} : (f32) -> !pypto.tile<16x16xf32>
  return
}

// -----

func.func @rows_by_number() {
  // expected-error @+1 {{expected 'pypto.rows' to be a unit, got 1 : i64}}
  %0 = pypto.tile.create {pypto.rows = 1 : i64} : !pypto.tile<16x16xf32, Mat>
  return
}
