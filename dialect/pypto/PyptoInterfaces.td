//===- PyptoInterfaces.td - op interfaces of the pypto dialect -*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_INTERFACES_TD
#define PYPTO_INTERFACES_TD

include "mlir/IR/OpBase.td"

def Pypto_TileOpInterface : OpInterface<"TileOpInterface"> {
  let cppNamespace = "::mlir::pypto";
  let description = [{
    What a pass may ask of an operation on tiles. The defaults are those of an
    element-wise vector operation: every tile in `Vec`, and a result that may
    take the buffer of an operand that dies there.
  }];
  let methods = [
    InterfaceMethod<[{
      The spaces in which `operand`, a tile, may live, the preferred one first.
      Empty: any space.
    }], "::llvm::SmallVector<::mlir::pypto::MemorySpace>", "getOperandSpaces",
      (ins "::mlir::OpOperand &":$operand), [{}], [{
        return {::mlir::pypto::MemorySpace::Vec};
    }]>,
    InterfaceMethod<[{
      The space in which the result must live, if the operation fixes one.
      Absent: the result follows `getForwardedOperand()`, or the consumers
      decide (`load`, `create`).
    }], "std::optional<::mlir::pypto::MemorySpace>", "getFixedResultSpace",
      (ins), [{}], [{
        return ::mlir::pypto::MemorySpace::Vec;
    }]>,
    InterfaceMethod<[{
      The spaces among which the result's space may be chosen where it is
      neither fixed nor forwarded.
    }], "::llvm::SmallVector<::mlir::pypto::MemorySpace>",
      "getResultSpaceChoices", (ins), [{}], [{ return {}; }]>,
    InterfaceMethod<[{
      The tile operand whose buffer the result lives in by construction: a view
      (`slice`, `reshape`) or an update in place (`matmul_acc`, `write`). Null
      where the result needs a buffer of its own.
    }], "::mlir::OpOperand *", "getForwardedOperand", (ins), [{}],
      [{ return nullptr; }]>,
    InterfaceMethod<[{
      True if the operation is a view: no bytes move and none are written.
    }], "bool", "isView", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<[{
      True if the result's buffer may be the buffer of `operand` when that tile
      dies here (the hardware reads each element before it writes it). Never for
      an operation with the trait OutOfPlace.
    }], "bool", "canShareBufferWith", (ins "::mlir::OpOperand &":$operand),
      [{}], [{
        return !$_op.getOperation()
                    ->template hasTrait<::mlir::pypto::OutOfPlace>();
    }]>,
    InterfaceMethod<[{
      True if `operand` is scratch: written by the operation, its content
      meaningless before and after.
    }], "bool", "isScratch", (ins "::mlir::OpOperand &":$operand), [{}],
      [{ return false; }]>,
    InterfaceMethod<[{
      True if the operation can carry a destination buffer. A view and an update
      without one have the buffer of the forwarded operand.
    }], "bool", "takesDestination", (ins), [{}], [{ return true; }]>,
    InterfaceMethod<[{
      The destination buffer, once buffers exist, as a range of zero or one
      operands.
    }], "::mlir::MutableOperandRange", "getDstMutable", (ins), [{}], [{
        return ::mlir::MutableOperandRange($_op.getOperation(), 0, 0);
    }]>
  ];
  let extraSharedClassDeclaration = [{
    /// The destination buffer or null.
    ::mlir::Value getDestination() {
      ::mlir::MutableOperandRange dst = $_op.getDstMutable();
      return dst.empty() ? ::mlir::Value() : dst[0].get();
    }
    /// The tile that the operation defines, or null.
    ::mlir::Value getResultTile() {
      return ::mlir::pypto::detail::getResultTile($_op.getOperation());
    }
    /// The operands that are tiles.
    ::llvm::SmallVector<::mlir::OpOperand *> getTileOperands() {
      return ::mlir::pypto::detail::getTileOperands($_op.getOperation());
    }
  }];
}

def Pypto_ProductOpInterface : OpInterface<"ProductOpInterface"> {
  let cppNamespace = "::mlir::pypto";
  let description = [{
    A matrix product of tiles. Which operand plays which part is asked here and
    listed nowhere else: every role that an operation lacks is null. Operands
    come in the order accumulator, left factor, its scales, right factor, its
    scales, bias.
  }];
  let methods = [
    InterfaceMethod<"The left factor.", "::mlir::Value", "getLhs", (ins)>,
    InterfaceMethod<"The right factor.", "::mlir::Value", "getRhs", (ins)>,
    InterfaceMethod<"The accumulator to which the product is added, or null.",
      "::mlir::Value", "getAcc", (ins), [{}], [{ return {}; }]>,
    InterfaceMethod<"The row that is added to each row, or null.",
      "::mlir::Value", "getBias", (ins), [{}], [{ return {}; }]>,
    InterfaceMethod<"The scales of the left factor, or null.",
      "::mlir::Value", "getLhsScale", (ins), [{}], [{ return {}; }]>,
    InterfaceMethod<"The scales of the right factor, or null.",
      "::mlir::Value", "getRhsScale", (ins), [{}], [{ return {}; }]>,
    InterfaceMethod<[{
      A product of the same family (plain, vector or micro-scaled) of other
      operands: added to `operands.acc` if that is there, else to
      `operands.bias` if that is, else to nothing.
    }], "::mlir::Value", "createSimilar",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::Type":$type,
           "const ::mlir::pypto::ProductOperands &":$operands)>
  ];
  let extraSharedClassDeclaration = [{
    /// All roles together.
    ::mlir::pypto::ProductOperands getProductOperands() {
      return {$_op.getLhs(),      $_op.getRhs(),     $_op.getAcc(),
              $_op.getBias(),     $_op.getLhsScale(), $_op.getRhsScale()};
    }
    /// True for a product whose factors have a scale per group of elements.
    bool isScaled() { return static_cast<bool>($_op.getLhsScale()); }
  }];
}

