/// Asks the server about tokens, once for all who wait for the same answer (RFC 7662).
actor Introspections {
  private struct Flight {
    let work = SingleFlight<TokenCache.Answer>()
    var callers = 0
  }

  private let endpoint: TokenEndpoint
  private var flights: [TokenCache.Key: Flight] = [:]

  init(_ endpoint: TokenEndpoint) {
    self.endpoint = endpoint
  }

  /// What becomes of a token.
  ///
  /// - Parameter judge: Makes an answer of the server's claims.
  func answer(
    about token: Secret, _ key: TokenCache.Key,
    judge: @escaping @Sendable ([String: JSONValue]) async -> TokenCache.Answer
  ) async throws(StepFailure) -> TokenCache.Answer {
    flights[key, default: Flight()].callers += 1
    defer { leave(key) }
    let (endpoint, work) = (endpoint, flights[key, default: Flight()].work)
    return try await work.value { () async throws(StepFailure) in
      await judge(try await endpoint.introspect(token, hint: "access_token"))
    }
  }

  private func leave(_ key: TokenCache.Key) {
    flights[key]?.callers -= 1
    if flights[key]?.callers == 0 { flights[key] = nil }
  }
}
