module {
  module attributes {pto.target_arch = "a3"} {
    func.func @one() { return }
  }
  module attributes {pto.target_arch = "a3"} {
    func.func @two() { return }
  }
}
