import Foundation

/// A reference to an authorization request that the server keeps (RFC 9126 §2.2).
struct PushedRequest: Sendable {
  /// The maximum length of a reference. It becomes a part of a URL.
  static let maximumLength = 2048

  /// The `request_uri`, which the server accepts once.
  let uri: String
  /// The time at which the server forgets the request, or `nil` if the server didn't state it.
  let expiresAt: Date?
}

extension TokenEndpoint {
  /// Sends an authorization request directly to the server, with the client's authentication (RFC 9126 §2.1).
  ///
  /// The server only remembers the request, so it's sent again if the connection breaks. An assertion is valid once, so
  /// the client then makes a new one.
  ///
  /// - Parameters:
  ///   - pairs: The request's parameters, with the names that the provider expects.
  ///   - values: The values of this sign-in.
  /// - Throws: ``AuthFailure/server(_:_:)`` with the endpoint if the server rejects the request.
  func push(
    _ pairs: [(name: String, value: String)], to url: URL, _ values: TemplateValues
  ) async throws(StepFailure) -> PushedRequest {
    let first = try await pushRequest(pairs, to: url, values)
    do throws(StepFailure) {
      return try await push(first)
    } catch {
      guard first.isOneTime, error.isBrokenConnection else { throw error }
      return try await push(try await pushRequest(pairs, to: url, values))
    }
  }

  private func pushRequest(
    _ pairs: [(name: String, value: String)], to url: URL, _ values: TemplateValues
  ) async throws(StepFailure) -> EndpointRequest {
    var request = try await request(to: url, by: RequestRules(), [], values, at: .pushedAuthorization)
    request.isRepeatable = true
    return request.changingParameters { proof in
      // The authentication may contain the client ID, too.
      let names = Set(proof.map(\.name))
      return pairs.filter { !names.contains($0.name) } + proof
    }
  }

  private func push(_ request: EndpointRequest) async throws(StepFailure) -> PushedRequest {
    let sent = now()
    let response = try await send(request)
    let body = try body(of: response, error: configuration.token.response.error, to: request)
    guard let fields = body?.object else {
      throw .response(.notJSON(endpoint: request.endpoint, status: response.status))
    }
    return try PushedRequest(fields, at: request.endpoint, status: response.status, sent: sent)
  }
}

extension PushedRequest {
  /// Reads the members of a response (RFC 9126 §2.2).
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint that failures name.
  ///   - sent: The time at which the request was sent.
  init(
    _ fields: [String: JSONValue], at endpoint: Endpoint, status: Int, sent: Date
  ) throws(StepFailure) {
    guard let uri = fields["request_uri"]?.string, !uri.isEmpty else {
      throw .response(.missingField("request_uri", endpoint: endpoint, status: status))
    }
    guard uri.isReference else { throw .response(.unexpectedValue("request_uri", endpoint: endpoint)) }
    self.uri = uri
    guard let lifetime = fields["expires_in"] else {
      expiresAt = nil
      return
    }
    guard let seconds = Int(claim: lifetime) ?? lifetime.string.flatMap({ Int($0) }), seconds > 0 else {
      throw .response(.unexpectedValue("expires_in", endpoint: endpoint))
    }
    expiresAt = sent.addingTimeInterval(TimeInterval(seconds))
  }
}

extension StepFailure {
  /// Whether the connection broke, so that the same request may succeed a moment later.
  fileprivate var isBrokenConnection: Bool {
    switch self {
    case .network(.unreachable, _), .network(.interrupted, _): true
    default: false
    }
  }
}

extension String {
  /// Whether this is an absolute URI (RFC 3986 §4.3) of limited length, in visible ASCII characters.
  fileprivate var isReference: Bool {
    guard utf8.count <= PushedRequest.maximumLength, utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let colon = firstIndex(of: ":"), index(after: colon) != endIndex
    else { return false }
    let scheme = self[..<colon]
    return scheme.first?.isLetter ?? false && scheme.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
  }
}
