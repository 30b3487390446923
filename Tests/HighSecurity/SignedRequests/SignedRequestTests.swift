import AuthConfiguration
import AuthTesting
import CryptoExtras
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Signed authorization requests` {
  @Test func `A request by value is a signed JWT next to the parameters that OpenID Connect requires`() async throws {
    try await MessageFixture.run({ $0.authorization.requestObject = .byValue }) { fixture in
      let user = try await fixture.app().signIn(scopes: ["profile"], parameters: .init())
      #expect(user.subject == "user-1")
      let opened = try #require(fixture.requests(to: "/authorize").first)
      #expect(opened.keys.sorted() == ["client_id", "request", "response_type", "scope"])
      #expect((opened["response_type"], opened["scope"]) == ("code", "openid"))
      #expect(fixture.requests(to: "/par").isEmpty)
    }
  }

  @Test func `Without ID tokens, only the client ID is next to a signed request`() async throws {
    try await MessageFixture.run({ it in
      it.authorization.requestObject = .byValue
      it.idToken = nil
    }) { fixture in
      let pending = try await fixture.start()
      #expect(MessageFixture.fields(of: pending.url).keys.sorted() == ["client_id", "request"])
    }
  }

  @Test func `A signed request has the claims that FAPI 2.0 requires and expires within an hour`() async throws {
    try await MessageFixture.run({ it in
      it.authorization.requestObject = .byValue
      it.authorization.parameters.append(.init("amount", .int))
    }) { fixture in
      var parameters = AuthorizationParameters()
      parameters.set("max_age", 600)
      parameters.set("amount", 12)
      parameters.set("claims", #"{"id_token":{"acr":{"essential":true}}}"#)
      parameters.set("login_hint", "12")
      let pending = try await fixture.start(parameters)
      let text = try #require(MessageFixture.fields(of: pending.url)["request"])
      let token = try SignedToken(text)
      #expect((token.algorithm, token.keyID, token.mediaType) == ("ES256", "k1", "oauth-authz-req+jwt"))
      let claims = try token.claims()
      #expect(claims["iss"] == "app" && claims["client_id"] == "app")
      #expect(claims["aud"] == .string(fixture.provider.configuration.server.issuer?.text ?? ""))
      let (start, end) = (try #require(claims["nbf"]?.number), try #require(claims["exp"]?.number))
      #expect(end - start <= 3600 && abs(start - Date().timeIntervalSince1970) < 60 && claims["iat"] == claims["nbf"])
      #expect(claims["jti"]?.string?.utf8.count == 43)
      #expect(claims["max_age"] == 600 && claims["amount"] == 12 && claims["login_hint"] == "12")
      #expect(claims["claims"] == ["id_token": ["acr": ["essential": true]]])
      #expect(claims["state"]?.string == pending.request.state)
      #expect(claims["code_challenge_method"] == "S256" && claims["request"] == nil)
    }
  }

  @Test(arguments: [ProviderConfiguration.AuthorizationRules.RequestObjectRule.byValue, .byReference])
  func `A signed request is pushed with nothing but the client's authentication next to it`(
    rule: ProviderConfiguration.AuthorizationRules.RequestObjectRule
  ) async throws {
    try await MessageFixture.run({ it in
      it.authorization.requestObject = rule
      if rule == .byValue { it.authorization.par = .required }
    }) { fixture in
      let user = try await fixture.app().signIn(scopes: [], parameters: .init())
      #expect(user.subject == "user-1")
      let pushed = try #require(fixture.requests(to: "/par").first)
      #expect(pushed.keys.sorted() == ["client_assertion", "client_assertion_type", "client_id", "request"])
      #expect(fixture.requests(to: "/authorize").first?.keys.sorted() == ["client_id", "request_uri"])
    }
  }

  @Test func `A server that doesn't know the client's key rejects its signed request`() async throws {
    try await MessageFixture.run({ $0.authorization.requestObject = .byReference }) { fixture in
      let other = try PrivateKey(generating: .es256, keyID: "k1")
      await fixture.provider.rewrite { $0.clientKeys = [other.publicKey] }
      guard
        case .server(_, let error) = await messageFailure(
          of: try await fixture.app().signIn(scopes: [], parameters: .init()))
      else { return #expect(Bool(false)) }
      #expect((error.code, error.endpoint) == ("invalid_request_object", .pushedAuthorization))
    }
  }

  @Test(arguments: [SignatureAlgorithm.es384, .edDSA, .ps256])
  func `The key determines the algorithm of a signed request`(algorithm: SignatureAlgorithm) async throws {
    try await MessageFixture.run({ it in
      it.authorization.requestObject = .byReference
      it.client.assertion?.algorithms = [algorithm]
    }) { fixture in
      let key =
        algorithm == .ps256
        ? try PrivateKey(
          pem: Secret(_RSA.Signing.PrivateKey(keySize: .bits2048).pkcs8PEMRepresentation), algorithm: .ps256)
        : try PrivateKey(generating: algorithm)
      await fixture.provider.rewrite { $0.clientKeys = [key.publicKey] }
      let app = fixture.provider.client(clientID: "app", settings: ["key": key.pem])
      let user = try await app.signIn(scopes: [], parameters: .init())
      #expect(user.subject == "user-1")
    }
  }

  @Test func `A client without a key fails before it opens the browser`() async throws {
    try await MessageFixture.run({ it in
      it.authorization.requestObject = .byValue
      it.client.authentication = [.none]
      it.client.assertion = nil
    }) { fixture in
      let app = fixture.app()
      let failure = await messageFailure(of: try await app.signIn(scopes: [], parameters: .init()))
      #expect(failure == .configuration(.missingClientKey))
      #expect(await messageFailure(of: try await app.checkReadiness()) == failure)
      #expect(fixture.requests(to: "/authorize").isEmpty)
    }
  }

  @Test func `Claims of the JWT win over parameters with their names, and repeated parameters become a list`() throws {
    let object = RequestObject(
      configuration: .openIDConnect(issuer: "https://id.example"), clientID: "app", audience: "https://id.example",
      now: Date(timeIntervalSince1970: 1000))
    let claims = object.claims([
      (name: "iss", value: "evil"), (name: "exp", value: "9999999999"), (name: "resource", value: "a"),
      (name: "resource", value: "b"),
    ])
    #expect(claims["iss"] == "app" && claims["exp"] == 1300 && claims["resource"] == ["a", "b"])
  }
}
