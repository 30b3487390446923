extension ProviderConfiguration {
  /// Returns the header fields of one request: its own, and those of every request that it doesn't replace. Names are
  /// compared case-insensitively (RFC 9110 §5.1).
  package func headers(adding own: [String: TextTemplate]) -> [String: TextTemplate] {
    guard !headers.isEmpty else { return own }
    let names = Set(own.keys.map { $0.lowercased() })
    return own.merging(headers.filter { !names.contains($0.key.lowercased()) }) { own, _ in own }
  }
}
