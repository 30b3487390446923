import AuthCatalog
import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthDescriptor

@Suite struct `The catalog` {
  @Test func `The catalog contains an exact copy of every descriptor in its folder`() throws {
    let folder = Repository.file("Providers")
    let files = try ["", "families/"].flatMap { place in
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + place)
        .filter(\.isDescriptorFile).map { place + $0 }
    }
    #expect(Set(EmbeddedCatalog.descriptors.map(\.path)) == Set(files))
    #expect(EmbeddedCatalog.descriptors.count == files.count)
    for descriptor in EmbeddedCatalog.descriptors {
      let file = try Data(contentsOf: folder.appendingPathComponent(descriptor.path))
      #expect(
        Data(descriptor.text.utf8) == file, "\(descriptor.path) changed; run scripts/update-reference")
    }
  }

  @Test func `The catalog has an index with the IDs and names of its descriptors`() throws {
    #expect(Catalog.index.map(\.id) == Catalog.builtIn.providerIDs)
    for provider in Catalog.index {
      let loaded = try LoadedCatalog.descriptor(provider.id)
      let provenance = loaded.descriptor.provenance
      #expect(provider.name == loaded.descriptor.name)
      #expect(provider.variants == loaded.variants.map(\.descriptor.name).filter { $0 != provider.name })
      #expect(provider.verified == provenance.verified, "\(provider.id)")
      #expect(provider.groups == provenance.facts.count, "\(provider.id)")
      #expect(provider.confirmed == provenance.facts.values.count { $0.basis == .documentation }, "\(provider.id)")
      let text = try #require(Catalog.builtIn.text(id: provider.id))
      for host in provider.hosts { #expect(text.contains(host)) }
    }
  }

  @Test func `A search finds IDs, names of variants, and hosts, and beginnings come first`() {
    #expect(Catalog.search("slack").map(\.id) == ["slack"])
    #expect(Catalog.search("External ID").map(\.id).contains("microsoft-entra-id"))
    #expect(Catalog.search("ciamlogin").map(\.id).contains("microsoft-entra-id"))
    #expect(Catalog.search("Go").first?.id == "google")
    #expect(Catalog.search("no such provider") == [])
    #expect(Catalog.search("") == Catalog.index)
  }

  /// The loader relies on this test, because it doesn't check these files.
  @Test func `The catalog's descriptors and families have only known keys and values of the right types`() throws {
    #expect(Catalog.builtIn.isChecked && !Catalog(files: [:]).isChecked)
    for descriptor in EmbeddedCatalog.descriptors {
      let tree = try YAMLReader().read(descriptor.text, file: descriptor.path)
      #expect(ShapeCheck.check(tree) == [], "\(descriptor.path)")
    }
  }

  @Test(arguments: Catalog.builtIn.providerIDs)
  func `The catalog contains only valid descriptors`(_ id: String) throws {
    let loaded = try LoadedCatalog.descriptor(id)
    #expect(loaded.warnings == [])
    #expect(loaded.descriptor.id == id)
  }

  @Test func `The catalog contains the expected values for Auth0`() throws {
    let auth0 = try DescriptorLoader().load("auth0").descriptor
    #expect(auth0.configuration.server.issuer == "https://{domain}/")
    #expect(
      auth0.parameters.map(\.name) == [
        "audience", "connection", "connection_scope", "organization", "invitation", "screen_hint", "prompt",
        "login_hint", "max_age",
        "ui_locales", "acr_values",
      ])
    #expect(auth0.configuration.idToken?.algorithms == [.rs256, .ps256])
    #expect(auth0.configuration.revocation.tokens == [.refreshToken])
    #expect(auth0.configuration.logout.endpoint == "https://{domain}/v2/logout")
    #expect(auth0.configuration.logout.parameters == ["client_id": "{client_id}"])
    #expect(auth0.configuration.logout.flags == ["federated"])
  }

  @Test func `The catalog contains the expected values for Scalekit`() throws {
    let scalekit = try DescriptorLoader().load("scalekit").descriptor
    #expect(scalekit.configuration.server.issuer == "https://{environment}")
    #expect(scalekit.configuration.server.jwksURI == "https://{environment}/keys")
    #expect(scalekit.configuration.server.revocationEndpoint == nil)
    #expect(
      scalekit.parameters.map(\.name) == [
        "organization_id", "connection_id", "provider", "domain", "login_hint", "prompt",
      ])
    #expect(scalekit.configuration.refresh?.rotation == .rotate)
    #expect(scalekit.configuration.logout.style == .rpInitiated)
    #expect(scalekit.configuration.logout.idTokenHint == .required)
    #expect(scalekit.canRevoke)
  }

  /// These providers report addresses as verified without a check, or verify another address.
  @Test(arguments: ["authelia", "authentik", "logto", "spotify", "zendesk"])
  func `An address never counts as verified if the provider doesn't verify it`(_ id: String) throws {
    let descriptor = try LoadedCatalog.descriptor(id).descriptor
    var facts = UserFacts(descriptor.examples, by: descriptor.configuration)
    facts.add(.object(["email_verified": .bool(true)]), map: descriptor.configuration.userInfo.map)
    #expect(facts.all["email"] != nil)
    #expect(facts.all["email_verified"] == nil)
  }

  @Test(arguments: ["authelia", "casdoor", "logto"])
  func `A phone number never counts as verified if the provider doesn't verify it`(_ id: String) throws {
    var facts = UserFacts()
    let map = try LoadedCatalog.descriptor(id).descriptor.configuration.userInfo.map
    facts.add(.object(["phone_number_verified": .bool(true)]), map: map)
    #expect(facts.all["phone_number_verified"] == nil)
  }

  /// Login.gov documents `client_id` instead of `id_token_hint`, and its server can reject the hint.
  @Test func `Signing out of Login.gov names the client and sends no ID token`() throws {
    let logout = try DescriptorLoader().load("login-gov").descriptor.configuration.logout
    #expect(logout.style == .rpInitiated)
    #expect(logout.idTokenHint == .never)
    #expect(logout.parameters == ["client_id": "{client_id}"])
  }

  @Test func `A descriptor of five lines describes a complete provider`() throws {
    let provider = try load(acme).descriptor
    #expect(provider.swiftType == "Acme")
    #expect(provider.configuration.discovery.mode == .runtime)
    #expect(provider.configuration.scopes?.defaults == ["openid", "profile", "email"])
    #expect(provider.configuration.scopes?.offline == "offline_access")
    #expect(provider.configuration.idToken?.required == true)
  }
}
