import AuthConfiguration
import Testing

@testable import AuthGenerator

@Suite struct `The redirect in a client's example` {
  private func provider(allowsLoopback: Bool) -> ProviderConfiguration {
    var provider = ProviderConfiguration(id: "acme", name: "Acme")
    provider.client.callbacks.loopback.isAllowed = allowsLoopback
    return provider
  }

  @Test func `The example's redirect is a loopback address only if the provider and the trait Loopback allow one`() {
    #expect(ExampleRedirect.of(provider(allowsLoopback: true), hasLoopback: true) == ".loopback()")
    #expect(ExampleRedirect.of(provider(allowsLoopback: true), hasLoopback: false) == ".url(callbackURL)")
    #expect(ExampleRedirect.of(provider(allowsLoopback: false), hasLoopback: true) == ".url(callbackURL)")
  }

  @Test func `The example's redirect follows the traits of this build`() {
    #expect(ExampleRedirect.hasLoopback, "tests build the package with its default traits")
  }
}
