//===- Precompiled.cpp - gives the precompiled headers a target -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
