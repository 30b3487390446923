import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

private let payment = Bank.Detail.payment(
  amount: "12.50", currency: .eur, isUrgent: true, callback: URL(string: "https://app.example/done"), count: 2,
  rate: 0.5, note: ["x": [1, .null]], channels: [.web, .mobileApp],
  creditor: .init(name: "Ada \"the\" & Grace", account: .init(iban: "DE02100100109307118603", kind: .giro)),
  lines: [.init(text: "a", tags: ["b", "c"])], locations: ["https://api.bank.example"])

/// An object without required members.
private struct Note: DetailObject {
  var members = DetailMembers()

  init() {}
  init(members: DetailMembers) throws(ClaimFailure) { self.members = members }
}

@Suite struct `Authorization details` {
  @Test func `A typed detail becomes the JSON of the standard, without members that weren't set`() throws {
    #expect(
      payment.json == [
        "type": "payment_initiation", "amount": "12.50", "currency": "eur", "urgent": true,
        "callback": "https://app.example/done", "count": 2, "rate": 0.5, "note": ["x": [1, .null]],
        "channels": ["web", "mobile-app"], "lines": [["text": "a", "tags": ["b", "c"]]],
        "creditor": [
          "name": "Ada \"the\" & Grace", "account": ["iban": "DE02100100109307118603", "kind": "giro"],
        ], "locations": ["https://api.bank.example"],
      ])
    #expect(Bank.Detail.payment(amount: "1").json == ["type": "payment_initiation", "amount": "1"])
    #expect(Bank.Detail(json: payment.json) == payment)
  }

  @Test func `A sign-in requests details, and returns those that the server granted, with what it added`() async throws
  {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      await provider.rewrite { script in
        script.details = { details in
          details = details.map { detail in
            .object((detail.object ?? [:]).merging(["account": ["iban": "DE1"]]) { $1 })
          }
        }
      }
      let bank = provider.client(Bank.self)
      _ = try await bank.signIn(scopes: [.accounts], details: [payment])
      let sent = try #require(provider.requests.first { $0.path.hasSuffix("authorize") })
      let pairs = (FormEncoding.decode(sent.query) ?? []).filter { $0.name == "authorization_details" }
      #expect(pairs.count == 1)
      #expect(JSONValue(parsing: Data((pairs.first?.value ?? "").utf8)) == [payment.json])
      guard case .payment(let granted)? = try await bank.grantedDetails().first else {
        Issue.record("no payment")
        return
      }
      #expect(granted.amount == "12.50")
      #expect(granted.creditor?.account?.kind == .giro)
      #expect(granted.members["account"] == ["iban": "DE1"])
    }
  }

  @Test func `A refresh keeps the granted details, and replaces them if the response contains others`() async throws {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      let bank = provider.client(Bank.self)
      _ = try await bank.signIn(scopes: [.accounts], details: [payment])
      await provider.rewrite { $0.tokens = { $0["authorization_details"] = nil } }
      try await bank.refresh()
      #expect(try await bank.grantedDetails() == [payment])
      await provider.rewrite { $0.tokens = { $0["authorization_details"] = [["type": "other"], "no object"] } }
      try await bank.refresh()
      #expect(try await bank.grantedDetails() == [.other(["type": "other"])])
      let kept = try #require(try await bank.credential())
      #expect(try Credential(encoded: kept.encoded()).authorizationDetails == kept.authorizationDetails)
    }
  }

  @Test(
    arguments: [
      ["type": "payment_initiation"], ["type": "payment_initiation", "amount": "1", "currency": "gbp"],
      ["type": "payment_initiation", "amount": ["1"]],
      ["type": "payment_initiation", "amount": "1", "creditor": "Ada"],
      ["type": "payment_initiation", "amount": "1", "creditor": ["account": [:]]],
      ["type": "payment_initiation", "amount": "1", "lines": [["text": "a"], 7]], ["type": 7], [:], .null, "payment",
    ] as [JSONValue])
  func `A granted detail that doesn't have the described form is kept as JSON`(json: JSONValue) {
    #expect(Bank.Detail(json: json) == .other(json))
    #expect(Bank.Detail(json: json).json == json)
  }

  @Test func `A member that is null counts as missing`() throws {
    let json: JSONValue = ["type": "payment_initiation", "amount": "1", "currency": .null, "creditor": .null]
    guard case .payment(let granted) = Bank.Detail(json: json) else {
      Issue.record("no payment")
      return
    }
    #expect(granted.currency == nil && granted.creditor == nil)
    #expect(granted.members["currency"] == nil && granted.members["amount"] == "1")
    #expect(
      Bank.Detail(json: ["type": "payment_initiation", "amount": .null])
        == .other(["type": "payment_initiation", "amount": .null]))
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `A number that JSON can't contain isn't sent`(rate: Double) {
    #expect(Bank.Detail.payment(amount: "1", rate: rate).json == ["type": "payment_initiation", "amount": "1"])
  }

  @Test(arguments: ["text", 7, true, ["text"]] as [JSONValue])
  func `A value that isn't an object isn't read as one, even if no member is required`(value: JSONValue) throws {
    let members = DetailMembers(json: ["note": value, "notes": [[:], value]])
    #expect(throws: ClaimFailure.wrongClaimType("note", expected: "an object of the described form")) {
      try members.optional("note") as Note?
    }
    #expect(throws: ClaimFailure.wrongClaimType("notes", expected: "a list of objects of the described form")) {
      try members.list("notes") as [Note]
    }
    #expect(try DetailMembers(json: ["note": [:]]).optional("note") == Note())
  }

  @Test func `A type that the descriptor doesn't list fails before the browser opens`() async throws {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      let bank = provider.client(Bank.self)
      await #expect(
        throws: Bank.Failure.configuration(
          .unsupportedDetailType("loan", supported: ["payment_initiation", "account_information"]))
      ) {
        try await bank.signIn(details: [.other(["type": "loan"])])
      }
      for wrong in [["amount": "1"], "payment", .null] as [JSONValue] {
        await #expect(throws: Bank.Failure.self) { try await bank.signIn(details: [.other(wrong)]) }
      }
      await #expect(throws: Bank.Failure.self) {
        try await bank.signIn(details: [.other(["type": "payment_initiation"])])
      }
      await #expect(throws: Bank.Failure.self) {
        try await bank.signIn(details: [.payment(amount: String(repeating: "1", count: 20_000))])
      }
      #expect(!provider.requests.contains { $0.path.hasSuffix("authorize") })
    }
  }

  @Test func `A type that the server's metadata doesn't list fails before the browser opens`() async throws {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      var configuration = provider.configuration
      configuration.authorization.details = []
      let client = AuthClient<DynamicProvider>(
        configuration: configuration, variables: [:], clientID: "app", redirect: .loopback(ports: 20_000...29_999),
        environment: AuthEnvironment(browser: FollowingBrowser()).withOwnRedirects)
      await #expect(
        throws: AuthFailure<AnyErrorCode>.configuration(
          .unsupportedDetailType("loan", supported: ["payment_initiation", "account_information"]))
      ) {
        try await client.signIn(parameters: AuthorizationParameters(details: [["type": "loan"]]))
      }
    }
  }

  @Test func `A client without a descriptor sends and reads details as JSON`() async throws {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      let client = provider.client()
      try await client.signIn(parameters: AuthorizationParameters(details: [payment.json]))
      #expect(try await client.grantedDetails() == [payment.json])
      await #expect(throws: AuthFailure<AnyErrorCode>.self) {
        var parameters = AuthorizationParameters()
        parameters.set("authorization_details", "[]")
        try await client.signIn(parameters: parameters)
      }
    }
  }

  @Test func `A provider's rejection of a detail is typed`() async throws {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      await provider.rewrite { script in
        script.callback = { pairs in
          pairs = pairs.filter { $0.name == "state" } + [("error", "invalid_authorization_details")]
        }
      }
      do throws(Bank.Failure) {
        _ = try await provider.client(Bank.self).signIn(details: [payment])
        Issue.record("no error")
      } catch {
        #expect(error.caseName == "invalidAuthorizationDetails")
      }
    }
  }

  @Test func `A client gets a token with details for itself, and an API reads them`() async throws {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      await provider.rewrite { $0.clientSecret = Secret("s3cret") }
      let bank = provider.client(Bank.self, clientSecret: Secret("s3cret"))
      let api = "https://api.bank.example"
      let credential = try await bank.clientCredential(details: [payment], resources: [api])
      #expect(credential.authorizationDetails == [payment.json])
      let server = ResourceServer<Bank>(configuration: provider.configuration, variables: [:], audiences: [api])
      let caller = try await server.caller(authorization: "Bearer \(credential.accessToken.reveal())")
      #expect(caller.authorizationDetails == [payment])
    }
  }

  @Test func `An app's own server reads the granted details`() async throws {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      let backend = BackendExchange<DynamicProvider>(
        configuration: provider.configuration, variables: [:], clientID: "app",
        environment: AuthEnvironment().withOwnRedirects)
      let pending = try await backend.start(
        redirectURI: "https://app.example/callback", scopes: ["openid"],
        parameters: AuthorizationParameters(details: [payment.json], resources: ["https://one.example"]))
      let stored = try JSONDecoder().decode(PendingAuthorization.self, from: JSONEncoder().encode(pending))
      let page = try await AuthEnvironment.platformTransport.send(TransportRequest(url: stored.url))
      let query = page.headers[.location].flatMap { URLComponents(string: $0)?.percentEncodedQuery } ?? ""
      let grant = try backend.grant(from: query, for: stored)
      #expect(grant.resources == ["https://one.example"])
      let decoded = try #require(AuthorizationGrant(encoded: grant.encoded()))
      #expect(decoded.resources == grant.resources)
      let signedIn = try await backend.exchange(grant)
      #expect(backend.grantedDetails(of: signedIn.credential) == [payment.json])
    }
  }
}
