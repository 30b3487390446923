#if Loopback && !os(Windows)
  import AuthRuntime

  /// The shared signers of all providers in a process, one per algorithm. Each is created when a token is first signed.
  enum SharedTokenSigners {
    /// A signer for the first algorithm that has one, or `nil` if the default algorithm of a script's signer is allowed.
    static func signer(for allowed: [SignatureAlgorithm]) -> TokenSigner? {
      guard !allowed.contains(TokenSigner.standardAlgorithm) else { return nil }
      return allowed.lazy.compactMap { signers[$0] }.first
    }

    private static let signers = Dictionary(
      uniqueKeysWithValues: SignatureAlgorithm.asymmetric.compactMap { algorithm in
        (try? TokenSigner(quickly: algorithm)).map { (algorithm, $0) }
      })
  }
#endif
