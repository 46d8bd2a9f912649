//===- PtoOps.td - every operation, for documentation and bindings --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_OPS_TD
#define PTO_OPS_TD

include "AsyncOps.td"
include "BinaryOps.td"
include "BroadcastOps.td"
include "CompareOps.td"
include "ControlOps.td"
include "ExtensionOps.td"
include "FillOps.td"
include "FrontendPipeOps.td"
include "IndexedOps.td"
include "MatrixOps.td"
include "MoveOps.td"
include "PipeOps.td"
include "PrefetchOps.td"
include "ReduceOps.td"
include "ScalarOps.td"
include "SyncOps.td"
include "TileOps.td"
include "UnaryOps.td"
include "ViewOps.td"

#endif // PTO_OPS_TD
