// Bindings that cannot be obeyed are refused where they are made.
// RUN: pypto-opt %s --pypto-insert-buffers --pypto-allocate-addresses --split-input-file --verify-diagnostics

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<?xi8, #pypto.space<Vec>>
func.func @at_once(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b = pypto.memref.alloc declared : !b
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  // expected-note@+1 {{the other is bound here}}
  %1 = pypto.tile.bind %0 in %b : !v, !b -> !v
  %2 = pypto.tile.load %y[%c0, %c0] : !t -> !v
  // expected-error@+2 {{[PYPTO-E0505] this tile cannot live in one buffer as well: another that is bound to it is still needed}}
  // expected-note@+1 {{bind them to two allocations}}
  %3 = pypto.tile.bind %2 in %b : !v, !b -> !v
  %4 = pypto.tile.add %1, %3 : (!v, !v) -> !v
  %5 = pypto.tile.store %4, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<?xi8, #pypto.space<Vec>>
func.func @view(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b = pypto.memref.alloc declared : !b
  %d = pypto.memref.alloc declared : !b
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  // expected-note@+1 {{the tile is bound here}}
  %1 = pypto.tile.bind %0 in %b : !v, !b -> !v
  // expected-error@+2 {{[PYPTO-E0505] this is a view or an update of a tile in one buffer and cannot live in one buffer}}
  // expected-note@+1 {{help: copy it with pl.move first}}
  %2 = pypto.tile.bind %1 in %d : !v, !b -> !v
  %3 = pypto.tile.store %2, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<1024xi8, #pypto.space<Vec>>
func.func @too_large(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  // expected-note@+1 {{the allocation is declared here}}
  %b = pypto.memref.alloc address(0) : !b
  // expected-error@+1 {{[PYPTO-E0505] a tile of 2048 bytes does not fit its allocation of 1024}}
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %1 = pypto.tile.bind %0 in %b : !v, !b -> !v
  %2 = pypto.tile.store %1, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Vec>>
func.func @misaligned(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  // expected-error@+2 {{[PYPTO-E0505] address 100 of 2048 bytes is not a multiple of 32, the alignment of Vec}}
  // expected-note@+1 {{help: begin it at 96 or 128}}
  %b = pypto.memref.alloc address(100) : !b
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %1 = pypto.tile.bind %0 in %b : !v, !b -> !v
  %2 = pypto.tile.store %1, %y[%c0, %c0] : !v, !t -> !t
  return
}

// -----

!t = !pypto.tensor<16x32xf32>
!v = !pypto.tile<16x32xf32, Vec>
!b = memref<2048xi8, #pypto.space<Mat>>
func.func @other_memory(%x: !t, %y: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b = pypto.memref.alloc address(0) : !b
  // expected-error@+1 {{[PYPTO-E0505] a tile in Vec cannot live in a buffer of Mat}}
  %0 = pypto.tile.load %x[%c0, %c0] : !t -> !v
  %1 = pypto.tile.bind %0 in %b : !v, !b -> !v
  %2 = pypto.tile.store %1, %y[%c0, %c0] : !v, !t -> !t
  return
}
