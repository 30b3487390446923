import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A sign-in that the user approves on their device` {
  @Test func `The client asks once and polls at the server's pace until the user approves`() async throws {
    try await BackchannelProvider.run(script: { $0.deviceWaits = 2 }) { bank in
      let accepted = Locked<Date?>(nil)
      let client = bank.client()
      let user = try await client.signInOverBackchannel(
        BackchannelRequest(.login("ada@example.com"), bindingMessage: "W4SCT"), scopes: ["email"]
      ) { request in accepted.withLock { $0 = request.expiresAt } }
      #expect(user.subject == "user-1")
      let expiry = try #require(accepted.withLock { $0 })
      #expect(abs(expiry.timeIntervalSinceNow - 120) < 30)
      let asked = bank.fields(at: "/bc-authorize")
      #expect(
        asked == [
          [
            "login_hint": "ada@example.com", "binding_message": "W4SCT", "scope": "openid email", "client_id": "app",
            "client_secret": "s3cret-of-the-bank",
          ]
        ])
      let polls = bank.fields(at: "/token")
      #expect(polls.count == 3)
      #expect(polls.allSatisfy { $0["grant_type"] == "urn:openid:params:grant-type:ciba" })
      #expect(Set(polls.map { $0["auth_req_id"] }).count == 1 && polls.allSatisfy { $0["client_secret"] != nil })
      #expect(bank.clock.waited == Array(repeating: .seconds(2), count: 3))
      #expect(try await client.credential()?.refreshToken != nil)
    }
  }

  @Test func `All values of a request are sent in their standard parameters`() async throws {
    try await BackchannelProvider.run(script: { $0.userCode = Secret("4711") }) { bank in
      let request = BackchannelRequest(
        .loginToken(Secret("token-for-ada")), bindingMessage: "Till 4", userCode: Secret("4711"),
        acrValues: ["gold", "silver"], requestedExpiry: .seconds(60))
      let user = try await bank.client().signInOverBackchannel(request, scopes: [])
      #expect(user.claims.all["acr"] == "gold")
      let sent = try #require(bank.fields(at: "/bc-authorize").first)
      #expect(sent["login_hint_token"] == "token-for-ada" && sent["login_hint"] == nil && sent["id_token_hint"] == nil)
      #expect((sent["user_code"], sent["acr_values"], sent["requested_expiry"]) == ("4711", "gold silver", "60"))
    }
  }

  @Test func `A login hint can be a JSON object with the issuer and the user, who must then approve`() async throws {
    try await BackchannelProvider.run({ $0.backchannel.loginHint = .issuerAndSubject }) { bank in
      let issuer = bank.scripted.configuration.server.issuer?.text ?? ""
      let user = try await bank.client().signInOverBackchannel(
        BackchannelRequest(.login("user-1")), scopes: [])
      #expect(user.subject == "user-1")
      let hint = try #require(bank.fields(at: "/bc-authorize").first?["login_hint"])
      #expect(
        JSONValue(parsing: Data(hint.utf8)) == ["format": "iss_sub", "iss": .string(issuer), "sub": "user-1"])
      let failure = await bank.failure(of: bank.client(), BackchannelRequest(.login("user-2\"}")))
      #expect(failure == .idToken(.unexpectedClaim("sub")))
    }
  }

  @Test func `With an ID token as the hint, another user's approval is rejected and the tokens are revoked`()
    async throws
  {
    try await BackchannelProvider.run({ $0.server.revocationEndpoint = "https://bank.example/revoke" }) { bank in
      let client = bank.client()
      _ = try await client.signInOverBackchannel(BackchannelRequest(.login("ada")), scopes: [])
      let hint = try #require(try await client.credential()?.idToken)
      let again = try await client.signInOverBackchannel(BackchannelRequest(.idToken(hint)), scopes: [])
      #expect(again.subject == "user-1")
      await bank.scripted.rewrite { $0.user = TestUser("user-2", claims: [:]) }
      #expect(await bank.failure(of: client, BackchannelRequest(.idToken(hint))) == .idToken(.unexpectedClaim("sub")))
      #expect(!bank.fields(at: "/revoke").isEmpty)
      #expect(try await client.user()?.subject == "user-1")
    }
  }

  @Test func `An ID token that names another request is rejected`() async throws {
    try await BackchannelProvider.run { bank in
      await bank.scripted.inject(.backchannel(.otherRequest))
      let failure = await bank.failure(of: bank.client())
      #expect(failure == .idToken(.unexpectedClaim("urn:openid:params:jwt:claim:auth_req_id")))
    }
  }

  @Test func `A response without an ID token is rejected, even if other sign-ins don't need one`() async throws {
    try await BackchannelProvider.run(
      script: { $0.tokens = { $0["id_token"] = nil } }, { $0.idToken?.required = false }
    ) { bank in
      #expect(await bank.failure(of: bank.client()) == .idToken(.missingIDToken))
    }
  }

  @Test func `The server half signs in several users at a time, and returns their tokens`() async throws {
    try await BackchannelProvider.run { bank in
      let server = BackendExchange<DynamicProvider>(
        configuration: bank.scripted.configuration, variables: [:], clientID: "app", clientSecret: Secret("s3cret"),
        environment: AuthEnvironment(clock: bank.clock))
      async let first = server.signInOverBackchannel(BackchannelRequest(.login("ada")), scopes: [])
      async let second = server.signInOverBackchannel(BackchannelRequest(.login("grace")), scopes: [])
      let both = try await [first, second]
      #expect(both.map { $0.user?.subject } == ["user-1", "user-1"])
      #expect(Set(both.map { $0.credential.accessToken.reveal() }).count == 2)
    }
  }
}

