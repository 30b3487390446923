import AuthDescriptor
import AuthRuntime
import Foundation

/// From an issuer to a descriptor that loads, without a terminal.
struct DescriptorWriter: Sendable {
  let issuer: String
  var id: String?
  var name: String?

  /// A descriptor that was read again after it was written.
  struct Written: Sendable {
    var id: String
    var text: String
  }

  /// Asks the issuer for its document and describes it.
  ///
  /// - Throws: ``ReportedFailure`` when there is no document of exactly this issuer, or none that clients can use.
  func descriptor(fetch: MetadataFetch) async throws(ReportedFailure) -> Written {
    let host: String
    do throws(StepFailure) {
      let url = try SecureURL.parse(issuer)
      guard url.query == nil, url.fragment == nil, issuer.utf8.count <= DescriptorDraft.longestURL else {
        throw .configuration(.invalidURL(issuer))
      }
      host = url.host ?? ""
    } catch {
      throw ReportedFailure(error)
    }
    let document: ServerDocument
    do {
      document = try await fetch.document(of: issuer).value
    } catch {
      throw ReportedFailure(error)
    }
    try checkIssuer(of: document)
    return try describe(document, host: host, date: fetch.now())
  }

  /// OpenID Connect Discovery 1.0 §4.3: a document speaks for the issuer that it was asked for, and for no other.
  private func checkIssuer(of document: ServerDocument) throws(ReportedFailure) {
    guard let named = document.text("issuer") else {
      throw ReportedFailure(line: "missingField: the document at \(document.url) names no issuer")
    }
    guard named.isExactly(issuer) else {
      throw ReportedFailure(
        line: "discoveryIssuerMismatch: the document at \(document.url) calls itself \(named.shown()); if that is the "
          + "server that you mean, ask for exactly this")
    }
  }

  /// - Throws: ``ReportedFailure`` also when what was written cannot be read as a descriptor.
  func describe(_ document: ServerDocument, host: String, date: Date) throws(ReportedFailure) -> Written {
    let id = id ?? DraftNames.id(host: host)
    guard DraftNames.isID(id) else {
      throw ReportedFailure(line: "invalidIdentifier: \(id.shown()) is no id; expected small letters, digits, hyphens")
    }
    let draft = DescriptorDraft(
      document: document, issuer: issuer, id: id, name: name ?? DraftNames.name(id: id), date: date)
    let text = try draft.text()
    let loader = DescriptorLoader(readFile: { _ in Data(text.utf8) })
    do throws(DiagnosticsError) {
      _ = try loader.load(path: "\(id).yaml")
    } catch {
      let first = error.diagnostics.first { $0.severity == .error }
      throw ReportedFailure(
        line: "unusableDocument: what the server says makes no descriptor: \(first?.message.shown(limit: 300) ?? "")"
          + " (--id and --name state other names)")
    }
    return Written(id: id, text: text)
  }
}
