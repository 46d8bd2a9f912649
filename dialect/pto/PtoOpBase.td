//===- PtoOpBase.td - base classes of the operations -------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_OP_BASE_TD
#define PTO_OP_BASE_TD

include "PtoAttributes.td"
include "PtoInterfaces.td"
include "PtoTypes.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Pto_Op<string mnemonic, list<Trait> traits = []>
    : Op<Pto_Dialect, mnemonic, traits>;

// Part of the destination's valid rectangle stays as it was.
def Pto_PartialWrite : NativeOpTrait<"PartialWrite"> {
  let cppNamespace = "::mlir::pto";
}

// Marks an operation whose lint() is in LintRules.cpp.
defvar Pto_Lint = DeclareOpInterfaceMethods<LintOpInterface>;

// An instruction. `pipe` is the pipe that runs it, as an enumerator of
// ::mlir::pto::Pipe; empty when it depends on operands and getPipe() is
// written in C++.
class Pto_PipeOp<string mnemonic, string pipe, list<Trait> traits = []>
    : Pto_Op<mnemonic, !listconcat([PipeOpInterface], traits)> {
  code pipeDecl = !if(!empty(pipe),
    "::mlir::pto::Pipe getPipe();",
    "::mlir::pto::Pipe getPipe() { return ::mlir::pto::Pipe::" # pipe # "; }");
  let extraClassDeclaration = pipeDecl;
}

// An instruction on tiles whose rules are a chain of TileVerifier calls
// (TileVerifier.h). `rules` starts with the dot of the first call.
class Pto_TileOp<string mnemonic, string pipe, code rules,
                 list<Trait> traits = []>
    : Pto_PipeOp<mnemonic, pipe, traits> {
  let hasVerifier = 1;
  let extraClassDefinition =
    "::llvm::LogicalResult $cppClass::verify() {\n"
    "  return ::mlir::pto::TileVerifier(getOperation())" # rules #
    ".result();\n}\n";
}

// Operands of instructions.
class Pto_In<string description = "">
    : Arg<Pto_TileOperand, description, [MemRead]>;
class Pto_Out<string description = "destination">
    : Arg<Pto_TileOperand, description, [MemWrite]>;
class Pto_InOut<string description = "destination, also read">
    : Arg<Pto_TileOperand, description, [MemRead, MemWrite]>;
class Pto_Tmp<string description = "scratch space">
    : Arg<Pto_TileOperand, description, [Scratch]>;
class Pto_OptIn<string description = "">
    : Arg<Optional<Pto_TileOperand>, description, [MemRead]>;
class Pto_OptTmp<string description = "scratch space">
    : Arg<Optional<Pto_TileOperand>, description, [Scratch]>;

// The text `ins(%a, %b : A, B) outs(%d : D) {...}`. `optional` is an operand
// that may follow the others inside `ins`; `attrs` are the attributes in front
// of the colon, for the few operations that write them there.
class Pto_Text<list<string> inputs, string optional = "", string attrs = ""> {
  string values = !interleave(!foreach(n, inputs, "$" # n), " `,` ") #
    !if(!empty(optional), "", " (`,` $" # optional # "^)?");
  string types =
    !interleave(!foreach(n, inputs, "type($" # n # ")"), " `,` ") #
    !if(!empty(optional), "", " (`,` type($" # optional # ")^)?");
  string text = "`ins` `(` " # values # " " # attrs # " `:` " # types #
    " `)` `outs` `(` $dst `:` type($dst) `)`" #
    !if(!empty(attrs), " attr-dict", "");
}
// As above, followed by the tensor result of the legacy form.
class Pto_LegacyText<list<string> inputs> {
  string text = Pto_Text<inputs>.text # " (`->` type($result)^)?";
}

#endif // PTO_OP_BASE_TD
