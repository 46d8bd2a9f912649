//===- PtoEnums.td - enumerations of the pto dialect -------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The assembler's text has two spellings. Dotted: `#pto.pipe<PIPE_V>`, which
// operations may shorten to `<PIPE_V>`. Spaced: `#pto<round_mode RINT>`.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ENUMS_TD
#define PTO_ENUMS_TD

include "PtoDialect.td"
include "mlir/IR/EnumAttr.td"

class Pto_Enum<string name, string summary, list<EnumCase> cases>
    : I32Enum<name, summary, cases> {
  let cppNamespace = "::mlir::pto";
}

// `#pto.layout<nd>` and `#pto<round_mode ROUND>`; the text has no choice.
class Pto_DottedEnumAttr<EnumInfo info, string mnemonic>
    : EnumAttr<Pto_Dialect, info, mnemonic> {
  let assemblyFormat = "`` custom<DottedMember>($value)";
}
class Pto_SpacedEnumAttr<EnumInfo info, string mnemonic>
    : EnumAttr<Pto_Dialect, info, mnemonic> {
  let assemblyFormat = "custom<SpacedMember>($value)";
}

//===----------------------------------------------------------------------===//
// Memory and layout
//===----------------------------------------------------------------------===//

def Pto_AddressSpace : Pto_Enum<"AddressSpace", "memory of a core", [
  I32EnumCase<"Zero", 0, "zero">, I32EnumCase<"Gm", 1, "gm">,
  I32EnumCase<"Mat", 2, "mat">, I32EnumCase<"Left", 3, "left">,
  I32EnumCase<"Right", 4, "right">, I32EnumCase<"Acc", 5, "acc">,
  I32EnumCase<"Vec", 6, "vec">, I32EnumCase<"Bias", 7, "bias">,
  I32EnumCase<"Scaling", 8, "scaling">]>;
def Pto_AddressSpaceAttr : Pto_DottedEnumAttr<Pto_AddressSpace, "address_space">;

def Pto_Layout : Pto_Enum<"Layout", "layout of a global view", [
  I32EnumCase<"ND", 0, "nd">, I32EnumCase<"DN", 1, "dn">,
  I32EnumCase<"NZ", 2, "nz">]>;
def Pto_LayoutAttr : Pto_DottedEnumAttr<Pto_Layout, "layout">;

def Pto_BLayout : Pto_Enum<"BLayout", "order of the blocks of a tile", [
  I32EnumCase<"RowMajor", 0, "row_major">,
  I32EnumCase<"ColMajor", 1, "col_major">]>;
def Pto_BLayoutAttr : Pto_DottedEnumAttr<Pto_BLayout, "blayout">;

def Pto_SLayout : Pto_Enum<"SLayout", "order inside a block of a tile", [
  I32EnumCase<"NoneBox", 0, "none_box">,
  I32EnumCase<"RowMajor", 1, "row_major">,
  I32EnumCase<"ColMajor", 2, "col_major">]>;
def Pto_SLayoutAttr : Pto_DottedEnumAttr<Pto_SLayout, "slayout">;

def Pto_PadValue : Pto_Enum<"PadValue", "value outside the valid rectangle", [
  I32EnumCase<"Null", 0, "null">, I32EnumCase<"Zero", 1, "zero">,
  I32EnumCase<"Max", 2, "max">, I32EnumCase<"Min", 3, "min">]>;
def Pto_PadValueAttr : Pto_DottedEnumAttr<Pto_PadValue, "pad_value">;

def Pto_CompactMode : Pto_Enum<"CompactMode", "packing of a partial tile", [
  I32EnumCase<"Null", 0, "null">, I32EnumCase<"Normal", 1, "normal">,
  I32EnumCase<"RowPlusOne", 2, "row_plus_one">]>;
def Pto_CompactModeAttr : Pto_DottedEnumAttr<Pto_CompactMode, "compact_mode">;

//===----------------------------------------------------------------------===//
// Pipes, events, kinds of functions
//===----------------------------------------------------------------------===//