@Suite struct `The polling for a user's approval` {
  @Test func `Each slow_down adds five seconds, and a longer Retry-After counts`() async throws {
    let left = Locked([("slow_down", "0"), ("slow_down", "40"), ("authorization_pending", "0")])
    try await BackchannelProvider.run(script: { script in
      script.deviceWaits = 0
      script.instead = { request in
        guard request.path == "/token" else { return nil }
        let next = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        return next.map { code, delay in
          ScriptedResponse(
            400, headers: ["Content-Type": "application/json", "Retry-After": delay], body: #"{"error":"\#(code)"}"#)
        }
      }
    }) { bank in
      _ = try await bank.client().signInOverBackchannel(BackchannelRequest(.login("ada")), scopes: [])
      #expect(bank.clock.waited == [2, 7, 40, 40].map { .seconds($0) })
    }
  }

  @Test func `A scripted slow_down is followed by a slower poll`() async throws {
    try await BackchannelProvider.run(script: { $0.deviceWaits = 0 }) { bank in
      await bank.scripted.inject(.backchannel(.slowDown), times: 1)
      _ = try await bank.client().signInOverBackchannel(BackchannelRequest(.login("ada")), scopes: [])
      #expect(bank.clock.waited == [.seconds(2), .seconds(7)])
    }
  }

  @Test func `A denial and an expired request end the polling and keep an earlier session`() async throws {
    try await BackchannelProvider.run { bank in
      let client = bank.client()
      _ = try await client.signInOverBackchannel(BackchannelRequest(.login("ada")), scopes: [])
      let before = try await client.credential()
      await bank.scripted.inject(.denial, times: 1)
      #expect(await bank.failure(of: client)?.serverCode == "access_denied")
      await bank.scripted.inject(.backchannel(.expired), times: 1)
      let failure = await bank.failure(of: client)
      #expect(failure?.serverCode == "expired_token" && failure?.recovery == .retry(after: nil))
      #expect(try await client.credential() == before)
    }
  }

  @Test func `The client stops at the request's expiry, even if the server never does`() async throws {
    let time = Locked(Date(timeIntervalSince1970: 1_000_000))
    try await BackchannelProvider.run(script: { $0.deviceWaits = .max }) { bank in
      bank.clock.onWait.withLock { $0 = { time.withLock { $0 += 30 } } }
      let client = bank.client(now: { time.withLock { $0 } })
      let failure = await bank.failure(
        of: client, BackchannelRequest(.login("ada"), requestedExpiry: .seconds(100)))
      #expect(failure?.serverCode == "expired_token")
      #expect(bank.fields(at: "/token").count == 4)
    }
  }

  @Test func `Canceling the task ends the polling`() async throws {
    try await BackchannelProvider.run(script: { $0.deviceWaits = .max }) { bank in
      let client = bank.client()
      let task = Locked<Task<Void, any Error>?>(nil)
      let (gate, opening) = AsyncStream.makeStream(of: Void.self)
      bank.clock.onWait.withLock { $0 = { task.withLock { $0?.cancel() } } }
      let running = Task {
        _ = try await client.signInOverBackchannel(BackchannelRequest(.login("ada")), scopes: []) { _ in
          for await _ in gate {}
        }
      }
      task.withLock { $0 = running }
      opening.finish()
      await #expect(throws: StepFailure.cancelled) { try await running.value }
      #expect(bank.fields(at: "/token").isEmpty)
    }
  }

  @Test func `The client keeps polling while the token endpoint is down, and asks the user only once`() async throws {
    try await BackchannelProvider.run(script: { $0.deviceWaits = 0 }) { bank in
      await bank.scripted.inject(.response(.unavailable, of: .token), times: 2)
      _ = try await bank.client().signInOverBackchannel(BackchannelRequest(.login("ada")), scopes: [])
      #expect(bank.clock.waited.contains(.seconds(8)))
      #expect(bank.fields(at: "/bc-authorize").count == 1)
    }
  }

  @Test(arguments: [ScriptedFault.ResponseFault.lost, .truncated, .unavailable, .html, .oversized])
  func `A failed request isn't repeated, because the user would be asked twice`(_ fault: ScriptedFault.ResponseFault)
    async throws
  {
    try await BackchannelProvider.run { bank in
      await bank.scripted.inject(.response(fault, of: .backchannelAuthentication))
      #expect(await bank.failure(of: bank.client()) != nil)
      #expect(bank.fields(at: "/bc-authorize").count == 1 && bank.fields(at: "/token").isEmpty)
    }
  }
}
