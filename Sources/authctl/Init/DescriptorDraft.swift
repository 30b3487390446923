import AuthRuntime
import Foundation

/// A descriptor written from a discovery document: what was found, and in comments what a person must still say.
///
/// Everything that the document says is text from the network: ``YAMLText`` and ``DraftNames`` let none of it become
/// anything but a value or a comment.
struct DescriptorDraft: Sendable {
  let document: ServerDocument
  /// Exactly as asked for and as the document says.
  let issuer: String
  let id: String
  let name: String
  /// When the document was read.
  let date: Date

  /// - Throws: ``ReportedFailure`` when no client could sign in at such a server.
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
    yaml.comment("\(name), as it describes itself at \(document.url). Written by authctl init on \(today).")
    yaml.comment("TODO marks what no document says and a person must.")
    yaml.add("schema: 1")
    yaml.add("id: \(id)")
    yaml.add("name: \(YAMLText.quoted(name))")
  }

  private func closing(_ yaml: inout YAMLText) {
    yaml.blank()
    yaml.comment("TODO: errors of the provider's own, with what helps, such as:")
    yaml.sample("errors:")
    yaml.sample("  account_locked: { recovery: contact_admin, doc: The account is locked. }")
    yaml.blank()
    yaml.comment("TODO: where and how an app is registered, and its callback URLs, such as:")
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
