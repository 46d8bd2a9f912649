// Transfers that are no whole blocks are refused.
// RUN: pypto-opt %s --convert-pypto-to-pto --split-input-file --verify-diagnostics

!t = !pypto.tensor<48x64xf16, layout=nz>
!v = !pypto.tile<32x48xf16, Mat, layout=nz>
!b = memref<3072xi8, #pypto.space<Mat>>
func.func @offset(%x: !t, %i: index) attributes {pypto.kind = #pypto.func_kind<AIC>} {
  %c0 = arith.constant 0 : index
  %b = pypto.memref.alloc address(0) : !b
  // expected-error@+1 {{[PYPTO-E0308] offset 0 of a window of a tensor in blocks (pl.NZ) must be a multiple of 16, where its blocks begin}}
  %0 = pypto.tile.load %x[%i, %c0] into %b : !b : !t -> !v
  return
}

// -----

!t = !pypto.tensor<48x64xf16, layout=nz>
!v = !pypto.tile<32x48xf16, Vec>
!b = memref<3072xi8, #pypto.space<Vec>>
func.func @memory(%x: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b = pypto.memref.alloc address(0) : !b
  // expected-error@+1 {{[PYPTO-E0621] a tensor in blocks (pl.NZ) is loaded into Mat and stored from Acc, got a tile in Vec}}
  %0 = pypto.tile.load %x[%c0, %c0] into %b : !b : !t -> !v
  return
}
