// Breaches of contracts are reported where they are.
// RUN: pypto-opt %s --pypto-verify-stage=stage=tensor --split-input-file --verify-diagnostics
// RUN: not pypto-opt %s --pypto-verify-stage=stage=nosuch --split-input-file 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: not pypto-opt %s --pypto-default-pipeline=stop-after=nosuch --split-input-file 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: not pypto-opt %s --pypto-verify-stage=stage=tile --split-input-file 2>&1 | FileCheck %s --check-prefix=TILE
// RUN: not pypto-opt %s --pypto-verify-stage=stage=placed --split-input-file 2>&1 | FileCheck %s --check-prefix=PLACED
// RUN: not pypto-opt %s --pypto-verify-stage=stage=allocated --split-input-file 2>&1 | FileCheck %s --check-prefix=ALLOCATED
// RUN: not pypto-opt %s --pypto-verify-stage=stage=pto --split-input-file 2>&1 | FileCheck %s --check-prefix=PTO

// STAGE: [PYPTO-E0620] unknown stage 'nosuch', expected one of tensor, tile, placed, split, allocated, pto, synced

!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>
// TILE: [PYPTO-E0620] stage tile: a buffer exists already
// ALLOCATED: [PYPTO-E0620] stage allocated: address 16 in Vec is not a multiple of 32
func.func @buffers(%s: f32) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  // expected-error@+1 {{[PYPTO-E0620] stage tensor: a buffer exists already}}
  %b = pypto.memref.alloc address(16) : !b
  %0 = pypto.tile.full %s into %b : (f32, !b) -> !v
  return
}

// -----

!t = !pypto.tensor<16x32xf32>
// TILE: [PYPTO-E0620] stage tile: 'pypto.tensor.exp' still computes on tensors
// PTO: [PYPTO-E0620] stage pto: kernel 'computes' was not lowered
func.func @computes(%x: !t) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %0 = pypto.tensor.exp %x : (!t) -> !t
  return
}

// -----

// TILE: [PYPTO-E0620] stage tile: a scope was not outlined
func.func @scope() {
  pypto.at CORE_GROUP {
  }
  return
}

// -----

// A selection between tiles is not an operation on tiles.

!v = !pypto.tile<16x32xf32>
// TILE: [PYPTO-E0620] stage tile: 'arith.select' is not an operation on tiles
// PLACED: [PYPTO-E0620] stage placed: kernel 'unplaced' has no core kind
// PLACED: [PYPTO-E0620] stage placed: a tile without a memory
func.func @unplaced(%c: i1, %s: f32) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %0 = pypto.tile.full %s : (f32) -> !v
  %1 = arith.select %c, %0, %0 : !v
  return
}

// -----

!v = !pypto.tile<16x32xf32, Left>
// PLACED: [PYPTO-E0620] stage placed: a tile in Left has layout zz, got '!pypto.tile<16x32xf32, Left>'
func.func @layout() attributes {pypto.kind = #pypto.func_kind<AIC>} {
  %0 = pypto.tile.create : !v
  return
}

// -----

!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>
// ALLOCATED: [PYPTO-E0620] stage allocated: a buffer ends at byte 190048 of Vec, which has 188416
func.func @beyond(%s: f32) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  // expected-error@+1 {{[PYPTO-E0620] stage tensor: a buffer exists already}}
  %b = pypto.memref.alloc address(188000) : !b
  %0 = pypto.tile.full %s into %b : (f32, !b) -> !v
  return
}
