#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// The purpose of an access token.
  struct AccessTokenRequest: Sendable {
    var user: TestUser?
    var audience: String
    var scope: String
    var clientID: String
    var details: [JSONValue] = []
    var lifetime: Duration = .seconds(3600)
    var claims: [String: JSONValue] = [:]
    var header: [String: JSONValue] = [:]
    var fault: ScriptedFault.TokenFault?

    /// The value of `aud`: a list if the request named several resources.
    var audiences: JSONValue {
      let names = audience.split(separator: " ").map { JSONValue.string(String($0)) }
      return names.count > 1 ? .array(names) : .string(audience)
    }
  }

  /// Creates JWT access tokens (RFC 9068 §2), in the format that the descriptor reads.
  extension ScriptedProvider.State {
    func accessToken(_ tokenRequest: AccessTokenRequest) throws -> String {
      let rules = configuration.accessToken
      var claims = accessTokenClaims(tokenRequest)
      let fault = tokenRequest.fault ?? tokenFault { .accessToken($0) }
      let tokenSigner = try invalidate(
        &claims, by: fault, signing: accessTokenSigner, audienceAt: rules.audience.firstPath ?? "aud")
      let type = rules.types.first { $0.lowercased() == "at+jwt" } ?? rules.types.first ?? "at+jwt"
      let token = try tokenSigner.token(
        claims: claims, header: ["typ": .string(type)].merging(tokenRequest.header) { $1 })
      accessTokens[token] = claims
      return token
    }

    /// The claims that a descriptor checks, if the variables and the request determine their values.
    func marks(_ checks: [String: ClaimCheck], of request: [String: String] = [:]) -> [String: JSONValue] {
      checks.compactMapValues { check in
        let expected = try? check.expectedValue { name in
          name.hasPrefix("authorize.") ? request[String(name.dropFirst("authorize.".count))] : value(name)
        }
        return switch expected {
        case .text(let text)?: .string(text)
        case .oneOf(let texts)?: texts.first.map(JSONValue.string)
        case .present?, .anyText?: "present"
        case nil: nil
        }
      }
    }

    func forgetAccessTokens() {
      (accessTokens, owners) = ([:], [:])
    }

    func accessTokenClaims(_ tokenRequest: AccessTokenRequest) -> [String: JSONValue] {
      let rules = configuration.accessToken
      let now = script.now().timeIntervalSince1970.rounded(.down)
      let own =
        (try? rules.clientSubject.filled { $0 == "client_id" ? tokenRequest.clientID : nil }) ?? tokenRequest.clientID
      var tree = JSONValue.object([
        "iss": .string(issuer), "azp": .string(tokenRequest.clientID), "iat": .number(now),
        "exp": .number(now + Double(tokenRequest.lifetime.components.seconds)), "jti": .string(UUID().uuidString),
      ])
      tree = tree.setting(.string(tokenRequest.user?.subject ?? own), at: ".", rules.subject.firstPath ?? "sub")
      tree = tree.setting(.string(tokenRequest.clientID), at: ".", rules.clientID.firstPath ?? "client_id")
      tree = tree.setting(tokenRequest.audiences, at: ".", rules.audience.firstPath ?? "aud")
      if !tokenRequest.scope.isEmpty {
        tree = tree.setting(.string(tokenRequest.scope), at: ".", rules.scopes.firstPath ?? "scope")
      }
      if !tokenRequest.details.isEmpty {
        tree = tree.setting(.array(tokenRequest.details), at: ".", "authorization_details")
      }
      for (name, value) in marks(rules.checks.merging(rules.kindChecks) { $1 })
      where value != "present" || tree.value(at: .member(name)) == nil {
        tree = tree.setting(value, at: ".", .member(name))
      }
      for (name, value) in marks(rules.userChecks) {
        if tokenRequest.user == nil {
          tree = tree.setting(.null, at: ".", .member(name))
        } else if tree.value(at: .member(name)) == nil {
          tree = tree.setting(value, at: ".", .member(name))
        }
      }
      let all = (tree.object ?? [:]).merging(tokenRequest.user?.accessTokenClaims ?? [:]) { $1 }
      return all.merging(tokenRequest.claims) { $1 }.filter { $0.value != .null }
    }

    /// Makes a token invalid, and chooses the signer that signs it.
    func invalidate(
      _ claims: inout [String: JSONValue], by fault: ScriptedFault.TokenFault?, signing tokenSigner: TokenSigner,
      audienceAt: FieldPath = "aud"
    ) throws -> TokenSigner {
      switch fault {
      case nil: return tokenSigner
      case .signature: return try tokenSigner.another(keyID: tokenSigner.keyID)
      case .nonce: claims["nonce"] = "another-nonce"
      case .issuer: claims["iss"] = "https://somebody-else.example"
      case .audience:
        claims = JSONValue.object(claims).setting("somebody-else", at: ".", audienceAt).object ?? [:]
      case .expired:
        let past = script.now().timeIntervalSince1970.rounded(.down) - 3600
        (claims["iat"], claims["exp"]) = (.number(past - 600), .number(past))
      }
      return tokenSigner
    }
  }
#endif
