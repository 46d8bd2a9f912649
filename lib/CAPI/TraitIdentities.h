//===- TraitIdentities.h - one identity per trait ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_CAPI_TRAITIDENTITIES_H
#define PYPTO_LIB_CAPI_TRAITIDENTITIES_H

namespace pypto {

/// Makes the traits of this library's operations the ones that MLIR asks for.
///
/// MLIR finds the identity of a trait by the spelling of its C++ type at first
/// use, and two compilers spell it differently: a terminator of ours would be
/// none for MLIR when code of ours comes first. MLIR's C API has hidden copies
/// of these identities, which are merged with ours; the functions of it that
/// use them are called here before anything of ours can. To be called before
/// dialects are registered; only the first call does something.
void settleTraitIdentities();

} // namespace pypto

#endif // PYPTO_LIB_CAPI_TRAITIDENTITIES_H
