import AuthConfiguration
import AuthDescriptor
import AuthGenerator
import Foundation
import TestSupport
import Testing

@Suite struct `Token exchanges in a descriptor` {
  private static let file = "Tests/Grants/Exchange/vault.yaml"

  @Test func `The client with exchanges is the one that the generator writes`() throws {
    let data = try Data(contentsOf: Repository.file(Self.file))
    let loader = DescriptorLoader(readFile: { $0 == "vault.yaml" ? data : nil })
    let generated = try Generator().file(for: loader.load(path: "vault.yaml")).contents
    let kept = try String(
      contentsOf: Repository.file("Tests/Grants/Exchange/Generated/Vault.swift"), encoding: .utf8)
    #expect(generated == kept)
  }

  private func findings(_ keys: String) throws -> [String] {
    let yaml = """
      schema: 1
      id: acme
      name: Acme
      server: { issuer: "https://acme.example" }
      \(keys)
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
    ("{ a: { subject: external } }", "exchange-tokens"),
    ("{ a: { grant_type: refresh_token } }", "exchange-tokens"), ("{ a: { grant_type: '' } }", "wrong-type"),
    ("{ a: { grant_type: 'a b' } }", "exchange-tokens"), ("{ a: { subject_parameter: code } }", "exchange-tokens"),
    ("{ a: { actor: external } }", "exchange-tokens"), ("{ a: { actor_token_type: 'urn:x' } }", "exchange-tokens"),
    ("{ a: { parameters: { subject_token: { type: string } } } }", "protocol-parameter"),
    ("{ a: { audience: required, parameters: { audience: { type: string } } } }", "protocol-parameter"),
    ("{ a: { grant_type: x, subject_parameter: t, parameters: { t: { type: string } } } }", "protocol-parameter"),
    ("{ a: { parameters: { x: { type: enum } } } }", "empty-values"),
    ("{ a: { parameters: { x: { type: string, values: [a] } } } }", "values-without-enum"),
    ("{ a: { parameters: { x: { type: enum, values: [none] } } } }", "optional-none-case"),
    ("{ a: { parameters: { x: { type: string, requires: [y] } } } }", "unknown-parameter"),
    ("{ a: { parameters: { x: { type: string, requests: [device] } } } }", "without-effect"),
    ("{ a: { parameters: { 'x y': { type: string } } } }", "invalid-wire-name"),
    ("{ a: { parameters: { subject: { type: string } } } }", "name-conflict"),
    ("{ a: { parameters: { x_y: { type: string }, xY: { type: string } } } }", "name-conflict"),
    ("{ a_b: {}, aB: {} }", "name-conflict"), ("{ 'not ok!': { case: 'not ok' } }", "invalid-identifier"),
    ("{ a: { subject: password } }", "unknown-word"), ("{ a: { tokn: x } }", "unknown-key"),
    ("{ auth: { parameters: { client: { type: enum, values: [a] } } } }", "name-conflict"),
  ])
  func `A descriptor with an exchange that can't be sent, or can't become Swift, is rejected`(
    exchanges: String, code: String
  ) throws {
    let found = try findings("exchanges: \(exchanges)")
    #expect(found.contains(code), "\(found)")
  }

  @Test(arguments: [
    ("jwt_bearer: { scope: claim }", "without-effect"),
    ("flows: [authorization_code, jwt_bearer]\njwt_bearer: { claims: { iss: x } }", "protocol-parameter"),
    ("flows: [authorization_code, jwt_bearer]\njwt_bearer: { parameters: { assertion: x } }", "protocol-parameter"),
    ("flows: [authorization_code, jwt_bearer]\njwt_bearer: { lifetime: 7200 }", "wrong-type"),
    (
      "flows: [authorization_code, jwt_bearer]\njwt_bearer: { claims: { a: '{client_secret}' } }", "undeclared-variable"
    ),
    ("scopes: none\nexchanges: { a: { scope: required } }", "without-effect"),
    ("refresh: none\nexchanges: { a: { subject: refresh_token } }", "exchange-tokens"),
    ("id_token: none\nexchanges: { a: { subject: id_token } }", "exchange-tokens"),
  ])
  func `A service account's JWT, or an exchange, that the provider can't accept is rejected`(
    keys: String, code: String
  ) throws {
    let found = try findings(keys)
    #expect(found.contains(code), "\(found)")
  }

  @Test func `The types of a session's tokens need no keys`() throws {
    let data = try Data(contentsOf: Repository.file(Self.file))
    let loader = DescriptorLoader(readFile: { $0 == "vault.yaml" ? data : nil })
    let descriptor = try loader.load(path: "vault.yaml").descriptor
    let types = Dictionary(uniqueKeysWithValues: descriptor.exchanges.map { ($0.name, $0.rule.subjectTokenType) })
    #expect(types["vault"] == "urn:ietf:params:oauth:token-type:refresh_token")
    #expect(types["api"] == "urn:ietf:params:oauth:token-type:access_token")
    #expect(types["native"] == .some(nil))
  }
}
