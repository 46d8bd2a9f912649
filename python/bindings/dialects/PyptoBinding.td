//===- PyptoBinding.td - entry point of binding generation ----*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_BINDING_TD
#define PYPTO_BINDING_TD

include "PyptoOps.td"

#endif // PYPTO_BINDING_TD
