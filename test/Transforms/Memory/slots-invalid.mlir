// Slots that tiles cannot live in are refused where they are asked for.
// RUN: pypto-opt %s --pypto-insert-buffers --split-input-file --verify-diagnostics

!t = !pypto.tensor<64x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<?xi8, #pypto.space<Vec>>
!r = memref<2x?xi8, #pypto.space<Vec>>
func.func @at_once(%x: !t, %y: !t, %i: index) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b = pypto.memref.alloc declared : !r
  %s = pypto.memref.slot %b[%i] : !r -> !b
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  // expected-note@+1 {{the other is bound here}}
  %1 = pypto.tile.bind %0 in %s : !v, !b -> !v
  %2 = pypto.tile.load %y[%c0, %c0] : !t -> !v
  // expected-error@+2 {{[PYPTO-E0505] this tile cannot live in one buffer as well: another that is bound to it is still needed}}
  // expected-note@+1 {{bind them to two allocations}}
  %3 = pypto.tile.bind %2 in %s : !v, !b -> !v
  %4 = pypto.tile.add %1, %3 : (!v, !v) -> !v
  %5 = pypto.tile.store %4, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

// The slot is chosen by what comes after the tile.

!t = !pypto.tensor<64x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<?xi8, #pypto.space<Vec>>
!r = memref<2x?xi8, #pypto.space<Vec>>
func.func @too_late(%x: !t, %y: !t, %i: index) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b = pypto.memref.alloc declared : !r
  // expected-error@+2 {{[PYPTO-E0505] this tile is made before its slot is chosen}}
  // expected-note@+1 {{help: copy the tile with pl.move into it}}
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %n = arith.addi %i, %i : index
  // expected-note@+1 {{the slot is chosen here}}
  %s = pypto.memref.slot %b[%n] : !r -> !b
  %1 = pypto.tile.bind %0 in %s : !v, !b -> !v
  %2 = pypto.tile.store %1, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

!t = !pypto.tensor<64x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<?xi8, #pypto.space<Mat>>
!r = memref<2x?xi8, #pypto.space<Mat>>
func.func @other_memory(%x: !t, %y: !t, %i: index) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b = pypto.memref.alloc declared : !r
  %s = pypto.memref.slot %b[%i] : !r -> !b
  // expected-error@+1 {{[PYPTO-E0505] a tile in Vec cannot live in a buffer of Mat}}
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %1 = pypto.tile.bind %0 in %s : !v, !b -> !v
  %2 = pypto.tile.store %1, %y[%c0, %c0] : !v, !t -> !t
  return
}
