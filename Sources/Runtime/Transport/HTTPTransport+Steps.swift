import AuthConfiguration
import Foundation

extension HTTPTransport {
  /// Sends a request to the endpoint that a failure shall name.
  package func send(_ request: HTTPRequest, to endpoint: Endpoint) async throws(StepFailure) -> HTTPResponse {
    let answer: HTTPResponse
    do {
      answer = try await send(request)
    } catch {
      throw error.step(endpoint: endpoint, limit: request.maximumBytes)
    }
    if (300..<400).contains(answer.status) {
      throw .response(.redirected(endpoint: endpoint, status: answer.status))
    }
    return answer
  }
}

extension HTTPRequest {
  /// A page that a server publishes as JSON, which may be asked for twice.
  static func published(at url: URL) -> HTTPRequest {
    HTTPRequest(url: url, headers: ["Accept": "application/json"], isRepeatable: true)
  }
}

extension TransportFailure {
  /// This failure as one of a sign-in's steps.
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

extension HTTPResponse {
  /// The body as JSON. RFC 8259 §8.1 wants UTF-8; a server that says that it writes ISO 8859-1 is believed, and in an error what is
  /// wrong is passed over, for what matters there is ASCII. Elsewhere two names might become one.
  func content(as rules: ProviderConfiguration.ResponseRules) -> JSONValue? {
    let mediaType = headers["content-type"]
    guard String(validUTF8: body) == nil else {
      return ResponseBody.read(body, mediaType: mediaType, as: rules)
    }
    let charset = mediaType?.lowercased().replacing("\"", with: "").split(separator: "charset=").dropFirst().first
    if charset?.hasPrefix("iso-8859-1") == true {
      let text = String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) }))
      return ResponseBody.read(Data(text.utf8), mediaType: mediaType, as: rules)
    }
    guard status >= 400 else { return nil }
    return ResponseBody.read(Data(String(decoding: body, as: UTF8.self).utf8), mediaType: mediaType, as: rules)
  }

  /// The body of a success as a JSON object.
  package func jsonObject(from endpoint: Endpoint) throws(StepFailure) -> [String: JSONValue] {
    try requireSuccess(of: endpoint)
    guard case .object(let fields)? = JSONValue(parsing: body) else {
      throw .response(.notJSON(endpoint: endpoint, status: status))
    }
    return fields
  }

  /// Reads a document that a server publishes. The response must have status 200 (OpenID Connect Discovery 1.0 §4.2,
  /// RFC 8414 §3.2).
  package func publishedObject(from endpoint: Endpoint) throws(StepFailure) -> [String: JSONValue] {
    try requireSuccess(of: endpoint)
    guard status == 200 else { throw .response(.unexpectedStatus(status, endpoint: endpoint)) }
    return try jsonObject(from: endpoint)
  }

  /// - Throws: ``ResponseRejection/rateLimited(retryAfter:)`` or ``ResponseRejection/unexpectedStatus(_:endpoint:)``
  ///   unless the status says success.
  func requireSuccess(of endpoint: Endpoint) throws(StepFailure) {
    guard status != 429 else { throw .response(.rateLimited(retryAfter: retryAfter)) }
    guard (200..<300).contains(status) else { throw .response(.unexpectedStatus(status, endpoint: endpoint)) }
  }

  /// `Retry-After` (RFC 9110 §10.2.3), a day where it is longer: seconds, or a date, which counts from the answer's own `Date` and so
  /// needs no clock that is right.
  var retryAfter: Duration? {
    guard let text = headers["retry-after"]?.trimmingCharacters(in: .whitespaces) else { return nil }
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let seconds = isNumber ? Int(text) ?? Int.max : secondsAfterSending(HTTPDate.parse(text))
    return seconds.flatMap { $0 >= 0 ? .seconds(min($0, 86_400)) : nil }
  }

  private func secondsAfterSending(_ date: Date?) -> Int? {
    guard let date, let sent = headers["date"].flatMap(HTTPDate.parse) else { return nil }
    return Int(date.timeIntervalSince(sent))
  }
}

/// The transport of a build that has none: every request fails with a recovery that says what to do.
struct UnavailableTransport: HTTPTransport {
  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    throw .unavailable
  }
}
