import AuthDescriptor

/// A value of the descriptor that a server publishes with another value, in a form that a patch can replace.
struct MovedFact: Sendable, Hashable {
  /// The value as the descriptor spells it, with variables.
  let before: String
  /// The server's value, with the same variables.
  let after: String
  let location: SourceLocation

  /// - Returns: `nil` if a person has to decide: the host or the variables differ, or the new value has characters that
  ///   YAML could read in another way.
  init?(from before: String, to after: String, at location: SourceLocation) {
    let isPlain = after.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-._~:/?&=%+{}".utf8.contains(byte)
    }
    guard isPlain, after.utf8.count <= 500, before.host == after.host, before.variables == after.variables
    else { return nil }
    (self.before, self.after, self.location) = (before, after, location)
  }
}

extension String {
  /// The part between `https://` and the next slash, which can contain variables.
  fileprivate var host: Substring? {
    guard hasPrefix("https://") else { return nil }
    return dropFirst("https://".count).prefix { !"/?#".contains($0) }
  }

  /// The names in braces, in their order.
  fileprivate var variables: [Substring] {
    split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { $0.prefix { $0 != "}" } }
  }
}
