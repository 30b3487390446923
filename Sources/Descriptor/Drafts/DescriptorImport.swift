import AuthConfiguration
import Foundation

/// Makes a draft of a descriptor from a pasted document: a discovery document, an OpenAPI document, or the transcript of
/// a token request with curl.
///
/// It doesn't use the network, and everything in the document is untrusted. Values that the document doesn't contain
/// become comments with TODO.
package struct DescriptorImport: Sendable {
  /// The maximum size of a document. OpenAPI documents can be large.
  package static let sizeLimit = 4 << 20

  /// A draft and its ID.
  package struct Draft: Sendable {
    package var id: String
    package var text: String
  }

  /// The name of the file in diagnostics.
  let file: String
  /// The ID and the name that the user chose.
  let id: String?
  let name: String?

  package init(file: String, id: String? = nil, name: String? = nil) {
    (self.file, self.id, self.name) = (file, id, name)
  }

  /// Recognizes the document and makes the draft.
  ///
  /// - Throws: A finding with its location in the document if it's none of these documents, or lacks what every draft
  ///   needs.
  package func draft(of data: Data) throws(DiagnosticsError) -> Draft {
    guard data.count <= Self.sizeLimit else {
      throw rejected(
        .files.fileTooLarge, "the file is larger than \(Self.sizeLimit >> 20) MiB",
        note: "copy 'components.securitySchemes' of an OpenAPI document to a separate file, and import that")
    }
    guard let text = String(validUTF8: data) else {
      throw rejected(.files.unreadableFile, "the file isn't valid UTF-8")
    }
    if let transcript = try CurlTranscript(text, file: file) {
      return try finished(TranscriptDraft(transcript, file: file), host: DraftURL.host(transcript.command.url))
    }
    let tree = try tree(text)
    if tree["swagger"] != nil || tree["securityDefinitions"] != nil {
      throw rejected(
        .files.unusableDocument, "Swagger 2.0 isn't supported", at: tree.location(of: ["swagger"]),
        note: "convert the document to OpenAPI 3")
    }
    if let schemes = SecuritySchemes(tree) {
      let draft = try OpenAPIDraft(schemes, file: file)
      return try finished(draft, host: draft.host)
    }
    if tree["issuer"] != nil || tree["token_endpoint"] != nil { return try discovery(tree) }
    throw rejected(
      .files.unusableDocument, "this document isn't one that can be imported",
      note:
        "paste a discovery document, which has 'issuer', an OpenAPI document with 'components.securitySchemes', or a "
        + "curl command with the response")
  }

  /// JSON is read as YAML, so that findings have a location.
  private func tree(_ text: String) throws(DiagnosticsError) -> LocatedNode {
    do throws(DiagnosticsError) {
      let tree = try YAMLReader(sizeLimit: Self.sizeLimit).read(text, file: file)
      if tree.entries != nil { return tree }
    } catch {
      throw DiagnosticsError(
        error.diagnostics.map { finding in
          var finding = finding
          finding.note = "correct it, or copy only the discovery document or 'components.securitySchemes' to a file"
          return finding
        })
    }
    throw rejected(
      .files.unusableDocument, "the document isn't an object, and the file contains no curl command",
      note: "paste a discovery document, an OpenAPI document, or a curl command with the response")
  }

  /// - Throws: Also if the result isn't a valid descriptor.
  private func discovery(_ tree: LocatedNode) throws(DiagnosticsError) -> Draft {
    guard let issuer = tree["issuer"]?.text else {
      throw rejected(
        .files.unusableDocument, "'issuer' is missing or isn't a string", at: tree.location(of: ["issuer"]),
        note: "paste the whole document; RFC 8414 and OpenID Connect require 'issuer'")
    }
    if let problem = DraftURL.problem(with: issuer) ?? (issuer.contains("?") ? "invalidURL: it has a query" : nil) {
      throw rejected(
        .files.unusableDocument, "'issuer' can't be used: \(problem)", at: tree.location(of: ["issuer"]),
        note: "paste the document exactly as the server sends it")
    }
    guard case .object(let fields)? = JSONValue(parsing: Data(JSONSource.value(tree).utf8)) else {
      throw rejected(
        .files.unusableDocument, "the document is nested too deeply",
        note: "paste the document exactly as the server sends it")
    }
    let id = try chosenID(host: DraftURL.host(issuer))
    let origin = DescriptorDraft.Origin(
      place: "in \(file.shown())", command: "authgen import", source: "The discovery document of \(issuer)")
    let draft = DescriptorDraft(
      PublishedMetadata(fields: fields), issuer: issuer, id: id, name: name ?? DraftNames.name(id: id), origin: origin
    ) { DraftURL.problem(with: $0, issuer: issuer) }
    let text: String
    do throws(DraftFailure) {
      text = try draft.describesOpenIDProvider ? draft.text() : draft.plainText()
    } catch {
      throw rejected(
        .files.unusableDocument, error.line,
        note: "correct the document, or write the descriptor by hand: see 'Add a provider' in the documentation")
    }
    try check(text, id: id)
    return Draft(id: id, text: text)
  }

  /// The draft of a discovery document is valid.
  private func check(_ text: String, id: String) throws(DiagnosticsError) {
    let loader = DescriptorLoader(readFile: { _ in Data(text.utf8) })
    do throws(DiagnosticsError) {
      _ = try loader.load(path: "\(id).yaml")
    } catch {
      let first = error.diagnostics.first { $0.severity == .error }
      throw rejected(
        .files.unusableDocument, "no descriptor can be written for this document: \(first?.message ?? "")",
        note: "set another name with --id and --name, or correct the document")
    }
  }

  private func finished(_ draft: some DraftSource, host: String) throws(DiagnosticsError) -> Draft {
    let id = try chosenID(host: host)
    return Draft(id: id, text: draft.text(id: id, name: name ?? draft.title ?? DraftNames.name(id: id)))
  }

  private func chosenID(host: String) throws(DiagnosticsError) -> String {
    let chosen = id ?? DraftNames.id(host: host)
    guard DraftNames.isID(chosen) else {
      throw rejected(
        .names.invalidIdentifier, "'\(chosen)' isn't a valid ID",
        note: "use lowercase letters, digits, and hyphens, such as 'acme-login'")
    }
    return chosen
  }

  private func rejected(
    _ code: DiagnosticCode, _ message: String, at location: SourceLocation? = nil, note: String? = nil
  ) -> DiagnosticsError {
    DiagnosticsError([Diagnostic(code, message, at: location ?? SourceLocation(file: file), note: note)])
  }
}

/// A document from which a draft with open points is made.
protocol DraftSource {
  /// The provider's name in the document.
  var title: String? { get }

  func text(id: String, name: String) -> String
}
