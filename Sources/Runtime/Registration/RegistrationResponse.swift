import Foundation

extension ClientRegistration {
  /// The longest value of a response, in bytes. A store may limit the size of an entry.
  private static let maximumLength = 8192
  /// The latest time that is read as an expiry, in seconds since 1970: the year 9999.
  private static let latest = 253_402_300_799.0

  /// Reads the response of a registration endpoint (RFC 7591 §3.2.1).
  ///
  /// - Parameters:
  ///   - requested: The authentication method in the request.
  ///   - issuer: The issuer, or the endpoint's URL if there is none.
  ///   - endpoint: The registration endpoint. A `registration_client_uri` on another host is ignored, because it would
  ///     receive the registration access token.
  /// - Throws: ``ResponseRejection/missingField(_:endpoint:status:)`` or
  ///   ``ResponseRejection/unexpectedValue(_:endpoint:)``, which names the member.
  init(
    _ body: JSONValue, to request: RegistrationRequest, by rules: ProviderConfiguration.RegistrationRules,
    requested: Method, issuer: String, endpoint: URL, status: Int
  ) throws(StepFailure) {
    let paths = rules.kind == .custom ? rules.response : .init()
    guard let id = try Self.text(body, paths.clientID) else {
      throw .response(.missingField(paths.clientID.text, endpoint: .registration, status: status))
    }
    clientID = id
    secret = try Self.text(body, paths.clientSecret).map { Secret($0) }
    secretExpiresAt = try Self.date(body, paths.clientSecretExpiresAt)
    metadataHash = try request.metadataHash()
    guard rules.kind == .dynamic else {
      method = nil
      return
    }
    method = try Self.method(body, requested, hasSecret: secret != nil)
    // A server must not turn a confidential client into a public one.
    let isDowngraded = rules.isConfidential && requested != .none && method == Method.none
    let needsSecret = method.map(Method.ofSecrets.contains) ?? false
    if isDowngraded || (secret == nil && needsSecret) {
      throw .response(.missingField("client_secret", endpoint: .registration, status: status))
    }
    try Self.checkRedirects(body, request.redirectURIs)
    management = try Self.management(body, issuer, endpoint)
  }

  /// Returns a string of visible ASCII characters (RFC 6749 appendix A.1, A.2), or `nil` if the member is missing.
  private static func text(_ body: JSONValue, _ path: FieldPath) throws(StepFailure) -> String? {
    guard let value = body.value(at: path), value != .null, value != .string("") else { return nil }
    guard let text = value.spelling, text.utf8.count <= maximumLength,
      text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else { throw rejected(path.text) }
    return text
  }

  private static func date(_ body: JSONValue, _ path: FieldPath) throws(StepFailure) -> Date? {
    guard let value = body.value(at: path), value != .null else { return nil }
    guard let seconds = value.number ?? value.string.flatMap(Double.init), seconds.isFinite, seconds >= 0 else {
      throw rejected(path.text)
    }
    return seconds == 0 || seconds > latest ? nil : Date(timeIntervalSince1970: seconds)
  }

  /// The server may register another method than the client requested (§2).
  private static func method(_ body: JSONValue, _ requested: Method, hasSecret: Bool) throws(StepFailure) -> Method {
    let name = "token_endpoint_auth_method"
    guard let value = body.object?[name], value != .null else {
      if !Method.ofSecrets.contains(requested), requested != .none { return requested }
      if !hasSecret { return .none }
      return requested == .none ? .standard : requested
    }
    // A client can only use another method if the method needs no key and no certificate.
    guard let method = value.string.flatMap(Method.init),
      method == requested || method == .none || Method.ofSecrets.contains(method)
    else {
      throw rejected(name)
    }
    return method
  }

  /// The server must have registered a callback URL of this client.
  private static func checkRedirects(_ body: JSONValue, _ redirectURIs: [String]) throws(StepFailure) {
    guard let registered = body.object?["redirect_uris"]?.array?.compactMap(\.string), !registered.isEmpty else {
      return
    }
    guard redirectURIs.contains(where: registered.contains) else { throw rejected("redirect_uris") }
  }

  private static func management(
    _ body: JSONValue, _ issuer: String, _ endpoint: URL
  ) throws(StepFailure) -> Management? {
    guard let token = try text(body, "registration_access_token"), let uri = try text(body, "registration_client_uri")
    else { return nil }
    do throws(StepFailure) {
      let url = try SecureURL.endpoint(uri, namedBy: issuer)
      guard url.authority?.lowercased() == endpoint.authority?.lowercased() else { return nil }
      return Management(token: Secret(token), url: url)
    } catch {
      throw rejected("registration_client_uri")
    }
  }

  private static func rejected(_ name: String) -> StepFailure {
    .response(.unexpectedValue(name, endpoint: .registration))
  }
}
