import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Attacks on sign-ins without a browser` {
  @Test func `A server that never stops asking is stopped at the limit`() async throws {
    try await FirstPartyProvider.run { shop in
      await shop.scripted.inject(.firstParty(.endless))
      var step = try await shop.begin(shop.client())
      for _ in 2...FirstPartyMemory.maximumRequests { step = try await step.answer("471100") }
      let failure = await stepFailure(try await step.answer("471100"))
      #expect(failure?.firstParty == .tooManySteps(limit: FirstPartyMemory.maximumRequests))
      #expect(await stepFailure(try await step.answer("471100"))?.firstParty == .alreadyCompleted)
      #expect(shop.fields(at: "/challenge").count == FirstPartyMemory.maximumRequests)
    }
  }

  @Test func `A sign-in that takes too long ends before another request`() async throws {
    let now = Locked(Date())
    try await FirstPartyProvider.run { shop in
      let step = try await shop.begin(shop.client(now: { now.value }))
      now.withLock { $0 += FirstPartyMemory.lifetime.seconds }
      #expect(await stepFailure(try await step.answer("471100"))?.firstParty == .expired)
      #expect(shop.fields(at: "/challenge").count == 1)
    }
  }

  @Test func `Only the newest step takes inputs, and only until the user is signed in`() async throws {
    try await FirstPartyProvider.run(script: { $0.firstParty.demands = [.init(), .init()] }) { shop in
      let first = try await shop.begin(shop.client())
      let second = try await first.answer("471100")
      #expect(await stepFailure(try await first.answer("471100"))?.firstParty == .alreadyCompleted)
      let last = try await second.answer("471100")
      #expect(last.user?.subject == "user-1")
      for step in [first, second, last] {
        #expect(await stepFailure(try await step.answer("471100"))?.firstParty == .alreadyCompleted)
      }
      #expect(shop.fields(at: "/challenge").count == 3)
    }
  }

  @Test(arguments: [false, true])
  func `A step from before a sign-out can't sign the user in again`(revokes: Bool) async throws {
    try await FirstPartyProvider.run({ $0.logout.style = .none }) { shop in
      let client = shop.client()
      _ = try await shop.begin(client).answer("471100")
      let held = try await shop.begin(client)
      try #require(held.user == nil)
      let sent = shop.fields(at: "/challenge").count
      if revokes { try await client.revokeTokens() } else { try await client.signOut() }
      #expect(await stepFailure(try await held.answer("471100")) == .cancelled)
      #expect(shop.fields(at: "/challenge").count == sent)
      #expect(try await client.user() == nil)
      #expect(try await shop.begin(client).answer("471100").user?.subject == "user-1")
    }
  }

  @Test func `A sign-out ends a step whose request is running`() async throws {
    let gate = Gate()
    try await FirstPartyProvider.run({ $0.logout.style = .none }) { shop in
      let client = shop.client(transport: gate)
      let step = try await shop.begin(client)
      gate.isClosed.withLock { $0 = true }
      let answer = Task { await stepFailure(try await step.answer("471100")) }
      await gate.waiting.wait { $0 == 1 }
      try await client.signOut()
      gate.isClosed.withLock { $0 = false }
      #expect(try await answer.value != nil)
      #expect(try await client.user() == nil)
    }
  }

  @Test func `Concurrent inputs send one request`() async throws {
    let gate = Gate()
    try await FirstPartyProvider.run { shop in
      let step = try await shop.begin(shop.client(transport: gate))
      gate.isClosed.withLock { $0 = true }
      let first = Task { try await step.answer("471100").user?.subject }
      await gate.waiting.wait { $0 == 1 }
      #expect(await stepFailure(try await step.answer("471100"))?.firstParty == .inputPending)
      gate.isClosed.withLock { $0 = false }
      #expect(try await first.value == "user-1")
      #expect(shop.fields(at: "/challenge").count == 2)
    }
  }

  @Test func `A canceled input changes nothing, and the step takes another one`() async throws {
    let gate = Gate()
    try await FirstPartyProvider.run { shop in
      let client = shop.client(transport: gate)
      let step = try await shop.begin(client)
      gate.isClosed.withLock { $0 = true }
      let answer = Task { await stepFailure(try await step.answer("471100")) }
      await gate.waiting.wait { $0 == 1 }
      answer.cancel()
      #expect(try await answer.value == .cancelled)
      #expect(try await client.user() == nil)
      gate.isClosed.withLock { $0 = false }
      #expect(try await step.answer("471100").user?.subject == "user-1")
    }
  }

  @Test func `A newer sign-in ends an older one, and the older user doesn't replace the newer user`() async throws {
    try await FirstPartyProvider.run { shop in
      let client = shop.client()
      let older = try await shop.begin(client)
      await shop.scripted.rewrite { $0.user = TestUser("user-2", claims: [:]) }
      let newer = try await shop.begin(client)
      #expect(await stepFailure(try await older.answer("471100")) == .cancelled)
      #expect(try await newer.answer("471100").user?.subject == "user-2")
      #expect(await stepFailure(try await older.answer("471100")) == .cancelled)
      let browser = try await client.signIn(scopes: [], parameters: AuthorizationParameters())
      #expect(browser.subject == "user-2")
      #expect(try await client.user()?.subject == "user-2")
    }
  }

  @Test func `Two sign-ins don't share their sessions or verifiers`() async throws {
    try await FirstPartyProvider.run { shop in
      let (ada, grace) = (shop.client(), shop.client())
      let first = try await shop.begin(ada)
      await shop.scripted.rewrite { $0.user = TestUser("user-2", claims: [:]) }
      let second = try await shop.begin(grace)
      #expect(try await second.answer("471100").user?.subject == "user-2")
      #expect(try await first.answer("471100").user?.subject == "user-1")
      #expect(try await ada.user()?.subject == "user-1")
      #expect(try await grace.user()?.subject == "user-2")
      #expect(Set(shop.fields(at: "/token").map { $0["code_verifier"] }).count == 2)
    }
  }

  @Test func `A session that the server has forgotten ends the sign-in`() async throws {
    try await FirstPartyProvider.run { shop in
      let step = try await shop.begin(shop.client())
      await shop.scripted.inject(.firstParty(.sessionExpired), times: 1)
      let failure = await stepFailure(try await step.answer("471100"))
      #expect(failure?.serverCode == "invalid_session" && failure?.recovery == .reauthenticate)
      #expect(await stepFailure(try await step.answer("471100"))?.firstParty == .alreadyCompleted)
    }
  }

  private static let invalidCode = StepFailure.response(
    .unexpectedValue("authorization_code", endpoint: .authorizationChallenge))

  @Test(arguments: [
    (#"{"authorization_code":""}"#, invalidCode), (#"{"authorization_code":"a\nb"}"#, invalidCode),
    (#"{"authorization_code":7}"#, invalidCode),
    (#"{"authorization_code":"\#(String(repeating: "c", count: 8193))"}"#, invalidCode),
    (
      #"{"code":"abc"}"#, .response(.missingField("authorization_code", endpoint: .authorizationChallenge, status: 200))
    ),
    ("[]", .response(.notJSON(endpoint: .authorizationChallenge, status: 200))),
    ("<html>", .response(.notJSON(endpoint: .authorizationChallenge, status: 200))),
    (
      #"{"error":"insufficient_authorization","auth_session":["a"]}"#,
      .response(.unexpectedValue("auth_session", endpoint: .authorizationChallenge))
    ),
  ])
  func `Invalid responses are typed failures`(body: String, expected: StepFailure) async throws {
    try await FirstPartyProvider.run(script: {
      $0.instead = { $0.path == "/challenge" ? .json(body) : nil }
    }) { shop in
      #expect(await stepFailure(try await shop.begin(shop.client())) == expected)
    }
  }

  @Test(arguments: [400, 500])
  func `A code in a response that isn't successful is rejected`(status: Int) async throws {
    try await FirstPartyProvider.run(script: {
      $0.instead = { $0.path == "/challenge" ? .json(#"{"authorization_code":"c"}"#, status: status) : nil }
    }) { shop in
      let failure = await stepFailure(try await shop.begin(shop.client()))
      #expect(failure == .response(.unexpectedStatus(status, endpoint: .authorizationChallenge)))
    }
  }

  @Test func `Huge responses and huge sessions are rejected`() async throws {
    try await FirstPartyProvider.run { shop in
      await shop.scripted.inject(.response(.oversized, of: .authorizationChallenge), times: 1)
      let client = shop.client()
      #expect(await stepFailure(try await shop.begin(client)) != nil)
      let session = String(repeating: "s", count: FirstPartyReply.maximumLength + 1)
      await shop.scripted.rewrite {
        $0.instead = { request in
          let body = #"{"error":"insufficient_authorization","auth_session":"\#(session)"}"#
          return request.path == "/challenge" ? .json(body, status: 403) : nil
        }
      }
      #expect(
        await stepFailure(try await shop.begin(client))
          == .response(.unexpectedValue("auth_session", endpoint: .authorizationChallenge)))
    }
  }

  @Test func `An ID token with another nonce is rejected, and an earlier session stays`() async throws {
    try await FirstPartyProvider.run { shop in
      let client = shop.client()
      #expect(try await shop.begin(client).answer("471100").user != nil)
      await shop.scripted.rewrite { $0.user = TestUser("user-2", claims: [:]) }
      for fault in [ScriptedFault.TokenFault.nonce, .signature, .audience, .issuer] {
        await shop.scripted.inject(.idToken(fault), times: 1)
        let step = try await shop.begin(client)
        let failure = await stepFailure(try await step.answer("471100"))
        guard case .idToken? = failure else {
          Issue.record("\(fault): \(String(describing: failure))")
          continue
        }
        #expect(await stepFailure(try await step.answer("471100"))?.firstParty == .alreadyCompleted)
      }
      #expect(try await client.user()?.subject == "user-1")
      #expect(!shop.fields(at: "/revoke").isEmpty)
    }
  }

  @Test func `Neither steps nor failures show what the user entered`() async throws {
    try await FirstPartyProvider.run { shop in
      let client = shop.client()
      let step = try await shop.begin(client)
      await shop.scripted.rewrite {
        $0.instead = { request in
          guard request.path == "/challenge" else { return nil }
          return .json(
            #"{"error":"invalid_grant","error_description":"no 4711 for \#(request.text)"}"#, status: 400)
        }
      }
      let failure = try #require(await stepFailure(try await step.answer("4711")))
      let answer = FirstPartyInput<DynamicProvider>.named("code", ["otp": "4711"])
      var dumps = ""
      dump(step, to: &dumps)
      dump(answer, to: &dumps)
      dump(failure, to: &dumps)
      let session = try #require(shop.fields(at: "/challenge").last?["auth_session"])
      for text in [dumps, "\(failure)", "\(step)", "\(answer)"] {
        #expect(!text.contains("4711") && !text.contains(session))
      }
    }
  }
}
