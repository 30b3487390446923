#if Loopback && !os(Windows)
  import AuthRuntime

  /// The shared mints of all providers in a process, one per algorithm. Each is created when a token is first signed.
  enum SharedMints {
    /// A mint for the first algorithm that has one, or `nil` if the default algorithm of a script's mint is allowed.
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
