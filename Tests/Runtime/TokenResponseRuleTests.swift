import Foundation
import Testing

@testable import AuthConfiguration

@Suite struct `A token response` {
  private typealias Rules = ProviderConfiguration.ResponseRules

  private let plain: JSONValue = ["access_token": "a", "token_type": "Bearer"]

  private func rules(_ change: (inout ProviderConfiguration.ResponseRules) -> Void) -> Rules {
    var rules = Rules()
    change(&rules)
    return rules
  }

  @Test(
    arguments: [
      ("MAC", .bearer), ("MAC", .optionalBearer), ("DPoP", .bearer), ("dpop", .optionalBearer), ("", .bearer),
    ] as [(String, ProviderConfiguration.ResponseRules.TokenType)])
  func `A token of another type is rejected`(type: String, rule: ProviderConfiguration.ResponseRules.TokenType) {
    let response: JSONValue = ["access_token": "a", "token_type": .string(type)]
    #expect(throws: TokenResponseFailure.unsupportedTokenType(type)) {
      try TokenResponseBody(response, as: rules { $0.tokenType = rule })
    }
  }

  @Test(arguments: [true, false])
  func `A token is bound to the key only if the request had a proof`(hasProof: Bool) throws {
    let response: JSONValue = ["access_token": "a", "token_type": "DPoP"]
    let body = try TokenResponseBody(response, as: rules { $0.tokenType = .any }, acceptsDPoP: hasProof)
    #expect(body.tokens.isBoundToKey == hasProof)
    #expect(try !TokenResponseBody(plain, as: rules { _ in }, acceptsDPoP: hasProof).tokens.isBoundToKey)
  }

  @Test func `A response without an access token needs no token type`() throws {
    let body = try TokenResponseBody(["id_token": "i"], as: rules { $0.hasAccessToken = false })
    #expect(body.idToken == "i")
    #expect(body.tokens.accessToken.isEmpty)
  }

  @Test func `An empty token is missing`() throws {
    let body = try TokenResponseBody(
      ["access_token": "a", "token_type": "Bearer", "refresh_token": "", "id_token": ""], as: rules { _ in })
    #expect(body.tokens.refreshToken == nil)
    #expect(body.idToken == nil)
    #expect(throws: TokenResponseFailure.missingField("access_token")) {
      try TokenResponseBody(["access_token": "", "token_type": "Bearer"], as: rules { _ in })
    }
  }

  @Test func `A malformed token in a set fails the response, even if the set is optional`() {
    let rules = rules { $0.sets = [.init(name: "bot", root: "bot", isOptional: true)] }
    let response: JSONValue = [
      "access_token": "a", "token_type": "Bearer",
      "bot": ["access_token": "b", "token_type": "Bearer", "refresh_token": 1],
    ]
    for isPartial in [true, false] {
      #expect(throws: TokenResponseFailure.malformedToken("refresh_token")) {
        try TokenResponseBody(response, as: rules, isPartial: isPartial)
      }
    }
  }

  @Test func `Only an optional set may be missing, unless the response is partial`() throws {
    let required = rules { $0.sets = [.init(name: "bot", root: "bot")] }
    let optional = rules { $0.sets = [.init(name: "bot", root: "bot", isOptional: true)] }
    #expect(throws: TokenResponseFailure.missingField("bot.access_token")) {
      try TokenResponseBody(plain, as: required)
    }
    #expect(try TokenResponseBody(plain, as: required, isPartial: true).sets.isEmpty)
    #expect(try TokenResponseBody(plain, as: optional).tokens.accessToken == "a")
  }

  @Test func `An unsupported or missing token type in a required set is reported as such`() {
    let rules = rules { $0.sets = [.init(name: "bot", root: "bot")] }
    for (type, failure) in [
      (.string("mac"), .unsupportedTokenType("mac")), (.null, .missingField("bot.token_type")),
    ] as [(JSONValue, TokenResponseFailure)] {
      #expect(throws: failure) {
        try TokenResponseBody(["bot": ["access_token": "b", "token_type": type]], as: rules)
      }
    }
  }

  @Test(arguments: [nil, ""] as [String?])
  func `Without a delimiter, scopes are separated by spaces and commas`(delimiter: String?) throws {
    let response: JSONValue = ["access_token": "a", "token_type": "Bearer", "scope": "read write,admin"]
    let body = try TokenResponseBody(response, as: rules { $0.scopeDelimiter = delimiter })
    #expect(body.tokens.scopes == ["read", "write", "admin"])
  }

  static let expiries: [(JSONValue, ProviderConfiguration.ExpiryRule.Format, TokenResponseBody.Expiry)] = [
    (60, .seconds, .after(.seconds(60))), ("60", .seconds, .after(.seconds(60))),
    (60_000, .milliseconds, .after(.seconds(60))), (315_360_000, .seconds, .after(.seconds(315_360_000))),
    (315_360_001, .seconds, standard), (315_360_001_000, .milliseconds, standard), (-1, .seconds, standard),
    (.null, .seconds, standard), ("", .seconds, standard), (1e15, .seconds, standard),
    (60, .unix, .at(Date(timeIntervalSince1970: 60))), (1e15, .unix, standard), (1e300, .unix, standard),
    (60_000, .unixMilliseconds, .at(Date(timeIntervalSince1970: 60))), (1e15, .unixMilliseconds, standard),
    ("1e15", .unix, standard), ("infinity", .unix, standard), ("nan", .unix, standard), ("soon", .iso8601, standard),
  ]

  private static let standard = TokenResponseBody.Expiry.after(.seconds(5))

  @Test(arguments: expiries)
  func `An expiry that is invalid or more than ten years away is ignored`(
    value: JSONValue, format: ProviderConfiguration.ExpiryRule.Format, expected: TokenResponseBody.Expiry
  ) throws {
    let rules = rules { $0.expires = .init(format: format, lifetime: .seconds(5)) }
    let response: JSONValue = ["access_token": "a", "token_type": "Bearer", "expires_in": value]
    #expect(try TokenResponseBody(response, as: rules).tokens.expiry == expected)
  }
}

@Suite struct `Claims from several sources` {
  @Test func `The first source takes precedence`() {
    var facts = UserFacts()
    facts.add(["email": "a@b.example"], map: [:])
    facts.add(["email": "c@d.example", "name": "C"], map: [:])
    #expect(facts.all == ["email": "a@b.example", "name": "C"])
  }

  @Test func `Only mapped claims are used from a source that isn't used as a whole`() {
    var facts = UserFacts()
    facts.add(["mail": "a@b.example", "name": "A"], map: ["email": Selector("mail")], isWhole: false)
    #expect(facts.all == ["email": "a@b.example"])
  }
}
