import Foundation

/// A request to an endpoint, written as the provider wants it.
struct EndpointRequest: Sendable {
  /// The endpoint that failures name.
  let endpoint: Endpoint
  var url: URL
  var method: ProviderConfiguration.Method = .post
  var encoding: ProviderConfiguration.RequestEncoding = .form
  var parameters: [(name: String, value: String)] = []
  var headers: [String: String] = [:]
  /// A JSON body that stands in the parameters' place.
  var rawBody: String?
  /// Whether asking twice does no harm.
  var isRepeatable = false
  /// How long the whole exchange may take.
  var timeout = Duration.seconds(30)
  /// Whether it holds what a server takes only once, and so is never repeated as it is.
  var isOneTime = false
  /// What a server's words must not show, beside what ``hidingSecrets(in:renames:)`` finds itself.
  var secrets: [Secret] = []

  /// The request as it is sent. Field names of headers count once, whatever their case.
  var http: HTTPRequest {
    var url = url
    var body: Data?
    var headers = self.headers
    let isRepeatable = isRepeatable && !isOneTime
    headers.setIfMissing("Accept", "application/json")
    if let rawBody {
      headers.setIfMissing("Content-Type", "application/json")
      return HTTPRequest(
        method: method.rawValue, url: url, headers: headers, body: Data(rawBody.utf8), timeout: timeout,
        isRepeatable: isRepeatable)
    }
    switch method == .get ? .query : encoding {
    case .query:
      url = url.adding(parameters)
      if method == .post { headers.setIfMissing("Content-Type", "application/x-www-form-urlencoded") }
      body = method == .post ? Data() : nil
    case .form:
      headers.setIfMissing("Content-Type", "application/x-www-form-urlencoded")
      body = Data(FormEncoding.encode(parameters).utf8)
    case .json:
      headers.setIfMissing("Content-Type", "application/json")
      body = Self.json(parameters)
    }
    return HTTPRequest(
      method: method.rawValue, url: url, headers: headers, body: body, timeout: timeout,
      isRepeatable: isRepeatable)
  }

  /// Puts a token where the provider looks for it.
  mutating func present(_ token: Secret, as presentation: ProviderConfiguration.TokenPresentation) {
    secrets.append(token)
    switch presentation {
    case .none: break
    case .bearer: headers["Authorization"] = "Bearer \(token.reveal())"
    case .scheme(let scheme): headers["Authorization"] = "\(scheme) \(token.reveal())"
    case .header(let name, let prefix): headers[name] = prefix + token.reveal()
    case .query(let name): url = url.adding([(name: name, value: token.reveal())])
    }
  }

  private static func json(_ parameters: [(name: String, value: String)]) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts always encode.
    return (try? encoder.encode(Dictionary(parameters.map { ($0.name, $0.value) }) { $1 })) ?? Data()
  }
}

extension [String: String] {
  /// Sets a header field unless it stands there in whatever case.
  mutating func setIfMissing(_ name: String, _ value: String) {
    guard !keys.contains(where: { $0.lowercased() == name.lowercased() }) else { return }
    self[name] = value
  }
}
