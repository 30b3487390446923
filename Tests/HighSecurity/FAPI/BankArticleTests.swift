import AuthRuntime
import AuthTesting
import Foundation
import ReferenceClients
import TestSupport
import Testing

@Suite struct `The article on banks` {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.file(path), encoding: .utf8)
  }

  private func example(_ name: String) throws -> String {
    let lines = try text("Tests/HighSecurity/FAPI/SignInAtABankExample.swift").components(separatedBy: "\n")
    let begin = try #require(lines.firstIndex { $0.hasSuffix("  // \(name) begins") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("  // \(name) ends") })
    let indentation = lines[begin].prefix { $0 == " " }.count
    return lines[(begin + 1)..<end].map { String($0.dropFirst(indentation)) }.joined(separator: "\n")
  }

  private func blocks(_ language: String, in path: String) throws -> [String] {
    try text(path).components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
  }

  @Test func `The code and the descriptor in the article on banks are compiled`() throws {
    let compiled = try ["register", "rotation", "program", "step-up", "api"].map(example)
    let article = "Documentation.docc/SignInAtABank.md"
    #expect(try blocks("swift", in: article) == compiled)
    // The first line is a comment, and the last one the provenance.
    let lines = try text("Tests/Reference/Descriptors/acorn.yaml").split(separator: "\n")
    #expect(try blocks("yaml", in: article) == [lines.dropFirst().dropLast().joined(separator: "\n")])
  }

  @Test func `The API in the article on bound tokens is compiled`() throws {
    #expect(try blocks("swift", in: "Documentation.docc/BindTokens.md").contains(try example("api")))
  }

  @Test func `The generated client of a bank signs a user in with a payment, a pushed request, and proofs`()
    async throws
  {
    let key = PrivateKeyFixture.ec("k1")
    let script = ScriptedProvider.Script { script in
      script.clientKeys = [key.publicKey]
      script.requiresPushedRequests = true
    }
    try await ScriptedProvider.run(as: Acorn.self, script: script) { provider in
      let acorn = provider.client(Acorn.self, key: .key(key))
      let user = try await acorn.signIn(
        scopes: [.openid, .accounts], details: [.payment(amount: "12.50", currency: .eur)])
      #expect(user.subject == "user-1")
      #expect(try await acorn.grantedDetails() == [.payment(amount: "12.50", currency: .eur)])
      let page = try #require(provider.requests.first { $0.path == "/authorize" })
      #expect(MessageFixture.fields(page.query).keys.sorted() == ["client_id", "request_uri"])
      #expect(try await acorn.credential()?.keyThumbprint != nil)
    }
  }
}
