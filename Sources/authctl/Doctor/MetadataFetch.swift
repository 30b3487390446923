import AuthRuntime
import Foundation

/// Fetches what a server says about itself, with the runtime's limits and without following redirects.
struct MetadataFetch: Sendable {
  let transport: any HTTPTransport
  var now: @Sendable () -> Date = { Date() }

  /// A server's answer and what it says about the time.
  struct Response<Value: Sendable>: Sendable {
    var value: Value
    var clock: ClockReading?
  }

  /// The document of an issuer; whose it says it is remains to be compared. It is looked for where clients look.
  ///
  /// - Parameter stated: Where the descriptor says that the document stands, if not below the issuer.
  /// - Throws: What happened in the first place, when nothing usable is in any.
  func document(of issuer: String, at stated: String? = nil) async throws(StepFailure) -> Response<ServerDocument> {
    let places = try places(of: issuer, stated)
    return try await DiscoveryDocument.first(of: places) { url throws(StepFailure) in
      let (answer, clock) = try await get(url, .discovery)
      let fields = try answer.publishedObject(from: .discovery)
      return Response(value: ServerDocument(url: url, fields: fields), clock: clock)
    }
  }

  private func places(of issuer: String, _ stated: String?) throws(StepFailure) -> [URL] {
    guard let stated else { return try DiscoveryDocument.locations(of: issuer) }
    return [try SecureURL.parse(stated)]
  }

  /// The keys that stand at a URL, as far as the runtime would look at them.
  func keys(at url: URL) async throws(StepFailure) -> Response<[PublishedKey]> {
    let (answer, clock) = try await get(url, .keys)
    guard let values = try answer.publishedObject(from: .keys)["keys"]?.array else {
      throw .response(.missingField("keys", endpoint: .keys, status: answer.status))
    }
    var keys: [PublishedKey] = []
    for value in values.prefix(KeySource.maximumKeys) { keys.append(await PublishedKey(value)) }
    return Response(value: keys, clock: clock)
  }

  /// The status of the authorization page when it is asked for without any parameter, which starts nothing.
  func pageStatus(of url: URL) async throws(StepFailure) -> Int {
    do {
      return try await transport.send(TransportRequest(url: url), to: .authorization).status
    } catch {
      if case .response(.redirected(_, let status)) = error { return status }
      throw error
    }
  }

  private func get(_ url: URL, _ endpoint: Endpoint) async throws(StepFailure) -> (TransportResponse, ClockReading?) {
    let asked = now()
    let answer = try await transport.send(
      TransportRequest(url: url, headers: [.accept: "application/json"]), to: endpoint)
    return (answer, ClockReading(headers: answer.headers, asked: asked, answered: now()))
  }
}
