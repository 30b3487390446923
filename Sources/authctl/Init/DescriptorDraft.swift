import AuthRuntime
import Foundation

/// A descriptor written from a discovery document. Comments mark what a person must still add.
///
/// Everything in the document is text from the network. ``YAMLText`` and ``DraftNames`` make sure that it only becomes
/// values and comments.
struct DescriptorDraft: Sendable {
  let document: ServerDocument
  /// The issuer, exactly as requested and as in the document.
  let issuer: String
  let id: String
  let name: String
  /// The time at which the document was read.
  let date: Date

  /// - Throws: ``ReportedFailure`` if no client could sign in with such a server.
  func text() throws(ReportedFailure) -> String {
    let endpoints = try usableEndpoints()
    let algorithms = try usableAlgorithms()
    var yaml = YAMLText()
    head(&yaml)
    server(&yaml, endpoints)
    client(&yaml)
    authorize(&yaml)
    scopes(&yaml)
    tokens(&yaml, algorithms)
    sessions(&yaml)
    claims(&yaml)
    closing(&yaml)
    return yaml.text
  }

  var today: String { date.formatted(.iso8601.year().month().day()) }

  private func head(_ yaml: inout YAMLText) {
    yaml.comment("\(name), from its metadata at \(document.url). Written by authctl init on \(today).")
    yaml.comment("TODO marks what you need to add, because it isn't in the document.")
    yaml.add("schema: 1")
    yaml.add("id: \(id)")
    yaml.add("name: \(YAMLText.quoted(name))")
  }

  private func closing(_ yaml: inout YAMLText) {
    yaml.blank()
    yaml.comment("TODO: add the provider's own errors with their recovery, such as:")
    yaml.sample("errors:")
    yaml.sample("  account_locked: { recovery: contact_admin, doc: The account is locked. }")
    yaml.blank()
    yaml.comment("TODO: describe where and how to register an app, and its callback URLs, such as:")
    for line in Self.docs { yaml.sample(line) }
    for name in ["service_documentation", "op_policy_uri", "op_tos_uri"] {
      if let url = document.text(name) { yaml.comment("Found: \(name): \(url.shown())") }
    }
    yaml.blank()
    yaml.add("provenance:")
    yaml.add("  sources:")
    yaml.add("    - \(YAMLText.quoted(document.url.absoluteString))")
    yaml.add("  verified: \"\(today)\"")
    yaml.add("  unverified: [client.types, refresh.rotation, errors]")
  }

  private static let docs = [
    "docs:", "  console: { name: Console, url: \"https://console.example.com/\" }", "  register:",
    "    - Create an application of type Native.", "    - { field: Callback URLs, value: \"{callback_url}\" }",
    "  callbacks: { linux: \"http://127.0.0.1:{port}/callback\" }",
  ]
}
