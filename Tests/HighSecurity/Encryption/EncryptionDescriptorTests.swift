import AuthDescriptor
import Foundation
import Testing

@Suite struct `Encryption in a descriptor` {
  private func findings(_ encryption: String) throws -> [String] {
    let yaml = """
      schema: 1
      id: acme
      name: Acme
      server: { issuer: "https://acme.example" }
      client: { settings: { open: { type: string }, pem: { type: pem } } }
      id_token: { encryption: \(encryption) }
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
    (#"{ key: "{settings.open}" }"#, "client-authentication"), ("{ key: MIIB }", "client-authentication"),
    (#"{ key: "{settings.pem}", content: [] }"#, "empty-values"), ("{ required: false }", "missing-key"),
    (#"{ key: "{settings.pem}", algorithms: [RSA1_5] }"#, "unknown-word"),
    (#"{ key: "{settings.pem}", content: [A128KW] }"#, "unknown-word"),
  ])
  func `A descriptor whose ID tokens can't be decrypted safely is rejected`(encryption: String, code: String) throws {
    let found = try findings(encryption)
    #expect(found.contains(code), "\(found)")
  }

  @Test func `A key in a secret setting is enough`() throws {
    #expect(try findings(#"{ key: "{settings.pem}" }"#).filter { $0 != "unused-setting" } == [])
  }
}
