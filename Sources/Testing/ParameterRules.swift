#if Loopback && !os(Windows)
  import AuthRuntime
  import Crypto
  import Foundation

  /// The provider's names for protocol parameters, and its checks, from the server's side.
  struct ParameterRules {
    let configuration: ProviderConfiguration

    /// The parameters by their standard names.
    func standard(_ fields: [String: String]) -> [String: String] {
      var result = fields
      for (standard, own) in configuration.renames { if let value = fields[own] { result[standard] = value } }
      if let parameter = configuration.scopes?.parameter, let value = fields[parameter] { result["scope"] = value }
      return result
    }

    func omits(_ parameter: String) -> Bool { configuration.token.omitted.contains(parameter) }

    /// Whether a request contains the challenge that the provider requires.
    func isChallengeRight(_ fields: [String: String]) -> Bool {
      switch configuration.pkce.method {
      case .none: fields["code_challenge"] == nil
      case .plain: fields["code_challenge_method"] == "plain" && fields["code_challenge"] != nil
      case .s256: fields["code_challenge_method"] == "S256" && fields["code_challenge"] != nil
      }
    }

    /// Whether the client that redeems a code also requested it (RFC 7636 §4.6).
    func isVerifierRight(_ verifier: String?, for challenge: String?) -> Bool {
      guard let challenge else { return verifier == nil }
      guard let verifier else { return omits("code_verifier") }
      let digest = SHA256.hash(data: Data(verifier.utf8))
      switch (configuration.pkce.method, configuration.pkce.encoding) {
      case (.none, _): return false
      case (.plain, _): return verifier == challenge
      case (.s256, .base64url): return Base64URL.encode(digest) == challenge
      case (.s256, .hex):
        return Hex.encode(digest) == challenge
      }
    }
  }
#endif
