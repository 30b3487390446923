import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A rejected refresh` {
  /// A provider with its own error codes.
  private static let wordy = ProviderConfiguration.plain.with {
    $0.refresh?.sessionEndingErrors = ["bad_refresh_token"]
    $0.errors["busy_now"] = .init("busyNow", .retryLater, "Too much to do.")
  }

  private func end(
    _ configuration: ProviderConfiguration, _ response: ScriptedResponse
  ) async throws -> (failure: StepFailure?, isSignedIn: Bool) {
    try await withProvider(configuration) { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      _ = try await client.signIn(scopes: [], parameters: .init())
      await provider.rewrite { $0.instead = { $0.path == "/token" ? response : nil } }
      let failure = await client.refreshFailure()
      return (failure, try await client.user() != nil)
    }
  }

  @Test(arguments: [
    ("bad_refresh_token", 200, "ended"), ("bad_refresh_token", 400, "ended"), ("bad_refresh_token", 503, "offline"),
    ("invalid_grant", 400, "invalid_grant"), ("busy_now", 400, "offline"), ("server_error", 400, "offline"),
    ("slow_down", 400, "rateLimited"), ("invalid_client", 401, "invalid_client"),
  ])
  func `The descriptor decides whether an error ends the session`(code: String, status: Int, failure: String)
    async throws
  {
    let end = try await end(Self.wordy, .json(#"{"error":"\#(code)"}"#, status: status))
    #expect(end.failure?.caseName == failure)
    #expect(end.isSignedIn == (failure != "ended"))
  }

  @Test func `A rejection in another charset is recognized`() async throws {
    var response = ScriptedResponse(400, headers: ["Content-Type": "application/json; charset=ISO-8859-1"])
    response.body = #"{"error":"invalid_grant","error_description":"expiré"}"#.data(using: .isoLatin1) ?? Data()
    let end = try await end(.plain, response)
    #expect(end.failure?.caseName == "ended")
    #expect(!end.isSignedIn)
  }

  @Test func `A failure doesn't contain the refresh token, even if the server repeats it`() async throws {
    try await withProvider { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      _ = try await client.signIn(scopes: [], parameters: .init())
      let token = try #require(try await client.credential()?.refreshToken).reveal()
      let text = "the token \(token) of app is unknown"
      await provider.rewrite {
        $0.instead = {
          $0.path == "/token"
            ? .json(#"{"error":"invalid_request","error_description":"\#(text)"}"#, status: 400) : nil
        }
      }
      guard case .server(_, let error) = await client.refreshFailure() else {
        Issue.record("a different failure")
        return
      }
      #expect(error.text == "the token <redacted> of app is unknown")
    }
  }

  @Test func `An expired ID token of another user is reported as another user's`() async throws {
    try await withProvider { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      _ = try await client.signIn(scopes: [], parameters: .init())
      await provider.rewrite {
        $0.claims = { claims in
          claims["sub"] = "user-2"
          claims["exp"] = .integer(1)
        }
      }
      #expect(await client.refreshFailure() == .idToken(.subjectChanged), "not as an expired one")
      #expect(try await client.user() == nil)
    }
  }
}

@Suite struct `An invalid ID token after a refresh` {
  /// The failure of a refresh for which the server's script was changed, and whether the user is still signed in.
  private func end(_ change: @escaping @Sendable (inout ScriptedProvider.Script) -> Void) async throws -> (
    failure: StepFailure?, isSignedIn: Bool
  ) {
    try await withProvider(script: .init { $0.claims = { $0["auth_time"] = .integer(1_000) } }) { provider in
      let client = provider.client(keeping: MemoryCredentialStore())
      _ = try await client.signIn(scopes: [], parameters: .init())
      await provider.rewrite(change)
      let failure = await client.refreshFailure()
      return (failure, try await client.user() != nil)
    }
  }

  @Test func `A refresh may return another auth_time`() async throws {
    let end = try await end { $0.claims = { $0["auth_time"] = .integer(2_000) } }
    #expect(end.failure == nil)
    #expect(end.isSignedIn)
  }

  @Test func `An ID token with another algorithm doesn't end the session`() async throws {
    let end = try await end { script in
      script.idToken = { _ in "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.e30.c2lnbmF0dXJl" }
    }
    #expect(end.failure == .idToken(.algorithmNotAllowed("RS256")))
    #expect(end.isSignedIn)
  }

