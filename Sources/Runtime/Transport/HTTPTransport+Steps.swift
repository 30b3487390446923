import AuthConfiguration
import Foundation
import HTTPTypes

extension HTTPTransport {
  /// Sends a request and reads the whole response.
  ///
  /// - Throws: The errors of ``HTTPTransport/send(_:body:options:)``.
  package func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
    let (body, head) = try await send(request.head, body: request.body, options: request.options)
    return TransportResponse(head, body)
  }

  /// Sends a request. A failure names the endpoint.
  ///
  /// - Throws: ``ResponseRejection/redirected(endpoint:status:)`` for a redirect, or the transport's failure with the
  ///   endpoint.
  package func send(_ request: TransportRequest, to endpoint: Endpoint) async throws(StepFailure) -> TransportResponse {
    let response: TransportResponse
    do { response = try await send(request) } catch {
      throw error.step(endpoint: endpoint, limit: request.options.maximumBytes)
    }
    if (300..<400).contains(response.status) {
      throw .response(.redirected(endpoint: endpoint, status: response.status))
    }
    return response
  }
}

extension TransportFailure {
  /// Returns this failure as that of a step.
  func step(endpoint: Endpoint, limit: Int) -> StepFailure {
    switch self {
    case .network(let reason): .network(reason, endpoint: endpoint)
    case .tooLarge: .response(.tooLarge(endpoint: endpoint, limit: limit))
    case .cancelled: .cancelled
    case .unavailable: .configuration(.noTransport)
    case .invalidURL(let place): .configuration(.invalidURL(place))
    case .blockedByTransportSecurity(let host): .configuration(.blockedByTransportSecurity(host: host))
    }
  }
}

extension TransportResponse {
  /// Returns the body as JSON. RFC 8259 §8.1 requires UTF-8. ISO 8859-1 is accepted if the response declares it. In an
  /// error response, invalid bytes are ignored, because the relevant members are ASCII. In other responses they aren't,
  /// because two names could become equal.
  func content(as rules: ProviderConfiguration.ResponseRules) -> JSONValue? {
    let mediaType = headers[.contentType]
    guard String(validUTF8: body) == nil else {
      return BodyReader.read(body, mediaType: mediaType, as: rules)
    }
    let charset = mediaType?.lowercased().replacing("\"", with: "").split(separator: "charset=").dropFirst().first
    if charset?.hasPrefix("iso-8859-1") == true {
      let text = String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) }))
      return BodyReader.read(Data(text.utf8), mediaType: mediaType, as: rules)
    }
    guard status >= 400 else { return nil }
    return BodyReader.read(Data(String(decoding: body, as: UTF8.self).utf8), mediaType: mediaType, as: rules)
  }

  /// Returns the body of a successful response as a JSON object.
  ///
  /// - Throws: ``ResponseRejection/notJSON(endpoint:status:)`` if the body isn't an object,
  ///   ``ResponseRejection/rateLimited(retryAfter:endpoint:)`` for status 429, or
  ///   ``ResponseRejection/unexpectedStatus(_:endpoint:)`` for any other status that isn't a success.
  package func jsonObject(from endpoint: Endpoint) throws(StepFailure) -> [String: JSONValue] {
    try requireSuccess(of: endpoint)
    guard case .object(let fields)? = JSONValue(parsing: body) else {
      throw .response(.notJSON(endpoint: endpoint, status: status))
    }
    return fields
  }

  /// Reads a document that a server publishes. The response must have status 200 (OpenID Connect Discovery 1.0 §4.2,
  /// RFC 8414 §3.2).
  ///
  /// - Throws: The errors of ``jsonObject(from:)``, and ``ResponseRejection/unexpectedStatus(_:endpoint:)`` for a
  ///   success status other than 200.
  package func publishedObject(from endpoint: Endpoint) throws(StepFailure) -> [String: JSONValue] {
    try requireSuccess(of: endpoint)
    guard status == 200 else { throw .response(.unexpectedStatus(status, endpoint: endpoint)) }
    return try jsonObject(from: endpoint)
  }

  /// - Throws: ``ResponseRejection/rateLimited(retryAfter:endpoint:)`` or ``ResponseRejection/unexpectedStatus(_:endpoint:)`` if
  ///   the status isn't a success.
  func requireSuccess(of endpoint: Endpoint) throws(StepFailure) {
    guard status != 429 else { throw .response(.rateLimited(retryAfter: head.retryAfter, endpoint: endpoint)) }
    guard (200..<300).contains(status) else { throw .response(.unexpectedStatus(status, endpoint: endpoint)) }
  }

}

extension HTTPResponse {
  /// The value of `Retry-After` (RFC 9110 §10.2.3), at most a day. A date is relative to the response's own `Date`, so
  /// the device's clock doesn't matter.
  var retryAfter: Duration? {
    guard let text = headerFields[.retryAfter]?.trimmingCharacters(in: .whitespaces) else { return nil }
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let seconds = isNumber ? Int(text) ?? Int.max : secondsAfterSending(HTTPDate.parse(text))
    return seconds.flatMap { $0 >= 0 ? .seconds(min($0, 86_400)) : nil }
  }

  private func secondsAfterSending(_ date: Date?) -> Int? {
    guard let date, let sent = headerFields[.date].flatMap(HTTPDate.parse) else { return nil }
    return Int(date.timeIntervalSince(sent))
  }
}
