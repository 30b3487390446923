import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `Authorization requests` {
  private func request(
    _ parameters: AuthorizationParameters = AuthorizationParameters(), scopes: [String] = ["profile"]
  ) throws(StepFailure) -> AuthorizationRequest {
    let endpoint = try SecureURL.parse("https://id.example.com/authorize?tenant=a")
    let provider = try ResolvedProvider(.plain, variables: ["domain": "id.example.com"], clientID: "app & co")
    return try AuthorizationRequest(
      provider: provider, redirectURI: "http://127.0.0.1:8765/callback", scopes: scopes, parameters: parameters,
      endpoint: endpoint)
  }

  @Test func `The code challenge matches the example of RFC 7636, appendix B`() throws {
    let pkce = try #require(PKCE(codeVerifier: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")))
    #expect(pkce.codeChallenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test(arguments: ["short", String(repeating: "a", count: 129), String(repeating: "ä", count: 43)])
  func `A code verifier that RFC 7636 doesn't allow is rejected`(verifier: String) {
    #expect(PKCE(codeVerifier: Secret(verifier)) == nil)
  }

  @Test func `The URL contains the escaped parameters of the protocol and the endpoint's own query`() throws {
    var parameters = AuthorizationParameters()
    parameters.set("audience", "https://api.acme.com/?a=b&c")
    let request = try request(parameters)
    #expect(
      request.url.absoluteString == """
        https://id.example.com/authorize?tenant=a&response_type=code&client_id=app%20%26%20co\
        &redirect_uri=http%3A%2F%2F127.0.0.1%3A8765%2Fcallback&scope=openid%20profile&state=\(request.state ?? "-")\
        &nonce=\(request.nonce ?? "-")&code_challenge=\(request.pkce.codeChallenge)&code_challenge_method=S256\
        &audience=https%3A%2F%2Fapi.acme.com%2F%3Fa%3Db%26c
        """)
  }

  @Test func `State, nonce, and code verifier are different, 43 characters long, and new for each request`() throws {
    let requests = try (0..<50).map { _ in try request() }
    let values = requests.flatMap { [$0.state ?? "", $0.nonce ?? "", $0.pkce.codeVerifier.reveal()] }
    #expect(Set(values).count == 150)
    #expect(values.allSatisfy { $0.utf8.count == 43 })
  }

  @Test func `Required scopes come first, and no scope is sent twice`() throws {
    #expect(try request(scopes: ["email", "openid", "email"]).scopes == ["openid", "email"])
  }

  @Test func `Typed values are encoded as strings, and missing values are omitted`() {
    enum Word: String { case login, consent }
    var parameters = AuthorizationParameters()
    parameters.set("text", "a")
    parameters.set("no text", String?.none)
    parameters.set("flag", true)
    parameters.set("number", 7)
    parameters.set("time", Duration.seconds(90))
    parameters.set("word", Word.login)
    parameters.set("words", [Word.login, .consent])
    parameters.set("no words", [Word]())
    parameters.set("url", URL(string: "https://a.b/c"))
    #expect(
      parameters.pairs.map { "\($0.name)=\($0.value)" } == [
        "text=a", "flag=true", "number=7", "time=90", "word=login", "words=login consent", "url=https://a.b/c",
      ])
  }

  @Test(arguments: [
    ("invitation", "t", ConfigurationFailure.parameterRequires("invitation", other: "organization")),
    ("max_age", "-1", .invalidParameter("max_age", expected: "a number of seconds that isn't negative")),
    ("state", "fixed", .invalidParameter("state", expected: "omitted: the client sets it")),
    ("screen_hint", "x", .invalidParameter("screen_hint", expected: "one of login, signup")),
    ("prompt", "login x", .invalidParameter("prompt", expected: "a list of these values: none, login")),
    (
      "connexion", "x",
      .unknownParameter(
        "connexion", known: ["audience", "organization", "invitation", "prompt", "max_age", "screen_hint"])
    ),
  ])
  func `A parameter that the provider would reject fails before a request is sent`(
    name: String, value: String, expected: ConfigurationFailure
  ) {
    var parameters = AuthorizationParameters()
    parameters.set(name, value)
    #expect(throws: StepFailure.configuration(expected)) { try request(parameters) }
  }
}

