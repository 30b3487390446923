import Foundation

/// What the user needs to sign in on another device (RFC 8628 §3.2).
public struct DeviceCode: Sendable, Hashable {
  /// What the user types in there.
  public let userCode: String
  /// Where.
  public let verificationURI: URL
  /// The same with the code in it, for a link or a QR code; `nil` when the server gives none.
  public let completeVerificationURI: URL?
  /// When the code is of no use any more.
  public let expiresAt: Date
  /// What this client asks with. Never shown.
  let deviceCode: Secret
  /// How long to wait between two questions.
  let interval: Duration

  init(_ fields: [String: JSONValue], status: Int, now: Date) throws(StepFailure) {
    let endpoint = "the device authorization endpoint"
    func text(_ name: String) throws(StepFailure) -> String {
      guard let text = fields[name]?.string, !text.isEmpty else {
        throw .response(.missingField(name, endpoint: endpoint, status: status))
      }
      return text
    }
    deviceCode = Secret(try text("device_code"))
    userCode = try text("user_code")
    // Some servers still use the draft's name.
    let page = try fields["verification_uri"] == nil ? text("verification_url") : text("verification_uri")
    verificationURI = try configured { () throws(ConfigurationFailure) in try SecureURL.parse(page) }
    completeVerificationURI = fields["verification_uri_complete"]?.string.flatMap { try? SecureURL.parse($0) }
    let lifetime = fields["expires_in"]?.number ?? fields["expires_in"]?.string.flatMap { Double($0) } ?? 600
    expiresAt = now.addingTimeInterval(min(max(lifetime, 1), 86_400))
    // RFC 8628 §3.2: five seconds when the server does not say.
    let seconds = fields["interval"]?.number ?? fields["interval"]?.string.flatMap { Double($0) } ?? 5
    interval = .seconds(min(max(seconds, 1), 300))
  }
}
