//===- Registration.cpp - everything a tool registers -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Pipelines/Registration.h"
#include "pypto/Conversion/Passes.h"
#include "pypto/Dialect/Pto/Passes.h"
#include "pypto/Dialect/Pto/PtoDialect.h"
#include "pypto/Dialect/Pypto/Pypto.h"
#include "pypto/Pipelines/AssemblyPipeline.h"
#include "pypto/Pipelines/Pipelines.h"
#include "pypto/Transforms/Matmul/Passes.h"
#include "pypto/Transforms/Padding/Passes.h"
#include "pypto/Transforms/Passes.h"
#include "pypto/Transforms/Pipelining/Passes.h"
#include "pypto/Transforms/PtoMemory/Passes.h"
#include "pypto/Transforms/Sync/Passes.h"
#include "pypto/Transforms/Tasks/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Transforms/Passes.h"

void pypto::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<mlir::affine::AffineDialect, mlir::arith::ArithDialect,
                  mlir::cf::ControlFlowDialect, mlir::func::FuncDialect,
                  mlir::math::MathDialect, mlir::memref::MemRefDialect,
                  mlir::pypto::PyptoDialect, mlir::scf::SCFDialect,
                  mlir::tensor::TensorDialect>();
  mlir::pto::registerPtoDialect(registry);
  mlir::func::registerInlinerExtension(registry);
}

void pypto::registerAllPasses() {
  mlir::registerTransformsPasses();
  registerTransformsPasses();
  registerConversionPasses();
  registerPyptoMatmulPasses();
  registerPyptoPaddingPasses();
  registerPyptoPipeliningPasses();
  registerPyptoPtoMemoryPasses();
  registerPyptoSyncPasses();
  registerPyptoTasksPasses();
  mlir::pto::registerPtoPasses();
  registerAssemblyPipeline();
  registerPipelines();
}
