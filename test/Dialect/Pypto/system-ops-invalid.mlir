// Wrong events, barriers and rings are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @case0(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{an event is between two different pipes}}
  pypto.system.sync_src V to V event 0
  return
}

// -----

func.func @case1(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{an event is between two pipes, not ALL}}
  pypto.system.sync_dst ALL to V event 0
  return
}

// -----

func.func @case2(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{the event id is 0 to 7, got 8}}
  pypto.system.sync_src MTE2 to V event 8
  return
}

// -----

func.func @case3(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  %c = arith.constant 14 : index
  // expected-error @+1 {{the event id is 0 to 13, got 14}}
  pypto.system.sync_set %c pipe MTE3
  return
}

// -----

func.func @case4(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{runs on one core, AIC or AIV, not on MIX}}
  pypto.system.sync_wait %n pipe V core MIX
  return
}

// -----

func.func @case5(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{ffts_mode is 0 to 2, got 3}}
  pypto.system.sync_set %n pipe V ffts_mode 3
  return
}

// -----

func.func @case6(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{the workspace is 256 or more i64 in one axis, got '!pypto.tensor<15xi32>'}}
  pypto.system.set_ffts %w : !pypto.tensor<15xi32>
  return
}

// -----

func.func @case7(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{HARD takes no operands}}
  pypto.system.syncall HARD MIX used_cores(%n)
  return
}

// -----

func.func @case8(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{SOFT needs a workspace and the number of cores}}
  pypto.system.syncall SOFT AIV used_cores(%n)
  return
}

// -----

func.func @case9(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{the workspace has 16 or more elements}}
  pypto.system.syncall SOFT AIV workspace(%w : !pypto.tensor<15xi32>) used_cores(%n)
  return
}

// -----

func.func @case10(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{the workspace holds i32}}
  pypto.system.syncall SOFT AIV workspace(%x : !pypto.tensor<4x8xf32>) used_cores(%n)
  return
}

// -----

func.func @case11(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{has 1 offsets for rank 2}}
  pypto.system.cacheinvalid %x[%n] : !pypto.tensor<4x8xf32>
  return
}

// -----

func.func @case12(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{the split code is 0 to 4, got 5}}
  pypto.system.tpush_to_aiv %acc split 5 : !pypto.tile<64x64xf32, Acc>
  return
}

// -----

func.func @case13(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{the split code is 0 to 2, got 3}}
  pypto.system.tpush_to_aic %vec split 3 : !pypto.tile<64x64xf32, Vec>
  return
}

// -----

func.func @case14(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{lane_stride is a positive number, for a tile that is divided}}
  pypto.system.tpush_to_aiv %acc split 0 lane_stride 3 : !pypto.tile<64x64xf32, Acc>
  return
}

// -----

func.func @case15(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{the tile lives in Vec, got}}
  pypto.system.tpush_to_aic %acc split 0 : !pypto.tile<64x64xf32, Acc>
  return
}

// -----

func.func @case16(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{the tile lives in Mat, got}}
  %p = pypto.system.tpop_from_aiv split 0 : !pypto.tile<64x64xf32, Vec>
  return
}

// -----

func.func @case17(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-note @+1 {{the tile is received here}}
  %p = pypto.system.tpop_from_aic split 0 id 1 : !pypto.tile<64x64xf32, Vec>
  // expected-error @+1 {{gives a slot back to another ring than that of the tile}}
  pypto.system.tfree_to_aic %p id 2 : !pypto.tile<64x64xf32, Vec>
  return
}

// -----

func.func @case18(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{dir_mask is 1 to 3, got 4}}
  pypto.system.aic_initialize_pipe %n, %n dir_mask 4 slot_size 1024
  return
}

// -----

func.func @case19(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{slot_size is a positive number of bytes, got 0}}
  pypto.system.aiv_initialize_pipe %n, %n dir_mask 1 slot_size 0
  return
}

// -----

func.func @case20(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{a number of slots is positive}}
  pypto.system.aiv_initialize_pipe %n, %n dir_mask 1 slot_size 64 slot_num 0
  return
}

// -----

func.func @case21(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{the buffer needs a name}}
  %a = pypto.system.reserve_buffer "" size 64
  return
}

// -----

func.func @case22(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{the size is a positive number of bytes}}
  %a = pypto.system.reserve_buffer "r" size 0
  return
}

// -----

func.func @case23(%n: index, %w: !pypto.tensor<15xi32>, %x: !pypto.tensor<4x8xf32>, %acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>) {
  // expected-error @+1 {{needs the names of a buffer and of a kernel}}
  %a = pypto.system.import_peer_buffer "r" of ""
  return
}

// -----

func.func @block_idx() {
  // expected-error @+1 {{result #0 must be index, but got 'i64'}}
  %0 = "pypto.system.get_block_idx"() : () -> i64
  return
}

// -----

func.func @block_num() {
  // expected-error @+1 {{result #0 must be index, but got 'i64'}}
  %0 = "pypto.system.get_block_num"() : () -> i64
  return
}

// -----

func.func @subblock_idx() {
  // expected-error @+1 {{result #0 must be index, but got 'i64'}}
  %0 = "pypto.system.get_subblock_idx"() : () -> i64
  return
}

// -----

func.func @clusters() {
  // expected-error @+1 {{result #0 must be index, but got 'i64'}}
  %0 = "pypto.system.available_cluster_count"() : () -> i64
  return
}

// -----

func.func @vector_cores() {
  // expected-error @+1 {{result #0 must be index, but got 'i64'}}
  %0 = "pypto.system.available_aiv_count"() : () -> i64
  return
}

// -----

func.func @bar_v(%n: index) {
  // expected-error @+1 {{requires zero operands}}
  "pypto.system.bar_v"(%n) : (index) -> ()
  return
}

// -----

func.func @bar_m(%n: index) {
  // expected-error @+1 {{requires zero operands}}
  "pypto.system.bar_m"(%n) : (index) -> ()
  return
}

// -----

func.func @bar_all(%n: index) {
  // expected-error @+1 {{requires zero operands}}
  "pypto.system.bar_all"(%n) : (index) -> ()
  return
}

// -----

func.func @fence(%n: index) {
  // expected-error @+1 {{requires zero operands}}
  "pypto.system.fence"(%n) : (index) -> ()
  return
}

// -----

func.func @pop_split() {
  // expected-error @+1 {{the split code is 0 to 4, got 5}}
  %p = pypto.system.tpop_from_aic split 5 : !pypto.tile<64x64xf32, Vec>
  return
}

// -----

func.func @pop_space() {
  // expected-error @+1 {{the tile lives in Vec, got}}
  %p = pypto.system.tpop_from_aic split 0 : !pypto.tile<64x64xf32, Mat>
  return
}

// -----

func.func @free_of_another_ring() {
  // expected-note @+1 {{the tile is received here}}
  %q = pypto.system.tpop_from_aiv split 1 id 1 : !pypto.tile<64x64xf16, Mat>
  // expected-error @+1 {{gives a slot back to another ring than that of the tile}}
  pypto.system.tfree_to_aiv %q id 2 : !pypto.tile<64x64xf16, Mat>
  return
}
