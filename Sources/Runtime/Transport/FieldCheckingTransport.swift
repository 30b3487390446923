import AuthConfiguration
import Foundation
import HTTPTypes

/// Removes header fields of responses with more combining marks in a row than real text has. Comparing such a value could
/// take minutes (`String.hasShortMarkRuns`).
struct FieldCheckingTransport: HTTPTransport {
  let base: any HTTPTransport

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    let (data, head) = try await base.send(request, body: body, options: options)
    return (data, head.withComparableFields)
  }

  func stream(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (ResponseBody, HTTPResponse) {
    let (chunks, head) = try await base.stream(request, body: body, options: options)
    return (chunks, head.withComparableFields)
  }
}

extension HTTPResponse {
  fileprivate var withComparableFields: HTTPResponse {
    guard headerFields.contains(where: { !$0.value.hasShortMarkRuns }) else { return self }
    var head = self
    head.headerFields.removeAll { !$0.value.hasShortMarkRuns }
    return head
  }
}
