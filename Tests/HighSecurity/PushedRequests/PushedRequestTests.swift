import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Pushed authorization requests` {
  @Test func `Only the client ID and the reference to a pushed request go through the browser`() async throws {
    try await MessageFixture.run({ $0.authorization.par = .required }) { fixture in
      let user = try await fixture.app().signIn(scopes: ["profile"], parameters: .init())
      #expect(user.subject == "user-1")
      let pushed = try #require(fixture.requests(to: "/par").first)
      let opened = try #require(fixture.requests(to: "/authorize").first)
      #expect(opened.keys.sorted() == ["client_id", "request_uri"])
      #expect(opened["request_uri"]?.hasPrefix("urn:ietf:params:oauth:request_uri:") == true)
      #expect(pushed["client_id"] == "app")
      #expect((pushed["response_type"], pushed["code_challenge_method"]) == ("code", "S256"))
      #expect(pushed["scope"] == "openid profile")
      #expect(pushed["state"] != nil && pushed["nonce"] != nil && pushed["redirect_uri"] != nil)
    }
  }

  @Test func `A push authenticates the client as at the token endpoint`() async throws {
    try await MessageFixture.run({ $0.authorization.par = .required }) { fixture in
      _ = try await fixture.app().signIn(scopes: [], parameters: .init())
      let pushed = try SignedToken(try #require(fixture.requests(to: "/par").first?["client_assertion"]))
      let token = try SignedToken(try #require(fixture.requests(to: "/token").first?["client_assertion"]))
      #expect(try pushed.claims()["aud"] == .string(fixture.provider.configuration.server.issuer?.text ?? ""))
      #expect(try pushed.claims()["iss"] == "app")
      #expect(try pushed.claims()["jti"] != token.claims()["jti"])
    }
  }

  @Test func `A push with the signature of an unknown key is rejected`() async throws {
    try await MessageFixture.run({ $0.authorization.par = .required }) { fixture in
      let other = try PrivateKey(generating: .es256, keyID: "k1")
      await fixture.provider.rewrite { $0.clientKeys = [other.publicKey] }
      guard
        case .server(_, let error) = await messageFailure(
          of: try await fixture.app().signIn(scopes: [], parameters: .init()))
      else { return #expect(Bool(false)) }
      #expect((error.code, error.endpoint) == ("invalid_client", .pushedAuthorization))
    }
  }

  @Test func `A push with a secret in the header contains each parameter once`() async throws {
    try await MessageFixture.run({ it in
      it.authorization.par = .required
      it.client.authentication = [.clientSecretBasic]
      it.client.basic.repeatsClientID = true
    }) { fixture in
      await fixture.provider.rewrite { $0.clientKeys = [] }
      let backend = BackendExchange<DynamicProvider>(
        configuration: fixture.provider.configuration, variables: [:], clientID: "app", clientSecret: Secret("s3cret"),
        environment: AuthEnvironment().withOwnRedirects)
      _ = try await backend.start(redirectURI: MessageFixture.callback, scopes: [])
      let request = try #require(fixture.provider.requests.first { $0.path == "/par" })
      #expect(request.headers["authorization"]?.hasPrefix("Basic ") == true)
      let names = try #require(FormEncoding.decode(request.text)).map(\.name)
      #expect(names.count == Set(names).count)
      #expect(names.contains("client_id"))
    }
  }

  @Test func `Metadata that requires pushed requests makes every client push`() async throws {
    let script = ScriptedProvider.Script { $0.requiresPushedRequests = true }
    try await MessageFixture.run(script: script, { _ in }) { fixture in
      let user = try await fixture.app().signIn(scopes: [], parameters: .init())
      #expect(user.subject == "user-1")
      #expect(fixture.requests(to: "/par").count == 1)
    }
  }

  @Test(arguments: [(true, 1), (false, 0)])
  func `An optional push happens if the endpoint is known`(isKnown: Bool, count: Int) async throws {
    try await MessageFixture.run({ it in
      it.authorization.par = .optional
      if !isKnown { it.discovery.removed = [Endpoint.pushedAuthorization.rawValue] }
    }) { fixture in
      _ = try await fixture.app().signIn(scopes: [], parameters: .init())
      #expect(fixture.requests(to: "/par").count == count)
    }
  }

  @Test func `Without the endpoint, a required push fails before the browser opens`() async throws {
    try await MessageFixture.run({ it in
      it.authorization.par = .required
      it.discovery.removed = [Endpoint.pushedAuthorization.rawValue]
    }) { fixture in
      let app = fixture.app()
      let failure = await messageFailure(of: try await app.signIn(scopes: [], parameters: .init()))
      #expect(failure == .configuration(.missingEndpoint(.pushedAuthorization)))
      let readiness = await messageFailure(of: try await app.checkReadiness())
      #expect(readiness == .configuration(.missingEndpoint(.pushedAuthorization)))
      #expect(fixture.requests(to: "/authorize").isEmpty)
    }
  }

  @Test func `A rejected push is an error of its endpoint`() async throws {
    try await MessageFixture.run({ $0.authorization.par = .required }) { fixture in
      await fixture.provider.inject(.request(.invalid))
      guard
        case .server(_, let error) = await messageFailure(
          of: try await fixture.app().signIn(scopes: [], parameters: .init()))
      else { return #expect(Bool(false)) }
      #expect((error.code, error.endpoint, error.status) == ("invalid_request", .pushedAuthorization, 400))
      #expect(fixture.requests(to: "/authorize").isEmpty)
    }
  }

  @Test func `A reference to a pushed request is accepted once, and only until it expires`() async throws {
    try await MessageFixture.run({ $0.authorization.par = .required }) { fixture in
      let pending = try await fixture.start()
      let remaining = try #require(pending.expiresAt).timeIntervalSinceNow
      #expect((1...61).contains(remaining))
      let status1 = try await fixture.status(of: pending.url)
      #expect(status1 == 302)
      let status2 = try await fixture.status(of: pending.url)
      #expect(status2 == 400)
      let late = try await fixture.start()
      await fixture.provider.rewrite { $0.now = { Date().addingTimeInterval(120) } }
      let status3 = try await fixture.status(of: late.url)
      #expect(status3 == 400)
    }
  }

  @Test(arguments: [ScriptedFault.RequestFault.expired, .used])
  func `A server forgets a pushed request on demand`(fault: ScriptedFault.RequestFault) async throws {
    try await MessageFixture.run({ $0.authorization.par = .required }) { fixture in
      await fixture.provider.inject(.request(fault), times: 1)
      let (first, second) = (try await fixture.start(), try await fixture.start())
      let statuses = [try await fixture.status(of: first.url), try await fixture.status(of: second.url)]
      #expect(statuses == [400, 302])
    }
  }

  @Test(
    arguments: [
      (["request_uri": .null], "missingField"), (["request_uri": ""], "missingField"),
      (["request_uri": 7], "missingField"), (["request_uri": "no-scheme"], "unexpectedValue"),
      (["request_uri": "urn:"], "unexpectedValue"), (["request_uri": "urn:a b"], "unexpectedValue"),
      (["request_uri": "urn:a\u{1b}[31m"], "unexpectedValue"),
      (["request_uri": .string("urn:" + String(repeating: "x", count: 2048))], "unexpectedValue"),
      (["expires_in": 0], "unexpectedValue"), (["expires_in": -5], "unexpectedValue"),
      (["expires_in": "soon"], "unexpectedValue"),
    ] as [([String: JSONValue], String)])
  func `A hostile response to a push is rejected before the browser opens`(
    members: [String: JSONValue], name: String
  ) async throws {
    let script = ScriptedProvider.Script { $0.pushedRequest = { $0.merge(members) { $1 } } }
    try await MessageFixture.run(script: script, { $0.authorization.par = .required }) { fixture in
      let failure = await messageFailure(of: try await fixture.app().signIn(scopes: [], parameters: .init()))
      #expect(failure?.caseName == name)
      #expect(fixture.requests(to: "/authorize").isEmpty)
    }
  }

  @Test(arguments: ["60", nil])
  func `A sloppy response to a push is accepted`(lifetime: String?) async throws {
    let script = ScriptedProvider.Script { script in
      script.instead = { request in
        guard request.path == "/par" else { return nil }
        let expiry = lifetime.map { #","expires_in":"\#($0)""# } ?? ""
        return .json(#"{"request_uri":"https://id.example/requests/7"\#(expiry)}"#, status: 200)
      }
    }
    try await MessageFixture.run(script: script, { $0.authorization.par = .required }) { fixture in
      let pending = try await fixture.start()
      #expect(MessageFixture.fields(of: pending.url)["request_uri"] == "https://id.example/requests/7")
      #expect((pending.expiresAt != nil) == (lifetime != nil))
    }
  }

  @Test(arguments: [true, false])
  func `After a broken connection, the client pushes again with a new assertion`(isSent: Bool) async throws {
    try await MessageFixture.run({ $0.authorization.par = .required }) { fixture in
      let transport = BreakingTransport(path: "/par", failures: Locked(1), isSent: isSent)
      let pending = try await fixture.start(at: AuthEnvironment(transport: transport))
      #expect(MessageFixture.fields(of: pending.url)["request_uri"] != nil)
      let identifiers = try fixture.requests(to: "/par").map { fields in
        try SignedToken(try #require(fields["client_assertion"])).claims()["jti"]
      }
      #expect(identifiers.count == (isSent ? 2 : 1))
      #expect(Set(identifiers).count == identifiers.count)
    }
  }

  @Test func `A connection that keeps breaking ends the sign-in`() async throws {
    try await MessageFixture.run({ $0.authorization.par = .required }) { fixture in
      let transport = BreakingTransport(path: "/par", failures: Locked(9))
      let backend = fixture.webApp(AuthEnvironment(transport: transport))
      let failure = await messageFailure(of: try await backend.start(redirectURI: MessageFixture.callback, scopes: []))
      #expect(failure == .network(.interrupted(host: "127.0.0.1"), endpoint: .pushedAuthorization))
    }
  }

  @Test func `Renamed and omitted parameters are pushed under the provider's names`() async throws {
    try await MessageFixture.run({ it in
      it.authorization.par = .required
      it.renames = ["client_id": "client_key", "state": "st"]
    }) { fixture in
      let pending = try await fixture.start()
      #expect(MessageFixture.fields(of: pending.url).keys.sorted() == ["client_key", "request_uri"])
      let pushed = try #require(fixture.requests(to: "/par").first)
      #expect(pushed["client_key"] == "app")
      #expect(pushed["st"] != nil && pushed["state"] == nil && pushed["client_id"] == nil)
    }
  }

  @Test func `A web app signs a user in with a pushed request`() async throws {
    try await MessageFixture.run({ $0.authorization.par = .required }) { fixture in
      let pending = try await fixture.start()
      let kept = try JSONDecoder().decode(PendingAuthorization.self, from: JSONEncoder().encode(pending))
      #expect(kept.expiresAt == pending.expiresAt)
      let backend = fixture.webApp()
      let grant = try await backend.verifiedGrant(from: try await fixture.callback(of: pending), for: kept)
      let user = try await backend.exchange(grant).user
      #expect(user?.subject == "user-1")
    }
  }

  @Test func `The server's message about a push contains no value of the request`() async throws {
    try await MessageFixture.run({ $0.authorization.par = .required }) { fixture in
      await fixture.provider.rewrite { script in
        script.instead = { request in
          guard request.path == "/par" else { return nil }
          let assertion = MessageFixture.fields(request.text)["client_assertion"] ?? ""
          return .json(#"{"error":"invalid_client","error_description":"bad \#(assertion)"}"#, status: 401)
        }
      }
      guard
        case .server(_, let error) = await messageFailure(
          of: try await fixture.app().signIn(scopes: [], parameters: .init()))
      else { return #expect(Bool(false)) }
      #expect(error.text == "bad <redacted>")
    }
  }
}
