//===- ControlOps.td - core identity, sections, debugging --*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_CONTROL_OPS_TD
#define PTO_CONTROL_OPS_TD

include "PtoOpBase.td"

class Pto_IdentityOp<string mnemonic> : Pto_Op<mnemonic, [Pure]> {
  let results = (outs I64:$result);
  let assemblyFormat = "attr-dict";
}

def Pto_GetBlockIdxOp : Pto_IdentityOp<"get_block_idx"> {
  let summary = "index of this group of cores";
  let description = [{
    From 0 to `pto.get_block_num` - 1.
  }];
}

def Pto_GetBlockNumOp : Pto_IdentityOp<"get_block_num"> {
  let summary = "number of groups of cores that run the kernel";
  let description = [{
    The launch decides it.
  }];
}

def Pto_GetSubBlockIdxOp : Pto_IdentityOp<"get_subblock_idx"> {
  let summary = "which vector core of its group this is";
  let description = [{
    0 or 1 on a group of one cube and two vector cores. On A5 a vector function
    that uses an unsplit FIFO and never asks this runs on core 0 only.
  }];
}

def Pto_GetSubBlockNumOp : Pto_IdentityOp<"get_subblock_num"> {
  let summary = "number of vector cores in a group";
  let description = [{
    2 on the targets that have groups.
  }];
}

class Pto_SectionOp<string mnemonic>
    : Pto_Op<mnemonic, [SingleBlock, NoTerminator, NoRegionArguments,
                        RecursiveMemoryEffects]> {
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "attr-dict-with-keyword $body";
}

def Pto_SectionCubeOp : Pto_SectionOp<"section.cube"> {
  let summary = "operations that only the cube core executes";
  let description = [{
    In a function that both kinds of cores run, the region is compiled for the
    cube core only.

    ```mlir
    pto.section.cube {
      pto.tmatmul ins(%l, %r : !L, !R) outs(%acc : !A)
    }
    ```
  }];
}

def Pto_SectionVectorOp : Pto_SectionOp<"section.vector"> {
  let summary = "operations that only the vector cores execute";
  let description = [{
    In a function that both kinds of cores run, the region is compiled for the
    vector cores only.
  }];
}

def Pto_TPrintOp : Pto_PipeOp<"tprint", "V", [MemoryEffects<[DebugWrite]>]> {
  let summary = "print a tile or a window of global memory";
  let description = [{
    A tile is in `vec`, of f16, f32, i8, i16 or i32.
  }];
  let arguments = (ins Pto_In<>:$src);
  let assemblyFormat = "`ins` `(` $src `:` type($src) `)` attr-dict";
  let hasVerifier = 1;
}

def Pto_PrintOp : Pto_Op<"print", [MemoryEffects<[DebugWrite]>]> {
  let summary = "print a scalar";
  let description = [{
    `format` is a printf format with one conversion.

    ```mlir
    pto.print ins("x=%f", %s : f32)
    ```
  }];
  let arguments = (ins StrAttr:$format,
                       AnyTypeOf<[AnyInteger, Index, AnyFloat]>:$scalar);
  let assemblyFormat = [{
    `ins` `(` $format `,` $scalar `:` type($scalar) `)` attr-dict
  }];
}

def Pto_TrapOp : Pto_Op<"trap", [MemoryEffects<[DebugWrite]>]> {
  let summary = "abort the kernel";
  let description = [{
    The launch fails with a device error.
  }];
  let assemblyFormat = "attr-dict";
}

#endif // PTO_CONTROL_OPS_TD
