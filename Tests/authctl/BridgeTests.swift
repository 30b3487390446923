import AuthDescriptor
import Foundation
import ReferenceClients
import TestSupport
import Testing

@testable import AuthRuntime
@testable import authctl

@Suite struct `The bridge from a descriptor to a configuration` {
  private static func file(_ name: String) -> String {
    Repository.file("Tests/Reference/Descriptors/\(name).yaml").path
  }

  @Test(arguments: [
    ("auth0", Auth0.configuration), ("scalekit", Scalekit.configuration),
    (file("everything"), Everything.configuration), (file("minimal"), Minimal.configuration),
  ])
  func `makes what generated code states`(reference: String, generated: ProviderConfiguration) throws {
    let loaded = try DescriptorLoader().load(reference)
    #expect(ProviderConfiguration(loaded.descriptor) == generated)
  }

  @Test func `is tested for every provider of the catalogue`() {
    #expect(Catalogue.builtIn.providerIDs.sorted() == ["auth0", "scalekit"])
  }

  /// The descriptor's reader and the runtime each know what a host is; they must agree.
  @Test(arguments: [
    "acme.com", "localhost:8443", "127.0.0.1", "[::1]", "[::1]:443", "a-b.example", "acme..com", "-a.com", "a.com:0",
    "a.com:99999", "a.com:x", "a.com/x", "a b", "a_b", "a.com.", ".", "[::1", "::1", "a.com:\u{663}", "user@a.com",
  ])
  func `takes for a host what the runtime takes for one`(host: String) {
    let yaml = """
      schema: 1
      id: acme
      name: Acme
      variables: { domain: { kind: host, example: "\(host)" } }
      server: { issuer: "https://{domain}" }
      """
    let loaded = try? DescriptorLoader(readFile: { _ in Data(yaml.utf8) }).load(path: "acme.yaml")
    let variable = ProviderConfiguration.Variable("domain", .host, example: "acme.com")
    let isHost = (try? variable.validate(host)) != nil
    #expect((loaded != nil) == isHost)
  }
}
