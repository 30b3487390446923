import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A session that can't be refreshed now` {
  struct Case: Sendable {
    let fault: ScriptedFault.ResponseFault
    let failure: StepFailure
    init(_ fault: ScriptedFault.ResponseFault, _ failure: StepFailure) { (self.fault, self.failure) = (fault, failure) }
  }

  static let cases = [
    Case(.lost, .session(.offline(.network(.interrupted(host: "127.0.0.1"), endpoint: .token)))),
    Case(.truncated, .session(.offline(.network(.interrupted(host: "127.0.0.1"), endpoint: .token)))),
    Case(.unavailable, .session(.offline(.status(503, endpoint: .token)))),
    Case(.rateLimited(retryAfter: .seconds(7)), .session(.rateLimited(retryAfter: .seconds(7), endpoint: .token))),
    Case(.html, .response(.notJSON(endpoint: .token, status: 200))),
    Case(.oversized, .response(.tooLarge(endpoint: .token, limit: 1 << 20))),
  ]

  @Test(arguments: cases)
  func `A session survives an outage, and continues when the server is back`(it: Case) async throws {
    try await withProvider(script: .init { $0.rotation = .reuseDetected(overlap: .seconds(36_000)) }) { provider in
      let (time, store) = (AdjustableTime(), MemoryCredentialStore())
      let client = provider.client(keeping: store, at: time)
      _ = try await client.signIn(scopes: [], parameters: .init())
      await provider.rewrite { $0.now = { time.now } }
      time.advance(by: 3590)
      await provider.inject(.response(it.fault, of: .token))
      #expect(await client.tokenFailure() == it.failure)
      #expect(try await client.user()?.subject == "user-1", "going offline doesn't sign the user out")
      #expect(try await provider.client(keeping: store).user() != nil, "neither does a restart")
      await provider.clearFaults()
      #expect(await client.tokenFailure() == nil)
    }
  }

  @Test func `The server's error is reported if the status doesn't say why a refresh failed`() async throws {
    try await withProvider { provider in
      let client = provider.client(keeping: MemoryCredentialStore(), at: AdjustableTime())
      _ = try await client.signIn(scopes: [], parameters: .init())
      await provider.rewrite { script in
        script.instead = { request in
          let body = #"{"error":"temporarily_unavailable","error_description":"back at nine"}"#
          return request.path == "/token" ? .json(body, status: 400) : nil
        }
      }
      let failure = await client.refreshFailure()
      #expect(failure?.caseName == "offline")
      #expect(failure?.description.hasSuffix("[temporarily_unavailable] (back at nine)") == true)
      #expect(try await client.user() != nil)
    }
  }

  @Test func `A session survives without any network`() async throws {
    try await withProvider { provider in
      let (time, store, isDown) = (AdjustableTime(), MemoryCredentialStore(), Locked(false))
      let transport = ScriptedTransport { request throws(TransportFailure) in
        if isDown.value { throw .network(.unreachable(host: "127.0.0.1")) }
        return try await AuthEnvironment.platformTransport.send(request)
      }
      let client = provider.client(keeping: store, at: time, transport: transport)
      _ = try await client.signIn(scopes: [], parameters: .init())
      isDown.withLock { $0 = true }
      let token = try await client.accessToken()
      #expect(try await provider.client(keeping: store, at: time).accessToken() == token, "restored without a request")
      time.advance(by: 3590)
      let offline = StepFailure.session(.offline(.network(.unreachable(host: "127.0.0.1"), endpoint: .token)))
      #expect(await client.tokenFailure() == offline)
      #expect(offline.recovery == .retry(after: nil))
      #expect(try await client.credential()?.unconfirmedRefresh == nil, "no request was sent")
    }
  }

  @Test func `After a lost response, a valid token is used while the refresh can't be retried`() async throws {
    try await withProvider(script: .init { $0.rotation = .reuseDetected(overlap: .seconds(36_000)) }) { provider in
      let time = AdjustableTime(stands: true)
      await provider.rewrite { $0.now = { time.now } }
      let client = provider.client(keeping: MemoryCredentialStore(), at: time)
      _ = try await client.signIn(scopes: [], parameters: .init())
      let old = try await client.accessToken()
      await provider.inject(.response(.lost, of: .token))
      #expect(await client.refreshFailure()?.caseName == "offline")
      #expect(provider.refreshes == 2, "the refresh is retried immediately")
      // The next call retries the refresh, and the calls of the next seconds don't.
      for _ in 1...5 { #expect(try await client.accessToken() == old) }
      #expect(provider.refreshes == 4)
      await provider.clearFaults()
      time.advance(by: 11)
      #expect(try await client.accessToken() != old, "within the server's overlap the session continues")
      #expect(try await client.credential()?.unconfirmedRefresh == nil)
    }
  }

  @Test func `Only the server's rejection ends a session, and the failure says what happened before`() async throws {
    for (isLost, hadPrevious) in [(false, false), (true, false), (false, true)] {
      try await withProvider(script: .init { $0.rotation = .reuseDetected() }) { provider in
        let time = AdjustableTime()
        let client = provider.client(keeping: MemoryCredentialStore(), at: time)
        _ = try await client.signIn(scopes: [], parameters: .init())
        if hadPrevious { _ = try await client.refresh() }
        if isLost { await provider.inject(.response(.lost, of: .token), times: 1) }
        let no = ScriptedResponse.json(#"{"error":"invalid_grant"}"#, status: 400)
        if !isLost { await provider.rewrite { $0.instead = { $0.path == "/token" ? no : nil } } }
        guard case .session(.ended(let end)) = await client.refreshFailure() else {
          Issue.record("the session didn't end")
          return
        }
        #expect(end.error.code == "invalid_grant")
        #expect((end.unconfirmedRefresh != nil) == isLost)
        #expect(end.hadPreviousToken == hadPrevious)
        #expect(try await client.user() == nil)
      }
    }
  }
}

@Suite struct `A session whose end the provider sets` {
  @Test func `A session ends at the time that the provider sets`() async throws {
    let time = AdjustableTime()
    let end = time.now.addingTimeInterval(1000).timeIntervalSince1970.rounded(.down)
    try await withProvider(script: .init { $0.claims = { $0["session_expiry"] = .number(end) } }) { provider in
      let store = MemoryCredentialStore()
      let client = provider.client(keeping: store, at: time)
      _ = try await client.signIn(scopes: [], parameters: .init())
      #expect(try await client.credential()?.sessionExpiresAt == Date(timeIntervalSince1970: end))
      time.advance(by: 500)
      #expect(await client.tokenFailure() == nil)
      time.advance(by: 501)
      let expired = StepFailure.session(.expired(Date(timeIntervalSince1970: end)))
      #expect(await client.tokenFailure() == expired)
      #expect(expired.recovery == .reauthenticate)
      #expect(await client.refreshFailure() == .notSignedIn)
      #expect(try await provider.client(keeping: store).user() == nil)
      #expect(provider.refreshes == 0, "no request is sent")
    }
  }
}