def Pto_Pipe : Pto_Enum<"Pipe", "instruction queue of a core", [
  I32EnumCase<"S", 0, "PIPE_S">, I32EnumCase<"V", 1, "PIPE_V">,
  I32EnumCase<"M", 2, "PIPE_M">, I32EnumCase<"MTE1", 3, "PIPE_MTE1">,
  I32EnumCase<"MTE2", 4, "PIPE_MTE2">, I32EnumCase<"MTE3", 5, "PIPE_MTE3">,
  I32EnumCase<"All", 6, "PIPE_ALL">, I32EnumCase<"MTE4", 7, "PIPE_MTE4">,
  I32EnumCase<"MTE5", 8, "PIPE_MTE5">, I32EnumCase<"V2", 9, "PIPE_V2">,
  I32EnumCase<"FIX", 10, "PIPE_FIX">,
  I32EnumCase<"VirtualMTE2L1A", 11, "VIRTUAL_PIPE_MTE2_L1A">,
  I32EnumCase<"VirtualMTE2L1B", 12, "VIRTUAL_PIPE_MTE2_L1B">,
  I32EnumCase<"Num", 13, "PIPE_NUM">,
  I32EnumCase<"Unassigned", 99, "PIPE_UNASSIGNED">]>;
def Pto_PipeAttr : Pto_DottedEnumAttr<Pto_Pipe, "pipe">;

def Pto_EventId : Pto_Enum<"EventId", "hardware event of a pair of pipes", [
  I32EnumCase<"Id0", 0, "EVENT_ID0">, I32EnumCase<"Id1", 1, "EVENT_ID1">,
  I32EnumCase<"Id2", 2, "EVENT_ID2">, I32EnumCase<"Id3", 3, "EVENT_ID3">,
  I32EnumCase<"Id4", 4, "EVENT_ID4">, I32EnumCase<"Id5", 5, "EVENT_ID5">,
  I32EnumCase<"Id6", 6, "EVENT_ID6">, I32EnumCase<"Id7", 7, "EVENT_ID7">]>;
def Pto_EventIdAttr : Pto_DottedEnumAttr<Pto_EventId, "event">;

defvar Pto_OpKinds = [
  I32EnumCase<"Load", 0, "TLOAD">, I32EnumCase<"StoreAcc", 1, "TSTORE_ACC">,
  I32EnumCase<"StoreVec", 2, "TSTORE_VEC">,
  I32EnumCase<"MoveMatToLeft", 3, "TMOV_M2L">,
  I32EnumCase<"MoveMatToScaling", 4, "TMOV_M2S">,
  I32EnumCase<"MoveMatToBias", 5, "TMOV_M2B">,
  I32EnumCase<"MoveMatToVec", 6, "TMOV_M2V">,
  I32EnumCase<"MoveVecToMat", 7, "TMOV_V2M">,
  I32EnumCase<"Matmul", 8, "TMATMUL">, I32EnumCase<"Vec", 9, "TVEC">,
  I32EnumCase<"VecWaitEvent", 10, "TVECWAIT_EVENT">];
def Pto_PipeEventType : Pto_Enum<"PipeEventType",
    "kind of operation on one side of an event", Pto_OpKinds>;
def Pto_PipeEventTypeAttr
    : Pto_DottedEnumAttr<Pto_PipeEventType, "pipe_event_type">;
def Pto_SyncOpType : Pto_Enum<"SyncOpType",
    "kind of operation that a barrier drains", Pto_OpKinds>;
def Pto_SyncOpTypeAttr : Pto_DottedEnumAttr<Pto_SyncOpType, "sync_op_type">;

def Pto_KernelKind : Pto_Enum<"KernelKind", "core that a function runs on", [
  I32EnumCase<"Cube", 0, "cube">, I32EnumCase<"Vector", 1, "vector">]>;
def Pto_KernelKindAttr : Pto_DottedEnumAttr<Pto_KernelKind, "kernel_kind">;

defvar Pto_CoreTypes = [
  I32EnumCase<"AIC", 1, "AIC">, I32EnumCase<"AIV", 2, "AIV">,
  I32EnumCase<"MIX", 3, "MIX">, I32EnumCase<"AICOrAIV", 4, "AIC_OR_AIV">];
def Pto_FuncCoreType : Pto_Enum<"FuncCoreType",
    "declared core type of a function", Pto_CoreTypes>;
def Pto_FuncCoreTypeAttr
    : Pto_DottedEnumAttr<Pto_FuncCoreType, "func_core_type">;
def Pto_ModuleCoreType : Pto_Enum<"ModuleCoreType",
    "declared core type of a module", Pto_CoreTypes>;
