import AuthDescriptor
import AuthRuntime
import ReferenceClients
import Testing

@testable import authctl

@Suite struct `The bridge from a descriptor to a configuration` {
  @Test(arguments: [("auth0", Auth0.configuration), ("scalekit", Scalekit.configuration)])
  func `makes what generated code states`(id: String, generated: ProviderConfiguration) throws {
    let loaded = try DescriptorLoader().load(id: id)
    #expect(ProviderConfiguration(loaded.descriptor) == generated)
  }

  @Test func `is tested for every provider of the catalogue`() {
    #expect(Catalogue.builtIn.providerIDs.sorted() == ["auth0", "scalekit"])
  }
}
