import Foundation
import HTTPTypes

/// A request to an endpoint, in the format that the provider requires.
struct EndpointRequest: Sendable {
  /// The endpoint that failures name.
  let endpoint: Endpoint
  var url: URL
  var method: ProviderConfiguration.Method = .post
  var encoding: ProviderConfiguration.RequestEncoding = .form
  var parameters: [(name: String, value: String)] = []
  var headers: HTTPFields = [:]
  /// A JSON body that replaces the parameters.
  var rawBody: String?
  /// Whether the request may be sent twice.
  var isRepeatable = false
  /// The time limit of the whole exchange.
  var timeout = Duration.seconds(30)
  /// Whether the request contains a value that a server accepts only once, so that it's never repeated unchanged.
  var isOneTime = false
  /// The parameters with another key of the client, if the server doesn't know the one that signed this request.
  var otherKey: OtherKey?
  /// The secrets to remove from messages of the server, in addition to those that ``hidingSecrets(in:renames:)`` finds.
  var secrets: [Secret] = []
  /// Makes the same request with new one-time values, if it has some. A server that requires a nonce for proofs hasn't processed
  /// the first one, but may have remembered its values.
  var renewed: (@Sendable () async throws(StepFailure) -> EndpointRequest)?

  /// Another key of the client, with the parameters that it signs.
  struct OtherKey: Sendable {
    let index: Int
    let parameters: @Sendable () async throws(StepFailure) -> [(name: String, value: String)]
  }

  /// The HTTP request.
  var http: TransportRequest {
    var url = url
    var body: Data?
    var headers = self.headers
    let isRepeatable = isRepeatable && !isOneTime
    headers.setIfMissing(.accept, "application/json")
    if let rawBody {
      headers.setIfMissing(.contentType, "application/json")
      return TransportRequest(
        method: method.http, url: url, headers: headers, body: Data(rawBody.utf8), timeout: timeout,
        isRepeatable: isRepeatable)
    }
    switch method == .get ? .query : encoding {
    case .query:
      url = url.adding(parameters)
      if method == .post { headers.setIfMissing(.contentType, "application/x-www-form-urlencoded") }
      body = method == .post ? Data() : nil
    case .form:
      headers.setIfMissing(.contentType, "application/x-www-form-urlencoded")
      body = Data(FormEncoding.encode(parameters).utf8)
    case .json:
      headers.setIfMissing(.contentType, "application/json")
      body = Self.json(parameters)
    }
    return TransportRequest(
      method: method.http, url: url, headers: headers, body: body, timeout: timeout,
      isRepeatable: isRepeatable)
  }

  /// Adds a token where the provider expects it.
  ///
  /// - Parameter isBound: Whether the token is bound to a key, so that it's sent as `DPoP` instead of `Bearer` (RFC 9449 §7.1).
  mutating func present(
    _ token: Secret, as presentation: ProviderConfiguration.TokenPresentation, isBound: Bool = false
  ) throws(StepFailure) {
    secrets.append(token)
    switch presentation {
    case .none: break
    case .bearer where isBound: try headers.set(.authorization, "DPoP \(token.reveal())")
    case .bearer: try headers.set(.authorization, "Bearer \(token.reveal())")
    case .scheme(let scheme): try headers.set(.authorization, "\(scheme) \(token.reveal())")
    case .header(let name, let prefix): try headers.set(HTTPField.Name(checking: name), prefix + token.reveal())
    case .query(let name): url = url.adding([(name: name, value: token.reveal())])
    }
  }

  /// A parameter that has several values, such as `resource`, is a list.
  private static func members(_ parameters: [(name: String, value: String)]) -> [String: JSONValue] {
    parameters.reduce(into: [:]) { members, pair in
      let value = JSONValue.string(pair.value)
      switch members[pair.name] {
      case nil, value?: members[pair.name] = value
      case .array(let values)?: members[pair.name] = .array(values.contains(value) ? values : values + [value])
      case let first?: members[pair.name] = .array([first, value])
      }
    }
  }

  private static func json(_ parameters: [(name: String, value: String)]) -> Data {
    JSONValue.object(members(parameters)).encoded
  }
}

extension ProviderConfiguration.Method {
  /// The HTTP method.
  package var http: HTTPRequest.Method {
    switch self {
    case .get: .get
    case .post: .post
    case .delete: .delete
    }
  }
}
