#if Loopback && !os(Windows)
  import AuthRuntime

  /// One mint an algorithm for all providers of a process, made when a token is first signed.
  enum SharedMints {
    /// A mint of the first of these algorithms that has one; `nil` if the algorithm of every script's own mint is allowed.
    static func mint(of allowed: [SignatureAlgorithm]) -> TokenMint? {
      guard !allowed.contains(TokenMint.standardAlgorithm) else { return nil }
      return allowed.lazy.compactMap { mints[$0] }.first
    }

    private static let mints = Dictionary(
      uniqueKeysWithValues: SignatureAlgorithm.asymmetric.compactMap { algorithm in
        (try? TokenMint(quickly: algorithm)).map { (algorithm, $0) }
      })
  }
#endif
