extension Sequence<UInt8> {
  /// Whether the sequence contains two bytes, one after the other. `firstRange(of:)` would take longer than the parser.
  func contains(_ pair: (UInt8, UInt8)) -> Bool {
    var last: UInt8?
    for byte in self {
      if byte == pair.1, last == pair.0 { return true }
      last = byte
    }
    return false
  }
}