  @Test func `An ID token for another client ends the session`() async throws {
    let end = try await end { $0.claims = { $0["aud"] = "another" } }
    #expect(end.failure == .idToken(.audienceMismatch))
    #expect(!end.isSignedIn)
  }
}

@Suite struct `An early refresh` {
  private static let advised = ProviderConfiguration.plain.with { $0.refresh?.early = .seconds(600) }

  @Test func `A failed early refresh returns the valid token, and is retried only after a pause`() async throws {
    try await withProvider(Self.advised) { provider in
      let time = AdjustableTime(stands: true)
      await provider.rewrite { $0.now = { time.now } }
      let client = provider.client(keeping: MemoryCredentialStore(), at: time)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let old = try await client.accessToken()
      await provider.rewrite { $0.instead = { $0.path == "/token" ? .html("busy", status: 503) : nil } }
      time.advance(by: 3100)
      for _ in 1...5 { #expect(try await client.accessToken() == old) }
      #expect(provider.refreshes == 1)
      await provider.rewrite { $0.instead = { _ in nil } }
      time.advance(by: 11)
      #expect(try await client.accessToken() != old)
    }
  }

  @Test func `An early refresh reports once that its tokens couldn't be saved`() async throws {
    try await withProvider(Self.advised) { provider in
      let (store, time) = (FailingStore(), AdjustableTime())
      let client = provider.client(keeping: store, at: time)
      _ = try await client.signIn(scopes: [], parameters: .init())
      await provider.rewrite { $0.now = { time.now } }
      time.advance(by: 3100)
      await store.fail { if case .save(2...) = $0 { .unavailable("the disk is full") } else { nil } }
      #expect(await client.tokenFailure()?.caseName == "unsaved")
      #expect(await client.tokenFailure() == nil, "reported once")
    }
  }
}

@Suite struct `A sign-out` {
  @Test func `The session is removed before the revocation, even if the revocation fails`() async throws {
    try await withProvider { provider in
      let store = MemoryCredentialStore()
      let client = provider.client(keeping: store)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let wasIn = Locked(true)
      await provider.rewrite {
        $0.instead = { $0.path == "/revoke" ? .html("busy", status: 503) : nil }
      }
      let transport = ScriptedTransport { request throws(TransportFailure) in
        if request.url.path == "/revoke" {
          // A process that is killed now is signed out.
          let next = try? await provider.client(keeping: store).user()
          wasIn.withLock { $0 = next != nil }
        }
        return try await AuthEnvironment.platformTransport.send(request)
      }
      let leaving = provider.client(keeping: store, transport: transport)
      _ = await failure(of: try await leaving.signOut())
      #expect(!wasIn.value)
      #expect(try await leaving.user() == nil)
    }
  }

  @Test func `A sign-out also revokes the token of a refresh during the revocation`() async throws {
    try await withProvider { provider in
      let gate = GatedClock()
      let transport = ScriptedTransport { request throws(TransportFailure) in
        if request.url.path == "/revoke" { try? await gate.sleep(until: .now, tolerance: nil) }
        return try await AuthEnvironment.platformTransport.send(request)
      }
      let client = provider.client(keeping: MemoryCredentialStore(), transport: transport)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let asked = transport.asked.value
      let signOut = await failureTask(of: try await client.revokeTokens())
      await transport.asked.wait { $0 > asked }
      let newest = try #require(try await client.refresh().refreshToken)
      gate.open()
      #expect(await signOut.value == nil)
      let revoked = provider.requests.filter { $0.path == "/revoke" }.map(\.text)
      #expect(revoked.count == 2)
      #expect(revoked.last?.contains(newest.reveal()) == true)
      #expect(try await client.user() == nil)
    }
  }

  @Test func `A sign-out revokes the token that another process received`() async throws {
    try await withProvider { provider in
      let store = MemoryCredentialStore()
      let (one, other) = (provider.client(keeping: store), provider.client(keeping: store))
      _ = try await one.signIn(scopes: [], parameters: .init())
      _ = try await other.accessToken()
      let newest = try #require(try await one.refresh().refreshToken)
      try await other.revokeTokens()
      let revoked = provider.requests.filter { $0.path == "/revoke" }.map(\.text)
      #expect(revoked.count == 1)
      #expect(revoked.first?.contains(newest.reveal()) == true)
    }
  }
}
