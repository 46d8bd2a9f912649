//===- PyptoOps.td - every operation of the pypto dialect -----*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For documentation and bindings; the C++ of each family is generated alone.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_OPS_TD
#define PYPTO_OPS_TD

include "CompareOps.td"
include "ElementwiseOps.td"
include "ExpandOps.td"
include "GatherOps.td"
include "GenerateOps.td"
include "IndexedOps.td"
include "MatmulOps.td"
include "MemrefOps.td"
include "PrefetchOps.td"
include "ReductionOps.td"
include "ScopeOps.td"
include "ScratchOps.td"
include "ShapeOps.td"
include "SlotOps.td"
include "SortOps.td"
include "SystemOps.td"
include "TaskOps.td"
include "TensorOps.td"
include "TernaryOps.td"
include "TileOps.td"
include "ValidOps.td"

#endif // PYPTO_OPS_TD
