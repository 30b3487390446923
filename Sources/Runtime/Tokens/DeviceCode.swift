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

  init(
    _ answer: JSONValue, by rules: ProviderConfiguration.DeviceRules, status: Int, now: Date
  ) throws(StepFailure) {
    func text(_ path: FieldPath) throws(StepFailure) -> String {
      guard let text = answer.value(at: path)?.string, !text.isEmpty else {
        throw .response(
          .missingField(path.text, endpoint: .deviceAuthorization, status: status))
      }
      return text
    }
    deviceCode = Secret(try text(rules.deviceCode))
    userCode = try text(rules.userCode)
    // Some servers still use the draft's name.
    let hasPage = answer.value(at: rules.verificationURI) != nil
    let page = try text(hasPage ? rules.verificationURI : "verification_url")
    verificationURI = try SecureURL.parse(page)
    completeVerificationURI = answer.value(at: rules.completeVerificationURI)?.string.flatMap {
      try? SecureURL.parse($0)
    }
    expiresAt = now.addingTimeInterval(answer.seconds(at: rules.expiresIn, within: 1...86_400) ?? 600)
    // RFC 8628 §3.2: five seconds when the server does not say.
    interval = .seconds(answer.seconds(at: rules.interval, within: 1...300) ?? 5)
  }
}

extension JSONValue {
  /// A time in seconds, brought within bounds; `nil` when it is none. A text may say "nan" or "inf", and `Duration` ends the
  /// process over the first.
  fileprivate func seconds(at path: FieldPath, within bounds: ClosedRange<Double>) -> Double? {
    let value = value(at: path)
    guard let seconds = value?.number ?? value?.string.flatMap({ Double($0) }), seconds.isFinite, seconds > 0 else {
      return nil
    }
    return min(max(seconds, bounds.lowerBound), bounds.upperBound)
  }
}
