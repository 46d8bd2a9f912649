//===- PyptoAttributes.td - attributes of the pypto dialect ---*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_ATTRIBUTES_TD
#define PYPTO_ATTRIBUTES_TD

include "PyptoBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

// The members of an enum that users meet have the names and numbers of its
// `pl` counterpart: MemorySpace is `pl.Mem`, FuncKind `pl.FunctionType`, Level
// `pl.Level`, RoundMode the `mode=` of `pl.cast`.
class Pypto_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::pypto";
  let genSpecializedAttr = 0;
}

class Pypto_EnumAttr<EnumInfo info, string mnemonic>
    : EnumAttr<Pypto_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def Pypto_MemorySpace : Pypto_Enum<"MemorySpace",
    "memory that holds a value", [
  I32EnumAttrCase<"DDR", 0>, I32EnumAttrCase<"Vec", 1>,
  I32EnumAttrCase<"Mat", 2>, I32EnumAttrCase<"Left", 3>,
  I32EnumAttrCase<"Right", 4>, I32EnumAttrCase<"Acc", 5>,
  I32EnumAttrCase<"Bias", 6>, I32EnumAttrCase<"LeftScale", 7>,
  I32EnumAttrCase<"RightScale", 8>, I32EnumAttrCase<"ScalarLocal", 9>]>;
def Pypto_MemorySpaceAttr : Pypto_EnumAttr<Pypto_MemorySpace, "space">;

def Pypto_TileLayout : Pypto_Enum<"TileLayout",
    "order of a tile's elements: outer order + inner order", [
  I32EnumAttrCase<"ND", 0, "nd">, // row-major, no inner box
  I32EnumAttrCase<"DN", 1, "dn">, // column-major, no inner box
  I32EnumAttrCase<"NZ", 2, "nz">, // boxes in column order, rows inside
  I32EnumAttrCase<"ZN", 3, "zn">, // boxes in row order, columns inside
  I32EnumAttrCase<"ZZ", 4, "zz">, // boxes in row order, rows inside
  I32EnumAttrCase<"NN", 5, "nn">  // boxes in column order, columns inside
]>;
def Pypto_TileLayoutAttr : Pypto_EnumAttr<Pypto_TileLayout, "layout">;

def Pypto_PadValue : Pypto_Enum<"PadValue",
    "what fills a tile outside its valid region", [
  I32EnumAttrCase<"null", 0>, I32EnumAttrCase<"zero", 1>,
  I32EnumAttrCase<"max", 2>, I32EnumAttrCase<"min", 3>]>;
def Pypto_PadValueAttr : Pypto_EnumAttr<Pypto_PadValue, "pad">;

def Pypto_FuncKind : Pypto_Enum<"FuncKind",
    "plane and core a function belongs to", [
  I32EnumAttrCase<"Opaque", 0>, I32EnumAttrCase<"Orchestration", 1>,
  I32EnumAttrCase<"InCore", 2>, I32EnumAttrCase<"AIC", 3>,
  I32EnumAttrCase<"AIV", 4>, I32EnumAttrCase<"Group", 5>,
  I32EnumAttrCase<"Spmd", 6>, I32EnumAttrCase<"Inline", 7>,
  I32EnumAttrCase<"Graph", 8>, I32EnumAttrCase<"Host", 9>]>;
def Pypto_FuncKindAttr : Pypto_EnumAttr<Pypto_FuncKind, "func_kind">;

def Pypto_Direction : Pypto_Enum<"Direction", "direction of a parameter", [
  I32EnumAttrCase<"In", 0>, I32EnumAttrCase<"Out", 1>,
  I32EnumAttrCase<"InOut", 2>]>;
def Pypto_DirectionAttr : Pypto_EnumAttr<Pypto_Direction, "dir">;

def Pypto_LoopKind : Pypto_Enum<"LoopKind",
    "what the author says of a loop's iterations", [
  I32EnumAttrCase<"Sequential", 0>, I32EnumAttrCase<"Parallel", 1>,
  I32EnumAttrCase<"Unroll", 2>, I32EnumAttrCase<"Pipeline", 3>]>;
def Pypto_LoopKindAttr : Pypto_EnumAttr<Pypto_LoopKind, "loop_kind">;

