import AuthRuntime
import Foundation

/// A provider whose network takes no time. It measures its own work, so that it can be subtracted from the client's.
actor Server: HTTPTransport {
  static let issuer = "https://id.example.com"
  static let clientID = "s6BhdRkqt3"
  static let callback = "https://app.example.com/callback"

  nonisolated let key: SigningKey
  /// The total time that this server worked.
  private(set) var work: Duration = .zero
  /// The number of refresh tokens that it received.
  private(set) var refreshes = 0
  /// The time of the last token request.
  private(set) var asked: ContinuousClock.Instant?
  private var nonce = ""

  init(_ key: SigningKey) { self.key = key }

  /// The configuration with the server's metadata, so nothing is discovered.
  nonisolated func configuration(
    _ responseType: ProviderConfiguration.ResponseType = .code
  ) -> ProviderConfiguration {
    ProviderConfiguration(id: "server", name: "Server") { it in
      it.server.issuer = TextTemplate(Self.issuer)
      it.server.authorizationEndpoint = "https://id.example.com/authorize"
      it.server.tokenEndpoint = "https://id.example.com/token"
      it.server.jwksURI = "https://id.example.com/keys"
      it.discovery.mode = .none
      it.authorization.responseType = responseType
      it.scopes?.required = ["openid"]
      it.idToken?.algorithms = [key.algorithm]
    }
  }

  /// The claims of a typical ID token.
  static func claims(nonce: String) -> [String: JSONValue] {
    let now = Int64(Date().timeIntervalSince1970)
    return [
      "iss": .string(issuer), "aud": .string(clientID), "sub": .string("248289761001"), "nonce": .string(nonce),
      "iat": .integer(now), "exp": .integer(now + 3600), "auth_time": .integer(now), "name": .string("Jane Doe"),
      "email": .string("janedoe@example.com"), "email_verified": .bool(true),
    ]
  }

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    let start = ContinuousClock.now
    defer { work += .now - start }
    do { return (try content(for: request, body), HTTPResponse(status: .ok, headerFields: Self.headers)) } catch {
      throw .network(.interrupted(host: "id.example.com"))
    }
  }

  private static let headers: HTTPFields = [.contentType: "application/json", .cacheControl: "max-age=3600"]

  private func content(for request: HTTPRequest, _ body: Data?) throws -> Data {
    if request.path == "/keys" { return try key.published() }
    asked = .now
    var members = [
      "access_token": UUID().uuidString, "refresh_token": UUID().uuidString, "token_type": "Bearer",
      "expires_in": "3600",
    ]
    if let name = HTTPField.Name("DPoP"), request.headerFields.contains(name) { members["token_type"] = "DPoP" }
    // A refresh response doesn't have to contain an ID token.
    let isRefresh = body.map { String(decoding: $0, as: UTF8.self).contains("refresh_token=") } ?? false
    if isRefresh {
      refreshes += 1
    } else {
      members["id_token"] = try key.token(Self.claims(nonce: nonce))
    }
    return try JSONEncoder().encode(members)
  }

  /// The URL with which the browser returns after the user agrees.
  func answer(to request: URL) -> URL? {
    let start = ContinuousClock.now
    defer { work += .now - start }
    nonce = request.parameter("nonce")
    let (back, state) = (request.parameter("redirect_uri"), request.parameter("state"))
    return URL(string: "\(back)?code=SplxlOBeZQQYbYS6WxSbIA&state=\(state)")
  }
}

extension URL {
  /// A parameter of the query, or an empty string if it's missing.
  func parameter(_ name: String) -> String {
    URLComponents(url: self, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == name }?.value ?? ""
  }
}
