import Foundation

// Classes that archive themselves with the keys and types of the other libraries' classes. `NSKeyedArchiver` itself writes the
// data, so the tests read what the libraries write, without the libraries.

/// Auth0.swift: `Auth0/Credentials.swift`. The class's name in Objective-C is `A0Credentials`.
final class ArchivedAuth0Credentials: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true
  let refreshToken: String?
  let scope: String?

  init(refreshToken: String?, scope: String? = "openid profile offline_access") {
    (self.refreshToken, self.scope) = (refreshToken, scope)
  }

  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    coder.encode("access-1" as NSString, forKey: "accessToken")
    coder.encode("Bearer" as NSString, forKey: "tokenType")
    coder.encode("header.payload.signature" as NSString, forKey: "idToken")
    coder.encode(refreshToken.map { $0 as NSString }, forKey: "refreshToken")
    coder.encode(Date(timeIntervalSince1970: 1_700_000_000) as NSDate, forKey: "expiresIn")
    coder.encode(scope.map { $0 as NSString }, forKey: "scope")
    coder.encode(nil as NSString?, forKey: "recoveryCode")
  }
}

/// AppAuth: `OIDAuthState.m`.
final class ArchivedAuthState: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true
  private let response: ArchivedTokenResponse?
  private let refreshToken: String?

  init(response: ArchivedTokenResponse?, refreshToken: String?) {
    (self.response, self.refreshToken) = (response, refreshToken)
  }

  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    coder.encode(ArchivedAuthorizationResponse(), forKey: "lastAuthorizationResponse")
    coder.encode(response, forKey: "lastTokenResponse")
    coder.encode("openid offline_access" as NSString, forKey: "scope")
    coder.encode(refreshToken.map { $0 as NSString }, forKey: "refreshToken")
    coder.encode(false, forKey: "needsTokenRefresh")
  }
}

/// AppAuth: `OIDTokenResponse.m`. Its fields have the names of the protocol's parameters.
final class ArchivedTokenResponse: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true
  private let hasIDToken: Bool

  init(hasIDToken: Bool = true) { self.hasIDToken = hasIDToken }

  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    coder.encode("access-2" as NSString, forKey: "access_token")
    coder.encode(Date(timeIntervalSince1970: 1_700_000_600) as NSDate, forKey: "expires_in")
    coder.encode("Bearer" as NSString, forKey: "token_type")
    coder.encode(hasIDToken ? "token.of.response" as NSString : nil, forKey: "id_token")
    coder.encode("refresh-2" as NSString, forKey: "refresh_token")
    coder.encode(nil as NSString?, forKey: "scope")
    coder.encode(ArchivedRequest(), forKey: "request")
    coder.encode(["extra": "value"] as NSDictionary, forKey: "additionalParameters")
  }
}

/// AppAuth: `OIDAuthorizationResponse.m`.
final class ArchivedAuthorizationResponse: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true

  override init() {}
  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    coder.encode("code-1" as NSString, forKey: "code")
    coder.encode("state-1" as NSString, forKey: "state")
    coder.encode("token.of.page" as NSString, forKey: "id_token")
    coder.encode(ArchivedRequest(), forKey: "request")
  }
}

/// AppAuth: `OIDAuthorizationRequest.m` and `OIDTokenRequest.m`.
final class ArchivedRequest: NSObject, NSSecureCoding {
  static let supportsSecureCoding = true

  override init() {}
  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    coder.encode("app-1" as NSString, forKey: "client_id")
    coder.encode("secret-1" as NSString, forKey: "client_secret")
    coder.encode("openid offline_access" as NSString, forKey: "scope")
    coder.encode("verifier-1" as NSString, forKey: "code_verifier")
  }
}

enum Archives {
  private static let names: [(type: AnyClass, name: String)] = [
    (ArchivedAuth0Credentials.self, "A0Credentials"), (ArchivedAuthState.self, "OIDAuthState"),
    (ArchivedTokenResponse.self, "OIDTokenResponse"), (ArchivedRequest.self, "OIDTokenRequest"),
    (ArchivedAuthorizationResponse.self, "OIDAuthorizationResponse"),
  ]

  /// Archives an object under the class names of the other libraries. On Linux, `NSKeyedArchiver` ignores other class names, so
  /// they are replaced in the property list.
  static func data(_ root: any NSObject & NSSecureCoding) -> Data {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(root, forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    return names.reduce(archiver.encodedData) { replace(NSStringFromClass($1.type), with: $1.name, in: $0) }
  }

  /// Replaces a string in a binary property list whose offsets have two bytes, and adjusts the offsets.
  private static func replace(_ old: String, with new: String, in data: Data) -> Data {
    var bytes = [UInt8](data)
    while let place = bytes.firstRange(of: object(old)) {
      let delta = object(new).count - place.count
      let trailer = bytes.count - 32
      let table = bytes[(trailer + 24)...].reduce(0) { $0 << 8 | Int($1) }
      for entry in stride(from: table, to: trailer, by: 2) {
        let offset = Int(bytes[entry]) << 8 | Int(bytes[entry + 1])
        if offset > place.lowerBound { write(offset + delta, 2, at: entry, in: &bytes) }
      }
      write(table + delta, 8, at: trailer + 24, in: &bytes)
      bytes.replaceSubrange(place, with: object(new))
    }
    return Data(bytes)
  }

  /// A string of ASCII characters as an object of a binary property list.
  private static func object(_ text: String) -> [UInt8] {
    let count = UInt8(text.utf8.count)
    return (count < 15 ? [0x50 | count] : [0x5F, 0x10, count]) + text.utf8
  }

  private static func write(_ value: Int, _ size: Int, at place: Int, in bytes: inout [UInt8]) {
    for index in 0..<size { bytes[place + index] = UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - index))) }
  }
}
