import AuthRuntime
import Foundation

/// A server's checks of a signed request (RFC 9101 §6; FAPI 2.0 Message Signing §5.3.1).
struct RequestObjectCheck {
  /// The client's public keys.
  let keys: [PublicKey]
  let clientID: String
  /// The server's issuer, if it has one.
  let audience: String?
  let now: Date
  /// The `typ` of the JWT. Without one, the JWT needs no `client_id` either (OpenID CIBA Core 1.0 §7.1.1).
  var type: String? = "oauth-authz-req+jwt"

  /// Returns the parameters in a signed request, or `nil` if it's invalid.
  func parameters(of object: String) -> [String: String]? {
    guard let (header, claims) = keys.lazy.compactMap({ $0.content(of: object) }).first,
      header["typ"]?.string == type, areValid(claims)
    else { return nil }
    let ofJWT: Set = ["iss", "aud", "iat", "nbf", "exp", "jti"]
    return claims.filter { !ofJWT.contains($0.key) }.compactMapValues { $0.spelling ?? json($0) }
  }

  private func areValid(_ claims: [String: JSONValue]) -> Bool {
    let time = now.timeIntervalSince1970
    guard claims["iss"] == .string(clientID), type == nil || claims["client_id"] == .string(clientID),
      audience.map({ claims["aud"] == .string($0) }) ?? true, claims["request"] == nil, claims["request_uri"] == nil,
      let start = claims["nbf"]?.number, let end = claims["exp"]?.number
    else { return false }
    return start <= time + 10 && start > time - 3600 && end > time && end - start <= 3600
  }

  private func json(_ value: JSONValue) -> String? {
    (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }
}
