//===- PtoInterfaces.td - what a pto op says of itself -----*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_INTERFACES_TD
#define PTO_INTERFACES_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def PipeOpInterface : OpInterface<"PipeOpInterface"> {
  let cppNamespace = "::mlir::pto";
  let description = [{
    An instruction that one pipe of the core executes. Passes and the core
    model ask here which pipe that is and what the instruction reads and
    writes; they keep no lists of operations.

    Reads and writes follow from the declared memory effects on operands and
    results. Operands without an effect (scalars, offsets, handles) are in
    none of the three sets, nor are tiles of which only the metadata (valid
    extents, address) changes. A scratch operand is in `getScratchValues` only:
    its bytes are used while the instruction runs, its old contents do not
    matter and its new ones are undefined.
  }];
  let methods = [
    InterfaceMethod<[{
      The pipe that executes the operation. It may depend on the memories of
      the operands and on the target. `Pipe::Unassigned` when the combination
      has no pipe, for example while the memory of an operand is unknown.
    }], "::mlir::pto::Pipe", "getPipe">,
    InterfaceMethod<"Tiles and global views whose contents are read.",
      "::llvm::SmallVector<::mlir::Value>", "getReadValues", (ins), [{}], [{
        return ::mlir::pto::detail::getReadValues($_op.getOperation());
      }]>,
    InterfaceMethod<[{
      Tiles and global views whose contents are written. An operation that
      yields a filled tile (`pto.tpop_from_aic`) lists its result here.
    }],
      "::llvm::SmallVector<::mlir::Value>", "getWrittenValues", (ins), [{}], [{
        return ::mlir::pto::detail::getWrittenValues($_op.getOperation());
      }]>,
    InterfaceMethod<"Tiles that serve as scratch space.",
      "::llvm::SmallVector<::mlir::Value>", "getScratchValues", (ins), [{}], [{
        return ::mlir::pto::detail::getScratchValues($_op.getOperation());
      }]>,
  ];
}

def WindowOpInterface : OpInterface<"WindowOpInterface"> {
  let cppNamespace = "::mlir::pto";
  let description = [{
    An instruction that touches less of a tile operand than all of it. What
    orders instructions asks here; without an answer an operand counts as
    touched from its first byte to its last.
  }];
  let methods = [
    InterfaceMethod<[{
      The window of `tile`, an operand, that the instruction reads or writes;
      nothing when that is the whole tile or not known.
    }], "::std::optional<::mlir::pto::TileWindow>", "getWindow",
      (ins "::mlir::Value":$tile)>
  ];
}

def LintOpInterface : OpInterface<"LintOpInterface"> {
  let cppNamespace = "::mlir::pto";
  let description = [{
    An operation for which the public assembler's rules are laxer than good
    sense. Its verdict stands; the pass `pto-lint` turns what is said here
    into warnings.
  }];
  let methods = [
    InterfaceMethod<"Emits warnings, each with its W code.", "void", "lint">
  ];
}

// Effects beside the plain ones.
def ScratchResource : Resource<"::mlir::pto::ScratchResource">;
def FifoResource : Resource<"::mlir::pto::FifoResource">;
def TileMetadataResource : Resource<"::mlir::pto::TileMetadataResource">;
def DebugResource : Resource<"::mlir::pto::DebugResource">;
def DebugWrite : MemWrite<DebugResource>;
def MetadataWrite : MemWrite<TileMetadataResource>;
def Scratch : MemWrite<ScratchResource>;
def FifoRead : MemRead<FifoResource>;
def FifoWrite : MemWrite<FifoResource>;

#endif // PTO_INTERFACES_TD
