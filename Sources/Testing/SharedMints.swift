#if Loopback && !os(Windows)
  import AuthRuntime

  /// One mint an algorithm for all providers of a process, made when a token is first signed.
  enum SharedMints {
    /// A mint of the first of these algorithms that there is one of; `nil` where ES256 is allowed, whose keys cost nothing.
    static func mint(of allowed: [SignatureAlgorithm]) -> TokenMint? {
      guard !allowed.contains(.es256) else { return nil }
      return allowed.lazy.compactMap(mint).first
    }

    private static func mint(_ algorithm: SignatureAlgorithm) -> TokenMint? {
      switch algorithm {
      case .rs256: rs256
      case .rs384: rs384
      case .rs512: rs512
      case .ps256: ps256
      case .ps384: ps384
      case .ps512: ps512
      case .es384: es384
      case .es512: es512
      case .edDSA: edDSA
      case .ed25519: ed25519
      case .es256, .hs256, .hs384, .hs512: nil
      }
    }

    private static let rs256 = try? TokenMint(quickly: .rs256)
    private static let rs384 = try? TokenMint(quickly: .rs384)
    private static let rs512 = try? TokenMint(quickly: .rs512)
    private static let ps256 = try? TokenMint(quickly: .ps256)
    private static let ps384 = try? TokenMint(quickly: .ps384)
    private static let ps512 = try? TokenMint(quickly: .ps512)
    private static let es384 = try? TokenMint(quickly: .es384)
    private static let es512 = try? TokenMint(quickly: .es512)
    private static let edDSA = try? TokenMint(quickly: .edDSA)
    private static let ed25519 = try? TokenMint(quickly: .ed25519)
  }
#endif
