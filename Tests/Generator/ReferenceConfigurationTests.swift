import AuthConfiguration
import AuthDescriptor
import Foundation
import ReferenceClients
import TestSupport
import Testing

/// The generated Swift is compiled into this test: what it states is compared with what the descriptor says.
@Suite struct `The configuration that generated code states` {
  private static func file(_ name: String) -> String {
    Repository.file("Tests/Reference/Descriptors/\(name).yaml").path
  }

  private static let generated: [(reference: String, configuration: ProviderConfiguration)] = [
    ("apple", SignInWithApple.configuration), ("auth0", Auth0.configuration), ("cognito", Cognito.configuration),
    ("discord", Discord.configuration), ("github", GitHub.configuration), ("google", Google.configuration),
    ("keycloak", Keycloak.configuration), ("microsoft-entra-id", MicrosoftEntraID.configuration),
    ("scalekit", Scalekit.configuration), ("shopify", Shopify.configuration), ("slack", Slack.configuration),
    ("tiktok", TikTok.configuration), ("zitadel", Zitadel.configuration),
    (file("auth0-older"), OlderAuth0.configuration),
    (file("everything"), Everything.configuration), (file("minimal"), Minimal.configuration),
  ]

  @Test(arguments: generated)
  func `is the descriptor's`(reference: String, configuration: ProviderConfiguration) throws {
    #expect(try DescriptorLoader().load(reference).descriptor.configuration == configuration)
  }

  @Test func `is compared for every provider of the catalog`() {
    #expect(Catalog.builtIn.providerIDs.sorted() == Self.generated.map(\.reference).filter { !$0.contains("/") })
  }

  @Test func `is the descriptor's for variants`() throws {
    let slack = try DescriptorLoader().load("slack")
    #expect(
      slack.variants.map(\.descriptor.configuration) == [
        SlackServer.configuration, SlackUser.configuration, SignInWithSlack.configuration,
      ])
    let entra = try DescriptorLoader().load("microsoft-entra-id")
    #expect(entra.variants.map(\.descriptor.configuration) == [MicrosoftEntraExternalID.configuration])
    let older = try DescriptorLoader().load(Self.file("auth0-older"))
    #expect(
      older.variants.map(\.descriptor.configuration) == [OlderAuth0Token.configuration, OlderAuth0Plain.configuration])
    let everything = try DescriptorLoader().load(Self.file("everything"))
    let stated = [EverythingBackend.configuration, EverythingPlain.configuration]
    #expect(everything.variants.map(\.descriptor.configuration) == stated)
  }

  @Test func `is the descriptor's for environments`() throws {
    let descriptor = try DescriptorLoader().load(Self.file("everything")).descriptor
    let stated = Everything.Environment.allCases.map(Everything.configuration(in:))
    #expect(descriptor.environments.map(\.configuration) == stated)
    #expect(descriptor.environments.map(\.name) == Everything.Environment.allCases.map(\.rawValue))
    #expect(stated[0] == Everything.configuration)
    #expect(stated[1].server.tokenEndpoint == "https://{second}/sandbox/token")
  }
}
