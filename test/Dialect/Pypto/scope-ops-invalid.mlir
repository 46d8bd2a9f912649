// Wrong scopes, tasks and attributes are refused with what was expected.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @yield(%x: !pypto.tensor<4xf32>) {
  // expected-error @+1 {{yields ('!pypto.tensor<4xf32>') but has results ()}}
  pypto.at CORE_GROUP {
    pypto.yield %x : !pypto.tensor<4xf32>
  }
  return
}

// -----

func.func @block(%n: index) {
  // expected-error @+1 {{the region takes one index argument, the block's index}}
  pypto.spmd %n {
    pypto.yield
  }
  return
}

// -----

func.func @level() {
  // expected-error @+1 {{expected one of [AIV, AIC, CORE_GROUP, }}
  pypto.at CORE {
  }
  return
}

// -----

func.func @callee(%x: !pypto.tensor<4xf32>) {
  // expected-error @+1 {{no function @nothing in this module}}
  %t = pypto.task.submit @nothing(%x) : (!pypto.tensor<4xf32>)
  return
}

// -----

func.func private @kernel(!pypto.tensor<4xf32>)

func.func @count(%x: !pypto.tensor<4xf32>) {
  // expected-error @+1 {{passes 2 arguments, @kernel takes 1}}
  %t = pypto.task.submit @kernel(%x, %x) : (!pypto.tensor<4xf32>, !pypto.tensor<4xf32>)
  return
}

// -----

func.func private @kernel(!pypto.tensor<4xf32>)

func.func @types(%x: !pypto.tensor<8xf32>) {
  // expected-error @+1 {{argument 0 has type '!pypto.tensor<8xf32>', @kernel expects '!pypto.tensor<4xf32>'}}
  %t = pypto.task.submit @kernel(%x) : (!pypto.tensor<8xf32>)
  return
}

// -----

func.func private @kernel(!pypto.tensor<4xf32>)

func.func @directions(%x: !pypto.tensor<4xf32>) {
  // expected-error @+1 {{has 2 directions for 1 arguments}}
  %t = pypto.task.submit @kernel(%x) directions [#pypto.dir<In>, #pypto.dir<Out>] : (!pypto.tensor<4xf32>)
  return
}

// -----

// expected-error @+1 {{expected 'pypto.kind' to be #pypto.func_kind<...>, got "InCore"}}
func.func private @kind() attributes {pypto.kind = "InCore"}

// -----

// expected-error @+1 {{unknown attribute 'pypto.knd' of the pypto dialect}}
func.func private @unknown() attributes {pypto.knd = 1}

// -----

// expected-error @+1 {{unknown argument attribute 'pypto.direction' of the pypto dialect}}
func.func private @argument(!pypto.tensor<4xf32> {pypto.direction = 1})

// -----

// expected-error @+1 {{'pypto.arch' belongs on a module}}
func.func private @arch() attributes {pypto.arch = #pypto.arch<a5>}