def Pto_ModuleCoreTypeAttr
    : Pto_DottedEnumAttr<Pto_ModuleCoreType, "module_core_type">;

//===----------------------------------------------------------------------===//
// Modes of instructions
//===----------------------------------------------------------------------===//

def Pto_PadMode : Pto_Enum<"PadMode", "what a load writes around its window", [
  I32EnumCase<"PadNull", 0>, I32EnumCase<"PadFirstElem", 1>,
  I32EnumCase<"PadValue", 2>]>;
def Pto_PadModeAttr : Pto_DottedEnumAttr<Pto_PadMode, "padmode">;

def Pto_AccToVecMode : Pto_Enum<"AccToVecMode",
    "how an accumulator is handed to the vector cores", [
  I32EnumCase<"SingleVec0", 0, "single_mode_vec0">,
  I32EnumCase<"SingleVec1", 1, "single_mode_vec1">,
  I32EnumCase<"DualSplitM", 2, "dual_mode_split_m">,
  I32EnumCase<"DualSplitN", 3, "dual_mode_split_n">]>;
def Pto_AccToVecModeAttr
    : Pto_DottedEnumAttr<Pto_AccToVecMode, "acc_to_vec_mode">;

def Pto_MaskPattern : Pto_Enum<"MaskPattern",
    "which elements of each group of four a gather keeps", [
  I32EnumCase<"P0101", 1>, I32EnumCase<"P1010", 2>, I32EnumCase<"P0001", 3>,
  I32EnumCase<"P0010", 4>, I32EnumCase<"P0100", 5>, I32EnumCase<"P1000", 6>,
  I32EnumCase<"P1111", 7>]>;
def Pto_MaskPatternAttr : Pto_DottedEnumAttr<Pto_MaskPattern, "mask_pattern">;

def Pto_CmpMode : Pto_Enum<"CmpMode", "comparison", [
  I32EnumCase<"EQ", 0, "eq">, I32EnumCase<"NE", 1, "ne">,
  I32EnumCase<"LT", 2, "lt">, I32EnumCase<"LE", 3, "le">,
  I32EnumCase<"GT", 4, "gt">, I32EnumCase<"GE", 5, "ge">]>;
def Pto_CmpModeAttr : Pto_SpacedEnumAttr<Pto_CmpMode, "cmp">;

def Pto_RoundMode : Pto_Enum<"RoundMode", "rounding of a conversion", [
  I32EnumCase<"None", 0, "NONE">, I32EnumCase<"Rint", 1, "RINT">,
  I32EnumCase<"Round", 2, "ROUND">, I32EnumCase<"Floor", 3, "FLOOR">,
  I32EnumCase<"Ceil", 4, "CEIL">, I32EnumCase<"Trunc", 5, "TRUNC">,
  I32EnumCase<"Odd", 6, "ODD">, I32EnumCase<"CastRint", 7, "CAST_RINT">]>;
def Pto_RoundModeAttr : Pto_SpacedEnumAttr<Pto_RoundMode, "round_mode">;

// `#pto<log_precision high_precision>`: every function has an attribute of its
// own in the text.
def Pto_Precision : Pto_Enum<"Precision", "how exact a function is", [
  I32EnumCase<"Default", 0, "default">,
  I32EnumCase<"HighPrecision", 1, "high_precision">]>;
class Pto_PrecisionAttr<string function>
    : Pto_SpacedEnumAttr<Pto_Precision,
                         !tolower(function) # "_precision"> {
  let cppClassName = function # "PrecisionAttr";
  let storageClass = function # "PrecisionAttrStorage";
}
def Pto_ExpPrecisionAttr : Pto_PrecisionAttr<"Exp">;
def Pto_LogPrecisionAttr : Pto_PrecisionAttr<"Log">;
def Pto_SqrtPrecisionAttr : Pto_PrecisionAttr<"Sqrt">;
def Pto_RsqrtPrecisionAttr : Pto_PrecisionAttr<"Rsqrt">;
def Pto_RecipPrecisionAttr : Pto_PrecisionAttr<"Recip">;
def Pto_DivPrecisionAttr : Pto_PrecisionAttr<"Div">;

def Pto_SaturationMode : Pto_Enum<"SaturationMode",
    "whether a conversion saturates", [
  I32EnumCase<"On", 0, "ON">, I32EnumCase<"Off", 1, "OFF">]>;
