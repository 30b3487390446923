#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// Signed authorization responses (JWT Secured Authorization Response Mode, JARM).
  extension ScriptedProvider.State {
    /// Returns a callback with the parameters in a JWT (JARM §2.1).
    func signedResponse(
      _ callback: [(name: String, value: String)], to clientID: String
    ) -> [(name: String, value: String)] {
      let fault = signedResponseFault
      if fault == .plain { return callback }
      let now = script.now().timeIntervalSince1970.rounded()
      var claims = Dictionary(callback.map { ($0.name, JSONValue.string($0.value)) }) { first, _ in first }
      let own: [String: JSONValue] = [
        "iss": .string(issuer), "aud": .string(clientID), "exp": .number(now + 600),
      ]
      claims.merge(own) { $1 }
      fault?.change(&claims, now)
      script.responseClaims(&claims)
      return [(name: "response", value: script.signedResponse(token(claims, fault) ?? ""))]
    }

    private func token(_ claims: [String: JSONValue], _ fault: ScriptedFault.SignedResponseFault?) -> String? {
      switch fault {
      case .signature: try? tokenSigner.another(keyID: tokenSigner.keyID).token(claims: claims)
      case .unsigned:
        (try? tokenSigner.token(claims: claims, header: ["alg": "none", "kid": .null])).map { token in
          token.split(separator: ".").prefix(2).joined(separator: ".") + "."
        }
      case .encrypted: "eyJlbmMiOiJBMjU2R0NNIiwiYWxnIjoiUlNBLU9BRVAtMjU2In0.a2V5.aXY.Y2lwaGVydGV4dA.dGFn"
      default: try? tokenSigner.token(claims: claims)
      }
    }
  }

  extension ScriptedFault.SignedResponseFault {
    /// Changes the claims of a response.
    fileprivate func change(_ claims: inout [String: JSONValue], _ now: TimeInterval) {
      switch self {
      case .missingIssuer: claims["iss"] = nil
      case .issuer: claims["iss"] = "https://other.example"
      case .missingAudience: claims["aud"] = nil
      case .audience: claims["aud"] = "other-client"
      case .missingExpiry: claims["exp"] = nil
      case .expired: claims["exp"] = .number(now - 3600)
      case .signature, .unsigned, .encrypted, .plain: break
      }
    }
  }
#endif
