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

// CHECK-LABEL: func.func @order(
func.func @order(%e: index, %w: !pypto.tensor<4x16xi32>, %ffts: !pypto.tensor<256xi64>, %x: !pypto.tensor<8x8xf32>) {
  // CHECK: pypto.system.bar_v
  pypto.system.bar_v
  // CHECK: pypto.system.bar_m
  pypto.system.bar_m
  // CHECK: pypto.system.bar_all
  pypto.system.bar_all
  // CHECK: pypto.system.fence
  pypto.system.fence
  // CHECK: pypto.system.sync_src MTE2 to V event 7
  pypto.system.sync_src MTE2 to V event 7
  // CHECK: pypto.system.sync_dst MTE2 to V event 7
  pypto.system.sync_dst MTE2 to V event 7
  // CHECK: pypto.system.sync_set %{{.*}} pipe MTE3 core AIV ffts_mode 2
  pypto.system.sync_set %e pipe MTE3 core AIV ffts_mode 2
  // CHECK: pypto.system.sync_wait %{{.*}} pipe MTE2
  pypto.system.sync_wait %e pipe MTE2
  // CHECK: pypto.system.set_ffts %{{.*}} : !pypto.tensor<256xi64>
  pypto.system.set_ffts %ffts : !pypto.tensor<256xi64>
  // CHECK: pypto.system.syncall HARD MIX
  pypto.system.syncall HARD MIX
  // CHECK: pypto.system.syncall SOFT AIV workspace(%{{.*}} : !pypto.tensor<4x16xi32>) used_cores(%{{.*}})
  pypto.system.syncall SOFT AIV workspace(%w : !pypto.tensor<4x16xi32>) used_cores(%e)
  // CHECK: pypto.system.cacheinvalid{{$}}
  pypto.system.cacheinvalid
  // CHECK: pypto.system.cacheinvalid %{{.*}}[%{{.*}}, %{{.*}}] : !pypto.tensor<8x8xf32>
  pypto.system.cacheinvalid %x[%e, %e] : !pypto.tensor<8x8xf32>
  return
}

// CHECK-LABEL: func.func @rings(
func.func @rings(%acc: !pypto.tile<64x64xf32, Acc>, %vec: !pypto.tile<64x64xf32, Vec>, %n: index) {
  // CHECK: pypto.system.reserve_buffer "ring" size 4096 base 512
  %a = pypto.system.reserve_buffer "ring" size 4096 base 512
  // CHECK: pypto.system.import_peer_buffer "ring" of "consumer"
  %b = pypto.system.import_peer_buffer "ring" of "consumer"
  // CHECK: pypto.system.aic_initialize_pipe %{{.*}}, %{{.*}} dir_mask 3 slot_size 1024 slot_num 4 local_slot_num 2 id 1
  pypto.system.aic_initialize_pipe %n, %n dir_mask 3 slot_size 1024 slot_num 4 local_slot_num 2 id 1
  // CHECK: pypto.system.aiv_initialize_pipe %{{.*}}, %{{.*}} dir_mask 1 slot_size 1024
  pypto.system.aiv_initialize_pipe %n, %n dir_mask 1 slot_size 1024
  // CHECK: pypto.system.tpush_to_aiv %{{.*}} split 3 lane_stride 33 id 1 : !pypto.tile<64x64xf32, Acc>
  pypto.system.tpush_to_aiv %acc split 3 lane_stride 33 id 1 : !pypto.tile<64x64xf32, Acc>
  // CHECK: pypto.system.tpush_to_aic %{{.*}} split 2 : !pypto.tile<64x64xf32, Vec>
  pypto.system.tpush_to_aic %vec split 2 : !pypto.tile<64x64xf32, Vec>
  // CHECK: %[[P:.*]] = pypto.system.tpop_from_aic split 0 id 1 : !pypto.tile<64x64xf32, Vec>
  %p = pypto.system.tpop_from_aic split 0 id 1 : !pypto.tile<64x64xf32, Vec>
  // CHECK: pypto.system.tfree_to_aic %[[P]] id 1 : !pypto.tile<64x64xf32, Vec>
  pypto.system.tfree_to_aic %p id 1 : !pypto.tile<64x64xf32, Vec>
  // CHECK: %[[Q:.*]] = pypto.system.tpop_from_aiv split 1 : !pypto.tile<64x64xf16, Mat>
  %q = pypto.system.tpop_from_aiv split 1 : !pypto.tile<64x64xf16, Mat>
  // CHECK: pypto.system.tfree_to_aiv %[[Q]] : !pypto.tile<64x64xf16, Mat>
  pypto.system.tfree_to_aiv %q : !pypto.tile<64x64xf16, Mat>
  return
}
