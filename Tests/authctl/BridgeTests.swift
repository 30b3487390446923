import AuthDescriptor
import AuthRuntime
import Foundation
import ReferenceClients
import TestSupport
import Testing

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
}