@Suite struct `Authorization responses` {
  private func read(_ query: String, promised: Bool = false) -> Result<String, StepFailure> {
    do throws(StepFailure) {
      let provider = try ResolvedProvider(.plain, variables: ["domain": "id.example.com"], clientID: "app")
      let request = try AuthorizationRequest(
        provider: provider, redirectURI: "http://127.0.0.1:8765/callback", scopes: [],
        parameters: AuthorizationParameters(), endpoint: SecureURL.parse("https://id.example.com/authorize"))
      let fields = try AuthorizationResponse.fields(
        of: query.replacingOccurrences(of: "STATE", with: request.state ?? ""))
      let response = try AuthorizationResponse(
        fields, to: request,
        from: provider, issuerIsPromised: promised, now: Date())
      return .success(response.code?.reveal() ?? "")
    } catch {
      return .failure(error)
    }
  }

  @Test func `A code with the right state is accepted`() {
    #expect(read("code=a%2Bb+c&state=STATE") == .success("a+b c"))
    #expect(read("code=x&state=STATE&iss=https%3A%2F%2Fid.example.com", promised: true) == .success("x"))
  }

  @Test(arguments: [
    ("code=x&state=wrong", CallbackRejection.stateMismatch),
    ("code=x", .stateMismatch),
    ("", .stateMismatch),
    ("error=access_denied&state=wrong", .stateMismatch),
    ("code=x&code=y&state=STATE", .repeatedParameter("code")),
    ("code=x&state=STATE&state=STATE", .repeatedParameter("state")),
    ("error=a&error=b&state=STATE", .repeatedParameter("error")),
    ("code=%ZZ&state=STATE", .malformed),
    ("code=%FF&state=STATE", .malformed),
    ("state=STATE", .missingCode),
    ("code=&state=STATE", .missingCode),
    ("code=x&error=access_denied&state=STATE", .codeWithError),
    ("code=x%0Ay&state=STATE", .invalidCharacter("code")),
    ("code=x%1B%5B2Jy&state=STATE", .invalidCharacter("code")),
    ("code=x%7F&state=STATE", .invalidCharacter("code")),
    ("code=%E2%80%AEx&state=STATE", .invalidCharacter("code")),
    ("code=x%0A&state=wrong", .stateMismatch),
    ("code=x&state=STATE%0A", .stateMismatch),
    ("code=x&state=STATE&iss=https%3A%2F%2Fevil.example", .issuerMixUp),
    ("code=x&state=STATE&iss=https%3A%2F%2Fid.example.com%2F", .issuerMixUp),
    ("error=access_denied&state=STATE&iss=https%3A%2F%2Fevil.example", .issuerMixUp),
  ])
  func `A callback with a wrong state, another issuer, or invalid parameters is rejected with a reason`(
    query: String, rejection: CallbackRejection
  ) {
    #expect(read(query) == .failure(.callback(rejection)))
  }

  @Test func `A missing issuer is rejected if the server promised it, in error responses too`() {
    #expect(read("code=x&state=STATE", promised: true) == .failure(.callback(.issuerMixUp)))
    #expect(read("error=access_denied&state=STATE", promised: true) == .failure(.callback(.issuerMixUp)))
  }

  @Test func `An error response becomes a failure with the descriptor's name and recovery`() throws {
    guard case .failure(let failure) = read("error=access_denied&error_description=User+said+no&state=STATE") else {
      Issue.record("the error wasn't reported")
      return
    }
    #expect(failure.caseName == "accessDenied")
    #expect(failure.recovery == .retry(after: nil))
    #expect(
      failure.description
        == "accessDenied: The user or the server said no. [access_denied] (User said no)")
  }

  @Test func `The description of a callback failure contains no control characters or invisible characters`() {
    for query in ["a%1B%0A%E2%80%AE=1&a%1B%0A%E2%80%AE=2", "code=%1B&state=STATE", "state=%1B"] {
      guard case .failure(let failure) = read(query) else {
        Issue.record("\(query) was accepted")
        continue
      }
      for text in [failure.description, "\(failure.recovery)", String(reflecting: failure)] {
        #expect(text.isSafeToShow, "\(text)")
      }
    }
  }

  @Test func `A server's error message reaches a terminal without control characters`() throws {
    guard case .failure(let failure) = read("error=x%1B%5B2J&error_description=a%0Ab%E2%80%AEc&state=STATE") else {
      Issue.record("the error wasn't reported")
      return
    }
    #expect(
      failure.description
        == "x\u{FFFD}[2J: the authorization endpoint returned an error [x\u{FFFD}[2J] (a\u{FFFD}b\u{FFFD}c)")
  }
}
