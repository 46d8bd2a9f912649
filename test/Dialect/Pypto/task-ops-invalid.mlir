// What the verifiers of tasks refuse beside what scope-ops-invalid.mlir has.
// RUN: pypto-opt %s -split-input-file -verify-diagnostics

func.func @dummy_dep(%n: index) {
  // expected-error @+1 {{operand #0 must be variadic of handle of a submitted task, but got 'index'}}
  %t = "pypto.task.dummy"(%n) : (index) -> !pypto.task_id
  return
}

// -----

func.func @no_task() {
  // expected-error @+1 {{result #0 must be handle of a submitted task, but got 'index'}}
  %t = "pypto.task.invalid"() : () -> index
  return
}

// -----

func.func @tag(%n: index) {
  // expected-error @+1 {{operand #0 must be tensor in global memory, but got 'index'}}
  "pypto.dump_tag"(%n) : (index) -> ()
  return
}
