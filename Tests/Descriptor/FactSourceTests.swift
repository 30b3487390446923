import TestSupport
import Testing

@testable import AuthDescriptor

@Suite struct `The sources of facts` {
  private static func facts(_ group: String) -> String { acme + "provenance: { facts: { errors: \(group) } }\n" }

  static let slips = [
    InvalidExample(
      "documentation without a source", facts("{ by: documentation, read: \"2026-01-31\" }"),
      "6:24: error: 'by: documentation' needs 'source' [fact-without-source]"),
    InvalidExample(
      "documentation without a date", facts("{ by: documentation, source: The manual }"),
      "6:24: error: 'by: documentation' needs 'read' [fact-without-source]"),
    InvalidExample(
      "a peer without a name", facts("{ by: peer }"), "6:24: error: 'by: peer' needs 'source' [fact-without-source]"),
    InvalidExample(
      "peers without names", facts("{ by: peers }"), "6:24: error: 'by: peers' needs 'source' [fact-without-source]"),
    InvalidExample(
      "an assumption with a source", facts("{ by: assumed, source: The manual }"),
      "6:47: error: 'by: assumed' can't have 'source' [assumed-with-source]"),
    InvalidExample(
      "an assumption with a date", facts("{ by: assumed, read: \"2026-01-31\" }"),
      "6:47: error: 'by: assumed' can't have 'read' [assumed-with-source]"),
    InvalidExample(
      "a date that doesn't exist", facts("{ by: documentation, read: \"2026-02-30\", source: The manual }"),
      "6:53: error: '2026-02-30' isn't a valid date; use year, month, and day, such as 2026-09-01 [invalid-day]"),
    InvalidExample(
      "documentation that was read long ago", facts("{ by: documentation, read: \"2020-01-31\", source: The manual }"),
      "6:53: warning: the sources were read more than a year ago; read them again and update the date [outdated-facts]"),
    InvalidExample(
      "an unknown basis", facts("{ by: hearsay }"),
      "6:38: error: 'hearsay' isn't a valid value for 'provenance.facts.errors.by'; "
        + "expected one of documentation, peers, peer, assumed [unknown-word]"),
  ]

  @Test(arguments: slips)
  func `A group of facts states its source, or that it has none`(_ slip: InvalidExample) {
    #expect(findings(slip.yaml) == slip.findings)
  }

  @Test func `A descriptor states where the facts of each group were read`() throws {
    let yaml = """
      provenance:
        facts:
          endpoints: { by: documentation, read: "2026-01-31", source: The manual }
          parameters: { by: peers, source: "Auth.js, Nango" }
          token_response: { by: peer, source: SocialiteProviders }
          sign_out: { by: assumed }

      """
    let facts = try load(acme + yaml).descriptor.provenance.facts
    #expect(facts.count == 4)
    #expect(facts[.endpoints] == .init(basis: .documentation, read: "2026-01-31", source: "The manual"))
    #expect(facts[.parameters]?.basis == .peers)
    #expect(facts[.tokenResponse]?.source == "SocialiteProviders")
    #expect(facts[.signOut] == .init())
  }

  @Test func `A variant replaces the source of a group as a whole`() throws {
    let yaml = """
      provenance:
        facts:
          endpoints: { by: documentation, read: "2026-01-31", source: The manual }
          errors: { by: peer, source: Nango }
      variants:
        second: { provenance: { facts: { endpoints: { by: assumed } } } }

      """
    let variant = try #require(try load(acme + yaml).variants.first)
    #expect(variant.descriptor.provenance.facts[.endpoints] == .init())
    #expect(variant.descriptor.provenance.facts[.errors]?.source == "Nango")
  }

  @Test func `A variant that extends another descriptor doesn't inherit the sources of its provider's facts`() throws {
    let yaml = """
      provenance: { facts: { errors: { by: peer, source: Nango } }, reason: A test. }
      variants:
        second: { extends: oidc, server: { issuer: "https://second.example" } }

      """
    let variant = try #require(try load(acme + yaml).variants.first)
    #expect(variant.descriptor.provenance.facts == [:])
    #expect(variant.descriptor.provenance.reason == "A test.")
  }

  @Test func `Each key of a descriptor belongs to one group of facts, or isn't a fact of the provider`() {
    let others: Set = [
      "schema", "id", "name", "swift", "extends", "abstract", "profile", "user", "flows", "introspection", "derive",
      "hooks", "docs", "examples", "provenance", "environments", "variants",
    ]
    let keys = ProviderDescriptor.FactGroup.allCases.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(others.isDisjoint(with: keys))
    #expect(others.union(keys) == Set(DescriptorKeys.rootNames))
  }

  @Test(arguments: Catalog.builtIn.providerIDs)
  func `A descriptor of the catalog states the source of every group that it has keys of`(_ id: String) throws {
    let loaded = try LoadedCatalog.descriptor(id)
    for client in [loaded] + loaded.variants {
      let own = Set((client.tree.entries ?? []).filter { $0.location.file == client.file }.map(\.key))
      let needed = ProviderDescriptor.FactGroup.allCases.filter { !own.isDisjoint(with: $0.keys) }
      let missing = needed.filter { client.descriptor.provenance.facts[$0] == nil }.map(\.rawValue)
      #expect(missing == [], "'\(client.descriptor.id)' has keys of these groups")
    }
  }
}
