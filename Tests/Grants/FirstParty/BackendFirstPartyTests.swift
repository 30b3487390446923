import AuthConfiguration
import AuthTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A sign-in without a browser at an app's server` {
  private static let secret = Secret("s3cret-of-the-shop")

  /// Runs a test with a server whose clients have a secret.
  private func run(
    script change: @Sendable (inout ScriptedProvider.Script) -> Void = { _ in },
    _ adjust: (inout ProviderConfiguration) -> Void = { _ in },
    _ test: (FirstPartyProvider, BackendExchange<DynamicProvider>) async throws -> Void
  ) async throws {
    try await FirstPartyProvider.run(
      script: {
        $0.clientSecret = Self.secret
        change(&$0)
      },
      { it in
        it.client.authentication = [.clientSecretPost]
        adjust(&it)
      }
    ) { shop in
      let backend = BackendExchange<DynamicProvider>(
        configuration: shop.scripted.configuration, variables: [:], clientID: "app", clientSecret: Self.secret,
        environment: AuthEnvironment())
      try await test(shop, backend)
    }
  }

  private func begin(
    _ backend: BackendExchange<DynamicProvider>, after session: Credential? = nil
  ) async throws(StepFailure) -> BackendFirstPartyStep<DynamicProvider> {
    try await backend.begin(.email("ada@example.com"), scopes: ["email"], after: session)
  }

  @Test func `The server authenticates in each request, and gets the user and the tokens`() async throws {
    try await run { shop, backend in
      var step = try await begin(backend)
      #expect(step.signedIn == nil && step.inputs.map(\.name) == ["code"])
      #expect(step.response == ["error": "insufficient_authorization"])
      let failure = await stepFailure(try await step.answer("000000"))
      #expect(failure?.serverCode == "invalid_grant")
      step = try await step.answer("471100")
      #expect(step.signedIn?.user?.subject == "user-1" && step.inputs.isEmpty)
      #expect(step.signedIn?.credential.refreshToken != nil)
      let requests = shop.fields(at: "/challenge") + shop.fields(at: "/token")
      #expect(requests.count == 4 && requests.allSatisfy { $0["client_secret"] == Self.secret.reveal() })
      #expect(shop.fields(at: "/token").allSatisfy { $0["redirect_uri"] == nil })
    }
  }

  @Test func `Sign-ins of several users run at a time`() async throws {
    try await run { shop, backend in
      let first = try await begin(backend)
      await shop.scripted.rewrite { $0.user = TestUser("user-2", claims: [:]) }
      let second = try await begin(backend)
      #expect(try await second.answer("471100").signedIn?.user?.subject == "user-2")
      #expect(try await first.answer("471100").signedIn?.user?.subject == "user-1")
      #expect(Set(shop.fields(at: "/token").map { $0["code_verifier"] }).count == 2)
    }
  }

  @Test func `Only the newest step takes inputs`() async throws {
    try await run(script: { $0.firstParty.demands = [.init(), .init()] }) { shop, backend in
      let first = try await begin(backend)
      let second = try await first.answer("471100")
      #expect(await stepFailure(try await first.answer("471100"))?.firstParty == .alreadyCompleted)
      #expect(
        await stepFailure(try await second.answer(.named("passkey", ["assertion": "x"])))?.firstParty
          == .unexpectedInput("passkey", expected: ["code"]))
      let last = try await second.answer("471100")
      #expect(last.signedIn != nil)
      #expect(await stepFailure(try await last.answer("471100"))?.firstParty == .alreadyCompleted)
      #expect(shop.fields(at: "/challenge").count == 3)
      var dumps = ""
      dump(last, to: &dumps)
      #expect(!dumps.contains("refresh-") && !dumps.contains("session-"))
    }
  }

  @Test func `If the provider demands a browser, the call throws redirect_to_web and opens no browser`() async throws {
    try await run { shop, backend in
      let step = try await begin(backend)
      await shop.scripted.inject(.firstParty(.redirectToWeb), times: 1)
      #expect(await stepFailure(try await step.answer("471100"))?.serverCode == "redirect_to_web")
      #expect(await stepFailure(try await step.answer("471100"))?.firstParty == .alreadyCompleted)
      #expect(!shop.scripted.requests.contains { $0.path == "/authorize" })
    }
  }

  @Test func `Stored tokens continue the provider's session with their key, and satisfy an API's demand`() async throws
  {
    let response = HTTPResponse(
      status: .unauthorized,
      headerFields: [
        .wwwAuthenticate: #"DPoP error="insufficient_user_authentication", acr_values="phr", max_age="300""#
      ])
    try await run(script: { $0.firstParty.keepsSessions = true }, { $0.client.dpop.use = .required }) { shop, backend in
      let first = try #require(try await begin(backend).answer("471100").signedIn?.credential)
      let stored = try Credential(encoded: first.encoded())
      let step = try await backend.begin(
        .email("ada@example.com").satisfying(response), scopes: [], after: stored)
      let second = try #require(step.signedIn)
      #expect(second.user?.subject == "user-1" && second.credential.claims?["acr"] == "phr")
      #expect(second.credential.keyThumbprint == first.keyThumbprint && first.keyThumbprint != nil)
      #expect(second.credential.authSession != first.authSession && second.credential.authSession != nil)
      #expect(shop.fields(at: "/challenge").last?["auth_session"] == first.authSession?.reveal())

      let without = await stepFailure(
        try await backend.begin(.email("ada@example.com").satisfying(response), scopes: []))
      #expect(without == .notSignedIn)
    }
  }

  @Test func `The server's session is sent only to the issuer that it comes from`() async throws {
    try await run(script: { $0.firstParty.keepsSessions = true }) { shop, backend in
      let known = try #require(try await begin(backend).answer("471100").signedIn?.credential)
      #expect(try await begin(backend, after: known).signedIn != nil)
      var other = known
      other.claims = try Claims(["iss": "https://other.example", "sub": "user-1", "iat": 1, "exp": 2])
      #expect(try await begin(backend, after: other).signedIn == nil)
      // The first sign-in sends two requests. A rejected session would cause another one.
      let sent = shop.fields(at: "/challenge").dropFirst(2).map { $0["auth_session"] }
      #expect(sent == [known.authSession?.reveal(), nil])
    }
  }

  @Test func `The server's session isn't sent to the server of another tenant`() async throws {
    try await run(
      script: { $0.firstParty.keepsSessions = true },
      { $0.variables = [.init("tenant", .pathSegment, source: .request, example: "acme")] }
    ) { shop, backend in
      var acme = AuthorizationParameters()
      acme.fill("tenant", "acme")
      let start = FirstPartyStart<DynamicProvider>.email("ada@example.com")
      let step = try await backend.begin(start, scopes: ["email"], parameters: acme)
      let known = try #require(try await step.answer("471100").signedIn?.credential)
      #expect(try await backend.begin(start, scopes: ["email"], parameters: acme, after: known).signedIn != nil)
      var globex = AuthorizationParameters()
      globex.fill("tenant", "globex")
      #expect(try await backend.begin(start, scopes: ["email"], parameters: globex, after: known).signedIn == nil)
      // The first sign-in sends two requests. A rejected session would cause another one.
      let sent = shop.fields(at: "/challenge").dropFirst(2).map { $0["auth_session"] }
      #expect(sent == [known.authSession?.reveal(), nil])
    }
  }
}
