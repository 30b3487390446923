import AuthDescriptor
import AuthRuntime
import Foundation

/// The server's responses. No secret, token, or code is sent.
struct ServerResponses: Sendable {
  var document: Result<ServerDocument, StepFailure>
  /// The published keys, or `nil` if neither the descriptor nor the document contains their URL.
  var keys: Result<[PublishedKey], StepFailure>?
  /// The status of the authorization page. It's only requested if there's no document to compare.
  var page: Result<Int, StepFailure>?
  var clock: ClockReading?

  /// Sends the requests to the server of an issuer.
  static func fetch(_ facts: DescriptorFacts, issuer: String, by fetch: MetadataFetch) async -> ServerResponses {
    let document = await result { () async throws(StepFailure) in
      try await fetch.document(of: issuer, at: facts.discoveryURL)
    }
    var responses = ServerResponses(document: document.map(\.value), clock: try? document.get().clock)
    if let place = responses.url(of: .keys, facts) {
      let keys = await result { () async throws(StepFailure) in try await fetch.keys(at: place) }
      responses.keys = keys.map(\.value)
      responses.clock = responses.clock ?? (try? keys.get().clock)
    }
    if case .failure = document, let page = responses.url(of: .authorization, facts) {
      responses.page = await result { () async throws(StepFailure) in try await fetch.pageStatus(of: page) }
    }
    return responses
  }

  /// The URL of an endpoint as the runtime would choose it. The descriptor takes precedence.
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
