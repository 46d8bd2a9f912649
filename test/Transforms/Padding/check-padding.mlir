// Reductions over padding that is their identity, or over none, are silent.
// RUN: pypto-opt %s --pypto-check-padding --split-input-file --verify-diagnostics

!t = !pypto.tile<8x64xf32>
!v = !pypto.tile<8x64xf32, valid=8x?>
!r = !pypto.tile<8x1xf32>
!min = !pypto.tile<8x64xf32, pad=min>
!max = !pypto.tile<8x64xf32, pad=max>
!zero = !pypto.tile<8x64xf32, pad=zero>

func.func @identities(%x: !pypto.tensor<8x64xf32>, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %s = pypto.tile.create : !t
  %t = pypto.tile.load %x[%c0, %c0] valid [%n] : !pypto.tensor<8x64xf32> -> !v
  %a = pypto.tile.fillpad %t : (!v) -> !min
  %b = pypto.tile.fillpad %t : (!v) -> !max
  %c = pypto.tile.fillpad %t : (!v) -> !zero
  %0 = pypto.tile.row_max %a scratch %s : (!min, !t) -> !r
  %1 = pypto.tile.row_min %b scratch %s : (!max, !t) -> !r
  %2 = pypto.tile.row_sum %c scratch %s : (!zero, !t) -> !r
  return
}

// -----

// Without a fill the reduction reads the valid region only.

!t = !pypto.tile<8x64xf32>
!v = !pypto.tile<8x64xf32, valid=8x?>
!r = !pypto.tile<8x1xf32>
func.func @valid_region(%x: !pypto.tensor<8x64xf32>, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %s = pypto.tile.create : !t
  %t = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<8x64xf32> -> !t
  %v = pypto.tile.set_validshape %t[%c8, %n] : !t -> !v
  %0 = pypto.tile.row_max %v scratch %s : (!v, !t) -> !r
  return
}

// -----

// A softmax: -inf for the maximum becomes 0 for the sum.

!t = !pypto.tile<8x64xf32>
!v = !pypto.tile<8x64xf32, valid=8x?>
!r = !pypto.tile<8x1xf32>
!min = !pypto.tile<8x64xf32, pad=min>
func.func @softmax(%x: !pypto.tensor<8x64xf32>, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %s = pypto.tile.create : !t
  %t = pypto.tile.load %x[%c0, %c0] valid [%n] : !pypto.tensor<8x64xf32> -> !v
  %a = pypto.tile.fillpad %t : (!v) -> !min
  %m = pypto.tile.row_max %a scratch %s : (!min, !t) -> !r
  %d = pypto.tile.row_expand_sub %a, %m : (!min, !r) -> !t
  %e = pypto.tile.exp %d : (!t) -> !t
  %q = pypto.tile.row_sum %e scratch %s : (!t, !t) -> !r
  %f = pypto.tile.row_expand_expdif %a, %m : (!min, !r) -> !t
  %g = pypto.tile.row_sum %f scratch %s : (!t, !t) -> !r
  return
}

// -----

// Padding of the other axis takes no part; narrowing to the data takes it out;
// a window beside it does not have it.

!t = !pypto.tile<8x64xf32>
!v = !pypto.tile<8x64xf32, valid=5x64>
!r = !pypto.tile<8x1xf32>
!c = !pypto.tile<1x64xf32>
!zero = !pypto.tile<8x64xf32, pad=zero>
func.func @outside(%x: !pypto.tensor<8x64xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c64 = arith.constant 64 : index
  %s = pypto.tile.create : !t
  %t = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<8x64xf32> -> !v
  %z = pypto.tile.fillpad %t : (!v) -> !zero
  %0 = pypto.tile.row_max %z scratch %s : (!zero, !t) -> !r
  %n = pypto.tile.set_validshape %z[%c5, %c64] : !zero -> !v
  %1 = pypto.tile.col_max %n : (!v) -> !c
  %w = pypto.tile.slice %z[%c0, %c0] : !zero -> !pypto.tile<4x64xf32>
  %2 = pypto.tile.col_max %w : (!pypto.tile<4x64xf32>) -> !c
  return
}

// -----

// The smallest unsigned number is 0.

!t = !pypto.tile<8x64xui8>
!v = !pypto.tile<8x64xui8, valid=8x?>
!zero = !pypto.tile<8x64xui8, pad=zero>
func.func @unsigned(%x: !pypto.tensor<8x64xui8>, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %s = pypto.tile.create : !t
  %t = pypto.tile.load %x[%c0, %c0] valid [%n] : !pypto.tensor<8x64xui8> -> !v
  %z = pypto.tile.fillpad %t : (!v) -> !zero
  %0 = pypto.tile.row_max %z scratch %s : (!zero, !t) -> !pypto.tile<8x1xui8>
  return
}

// -----

// A product with 0 stays 0, whatever the other side is.

!t = !pypto.tile<8x64xf32>
!v = !pypto.tile<8x64xf32, valid=8x?>
!r = !pypto.tile<8x1xf32>
!zero = !pypto.tile<8x64xf32, pad=zero>
func.func @masked(%x: !pypto.tensor<8x64xf32>, %n: index) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.5 : f32
  %s = pypto.tile.create : !t
  %y = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<8x64xf32> -> !t
  %t = pypto.tile.load %x[%c0, %c0] valid [%n] : !pypto.tensor<8x64xf32> -> !v
  %z = pypto.tile.fillpad %t : (!v) -> !zero
  %p = pypto.tile.mul %z, %y : (!zero, !t) -> !t
  %q = pypto.tile.muls %p, %cst : (!t, f32) -> !t
  %0 = pypto.tile.row_sum %q scratch %s : (!t, !t) -> !r
  return
}
