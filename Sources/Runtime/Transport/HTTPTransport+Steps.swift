import Foundation

extension HTTPTransport {
  /// Sends a request to the endpoint that a failure shall name.
  func send(_ request: HTTPRequest, to endpoint: String) async throws(StepFailure) -> HTTPResponse {
    let answer: HTTPResponse
    do {
      answer = try await send(request)
    } catch {
      throw error.step(endpoint: endpoint, limit: request.maximumBytes)
    }
    if (300..<400).contains(answer.status) {
      throw .response(.redirected(endpoint: endpoint, status: answer.status))
    }
    if answer.status == 429 { throw .response(.rateLimited(retryAfter: answer.retryAfter)) }
    return answer
  }
}

extension TransportFailure {
  /// This failure as one of a sign-in's steps.
  func step(endpoint: String, limit: Int) -> StepFailure {
    switch self {
    case .network(let reason): .network(reason)
    case .tooLarge: .response(.tooLarge(endpoint: endpoint, limit: limit))
    case .cancelled: .cancelled
    case .unavailable: .configuration(.noTransport)
    }
  }
}

extension HTTPResponse {
  /// The body as a JSON object.
  func jsonObject(from endpoint: String) throws(StepFailure) -> [String: JSONValue] {
    guard case .object(let fields)? = JSONValue(parsing: body) else {
      throw (200..<300).contains(status)
        ? .response(.notJSON(endpoint: endpoint, status: status))
        : .response(.unexpectedStatus(status, endpoint: endpoint))
    }
    return fields
  }

  /// `Retry-After` in seconds (RFC 9110 §10.2.3), at most a day. The date form is ignored.
  var retryAfter: Duration? {
    guard let text = headers["retry-after"], let seconds = Int(text.trimmingCharacters(in: .whitespaces)),
      (0...86_400).contains(seconds)
    else { return nil }
    return .seconds(seconds)
  }
}

/// The transport of a build that has none: every request fails with a recovery that says what to do.
struct UnavailableTransport: HTTPTransport {
  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    throw .unavailable
  }
}