def Pypto_Level : Pypto_Enum<"Level",
    "level of the machine's hierarchy", [
  I32EnumAttrCase<"AIV", 0>, I32EnumAttrCase<"AIC", 1>,
  I32EnumAttrCase<"CORE_GROUP", 2>, I32EnumAttrCase<"CHIP_DIE", 3>,
  I32EnumAttrCase<"CHIP", 4>, I32EnumAttrCase<"HOST", 5>,
  I32EnumAttrCase<"CLUSTER_0", 6>, I32EnumAttrCase<"CLUSTER_1", 7>,
  I32EnumAttrCase<"CLUSTER_2", 8>, I32EnumAttrCase<"GLOBAL", 9>]>;
def Pypto_LevelAttr : Pypto_EnumAttr<Pypto_Level, "level">;

def Pypto_SplitMode : Pypto_Enum<"SplitMode",
    "how two vector lanes divide a tile", [
  I32EnumAttrCase<"NONE", 0>, I32EnumAttrCase<"UP_DOWN", 1>,
  I32EnumAttrCase<"LEFT_RIGHT", 2>]>;
def Pypto_SplitModeAttr : Pypto_EnumAttr<Pypto_SplitMode, "split">;

def Pypto_ScopeMode : Pypto_Enum<"ScopeMode",
    "who tracks the dependencies of tasks", [
  I32EnumAttrCase<"AUTO", 0>, I32EnumAttrCase<"MANUAL", 1>]>;
def Pypto_ScopeModeAttr : Pypto_EnumAttr<Pypto_ScopeMode, "scope_mode">;

def Pypto_RoundMode : Pypto_Enum<"RoundMode",
    "rounding of a cast", [
  I32EnumAttrCase<"none", 0>, I32EnumAttrCase<"rint", 1>,
  I32EnumAttrCase<"round", 2>, I32EnumAttrCase<"floor", 3>,
  I32EnumAttrCase<"ceil", 4>, I32EnumAttrCase<"trunc", 5>,
  I32EnumAttrCase<"odd", 6>]>;
def Pypto_RoundModeAttr : Pypto_EnumAttr<Pypto_RoundMode, "round">;

def Pypto_AtomicKind : Pypto_Enum<"AtomicKind",
    "how a store combines with what global memory holds", [
  I32EnumAttrCase<"none", 0>, I32EnumAttrCase<"add", 1>]>;
def Pypto_AtomicKindAttr : Pypto_EnumAttr<Pypto_AtomicKind, "atomic">;

def Pypto_CmpMode : Pypto_Enum<"CmpMode", "relation of an element compare", [
  I32EnumAttrCase<"eq", 0>, I32EnumAttrCase<"ne", 1>,
  I32EnumAttrCase<"lt", 2>, I32EnumAttrCase<"le", 3>,
  I32EnumAttrCase<"gt", 4>, I32EnumAttrCase<"ge", 5>]>;
def Pypto_CmpModeAttr : Pypto_EnumAttr<Pypto_CmpMode, "cmp">;

def Pypto_Pipe : Pypto_Enum<"Pipe", "instruction queue of a core", [
  I32EnumAttrCase<"MTE1", 0>, I32EnumAttrCase<"MTE2", 1>,
  I32EnumAttrCase<"MTE3", 2>, I32EnumAttrCase<"M", 3>,
  I32EnumAttrCase<"V", 4>, I32EnumAttrCase<"S", 5>,
  I32EnumAttrCase<"FIX", 6>, I32EnumAttrCase<"ALL", 7>]>;
def Pypto_PipeAttr : Pypto_EnumAttr<Pypto_Pipe, "pipe">;

def Pypto_KernelType : Pypto_Enum<"KernelType",
    "cores of a cluster that take part", [
  I32EnumAttrCase<"MIX", 0>, I32EnumAttrCase<"AIC", 1>,
  I32EnumAttrCase<"AIV", 2>]>;
def Pypto_KernelTypeAttr : Pypto_EnumAttr<Pypto_KernelType, "kernel_type">;

def Pypto_SyncAllMode : Pypto_Enum<"SyncAllMode",
    "how the cores of a launch meet", [
  I32EnumAttrCase<"HARD", 0>, I32EnumAttrCase<"SOFT", 1>]>;
def Pypto_SyncAllModeAttr : Pypto_EnumAttr<Pypto_SyncAllMode, "sync_all_mode">;

def Pypto_Arch : Pypto_Enum<"Arch", "generation of cores that code is for", [
  I32EnumAttrCase<"a2a3", 0>, I32EnumAttrCase<"a5", 1>]>;
def Pypto_ArchAttr : Pypto_EnumAttr<Pypto_Arch, "arch">;

#endif // PYPTO_ATTRIBUTES_TD
