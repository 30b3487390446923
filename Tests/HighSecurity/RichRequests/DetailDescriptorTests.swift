import AuthDescriptor
import AuthGenerator
import Foundation
import TestSupport
import Testing

@Suite struct `Authorization details in a descriptor` {
  private static let file = "Tests/HighSecurity/RichRequests/bank.yaml"

  @Test func `The bank's client is the one that the generator writes`() throws {
    let data = try Data(contentsOf: Repository.file(Self.file))
    let loader = DescriptorLoader(readFile: { $0 == "bank.yaml" ? data : nil })
    let generated = try Generator().file(for: loader.load(path: "bank.yaml")).contents
    let kept = try String(
      contentsOf: Repository.file("Tests/HighSecurity/RichRequests/Generated/Bank.swift"), encoding: .utf8)
    #expect(generated == kept)
  }

  private func findings(_ authorize: String) throws -> [String] {
    let yaml = """
      schema: 1
      id: acme
      name: Acme
      server: { issuer: "https://acme.example" }
      authorize: \(authorize)
      provenance: { sources: [nothing], verified: "2026-11-24" }
      """
    do {
      _ = try DescriptorLoader(readFile: { $0 == "acme.yaml" ? Data(yaml.utf8) : nil }).load(path: "acme.yaml")
      return []
    } catch {
      return error.diagnostics.map(\.code.rawValue)
    }
  }

  @Test(arguments: [
    ("{ a: { type: t }, b: { type: t } }", "name-conflict"), ("{ other: {} }", "name-conflict"),
    ("{ 'not ok': {} }", "invalid-identifier"), ("{ a: { fields: { x: { type: enum } } } }", "empty-values"),
    ("{ a: { fields: { x: { type: object } } } }", "empty-values"),
    ("{ a: { fields: { x: { type: int, values: [a] } } } }", "values-without-enum"),
    ("{ a: { fields: { x: { type: int, fields: { y: { type: int } } } } } }", "values-without-enum"),
    ("{ a: { fields: { type: { type: int } } } }", "protocol-parameter"),
    ("{ a: { fields: { x: { type: enum, values: [none] } } } }", "optional-none-case"),
    ("{ a: { fields: { members: { type: int } } } }", "name-conflict"),
    ("{ a: { fields: { a_b: { type: int }, aB: { type: int } } } }", "name-conflict"),
    ("{ a: { fields: { string: { type: enum, values: [a] } } } }", "name-conflict"),
    ("{ a: { fields: { x: { type: enum, values: [a-b, a_b] } } } }", "name-conflict"),
    ("{ a: { fields: { x: { type: date } } } }", "unknown-word"), ("{ a: { fields: { x: {} } } }", "missing-key"),
    (
      "{ a: { fields: { x: { type: object, fields: { y: { type: object, fields: "
        + "{ z: { type: object, fields: { w: { type: int } } } } } } } } } }", "not-supported"
    ),
  ])
  func `A descriptor with details that can't become Swift, or can't be sent, is rejected`(
    details: String, code: String
  ) throws {
    let found = try findings("{ details: \(details) }")
    #expect(found.contains(code), "\(found)")
  }

  @Test func `The standard parameters of details and resources can't be declared as the provider's own`() throws {
    #expect(try findings("{ parameters: { authorization_details: { type: json } } }") == ["protocol-parameter"])
    #expect(try findings("{ resources: optional, parameters: { resource: { type: url } } }") != [])
    #expect(try findings("{ parameters: { resource: { type: url } } }") == [])
  }
}
