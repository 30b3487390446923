import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `Userinfo requests that the app signs` {
  private struct Signer: UserInfoRequestSigning {
    struct Rejection: Error {}
    var change: @Sendable (inout HTTPRequest, inout Data?) throws -> Void = { _, _ in }

    func sign(_ request: inout HTTPRequest, body: inout Data?) async throws { try change(&request, &body) }
  }

  private let snippet = """
    hooks: [signUserInfoRequest]
    userinfo:
      method: POST
      encoding: json
      parameters: { app: "{client_id}" }
      further_requests: [{ endpoint: "https://api.example.com/emails", map: { email: email } }]
    """

  @Test func `The app's hook changes every request about the user, but no token request`() async throws {
    var scenario = SignInScenario(snippet)
    let name = try #require(HTTPField.Name("X-Signature"))
    scenario.respond("/userinfo", #"{"id":1}"#)
    scenario.respond("/emails", #"{"email":"a@b.example"}"#)
    scenario.userInfoSigner = Signer { request, body in
      request.headerFields[name] = "over \(body.map { String(decoding: $0, as: UTF8.self) } ?? "nothing")"
    }
    let outcome = try await scenario.signIn { client, _ in _ = try await client.userInfo() }
    let sent = outcome.transcript.requests.map { "\($0.path) \($0.headers["x-signature"] ?? "-")" }
    #expect(
      sent == [
        "/authorize -", "/token -", #"/userinfo over {"app":"app"}"#, "/emails over nothing",
        #"/userinfo over {"app":"app"}"#,
      ])
    #expect(outcome.claims("email") == ["a@b.example"])
  }

  @Test func `A userinfo request isn't sent unsigned, to an insecure URL, or twice`() async throws {
    var scenario = SignInScenario(snippet)
    #expect(try await scenario.rejection().failure == .configuration(.unsignedRequest))
    scenario.userInfoSigner = Signer { _, _ in throw Signer.Rejection() }
    #expect(try await scenario.rejection().failure == .configuration(.unsignedRequest))
    scenario.userInfoSigner = Signer { request, _ in (request.scheme, request.authority) = ("http", "evil.example") }
    let (failure, transcript) = try await scenario.rejection()
    #expect(failure == .configuration(.insecureURL("http://evil.example")))
    #expect(!transcript.paths.contains("POST /userinfo"))
    scenario.userInfoSigner = Signer()
    scenario.respond("/userinfo", "{}", status: 503)
    let outage = try await scenario.rejection()
    #expect(outage.failure == .response(.unexpectedStatus(503, endpoint: .userInfo)))
    #expect(outage.transcript.paths.filter { $0 == "POST /userinfo" }.count == 1)
  }
}

@Suite struct `Responses that the app decodes` {
  /// Decodes Base64 of JSON.
  private struct Decoder: ResponseDecoding {
    struct Rejection: Error, CustomStringConvertible { var description = "the key is hunter2" }
    let log = Locked<[String]>([])

    func decode(_ body: Data, head: HTTPResponse, from endpoint: Endpoint) async throws -> Data {
      log.withLock { $0.append("\(endpoint) \(head.status.code)") }
      guard let json = Data(base64Encoded: body) else { throw Rejection() }
      return json
    }
  }

  private func encoded(_ json: String, status: Int = 200, type: String = "application/jwt") -> ScriptedResponse {
    ScriptedResponse(status, headers: ["Content-Type": type], body: Data(json.utf8).base64EncodedString())
  }

  private func scenario(_ more: String = "") -> SignInScenario {
    var scenario = SignInScenario("hooks: [decodeResponse]\n" + more)
    scenario.decoder = Decoder()
    scenario.respond("/token", encoded(#"{"access_token":"t","refresh_token":"r"}"#))
    scenario.respond("/userinfo", encoded(#"{"id":"U1","name":"Ada"}"#))
    return scenario
  }

  @Test func `Token, refresh, and userinfo responses are decoded, with the endpoint and the status`() async throws {
    var scenario = scenario("token: { response: { format: form } }")
    let decoder = Decoder()
    scenario.decoder = decoder
    let outcome = try await scenario.signIn { client, _ in
      try await client.refresh()
      _ = try await client.userInfo()
    }
    #expect(outcome.user.id == "U1")
    #expect(outcome.claims("name") == ["Ada"])
    #expect(outcome.credential?.accessToken == Secret("t"))
    #expect(
      decoder.log.value == [
        "the token endpoint 200", "the userinfo endpoint 200", "the token endpoint 200", "the userinfo endpoint 200",
      ])
  }

  @Test func `An error can be encoded or in plain text`() async throws {
    var scenario = scenario()
    scenario.respond("/token", encoded(#"{"error":"invalid_grant"}"#, status: 400))
    #expect(try await scenario.rejection().failure?.caseName == "invalidGrant")
    scenario.respond("/token", #"{"error":"invalid_grant"}"#, status: 400)
    #expect(try await scenario.rejection().failure?.caseName == "invalidGrant")
    scenario.respond("/token", .html("<p>Bad gateway</p>", status: 502))
    #expect(try await scenario.rejection().failure == .response(.unexpectedStatus(502, endpoint: .token)))
  }

  @Test(arguments: ["/token", "/userinfo"])
  func `A response that can't be decoded is a failure without the app's error`(path: String) async throws {
    var scenario = scenario()
    scenario.respond(path, .json(#"{"access_token":"hunter2","id":"U1"}"#))
    let failure = try #require(try await scenario.rejection().failure)
    let endpoint = path == "/token" ? Endpoint.token : .userInfo
    #expect(failure == .response(.notDecoded(endpoint: endpoint, status: 200)))
    #expect(!String(reflecting: failure).contains("hunter2"))
    #expect(!failure.description.contains("hunter2"))
    #expect(failure.recovery == .updateApp)
    scenario.respond(path, encoded("<xml/>"))
    #expect(try await scenario.rejection().failure == .response(.notJSON(endpoint: endpoint, status: 200)))
  }

  @Test func `Without a decoder, no code is sent`() async throws {
    var scenario = scenario()
    scenario.decoder = nil
    let (failure, transcript) = try await scenario.rejection()
    #expect(failure == .configuration(.missingDecoder))
    #expect(transcript.paths == ["GET /authorize"])
  }

  /// The token endpoint of a client, which sends its requests to the transport.
  private func tokens(
    _ snippet: String, _ decoder: (any ResponseDecoding)?,
    _ transport: ScriptedTransport = ScriptedTransport { _ in TransportResponse(status: 404) }
  ) throws -> TokenEndpoint {
    let setup = ClientCore.Setup(
      configuration: try configuration(snippet), variables: [:], clientID: "app",
      hooks: AppHooks(decodeResponse: decoder), environment: AuthEnvironment(transport: transport))
    return try ClientCore(setup).tokens
  }

  @Test func `Without a decoder, no token request is sent`() async throws {
    let transport = ScriptedTransport { _ in
      TransportResponse(status: 200, body: Data(#"{"access_token":"t","token_type":"Bearer"}"#.utf8))
    }
    let tokens = try tokens("hooks: [decodeResponse]", nil, transport)
    let request = EndpointRequest(endpoint: .token, url: try SecureURL.parse("https://id.example.com/token"))
    #expect(await failure(of: try await tokens.tokens(request, .init())) == .configuration(.missingDecoder))
    #expect(transport.asked.value == 0)
  }

  @Test func `Without a decoder, a stored session's token isn't sent to the userinfo endpoint`() async throws {
    let transport = ScriptedTransport { _ in TransportResponse(status: 200, body: Data(#"{"id":1}"#.utf8)) }
    let core = try ClientCore(
      ClientCore.Setup(
        configuration: try configuration("hooks: [decodeResponse]"), variables: [:], clientID: "app",
        environment: AuthEnvironment(transport: transport).withOwnRedirects))
    try await core.replaceSession(with: .test("stored", since: Date()))
    let client = AuthClient<DynamicProvider>(.success(core), .loopback())
    #expect(await failure(of: try await client.userInfo()) == .configuration(.missingDecoder))
    #expect(transport.asked.value == 0)
  }

  @Test func `A decoder isn't used for a provider whose responses don't need it`() async throws {
    let decoder = Decoder()
    let response = TransportResponse(status: 200, body: Data("e30".utf8))
    let (unchanged, _) = try await tokens("", decoder).decoded(response, as: .init(), from: .token)
    #expect(unchanged.body == response.body)
    #expect(decoder.log.value.isEmpty)
  }

  @Test func `A decoder that fails because its task was canceled reports the cancellation`() async throws {
    struct Interrupted: ResponseDecoding {
      func decode(_ body: Data, head: HTTPResponse, from endpoint: Endpoint) async throws -> Data {
        withUnsafeCurrentTask { $0?.cancel() }
        throw CancellationError()
      }
    }
    let tokens = try tokens("hooks: [decodeResponse]", Interrupted())
    let response = TransportResponse(status: 200)
    let decoding = await failureTask(of: try await tokens.decoded(response, as: .init(), from: .token))
    #expect(await decoding.value == .cancelled)
  }

  /// A nested JWT, as OpenID Connect Core 1.0 §5.3.2 describes it: decrypted by the app and verified by the client.
  @Test func `Signed userinfo that the app decrypts is verified`() async throws {
    let snippet = "hooks: [decodeResponse]\nuserinfo: { source: [id_token, userinfo], format: jwt }"
    var scenario = SignInScenario(snippet, over: .oidc)
    struct Unwrapper: ResponseDecoding {
      func decode(_ body: Data, head: HTTPResponse, from endpoint: Endpoint) async throws -> Data {
        guard endpoint == .userInfo else { return body }
        return Data("eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c2VyLTEifQ.".utf8)
      }
    }
    scenario.decoder = Unwrapper()
    let failure = try #require(try await scenario.rejection().failure)
    guard case .response(.signedUserInfo) = failure else { throw failure }
  }
}
