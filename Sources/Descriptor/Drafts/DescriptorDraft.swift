import AuthConfiguration

/// A descriptor written from a discovery document. Comments mark what a person must still add.
///
/// Everything in the document is text from the network. ``YAMLText`` and ``DraftNames`` make sure that it only becomes
/// values and comments.
package struct DescriptorDraft: Sendable {
  /// The origin of the document.
  package struct Origin: Sendable {
    /// The document's location, for people, such as its URL.
    package var place: String
    /// The command that writes the draft.
    package var command: String
    /// The document's name in `provenance.sources`.
    package var source: String
    /// The date on which it was read from the server, such as 2026-09-01, if that's known.
    package var date: String?

    package init(place: String, command: String, source: String, date: String? = nil) {
      (self.place, self.command, self.source, self.date) = (place, command, source, date)
    }
  }

  let document: PublishedMetadata
  /// The issuer, exactly as requested and as in the document.
  let issuer: String
  let id: String
  let name: String
  let origin: Origin
  /// Returns the reason that clients reject an endpoint's URL, or `nil` if they accept it.
  let problem: @Sendable (_ endpoint: String) -> String?

  package init(
    _ document: PublishedMetadata, issuer: String, id: String, name: String, origin: Origin,
    problem: @escaping @Sendable (_ endpoint: String) -> String?
  ) {
    (self.document, self.issuer, self.id, self.name) = (document, issuer, id, name)
    (self.origin, self.problem) = (origin, problem)
  }

  /// - Throws: ``DraftFailure`` if no client could sign in with such a server.
  package func text() throws(DraftFailure) -> String {
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

  func head(_ yaml: inout YAMLText) {
    let date = origin.date.map { " on \($0)" } ?? ""
    yaml.comment("\(name), from its metadata \(origin.place). Written by \(origin.command)\(date).")
    yaml.comment("TODO marks what you need to add, because it isn't in the document.")
    yaml.add("schema: 1")
    yaml.add("id: \(id)")
    yaml.add("name: \(YAMLText.quoted(name))")
  }

  func closing(_ yaml: inout YAMLText) {
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
    yaml.add("    - \(YAMLText.quoted(origin.source))")
    if let date = origin.date {
      yaml.add("  verified: \"\(date)\"")
    } else {
      yaml.comment("TODO: add the document's URL, and as 'verified' the date on which you read it", indentation: 2)
    }
    yaml.add("  unverified: [client.types, refresh.rotation, errors]")
  }

  private static let docs = [
    "docs:", "  console: { name: Console, url: \"https://console.example.com/\" }", "  register:",
    "    - Create an application of type Native.", "    - { field: Callback URLs, value: \"{callback_url}\" }",
    "  callbacks: { linux: \"http://127.0.0.1:{port}/callback\" }",
  ]
}
