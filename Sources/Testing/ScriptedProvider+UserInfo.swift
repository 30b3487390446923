#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// The userinfo endpoint.
  extension ScriptedProvider.State {
    /// The user whose access token is in a request.
    func owner(of request: RecordedRequest) -> TestUser {
      let words = request.headers["authorization"]?.split(separator: " ") ?? []
      return words.last.flatMap { owners[String($0)] } ?? script.user
    }

    func userInfo(of user: TestUser) -> ScriptedResponse {
      var members: [String: JSONValue] = ["sub": .string(user.subject), "id": .string(user.subject)]
        .merging(user.claims) { $1 }
      script.userInfo(&members)
      if configuration.userInfo.format == .jwt { return signed(members) }
      return ResponseWriter(rules: configuration.token.response).facts(members, root: configuration.userInfo.root)
    }

    private func signed(_ members: [String: JSONValue]) -> ScriptedResponse {
      let facts = JSONValue.object([:]).setting(.object(members), at: configuration.userInfo.root).object ?? [:]
      guard let token = try? tokenSigner.token(claims: facts.merging(members) { $1 }) else {
        return ScriptedResponse(500)
      }
      return ScriptedResponse(200, headers: ["Content-Type": "application/jwt"], body: token)
    }
  }
#endif
