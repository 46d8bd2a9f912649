// Scales that no move brings out of Mat.
//
// RUN: pypto-opt %s --pypto-insert-mx-scale-addr --verify-diagnostics

!l = !pypto.tile<16x64xf8E4M3FN, Left, layout=nz>
!r = !pypto.tile<64x32xf8E4M3FN, Right, layout=zn>
!sl = !pypto.tile<16x2xf8E8M0FNU, LeftScale, layout=zz>
!sr = !pypto.tile<2x32xf8E8M0FNU, RightScale, layout=nn>
!c = !pypto.tile<16x32xf32, Acc, layout=nz>

// expected-note@+1 {{the scales are made here}}
func.func @given(%l: !l, %sl: !sl, %r: !r, %sr: !sr) attributes {pypto.kind = #pypto.func_kind<AIC>} {
  // expected-error@+2 {{[PYPTO-E0427] the scales of a factor must be moved out of Mat in the iteration that multiplies it}}
  // expected-note@+1 {{help: pass the tile in Mat, or pl.move it immediately before the product}}
  %c = pypto.tile.matmul_mx %l, %sl, %r, %sr : (!l, !sl, !r, !sr) -> !c
  return
}