def Pypto_TensorOpInterface : OpInterface<"TensorOpInterface"> {
  let cppNamespace = "::mlir::pypto";
  let description = [{
    A computation on whole tensors that has a twin on tiles: same operands, same
    attributes, `tile` in place of `tensor` in its name.
  }];
  let methods = [
    StaticInterfaceMethod<[{
      The full name of the twin, `pypto.tile.add` for `pypto.tensor.add`.
    }], "::llvm::StringRef", "getTileOpName", (ins)>,
    StaticInterfaceMethod<[{
      How many scratch tiles the twin takes after the tensor operands.
    }], "unsigned", "getNumScratchTiles", (ins), [{}], [{ return 0; }]>
  ];
}

def Pypto_TensorAliasOpInterface : OpInterface<"TensorAliasOpInterface"> {
  let cppNamespace = "::mlir::pypto";
  let description = [{
    An operation whose first result names the memory of one of its tensor
    operands: an update returns the updated tensor, a view a part or another
    shape of its source.
  }];
  let methods = [
    InterfaceMethod<[{
      The operand whose memory the result names.
    }], "::mlir::OpOperand &", "getAliasedTensor", (ins)>,
    InterfaceMethod<[{
      True if the result is another shape or a part of the operand; false if it
      is the very same tensor.
    }], "bool", "isTensorView", (ins)>
  ];
}

def Pypto_ScopeOpInterface : OpInterface<"ScopeOpInterface"> {
  let cppNamespace = "::mlir::pypto";
  let description = [{
    A region of one block that hands values on: what its `pypto.yield` names is
    what its last results stand for.
  }];
  let methods = [
    InterfaceMethod<[{
      The values that leave the region.
    }], "::mlir::OperandRange", "getYielded", (ins), [{}], [{
        return $_op->getRegion(0).front().getTerminator()->getOperands();
    }]>,
    InterfaceMethod<[{
      The results that stand for the values that leave the region, without the
      id of a task.
    }], "::mlir::ResultRange", "getScopeResults", (ins), [{}], [{
        unsigned count = $_op->getRegion(0).front().getTerminator()
                             ->getNumOperands();
        return $_op->getResults().take_back(count);
    }]>
  ];
}

def Pypto_LaunchOpInterface : OpInterface<"LaunchOpInterface"> {
  let cppNamespace = "::mlir::pypto";
  let description = [{
    A scope that becomes a task: what the author says of the kernel and of the
    task's dependencies.
  }];
  let methods = [
    InterfaceMethod<"The name that the kernel should get.",
      "::std::optional<::llvm::StringRef>", "getNameHint", (ins)>,
    InterfaceMethod<"How two vector lanes divide the kernel's tiles, or null.",
      "::mlir::pypto::SplitModeAttr", "getSplitAttr", (ins)>,
    InterfaceMethod<"Slots of the ring between the cores, or null.",
      "::mlir::IntegerAttr", "getSlotNumAttr", (ins)>,
    InterfaceMethod<"May the task be sent to a core before its inputs are done?",
      "bool", "getAllowEarlyResolve", (ins)>,
    InterfaceMethod<"The tasks that the task waits for.",
      "::mlir::OperandRange", "getDeps", (ins)>,
    InterfaceMethod<"The captured tensors from which no dependency follows.",
      "::mlir::OperandRange", "getNoDep", (ins)>,
    InterfaceMethod<"The captured tensors that are marked for dumping.",
      "::mlir::OperandRange", "getDumps", (ins)>,
    InterfaceMethod<"The id of the task, or null.",
      "::mlir::Value", "getTask", (ins)>
  ];
}

def Pypto_CoreOpInterface : OpInterface<"CoreOpInterface"> {
  let cppNamespace = "::mlir::pypto";
  let description = [{
    An operation that belongs to one kind of core whatever its operands are.
  }];
  let methods = [
    InterfaceMethod<"The kind of core, or nothing where the kernel decides.",
      "::std::optional<::mlir::pypto::KernelType>", "getCore", (ins)>
  ];
}

#endif // PYPTO_INTERFACES_TD
