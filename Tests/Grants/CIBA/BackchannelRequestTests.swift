import AuthConfiguration
import AuthTesting
import CryptoExtras
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A backchannel authentication request` {
  @Test(arguments: [
    (BackchannelRequest(.login("")), "login_hint"), (BackchannelRequest(.login("a\u{0}b")), "login_hint"),
    (BackchannelRequest(.idToken(Secret(String(repeating: "x", count: 20_000)))), "id_token_hint"),
    (BackchannelRequest(.login("a"), bindingMessage: ""), "binding_message"),
    (BackchannelRequest(.login("a"), bindingMessage: "two\nlines"), "binding_message"),
    (BackchannelRequest(.login("a"), bindingMessage: String(repeating: "x", count: 2000)), "binding_message"),
    (BackchannelRequest(.login("a"), userCode: Secret("")), "user_code"),
    (BackchannelRequest(.login("a"), acrValues: ["gold silver"]), "acr_values"),
    (BackchannelRequest(.login("a"), acrValues: ["gold", ""]), "acr_values"),
    (BackchannelRequest(.login("a"), requestedExpiry: .zero), "requested_expiry"),
    (BackchannelRequest(.login("a"), requestedExpiry: .seconds(-5)), "requested_expiry"),
    (BackchannelRequest(.login("a"), requestedExpiry: .seconds(100_000)), "requested_expiry"),
  ])
  func `An invalid value is rejected before a request is sent`(request: BackchannelRequest, name: String) async throws {
    try await BackchannelProvider.run { bank in
      guard case .configuration(.invalidParameter(let found, _)) = await bank.failure(of: bank.client(), request)
      else {
        Issue.record("expected an invalid parameter")
        return
      }
      #expect(found == name)
      #expect(bank.scripted.requests.isEmpty)
    }
  }

  @Test func `A client that can't authenticate sends no request`() async throws {
    try await BackchannelProvider.run { bank in
      #expect(await bank.failure(of: bank.client(secret: nil)) == .configuration(.missingClientSecret))
      #expect(bank.scripted.requests.isEmpty)
    }
  }

  @Test func `A client with a key authenticates in both requests, with a new JWT each time`() async throws {
    let key = try PrivateKey(generating: .es256, keyID: "k1")
    try await BackchannelProvider.run(
      script: { $0.clientKeys = [key.publicKey] }, { $0.client.authentication = [.privateKeyJWT] }
    ) { bank in
      let client = bank.client(secret: nil, key: .pem(key.pem, keyID: "k1"))
      _ = try await client.signInOverBackchannel(BackchannelRequest(.login("ada")), scopes: [])
      let assertions = (bank.fields(at: "/bc-authorize") + bank.fields(at: "/token")).compactMap {
        $0["client_assertion"]
      }
      #expect(assertions.count == 3 && Set(assertions).count == 3)
    }
  }

  @Test func `A client with a certificate presents it at both endpoints, at their aliases`() async throws {
    let certificate = ClientCertificate.scripted(TestCertificates.client)
    try await BackchannelProvider.run(
      script: { $0.clientCertificate = certificate.thumbprint },
      { it in
        it.client.authentication = [.tlsClientAuth]
        it.client.certificateBoundTokens = true
        it.server.mutualTLSAliases = [
          "backchannel_authentication_endpoint": "https://bank.example/mtls/bc-authorize",
          "token_endpoint": "https://bank.example/mtls/token",
        ]
      }
    ) { bank in
      let client = bank.client(secret: nil, certificate: certificate)
      _ = try await client.signInOverBackchannel(BackchannelRequest(.login("ada")), scopes: [])
      let paths = Set(bank.scripted.requests.filter { $0.method == "POST" }.map(\.path))
      #expect(paths == ["/mtls/bc-authorize", "/mtls/token"])
    }
  }

  @Test func `A signed request has every parameter in its JWT, and only the client's authentication next to it`()
    async throws
  {
    let key = try PrivateKey(generating: .es256, keyID: "k1")
    try await BackchannelProvider.run(
      script: { $0.clientKeys = [key.publicKey] },
      { it in
        it.client.authentication = [.privateKeyJWT]
        it.backchannel.isSigned = true
        it.backchannel.parameters = ["channel": "push"]
      }
    ) { bank in
      let client = bank.client(secret: nil, key: .pem(key.pem, keyID: "k1"))
      let request = BackchannelRequest(
        .login("ada"), bindingMessage: "W4SCT", requestedExpiry: .seconds(60))
      _ = try await client.signInOverBackchannel(request, scopes: [])
      let sent = try #require(bank.fields(at: "/bc-authorize").first)
      #expect(sent.keys.sorted() == ["client_assertion", "client_assertion_type", "client_id", "request"])
      let token = try SignedToken(sent["request"] ?? "")
      let claims = try token.claims()
      #expect((token.algorithm, token.keyID, token.mediaType) == ("ES256", "k1", nil))
      #expect(claims["iss"] == "app" && claims["aud"] == .string(bank.scripted.configuration.server.issuer?.text ?? ""))
      #expect(claims["login_hint"] == "ada" && claims["binding_message"] == "W4SCT" && claims["scope"] == "openid")
      #expect(claims["requested_expiry"] == "60" && claims["channel"] == "push")
      for name in ["exp", "iat", "nbf", "jti"] { #expect(claims[name] != nil) }
    }
  }

  @Test func `The algorithm of a signed request is one that the server's metadata lists`() async throws {
    let pem = Secret(try _RSA.Signing.PrivateKey(keySize: .bits2048).pkcs8PEMRepresentation)
    try await BackchannelProvider.run({ it in
      it.client.authentication = [.clientSecretPost, .privateKeyJWT]
      it.backchannel.authentication = .clientSecretPost
      it.backchannel.isSigned = true
    }) { bank in
      let issuer = bank.scripted.configuration.server.issuer?.text ?? ""
      await bank.scripted.rewrite { script in
        script.clientKeys = []
        script.instead = { request in
          guard request.path.hasSuffix("/.well-known/openid-configuration") else { return nil }
          return .json(
            """
            {"issuer":"\(issuer)","backchannel_authentication_endpoint":"\(issuer)/bc-authorize",
            "token_endpoint":"\(issuer)/token","jwks_uri":"\(issuer)/keys","authorization_endpoint":"\(issuer)/a",
            "backchannel_token_delivery_modes_supported":["poll"],
            "backchannel_authentication_request_signing_alg_values_supported":["PS256"]}
            """)
        }
      }
      let client = bank.client(
        key: .pem(pem, keyID: "k1"), changing: { $0.server.backchannelAuthenticationEndpoint = nil })
      _ = await bank.failure(of: client)
      let sent = try #require(bank.fields(at: "/bc-authorize").first?["request"])
      #expect(try SignedToken(sent).algorithm == "PS256")
    }
  }

  @Test(arguments: [
    (#"["ping"]"#, "null", StepFailure.configuration(.unsupportedDelivery(supported: ["ping"]))),
    (
      #"["poll","ping"]"#, "false",
      .configuration(.invalidParameter("user_code", expected: "omitted: the server doesn't support it"))
    ),
  ])
  func `A server that supports no polling or no user code isn't asked`(
    modes: String, codes: String, expected: StepFailure
  ) async throws {
    try await BackchannelProvider.run { bank in
      let issuer = bank.scripted.configuration.server.issuer?.text ?? ""
      await bank.scripted.rewrite { script in
        script.instead = { request in
          guard request.path.hasSuffix("/.well-known/openid-configuration") else { return nil }
          return .json(
            """
            {"issuer":"\(issuer)","backchannel_authentication_endpoint":"\(issuer)/bc-authorize",
            "token_endpoint":"\(issuer)/token","jwks_uri":"\(issuer)/keys","authorization_endpoint":"\(issuer)/a",
            "backchannel_token_delivery_modes_supported":\(modes),"backchannel_user_code_parameter_supported":\(codes)}
            """)
        }
      }
      let client = bank.client(changing: { $0.server.backchannelAuthenticationEndpoint = nil })
      #expect(await bank.failure(of: client, BackchannelRequest(.login("ada"), userCode: Secret("1"))) == expected)
      #expect(bank.fields(at: "/bc-authorize").isEmpty)
    }
  }

  @Test func `Errors of the server name the endpoint, have a recovery, and never contain the user's code`()
    async throws
  {
    try await BackchannelProvider.run(script: { script in
      script.instead = { request in
        guard request.path == "/bc-authorize" else { return nil }
        return .json(
          #"{"error":"invalid_user_code","error_description":"471142 of ada@example.com is wrong"}"#, status: 400)
      }
    }) { bank in
      let request = BackchannelRequest(.login("ada@example.com"), userCode: Secret("471142"))
      let failure = try #require(await bank.failure(of: bank.client(), request))
      guard case .server(_, let error) = failure else {
        Issue.record("\(failure)")
        return
      }
      #expect((error.endpoint, error.text) == (.backchannelAuthentication, "<redacted> of <redacted> is wrong"))
      #expect(failure.caseName == "invalidUserCode" && failure.recovery == .contactUser)
      #expect(!"\(request)".contains("471142"))
    }
  }

  @Test func `The scripted server rejects unknown users and two hints, and requires the user's code`() async throws {
    try await BackchannelProvider.run(script: { $0.userCode = Secret("1234") }) { bank in
      #expect(await bank.failure(of: bank.client())?.serverCode == "missing_user_code")
      let wrong = BackchannelRequest(.login("ada"), userCode: Secret("9999"))
      #expect(await bank.failure(of: bank.client(), wrong)?.serverCode == "invalid_user_code")
      await bank.scripted.inject(.backchannel(.unknownUser), times: 1)
      #expect(await bank.failure(of: bank.client())?.serverCode == "unknown_user_id")
      let twice = bank.client(changing: { $0.backchannel.parameters = ["id_token_hint": "x"] })
      #expect(await bank.failure(of: twice)?.serverCode == "invalid_request")
    }
  }
}

@Suite struct `A hostile backchannel authentication response` {
  private static let missingID = StepFailure.response(
    .missingField("auth_req_id", endpoint: .backchannelAuthentication, status: 200))

  @Test(arguments: [
    ("{}", missingID), (#"{"auth_req_id":""}"#, missingID), (#"{"auth_req_id":7}"#, missingID),
    (
      #"{"auth_req_id":"\#(String(repeating: "x", count: 5000))"}"#,
      .response(.unexpectedValue("auth_req_id", endpoint: .backchannelAuthentication))
    ),
    ("[]", .response(.notJSON(endpoint: .backchannelAuthentication, status: 200))),
    ("<html>", .response(.notJSON(endpoint: .backchannelAuthentication, status: 200))),
  ])
  func `A response without a usable ID ends the sign-in`(body: String, expected: StepFailure) async throws {
    try await BackchannelProvider.run(script: { script in
      script.instead = { $0.path == "/bc-authorize" ? .json(body) : nil }
    }) { bank in
      #expect(await bank.failure(of: bank.client()) == expected)
      #expect(bank.fields(at: "/token").isEmpty)
    }
  }

  @Test(arguments: [
    ("", 5), (#","interval":7"#, 7), (#","interval":"nan""#, 5), (#","interval":1e300"#, 300),
    (#","interval":-1"#, 5), (#","interval":0.1"#, 1), (#","interval":{}"#, 5),
  ])
  func `The interval is bounded, and five seconds without one`(member: String, seconds: Int) async throws {
    try await BackchannelProvider.run(script: { script in
      script.instead = { request in
        switch request.path {
        case "/bc-authorize": .json(#"{"auth_req_id":"r","expires_in":600\#(member)}"#)
        case "/token": .json(#"{"error":"access_denied"}"#, status: 400)
        default: nil
        }
      }
    }) { bank in
      #expect(await bank.failure(of: bank.client())?.serverCode == "access_denied")
      #expect(bank.clock.waited == [.seconds(seconds)])
    }
  }

  @Test(arguments: [(#""expires_in":1e300"#, 86_400.0), (#""expires_in":"inf""#, 300), (#""expires_in":-5"#, 300)])
  func `The lifetime is bounded, and five minutes without one`(member: String, seconds: Double) async throws {
    let now = Date(timeIntervalSince1970: 1_000_000)
    let response = try #require(JSONValue(parsing: Data(#"{"auth_req_id":"r",\#(member)}"#.utf8)))
    let pending = try BackchannelAuthentication(response, requested: nil, status: 200, now: now)
    #expect(pending.expiresAt == now.addingTimeInterval(seconds))
    #expect(!"\(pending)".contains("\"r\""))
  }
}
