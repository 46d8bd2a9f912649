//===- SystemOps.td - identity of a running block -------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_SYSTEM_OPS_TD
#define PYPTO_SYSTEM_OPS_TD

include "PyptoOpBase.td"

class Pypto_IdentityOp<string name, string what>
    : Pypto_Op<"system." # name, [Pure]> {
  let summary = what;
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
}

def GetBlockIdxOp : Pypto_IdentityOp<"get_block_idx",
    "index of this block among those of its launch">;
def GetBlockNumOp : Pypto_IdentityOp<"get_block_num",
    "number of blocks of this launch">;
def GetSubblockIdxOp : Pypto_IdentityOp<"get_subblock_idx",
    "index of this vector lane in its cluster, 0 or 1">;
def AvailableClusterCountOp : Pypto_IdentityOp<"available_cluster_count",
    "number of clusters, one cube core each, of the device">;
def AvailableAivCountOp : Pypto_IdentityOp<"available_aiv_count",
    "number of vector cores of the device">;

#endif // PYPTO_SYSTEM_OPS_TD
