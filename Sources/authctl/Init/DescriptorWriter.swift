import AuthDescriptor
import AuthRuntime
import Foundation

/// Writes a valid descriptor for an issuer, independent of a terminal.
struct DescriptorWriter: Sendable {
  let issuer: String
  var id: String?
  var name: String?

  /// A descriptor that was read back after it was written.
  struct Written: Sendable {
    var id: String
    var text: String
  }

  /// Requests the issuer's document and writes a descriptor for it.
  ///
  /// - Throws: ``ReportedFailure`` if there's no document with exactly this issuer, or none that clients can use.
  func descriptor(fetch: MetadataFetch) async throws(ReportedFailure) -> Written {
    let host = try host()
    let document: ServerDocument
    do {
      document = try await fetch.document(of: issuer).value
    } catch {
      throw ReportedFailure(error)
    }
    try checkIssuer(of: document)
    return try describe(document, host: host, date: fetch.now())
  }

  /// - Throws: ``ReportedFailure`` if the issuer isn't a URL that a document can be requested for.
  private func host() throws(ReportedFailure) -> String {
    do throws(StepFailure) {
      let url = try SecureURL.parse(issuer)
      guard url.query == nil, url.fragment == nil, issuer.utf8.count <= DescriptorDraft.maximumURLLength else {
        throw .configuration(.invalidURL(issuer))
      }
      return url.host ?? ""
    } catch {
      throw ReportedFailure(error)
    }
  }

  /// OpenID Connect Discovery 1.0 §4.3: a document is only valid for the issuer that it was requested for.
  private func checkIssuer(of document: ServerDocument) throws(ReportedFailure) {
    guard let named = document.text("issuer") else {
      throw ReportedFailure(line: "missingField: the document at \(document.url) doesn't contain an issuer")
    }
    guard named.isExactly(issuer) else {
      throw ReportedFailure(
        line: "discoveryIssuerMismatch: the issuer in \(document.url) is \(named.shown()); if that's the server "
          + "that you mean, pass exactly this issuer")
    }
  }

  /// - Throws: ``ReportedFailure``, also if the result isn't a valid descriptor.
  func describe(_ document: ServerDocument, host: String, date: Date) throws(ReportedFailure) -> Written {
    let id = id ?? DraftNames.id(host: host)
    guard DraftNames.isID(id) else {
      throw ReportedFailure(
        line: "invalidIdentifier: \(id.shown()) isn't a valid ID; use lowercase letters, digits, and hyphens")
    }
    let text = try draft(of: document, id: id, date: date)
    try checkDescriptor(text, id: id)
    return Written(id: id, text: text)
  }

  private func draft(of document: ServerDocument, id: String, date: Date) throws(ReportedFailure) -> String {
    let origin = DescriptorDraft.Origin(
      place: "at \(document.url)", command: "authctl init", source: document.url.absoluteString,
      date: date.formatted(.iso8601.year().month().day()))
    let draft = DescriptorDraft(
      document.metadata, issuer: issuer, id: id, name: name ?? DraftNames.name(id: id), origin: origin
    ) { [issuer] in Self.problem(with: $0, namedBy: issuer) }
    do throws(DraftFailure) {
      return try draft.text()
    } catch {
      throw ReportedFailure(line: error.line)
    }
  }

  private func checkDescriptor(_ text: String, id: String) throws(ReportedFailure) {
    let loader = DescriptorLoader(readFile: { _ in Data(text.utf8) })
    do throws(DiagnosticsError) {
      _ = try loader.load(path: "\(id).yaml")
    } catch {
      let first = error.diagnostics.first { $0.severity == .error }
      throw ReportedFailure(
        line: "unusableDocument: can't write a descriptor for this server: \(first?.message.shown(limit: 300) ?? "")"
          + " (--id and --name set other names)")
    }
  }

  /// The reason that clients reject an endpoint's URL.
  private static func problem(with url: String, namedBy issuer: String) -> String? {
    do throws(StepFailure) {
      _ = try SecureURL.endpoint(url, namedBy: issuer)
      guard url.utf8.count <= DescriptorDraft.maximumURLLength else { throw .configuration(.invalidURL(url)) }
      return nil
    } catch {
      return "\(error)"
    }
  }
}
