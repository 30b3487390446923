import AuthDescriptor
import AuthRuntime
import Foundation
import TestSupport
import Testing

@testable import authctl

@Suite struct `The documentation of authctl doctor` {
  @Test
  func `authctl doctor's documentation shows a line that the command prints for the article's descriptor`() throws {
    let article = try String(contentsOf: Repository.file("Documentation.docc/AddAProvider.md"), encoding: .utf8)
    let parts = article.components(separatedBy: "```yaml\n")
    let yaml = try #require(parts.dropFirst().first?.components(separatedBy: "\n```").first)
    let base = "https://login.acme.example"
    let descriptor = try Acme.load(yaml, base: base, path: "login.yaml")
    let facts = try DescriptorFacts(descriptor, variables: ["domain": "login.acme.example"])
    let place = try #require(URL(string: base + "/.well-known/openid-configuration"))
    let fields = Acme.document(#"{"issuer": "BASE/"}"#, base: base)
    let server = ServerResponses(document: .success(ServerDocument(url: place, fields: fields)))
    let lines = Comparison(facts: facts, server: server).issuer().map(\.description)
    #expect(lines.allSatisfy { article.contains("\n\($0)\n") }, "\(lines)")
  }
}
