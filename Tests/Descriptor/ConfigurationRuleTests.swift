import Testing

@testable import AuthConfiguration

@Suite struct `Rules that a configuration implies` {
  private typealias Authorization = ProviderConfiguration.AuthorizationRules

  @Test(arguments: ProviderConfiguration.ResponseType.allCases)
  func `The name of a response type lists what the response contains`(type: ProviderConfiguration.ResponseType) {
    let parts = type.rawValue.split(separator: " ")
    let isCode = [.code, .authCode, .assertion].contains(type)
    #expect(type.isCode == isCode)
    #expect(type.includesCode == (isCode || parts.contains("code")))
    #expect(type.includesIDToken == parts.contains("id_token"))
    #expect(type.includesAccessToken == parts.contains("token"))
  }

  @Test(
    arguments: [
      (.code, true, false), (.codeToken, true, false), (.token, false, false), (.token, true, true),
      (.idToken, false, true), (.codeIDToken, false, true),
    ] as [(ProviderConfiguration.ResponseType, Bool, Bool)])
  func `The browser's response contains an ID token if its type says so or an older server sends one`(
    type: ProviderConfiguration.ResponseType, isRequired: Bool, expected: Bool
  ) {
    let configuration = ProviderConfiguration(id: "acme", name: "Acme") {
      $0.authorization.responseType = type
      $0.idToken?.required = isRequired
    }
    #expect(configuration.browserResponseIncludesIDToken == expected)
  }

  @Test(arguments: Authorization.PushRule.allCases, Authorization.RequestObjectRule.allCases)
  func `A required push and a request by reference are always pushed`(
    par: ProviderConfiguration.AuthorizationRules.PushRule,
    object: ProviderConfiguration.AuthorizationRules.RequestObjectRule
  ) {
    var rules = Authorization()
    (rules.par, rules.requestObject) = (par, object)
    #expect(rules.alwaysPushes == (par == .required || object == .byReference))
  }

  @Test func `A constant parameter named request is the provider's own, unless requests are signed`() {
    var rules = Authorization()
    #expect(!rules.hasOwnRequest)
    rules.parameters = [.init("other", .string, constant: "1"), .init("request", .string)]
    #expect(!rules.hasOwnRequest)
    rules.parameters = [.init("request", .string, constant: "1")]
    #expect(rules.hasOwnRequest)
    for object in [Authorization.RequestObjectRule.byValue, .byReference] {
      rules.requestObject = object
      #expect(!rules.hasOwnRequest)
    }
  }

  @Test(arguments: [nil] + ProviderConfiguration.ResponseMode.allCases)
  func `Responses are signed in the modes for JWTs`(mode: ProviderConfiguration.ResponseMode?) {
    var rules = Authorization()
    rules.responseMode = mode
    #expect(rules.hasSignedResponses == (mode?.rawValue.hasSuffix("jwt") ?? false))
  }

  @Test func `A service account's JWT is valid for an hour at most`() {
    #expect(ProviderConfiguration.JWTBearerRules.maximumLifetime == .seconds(3600))
  }

  @Test func `A step needs only the earlier values that its templates name`() {
    let step = ProviderConfiguration.FirstPartyStep(
      name: "code", headers: ["X-Session": "{first_party.session} {client_id}"],
      parameters: [
        .init("state", .string, constant: "{first_party.state}"),
        .init("tenant", .string, constant: "{tenant_of_user}"), .init("code", .string),
      ])
    #expect(step.neededValues.sorted() == ["session", "state"])
  }

  @Test(
    arguments: [(.preregistered, false), (.dynamic, true), (.document, false), (.custom, true)]
      as [(ProviderConfiguration.RegistrationRules.Kind, Bool)])
  func `A client registers itself with the standard's request or a custom one`(
    kind: ProviderConfiguration.RegistrationRules.Kind, expected: Bool
  ) {
    #expect(kind.registersItself == expected)
  }

  @Test(arguments: SignatureAlgorithm.allCases)
  func `A secret is as long as the hash, and an RSA key has at least 2048 bits`(algorithm: SignatureAlgorithm) {
    let secretBytes: [SignatureAlgorithm: Int] = [.hs256: 32, .hs384: 48, .hs512: 64]
    #expect(algorithm.minimumSecretBytes == secretBytes[algorithm])
    let isRSA = ["RS", "PS"].contains(algorithm.rawValue.prefix(2))
    #expect(algorithm.facts.scheme.keyBits == (isRSA ? 2048...16_384 : nil))
  }

  @Test(
    arguments: [([], false), ([.idToken], true), ([.endpoint], true), ([.token("user"), .endpoint], true)]
      as [([ProviderConfiguration.UserInfoRules.Source], Bool)])
  func `A provider with a source of claims identifies the user`(
    sources: [ProviderConfiguration.UserInfoRules.Source], expected: Bool
  ) {
    let configuration = ProviderConfiguration(id: "acme", name: "Acme") { $0.userInfo.sources = sources }
    #expect(configuration.identifiesUser == expected)
  }
}

@Suite struct `The value of a variable` {
  @Test(
    arguments: [
      (nil, [], ["v1"]), (nil, ["v1", "v2"], ["v1", "v2"]), ("v[0-9]", [], []), ("v[0-9]", ["v1"], []),
    ] as [(String?, [String], [String])])
  func `The listed values of a constant replace its default`(pattern: String?, values: [String], closed: [String]) {
    let variable = ProviderConfiguration.Variable(
      "version", .constant, defaultValue: "v1", values: values, pattern: pattern)
    #expect(variable.closedValues == closed)
  }

  @Test func `A value that matches a pattern has 253 bytes at most`() {
    let variable = ProviderConfiguration.Variable("base", .url, pattern: #"https://a\.example/a*"#)
    let base = "https://a.example/"
    let longest = base + String(repeating: "a", count: 253 - base.utf8.count)
    #expect(variable.problem(with: longest) == nil)
    #expect(variable.problem(with: longest + "a") == #"a value that matches https://a\.example/a*"#)
  }

  @Test(arguments: [
    ("id.example", nil), ("eu.other.example", nil), ("id2.example", "a host of *.other.example"),
  ])
  func `A listed host is allowed although the allowed hosts don't contain it`(value: String, problem: String?) {
    let variable = ProviderConfiguration.Variable(
      "host", .host, values: ["id.example"], pattern: "[a-z0-9.]+", allowedHosts: ["*.other.example"])
    #expect(variable.problem(with: value) == problem)
  }
}
