// Operands of which not even one box of depth fits.
//
// RUN: pypto-opt %s --pypto-tile-matmul-l0 --split-input-file --verify-diagnostics

func.func @tall(%x: !pypto.tensor<4112x64xf16>, %y: !pypto.tensor<64x16xf16>, %z: !pypto.tensor<4112x16xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<4112x64xf16> -> !pypto.tile<4112x64xf16>
  %b = pypto.tile.load %y[%c0, %c0] : !pypto.tensor<64x16xf16> -> !pypto.tile<64x16xf16>
  // expected-error@+1 {{[PYPTO-E0502] an operand with 4112 rows does not fit Left of the 910B even in blocks of 16 of the contracted extent; at most 2048 fit}}
  %c = pypto.tile.matmul %a, %b : (!pypto.tile<4112x64xf16>, !pypto.tile<64x16xf16>) -> !pypto.tile<4112x16xf32>
  %r = pypto.tile.store %c, %z[%c0, %c0] : !pypto.tile<4112x16xf32>, !pypto.tensor<4112x16xf32> -> !pypto.tensor<4112x16xf32>
  return
}

// -----

func.func @wide(%x: !pypto.tensor<16x64xf32>, %y: !pypto.tensor<64x1040xf32>, %z: !pypto.tensor<16x1040xf32>) attributes {pypto.kind = #pypto.func_kind<InCore>} {
  %c0 = arith.constant 0 : index
  %a = pypto.tile.load %x[%c0, %c0] : !pypto.tensor<16x64xf32> -> !pypto.tile<16x64xf32>
  %b = pypto.tile.load %y[%c0, %c0] : !pypto.tensor<64x1040xf32> -> !pypto.tile<64x1040xf32>
  // expected-error@+1 {{an operand with 1040 columns does not fit Right of the 910B even in blocks of 16 of the contracted extent; at most 1024 fit}}
  %c = pypto.tile.matmul %a, %b : (!pypto.tile<16x64xf32>, !pypto.tile<64x1040xf32>) -> !pypto.tile<16x1040xf32>
  %r = pypto.tile.store %c, %z[%c0, %c0] : !pypto.tile<16x1040xf32>, !pypto.tensor<16x1040xf32> -> !pypto.tensor<16x1040xf32>
  return
}
