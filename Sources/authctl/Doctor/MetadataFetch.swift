import AuthDescriptor
import AuthRuntime
import Foundation

/// Fetches a server's metadata, with the runtime's limits and without following redirects.
struct MetadataFetch: Sendable {
  let transport: any HTTPTransport
  var now: @Sendable () -> Date = { Date() }

  /// A server's response, and the time in it.
  struct Response<Value: Sendable>: Sendable {
    var value: Value
    var clock: ClockReading?
  }

  /// Fetches the document of an issuer from the URLs that clients use. The issuer in the document isn't checked yet.
  ///
  /// - Parameter stated: The document's URL in the descriptor, if it isn't below the issuer.
  /// - Throws: The failure for the first URL, if no URL has a usable document.
  func document(of issuer: String, at stated: String? = nil) async throws(StepFailure) -> Response<ServerDocument> {
    let places = try places(of: issuer, stated)
    return try await DiscoveryDocument.first(of: places) { url throws(StepFailure) in
      let (response, clock) = try await get(url, .discovery)
      let fields = try response.publishedObject(from: .discovery)
      return Response(value: ServerDocument(url: url, fields: fields), clock: clock)
    }
  }

  private func places(of issuer: String, _ stated: String?) throws(StepFailure) -> [URL] {
    guard let stated else { return try DiscoveryDocument.locations(of: issuer) }
    return [try SecureURL.parse(stated)]
  }

  /// Fetches the keys at a URL, with the runtime's limits.
  func keys(at url: URL) async throws(StepFailure) -> Response<[PublishedKey]> {
    let (response, clock) = try await get(url, .keys)
    guard let values = try response.publishedObject(from: .keys)["keys"]?.array else {
      throw .response(.missingField("keys", endpoint: .keys, status: response.status))
    }
    var keys: [PublishedKey] = []
    for value in values.prefix(KeySource.maximumKeys) { keys.append(await PublishedKey(value)) }
    return Response(value: keys, clock: clock)
  }

  /// The status of the authorization page for a request without parameters, which doesn't start a sign-in.
  func pageStatus(of url: URL) async throws(StepFailure) -> Int {
    do {
      return try await transport.send(TransportRequest(url: url), to: .authorization).status
    } catch {
      if case .response(.redirected(_, let status)) = error { return status }
      throw error
    }
  }

  private func get(_ url: URL, _ endpoint: Endpoint) async throws(StepFailure) -> (TransportResponse, ClockReading?) {
    let sent = now()
    let response = try await transport.send(
      TransportRequest(url: url, headers: [.accept: "application/json"]), to: endpoint)
    return (response, ClockReading(headers: response.headers, sent: sent, responded: now()))
  }
}
