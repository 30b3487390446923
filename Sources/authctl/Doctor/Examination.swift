import AuthRuntime
import Foundation

/// What a server showed when it was asked. Nothing here sends a secret, a token or a code.
struct Examination: Sendable {
  var document: Result<ServerDocument, StepFailure>
  /// `nil` when neither the descriptor nor the document says where keys are.
  var keys: Result<[PublishedKey], StepFailure>?
  /// The authorization page's status. Asked for only where no document can be compared.
  var page: Result<Int, StepFailure>?
  var clock: ClockReading?

  /// Asks the server of an issuer.
  static func of(_ facts: DescriptorFacts, issuer: String, fetch: MetadataFetch) async -> Examination {
    let document = await result { () async throws(StepFailure) in
      try await fetch.document(of: issuer, at: facts.discoveryURL)
    }
    var examination = Examination(document: document.map(\.value), clock: try? document.get().clock)
    if let place = examination.url(of: .keys, facts) {
      let keys = await result { () async throws(StepFailure) in try await fetch.keys(at: place) }
      examination.keys = keys.map(\.value)
      examination.clock = examination.clock ?? (try? keys.get().clock)
    }
    if case .failure = document, let page = examination.url(of: .authorization, facts) {
      examination.page = await result { () async throws(StepFailure) in try await fetch.pageStatus(of: page) }
    }
    return examination
  }

  /// Where the runtime would find an endpoint: what the descriptor states wins.
  private func url(of endpoint: Endpoint, _ facts: DescriptorFacts) -> URL? {
    let text = facts.stated(endpoint.rawValue)?.value ?? (try? document.get())?.text(endpoint.rawValue)
    return text.flatMap { try? SecureURL.parse($0) }
  }

  private static func result<Value>(
    _ body: () async throws(StepFailure) -> Value
  ) async -> Result<Value, StepFailure> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}

extension Result {
  var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