def Pto_SaturationModeAttr
    : Pto_SpacedEnumAttr<Pto_SaturationMode, "saturation_mode">;

def Pto_QuantType : Pto_Enum<"QuantType", "quantised format", [
  I32EnumCase<"Int8Sym", 0, "INT8_SYM">,
  I32EnumCase<"Int8Asym", 1, "INT8_ASYM">]>;
def Pto_QuantTypeAttr : Pto_SpacedEnumAttr<Pto_QuantType, "quant_type">;

def Pto_StPhase : Pto_Enum<"StPhase", "phase of an accumulator store", [
  I32EnumCase<"Unspecified", 0, "unspecified">,
  I32EnumCase<"Partial", 2, "partial">, I32EnumCase<"Final", 3, "final">]>;
def Pto_StPhaseAttr : Pto_SpacedEnumAttr<Pto_StPhase, "st_phase">;

def Pto_AtomicType : Pto_Enum<"AtomicType", "atomic update of a store", [
  I32EnumCase<"AtomicNone", 0, "atomic_none">,
  I32EnumCase<"AtomicAdd", 1, "atomic_add">]>;
def Pto_AtomicTypeAttr : Pto_SpacedEnumAttr<Pto_AtomicType, "atomic_type">;

def Pto_ReluPreMode : Pto_Enum<"ReluPreMode", "rectifier on the way out", [
  I32EnumCase<"NoRelu", 0, "no_relu">,
  I32EnumCase<"NormalRelu", 1, "normal_relu">]>;
def Pto_ReluPreModeAttr
    : Pto_SpacedEnumAttr<Pto_ReluPreMode, "relu_pre_mode">;

def Pto_GatherOob : Pto_Enum<"GatherOob", "indices outside a gather's source", [
  I32EnumCase<"Undefined", 0, "undefined">, I32EnumCase<"Clamp", 1, "clamp">,
  I32EnumCase<"Wrap", 2, "wrap">, I32EnumCase<"Zero", 3, "zero">]>;
def Pto_GatherOobAttr : Pto_SpacedEnumAttr<Pto_GatherOob, "gather_oob">;

def Pto_ScatterOob : Pto_Enum<"ScatterOob",
    "indices outside a scatter's destination", [
  I32EnumCase<"Undefined", 0, "undefined">, I32EnumCase<"Skip", 1, "skip">,
  I32EnumCase<"Clamp", 2, "clamp">, I32EnumCase<"Wrap", 3, "wrap">]>;
def Pto_ScatterOobAttr : Pto_SpacedEnumAttr<Pto_ScatterOob, "scatter_oob">;

def Pto_ScatterAtomicOp : Pto_Enum<"ScatterAtomicOp",
    "how a scatter combines with memory", [
  I32EnumCase<"None", 0, "none">, I32EnumCase<"Add", 1, "add">,
  I32EnumCase<"Max", 2, "max">, I32EnumCase<"Min", 3, "min">]>;
def Pto_ScatterAtomicOpAttr
    : Pto_SpacedEnumAttr<Pto_ScatterAtomicOp, "scatter_atomic_op">;

//===----------------------------------------------------------------------===//
// Extensions: not in version 0.27 of the public assembler
//===----------------------------------------------------------------------===//

def Pto_FenceScope : Pto_Enum<"FenceScope", "memory that a fence orders", [
  I32EnumCase<"Gm", 0, "gm">]>;
def Pto_FenceScopeAttr : Pto_DottedEnumAttr<Pto_FenceScope, "fence_scope">;

def Pto_SyncAllMode : Pto_Enum<"SyncAllMode",
    "how all cores meet: hardware messages or a counter in memory", [
  I32EnumCase<"Hard", 0, "hard">, I32EnumCase<"Soft", 1, "soft">]>;
def Pto_SyncAllModeAttr : Pto_DottedEnumAttr<Pto_SyncAllMode, "sync_all_mode">;

def Pto_SyncAllCores : Pto_Enum<"SyncAllCores", "which cores meet", [
  I32EnumCase<"Mix", 0, "mix">, I32EnumCase<"AivOnly", 1, "aiv_only">,
  I32EnumCase<"AicOnly", 2, "aic_only">]>;
def Pto_SyncAllCoresAttr
    : Pto_DottedEnumAttr<Pto_SyncAllCores, "sync_all_cores">;

#endif // PTO_ENUMS_TD
