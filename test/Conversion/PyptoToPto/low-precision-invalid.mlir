// Half a byte cannot be stored, nor half a box of scales moved.
// RUN: pypto-opt %s --convert-pypto-to-pto --split-input-file --verify-diagnostics

!t = !pypto.tensor<16x64xf4E2M1FN>
!v = !pypto.tile<16x64xf4E2M1FN, Vec, valid=16x63>
!b = memref<512xi8, #pypto.space<Vec>>
module attributes {pypto.arch = #pypto.arch<a5>} {
func.func @odd_store(%y: !t {pypto.dir = #pypto.dir<Out>}) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %b0 = pypto.memref.alloc address(0) : !b
  %0 = pypto.tile.create into %b0 : !b : !v
  // expected-error@+2 {{[PYPTO-E0308] the number of stored columns is 63; two elements of 4 bits share a byte, so that it must be even}}
  // expected-note@+1 {{count in pairs}}
  %1 = pypto.tile.store %0, %y[%c0, %c0] : !v, !t -> !t
  return
}
}

// -----

!t = !pypto.tensor<32x4xui8, layout=zz>
!m = !pypto.tile<16x2xui8, Mat, layout=zz>
!b = memref<32xi8, #pypto.space<Mat>>
module attributes {pypto.arch = #pypto.arch<a5>} {
func.func @half_a_box(%x: !t) attributes {pypto.kind = #pypto.func_kind<AIC>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %b0 = pypto.memref.alloc address(0) : !b
  // expected-error@+1 {{[PYPTO-E0308] offset 0 of a window of scales must be a multiple of 16 whatever happens at run time}}
  %0 = pypto.tile.load %x[%c8, %c0] into %b0 : !b : !t -> !m
  return
}
}

// -----

!t = !pypto.tensor<16x192xf4E2M1FN>
!v = !pypto.tile<16x64xf4E2M1FN, Vec>
!b = memref<512xi8, #pypto.space<Vec>>

// 2 * 2^31 * 2^32 is no number of 64 bits.
module attributes {pypto.arch = #pypto.arch<a5>} {
func.func @large_divisors(%x: !t) attributes {pypto.kind = #pypto.func_kind<AIV>} {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %large = arith.constant 4294967296 : index
  %less = arith.constant 2147483648 : index
  %b0 = pypto.memref.alloc address(0) : !b
  %0 = arith.divui %c7, %large : index
  %1 = arith.divui %0, %less : index
  // expected-error@+2 {{[PYPTO-E0308] the column offset is not known to be even}}
  // expected-note@+1 {{count in pairs}}
  %2 = pypto.tile.load %x[%c0, %1] into %b0 : !b : !t -> !v
  return
}
}
