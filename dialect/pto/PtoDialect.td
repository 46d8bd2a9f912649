//===- PtoDialect.td - the pto dialect ---------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_DIALECT_TD
#define PTO_DIALECT_TD

include "mlir/IR/DialectBase.td"

def Pto_Dialect : Dialect {
  let name = "pto";
  let cppNamespace = "::mlir::pto";
  let summary = "Instructions of one AI core of an Ascend NPU";
  let description = [{
    The `pto` dialect describes what one AI core does: windows of global memory,
    two-dimensional on-chip tiles, the instructions that work on them in
    destination-passing style, and the flags, barriers and FIFOs that order
    them. Its text is the text of the public PTO assembler, so a file written
    for that assembler loads here and the other way round.

    **Target.** The rules of many operations depend on the architecture. It is
    taken from the attribute `pto.target_arch` of the nearest enclosing module
    that has one (`a5` in any case is the A5 family, every other string the
    A2/A3 family), else from the default of the context
    (`PtoDialect::setDefaultArch`), which is A3.

    **Extensions.** The dialect has constructs which version 0.27 of the
    assembler does not know: `pto.fence.barrier_all`, `pto.cmo.cacheinvalid`,
    `pto.syncall`, the attributes `slot_num`, `local_slot_num`, `id` and
    `lane_stride` of the front-end FIFO operations and their split codes 3 and
    4, and `precisionType` of functions, which newer versions know. Each says so in its description.
  }];

  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let dependentDialects = [];

  let extraClassDeclaration = [{
    /// Names of the discardable attributes which the dialect gives a meaning.
    static constexpr ::llvm::StringLiteral kTargetArchAttrName =
        "pto.target_arch";
    static constexpr ::llvm::StringLiteral kEntryAttrName = "pto.entry";
    static constexpr ::llvm::StringLiteral kLegacyEntryAttrName = "hacc.entry";
    static constexpr ::llvm::StringLiteral kKernelKindAttrName =
        "pto.kernel_kind";
    static constexpr ::llvm::StringLiteral kTailHintAttrName =
        "pto.auto_sync_tail_hint";

    /// The architecture of an operation outside any module that names one.
    TargetArch getDefaultArch() const { return defaultArch; }
    /// Sets it. Call before parsing: verifiers run while parsing.
    void setDefaultArch(TargetArch arch) {
      defaultArch = arch;
      shownArch = arch;
    }

    /// The architecture whose block layout the printer shows for `left` tiles.
    /// Only the text depends on it, never the type.
    TargetArch getShownArch() const { return shownArch; }

  private:
    void registerAttributes();
    void registerTypes();
    void registerViewOps();
    void registerTileOps();
    void registerMoveOps();
    void registerMatrixOps();
    void registerBinaryOps();
    void registerScalarOps();
    void registerUnaryOps();
    void registerCompareOps();
    void registerReduceOps();
    void registerBroadcastOps();
    void registerFillOps();
    void registerIndexedOps();
    void registerControlOps();
    void registerSyncOps();
    void registerFrontendPipeOps();
    void registerPipeOps();
    void registerAsyncOps();
    void registerExtensionOps();

    TargetArch defaultArch = TargetArch::A3;
    // Written by verifiers, which may run on several threads; all of them
    // compute the same value for one IR.
    std::atomic<TargetArch> shownArch{TargetArch::A3};
  public:
  }];
}

#endif // PTO_DIALECT_TD
