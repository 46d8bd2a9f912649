//===- PtoAttributes.td - structured attributes ------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_ATTRIBUTES_TD
#define PTO_ATTRIBUTES_TD

include "PtoEnums.td"
include "mlir/IR/AttrTypeBase.td"

def Pto_TileBufConfigAttr : AttrDef<Pto_Dialect, "TileBufConfig"> {
  let mnemonic = "tile_buf_config";
  let summary = "layout, padding and packing of a tile in its memref form";
  let description = [{
    What a `tile_buf` type says beside its space, shape and element type. Any
    subset of the keys may be written; the rest takes its default. A value is
    an attribute or a plain integer:

    ```mlir
    #pto.tile_buf_config<blayout=#pto.blayout<col_major>, s_fractal_size=1024>
    #pto.tile_buf_config<pad=1>
    #pto.tile_buf_config<>
    ```

    `s_fractal_size` is the size of the inner box in bytes.
  }];
  let parameters = (ins
    "::mlir::pto::BLayout":$blayout, "::mlir::pto::SLayout":$slayout,
    "int32_t":$fractal, "::mlir::pto::PadValue":$pad,
    "::mlir::pto::CompactMode":$compact);
  let hasCustomAssemblyFormat = 1;
}

def Pto_VectorFunctionAttr : AttrDef<Pto_Dialect, "VectorFunction"> {
  let mnemonic = "vector_function";
  let summary = "marks a vector function; kept, not used by any pass";
  let assemblyFormat = "";
}

#endif // PTO_ATTRIBUTES_TD
