import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

private let payment = Bank.Detail.payment(amount: "12.50")
private let accounts = Bank.Detail.accounts(actions: [.listAccounts])

@Suite struct `A token with some of the granted details` {
  private func refreshes(_ provider: ScriptedProvider) -> [[String: String]] {
    provider.requests.filter { $0.text.contains("grant_type=refresh_token") }.map { request in
      let pairs = FormEncoding.decode(request.text) ?? []
      return Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
    }
  }

  @Test func `A refresh requests fewer details, and the session keeps all of them`() async throws {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      let bank = provider.client(Bank.self)
      _ = try await bank.signIn(details: [payment, accounts])
      let own = try await bank.accessToken()
      let narrow = try await bank.accessToken(details: [accounts])
      #expect(narrow != own)
      #expect(narrow.claimsOfJWT["authorization_details"] == [accounts.json])
      let sent = try #require(refreshes(provider).first)
      #expect(sent["authorization_details"].flatMap { JSONValue(parsing: Data($0.utf8)) } == [accounts.json])
      #expect(sent["scope"] == nil)
      #expect(sent["resource"] == nil)
      #expect(try await bank.accessToken() == own)
      #expect(try await bank.grantedDetails() == [payment, accounts])
      // The same details have the same token, also after a restart.
      #expect(try await bank.accessToken(details: [accounts]) == narrow)
      #expect(refreshes(provider).count == 1)
      let kept = try #require(try await bank.credential())
      #expect(try Credential(encoded: kept.encoded()).audienceTokens == kept.audienceTokens)
      #expect(try await bank.accessToken(details: [payment]) != narrow)
      #expect(refreshes(provider).count == 2)
    }
  }

  @Test func `A token for another API can have fewer details too, and each combination has its own token`() async throws
  {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      let bank = provider.client(Bank.self)
      let (one, two) = ("https://one.bank.example", "https://two.bank.example")
      _ = try await bank.signIn(details: [payment, accounts], resources: [one, two])
      let narrow = try await bank.accessToken(audience: one, details: [accounts])
      #expect(narrow.claimsOfJWT["authorization_details"] == [accounts.json])
      #expect(narrow.claimsOfJWT["aud"]?.names == [one])
      let sent = try #require(refreshes(provider).first)
      #expect(sent["resource"] == one && sent["authorization_details"] != nil)
      #expect(try await bank.accessToken(audience: one, details: [accounts]) == narrow)
      #expect(refreshes(provider).count == 1)
      #expect(try await bank.accessToken(audience: two, details: [accounts]) != narrow)
      #expect(try await bank.accessToken(details: [accounts]) != narrow)
      #expect(try await bank.accessToken(audience: one) != narrow)
      #expect(refreshes(provider).count == 4)
      await #expect(throws: Bank.Failure.self) { try await bank.accessToken(audience: one, details: []) }
      await #expect(throws: Bank.Failure.self) { try await bank.accessToken(audience: "one", details: [accounts]) }
      #expect(refreshes(provider).count == 4)
    }
  }

  @Test func `Details that the user didn't grant are the server's error, and the session continues`() async throws {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      let bank = provider.client(Bank.self)
      _ = try await bank.signIn(details: [accounts])
      do throws(Bank.Failure) {
        _ = try await bank.accessToken(details: [payment])
        Issue.record("no error")
      } catch {
        #expect(error.caseName == "invalidAuthorizationDetails")
      }
      #expect(try await bank.user() != nil)
      #expect(try await bank.accessToken(details: [accounts]).claimsOfJWT["authorization_details"] == [accounts.json])
    }
  }

  @Test func `A server that grants more than was requested is rejected`() async throws {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      let bank = provider.client(Bank.self)
      _ = try await bank.signIn(details: [payment, accounts])
      await provider.rewrite { $0.tokens = { $0["authorization_details"] = .array([payment.json, accounts.json]) } }
      await #expect(
        throws: Bank.Failure.response(.unexpectedValue("authorization_details", endpoint: .token))
      ) {
        try await bank.accessToken(details: [accounts])
      }
      #expect(try await bank.user() != nil)
      // A server that reports nothing is trusted, as with scopes.
      await provider.rewrite { $0.tokens = { $0["authorization_details"] = nil } }
      _ = try await bank.accessToken(details: [accounts])
    }
  }

  @Test func `Invalid details fail before a request`() async throws {
    try await ScriptedProvider.run(as: Bank.self) { provider in
      let bank = provider.client(Bank.self)
      _ = try await bank.signIn(details: [accounts])
      for wrong in [[], [.other(["type": "loan"])], [.other(["no": "type"])]] as [[Bank.Detail]] {
        await #expect(throws: Bank.Failure.self) { try await bank.accessToken(details: wrong) }
      }
      #expect(refreshes(provider).isEmpty)
    }
  }
}
